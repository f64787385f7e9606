"""From a network's raw numbers to probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def softmax(logits: NDArray[Any], temperature: float = 1.0) -> NDArray[np.float64]:
    """Probabilities along the last axis."""
    scaled = np.asarray(logits, float) / temperature
    raised = np.exp(scaled - scaled.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)


def sigmoid(logits: NDArray[Any]) -> NDArray[np.float64]:
    """A probability for each number."""
    return 1 / (1 + np.exp(-np.clip(np.asarray(logits, float), -40, 40)))
