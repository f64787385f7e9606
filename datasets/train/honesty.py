"""How far a trained network may be believed, and cells for it to remember when it adapts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from datasets.train.export import MODELS

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


def write_rehearsal(
    name: str,
    logits: NDArray[np.float32],
    features: NDArray[np.float32],
    truth: NDArray[np.int64],
    each: int,
    folder: Path = MODELS,
) -> None:
    """Store so many examples of every content; `vision.detectors.adapt` reads them back."""
    rng = np.random.default_rng(2)
    chosen = np.concatenate(
        [
            rng.permutation(np.flatnonzero(truth == content))[:each]
            for content in range(logits.shape[1])
        ]
    )
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        folder / f"{name}-rehearsal.npz",
        logits=logits[chosen].astype(np.float16),
        features=features[chosen].astype(np.float16),
        truth=truth[chosen].astype(np.uint8),
    )
