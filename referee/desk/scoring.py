"""The score of the table that is watched: what was tracked, with what the eyes now doubt."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from engines import AnyGame, InputError, match
from engines.kulami import Layout
from engines.players import PLAYERS
from referee import events as told
from referee.journal import read_journal
from referee.round_events import STOPPED
from referee.sheet import Heading, Sheet, count_board, write_page
from referee.sheet.counting import OVER, PLATES, OpenPoint, plates_point, with_count
from referee.sheet.values import Early, RoundTold, today
from referee.sheet.words import EARLY
from referee.sitting import Beginning, Sitting, Standing, Written
from referee.sitting.rebuilding import Rebuilt
from referee.sitting.standing import counted_in
from referee.tracker import Tracker
from vision.photo import Read

STROKES, POINTS = 40, 400
"""No signature has more strokes, and no stroke more points."""
PAD = (600.0, 180.0)
"""Width and height of the field that is signed in."""


@dataclass
class Said:
    """What people have said about the score; kept until the next game."""

    confirmed: dict[str, str] = field(default_factory=dict)
    """Cells that were looked at, with what stood there: what comes there later is not meant.
    `plates`, too, once they were looked at."""
    signatures: dict[str, tuple[int, str]] = field(default_factory=dict)
    """By player the number of the event by which was signed, and what was drawn, as SVG."""


def drawn_by(sitting: Sitting, said: Said, player: str) -> str:
    """What a player has drawn under this very result; empty where nothing."""
    signing = _signings(sitting).get(player)
    number, drawing = said.signatures.get(player, (0, ""))
    return drawing if signing is not None and signing.number == number else ""


def sheet_of(sitting: Sitting, said: Said) -> Sheet:
    """The sheet of the game as it stands."""
    with sitting.held():
        standing = sitting.standing()
        tracker = sitting.tracker
        round_ = sitting.keeper.round
        counted = count_board(tracker.game, tracker.game.board_of(tracker.position))
        over = standing.over or _ended(round_)
        early = _early(round_)
        doubts = [*_unsettled(tracker, over), *_doubts(sitting, standing, said), *_unruled(round_)]
        other = sitting.last_of(told.OtherPlates)
        if isinstance(other, told.OtherPlates) and PLATES not in said.confirmed:
            shown = Layout.parse(other.layout)
            doubts.append(plates_point(tracker.game, counted.board, shown))
        if not over:
            doubts.append(OpenPoint(OVER))
        counted = replace(counted, over=over, open=tuple(doubts), read=_read(sitting))
        counted = with_count(counted, _by_hand(standing.counted), needed=_counts(early))
        order = _order(tracker.game, round_)
        heading = _heading(sitting.beginning, order)
        signed = tuple(drawn_by(sitting, said, PLAYERS[i]) for i in order)
        agreed = _agreed(sitting)
        number, digits = _last_hash(sitting)
        return Sheet(
            counted,
            heading,
            fingerprint=digits,
            event_number=number,
            signatures=(signed[0], signed[1]),
            agreed=(agreed.get(PLAYERS[order[0]], ""), agreed.get(PLAYERS[order[1]], "")),
            early=early,
            round=RoundTold(round_.set_number, round_.results, round_.decision),
        )


def sheet_again(rebuilt: Rebuilt, position: Any) -> Sheet:
    """The sheet of a game that only its journal tells, at the position where its moves lead today.

    No doubted cell keeps it open: what people have said of it is not in the journal. Nothing does
    once both have signed.
    """
    tracker, round_ = rebuilt.tracker, rebuilt.keeper.round
    over, early = tracker.state.over or _ended(round_), _early(round_)
    counted = replace(count_board(tracker.game, tracker.game.board_of(position)), over=over)
    if round_.phase != "signed":
        points = [*_unsettled(tracker, over), *_unruled(round_)]
        counted = replace(counted, open=(*points, *([] if over else [OpenPoint(OVER)])))
        by_hand = _by_hand(counted_in(rebuilt.written))
        counted = with_count(counted, by_hand, needed=_counts(early))
    else:
        counted = replace(counted, open=())
    heading = _heading(rebuilt.beginning, _order(tracker.game, round_))
    told_ = RoundTold(round_.set_number, round_.results, round_.decision)
    return Sheet(counted, heading, early=early, round=told_)


def _ended(round_: match.Round) -> bool:
    return round_.phase in ("between", "over", "signed", "referee")


def _counts(early: Early | None) -> bool:
    """Whether the board is counted, however the game ended."""
    return early is None or early.reason.startswith(STOPPED)


def _order(game: AnyGame, round_: match.Round) -> list[int]:
    """Which player has each side of the game, in its order."""
    return [PLAYERS.index(round_.player_of(side)) for side in game.sides]


def _heading(beginning: Beginning, order: list[int]) -> Heading:
    names = (beginning.names[order[0]], beginning.names[order[1]])
    return Heading(names, "", beginning.table, beginning.round, today())


def _unsettled(tracker: Tracker, over: bool) -> list[OpenPoint]:
    """What keeps anybody from knowing what stands on the board; after the end it may be tidied."""
    points = []
    if tracker.paused and not over:
        points.append(OpenPoint("paused"))
    if tracker.state.lost and not over:
        points.append(OpenPoint("board"))
    if tracker.awaited is not None:
        points.append(OpenPoint("correction"))
    return points


def _unruled(round_: match.Round) -> list[OpenPoint]:
    """What the round waits for."""
    points = []
    if round_.question is not None:
        points.append(OpenPoint("decision"))
    if round_.phase == "halted":  # a piece is off the board
        points.append(OpenPoint("board"))
    return points


def _signings(sitting: Sitting) -> dict[str, Written]:
    """By which event each player has signed what is on the sheet now."""
    signed = sitting.keeper.round.signed
    found = {}
    for line in sitting.events_after(0):
        event = line.event
        if isinstance(event, told.Happened) and isinstance(event.what, match.Signed):
            found[event.what.by] = line
    return {player: found[player] for player in signed if player in found}


def _agreed(sitting: Sitting) -> dict[str, str]:
    """When each player has agreed, as the clock on the wall showed it."""
    signings = _signings(sitting)
    found: dict[str, str] = {}
    for player in sitting.keeper.round.signed:
        line = signings.get(player)
        when = None if line is None else datetime.fromisoformat(line.time).astimezone()
        found[player] = "–" if when is None else f"{when:%H:%M}"
    return found


def _early(round_: match.Round) -> Early | None:
    """How the game ended, where the board does not show it."""
    if round_.decision is not None and round_.decision.reason != "sets":
        result, reason = round_.decision.result, str(round_.decision.reason)
    elif round_.set_number and len(round_.results) == round_.set_number:
        result, reason = round_.results[-1].result, round_.results[-1].reason
        kind = reason.partition(": ")[0]
        if kind not in (*EARLY, STOPPED) and not kind.startswith("referee_"):
            return None
    else:
        return None
    return Early(None if result == "draw" else round_.side_of(result), reason)


def _doubts(sitting: Sitting, standing: Standing, said: Said) -> list[OpenPoint]:
    """Cells that the last look at this position could not tell, unless somebody has looked."""
    contents = contents_of(sitting)
    doubtful = list(standing.unproven)
    if standing.unsure is not None:
        doubtful += standing.unsure["cells"]
    return [
        OpenPoint("cell", cell, contents[cell])
        for cell in dict.fromkeys(doubtful)
        if cell in contents
        and said.confirmed.get(cell) != contents[cell]
        and str(standing.counted.get(cell, "")) != contents[cell]
    ]


def contents_of(sitting: Sitting) -> dict[str, str]:
    """What is believed to stand in each cell."""
    tracker = sitting.tracker
    board = tracker.game.board_of(tracker.position)
    if tracker.game.name == "mangala":
        held = [str(count or 0) for count in board.stones]
    else:
        held = list("".join(board.rows))
    return dict(zip(tracker.view.names, held, strict=True))


def _read(sitting: Sitting) -> Read | None:
    """The last sure look at the board, to draw the score over: no hand lies over that."""
    view, reading = sitting.table.seen_after(sitting.tracker.state.ledger.n), sitting.table.reading
    if view is None or reading is None:
        return None
    return Read(view.frame, view.pose, reading, 0.0, 0.0)


def _by_hand(counted: dict[str, int]) -> tuple[int, int] | None:
    """The referee's own count of both treasuries, once he has given both."""
    return (counted["ST"], counted["NT"]) if {"ST", "NT"} <= counted.keys() else None


