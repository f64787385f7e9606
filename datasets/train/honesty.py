"""How far a trained network may be believed."""

from __future__ import annotations

import numpy as np
import torch
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
