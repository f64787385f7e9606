"""Train what reads Reversi and Kulami boards beside a certain look at the same table.

python -m datasets.train.familiar reversi --work WORK

Begins with the first layers of the game's reader (`datasets.train.reader`, in the same WORK).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from datasets.train.command import begun, finish, options_of, rate_of
from datasets.train.honesty import temperature_of
from datasets.train.loop import Batch, train
from datasets.train.networks import BoardReader, FamiliarReader
from datasets.train.pairs import LAYERED, SKETCHED, Pairs, looks
from vision.detectors.board import OUTPUTS, SIDE

FAMILIAR = {"reversi": 4, "kulami": 5}
"""Contents, hidden; Kulami: token."""
NEW = 2.0
"""What a cell weighs that holds something else than it did then."""


def loss(net: nn.Module, batch: Batch) -> torch.Tensor:
    """Cross-entropy of what can be seen, of what is hidden, and of tokens."""
    now, then, known, contents, hidden, tokens = batch
    out = net(now, then, known)
    seen = (~hidden).float()
    changed = (known.argmax(1) != contents) & (known.sum(1) > 0)
    weight = seen * (1 + (NEW - 1) * changed)
    told = functional.cross_entropy(out[:, :3], contents, reduction="none", label_smoothing=0.005)
    total = (told * weight).sum() / weight.sum().clamp(min=1)
    total = total + 0.5 * functional.binary_cross_entropy_with_logits(out[:, 3], hidden.float())
    if out.shape[1] > 4:
        there = functional.binary_cross_entropy_with_logits(
            out[:, 4], tokens.float(), reduction="none"
        )
        total = total + 2 * (there * seen).sum() / seen.sum().clamp(min=1)
    return total


def first_layers(game: str, work: Path) -> BoardReader:
    """The game's trained reader."""
    path = work / f"reader-{game}" / "checkpoint.pt"
    if not path.exists():
        raise SystemExit(f"{path} is missing; train the reader first")
    reader = BoardReader(OUTPUTS[game])
    reader.load_state_dict(torch.load(path, weights_only=False)["weights"])
    return reader


def told_of(net: nn.Module, batches: list[Batch]) -> tuple[torch.Tensor, torch.Tensor, float]:
    """Logits and truth of all visible cells, and how many boards are right as a whole."""
    logits, truth, exact = [], [], []
    for now, then, known, contents, hidden, _ in batches:
        with torch.no_grad():
            out = net(now, then, known)[:, :3]
        right = (out.argmax(1) == contents) | hidden
        exact.append(right.flatten(1).all(1).float())
        logits.append(out.permute(0, 2, 3, 1)[~hidden])
        truth.append(contents[~hidden])
    return torch.cat(logits), torch.cat(truth), float(torch.cat(exact).mean())


def data_of(each: int, sets: int) -> str:
    """From what it has learnt, in words."""
    return (
        f"{each} pictures of every layered training table, every whole render three times, "
        f"{sets} sketched sets of four pictures"
    )


def main() -> None:
    """Collect, train, export."""
    options = options_of(__doc__, 110, 900, 2400, 24, games=("reversi", "kulami"))
    game = options.game
    work = options.work / f"familiar-{game}"
    counts = f"{options.composed}-{options.sketched}"
    made = looks(game, "train", options.composed, options.sketched, 0)
    learnt = Pairs(game, work / f"train-{counts}.npy", made)
    held = Pairs(game, work / "validation.npy", looks(game, "validation", 40, 60, 1))
    count = {kind: len(tables) for kind, tables in learnt.tables.items()}
    print(f"{count} tables to learn from", flush=True)
    kinds = (LAYERED, SKETCHED)
    check = [held.batch(np.random.default_rng(k), 32, kinds) for k in range(6)]
    net = begun(FamiliarReader(FAMILIAR[game]), options)
    assert isinstance(net, FamiliarReader)
    net.begin_with(first_layers(game, options.work))
    net = train(
        net,
        lambda rng: learnt.batch(rng, options.batch),
        loss,
        check,
        options.steps,
        work,
        rate_of(options),
    )
    many = [held.batch(np.random.default_rng(k), 32, (LAYERED,)) for k in range(10)]
    logits, truth, exact = told_of(net, many)
    finish(
        net,
        f"{game}-familiar",
        [(3, SIDE, SIDE), (3, SIDE, SIDE), (3, 8, 8)],
        ["cells"],
        options,
        "datasets.train.familiar",
        f"Reads the {game} board beside a certain look at the same table",
        inputs=("now", "then", "known"),
        data=data_of(options.composed, options.sketched),
        temperature=temperature_of(logits, truth),
        metrics={
            "validation_cells_right": float((logits.argmax(1) == truth).float().mean()),
            "validation_boards_right": exact,
        },
    )


if __name__ == "__main__":
    main()
