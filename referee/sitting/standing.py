"""How a table stands, in plain values for a page or a screen; for the referee, not the players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engines.jsonform import to_json
from engines.players import PLAYERS
from referee import events as told

if TYPE_CHECKING:
    from referee.sitting.sitting import Sitting
    from referee.sitting.written import Written


@dataclass(frozen=True, slots=True)
class Standing:
    """One moment of a table."""

    number: int
    """The last event in the journal."""
    time: float
    """Seconds on the table's clock."""
    game: str
    """Which game."""
    names: tuple[str, str]
    """Players A and B."""
    table: str
    """Which table."""
    round_name: str
    """Which round of the tournament."""
    position: str
    """What is believed to stand, the open move included."""
    side: str
    """Whose turn it is, as a colour or seat."""
    moves: int
    """The number of the last move that was told."""
    open: dict[str, Any] | None
    """The move that has not ended: `n`, `side`, `move`, `faults` (codes), `told`."""
    asked: str | None
    """Who reported something while a move was open: has the mover finished?"""
    awaiting: dict[str, Any] | None
    """The correction that is awaited: `n`, `task`."""
    unsure: dict[str, Any] | None
    """The doubt that nobody has settled yet, as its event tells it."""
    lost: bool
    """Whether the board fits nothing that can have happened."""
    paused: bool
    """Whether nothing is looked at."""
    over: bool
    """Whether the game on the board is over."""
    sight: str
    """`searching`, `found`, `lost` or `moved`: whether the board is in the picture; `ended`: the
    recording has."""
    settled: str | None
    """Whether the board is still, moving, covered, bumped; None before the first look."""
    quiet: float
    """Seconds since anything moved."""
    doubtful: tuple[str, ...]
    """Cells that the last reading could not tell for sure."""
    amiss: tuple[str, ...]
    """Cells that the last reading does not show, or shows otherwise than is believed; Mangala's
    counts, of which one or two always look like their neighbours, where they are clearly others."""
    unproven: tuple[str, ...]
    """Cells that the last look which showed this position could not tell: they stay so, whatever
    lies over the board now, until a better look or a person tells them."""
    score: dict[str, Any]
    """The score of the position, with its parts."""
    round: dict[str, Any]
    """The round: `set`, `phase`, `turn`, `sides`, `warnings`, `clocks`, `results`, `decision`,
    `points`, `signed`, `question`."""
    counted: dict[str, int]
    """Mangala: what the referee has counted by hand, place by place, since the last move."""
    trouble: str
    """What keeps events from being written; empty when all is well."""
    unkept: str
    """Why the last frame for bug reports could not be kept; empty when all is well."""
    untaken: tuple[str, ...]
    """What the round could not take, in words, so that its record may be incomplete."""

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        data: dict[str, Any] = to_json(self)
        return data


def standing_of(sitting: Sitting) -> Standing:
    """How a table stands now; called while nobody changes it."""
    tracker, table, beginning = sitting.tracker, sitting.table, sitting.beginning
    state, settled = tracker.state, table.settled
    doubt = sitting.last_of(told.Unsure) if state.offered else None
    awaited = tracker.awaited
    return Standing(
        number=sitting.number,
        time=sitting.now,
        game=tracker.game.name,
        names=beginning.names,
        table=beginning.table,
        round_name=beginning.round,
        position=str(tracker.position),
        side=str(tracker.position.side),
        moves=state.ledger.n,
        open=_open(sitting),
        asked=sitting.keeper.asks,
        awaiting=None if awaited is None else {"n": awaited.n, "task": awaited.task},
        unsure=None if doubt is None else doubt.to_json(),
        lost=state.lost,
        paused=tracker.paused,
        over=state.over,
        sight=sitting.sight,
        settled=None if settled is None else str(settled.state),
        quiet=0.0 if settled is None else float(settled.quiet),
        doubtful=_doubtful(sitting),
        amiss=_amiss(sitting),
        unproven=state.doubtful,
        score=tracker.game.score(tracker.position).to_json(),
        round=_round(sitting),
        counted=counted_in(sitting.events_after(0)),
        trouble=sitting.trouble,
        unkept=sitting.unkept,
        untaken=tuple(why.partition(": ")[2] or why for why in sitting.keeper.troubles),
    )


def _open(sitting: Sitting) -> dict[str, Any] | None:
    opened = sitting.tracker.state.open
    if opened is None:
        return None
    told_, state = opened.told, sitting.tracker.state
    return {
        "n": state.number,
        "side": str(told_.movers[-1] if told_.movers else state.position.side),
        "move": " ".join(map(str, told_.moves)) or None,
        "faults": [fault.code for fault in told_.faults],
        "told": opened.said,
    }


def _doubtful(sitting: Sitting) -> tuple[str, ...]:
    evidence = sitting.tracker.evidence
    if not evidence.count:
        return ()
    _, unclear = evidence.likeliest()
    return tuple(name for name, odd in zip(sitting.tracker.view.names, unclear, strict=True) if odd)


def _amiss(sitting: Sitting) -> tuple[str, ...]:
    tracker = sitting.tracker
    evidence, state, view = tracker.evidence, tracker.state, tracker.view
    if evidence.count < state.settings.frames:  # no move is told from fewer
        return ()
    cells, unclear = evidence.likeliest()
    believed = view.cells(state.game.board_of(state.now))
    other = (cells != believed) & (cells != state.look().cells)  # swept already, or not yet
    if not view.judged:
        other &= ~unclear
    odd = other | ~evidence.seen
    return tuple(name for name, is_odd in zip(view.names, odd, strict=True) if is_odd)


def _round(sitting: Sitting) -> dict[str, Any]:
    round_, now = sitting.keeper.round, sitting.now
    clock = round_.clock
    return {
        "set": round_.set_number,
        "phase": round_.phase,
        "turn": round_.turn,
        "sides": {player: round_.side_of(player) for player in PLAYERS},
        "warnings": {player: round_.warnings_of(player) for player in PLAYERS},
        "clocks": None
        if clock is None
        else {
            player: round(clock.remaining(player, max(now, clock.since)), 1) for player in PLAYERS
        },
        "results": [to_json(result) for result in round_.results],
        "question": to_json(round_.question),
        "decision": to_json(round_.decision),
        "points": round_.points,
        "signed": list(round_.signed),
    }


def counted_in(lines: Sequence[Written]) -> dict[str, int]:
    """What the referee has counted by hand since the last move of these events."""
    found: dict[str, int] = {}
    for line in reversed(lines):
        if isinstance(line.event, told.Move | told.FaultFound) or line.event is None:
            break
        if isinstance(line.event, told.Counted):
            pairs = zip(line.event.places, line.event.stones, strict=False)
            found = {**dict(pairs), **found}
    return found
