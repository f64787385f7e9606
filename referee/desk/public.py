"""What anybody may see: the players' page. It knows `PlayersView` and nothing else of the table."""

from __future__ import annotations

from html import escape
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response
from pydantic import BaseModel

from referee.desk import streams
from referee.desk.lines import Say, capital, side_word
from referee.desk.players import Public
from referee.desk.web import AnyDesk, Language, environment, page, sayer

router = APIRouter(tags=["players"])


class PlayersClock(BaseModel):
    """A player's clock."""

    side: str
    seconds: float
    runs: bool


class PublicPlayer(BaseModel):
    """A player."""

    side: str
    name: str


class PlayersTable(BaseModel):
    """All that is public of a table."""

    version: int
    game: str
    players: list[PublicPlayer]
    turn: str
    """Empty when the game is over."""
    over: bool
    board: str
    clocks: list[PlayersClock]
    result: str | None


@router.get("/players", include_in_schema=False)
def players_page(request: Request, desk: AnyDesk, language: Language) -> Response:
    """The players' page."""
    return page(request, "players.html", home="/players", **_parts(desk.players.now(), language))


@router.get("/api/players", summary="What players may see")
def players_table(desk: AnyDesk, language: Language) -> PlayersTable:
    """Who plays, board, turn, clock, and the result once both have signed."""
    shown = desk.players.now()
    return PlayersTable(
        version=shown.version,
        game=shown.game,
        players=[
            PublicPlayer(side=side, name=name)
            for side, name in zip(shown.sides, shown.names, strict=True)
        ],
        turn=shown.turn,
        over=shown.over,
        board=_address(shown),
        clocks=[PlayersClock(side=s, seconds=left, runs=runs) for s, left, runs in shown.clocks],
        result=_result(shown, sayer(language)) or None,
    )


@router.get(
    "/players/board",
    summary="The board as a picture",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}, "image/jpeg": {}}}, 404: {}},
)
def players_board(desk: AnyDesk, v: Annotated[int, Query(ge=0, le=2**53)] = 0) -> Response:
    """The board after the last move that has ended; `v` only keeps browsers from keeping it."""
    shown = desk.players.shown
    if not shown.board:
        raise HTTPException(404, "no game is watched")
    return Response(shown.board, media_type=shown.media)


@router.get(
    "/players/stream",
    summary="The players' page as it changes",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}}, 503: {}},
)
async def players_stream(desk: AnyDesk, language: Language) -> Response:
    """Server-sent events: the whole page at once, then again whenever something on it changes."""
    if desk.players_bell.waiting >= streams.MOST_WATCHERS:
        raise HTTPException(503, "too many watch already")

    def news(after: int) -> list[streams.Numbered]:
        shown = desk.players.now()
        if shown.version == after:
            return []
        return [(shown.version, streams.message(_parts(shown, language), str(shown.version)))]

    return streams.answer(streams.follow(desk.players_bell, -1, news))


def _address(shown: Public) -> str:
    return f"/players/board?v={shown.version}"


def _parts(shown: Public, language: str) -> dict[str, str]:
    """The three parts of the page as HTML."""
    say = sayer(language)
    if not shown.game:
        text = escape(say("No game is watched at this table yet."))
        return {"people": "", "board": f"<p>{text}</p>", "result": ""}
    clocks = {side: (left, runs) for side, left, runs in shown.clocks}
    people: list[dict[str, Any]] = []
    for side, name in zip(shown.sides, shown.names, strict=True):
        left, runs = clocks.get(side, (None, False))
        turn = side == shown.turn
        word = side_word(say, side)
        word = word[:1].upper() + word[1:]
        states = [word if name else "", say("to move") if turn else ""]
        people.append(
            {
                "side": side,
                "letter": word[:1],
                "name": name or word,
                "turn": turn,
                "state": " · ".join(filter(None, states)),
                "warned": "",
                "seconds": left,
                "clock": "",
                "runs": runs,
            }
        )
    made: Any = environment(language).get_template("parts.html").module
    result = _result(shown, say)
    if shown.over and not result:
        result = say("The game is over. The result is shown when both have signed.")
    return {
        "people": str(made.players(people)),
        "board": f'<img src="{_address(shown)}" alt="{escape(say("The board"))}">',
        "result": f'<p id="result">{escape(result)}</p>' if result else "",
    }


def _result(shown: Public, say: Say) -> str:
    if shown.result is None:
        return ""
    winner, score = shown.result
    if score:  # each count beside its player: only so nobody has to guess whose it is
        first, second = (
            name or capital(side_word(say, side))
            for side, name in zip(shown.sides, shown.names, strict=True)
        )
        counts = f"{first} {score[0]} – {score[1]} {second} · "
    else:
        counts = ""
    if winner.startswith("side:"):
        winner = side_word(say, winner.removeprefix("side:"))
    told = say("Draw") if winner == "draw" else f"{say('Winner')}: {winner}"
    if shown.of_set:
        told = f"{say('Set')} {shown.of_set} · {told}"
    return counts + told
