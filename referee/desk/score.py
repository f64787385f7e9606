"""The score page: parts added up, doubts confirmed, both players sign, PDF to print."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict, Field

from engines import InputError
from engines.players import PLAYERS
from referee.desk.acts import Done
from referee.desk.api import REFUSED
from referee.desk.cards import gap_of
from referee.desk.desk import Desk
from referee.desk.lines import sign_word
from referee.desk.scoring import (
    POINTS,
    STROKES,
    as_pdf,
    contents_of,
    drawn_by,
    score_json,
    sheet_of,
    signature,
)
from referee.desk.signed import keep_signed, kept_sheet
from referee.desk.titles import GAME_TITLES, heading, page_mark, player_name
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
from referee.sheet.counting import PLATES, content_of
from referee.sheet.page import draw, page_of
from referee.sitting import Sitting
from vision.reading import CONTENTS

router = APIRouter(responses=REFUSED)
Share = Annotated[float, Field(ge=-1, le=2, allow_inf_nan=False)]
Point = tuple[Share, Share]


Cell = Annotated[str, Field(max_length=8)]
Content = Annotated[str, Field(max_length=4)]


class Confirmation(BaseModel):
    """What stands in a doubtful cell, or in several at once; an empty content: what is believed.

    `plates` in place of a cell: they lie as the game has them.
    """

    model_config = ConfigDict(extra="forbid")
    cell: Annotated[str, Field(max_length=8, examples=["d4"])] = ""
    content: Annotated[str, Field(max_length=4, examples=["B"])] = ""
    cells: Annotated[dict[Cell, Content], Field(max_length=64)] = {}


class EarlyEnd(BaseModel):
    """Why a game ends before the board shows it: who gives up, or the referee's own reason."""

    model_config = ConfigDict(extra="forbid")
    why: Literal["resigned", "stopped"]
    by: Literal["A", "B"] | None = None
    because: Annotated[str, Field(max_length=200)] = ""


class Signing(BaseModel):
    """Who agrees, and what was drawn in the field, in shares of its width and height."""

    model_config = ConfigDict(extra="forbid")
    by: Literal["A", "B"]
    strokes: Annotated[
        list[Annotated[list[Point], Field(max_length=POINTS)]], Field(max_length=STROKES)
    ] = []


@router.get("/score", include_in_schema=False)
def score_page(request: Request) -> Response:
    """The page."""
    if not is_referee(request):
        return elsewhere(request, "/login")
    desk = desk_of(request)
    mark, running = desk.mark, desk.running
    if running is None:
        return elsewhere(request, "/setup")
    sitting = running.sitting
    number = sitting.number  # before the sheet is made: what comes meanwhile is told by the stream
    name, language = sitting.tracker.game.name, language_of(request)
    return page(
        request,
        "score.html",
        sheet=_sheet_part(desk, sitting, language),
        number=number,
        mark=page_mark(mark, sitting),
        game_title=GAME_TITLES[name],
        heading=heading(sitting, sayer(language)),
    )


@router.get("/desk/score", include_in_schema=False)
def score_part(desk: RefereesDesk, language: Language) -> HTMLResponse:
    """The sheet as a part of the page; its mark tells the page when it is of another game."""
    mark, sitting = desk.mark, desk.sitting()
    text = _sheet_part(desk, sitting, language)
    return HTMLResponse(text, headers={"x-mark": page_mark(mark, sitting)})


