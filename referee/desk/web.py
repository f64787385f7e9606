"""What all routes share: the desk, the reader's language, who is the referee, and pages."""

from __future__ import annotations

import ipaddress
from functools import cache
from pathlib import Path
from typing import Annotated, Any, cast

from fastapi import Depends, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from referee.desk.desk import Desk
from referee.desk.lines import Say
from referee.desk.texts import known_language, preferred_language, translations

HERE = Path(__file__).resolve().parent
LOGIN, LANGUAGE = "hakem_login", "hakem_lang"
"""The names of the cookies."""
SCHEMES = ("bearer",)


def desk_of(request: Request) -> Desk:
    """The desk that answers."""
    return cast("Desk", request.app.state.desk)


def language_of(request: Request) -> str:
    """The reader's language: as asked for, else as chosen before, else the desk's.

    Where nobody chose the desk's either, it is the one that the browser prefers.
    """
    chosen = request.query_params.get("lang") or request.cookies.get(LANGUAGE)
    desk = desk_of(request)
    fallback = desk.language
    if desk.asks_browser:
        fallback = preferred_language(request.headers.get("accept-language", ""), fallback)
    return known_language(chosen, fallback)


def is_referee(request: Request) -> bool:
    """Whether this request shows a valid log-in."""
    desk = desk_of(request)
    if desk.access.is_referee(login_of(request)):
        return True
    return desk.open_door and _is_here(request)


def has_signed_in(request: Request) -> bool:
    """Whether there is a log-in to end; where the door is open, nothing would change by that."""
    desk = desk_of(request)
    here = desk.open_door and _is_here(request)
    return desk.access.is_referee(login_of(request)) and not here


def login_of(request: Request) -> str | None:
    """The log-in that a request brings, as a cookie or as a bearer's token."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.casefold() in SCHEMES:
        return token.strip()
    return request.cookies.get(LOGIN)


def _is_here(request: Request) -> bool:
    """Whether the request comes from this machine."""
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def referee_only(request: Request) -> Desk:
    """The desk, for the referee alone, who is there now."""
    if not is_referee(request):
        raise HTTPException(
            401, "the referee's PIN is needed", headers={"www-authenticate": "Bearer"}
        )
    desk = desk_of(request)
    desk.opened.set()
    return desk


AnyDesk = Annotated[Desk, Depends(desk_of)]
RefereesDesk = Annotated[Desk, Depends(referee_only)]
Language = Annotated[str, Depends(language_of)]


def sayer(language: str) -> Say:
    """The translator into a language; also translates texts with values through `%`."""
    return translations(language).gettext


@cache
def environment(language: str) -> Environment:
    """The templates in a language."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
    )
    made.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]
    return made


def words_of(language: str) -> dict[str, str]:
    """The few texts that the pages' own modules say."""
    say = sayer(language)
    return {
        "unreachable": say("Hakem cannot be reached. Is it still running?"),
        "refused": say("That was refused."),
        "cell_.": say("empty"),
        "cell_B": say("black"),
        "cell_W": say("white"),
        "cell_R": say("red"),
    }


def wants_page(request: Request) -> bool:
    """Whether somebody reads the answer in a browser; programs and pages' own scripts want JSON."""
    accepted = request.headers.get("accept", "")
    return "text/html" in accepted and not f"{request.url.path}/".startswith("/api/")


def page(request: Request, name: str, **values: Any) -> Response:
    """A whole page in the reader's language, which is kept in a cookie when it was asked for."""
    desk_of(request).opened.set()
    language = language_of(request)
    template = environment(language).get_template(name)
    values |= {"lang": language, "words": words_of(language), "signed_in": has_signed_in(request)}
    return _remembering(request, HTMLResponse(template.render(values)))


def elsewhere(request: Request, path: str) -> Response:
    """Lead to another page, which speaks the language that was asked for here."""
    return _remembering(request, RedirectResponse(path, 303))


def _remembering(request: Request, response: Response) -> Response:
    """An answer with the cookie that keeps the language, where one was asked for."""
    language = language_of(request)
    if request.query_params.get("lang") == language:
        response.set_cookie(LANGUAGE, language, max_age=31536000, samesite="lax", httponly=True)
    return response
