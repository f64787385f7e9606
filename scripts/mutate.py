"""Thousands of mutated inputs: nothing may crash, print a traceback or make up a state.

python scripts/mutate.py 10000 --csv results/mutations.csv

Each input is refused with one line (`refused`), taken as harmless (`taken`), or the program fails
(`failed`), which is what must not happen. What is taken must leave a position that the rules know.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import traceback
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from datasets.mutations import Mutations
from datasets.rows import write_rows
from engines import InputError

OFTEN = {
    "picture file": 10,
    "frame": 10,
    "frame to a table": 2,
    "reading": 10,
    "order": 14,
    "journal bytes": 22,
    "journal event": 22,
    "profile": 10,
}
"""How many of a hundred inputs are of each kind; those that take long are fewer."""


@dataclass
class Row:
    """What became of the inputs of one kind."""

    kind: str
    """Which inputs."""
    inputs: int = 0
    """How many."""
    refused: int = 0
    """Told to be wrong in one line."""
    taken: int = 0
    """Taken; the state is one that the rules know."""
    failed: int = 0
    """A traceback, several lines, or a wrong state."""
    first: str = ""
    """The first failure, in a few words."""


def mutate(count: int, seed: int, folder: Path, *, aloud: bool = False) -> list[Row]:
    """Give the program so many inputs of all kinds; gives a row a kind."""
    mutations = Mutations(seed, folder)
    kinds = mutations.kinds()
    rows = {kind: Row(kind) for kind in kinds}
    turns = [kind for kind in kinds for _ in range(OFTEN[kind])]
    random.Random(seed).shuffle(turns)
    for number in range(count):
        kind = turns[number % len(turns)]
        row = rows[kind]
        row.inputs += 1
        try:
            kinds[kind]()
            row.taken += 1
        except InputError as error:
            told = str(error)
            plain = bool(told) and len(told.splitlines()) == 1
            row.refused += plain
            row.failed += not plain
            row.first = row.first or ("" if plain else repr(told)[:200])
        except Exception as error:
            row.failed += 1
            row.first = row.first or f"{type(error).__name__}: {error}"[:200]
            if aloud:
                traceback.print_exc()
        if aloud and number % 500 == 499:
            print(number + 1, {row.kind: row.failed for row in rows.values()}, flush=True)
    return list(rows.values())


def in_a_folder(count: int, seed: int) -> list[Row]:
    """The same in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return mutate(count, seed, Path(folder), aloud=True)


def added(parts: list[list[Row]]) -> list[Row]:
    """The rows of several runs, added up."""
    return [
        Row(
            same[0].kind,
            *(sum(getattr(row, what) for row in same) for what in ("inputs", "refused", "taken")),
            sum(row.failed for row in same),
            next((row.first for row in same if row.first), ""),
        )
        for same in zip(*parts, strict=True)
    ]


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("count", type=int, nargs="?", default=10_000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--jobs", type=int, default=1, help="processes side by side")
    reader.add_argument("--csv", type=Path)
    given = reader.parse_args()
    each = -(-given.count // given.jobs)
    with ProcessPoolExecutor(given.jobs) as pool:
        parts = pool.map(
            in_a_folder, [each] * given.jobs, range(given.seed, given.seed + given.jobs)
        )
        rows = added(list(parts))
    for row in rows:
        print(row)
    if given.csv is not None:
        write_rows(given.csv, rows, Row)
    sys.exit(1 if any(row.failed for row in rows) else 0)


if __name__ == "__main__":
    main()
