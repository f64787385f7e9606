"""Nobody in a recording hears the referee: it waits a while, and then goes on by itself."""

from __future__ import annotations

import time

import numpy as np
import pytest
from support.desks import Waiting
from support.reversi import REVERSI, UNTURNED
from support.sittings import Shown, same_as_rebuilt

from engines.clock import Clock
from referee.sitting import Patience
from vision.cameras.demos import demo_path
from vision.cameras.video import VideoFile
from vision.frame import Frame


class Film(Waiting):
    """A recording that counts how often it was left alone."""

    live = False
    rested = 0

    def rest(self):
        self.rested += 1


@pytest.fixture
def shown(tmp_path):
    made = Shown(tmp_path / "table.hakem", clock=Clock.of(600))
    made.position(REVERSI.start(), seconds=1.0)
    yield made
    made.sitting.close()


def waited(patience, longest=60.0):
    """Seconds until it goes on."""
    began = time.monotonic()
    while patience.holds():
        assert time.monotonic() - began < longest
        time.sleep(0.02)
    return time.monotonic() - began


def test_a_correction_that_a_recording_cannot_make_is_awaited_a_while_and_then_let_be(shown):
    patience = Patience(shown.sitting, Film(), longest=0.3)
    shown.still(UNTURNED)
    stood = shown.sitting.tracker.position
    assert not patience.holds()
    shown.sitting.object("B")
    assert shown.sitting.keeper.round.phase == "correction"
    assert waited(patience) >= 0.3  # how much longer is up to the machine
    standing = shown.sitting.standing()
    assert (standing.awaiting, standing.position, standing.round["phase"]) == (
        None, str(stood), "play")  # fmt: skip
    assert (standing.side, shown.sitting.keeper.round.clock.running) == ("W", "B")
    assert standing.round["warnings"] == {"A": 1, "B": 0}
    same_as_rebuilt(shown)
    answer = REVERSI.moves(stood)[0]
    after = REVERSI.play(stood, answer)
    assert shown.position(after)[0].data["move"] == str(answer)


def test_an_undo_in_a_recording_is_let_be_with_the_moves_on_the_board(shown):
    patience = Patience(shown.sitting, Film(), longest=0.1)
    after = REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3"))
    shown.position(after)
    shown.sitting.undo()
    assert shown.sitting.standing().moves == 0
    waited(patience)
    assert shown.sitting.standing().position == str(after)
    same_as_rebuilt(shown)


def test_a_recording_that_is_paused_waits_as_long_as_it_is_paused(shown):
    film = Film()
    patience = Patience(shown.sitting, film, longest=0.0)
    shown.sitting.pause()
    assert patience.holds()
    assert patience.holds()
    assert film.rested == 2
    shown.sitting.go_on()
    assert not patience.holds()


def test_a_demo_waits_at_its_first_fault_alone_and_no_longer_than_told(shown):
    patience = Patience(shown.sitting, Film(), at_fault=0.3)
    shown.position(REVERSI.play(REVERSI.start(), REVERSI.parse_move("c4")))
    assert not patience.holds()
    shown.sitting.undo()
    shown.position(REVERSI.start(), seconds=1.0)
    shown.still(UNTURNED)
    assert waited(patience) >= 0.3
    stood = shown.sitting.tracker.position
    after = REVERSI.play(stood, REVERSI.moves(stood)[0])
    shown.position(after)
    assert not patience.holds()
    assert not Patience(shown.sitting, Waiting(), at_fault=60.0).holds()  # the world goes on


def pause_and_go_on(sitting, patience):
    sitting.pause()
    assert patience.holds()
    sitting.go_on()


@pytest.mark.parametrize(
    "act", [pause_and_go_on, lambda sitting, patience: patience.enough()], ids=["order", "seen"]
)
def test_a_demo_waits_no_longer_once_somebody_has_acted(shown, act):
    patience = Patience(shown.sitting, Film(), at_fault=60.0)
    patience.enough()  # nothing has been seen yet
    shown.still(UNTURNED)
    assert patience.holds()
    act(shown.sitting, patience)
    assert not patience.holds()


def test_the_world_does_not_wait(shown):
    patience = Patience(shown.sitting, Waiting(), longest=0.0)
    shown.still(UNTURNED)
    shown.sitting.object("B")
    assert not patience.holds()
    assert shown.sitting.tracker.awaited is not None
    shown.sitting.pause()
    assert not patience.holds()


def test_a_film_goes_on_where_it_was_left():
    with VideoFile(demo_path("kulami"), speed=4.0) as film:
        before = [next(film) for _ in range(3)][-1]
        film.rest()
        time.sleep(0.5)
        assert next(film).time - before.time < 0.3
        assert film.behind < 0.4  # it was left, nobody was too slow


@pytest.mark.parametrize("name", ["reversi", "kulami", "mangala"])
def test_an_undo_is_not_undone_by_the_pieces_that_still_lie_there(tmp_path, name):
    made = Shown(tmp_path / "table.hakem", name)
    game, start = made.game, made.game.start()
    made.position(start, seconds=1.0)
    after = game.play(start, game.moves(start)[2])
    made.position(after)
    made.sitting.undo()
    same_as_rebuilt(made)
    assert made.position(after, seconds=3.0) == []
    made.restart()
    assert made.position(after, seconds=3.0) == []
    assert [line.data["event"] for line in made.position(start, seconds=2.0)] == ["restored"]
    same_as_rebuilt(made)
    assert made.position(after)[0].data["event"] == "move"
    made.sitting.close()


@pytest.mark.parametrize("name", ["reversi", "kulami", "mangala"])
def test_what_was_played_during_a_pause_is_asked_also_after_a_restart(tmp_path, name):
    made = Shown(tmp_path / "table.hakem", name)
    game, start = made.game, made.game.start()
    made.position(start, seconds=1.0)
    after = game.play(start, game.moves(start)[2])
    made.sitting.pause()
    assert made.position(after, seconds=1.0) == []
    made.sitting.go_on()
    assert [line.data["event"] for line in made.position(after)] == ["out_of_step"]
    same_as_rebuilt(made)
    made.restart()
    assert made.position(after) == []
    assert made.position(start, seconds=2.0)[0].data["event"] == "resync"
    assert not made.sitting.tracker.gap
    made.sitting.close()


def test_no_more_moves_are_taken_after_a_game_that_ended_early(shown, monkeypatch):
    rested = []
    table = shown.sitting.table
    monkeypatch.setattr(table, "see", lambda frame: rested.append(table.rests) or [])
    frame = Frame(np.zeros((64, 64, 3), np.uint8), 0.0, "usb:9")
    shown.sitting.see(frame)
    shown.sitting.end_early("resigned", "A")
    shown.sitting.see(frame)
    shown.restart()
    assert rested == [False, True]
    assert shown.sitting.ended_early
