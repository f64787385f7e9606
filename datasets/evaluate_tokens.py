"""Kulami: are tokens seen better once a table's own have been learnt? Measured over whole games."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from calibration.pose import Pose
from datasets.covers import board_pose
from datasets.trials import Clip, one_of_each
from engines.kulami import Board
from referee.tracker.predictions import spots
from referee.tracker.settings import Settings
from vision.detectors.kulami import KulamiDetector
from vision.frame import Frame


@dataclass(frozen=True, slots=True)
class TokenRow:
    """One move's result: a line of a CSV."""

    scene: str
    clip: str
    move: int
    """How many moves had been made."""
    marbles: int
    """Marbles on the board."""
    tokens: int
    """Those that carry a token."""
    missed: int
    """Tokens that a reader overlooks which knows no table."""
    fancied: int
    """Tokens that it makes up."""
    learnt_missed: int
    """The same of one that has learnt from the moves before the last two."""
    learnt_fancied: int
    """Tokens that this one makes up."""


@dataclass(frozen=True, eq=False)
class Shown:
    """A settled frame and what is true of it."""

    frame: Frame
    pose: Pose
    board: Board
    """With the tokens where they lie."""
    certain: bool
    """Whether nothing was wrong with this move or the one before."""


def evaluate_tokens(clip: Clip) -> Iterator[TokenRow]:
    """A row a move of one game at the level of settled frames."""
    stranger, friend = KulamiDetector(), KulamiDetector()
    later = deque[Shown]()
    for move, shown in enumerate(stillnesses(clip), 1):
        later.append(shown)
        if len(later) > Settings().confirmations:
            known = later.popleft()
            if known.certain:
                friend.adapt(known.frame, known.pose, known.board)
        truth, marbles = spots(shown.board.tokens or 0), spots(shown.board.pieces)
        seen = [
            reader.read(shown.frame, shown.pose).carrying & marbles for reader in (stranger, friend)
        ]
        counts = [int(x.sum()) for told in seen for x in (truth & ~told, told & ~truth)]
        here = int(marbles.sum()), int(truth.sum())
        yield TokenRow(clip.scene.name, clip.name, move, *here, *counts)


def stillnesses(clip: Clip) -> Iterable[Shown]:
    """One frame after each move of a game."""
    sound = True
    for moment in one_of_each(clip):
        if moment.turn == 0:
            continue
        told = clip.played.steps[moment.turn - 1].told
        lying = sum(1 << hole for hole, it in enumerate(moment.state) if str(it).startswith("t"))
        board = Board(told.board.black, told.board.red, 0, lying)
        pose = board_pose(clip.scene, moment.pose)
        yield Shown(moment.frame, pose, board, sound and not told.faults)
        sound = not told.faults
