"""The parts of a score as lines of a sheet."""

from __future__ import annotations

from typing import Any

from engines.contract import ScoreLike
from engines.kulami import Score as KulamiScore
from engines.mangala import Score as MangalaScore
from engines.mangala.values import SIDES as SEATS
from engines.players import PLAYERS
from engines.reversi import Score as ReversiScore
from referee.sheet.counting import Counted
from referee.sheet.values import SETS, Early, Sheet
from referee.sheet.words import EARLY, say

UNKNOWN = "?"
"""What stands for a number that nobody knows."""
MOST_ROWS = 8
"""So many rows of a colour are named; more are counted."""


def parts_of(score: ScoreLike, language: str) -> list[dict[str, Any]]:
    """The parts of a score, one under the other: label, both numbers, and what they come from."""
    if isinstance(score, KulamiScore):
        return _kulami(score, language)
    if isinstance(score, ReversiScore):
        discs = [len(score.black_discs), len(score.white_discs)]
        gifts = [score.black - discs[0], score.white - discs[1]]
        lines = [_line(say(language, "discs"), discs)]
        return [*lines, _line(say(language, "empties"), gifts)] if any(gifts) else lines
    assert isinstance(score, MangalaScore)
    swept = [score.sweep.count if score.sweep and score.sweep.by == s else 0 for s in SEATS]
    own = [score.total(s) - n for s, n in zip(SEATS, swept, strict=True)]
    return [_line(say(language, "treasury"), own), _line(say(language, "swept"), swept)]


def lines_of(counted: Counted, language: str) -> list[dict[str, Any]]:
    """The parts of the score of a board; unknown where too many stones are missing."""
    lines = parts_of(counted.score, language)
    if not counted.uncounted:
        return lines
    return [{**line, "cells": [UNKNOWN for _ in line["cells"]]} for line in lines]


def totals_of(counted: Counted) -> list[str]:
    """Both totals; unknown where too many stones are missing."""
    return [UNKNOWN if counted.uncounted else str(total) for total in counted.totals]


def _kulami(score: KulamiScore, language: str) -> list[dict[str, Any]]:
    sides, none = (score.black, score.red), say(language, "none")
    rows = []
    for side in sides:
        told = [f"{row.holes[0]}–{row.holes[-1]} ({row.points})" for row in side.rows]
        if len(told) > MOST_ROWS:
            told = [*told[:MOST_ROWS], f"… (+{len(told) - MOST_ROWS})"]
        rows.append(", ".join(told) or none)
    sizes = {plate.letter: plate.points for plate in score.plates}
    plates = [
        ", ".join(f"{letter}\u00a0{sizes[letter]}" for letter in side.plates) or none
        for side in sides
    ]
    areas = [say(language, "pieces", n=len(side.area)) for side in sides]
    return [
        _line(say(language, "rows"), [side.row_points for side in sides], rows),
        _line(say(language, "area"), [side.area_points for side in sides], areas),
        _line(say(language, "plates"), [side.plate_points for side in sides], plates),
    ]


def _line(label: str, numbers: list[int], details: list[str] | None = None) -> dict[str, Any]:
    return {"label": label, "cells": [str(n) for n in numbers], "details": details or ["", ""]}


def result_of(sheet: Sheet, language: str) -> str:
    """Who has won, or is ahead while the sheet is not final."""
    counted, early = sheet.counted, sheet.early
    if early is not None and sheet.final:
        return early_result(sheet, early, language)
    if counted.uncounted:
        return say(language, "uncounted", n=counted.stones_read)
    winner = counted.score.winner
    if winner is None:
        if not sheet.final:
            return say(language, "level")
        left_open = getattr(counted.game.rules, "tie", "draw") == "referee"
        return say(language, "referee_decides" if left_open else "draw")
    word = "winner" if sheet.final else "ahead"
    return say(language, word, side=_named(sheet, winner, language))


def early_result(sheet: Sheet, early: Early, language: str) -> str:
    """Who has won where the board does not show it, and why."""
    told = say(language, "draw")
    if early.winner is not None:
        told = say(language, "winner", side=_named(sheet, early.winner, language))
    return f"{told} · {_why(sheet, early, language)}"


def _named(sheet: Sheet, side: str, language: str) -> str:
    name = sheet.heading.names[sheet.counted.game.sides.index(side)]
    return f"{name} ({say(language, side)})" if name else say(language, side)


def _why(sheet: Sheet, early: Early, language: str) -> str:
    """Why the game ended though the board does not show it."""
    kind, _, words = early.reason.partition(": ")
    if words:
        return say(language, "early_stopped", why=words)
    if early.winner is None and kind == "time_out":  # who ran out of time has not lost
        return say(language, "early_time_out_draw")
    sides = sheet.counted.game.sides
    loser = sides[early.winner == sides[0]]
    known = kind if kind in EARLY else "referee"
    return say(language, f"early_{known}", side=_named(sheet, loser, language))


def count_lines(sheet: Sheet, language: str) -> dict[str, Any]:
    """Mangala: the referee's own count beside the computed one; empty boxes where none is told."""
    hand = sheet.by_hand
    gaps = [0, 0] if hand is None else [h - t for h, t in zip(hand, sheet.totals, strict=True)]
    return {
        "label": say(language, "by_hand"),
        "cells": ["", ""] if hand is None else [str(n) for n in hand],
        "differs": any(gaps) or (hand is not None and sheet.counted.uncounted),
        "difference": say(language, "difference"),
        "differences": [UNKNOWN if sheet.counted.uncounted else _signed(gap) for gap in gaps],
    }


def _signed(gap: int) -> str:
    return f"{gap:+d}".replace("-", "−") if gap else "0"


def sets_of(sheet: Sheet, language: str) -> dict[str, Any]:
    """Mangala: every set with its score, the sets won, and the points of the round."""
    scores = sheet.scores
    won = [sum(ended.result == player for ended in sheet.ended_sets) for player in PLAYERS]
    rows = [["–" if each is None else str(each[i]) for each in scores] for i in (0, 1)]
    if sheet.round is None and not sheet.final:
        for row in rows:  # not won by anybody yet
            row[-1] = UNKNOWN if sheet.counted.uncounted else f"{row[-1]}{UNKNOWN}"
    for i in (0, 1):
        rows[i] += [""] * (SETS - len(scores)) + [str(won[i])]
    heads = [say(language, "set", n=n) for n in range(1, SETS + 1)]
    columns = [*heads, say(language, "sets_won")]
    points = sheet.round_points
    note = say(language, "sets_to_play") if sheet.final else ""
    if points is not None and sheet.final:
        told = " – ".join(f"{points[player]:g}" for player in PLAYERS)
        if language == "tr":
            told = told.replace(".", ",")
        note = f"{say(language, 'round_points')}: {told}"
    return {"label": say(language, "sets"), "columns": columns, "rows": rows, "note": note}
