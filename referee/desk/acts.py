"""What the referee does, as orders of the API; the rules answer in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from engines import InputError
from referee import events as told
from referee.desk.api import LARGEST, REFUSED
from referee.desk.desk import Desk
from referee.desk.lines import cited
from referee.desk.mending import check_up_to_date
from referee.desk.report import check_occupied
from referee.desk.web import Language, RefereesDesk
from referee.sitting import Sitting, Written

router = APIRouter(prefix="/api/acts", tags=["acts"], responses=REFUSED)
Player = Literal["A", "B"]
Cell = Annotated[str, Field(max_length=4)]


class _Order(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Nothing(_Order):
    """An order that needs no more words."""


class Objection(_Order):
    """Who reports a breach."""

    by: Literal["A", "B", "referee"]


class Finished(_Order):
    """Whether the mover has finished."""

    yes: bool


class Side(_Order):
    """Whose turn it is then; empty where that does not change."""

    side: Annotated[str | None, Field(max_length=8)] = None


class Correction(_Order):
    """What stands in these cells, and whose turn it is."""

    cells: Annotated[dict[Cell, str | int], Field(max_length=64)] = {}
    side: Annotated[str | None, Field(max_length=8)] = None
    number: Annotated[int | None, Field(ge=0, le=LARGEST)] = None
    """The last event that was known: if the board has changed since, nothing is corrected."""


class Undo(_Order):
    """How many moves are taken back."""

    count: Annotated[int, Field(ge=1, le=500)] = 1


class Choice(_Order):
    """Which of the answers is right, from 0."""

    answer: Annotated[int, Field(ge=0, le=20)]


class PieceLeft(_Order):
    """A piece that left the board: where it stood, who reports it."""

    by: Literal["A", "B", "referee"]
    cells: Annotated[list[Cell], Field(min_length=1, max_length=64)]


class CountPit(_Order):
    """Mangala: who asks for a pit to be counted."""

    by: Player
    pit: Annotated[str | None, Field(max_length=4)] = None


class Counted(_Order):
    """Mangala: what the referee counted, by place."""

    stones: Annotated[dict[Cell, Annotated[int, Field(ge=0, le=48)]], Field(max_length=14)]


class Warned(_Order):
    """Who is warned, and for what."""

    who: Player
    cause: Annotated[str, Field(max_length=40)]


class Touched(_Order):
    """Mangala: who touched the stones of which pit."""

    by: Player
    pit: Cell


class Disqualification(_Order):
    """Who is disqualified."""

    who: Player


class Flag(_Order):
    """Whose time is up; in Mangala with the stones of that treasury."""

    who: Player
    treasury: Annotated[int | None, Field(ge=0, le=48)] = None


class Decided(_Order):
    """What the referee decides."""

    result: Literal["A", "B", "draw"]


class Seen(_Order):
    """An event that the referee has seen and puts aside."""

    number: Annotated[int, Field(ge=0, le=LARGEST)]


class Reply(BaseModel):
    """What the rules answer."""

    granted: bool
    text: str
    code: str
    article: str


class Done(BaseModel):
    """What has come of an order."""

    number: int
    """The last event of the journal."""
    events: list[dict[str, Any]]
    """The events that the order brought."""
    replies: list[Reply]
    """What the rules answer, in the reader's language."""

    @classmethod
    def of(cls, sitting: Sitting, written: list[Written], language: str) -> Done:
        """The answer to an order that was carried out."""
        replies = [
            Reply(
                granted=event.granted,
                text=event.tr if language == "tr" else event.en,
                code=event.code,
                article=cited(event.article, language),
            )
            for line in written
            if isinstance(event := line.event, told.Replied)
        ]
        events = [line.to_json() for line in written]
        return cls(number=sitting.number, events=events, replies=replies)


def _do(desk: Desk, language: str, act: Callable[[Sitting], list[Written]]) -> Done:
    sitting = desk.sitting()
    try:
        written = act(sitting)
    finally:
        desk.publish()
    return Done.of(sitting, written, language)


@router.post("/object")
def object_(order: Objection, desk: RefereesDesk, language: Language) -> Done:
    """A breach is reported; the rules accept or refuse it, by the window."""
    return _do(desk, language, lambda sitting: sitting.object(order.by))


@router.post("/finished")
def finished(order: Finished, desk: RefereesDesk, language: Language) -> Done:
    """The answer to the question whether the mover has finished."""
    return _do(desk, language, lambda sitting: sitting.finished(order.yes))


@router.post("/end-of-move")
def end_of_move(order: Nothing, desk: RefereesDesk, language: Language) -> Done:
    """The end signal: clock, button, “my move is finished”."""
    return _do(desk, language, lambda sitting: sitting.end_of_move())


