"""The whole way, from composed pictures to events."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.pose import BoardNotFound
from cli.main import main
from datasets.clips import PACES
from datasets.covers import board_pose
from datasets.evaluate_games import Order
from datasets.manifest import SCENES
from datasets.trials import clips, watch
from engines import new_game
from referee import events as told
from referee.table import Table, View
from referee.watcher import Watcher
from vision.frame import Frame
from vision.settle import Settled, Settler, State


@pytest.fixture(scope="module")
def clip():
    """The first moves of a game on a rendered table."""
    return next(iter(clips("reversi", "test", 1, 0, 3, pace=PACES["quick"])))


def test_moves_are_told_from_pictures(clip):
    moves, row = watch(clip, Watcher)
    assert row.moves == row.moves_right == 3
    assert row.unsure == row.false_alarms == row.invented == 0
    assert row.board_right
    assert all(row.delay < 2 for row in moves)


def test_a_board_that_is_not_seen_is_said_once():
    class Blind:
        def find(self, frame):
            raise BoardNotFound("no board is seen", "put it in the picture")

        def follow(self, frame, last):
            raise BoardNotFound("no board is seen", "put it in the picture")

    table = Table(new_game("reversi"), finder=Blind())
    black = np.zeros((120, 160, 3), np.uint8)
    said = [event for i in range(40) for event in table.see(Frame(black, i / 10))]
    assert [event.state for event in said] == ["lost"]
    assert "put it in the picture" in said[0].reason


def test_lessons_are_carried_out_and_taken_back(clip):
    table = Table(clip.played.game, clip.played.start)
    for first in clip.moments():  # a hard frame may be passed over
        table.see(first.frame)
        if table.pose is not None:
            break
    assert table.pose is not None
    table._views[0] = View(first.frame, table.pose, table.tracker.state.look())
    board = str(clip.played.game.board_of(clip.played.start))
    table.carry_out([told.Learn(0, board)])
    assert len(table.eyes.adaptation.lessons) == 1
    table.carry_out([told.Learn(5, board)])
    table._views[5] = table._views[0]
    another = clip.played.game.board_of(clip.played.steps[1].before)
    table.carry_out([told.Learn(5, str(another))])  # the frame is of a board that was taken back
    assert len(table.eyes.adaptation.lessons) == 1
    table.carry_out([told.Forget(1)])
    table.carry_out([told.Forget(2)])
    assert not table.eyes.adaptation.lessons


def test_nothing_is_read_while_the_table_is_paused(clip):
    table = Table(clip.played.game, clip.played.start)
    moments = iter(clip.moments())
    for moment in moments:
        table.see(moment.frame)
        if table.reading is not None:
            break
    table.tracker.pause(moment.frame.time)
    before = table.read_at
    later = [replace(moment.frame, time=before + number) for number in range(1, 5)]
    for frame in later:
        table.see(frame)
    assert table.read_at == before
    table.tracker.resume(later[-1].time)
    table.see(replace(moment.frame, time=before + 5))
    assert table.read_at == before + 5
    table.rests = True  # the game was ended early
    table.see(replace(moment.frame, time=before + 6))
    assert table.read_at == before + 5


@pytest.mark.parametrize(
    "words",
    [
        ("reversi", "--camera", "nowhere.mp4"),
        ("chess", "--camera", "demo:reversi"),
        ("reversi", "--camera", "demo:reversi", "--start", "nonsense"),
    ],
)
def test_watching_what_cannot_be_watched_is_one_line(words, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["watch", *words])
    assert stopped.value.code == 2
    told_ = capsys.readouterr().err
    assert told_.startswith("hakem: ")
    assert told_.count("\n") == 1


def test_one_event_a_line(tmp_path, clip, capsys):
    for number, moment in enumerate(clip.moments()):
        if number < 12:
            cv2.imwrite(str(tmp_path / f"{number:03}.png"), moment.frame.picture)
        else:
            break
    journal = tmp_path / "table.hakem"
    with pytest.raises(SystemExit) as stopped:
        main(["watch", "reversi", "--camera", str(tmp_path), "--json", "--journal", str(journal)])
    assert not stopped.value.code
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["event"] for line in lines[:3]] == ["game", "happened", "sight"]
    assert [line["number"] for line in lines] == list(range(1, len(lines) + 1))
    assert all({"event", "time", "frame"} <= set(line) for line in lines)


def test_a_move_is_told_though_the_board_was_nudged_with_it():
    """The last sure look still serves: without it nobody could say which pits were touched."""
    order = Order("mangala-layers-0013", "frames", 0, 3, 4, SCENES)
    clip = order.clip()
    table = Table(clip.played.game, clip.played.start)
    said, lay_elsewhere, compare = [], [], table.eyes.compare

    def compared(before, after, pose, then=None):
        lay_elsewhere.append(then is not None)
        return compare(before, after, pose, then)

    table.eyes.compare = compared
    for moment in clip.moments():
        if table.like is None:
            table.like = board_pose(clip.scene, moment.pose)
        shift = np.array([[1, 0, 3.0], [0, 1, 2.0]]) if moment.turn > 1 else np.eye(3)[:2]
        picture = cv2.warpAffine(
            moment.frame.picture, shift, moment.frame.size, borderMode=cv2.BORDER_REPLICATE
        )
        said += table.see(replace(moment.frame, picture=picture))
    assert "moved" in [event.state for event in said if isinstance(event, told.Sight)]
    assert any(lay_elsewhere)
    assert not [event for event in said if isinstance(event, told.OutOfStep)]
    assert [event.n for event in said if isinstance(event, told.Move | told.FaultFound)] == [
        1,
        2,
        3,
        4,
    ]


def test_what_changed_though_nobody_was_seen_to_move_is_not_taken_for_what_lay_there(monkeypatch):
    """The first look that shows it comes late in a stillness, when few looks are compared."""
    still = Settled(State.STILL, np.zeros(14, bool), 0.5)
    monkeypatch.setattr(Settler, "see", lambda self, frame: still)
    clip = Order("mangala-layers-0013", "frames", 0, 3, 1, SCENES).clip()
    table = Table(clip.played.game, clip.played.start)
    said, frames = [], 0
    for moment in clip.moments():
        if table.like is None:
            table.like = board_pose(clip.scene, moment.pose)
        frames += moment.turn == 0
        if moment.turn or frames <= table.tracker.settings.patience:
            said += table.see(moment.frame)
    assert [event.n for event in said if isinstance(event, told.Move | told.FaultFound)] == [1]
