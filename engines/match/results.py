"""From set results to the result of the round: pure counting, no state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engines.match.rules import RoundRules
from engines.players import PLAYERS, Player, opponent

Result = Literal["A", "B", "draw"]
"""Who won a set or a round."""


def by_counts(a: int, b: int) -> Result:
    """The result of a set by what A and B have (RULES.md 1.12, 2.10, 3.10)."""
    if a == b:
        return "draw"
    return "A" if a > b else "B"


def starters(first: Player, sets: int) -> tuple[Player, ...]:
    """Who starts each set: in turns, beginning with `first` (RULES.md 1.2, 4.1)."""
    return tuple(first if number % 2 == 0 else opponent(first) for number in range(sets))


def round_result(results: Sequence[Result], sets: int, rules: RoundRules) -> Result | None:
    """The result of the round after these sets; None while more are to be played.

    Two won sets of three win; level is a draw; no extra set (RULES.md 1.13, 4.6). A third set
    after 2-0 is played only with `play_all_sets` (B-G4). One win and draws: `round_win` (B-G3).
    """
    majority = sets // 2 + 1
    won = {player: sum(result == player for result in results) for player in PLAYERS}
    leader: Player = "A" if won["A"] >= won["B"] else "B"
    clinched = won[leader] >= majority
    if len(results) < sets and not (clinched and not rules.play_all_sets):
        return None
    if won["A"] == won["B"]:
        return "draw"
    if rules.round_win == "two_sets_required" and not clinched:
        return "draw"
    return leader


def points(result: Result) -> dict[Player, float]:
    """Match points: 1 for a win, 0 for a loss, 0.5 each for a draw (RULES.md 0.6, B-G2)."""
    if result == "draw":
        return {"A": 0.5, "B": 0.5}
    return {player: float(player == result) for player in PLAYERS}
