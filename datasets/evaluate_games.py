"""Referee whole games from pictures of stored scenes, and show what was missed.

Two levels. *Clips*: every frame, with the hands in it. *Frames*: only the frames in which the board
lies still (`datasets.cuts`). Both go through the same table: the board is found once, frames are
settled, read, compared and tracked, and the reader learns. Nobody helps.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import cv2

from datasets.clips import PACES
from datasets.game_measures import GameRow, MoveRow
from datasets.hands import load_hands
from datasets.manifest import SCENES, read_manifest
from datasets.misses import Miss, misses_of
from datasets.play import play_badly
from datasets.rows import append_rows, read_rows, write_rows
from datasets.scenes import BadScene, Scene
from datasets.stills import game_of
from datasets.trials import Clip, Minutes, watch
from engines import InputError
from referee.watcher import Watcher

LEVELS = ("frames", "clips")
FAULTY = 0.1
"""How often a move is faulty."""
SPLIT = "test"
"""Nothing that anybody learnt from; whoever mends the referee looks at `validation`."""


@dataclass(frozen=True, slots=True)
class Order:
    """One game to be refereed."""

    scene: str
    """On which table."""
    level: str
    """`frames` or `clips`."""
    number: int
    """Which game of this table."""
    seed: int
    """Another seed gives other games."""
    plies: int | None
    """Stop after so many moves; None: at the end of the game."""
    folder: Path
    """Where scenes are stored."""
    split: str = SPLIT
    """Whose hands make the moves: those that go with the table."""

    @property
    def name(self) -> str:
        """How the game is called in the rows."""
        short = "" if self.plies is None else f"/{self.plies}"
        return f"{self.scene}/{self.level}/{self.seed}/{self.number}{short}"

    def clip(self) -> Clip:
        """The game and its frames."""
        scene = Scene.load(self.folder / self.scene)
        rng = random.Random(f"{self.scene}/{self.seed}/{self.number}")
        played = play_badly(game_of(scene), rng, FAULTY, self.plies)
        hands = load_hands(self.split, self.folder, scene.game) if self.level == "clips" else []
        if self.level == "clips" and not hands:
            raise BadScene(f"no {self.split} hands are stored in {self.folder}")
        seed, cut = rng.randrange(2**31), self.level == "frames"
        return Clip(self.name, scene, played, hands, seed, PACES["calm"], cut)


@dataclass(frozen=True, slots=True, eq=False)
class Refereed:
    """One game, judged."""

    moves: list[MoveRow]
    """A row a move."""
    row: GameRow
    """The whole game."""
    misses: list[Miss]
    """What went wrong, with pictures."""


def orders(
    game: str,
    count: int,
    level: str = "frames",
    seed: int = 0,
    plies: int | None = None,
    folder: Path = SCENES,
    split: str = SPLIT,
) -> list[Order]:
    """So many games, dealt out over the scenes of a split."""
    entries = read_manifest(folder)
    found = [e for e in entries if (e.game, e.kind, e.split) == (game, "layers", split)]
    if not found:
        raise InputError(f"no {split} scenes of {game} are stored in {folder}")
    deal = (divmod(number, len(found)) for number in range(count))
    return [Order(found[spot].scene, level, n, seed, plies, folder, split) for n, spot in deal]


def referee(order: Order) -> Refereed:
    """Play one game before the camera and judge what the referee said."""
    cv2.setNumThreads(1)
    clip, minutes = order.clip(), Minutes()
    moves, row = watch(clip, Watcher, minutes)
    return Refereed(moves, row, misses_of(clip, moves, minutes))


def referee_all(some: Sequence[Order], jobs: int = 1) -> Iterator[Refereed]:
    """All games, each told as soon as it is judged."""
    if jobs == 1:
        yield from map(referee, some)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(referee, order) for order in some]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


@dataclass(frozen=True)
class Files:
    """Where results go while they come; a run that was cut goes on from them."""

    moves: Path | None
    """A row a move."""
    games: Path | None
    """A row a game."""

    def begin(self, resume: bool) -> tuple[list[MoveRow], list[GameRow]]:
        """What an earlier run has left; all older rows go where none is to be resumed."""
        if not resume:
            for path in (self.moves, self.games):
                if path is not None:
                    path.unlink(missing_ok=True)
            return [], []
        if self.moves is None or self.games is None:
            raise InputError("to resume a run, name both --csv and --games-csv")
        games = read_rows(self.games, GameRow) if self.games.exists() else []
        done = {row.clip for row in games}
        told = read_rows(self.moves, MoveRow) if self.moves.exists() else []
        moves = [row for row in told if row.clip in done]  # a game that was cut is played again
        write_rows(self.moves, moves, MoveRow)
        write_rows(self.games, games, GameRow)
        return moves, games

    def add(self, one: Refereed) -> None:
        """One more game; its row comes last, and says that all of it is there."""
        if self.moves is not None:
            append_rows(self.moves, one.moves, MoveRow)
        if self.games is not None:
            append_rows(self.games, [one.row], GameRow)


def left_over(some: Iterable[Order], games: Iterable[GameRow]) -> list[Order]:
    """The games that nobody has refereed yet."""
    done = {row.clip for row in games}
    return [order for order in some if order.name not in done]
