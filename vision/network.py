"""The shipped networks, run by ONNX Runtime on one core."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines import InputError
from vision.frame import Picture

MODELS = Path(__file__).resolve().parent / "models"


@cache
def runtime() -> Any:
    """ONNX Runtime, told to collect nothing: it would note every run, to send it when it can.

    Loaded when a network is first needed: commands that need none start sooner.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read once, while it is loaded
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime


class Network:
    """One ONNX file."""

    def __init__(self, name: str, folder: Path = MODELS) -> None:
        path = folder / f"{name}.onnx"
        if not path.exists():
            raise InputError(
                f"the model {path.name} is missing; install Hakem again or `make train`"
            )
        onnx = runtime()
        options = onnx.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnx.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
        self._input = self._session.get_inputs()[0].name

    def __call__(self, *pictures: Picture) -> list[NDArray[np.float32]]:
        """Run pictures of one size through it at once."""
        return self.run(**{self._input: pictures_in(pictures)})

    def run(self, **inputs: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """Run it with an input for each of its names."""
        out: list[Any] = self._session.run(None, inputs)
        return out


def pictures_in(pictures: Sequence[Picture]) -> NDArray[np.float32]:
    """Pictures of one size as networks want them: N x 3 x height x width between 0 and 1."""
    high, wide = pictures[0].shape[:2]
    stack = np.empty((len(pictures), 3, high, wide), np.float32)
    for place, picture in zip(stack, pictures, strict=True):  # in one go: a third of the time
        np.divide(picture.transpose(2, 0, 1), np.float32(255), out=place)
    return stack


@cache
def card(name: str) -> dict[str, Any]:
    """What is told of a shipped network."""
    told: dict[str, Any] = json.loads((MODELS / f"{name}.json").read_text(encoding="utf-8"))
    return told


def temperature(name: str) -> float:
    """By what the network's answers are divided so that its doubt is honest."""
    return float(card(name).get("temperature", 1.0))


@cache
def network(name: str) -> Network:
    """A shipped network; loaded once."""
    return Network(name)
