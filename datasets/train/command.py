"""What the commands that train have in common: their options, and their last step."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from operator import lt
from pathlib import Path
from typing import Any

import cv2
import torch
from torch import nn

from datasets.manifest import SCENES
from datasets.train.export import export, write_card
from datasets.train.thaw import thaw


def options_of(
    doc: str | None,
    composed: int,
    sketched: int,
    steps: int,
    batch: int,
    games: Sequence[str] = (),
) -> argparse.Namespace:
    """The command's options, with these defaults."""
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    if games:
        parser.add_argument("game", choices=games)
    parser.add_argument("--work", type=Path, required=True, help="folder for caches, checkpoints")
    parser.add_argument("--composed", type=int, default=composed, help="pictures of scenes")
    parser.add_argument("--sketched", type=int, default=sketched, help="drawn pictures")
    parser.add_argument("--steps", type=int, default=steps, help="batches to learn from")
    parser.add_argument("--batch", type=int, default=batch, help="pictures a batch")
    parser.add_argument("--begin", type=Path, help="a checkpoint or ONNX file to begin with")
    parser.add_argument("--rate", type=float, help="how far a step goes at most")
    parser.add_argument("--threads", type=int, default=1, help="cores; two runs beside are faster")
    options = parser.parse_args()
    # What was made from other scenes must not be taken for what these show.
    options.work /= manifest_hash()
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(options.threads)
    return options


def manifest_hash(folder: Path = SCENES) -> str:
    """The beginning of a hash over the list of the stored scenes."""
    return sha256((folder / "manifest.json").read_bytes()).hexdigest()[:8]


def begun(
    net: nn.Module, options: argparse.Namespace, sample: torch.Tensor | None = None
) -> nn.Module:
    """The network with the weights to begin with, if any were named.

    Layers that are new keep their own; one that sees more than it did takes what it had, and zeros.
    An ONNX file needs a `sample` of what will be learnt from.
    """
    if options.begin is not None and options.begin.suffix == ".onnx":
        if sample is None:
            raise SystemExit(f"{options.begin}: this training begins with a checkpoint only")
        options.shipped = sha256(options.begin.read_bytes()).hexdigest()[:12]
        options.before = _steps_of(options.begin.with_suffix(".json"))
        return thaw(net, options.begin, sample)
    if options.begin is not None:
        had = torch.load(options.begin, weights_only=False)
        options.before = int(had.get("step", 0))
        weights = net.state_dict()
        for name, old in had["weights"].items():
            now = weights.get(name.removeprefix("net."))  # some learn within another one
            if now is None or now.dim() != old.dim() or any(map(lt, now.shape, old.shape)):
                raise SystemExit(f"{options.begin} is of another network: {name} does not fit")
            if now.shape[:1] == old.shape[:1] and now.shape != old.shape:
                now.zero_()  # what is new of its input says nothing yet
            now[tuple(slice(n) for n in old.shape)] = old
        net.load_state_dict(weights)
    return net


def _steps_of(card: Path) -> int:
    """How many steps a network has had, by its card."""
    if not card.exists():
        return 0
    told = re.search(r"--steps (\d+)", json.loads(card.read_text())["command"])
    return int(told[1]) if told else 0


def rate_of(options: argparse.Namespace, afresh: float = 2e-3) -> float:
    """How far a step goes at most: what has been learnt is not to be shaken off."""
    if options.rate is not None:
        return float(options.rate)
    return afresh if options.begin is None else 0.4 * afresh


def finish(
    net: nn.Module,
    name: str,
    shape: tuple[int, ...] | Sequence[tuple[int, ...]],
    outputs: Sequence[str],
    options: argparse.Namespace,
    module: str,
    what: str,
    free_size: bool = False,
    inputs: Sequence[str] = ("picture",),
    data: str = "",
    free: Mapping[str, Mapping[int, str]] | None = None,
    **told: Any,
) -> None:
    """Write the network to `vision/models`, with its card.

    `data` says from what it has learnt, where that is not so many single pictures.
    """
    model = export(net, name, shape, inputs, outputs, free_size=free_size, free=free)
    before = getattr(options, "before", 0)
    if hasattr(options, "shipped"):
        told["begun_with"] = f"the network of before, sha256 {options.shipped}…, {before} steps"
    elif before:
        told["begun_with"] = f"{before} steps of an earlier run"
    game = f" {options.game}" if hasattr(options, "game") else ""
    write_card(
        model,
        what=what,
        command=f"python -m {module}{game} --composed {options.composed} "
        f"--sketched {options.sketched} --steps {before + options.steps} --batch {options.batch}",
        data=data
        or f"{options.composed} pictures of training scenes, {options.sketched} sketches"
        " (a game, where there are several)",
        seed=1,
        **told,
    )
