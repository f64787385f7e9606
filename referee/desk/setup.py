"""Setting a table up in the browser: game, camera, board, plates, start."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict, Field

from engines import GAMES, AnyGame, InputError, new_game
from engines.clock import Clock
from engines.grid import NAMES as CELLS
from engines.kulami import Kulami
from engines.match import RoundRules
from engines.options import read_rules
from engines.players import Player
from referee.desk.api import REFUSED
from referee.desk.boards import draw_board, draw_over, draw_plates, holes_seen
from referee.desk.desk import Desk
from referee.desk.findings import Findings, findings_of
from referee.desk.lines import side_word
from referee.desk.rule_words import rule_form
from referee.desk.running import as_jpeg
from referee.desk.titles import GAME_TITLES
from referee.desk.trial import Trial, TrialLook, guessed_handles
from referee.desk.trying import (
    TAKING,
    allowed,
    camera_again,
    in_place_of_trial,
    open_already,
    trial_of,
)
from referee.desk.unfinished import Unfinished, unfinished_in
from referee.desk.web import (
    Language,
    RefereesDesk,
    desk_of,
    elsewhere,
    environment,
    is_referee,
    language_of,
    page,
    sayer,
)
from referee.sheet import Heading
from referee.sitting import Beginning
from referee.sitting.looking import Looking
from vision.cameras import shown_source
from vision.cameras.around import look_around, take

router = APIRouter(responses=REFUSED)
Name = Annotated[str, Field(max_length=60)]
Short = Annotated[str, Field(max_length=24)]
Option = Annotated[str, Field(max_length=60)]
Options = Annotated[dict[Option, Annotated[str, Field(max_length=120)]], Field(max_length=20)]
Pixel = Annotated[float, Field(ge=-20000, le=20000, allow_inf_nan=False)]


class Wanted(BaseModel):
    """Which game is to be watched with which camera."""

    model_config = ConfigDict(extra="forbid")
    game: Literal["reversi", "kulami", "mangala"]
    source: Annotated[str, Field(max_length=300, examples=["usb:0", "demo:reversi"])]
    rules: Options = {}


class Points(BaseModel):
    """Where the corners lie (in Mangala the outer pits), in pixels; empty: find them again."""

    model_config = ConfigDict(extra="forbid")
    points: Annotated[list[tuple[Pixel, Pixel]], Field(min_length=4, max_length=4)] | None = None


class Plates(BaseModel):
    """Kulami's plates: a known name, or eight rows of letters divided by `/`; none: read them."""

    model_config = ConfigDict(extra="forbid")
    layout: Annotated[str, Field(max_length=100, examples=["tr8"])] | None = None


class Start(BaseModel):
    """Who plays, and how the game begins."""

    model_config = ConfigDict(extra="forbid")
    names: tuple[Name, Name] = ("", "")
    table: Short = ""
    round: Short = ""
    minutes: Annotated[float | None, Field(gt=0, le=600)] = None
    round_rules: Options = {}
    """Options of the round, where they are not as usual."""
    impaired: Annotated[list[Player], Field(max_length=2)] = []
    """The visually impaired players."""
    as_it_stands: bool = False
    side: Annotated[str | None, Field(max_length=8)] = None
    """Whose turn it is, where the game begins as it stands; else the usual one begins."""
    last: Annotated[list[Annotated[str, Field(max_length=2)]], Field(max_length=2)] = []
    """Kulami as it stands: the last marble of each colour, where no tokens show them."""


class Resumed(BaseModel):
    """Which of the unfinished games is gone on with: the name of its journal."""

    model_config = ConfigDict(extra="forbid")
    journal: Annotated[str, Field(max_length=120, examples=["5-20260503-101500.hakem"])]
    address: Annotated[str, Field(max_length=300)] = ""
    """The whole address of a network camera with a password, which no journal keeps."""