@router.post("/accept")
def accept(order: Side, desk: RefereesDesk, language: Language) -> Done:
    """The board counts as it stands; in a recording as it lay when a correction was asked for."""
    running = desk.running

    def act(sitting: Sitting) -> list[Written]:
        with sitting.held():
            waits = running is not None and running.recorded and sitting.tracker.awaited is not None
            return sitting.let_stand() if waits else sitting.accept(order.side)

    return _do(desk, language, act)


@router.post("/correct")
def correct(order: Correction, desk: RefereesDesk, language: Language) -> Done:
    """Say what stands in cells, and whose turn it is."""

    def act(sitting: Sitting) -> list[Written]:
        with sitting.held():
            check_up_to_date(sitting, order.number)
            # A side that there is not is refused before a cell is set: nothing is half done.
            side = None if order.side is None else sitting.tracker.game.parse_side(order.side)
            written = []
            if order.cells:
                written += sitting.set_cells(order.cells)
            if side is not None and side != str(sitting.tracker.position.side):
                written += sitting.set_side(side)
            return written

    return _do(desk, language, act)


@router.post("/undo")
def undo(order: Undo, desk: RefereesDesk, language: Language) -> Done:
    """Take the last moves back."""
    return _do(desk, language, lambda sitting: sitting.undo(order.count))


@router.post("/choose")
def choose(order: Choice, desk: RefereesDesk, language: Language) -> Done:
    """Take one of the answers of the last doubt."""

    def act(sitting: Sitting) -> list[Written]:
        with sitting.held():
            if sitting.standing().unsure is None:
                raise InputError("nothing is in doubt; there is nothing to choose")
            return sitting.choose(order.answer)

    return _do(desk, language, act)


@router.post("/pause")
def pause(order: Nothing, desk: RefereesDesk, language: Language) -> Done:
    """Look at nothing; the clock stops."""
    return _do(desk, language, lambda sitting: sitting.pause())


@router.post("/go-on")
def go_on(order: Nothing, desk: RefereesDesk, language: Language) -> Done:
    """Look again."""
    return _do(desk, language, lambda sitting: sitting.go_on())


@router.post("/piece-left")
def piece_left(order: PieceLeft, desk: RefereesDesk, language: Language) -> Done:
    """A piece left the board and was reported."""

    def act(sitting: Sitting) -> list[Written]:
        with sitting.held():
            check_occupied(sitting, order.cells)
            return sitting.piece_left(order.by, order.cells)

    return _do(desk, language, act)


@router.post("/put-back")
def put_back(order: Nothing, desk: RefereesDesk, language: Language) -> Done:
    """The piece is back in its place."""
    return _do(desk, language, lambda sitting: sitting.piece_put_back())


@router.post("/count-pit")
def count_pit(order: CountPit, desk: RefereesDesk, language: Language) -> Done:
    """Mangala: a player asks for the pit of the last stone to be counted."""
    return _do(desk, language, lambda sitting: sitting.ask_count(order.by, order.pit))


@router.post("/counted")
def counted(order: Counted, desk: RefereesDesk, language: Language) -> Done:
    """Mangala: what the referee counted by hand."""
    return _do(desk, language, lambda sitting: sitting.counted(order.stones))


@router.post("/warn")
def warn(order: Warned, desk: RefereesDesk, language: Language) -> Done:
    """The referee warns for conduct."""
    return _do(desk, language, lambda sitting: sitting.warn(order.who, order.cause))


@router.post("/disqualify")
def disqualify(order: Disqualification, desk: RefereesDesk, language: Language) -> Done:
    """The tournament's referee disqualifies a player who was warned for conduct."""
    return _do(desk, language, lambda sitting: sitting.disqualify(order.who))


@router.post("/touched")
def touched(order: Touched, desk: RefereesDesk, language: Language) -> Done:
    """Mangala: a player touched stones and must play their pit."""
    return _do(desk, language, lambda sitting: sitting.touched(order.by, order.pit))


@router.post("/flag")
def flag(order: Flag, desk: RefereesDesk, language: Language) -> Done:
    """A player's time is up."""
    return _do(desk, language, lambda sitting: sitting.flag_fell(order.who, order.treasury))


@router.post("/decide")
def decide(order: Decided, desk: RefereesDesk, language: Language) -> Done:
    """The referee decides what the rules leave open."""
    return _do(desk, language, lambda sitting: sitting.decide(order.result))


@router.post("/next-set")
def next_set(order: Nothing, desk: RefereesDesk, language: Language) -> Done:
    """The next set begins."""
    return _do(desk, language, lambda sitting: sitting.next_set())


@router.post("/dismiss")
def dismiss(order: Seen, desk: RefereesDesk, language: Language) -> Done:
    """Put a fault aside that nobody has reported; it stands, and the journal keeps it."""
    if order.number > desk.sitting().number:
        raise InputError(f"there is no event {order.number}")
    desk.seen.add(order.number)
    if desk.running is not None:
        desk.running.patience.enough()
    desk.bell.ring()
    return Done(number=desk.sitting().number, events=[], replies=[])
