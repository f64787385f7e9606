"""Examples that take long to make are made once and kept."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np


def kept(path: Path, made: Iterable[Any]) -> list[Any]:
    """The examples of an earlier run, or these, stored for the next."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        every = list(made)
        data = np.empty(len(every), object)
        data[:] = every
        unfinished = path.with_suffix(".part.npy")
        np.save(unfinished, data, allow_pickle=True)
        unfinished.replace(path)
    return list(np.load(path, allow_pickle=True))