class SetUp(BaseModel):
    """How far the set-up is."""

    source: str
    """Which camera, without a password."""
    game: str
    found: bool
    """Whether the board is found; where it is not, `handles` are only where dragging begins."""
    ready: bool
    wrong: list[str]
    findings: str
    over: str
    plates: str
    layout: list[str]
    holes: list[tuple[float, float]]
    """Kulami: where the 64 holes lie in the picture, row by row."""
    handles: list[tuple[float, float]]
    size: tuple[int, int]
    given: bool


@router.get("/setup", include_in_schema=False)
def setup_page(request: Request) -> Response:
    """The page."""
    if not is_referee(request):
        return elsewhere(request, "/login")
    desk, language = desk_of(request), language_of(request)
    say = sayer(language)
    games = []
    for name in GAMES:
        game = new_game(name)
        options = rule_form(name, type(game.rules), language)
        board = draw_board(game, game.board_of(game.start()))
        sides = [(side, side_word(say, side)) for side in game.sides]
        games.append(
            {"name": name, "title": GAME_TITLES[name], "svg": board, "rules": options,
             "sides": sides}
        )  # fmt: skip
    watched = desk.running is not None
    of_round = rule_form("round", RoundRules, language)
    return page(request, "setup.html", games=games, of_round=of_round, running=watched)


@router.get("/desk/setup/sources", include_in_schema=False)
def sources(desk: RefereesDesk, language: Language) -> HTMLResponse:
    """The cameras that are there."""
    found, trouble = look_around()
    order = sorted(found, key=lambda each: each.kind == "demo")
    live = any(each.kind != "demo" for each in found)
    made: Any = environment(language).get_template("setup_parts.html").module
    return HTMLResponse(str(made.sources(order, live, trouble)))


@router.get("/desk/setup/unfinished", include_in_schema=False)
def unfinished(desk: RefereesDesk, language: Language) -> HTMLResponse:
    """The games of the folder that were not finished."""
    say = sayer(language)
    games = [(each.path.name, each.words(say, language)) for each in _unfinished(desk)]
    made: Any = environment(language).get_template("setup_parts.html").module
    return HTMLResponse(str(made.unfinished(games)))


@router.post("/api/setup/resume", tags=["set-up"], status_code=204, responses={404: {}})
def resume(wanted: Resumed, desk: RefereesDesk) -> Response:
    """Go on with a game of the folder, with the camera that it was watched with."""
    for each in _unfinished(desk):
        if each.path.name == wanted.journal:
            source = camera_again(each.beginning.camera, wanted.address.strip())
            with TAKING[source], in_place_of_trial(desk):
                desk.begin(
                    each.beginning,
                    source,
                    path=each.path,
                    make_table=Looking(desk.profile),
                    resume=True,
                    any_rules=True,
                )
            return Response(status_code=204)
    raise HTTPException(404, "no such game")


def _unfinished(desk: Desk) -> list[Unfinished]:
    running = desk.running
    return unfinished_in(desk.folder, None if running is None else running.sitting.journal.path)


@router.get("/desk/setup/thumbnail", include_in_schema=False)
def thumbnail(desk: RefereesDesk, source: Annotated[str, Query(max_length=300)]) -> Response:
    """One small picture of a camera."""
    source = allowed(source)
    with TAKING[source]:
        frame = open_already(desk, source) or take(source)
    return Response(
        as_jpeg(frame, 320), media_type="image/jpeg", headers={"cache-control": "no-store"}
    )


@router.post("/api/setup/look", tags=["set-up"], status_code=204)
def look(wanted: Wanted, desk: RefereesDesk) -> Response:
    """Begin to look at a table with a camera; `GET /api/setup` tells what is seen."""
    source = allowed(wanted.source)
    game = new_game(wanted.game, wanted.rules)
    with TAKING[source]:
        desk.begin_trial(lambda running: trial_of(source, game, running, Looking(desk.profile)))
    return Response(status_code=204)


