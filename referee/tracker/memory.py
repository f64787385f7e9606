"""What the tracker has in mind, as plain JSON, so that a restart goes on where it stood.

Moves are told by events; beside them stands what events do not tell: the move that is open, doubts,
what is awaited. Evidence is not kept: the board is there to be read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import numpy as np

from engines import AnyExplanation, AnyGame, InputError
from engines.contract import Explanation, Fault
from engines.jsonform import from_json
from referee.events import Corrected, EndedBy, Event, FaultFound, Mended, Move
from referee.tracker.correcting import Awaited
from referee.tracker.ledger import Record
from referee.tracker.predictions import Prediction
from referee.tracker.state import Open, State
from referee.tracker.tracker import Tracker
from referee.tracker.view import Cells, View
from referee.tracker.weighing import Candidate, Rival, Role

ENDED_BY = get_args(EndedBy)
ROLES = get_args(Role)
MADE = (Move, FaultFound, Mended, Corrected)
Plain = Mapping[str, Any]


def beside(tracker: Tracker, event: Event) -> dict[str, Any]:
    """What is to be kept beside a made move to have its record again; empty for other events."""
    if not isinstance(event, MADE):
        return {}
    records = tracker.state.ledger.records
    if not 1 <= event.n <= len(records):
        return {}
    record = records[event.n - 1]
    if str(record.before) != event.before or str(record.told.standing) != event.position:
        return {}
    game, more = tracker.game, dict[str, Any]()
    if record.told.board != game.board_of(record.told.standing):
        more["board"] = str(record.told.board)
    if not np.array_equal(record.lay, _usual(tracker.view, record.before)):
        more["lay"] = record.lay.tolist()
    if record.asked:
        more["asked"] = True
    if record.others:
        more["others"] = [told_json(told) for told in record.others]
    return more


def retell(tracker: Tracker, event: Event, more: Plain) -> None:
    """Put a made move into the ledger again, as its event and what was kept beside it say."""
    if not isinstance(event, MADE):
        return
    game, ledger = tracker.game, tracker.state.ledger
    del ledger.records[max(0, event.n - 1) :]
    if not event.move and not event.faults:
        return
    before, standing = game.parse_position(event.before), game.parse_position(event.position)
    board = more.get("board")
    told: AnyExplanation = Explanation(
        tuple(game.parse_move(word) for word in (event.move or "").split()),
        event.movers,
        tuple(fault.plain() for fault in event.faults),
        game.board_of(standing) if board is None else game.parse_board(str(board)),
        standing,
    )
    lay = more.get("lay")
    ledger.add(
        Record(
            told,
            before,
            _usual(tracker.view, before) if lay is None else _cells(tracker.view, lay),
            more.get("asked") is True,
            tuple(told_from_json(game, each) for each in more.get("others", ())),
        )
    )


def remember(tracker: Tracker) -> dict[str, Any]:
    """All but the ledger's moves; what is as usual is left out."""
    state, view = tracker.state, tracker.view
    mind: dict[str, Any] = {"n": state.ledger.n, "position": str(state.position)}
    if not np.array_equal(state.lying, _usual(view, state.position)):
        mind["lying"] = state.lying.tolist()
    if state.open is not None:
        mind["open"] = {
            "told": told_json(state.open.told),
            "said": state.open.said,
            "others": [told_json(told) for told in state.open.others],
        }
    if state.put is not None:
        mind["put"] = told_json(state.put)
    mind |= {
        "rivals": [_rival_json(rival) for rival in state.doubt or state.rivals],
        "asked": list(state.asked),
        "offered": [_offered_json(view, each) for each in state.offered],
        "refused": [_lists(each) for each in sorted(state.refused, key=str)],
        "learnt": list(state.ledger.learnt),
        "odd": {view.names[place]: often for place, often in tracker.contradictions.odd.items()},
        "signal": tracker.signal,
        "doubtful": list(state.doubtful),
        "by_hand": sorted(tracker.by_hand),
        "doubted": state.doubted is not None and state.doubted == state.now,
    }
    gap = tracker.gap and (state.lost or tracker.paused)  # else the next look tells it
    flags = {"lost": state.lost, "over": state.over, "paused": tracker.paused, "gap": gap}
    awaited = tracker.awaited
    if awaited is not None:
        mind["awaited"] = {
            "n": awaited.n,
            "task": awaited.task,
            "before": str(awaited.before),
            "lay": awaited.lay.tolist(),
            "target": None if awaited.target is None else str(awaited.target),
            "faulty": told_json(awaited.faulty),
            "stays": None if awaited.stays is None else str(awaited.stays),
        }
        if awaited.move is not None:
            mind["awaited"]["move"] = str(awaited.move)
    return {key: value for key, value in (mind | flags).items() if value or key == "n"}


