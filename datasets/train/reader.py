"""Train what reads Reversi and Kulami boards.

python -m datasets.train.reader reversi --work WORK
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from datasets.optics import Optics, photograph
from datasets.train.colours import for_torch, recoloured
from datasets.train.command import begun, finish, options_of, rate_of
from datasets.train.examples import Example, examples
from datasets.train.honesty import temperature_of
from datasets.train.loop import Batch, train
from datasets.train.networks import BoardReader
from vision.detectors.board import CELL, HEIGHT, MARGIN, OUTPUTS, SIDE
from vision.reading import CONTENTS
from vision.rectify import rectified

HUES = {"reversi": 40.0, "kulami": 6.0}
"""How far hues wander, of 180; only Kulami tells pieces by their colour."""
JITTER = 0.07
"""How far the corners of a found board may lie off, in cells; the reader must bear it."""


@dataclass(frozen=True, eq=False)
class Boards:
    """Many rectified boards and their labels."""

    pictures: NDArray[np.uint8]
    """N x SIDE x SIDE x 3."""
    contents: NDArray[np.int64]
    """N x 8 x 8: which content."""
    hidden: NDArray[np.bool_]
    """N x 8 x 8."""
    tokens: NDArray[np.bool_]
    """N x 8 x 8."""
    plates: NDArray[np.int64]
    """N x 8 x 8: plate numbers; 0 everywhere where there are none."""

    def __len__(self) -> int:
        return len(self.pictures)


def collect(
    game: str, split: str, composed: int, sketched: int, work: Path, seed: int = 0
) -> Boards:
    """Make the boards, or take those that an earlier run has made."""
    path = work / f"{game}-{split}-{composed}-{sketched}-{seed}.npz"
    if not path.exists():
        made = [
            flat_board(game, e, i)
            for i, e in enumerate(examples(game, split, composed, sketched, seed))
        ]
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part.npz")
        parts: dict[str, Any] = {
            f"a{k}": np.stack(part) for k, part in enumerate(zip(*made, strict=True))
        }
        np.savez(unfinished, **parts)
        unfinished.replace(path)
    with np.load(path) as data:
        return Boards(*(data[f"a{k}"] for k in range(5)))


def flat_board(game: str, example: Example, number: int) -> tuple[NDArray[np.generic], ...]:
    """The rectified board, a little beside, with contents, hidden cells, tokens and plates."""
    rng = np.random.default_rng([number, 77])
    picture, pose = photograph(example.picture, example.pose, Optics.random(rng), rng)
    warp = nudge(rng, JITTER * (2.0 if rng.random() < 0.2 else 1.0))
    flat = rectified(picture, pose, CELL, MARGIN, HEIGHT[game], warp)
    letters = CONTENTS[game]
    tokens = np.zeros(64, bool)
    tokens[list(example.tokens)] = True
    names = sorted({letter for row in example.plates for letter in row})
    plates = [names.index(letter) + 1 for row in example.plates for letter in row] or [0] * 64
    return (
        flat,
        np.array([letters.index(c) for c in example.contents]).reshape(8, 8),
        example.hidden.reshape(8, 8),
        tokens.reshape(8, 8),
        np.array(plates).reshape(8, 8),
    )


def nudge(rng: np.random.Generator, size: float) -> NDArray[np.float64]:
    """A map of board coordinates that moves each corner by about `size` cells."""
    import cv2

    corners = np.array([(-4, 4), (4, 4), (4, -4), (-4, -4)], np.float32)
    moved = corners + rng.normal(0, size, (4, 2)).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, moved), float)


def batch_of(boards: Boards, rng: np.random.Generator, size: int, hues: float = 6.0) -> Batch:
    """Random boards, turned, mirrored and recoloured."""
    parts: list[tuple[NDArray[np.generic], ...]] = []
    for i in rng.integers(0, len(boards), size):
        turn, mirror = int(rng.integers(4)), bool(rng.integers(2))

        def lie(
            grid: NDArray[np.generic], turn: int = turn, mirror: bool = mirror
        ) -> NDArray[np.generic]:
            turned = np.rot90(grid, turn)
            return turned[:, ::-1] if mirror else turned

        picture = recoloured(np.ascontiguousarray(lie(boards.pictures[i])), rng, hues)
        grids = (boards.contents[i], boards.hidden[i], boards.tokens[i], boards.plates[i])
        parts.append((picture, *(lie(grid).copy() for grid in grids)))
    return to_tensors(parts)


def to_tensors(parts: list[tuple[NDArray[np.generic], ...]]) -> Batch:
    """Pictures and labels for torch."""
    pictures, *grids = zip(*parts, strict=True)
    stacked = [torch.from_numpy(np.stack(g)) for g in grids]
    return (torch.from_numpy(for_torch(list(pictures))), *stacked)


def loss_of(game: str, smooth: float = 0.01) -> object:
    """Cross-entropy of what can be seen, and of what is hidden; Kulami adds tokens and seams."""

    def loss(net: nn.Module, batch: Batch) -> torch.Tensor:
        pictures, contents, hidden, tokens, plates = batch
        out = net(pictures)
        seen = ~hidden
        told = functional.cross_entropy(
            out[:, :3], contents, reduction="none", label_smoothing=smooth
        )
        total = (told * seen).sum() / seen.sum().clamp(min=1)
        total = total + 0.5 * functional.binary_cross_entropy_with_logits(out[:, 3], hidden.float())
        if game == "kulami":
            there = functional.binary_cross_entropy_with_logits(
                out[:, 4], tokens.float(), reduction="none"
            )
            total = total + 3 * (there * seen).sum() / seen.sum().clamp(min=1)
            for channel, axis in ((5, 2), (6, 1)):
                a, b = plates.narrow(axis, 0, 7), plates.narrow(axis, 1, 7)
                clear = seen.narrow(axis, 0, 7) & seen.narrow(axis, 1, 7)
                told = out[:, channel].narrow(axis - 0, 0, 7)
                seam = functional.binary_cross_entropy_with_logits(
                    told, (a != b).float(), reduction="none"
                )
                total = total + (seam * clear).sum() / clear.sum().clamp(min=1)
        return total

    return loss


def answers(net: nn.Module, boards: Boards) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """What the network says of visible cells, and what is true."""
    logits, truth = [], []
    for part in np.array_split(np.arange(len(boards)), -(-len(boards) // 32)):
        with torch.no_grad():
            out = net(torch.from_numpy(for_torch(list(boards.pictures[part]))))
        seen = ~boards.hidden[part]
        logits.append(out[:, :3].permute(0, 2, 3, 1).numpy()[seen])
        truth.append(boards.contents[part][seen])
    return np.concatenate(logits), np.concatenate(truth)


def main() -> None:
    """Collect, train, export."""
    options = options_of(__doc__, 4000, 3000, 4500, 24, games=("reversi", "kulami"))
    work = options.work / f"reader-{options.game}"
    work.mkdir(parents=True, exist_ok=True)
    boards = collect(options.game, "train", options.composed, options.sketched, work)
    held = collect(options.game, "validation", 240, 120, work, seed=1)
    print(f"{len(boards)} boards to learn from, {len(held)} to choose by", flush=True)
    check = [batch_of(held, np.random.default_rng(k), 40) for k in range(6)]
    net = train(
        begun(BoardReader(OUTPUTS[options.game]), options, check[0][0]),
        lambda rng: batch_of(boards, rng, options.batch, HUES[options.game]),
        loss_of(options.game),  # type: ignore[arg-type]
        check,
        options.steps,
        work,
        rate_of(options),
    )
    logits, truth = answers(net, held)
    temperature = temperature_of(torch.from_numpy(logits), torch.from_numpy(truth))
    finish(
        net,
        f"{options.game}-reader",
        (3, SIDE, SIDE),
        ["cells"],
        options,
        "datasets.train.reader",
        f"Reads the {options.game} board: contents, hidden cells"
        + (", seams" if options.game == "kulami" else ""),
        temperature=temperature,
        metrics={"validation_cells_right": float((logits.argmax(1) == truth).mean())},
    )


if __name__ == "__main__":
    main()
