"""The desk as a web application."""

from __future__ import annotations

import json
from collections.abc import Iterable

from fastapi import FastAPI, Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from calibration.profile import hakem_version
from engines import InputError
from referee.desk import acts, api, demos, looks, public, score, setup, watching
from referee.desk.desk import Desk
from referee.desk.guard import Guard
from referee.desk.refusals import refusal_words
from referee.desk.web import HERE, language_of, page, sayer, wants_page
from referee.journal import JournalError

PARTS = (watching, public, api, acts, demos, looks, score, setup)
"""Whatever the desk answers is in one of these, or a static file."""
ABOUT = """One table refereed by Hakem. Sign in with the table's PIN (`POST /api/login`) and send
the token as `Authorization: Bearer …`. Without it only the players' view can be read: the board as
a picture, whose turn it is, the clock, and the result once it is signed."""


def make_app(desk: Desk, names: Iterable[str] = ()) -> FastAPI:
    """The application around a desk; `names` are further host names it is reached under."""

    app = FastAPI(
        title="Hakem",
        version=hakem_version(),
        description=ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.desk = desk
    for part in PARTS:
        app.include_router(part.router)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    app.add_middleware(Guard, names=tuple(names))
    app.add_exception_handler(InputError, _refused)
    app.add_exception_handler(JournalError, _refused)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _not_there)
    return app


async def _not_understood(request: Request, error: Exception) -> Response:
    """What is wrong and where, without what was sent: NaN or half a letter cannot be sent back."""
    assert isinstance(error, RequestValidationError)
    told = [{key: each[key] for key in ("type", "loc", "msg")} for each in error.errors()]
    return Response(json.dumps({"detail": told}), 422, media_type="application/json")


async def _refused(request: Request, error: Exception) -> Response:
    """What cannot be done is said in one line."""
    return JSONResponse({"detail": _in_words(request, str(error))}, 409)


async def _not_there(request: Request, error: Exception) -> Response:
    """What is not there, or not for everybody, is said in the reader's language too."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and wants_page(request):
        answer = page(request, "missing.html")
        answer.status_code = 404
        return answer
    told = HTTPException(error.status_code, _in_words(request, error.detail), error.headers)
    return await http_exception_handler(request, told)


def _in_words(request: Request, text: str) -> str:
    return refusal_words(sayer(language_of(request)), text)