def _last_hash(sitting: Sitting) -> tuple[int, str]:
    """The number and the hash of the last event."""
    entries = read_journal(sitting.journal.path)
    return (entries[-1].number, entries[-1].hash) if entries else (0, "")


def signature(strokes: list[list[tuple[float, float]]]) -> str:
    """What was drawn on the screen, as SVG; raises `InputError` for what cannot be a signature."""
    if len(strokes) > STROKES or any(len(stroke) > POINTS for stroke in strokes):
        raise InputError("that is too much for a signature")
    width, height = PAD
    paths = []
    for stroke in strokes:
        points = [(_within(x) * width, _within(y) * height) for x, y in stroke]
        if points:
            line = points if len(points) > 1 else points * 2  # a dot is a short line
            text = " ".join(f"{x:.1f},{y:.1f}" for x, y in line)
            paths.append(
                f'<polyline points="{text}" fill="none" stroke="#10235c" stroke-width="5" '
                'stroke-linecap="round" stroke-linejoin="round"/>'
            )
    if not paths:
        return ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">{"".join(paths)}</svg>'
    )


def _within(share: float) -> float:
    return min(max(share, 0.0), 1.0)


def as_pdf(sheet: Sheet, language: str) -> bytes:
    """The sheet to print."""
    with tempfile.TemporaryDirectory(prefix="hakem-") as folder:
        path = Path(folder) / "sheet.pdf"
        write_page(sheet, path, language)
        return path.read_bytes()


def score_json(sheet: Sheet) -> dict[str, Any]:
    """The score for other programs."""
    return {
        "game": sheet.counted.game.name,
        "totals": list(sheet.totals),
        "score": sheet.counted.score.to_json(),
        **sheet.to_json(),
    }
