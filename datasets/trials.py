"""Let a referee watch whole games, composed as clips, and judge what it said.

What is tried is anything that takes frames and gives events: the whole way from picture to
verdict, or a tracker behind a reader that is told the truth.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from calibration.pose import Pose
from datasets.answers import blamed
from datasets.clips import Moment, Pace, film
from datasets.covers import board_pose
from datasets.cuts import settled_frames
from datasets.deeds import state_of, turns_of
from datasets.game_measures import GameRow, MoveRow, Ply, game_row, judge_game
from datasets.hands import Hand, load_hands
from datasets.manifest import SCENES, load_scenes
from datasets.play import Played, play_game
from datasets.scenes import BadScene, Scene
from datasets.stills import composer_of, game_of
from engines import AnyGame
from engines.mangala.values import STONES
from vision.frame import Frame, Picture


class Watcher(Protocol):
    """A referee at one table.

    One with a method `turn_like(pose)` is told how the board lies before the first frame, as the
    profile of a table would tell it: nobody can see which row of a board is the first.
    """

    @property
    def position(self) -> Any:
        """The position that it believes stands."""

    def see(self, frame: Frame) -> Iterable[Mapping[str, Any]]:
        """Look at the next frame; gives events as `docs/datasets.md` tells them."""

    def finish(self) -> Iterable[Mapping[str, Any]]:
        """The camera has ended; gives what is still to be said."""


MakeWatcher = Callable[[AnyGame, Any], Watcher]
"""Makes a watcher of a game from its start position."""


@dataclass(frozen=True, eq=False)
class Clip:
    """A game and its frames, made one after the other when they are asked for."""

    name: str
    """Scene and number."""
    scene: Scene
    """The table."""
    played: Played
    """The truth."""
    hands: Sequence[Hand]
    """Whose hands move the pieces."""
    seed: int
    """Of lens, noise and pace."""
    pace: Pace
    cut: bool = False
    """Whether the hands are cut out, and most of the time in which nothing happens."""

    def moments(self) -> Iterator[Moment]:
        """The frames with their truth."""
        game = self.played.game
        composer = composer_of(self.scene, random.Random(self.seed))
        start = state_of(game.name, self.played.start)
        turns = turns_of(self.played)
        if self.cut:
            return settled_frames(self.scene, composer, start, turns, self.seed)
        return film(self.scene, composer, self.hands, start, turns, self.seed, self.pace)


def one_of_each(clip: Clip, which: int = 2) -> Iterator[Moment]:
    """Of a cut clip one frame of every stillness, the start position's first."""
    turn, frames = -1, 0
    for moment in clip.moments():
        frames = frames + 1 if moment.turn == turn else 1
        turn = moment.turn
        if frames == which:
            yield moment


def make_clip(
    scene: Scene,
    number: int,
    hands: Sequence[Hand],
    faults: int = 0,
    most_plies: int | None = None,
    pace: Pace | None = None,
    codes: Sequence[str] = (),
) -> Clip:
    """One random game on one table, with so many faults or with just these."""
    rng = random.Random(f"{scene.name}/{number}")
    played = play_game(game_of(scene), rng, faults, most_plies, codes)
    seed = rng.randrange(2**31)
    return Clip(f"{scene.name}/{number}", scene, played, hands, seed, pace or Pace())


def clips(
    game: str,
    split: str,
    each: int,
    faults: int,
    most_plies: int | None = None,
    folder: Path = SCENES,
    pace: Pace | None = None,
) -> Iterator[Clip]:
    """So many games on every table of a split, with hands of the same split."""
    hands = load_hands(split, folder, game)
    if not hands:
        raise BadScene(f"no {split} hands are stored in {folder}")
    for scene in load_scenes(game, split, folder=folder):
        for number in range(each):
            yield make_clip(scene, number, hands, faults, most_plies, pace)


@dataclass(eq=False)
class Minutes:
    """What else is kept of a trial, for whoever wants to see what went wrong."""

    events: list[tuple[int, Mapping[str, Any]]] = field(default_factory=list)
    """What was said, each with the number of moves that were complete."""
    looks: dict[int, Picture] = field(default_factory=dict)
    """The last free frame after so many moves."""
    pose: Pose | None = None
    """Where the board lies."""


def watch(
    clip: Clip, make: MakeWatcher, minutes: Minutes | None = None
) -> tuple[list[MoveRow], GameRow]:
    """Show a clip to a referee and judge what it says."""
    game = clip.played.game
    with blamed(make, "make a referee", clip.name):
        watcher = make(game, clip.played.start)
    events: list[Mapping[str, Any]] = []
    left: dict[int, float] = {}
    spent, frames, now, lawful = 0.0, 0, 0.0, True
    turn_like = getattr(watcher, "turn_like", None)
    for moment in clip.moments():
        pose = board_pose(clip.scene, moment.pose)
        if not frames and callable(turn_like):
            with blamed(watcher, "turn_like", clip.name):
                turn_like(pose)
        if moment.turn:
            left.setdefault(moment.turn, moment.frame.time)
        begin = time.perf_counter()
        with blamed(watcher, "see", f"{clip.name}, {moment.frame.time:.1f} s"):
            told = list(watcher.see(moment.frame))
            spent += time.perf_counter() - begin
            position = watcher.position
        now = moment.frame.time
        lawful = lawful and _lawful(position)
        if minutes is not None:
            minutes.pose = pose
            minutes.events += [(moment.turn, event) for event in told]
            if not moment.moving:
                minutes.looks[moment.turn] = moment.frame.picture
        events += [{**event, "time": now} for event in told]
        frames += 1
    with blamed(watcher, "finish", clip.name):
        events += [{**event, "time": now} for event in watcher.finish()]
        position = watcher.position
    truth = [
        ply
        for number, step in enumerate(clip.played.steps, 1)
        for ply in Ply.made(step.told.to_json(), left[number])
    ]
    moves = judge_game(game.name, clip.name, clip.scene.name, truth, events)
    ms = spent / max(1, frames) * 1e3
    where = clip.name, clip.scene.name
    end = clip.played.end
    row = game_row(game, *where, moves, events, position, end, frames, ms, lawful, now)
    return moves, row


def _lawful(position: Any) -> bool:
    """Mangala: whether all stones are there."""
    stones: Sequence[int] | None = getattr(position, "stones", None)
    return stones is None or sum(stones) == STONES