def _sheet_part(desk: Desk, sitting: Sitting, language: str) -> str:
    """The sheet as HTML."""
    say = sayer(language)
    sheet = sheet_of(sitting, desk.said)
    told = page_of(sheet, language)
    game = sheet.counted.game
    kinds = list(CONTENTS[game.name]) if game.name != "mangala" else []
    doubts = [
        {
            "cell": point.cell,
            "likely": point.likely,
            "choices": [(kind, sign_word(say, kind)) for kind in kinds],
        }
        for point in sheet.open
        if point.cell
    ]
    round_ = sitting.keeper.round
    people = [
        {
            "player": player,
            "name": player_name(sitting, player, say),
            "gives_up": say("%(name)s gives up") % {"name": player_name(sitting, player, say)},
            "signed": player in round_.signed,
            "drawn": drawn_by(sitting, desk.said, player),
        }
        for player in PLAYERS
    ]
    values: dict[str, Any] = {
        "sheet": told,
        "gap": gap_of(sitting.standing(), say),
        "doubts": doubts,
        "ask_plates": any(point.what == PLATES for point in sheet.open),
        "ask_over": any(point.what == "over" for point in sheet.open) and round_.phase == "play",
        "clean": draw(sheet.counted),
        "photo": draw(sheet.counted, over_picture=True) if sheet.counted.read else "",
        "mangala": game.name == "mangala",
        "by_hand": sheet.by_hand,
        "people": people,
        "may_sign": sheet.final and round_.phase in ("over", "between"),
        "signed": len(round_.signed) == len(PLAYERS),
    }
    return environment(language).get_template("score_part.html").render(lang=language, **values)


@router.get("/api/score", tags=["score"])
def score(desk: RefereesDesk) -> dict[str, Any]:
    """The score with its parts, and what is still open about it."""
    return score_json(sheet_of(desk.sitting(), desk.said))


@router.get(
    "/api/score.pdf",
    tags=["score"],
    response_class=Response,
    responses={200: {"content": {"application/pdf": {}}}},
)
def score_pdf(desk: RefereesDesk, language: Language) -> Response:
    """The sheet to print."""
    sitting = desk.sitting()
    data = kept_sheet(sitting, language) or as_pdf(sheet_of(sitting, desk.said), language)
    name = f"{sitting.tracker.game.name}-{sitting.number}.pdf"
    headers = {"content-disposition": f'inline; filename="{name}"'}
    return Response(data, media_type="application/pdf", headers=headers)


@router.post("/api/score/confirm", tags=["score"], status_code=204)
def confirm(said: Confirmation, desk: RefereesDesk) -> Response:
    """Say what stands in doubtful cells; those of one order are put right together."""
    sitting = desk.sitting()
    with sitting.held():
        sitting.refuse_if_signed()
        contents = contents_of(sitting)
        named = said.cells or {said.cell: said.content}
        told = {}
        for cell, content in named.items():
            if cell == PLATES:
                desk.said.confirmed[PLATES] = ""
                continue
            if cell not in contents:
                raise InputError(f"no such cell {cell!r}")
            game = sitting.tracker.game.name
            told[cell] = content_of(game, cell, content) if content else contents[cell]
        if any(contents[cell] != content for cell, content in told.items()):
            sitting.set_cells(told)
        desk.said.confirmed |= told
    desk.publish()
    return Response(status_code=204)


@router.post("/api/score/end", tags=["score"])
def end(early: EarlyEnd, desk: RefereesDesk, language: Language) -> Done:
    """End a game that the board does not end; time that is up is told by `/api/acts/flag`."""
    sitting = desk.sitting()
    written = sitting.end_early(early.why, early.by, early.because)
    desk.publish()
    return Done.of(sitting, written, language)


@router.post("/api/score/sign", tags=["score"])
def sign(signing: Signing, desk: RefereesDesk, language: Language) -> Done:
    """A player agrees with the score and gives up further objections."""
    sitting = desk.sitting()
    drawn = signature(signing.strokes)
    with sitting.held():  # nobody changes the table between the look at the sheet and the name
        if not sheet_of(sitting, desk.said).final:
            raise InputError("the sheet is not final; confirm what is open first")
        written = sitting.sign(signing.by)
        desk.said.signatures[signing.by] = (written[0].number, drawn)
        keep_signed(sitting, desk.said)
    desk.publish()
    return Done.of(sitting, written, language)
