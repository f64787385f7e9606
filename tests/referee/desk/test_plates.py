"""Kulami's plates: what nobody said is looked at, and told where it is otherwise."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from support.desks import PIN, ShownDesk

from engines import new_game
from referee import events as told
from referee.sitting import Beginning, Sitting
from vision import cameras
from vision.cameras.demos import demo_options

DEMO = new_game("kulami", demo_options("kulami"))


def seen(path, game, until=4.0):
    """The plates of which a table says that they are others, within some seconds of the demo."""
    with (
        Sitting.begin(path, Beginning(game, game.start())) as sitting,
        cameras.open("demo:kulami", speed=0) as camera,
    ):
        for frame in camera:
            sitting.see(frame)
            if sitting.last_of(told.OtherPlates) is not None or frame.time > until:
                break
        return sitting.last_of(told.OtherPlates)


@pytest.mark.parametrize("layout", ["tr8", "rulebook"])
def test_plates_that_were_taken_for_granted_are_compared_with_those_on_the_table(tmp_path, layout):
    game = new_game("kulami", {"layout": layout})
    turns = [DEMO.layout]
    for _ in range(3):
        turns.append(turns[-1].rotated())
    same = game.layout.partition() in [turn.partition() for turn in turns]
    found = seen(tmp_path / "table.hakem", game)
    assert (found is None) == same
    if found is not None:
        assert told.event_from_json(found.to_json()) == found


def test_other_plates_are_a_card_and_keep_the_sheet_open(tmp_path):
    made = ShownDesk(tmp_path, "kulami")
    made.position(made.game.start(), seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    client.post("/api/login", json={"pin": PIN})
    assert "others than those" not in client.get("/desk/parts").json()["attention"]
    made.sitting.hear([told.OtherPlates(str(new_game("kulami").layout.rotated()))])
    assert "others than those" in client.get("/desk/parts").json()["attention"]
    open_ = {"what": "plates", "likely": "0–0", "seen": "0–0"}  # the score by both plates
    assert open_ in client.get("/api/score").json()["open"]
    assert 'data-confirm="plates"' in client.get("/desk/score").text
    assert client.post("/api/score/confirm", json={"cell": "plates"}).status_code == 204
    assert open_ not in client.get("/api/score").json()["open"]
    made.close()
