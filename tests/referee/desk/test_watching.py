"""The referee's page: one game after another, what it says, and how it arrives."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace

import numpy as np
import pytest
from fastapi.testclient import TestClient
from support.desks import PIN, ShownDesk, Waiting, do, give_pictures
from support.reversi import REVERSI, UNTURNED
from support.sittings import blind_table

from datasets.deeds import state_of
from engines import new_game
from referee.desk.access import Access
from referee.desk.app import make_app
from referee.desk.demos import begin_demo
from referee.desk.desk import Desk
from referee.desk.parts import eye_of
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


def eye_after(made, change):
    """What the page says of a still board, after `change` was made to what is read of it."""
    state = state_of(made.game.name, made.game.start())
    look = made.eyes.look(state)
    change(look)
    made.eyes.look, made.eyes.compares = lambda state: look, False
    made.still(state, seconds=1.0)
    standing = replace(made.sitting.standing(), sight="found")
    return eye_of(made.running, standing, lambda text: text), standing


def test_what_is_hard_to_see_but_fits_asks_nothing_and_has_the_colour_of_doubt(shown):
    def dim(look):  # d3 is empty, as it should be, but just so
        look.probabilities[19] = [0.5, 0.3, 0.2]

    eye, standing = eye_after(shown, dim)
    assert standing.doubtful == ("d3",)
    assert (eye.sign, eye.look) == ("✓", "doubt")
    assert eye.text == "The board fits the game. Hard to see: d3"


def test_what_looks_otherwise_than_it_should_is_a_doubt_that_is_told(shown):
    def disc(look):  # is there a disc?
        look.probabilities[[19, 60]] = [[0.35, 0.6, 0.05]] * 2

    eye, standing = eye_after(shown, disc)
    assert (eye.sign, eye.look) == ("?", "doubt")
    assert "d3" in eye.text
    assert "d3" in standing.amiss


def test_a_count_is_a_doubt_only_where_it_is_clearly_another(tmp_path):
    made = ShownDesk(tmp_path, "mangala")
    place = made.sitting.tracker.view.names.index("N4")

    def looks_like(four, five):
        def change(look):
            look.probabilities[place] = 0
            look.probabilities[place, [4, 5]] = four, five

        return change

    eye, standing = eye_after(made, looks_like(0.45, 0.55))
    assert "N4" in standing.doubtful
    assert eye.sign == "✓"
    assert "N4" in eye.text
    _, standing = eye_after(made, looks_like(0.02, 0.98))
    assert standing.amiss == ("N4",)
    made.close()


def test_what_is_hidden_is_not_called_sure(shown):
    def cover(look):
        look.hidden = np.zeros(64)
        look.hidden[19] = 1.0

    eye, _ = eye_after(shown, cover)
    assert (eye.sign, eye.text) == ("?", "Seen, but not sure: d3")


@pytest.mark.parametrize("language", ["tr", "en"])
def test_the_pages_arrive_whole(shown, referee, language):
    shown.still(UNTURNED)
    text = referee.get(f"/?lang={language}").text
    parts = referee.get("/desk/parts").json()
    for name in ("attention", "sight", "board", "players", "moves", "acts"):
        assert f">{parts[name]}<" in text, name
    assert re.search('<div id="board"><svg', text)
    assert referee.get("/desk/score").text in referee.get("/score").text


def test_a_fault_in_the_list_keeps_its_pictures_when_its_card_has_left(shown, referee):
    give_pictures(shown)
    shown.still(UNTURNED)
    reply = REVERSI.parse_position(shown.sitting.standing().position)
    shown.position(REVERSI.play(reply, REVERSI.moves(reply)[0]))
    parts = referee.get("/desk/parts").json()
    assert "/desk/looks/" not in parts["attention"]
    (looks,) = re.findall("data-looks='(.+?)'", parts["moves"])
    pictures = json.loads(looks)
    assert [caption for caption, _ in pictures] == ["before", "after"]
    for _, source in pictures:
        assert referee.get(source).headers["content-type"] == "image/svg+xml"


class Clip(Waiting):
    """A recording that counts the pictures that were taken of it."""

    live = False
    taken = 0

    def __next__(self):
        self.taken += 1
        return super().__next__()


@pytest.mark.parametrize("page", ["/", "/players", "/api/table"])
def test_a_clip_begins_when_the_first_page_is_open(tmp_path, page):
    game, clip = new_game("reversi"), Clip()
    desk = Desk(tmp_path, Access(PIN), language="en")
    sitting = Sitting.begin(
        tmp_path / "demo.hakem", Beginning(game, game.start()), make_table=blind_table
    )
    desk.watch(sitting, clip, once_opened=True)
    client = TestClient(make_app(desk), base_url="http://localhost")
    client.get("/static/desk.css")
    time.sleep(0.4)
    assert clip.taken == 0
    token = client.app.state.desk.access.sign_in(PIN, "here")
    assert client.get(page, headers={"authorization": f"Bearer {token}"}).status_code == 200
    wait_until(lambda: clip.taken)
    desk.close()


def test_a_clip_that_nobody_has_opened_can_be_closed(tmp_path):
    game, clip = new_game("reversi"), Clip()
    desk = Desk(tmp_path, Access(PIN), language="en")
    sitting = Sitting.begin(
        tmp_path / "demo.hakem", Beginning(game, game.start()), make_table=blind_table
    )
    running = desk.watch(sitting, clip, once_opened=True)
    desk.close()
    assert not running._thread.is_alive()
    assert clip.taken == 0


def test_the_demo_waits_at_its_first_fault_until_that_is_put_aside(desk, client):
    desk.demos = ("mangala",)
    begin_demo(desk, "mangala", speed=0.0)
    wait_until(lambda: desk.running.patience.waits, longest=120.0)
    fault = client.get("/api/events").json()["events"][-2]
    assert fault["event"] == "fault"
    parts = client.get("/desk/parts").json()
    assert "The recording waits" in parts["sight"]
    assert "It stands unless it is reported" in parts["attention"]
    do(client, "dismiss", number=fault["number"])
    wait_until(lambda: not desk.running.patience.waits)


def wait_until(true, longest=10.0):
    """Wait for something that another thread does."""
    end = time.monotonic() + longest
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)