@router.get("/api/setup", tags=["set-up"], responses={404: {}})
def state(desk: RefereesDesk, language: Language) -> SetUp:
    """What is seen, what is wrong, and what to do about it."""
    trial = _the_trial(desk)
    seen = trial.look
    told: Findings = findings_of(trial, seen, sayer(language))
    made: Any = environment(language).get_template("setup_parts.html").module
    game = trial.game
    over = plates = ""
    holes: list[tuple[float, float]] = []
    if seen is not None and seen.pose is not None:
        over = draw_over(game, seen.board, seen.pose, seen.frame.size)
        if isinstance(game, Kulami):
            plates = draw_plates(game, seen.pose, seen.frame.size)
            holes = holes_seen(seen.pose)
    return SetUp(
        source=shown_source(trial.source),
        game=game.name,
        found=seen is not None and seen.pose is not None,
        ready=seen is not None and seen.ready,
        wrong=list(seen.wrong) if seen is not None else [],
        findings=str(made.findings(told)),
        over=over,
        plates=plates,
        layout=list(game.layout.rows) if isinstance(game, Kulami) else [],
        holes=holes,
        handles=_handles(game, seen),
        size=(0, 0) if trial.frame is None else trial.frame.size,
        given=trial.given is not None,
    )


def _handles(game: AnyGame, seen: TrialLook | None) -> list[tuple[float, float]]:
    if seen is None:
        return []
    return seen.handles() or guessed_handles(game.name, seen.frame.size)


@router.get(
    "/api/setup/picture",
    tags=["set-up"],
    response_class=Response,
    responses={200: {"content": {"image/jpeg": {}}}, 204: {}, 404: {}},
)
def picture(desk: RefereesDesk, after: Annotated[str, Query(max_length=40)] = "") -> Response:
    """The newest picture of the camera that is tried."""
    frame = _the_trial(desk).frame
    if frame is None or f"{frame.time:.3f}" == after:
        return Response(status_code=204)
    headers = {"x-picture": f"{frame.time:.3f}"}
    return Response(as_jpeg(frame), media_type="image/jpeg", headers=headers)


@router.post("/api/setup/place", tags=["set-up"], status_code=204, responses={404: {}})
def place(points: Points, desk: RefereesDesk) -> Response:
    """Say where the board lies."""
    _the_trial(desk).place(points.points)
    return Response(status_code=204)


@router.post("/api/setup/plates", tags=["set-up"], status_code=204, responses={404: {}})
def plates(given: Plates, desk: RefereesDesk) -> Response:
    """Kulami: say where the plates lie."""
    _the_trial(desk).set_layout(given.layout)
    return Response(status_code=204)


@router.post("/api/setup/start", tags=["set-up"], status_code=204, responses={404: {}})
def start(wanted: Start, desk: RefereesDesk) -> Response:
    """Begin the game; a game that is watched ends thereby."""
    trial = _the_trial(desk)
    seen = trial.look
    if seen is None or seen.pose is None:
        raise InputError("the board is not found yet")
    Heading(wanted.names, "", wanted.table, wanted.round)  # refuses what no sheet can hold
    game = trial.game
    position = _position(game, seen, wanted)
    clock = None if wanted.minutes is None else Clock.of(60 * wanted.minutes)
    beginning = Beginning(
        game,
        position,
        wanted.names,
        wanted.table,
        wanted.round,
        trial.source,
        round_rules=read_rules(RoundRules, wanted.round_rules, "round"),
        impaired=tuple(wanted.impaired),
        clock=clock,
    )
    with TAKING[trial.source], in_place_of_trial(desk):
        desk.begin(beginning, trial.source, make_table=Looking(desk.profile, pose=seen.pose))
    return Response(status_code=204)


def _position(game: AnyGame, seen: TrialLook, wanted: Start) -> Any:
    if not wanted.as_it_stands:
        return game.start()
    side = game.parse_side(wanted.side) if wanted.side else game.start().side
    if not isinstance(game, Kulami):
        return game.position(seen.board, str(side))
    shown = [name for name in CELLS if seen.board.tokens >> CELLS.index(name) & 1]
    return game.position(seen.board, str(side), tuple(wanted.last or shown))


def _the_trial(desk: Desk) -> Trial:
    trial = desk.trial
    if trial is None:
        raise HTTPException(404, "no camera is tried; choose one first")
    trial.touch()
    return trial
