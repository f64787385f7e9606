"""The options of a round that hold for every game (RULES.md part B, General)."""

from __future__ import annotations

from dataclasses import dataclass

from engines.options import check_rules, option


@dataclass(frozen=True, slots=True)
class RoundRules:
    """How a round is counted and when a report is heard; read it with `engines.options`."""

    round_win: str = option(
        "more_sets", ("more_sets", "two_sets_required"), "B-G3 one set won, the others drawn"
    )
    play_all_sets: bool = option(False, (False, True), "B-G4 a third set after 2-0")
    warnings_scope: str = option("round", ("round", "set"), "B-G6 over what warnings add up")
    objection_window: str = option(
        "end_to_own_move",
        ("end_to_own_move", "any_time_to_own_move"),
        "B-G9 from when a report is heard; always until the reporter's own move",
    )
    referee_may_intervene: bool = option(
        False, (False, True), "B-G10 the referee reports a breach that the opponent did not"
    )

    def __post_init__(self) -> None:
        check_rules(self, "round")