def recall(tracker: Tracker, mind: Plain) -> None:
    """Take up what was remembered; raises as plain reading does for what nobody remembered so."""
    game, view, state = tracker.game, tracker.view, tracker.state
    del state.ledger.records[int(mind["n"]) :]
    position = game.parse_position(str(mind["position"]))
    lying = mind.get("lying")
    state.stand(position, None if lying is None else _cells(view, lying))
    state.open = _open(game, mind.get("open"))
    put = mind.get("put")
    state.put = None if put is None else told_from_json(game, put)
    state.rivals = tuple(_rival(view, each) for each in mind.get("rivals", ()))
    state.asked = tuple(str(each) for each in mind.get("asked", ()))
    state.offered = tuple(_offered(view, each) for each in mind.get("offered", ()))
    state.refused = {_tuples(each) for each in mind.get("refused", ())}
    state.ledger.learnt = [int(n) for n in mind.get("learnt", ())]
    tracker.by_hand = frozenset(str(each) for each in mind.get("by_hand", ()))
    state.lost, state.over = mind.get("lost") is True, mind.get("over") is True
    state.doubtful = tuple(str(each) for each in mind.get("doubtful", ()))
    state.doubted = state.now if mind.get("doubted") is True else None
    odd = mind.get("odd", {})
    tracker.contradictions.odd = {view.names.index(str(p)): int(odd[p]) for p in odd}
    signal = mind.get("signal")
    tracker.signal = signal if signal in ENDED_BY else None
    tracker.paused, tracker.gap = mind.get("paused") is True, mind.get("gap") is True
    tracker.awaited = _awaited(state, mind.get("awaited"))


def _open(game: AnyGame, data: Any) -> Open | None:
    if data is None:
        return None
    others = tuple(told_from_json(game, each) for each in data["others"])
    return Open(told_from_json(game, data["told"]), data["said"] is True, others)


def _awaited(state: State, data: Any) -> Awaited | None:
    if data is None:
        return None
    game, target, stays = state.game, data["target"], data.get("stays")
    move = data.get("move")
    return Awaited(
        int(data["n"]),
        str(data["task"]),
        game.parse_position(str(data["before"])),
        _cells(state.view, data["lay"]),
        None if target is None else game.parse_position(str(target)),
        told_from_json(game, data["faulty"]),
        None if stays is None else game.parse_position(str(stays)),
        move=None if move is None else game.parse_move(str(move)),
    )


def told_json(told: AnyExplanation) -> dict[str, Any]:
    """An explanation as a plain object."""
    plain = {
        "moves": [str(move) for move in told.moves],
        "movers": list(told.movers),
        "faults": [fault.to_json() for fault in told.faults],
        "board": str(told.board),
        "standing": str(told.standing),
        "pending": None if told.pending is None else str(told.pending),
        "cost": round(told.cost, 4),
    }
    return {key: value for key, value in plain.items() if value or key in ("board", "standing")}


def told_from_json(game: AnyGame, data: Plain) -> AnyExplanation:
    """An explanation from its JSON."""
    pending = data.get("pending")
    return Explanation(
        tuple(game.parse_move(str(move)) for move in data.get("moves", ())),
        tuple(game.parse_side(str(side)) for side in data.get("movers", ())),
        tuple(from_json(Fault, fault) for fault in data.get("faults", ())),
        game.parse_board(str(data["board"])),
        game.parse_position(str(data["standing"])),
        None if pending is None else game.parse_position(str(pending)),
        float(data.get("cost", 0.0)),
    )


def _rival_json(rival: Rival) -> dict[str, Any]:
    line = [told_json(told) for told in rival.line]
    plain = {"line": line, "behind": round(rival.behind, 4), "instead": rival.instead}
    if rival.against:
        plain["against"] = [[cell, held, round(much, 4)] for cell, held, much in rival.against]
    return plain


def _rival(view: View, data: Plain) -> Rival:
    line = tuple(told_from_json(view.game, each) for each in data["line"])
    against = tuple((int(c), int(held), float(much)) for c, held, much in data.get("against", ()))
    for cell, held, much in against:
        if not (0 <= cell < len(view.names) and 0 <= held < view.contents and 0 <= much < np.inf):
            raise InputError(f"a doubt cannot hang on cell {cell}, content {held}, weight {much}")
    return Rival(line, float(data["behind"]), data["instead"] is True, against)


def _offered_json(view: View, offered: Candidate) -> dict[str, Any]:
    """An answer that was told, as far as taking it needs; what it was weighed with is past."""
    told, cells = offered.told, offered.prediction.cells
    plain = {
        "role": offered.role,
        "told": told_json(told),
        "parents": [told_json(each) for each in offered.parents],
    }
    if not np.array_equal(cells, view.cells(told.board)):
        plain["cells"] = cells.tolist()
    return plain


def _offered(view: View, data: Plain) -> Candidate:
    if data["role"] not in ROLES:
        raise InputError(f"no answer is {data['role']!r}")
    told, cells = told_from_json(view.game, data["told"]), data.get("cells")
    lying = view.cells(told.board) if cells is None else _cells(view, cells)
    parents = tuple(told_from_json(view.game, each) for each in data["parents"])
    return Candidate(Prediction(told, lying, None, 0.0), data["role"], 0.0, parents)


def _usual(view: View, position: Any) -> Cells:
    """What lies on the table where nothing is missing."""
    return view.cells(view.game.board_of(position))


def _cells(view: View, data: Any) -> Cells:
    cells = np.array(data, np.int16)
    if cells.shape != (len(view.names),) or cells.min() < 0 or cells.max() >= view.contents:
        raise InputError(f"a board has {len(view.names)} cells, not {data!r}")
    return cells


def _lists(value: Any) -> Any:
    return [_lists(each) for each in value] if isinstance(value, tuple) else value


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value
