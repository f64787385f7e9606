"""How far a trained network may be believed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

LEAST = 0.8
"""The lowest temperature."""


def temperature_of(logits: torch.Tensor, truth: torch.Tensor) -> float:
    """By what logits (n x contents) are divided so that confidence means what it says.

    Smoothed labels make a network too modest, so this may be below 1, but not far: the few tables
    it is fitted on are easier than some.
    """
    tried = np.exp(np.linspace(np.log(LEAST), np.log(4.0), 60))
    losses = [float(functional.cross_entropy(logits / t, truth)) for t in tried]
    return round(float(tried[int(np.argmin(losses))]), 3)


def regression(told: Sequence[NDArray[Any]], truth: NDArray[np.bool_]) -> list[float]:
    """Logistic regression: how much each of these numbers (n each) says that something is true."""
    seen = torch.from_numpy(np.column_stack(list(told)).astype(np.float32))
    true = torch.from_numpy(truth).float()
    weights = torch.zeros(seen.shape[1], requires_grad=True)
    solver = torch.optim.LBFGS([weights], max_iter=200)

    def step() -> torch.Tensor:
        solver.zero_grad()
        value = functional.binary_cross_entropy_with_logits(seen @ weights, true)
        value.backward()
        return value

    solver.step(step)
    return [round(float(w), 4) for w in weights.detach()]
