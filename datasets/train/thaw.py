"""From a shipped ONNX file back to a network that can go on learning.

The file's convolutions have swallowed the normalisation that followed them. It is given back by
what it must undo: the mean and the spread of what each convolution says of some batch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

WEIGHED = (nn.Conv2d, nn.Linear)


def thaw(net: nn.Module, path: Path, sample: torch.Tensor) -> nn.Module:
    """Give `net` what the file has learnt; `sample` is a batch of likely pictures."""
    net.eval()
    order = _order(net, sample[:1])
    stored = _stored(path)
    layers = [part for part in order if isinstance(part, WEIGHED)]
    if len(layers) != len(stored):
        raise SystemExit(f"{path} has {len(stored)} layers, the network {len(layers)}")
    norms = _norms(order)
    with torch.no_grad():
        for layer, (weight, bias) in zip(layers, stored, strict=True):
            _fill(layer, weight, path)
            norm = norms.get(layer)
            if norm is not None:
                norm.reset_parameters()
                norm.running_var -= norm.eps
                norm.bias.copy_(torch.from_numpy(bias))
            elif layer.bias is not None:
                layer.bias.copy_(torch.from_numpy(bias))
        for layer, (mean, spread) in _spoken(net, norms, sample).items():
            norm = norms[layer]
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(spread)
            norm.weight.copy_((spread + norm.eps).sqrt())
            norm.bias.add_(mean)
    return net


def _fill(layer: Any, weight: NDArray[np.float32], path: Path) -> None:
    told = torch.from_numpy(weight)
    if isinstance(layer, nn.Linear) and told.shape != layer.weight.shape:
        told = told.T
    if told.shape != layer.weight.shape:
        raise SystemExit(f"{path} is of another network: {tuple(told.shape)} does not fit")
    layer.weight.copy_(told)


def _order(net: nn.Module, sample: torch.Tensor) -> list[nn.Module]:
    """The layers with weights and the normalisations, as they are used."""
    used: list[nn.Module] = []
    hooks = [
        part.register_forward_hook(lambda part, _in, _out: used.append(part))
        for part in net.modules()
        if isinstance(part, (*WEIGHED, nn.BatchNorm2d))
    ]
    with torch.no_grad():
        net(sample)
    for hook in hooks:
        hook.remove()
    return used


def _norms(order: list[nn.Module]) -> dict[Any, nn.BatchNorm2d]:
    """For each layer the normalisation that comes right behind it, if one does."""
    return {
        layer: norm
        for layer, norm in pairwise(order)
        if isinstance(layer, WEIGHED) and isinstance(norm, nn.BatchNorm2d)
    }


def _spoken(
    net: nn.Module, norms: dict[Any, nn.BatchNorm2d], sample: torch.Tensor
) -> dict[Any, tuple[torch.Tensor, torch.Tensor]]:
    """Mean and variance of what each normalised layer says."""
    told: dict[Any, tuple[torch.Tensor, torch.Tensor]] = {}

    def note(layer: nn.Module, _: Any, out: torch.Tensor) -> None:
        told[layer] = out.mean((0, 2, 3)), out.var((0, 2, 3), unbiased=False)

    hooks = [layer.register_forward_hook(note) for layer in norms]
    net(sample)
    for hook in hooks:
        hook.remove()
    return told


def _stored(path: Path) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Weights and biases of the file's layers, in their order."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    values = {t.name: numpy_helper.to_array(t).astype(np.float32) for t in graph.initializer}
    for node in graph.node:
        if node.op_type in ("Cast", "Identity") and node.input[0] in values:
            values[node.output[0]] = values[node.input[0]]
    added = {name: values[other] for name, other in _sums(graph, values)}
    layers = []
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm", "MatMul") and node.input[1] in values:
            weight = values[node.input[1]].copy()
            if node.op_type == "MatMul":  # a linear layer of more than two axes
                weight = np.ascontiguousarray(weight.T)
                bias = added.get(node.output[0], np.zeros(len(weight)))
            else:
                bias = values[node.input[2]] if len(node.input) > 2 else np.zeros(len(weight))
            layers.append((weight, bias.astype(np.float32)))
    return layers


def _sums(graph: Any, values: Mapping[str, NDArray[np.float32]]) -> Iterator[tuple[str, str]]:
    """What stored number is added to what: a name of each."""
    for node in graph.node:
        if node.op_type == "Add":
            one, other = node.input
            if one in values:
                yield other, one
            elif other in values:
                yield one, other
