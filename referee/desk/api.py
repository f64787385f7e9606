"""The table for other programs: how it stands, its events as they come, pictures and records."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, HTTPException, Query, Request, Response
from fastapi import Path as InPath
from fastapi.responses import FileResponse, PlainTextResponse
from pydantic import BaseModel, Field

from referee.desk import streams
from referee.desk.access import VALID, TooManyTries
from referee.desk.desk import Desk
from referee.desk.web import LOGIN, AnyDesk, Language, RefereesDesk, login_of, sayer
from referee.journal import Entry, read_journal
from referee.journal.export import records_of
from referee.journal.export import transcript as transcript_of
from referee.journal.pictures import NAME
from referee.journal.places import pictures_of

router = APIRouter(prefix="/api")
LARGEST = 2**53


class Pin(BaseModel):
    """What is typed to sign in."""

    pin: Annotated[str, Field(max_length=40, examples=["123456"])]


class Token(BaseModel):
    """A log-in, to be sent as `Authorization: Bearer …`; browsers get it as a cookie too."""

    token: str
    seconds: int


class Events(BaseModel):
    """Events of the journal."""

    events: list[dict[str, Any]]
    number: int
    """The number of the last event there is."""


REFUSED: dict[int | str, dict[str, Any]] = {
    401: {"description": "The PIN is needed"},
    409: {"description": "Not possible now; `detail` says why"},
}


@router.post("/login", tags=["access"], responses={401: {}, 429: {}})
def login(
    given: Pin, request: Request, response: Response, desk: AnyDesk, language: Language
) -> Token:
    """Sign in with the table's PIN."""
    say = sayer(language)
    address = request.client.host if request.client else ""
    try:
        token = desk.access.sign_in(given.pin.replace(" ", ""), address)
    except TooManyTries as error:
        wait = max(1, round(error.wait))
        text = say("Too many wrong PINs. Wait %(seconds)s seconds.") % {"seconds": wait}
        raise HTTPException(429, text, headers={"retry-after": str(wait)}) from None
    if token is None:
        raise HTTPException(401, say("This is not the PIN of this table."))
    response.set_cookie(
        LOGIN, token, max_age=VALID, httponly=True, samesite="strict",
        secure=request.url.scheme == "https",
    )  # fmt: skip
    return Token(token=token, seconds=VALID)


@router.post("/logout", tags=["access"], status_code=204)
def logout(request: Request, desk: AnyDesk) -> Response:
    """Sign out: the log-in is no longer valid."""
    desk.access.sign_out(login_of(request))
    response = Response(status_code=204)
    response.delete_cookie(LOGIN)
    return response


@router.get("/table", tags=["table"], responses=REFUSED)
def table(desk: RefereesDesk) -> dict[str, Any]:
    """How the table stands now."""
    return desk.sitting().standing().to_json()


@router.get("/events", tags=["table"], responses=REFUSED)
def events(
    desk: RefereesDesk,
    after: Annotated[int, Query(ge=0, le=LARGEST, description="the last event you have")] = 0,
) -> Events:
    """The events after a number, oldest first."""
    sitting = desk.sitting()
    lines = sitting.events_after(after)
    return Events(events=[line.to_json() for line in lines], number=sitting.number)


@router.get(
    "/stream",
    tags=["table"],
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}}, 401: {}, 503: {}},
)
async def stream(
    desk: RefereesDesk,
    after: Annotated[int, Query(ge=0, le=LARGEST, description="the last event you have")] = 0,
    last_event_id: Annotated[str | None, Header(max_length=40)] = None,
) -> Response:
    """Server-sent events: those after a number, then each new one.

    `id` names the game and the event; a browser that reconnects sends it back by itself, so that
    none is lost. When another game begins the stream ends; who comes back gets that game's events.
    """
    if desk.bell.waiting >= streams.MOST_WATCHERS:
        raise HTTPException(503, "too many watch already")
    mark = desk.mark
    if last_event_id is not None:
        game, _, number = last_event_id.rpartition(".")
        known = game == mark and number.isascii() and number.isdigit()
        after = int(number) if known else 0
    follow = streams.follow(desk.bell, after, desk.news, lambda: desk.mark != mark)
    return streams.answer(follow)


@router.get(
    "/pictures/{name}",
    tags=["table"],
    response_class=Response,
    responses={200: {"content": {"image/jpeg": {}}}, 404: {}, **REFUSED},
)
def picture(
    desk: RefereesDesk, name: Annotated[str, InPath(pattern=f"^{NAME.pattern}$")]
) -> Response:
    """A picture that an event names: the board and nothing around it."""
    path = pictures_of(desk.sitting().journal.path) / name
    if not NAME.fullmatch(name) or not path.is_file():
        raise HTTPException(404, "no such picture")
    keep = {"cache-control": "private, max-age=86400, immutable"}
    return FileResponse(path, media_type="image/jpeg", headers=keep)


@router.get(
    "/picture",
    tags=["table"],
    response_class=Response,
    responses={200: {"content": {"image/jpeg": {}}}, 404: {}, **REFUSED},
)
def live_picture(desk: RefereesDesk) -> Response:
    """The newest picture of the camera."""
    taken = None if desk.running is None else desk.running.picture()
    if taken is None:
        raise HTTPException(404, "there is no picture yet")
    return Response(taken[1], media_type="image/jpeg")


@router.get("/records", tags=["table"], responses=REFUSED)
def records(desk: RefereesDesk) -> list[dict[str, Any]]:
    """The games of the journal as records (docs/records.md)."""
    return [record.to_json() for record in records_of(_entries(desk))]


@router.get("/transcript", tags=["table"], response_class=PlainTextResponse, responses=REFUSED)
def transcript(desk: RefereesDesk) -> PlainTextResponse:
    """The moves in one line a game."""
    return PlainTextResponse(
        "".join(f"{transcript_of(each)}\n" for each in records_of(_entries(desk)))
    )


def _entries(desk: Desk) -> tuple[Entry, ...]:
    """The journal, read beside the table that writes it."""
    return read_journal(desk.sitting().journal.path)
