"""From a trained network to an ONNX file with its card."""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

MODELS = Path(__file__).resolve().parents[2] / "vision" / "models"


def export(
    net: nn.Module,
    name: str,
    shape: tuple[int, int, int],
    inputs: Sequence[str],
    outputs: Sequence[str],
    folder: Path = MODELS,
    free_size: bool = False,
) -> Path:
    """Write the network and prove that ONNX Runtime gives what torch gives.

    `free_size` lets pictures of any height and width in.
    """
    import onnxruntime

    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{name}.onnx"
    sample = torch.rand(2, *shape)
    axes: dict[str, dict[int, str]] = {name: {0: "n"} for name in (*inputs, *outputs)}
    if free_size:
        axes[inputs[0]] |= {2: "high", 3: "wide"}
    net.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net,
            (sample,),
            str(target),
            input_names=list(inputs),
            output_names=list(outputs),
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )
    with torch.no_grad():
        told = net(sample)
    wanted = told if isinstance(told, tuple) else (told,)
    session = onnxruntime.InferenceSession(str(target), providers=["CPUExecutionProvider"])
    found = session.run(None, {inputs[0]: sample.numpy()})
    for a, b in zip(wanted, found, strict=True):
        if not np.allclose(a.numpy(), b, atol=1e-3):
            raise RuntimeError(f"{target}: ONNX Runtime differs by {np.abs(a.numpy() - b).max()}")
    return target


def write_card(model: Path, **told: Any) -> None:
    """What the model was made from, beside it as JSON."""
    data = model.read_bytes()
    card = {
        "model": model.name,
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        **told,
    }
    model.with_suffix(".json").write_text(
        json.dumps(card, indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
    )
