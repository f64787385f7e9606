"""The referee's page: one game after another, what it says, and how it arrives."""

from __future__ import annotations

import re

from support.desks import Waiting
from support.sittings import blind_table

from engines import new_game
from referee.sitting import Beginning, Sitting


def begin_another(shown, tmp_path, name="mangala"):
    """Another game takes this one's place at the desk."""
    game = new_game(name)
    beginning = Beginning(game, game.start(), ("Defne", "Kerem"))
    sitting = Sitting.begin(tmp_path / "next.hakem", beginning, make_table=blind_table)
    return shown.desk.watch(sitting, Waiting())


def test_a_page_that_asks_while_a_game_begins_is_not_sent_to_the_set_up(shown, referee, tmp_path):
    old, told = shown.running, []
    close = old.close

    def slowly(**how):  # the old game's thread takes its time to end
        told.append(referee.get("/desk/parts").json())
        told.append(referee.get("/"))
        close(**how)

    old.close = slowly
    begin_another(shown, tmp_path)
    parts, page = told
    assert "Defne" in parts["players"]
    assert page.status_code == 200
    assert old.camera.status == "closed"


def test_a_page_sees_by_the_mark_that_another_game_is_watched(shown, referee, tmp_path):
    for path in ("/", "/score"):
        (mark,) = re.findall('data-mark="(.+?)"', referee.get(path).text)
        assert mark == referee.get("/desk/parts").json()["mark"]
        assert mark == referee.get("/desk/score").headers["x-mark"]
    begin_another(shown, tmp_path)
    assert referee.get("/desk/parts").json()["mark"] != mark
    assert referee.get("/desk/score").headers["x-mark"] != mark
