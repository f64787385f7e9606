"""Ultralytics as this project uses it: offline, on a CPU, from the `train` extra."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


def ultralytics() -> Any:
    """The package, made ready; raises `ImportError` when the `train` extra is not installed."""
    os.environ.setdefault("YOLO_CONFIG_DIR", str(Path.home() / ".cache" / "hakem" / "ultralytics"))
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")
    os.environ.setdefault("YOLO_OFFLINE", "true")
    Path(os.environ["YOLO_CONFIG_DIR"]).mkdir(parents=True, exist_ok=True)
    _lend_operators()
    import ultralytics as package

    return package


_LENT: list[Any] = []


def _lend_operators() -> None:
    """Give a CPU-only torch the one operator of torchvision that its wheel does not bring along."""
    import torch

    if _LENT:
        return
    try:
        torch.ops.torchvision.nms  # noqa: B018 (asks whether it is there)
    except (AttributeError, RuntimeError):
        library = torch.library.Library("torchvision", "DEF")
        library.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
        library.define("qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
        library.impl("nms", _nms, "CPU")
        _LENT.append(library)
    import torchvision.extension

    torchvision.extension._has_ops = lambda: True


def _nms(boxes: Any, scores: Any, threshold: float) -> Any:
    """Keep the best box, drop what overlaps it, and so on."""
    import torch

    order = scores.argsort(descending=True)
    x1, y1, x2, y2 = boxes.unbind(1)
    areas = (x2 - x1) * (y2 - y1)
    kept = []
    while order.numel():
        best = order[0]
        kept.append(best)
        rest = order[1:]
        wide = (torch.minimum(x2[best], x2[rest]) - torch.maximum(x1[best], x1[rest])).clamp(0)
        high = (torch.minimum(y2[best], y2[rest]) - torch.maximum(y1[best], y1[rest])).clamp(0)
        shared = wide * high
        order = rest[shared / (areas[best] + areas[rest] - shared) <= threshold]
    return torch.stack(kept) if kept else order
