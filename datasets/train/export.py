"""From a trained network to an ONNX file with its card."""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

LARGE = 4000
"""Weights with so many numbers are stored in 16 bits."""
MODELS = Path(__file__).resolve().parents[2] / "vision" / "models"


def export(
    net: nn.Module,
    name: str,
    shape: tuple[int, ...] | Sequence[tuple[int, ...]],
    inputs: Sequence[str],
    outputs: Sequence[str],
    folder: Path = MODELS,
    free_size: bool = False,
    free: Mapping[str, Mapping[int, str]] | None = None,
) -> Path:
    """Write the network and prove that ONNX Runtime gives what torch gives.

    `shape` is that of the one input, or a list with one for each. `free_size` lets pictures of any
    height and width in; `free` names further axes of inputs that may have any length.
    """
    import onnxruntime

    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{name}.onnx"
    shapes = shape if isinstance(shape, list) else [shape]
    samples = tuple(torch.rand(2, *one) for one in shapes)
    axes: dict[str, dict[int, str]] = {name: {0: "n"} for name in (*inputs, *outputs)}
    if free_size:
        for each in inputs:
            axes[each] |= {2: "high", 3: "wide"}
    for each, names in (free or {}).items():
        axes[each] |= names
    net.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net,
            samples,
            str(target),
            input_names=list(inputs),
            output_names=list(outputs),
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )
    halve(target)
    with torch.no_grad():
        told = net(*samples)
    wanted = told if isinstance(told, tuple) else (told,)
    session = onnxruntime.InferenceSession(str(target), providers=["CPUExecutionProvider"])
    found = session.run(
        None, {name: one.numpy() for name, one in zip(inputs, samples, strict=True)}
    )
    for a, b in zip(wanted, found, strict=True):
        if not np.allclose(a.numpy(), b, atol=0.02, rtol=0.02):
            raise RuntimeError(f"{target}: ONNX Runtime differs by {np.abs(a.numpy() - b).max()}")
    return target


def halve(path: Path) -> None:
    """Store large weights in 16 bits: half the file, and the same numbers in all that matters."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model = onnx.load(str(path))
    graph = model.graph
    for weights in list(graph.initializer):
        if weights.data_type != TensorProto.FLOAT or np.prod(weights.dims) < LARGE:
            continue
        name, data = weights.name, numpy_helper.to_array(weights)
        graph.initializer.remove(weights)
        graph.initializer.append(numpy_helper.from_array(data.astype(np.float16), f"{name}.half"))
        cast = helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT)
        graph.node.insert(0, cast)
    onnx.save(model, str(path))


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
