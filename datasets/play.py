"""Games as they are played at a table: random legal moves and, where wanted, faults among them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines import AnyExplanation, AnyGame, InputError
from engines.contract import Explanation

TRIES = 200
"""How many games are begun before it is given up."""
SLIPS = 20
"""How many faults are drawn before a move is made rightly instead."""
LENGTHS = {"reversi": 56, "kulami": 40, "mangala": 24}
"""About how many moves a game has."""
LONGEST = 400
"""No game has more moves."""
MOST_IN_A_PIT = 16
"""More stones than this nobody rendered in one pit."""
UNSEEN = {"passed_with_a_move", "touch_move"}
"""Faults that change nothing on the board."""


def reached(game: AnyGame, plies: int, rng: random.Random) -> Any:
    """The position after so many random moves, or at the end."""
    position = game.start()
    for _ in range(plies):
        moves = game.moves(position)
        if not moves:
            break
        position = game.play(position, rng.choice(moves))
    return position


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of a played game."""

    before: Any
    """The position before it."""
    told: AnyExplanation
    """What was done; with faults, what they are and what stands."""


@dataclass(frozen=True)
class Played:
    """A whole game, move by move."""

    game: AnyGame
    """The rules."""
    start: Any
    """Where it began."""
    steps: tuple[Step, ...]
    """Every turn that changes the board."""

    @property
    def end(self) -> Any:
        """The last position."""
        return self.steps[-1].told.standing if self.steps else self.start

    @property
    def faulty(self) -> tuple[Step, ...]:
        """The turns with a fault."""
        return tuple(step for step in self.steps if step.told.faults)

    def to_json(self) -> dict[str, Any]:
        """Start, turns and score; what a referee should have found."""
        return {
            "game": self.game.name,
            "start": self.start.to_json(),
            "turns": [step.told.to_json() for step in self.steps],
            "end": self.end.to_json(),
            "score": self.game.score(self.end).to_json(),
        }


def play_game(
    game: AnyGame,
    rng: random.Random,
    faults: int = 0,
    most_plies: int | None = None,
    codes: Sequence[str] = (),
    as_judged: bool = False,
) -> Played:
    """A random game to its end, with so many faults spread over it, or with just these.

    An unnoticed fault stands, and play goes on from it. `as_judged` leaves faults out that the
    engine's judge calls otherwise, as `play_badly` does. Raises `InputError` when no such game is
    found.
    """
    wanted = tuple(codes) or (None,) * faults
    length = min(LENGTHS[game.name], most_plies or LENGTHS[game.name])
    for _ in range(TRIES):
        when = sorted(rng.sample(range(2, max(length - 2, len(wanted) + 2)), len(wanted)))
        fits = _as_judged if as_judged else None
        played = _attempt(game, rng, dict(zip(when, wanted, strict=True)), most_plies, fits)
        if played is not None and len(played.faulty) == len(wanted):
            return played
    raise InputError(f"no game of {game.name} with {len(wanted)} faults in {TRIES} tries")


def play_badly(
    game: AnyGame, rng: random.Random, share: float, most_plies: int | None = None
) -> Played:
    """A random game to its end in which each move, but the first two, is faulty with this chance.

    A fault is called what the engine's judge calls the board it leaves: of two names for one board
    no picture can tell which is true.
    """
    for _ in range(TRIES):
        when = {ply: None for ply in range(2, LONGEST) if rng.random() < share}
        played = _attempt(game, rng, when, most_plies, _as_judged)
        if played is not None:
            return played
    raise InputError(f"no game of {game.name} that can be shown in {TRIES} tries")


def _attempt(
    game: AnyGame,
    rng: random.Random,
    wanted: Mapping[int, str | None],
    most_plies: int | None,
    fits: Callable[[AnyGame, Any, AnyExplanation], bool] | None = None,
) -> Played | None:
    """One game with faults at these plies; None when it cannot be shown."""
    start = position = game.start()
    steps: list[Step] = []
    while moves := game.moves(position):
        if most_plies is not None and len(steps) >= most_plies:
            break
        ply = len(steps)
        told = _fault(game, position, rng, wanted[ply], fits) if ply in wanted else None
        if told is None:
            move = rng.choice(moves)
            after = game.play(position, move)
            told = Explanation((move,), (position.side,), (), game.board_of(after), after)
        if not _can_be_shown(told):
            return None
        if game.board_of(position) != told.board:  # a pass shows nothing
            steps.append(Step(position, told))
        position = told.standing
    return Played(game, start, tuple(steps))


def _fault(
    game: AnyGame,
    position: Any,
    rng: random.Random,
    code: str | None,
    fits: Callable[[AnyGame, Any, AnyExplanation], bool] | None,
) -> AnyExplanation | None:
    """A likely fault of this code, or of any, every code as likely as any other."""
    by_code: dict[str, list[AnyExplanation]] = {}
    for told in game.faults(position):
        if told.faults[0].code not in UNSEEN and told.board != position.board:
            by_code.setdefault(told.faults[0].code, []).append(told)
    for _ in range(SLIPS):
        wanted = rng.choice(sorted(by_code)) if code is None and by_code else code
        if wanted not in by_code:
            return None
        told = rng.choice(by_code[wanted])
        if fits is None or fits(game, position, told):
            return told
    return None


def _as_judged(game: AnyGame, before: Any, told: AnyExplanation) -> bool:
    """Whether the engine's judge calls the board by this name first."""
    best = game.judge(before, told.board).explanations[0]
    return (best.moves, best.movers, best.faults) == (told.moves, told.movers, told.faults)


def _can_be_shown(told: AnyExplanation) -> bool:
    """No pit fuller than any that was rendered."""
    stones: tuple[int | None, ...] = getattr(told.board, "stones", ())
    return all((n or 0) <= MOST_IN_A_PIT for n in stones[:12])
