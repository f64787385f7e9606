"""The referee's page while a game is played."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from referee.desk.keys import keys_of
from referee.desk.mending import mend_part
from referee.desk.parts import parts_of
from referee.desk.report import report_part
from referee.desk.titles import GAME_TITLES, heading, page_mark
from referee.desk.web import (
    Language,
    RefereesDesk,
    desk_of,
    elsewhere,
    is_referee,
    language_of,
    page,
    sayer,
)

router = APIRouter(include_in_schema=False)


@router.get("/")
def watch_page(request: Request) -> Response:
    """The watch page; without the PIN the log-in, without a game the set-up."""
    if not is_referee(request):
        return elsewhere(request, "/login")
    desk = desk_of(request)
    mark, running = desk.mark, desk.running  # should the game change now, the page sees it later
    if running is None:
        return elsewhere(request, "/setup")
    sitting = running.sitting
    name, language = sitting.tracker.game.name, language_of(request)
    say = sayer(language)
    shown = parts_of(desk, running, language)
    return page(
        request,
        "watch.html",
        parts=shown,
        number=shown["number"],
        mark=page_mark(mark, sitting),
        game=name,
        game_title=GAME_TITLES[name],
        heading=heading(sitting, say),
        keys=keys_of(sitting, say),
        demos=[(demo, GAME_TITLES[demo]) for demo in desk.demos],
    )


@router.get("/login")
def login_page(request: Request) -> Response:
    """Where the PIN is typed."""
    if is_referee(request):
        return elsewhere(request, "/")
    return page(request, "login.html", home="/players")


@router.get("/desk/parts")
def parts(desk: RefereesDesk, language: Language) -> dict[str, Any]:
    """What has changed on the page."""
    running = desk.running
    if running is None:
        return {"elsewhere": "/setup"}
    return parts_of(desk, running, language)


@router.get("/desk/picture")
def picture(desk: RefereesDesk, after: str = Query("", max_length=40)) -> Response:
    """The newest picture of the camera; nothing where the reader has it."""
    taken = None if desk.running is None else desk.running.picture()
    if taken is None or f"{taken[0]:.3f}" == after:
        return Response(status_code=204)
    headers = {"x-picture": f"{taken[0]:.3f}"}
    return Response(taken[1], media_type="image/jpeg", headers=headers)


@router.get("/desk/report")
def report(desk: RefereesDesk, language: Language) -> HTMLResponse:
    """What the referee can report, as a form."""
    return HTMLResponse(report_part(desk.sitting(), language))


@router.get("/desk/mend")
def mend(desk: RefereesDesk, language: Language) -> HTMLResponse:
    """The board to be corrected by hand."""
    return HTMLResponse(mend_part(desk.sitting(), language))
