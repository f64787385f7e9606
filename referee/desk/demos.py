"""The demo games on the desk: one tap, and a recorded game is refereed."""

from __future__ import annotations

import json
from typing import Any, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict

from calibration.pose import Pose
from engines import AnyGame, InputError, new_game
from engines.clock import Clock
from referee.desk.api import REFUSED
from referee.desk.desk import Desk
from referee.desk.web import RefereesDesk
from referee.sitting import Beginning
from referee.table import Table
from referee.tracker import Settings
from vision.cameras.demos import demo_options, demo_path
from vision.find import upright

router = APIRouter(prefix="/api", tags=["table"], responses=REFUSED)
NAMES = {
    "reversi": ("Elif Işık", "Can Şen"),
    "kulami": ("Zeynep Çağlar", "Ömer Güneş"),
    "mangala": ("Defne Yıldız", "Kerem Öztürk"),
}
MINUTES = 20


class Demo(BaseModel):
    """Which demo."""

    model_config = ConfigDict(extra="forbid")
    game: Literal["reversi", "kulami", "mangala"]


def begin_demo(desk: Desk, name: str, speed: float = 1.0, once_opened: bool = False) -> None:
    """Referee a demo clip from its beginning; raises `InputError`.

    With `once_opened` it waits for the first page: who opens it late would see an ended game.
    """
    if name not in desk.demos:
        raise InputError(f"no demo of {name!r} runs here")
    path = demo_path(name)
    told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    game = new_game(name, demo_options(name))
    beginning = Beginning(
        game,
        game.parse_position(told["start"]) if isinstance(told["start"], str) else game.start(),
        names=NAMES[name],
        table="1",
        round="1",
        camera=f"demo:{name}",
        clock=Clock.of(60.0 * MINUTES),
    )
    pose = _set_up(told)

    def make_table(game: AnyGame, position: Any, settings: Settings) -> Table:
        return Table(game, position, settings=settings, pose=pose)

    desk.begin(
        beginning,
        f"demo:{name}",
        speed=speed,
        make_table=make_table,
        once_opened=once_opened,
    )


def _set_up(told: dict[str, Any]) -> Pose | None:
    """Where the board lies, as if somebody had set this table up; Mangala is found by itself."""
    if "pitch" not in told["board"]:
        return None
    pose = Pose.from_json(told["pose"]).in_units(float(told["board"]["pitch"]))
    # The start of Reversi looks the same from both of its ends; plates do not.
    return upright(pose, 2) if told["game"] == "reversi" else pose


@router.post("/demo", status_code=204)
def demo(wanted: Demo, desk: RefereesDesk) -> Response:
    """Begin a demo game anew, where the desk was started with them."""
    begin_demo(desk, wanted.game)
    return Response(status_code=204)
