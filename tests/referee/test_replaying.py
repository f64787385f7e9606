"""Journals are played again through today's engines, and exported."""

from __future__ import annotations

import json

import numpy as np
import pytest
from support.journals import game_events, write_game
from support.refereed import after
from support.sittings import Shown

from calibration.corners import pose_from_corners
from datasets.deeds import state_of
from engines import GAMES, new_game
from engines.records import record_from_json, replay
from referee.journal import Journal, JournalError, read_journal
from referee.journal.export import records_of, transcript
from referee.journal.frames import Ring, read_frames
from referee.replaying import compare_events, frames_again, play_again
from vision.frame import Frame


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_is_the_same_today(tmp_path, name, seed):
    entries = read_journal(write_game(tmp_path / "table.hakem", name, seed))
    again = play_again(entries)
    assert again.differences == ()
    assert again.moves == len(entries) - 2
    assert str(again.position) == entries[-2].event["position"]
    assert again.game.outcome(again.position).winner == entries[-1].event["winner"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("fault_at", [1, 4, 9])
def test_a_recorded_fault_is_the_same_today(tmp_path, name, fault_at):
    entries = read_journal(write_game(tmp_path / "table.hakem", name, 1, fault_at))
    again = play_again(entries)
    assert entries[-1].event["event"] == "fault"
    assert again.differences == ()
    assert str(again.position) == entries[-1].event["position"]


def rewritten(tmp_path, change):
    path = tmp_path / "table.hakem"
    with Journal(path) as journal:
        for event in game_events("reversi", 1, 6):
            journal.append(change(dict(event)))
    return play_again(read_journal(path)).differences


def test_a_move_that_today_is_illegal_is_a_difference(tmp_path):
    (found,) = rewritten(tmp_path, lambda e: {**e, "move": "a1"} if e.get("n") == 3 else e)
    assert (found.number, found.what, found.recorded) == (4, "move", "a1")


def test_a_position_that_today_is_another_is_a_difference(tmp_path):
    start = next(game_events("reversi"))["position"]
    found = rewritten(tmp_path, lambda e: {**e, "position": start} if e.get("n") == 3 else e)
    assert [(each.number, each.what) for each in found] == [(4, "position"), (5, "position")]


def test_a_fault_that_today_is_another_is_a_difference(tmp_path):
    other = [{"code": "wrong_side", "cells": ["a1"]}]
    (found,) = rewritten(tmp_path, lambda e: {**e, "faults": other} if e.get("faults") else e)
    assert (found.number, found.what) == (7, "faults")
    assert found.recorded[1] == [["wrong_side", ["a1"]]]


def test_an_unknown_game_and_odd_events_are_differences_and_no_more(tmp_path):
    path = tmp_path / "table.hakem"
    with Journal(path) as journal:
        journal.append({"event": "move", "time": 0, "move": "f5"})
        journal.append({"event": "start", "time": 0, "game": "chess"})
        journal.append({"event": "start", "time": 0, "game": "reversi", "position": "nonsense"})
        journal.append({"event": "start", "time": 0, "game": "reversi"})
        journal.append({"event": "move", "time": 0, "move": 7, "position": {"board": 3}})
    again = play_again(read_journal(path))
    assert [each.what for each in again.differences] == ["game", "game", "position"]


def test_a_position_after_a_fault_that_today_is_another_is_told_as_such(tmp_path):
    """An older journal told after a token left behind the same as after one that was set."""
    path, game = tmp_path / "table.hakem", new_game("kulami")
    before = after(game, "d4", "d1", "g1", "g5")
    (fault,) = (
        each
        for each in game.faults(before)
        if [f.code for f in each.faults] == ["token_not_moved"] and str(each.moves[0]) == "g7"
    )
    stood = game.put(before, fault.moves[0].hole)
    with Journal(path) as journal:
        journal.append({"event": "game", "time": 0, "game": "kulami", "position": str(before)})
        journal.append({
            "event": "fault", "time": 1, "n": 1, "move": "g7", "before": str(before),
            "faults": [f.to_json() for f in fault.faults],
            "board": str(fault.board), "position": str(stood),
        })  # fmt: skip
        journal.append({"event": "move", "time": 2, "n": 2, "move": "a7", "before": str(stood)})
    (found,) = play_again(read_journal(path)).differences
    assert (found.number, found.what) == (2, "position")
    (record,) = records_of(read_journal(path))
    assert [step.fine for step in replay(record)] == [False, True, True]


@pytest.mark.parametrize("name", GAMES)
def test_a_journal_becomes_a_record_that_replays(tmp_path, name):
    entries = read_journal(write_game(tmp_path / "table.hakem", name, 2))
    (record,) = records_of(entries)
    again = record_from_json(json.loads(json.dumps(record.to_json())))
    steps = list(replay(again))
    assert all(step.fine for step in steps)
    assert str(steps[-1].position) == entries[-2].event["position"]
    assert again.info["names"] == ["Işıl", "Çağrı"]
    moves = [entry.event["move"] for entry in entries if entry.event["event"] == "move"]
    shown = [move for move in moves if name != "reversi" or move != "pass"]
    assert transcript(record) == ("" if name == "reversi" else " ").join(shown)


def test_moves_taken_back_are_not_in_the_transcript(tmp_path):
    path = tmp_path / "table.hakem"
    events = list(game_events("reversi", 1))
    with Journal(path) as journal:
        for event in events[:6]:
            journal.append(event)
        journal.append({"event": "told", "time": 9, "what": "undo", "detail": "2", "n": 3,
                        "position": events[3]["position"]})  # fmt: skip
        journal.append(events[4])
    (record,) = records_of(read_journal(path))
    assert [step.move for step in record.steps] == [event["move"] for event in events[1:5]]
    assert play_again(read_journal(path)).differences == ()


def sitting_with(path, *moves, name="reversi"):
    """A table at which these moves were made."""
    shown = Shown(path, name)
    game = shown.game
    shown.position(game.start(), seconds=1.0)
    for count in range(1, len(moves) + 1):
        shown.position(after(game, *moves[:count]))
    return shown


def without(game, position, cell):
    """What lies on the table when a piece has fallen off."""
    left = list(state_of(game.name, position))
    left[game.parse_move(cell).square] = "."
    return tuple(left)


def told_again(path, *moves):
    """Whether the journal's record tells these moves, can be replayed, and ends where they do."""
    (record,) = records_of(read_journal(path))
    again = record_from_json(json.loads(json.dumps(record.to_json())))
    assert [step.move for step in again.steps] == list(moves)
    steps = list(replay(again))
    assert all(step.fine for step in steps)
    assert steps[-1].position == after(record.game, *moves, position=record.start)
    return transcript(record)


@pytest.mark.parametrize("fallen", ["c3", "d3"])
@pytest.mark.parametrize("reported", [False, True])
def test_a_disc_that_fell_off_and_is_back_is_no_step_of_the_game(tmp_path, fallen, reported):
    path = tmp_path / "table.hakem"
    shown = sitting_with(path, "d3", "c3")
    board = after(shown.game, "d3", "c3")
    shown.still(without(shown.game, board, fallen))
    if reported:
        shown.sitting.object("B")
        assert shown.sitting.keeper.round.phase == "halted"
    shown.position(board)
    shown.position(after(shown.game, "d3", "c3", "b3"))
    shown.sitting.close()
    assert told_again(path, "d3", "c3", "b3") == "d3c3b3"


def test_nor_is_one_that_is_back_by_the_referees_word(tmp_path):
    path = tmp_path / "table.hakem"
    shown = sitting_with(path, "d3", "c3")
    board = after(shown.game, "d3", "c3")
    shown.still(without(shown.game, board, "d3"))
    shown.sitting.object("B")
    shown.sitting.pause()
    shown.sitting.go_on()
    shown.sitting.piece_put_back()
    shown.position(board, seconds=1.0)
    shown.position(after(shown.game, "d3", "c3", "b3"))
    shown.sitting.close()
    assert told_again(path, "d3", "c3", "b3") == "d3c3b3"


def test_stones_that_were_missing_and_are_back_are_no_step_of_the_set(tmp_path):
    path = tmp_path / "table.hakem"
    shown = sitting_with(path, "S2", name="mangala")
    board = after(shown.game, "S2")
    stones = list(board.stones)
    stones[0] -= 2
    shown.still(tuple(stones))
    shown.position(board)
    shown.position(after(shown.game, "S2", "N1"))
    shown.sitting.close()
    events = [entry.event["event"] for entry in read_journal(path)]
    assert "fault" in events
    assert "restored" in events
    assert told_again(path, "S2", "N1") == "S2 N1"


def test_a_disc_that_stays_off_the_board_is_told_as_the_board_that_stands(tmp_path):
    path = tmp_path / "table.hakem"
    shown = sitting_with(path, "d3", "c3")
    shown.still(without(shown.game, after(shown.game, "d3", "c3"), "c3"))
    shown.sitting.close()
    (record,) = records_of(read_journal(path))
    last = list(replay(record))[-1]
    assert [fault.code for fault in last.explanation.faults] == ["disc_removed"]


def test_moves_by_which_the_referee_found_back_into_step_are_told_once(tmp_path):
    game = new_game("reversi")
    line = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5")  # with c5 no white disc would be left
    before = after(game, *line)
    shown = Shown(tmp_path / "table.hakem", position=before)
    shown.position(before, seconds=1.0)
    shown.position(after(game, "c5", position=before))
    shown.position(after(game, "c3", "d3", position=before))
    shown.sitting.close()
    entries = read_journal(shown.path)
    (back,) = (entry.event for entry in entries if entry.event["event"] == "resync")
    assert back["moves"] == ["c3", "d3"]
    assert told_again(shown.path, "c3", "d3") == "c3d3"


def stood_at_the_end(path):
    """The steps of the journal's record, which replays to where the game stood."""
    entries = read_journal(path)
    (record,) = records_of(entries)
    again = record_from_json(json.loads(json.dumps(record.to_json())))
    steps = list(replay(again))
    assert len(steps) == len(again.steps)
    assert all(step.fine for step in steps)
    told = [entry.event["position"] for entry in entries if entry.event.get("position")]
    assert str(steps[-1].position) == told[-1]
    assert transcript(record) == "".join(step.move for step in again.steps if step.move)
    return ["-" if step.position else step.move for step in again.steps]


def test_moves_that_nobody_saw_are_a_position_of_the_record(tmp_path):
    """The camera is covered while seven moves are made; two clear boards then tell where it is."""
    line = ("c3", "c4", "c5", "e6", "e2", "b2", "f7", "d6", "f5", "b6")
    shown = sitting_with(tmp_path / "table.hakem", "d3")
    for count in (7, 8, 9, 10):
        shown.position(after(shown.game, "d3", *line[:count]))
    shown.sitting.close()
    assert stood_at_the_end(shown.path) == ["d3", "-", *line[7:]]


def test_whose_turn_it_is_by_the_referees_word_is_one_too(tmp_path):
    shown = sitting_with(tmp_path / "table.hakem", "d3")
    shown.sitting.set_side("B")
    shown.position(after(shown.game, "f5", position=shown.sitting.tracker.position))
    shown.sitting.close()
    assert stood_at_the_end(shown.path) == ["d3", "-", "f5"]


def test_and_a_board_that_was_set_by_hand_accuses_nobody(tmp_path):
    shown = sitting_with(tmp_path / "table.hakem", "d3", "c3")
    shown.sitting.set_cells({"a1": "B", "h8": "W"})
    shown.sitting.close()
    assert stood_at_the_end(shown.path) == ["d3", "c3", "-"]


def test_but_what_was_taken_back_since_is_not(tmp_path):
    shown = sitting_with(tmp_path / "table.hakem", "d3", "c3")
    shown.sitting.set_cells({"a1": "B", "h8": "W"})
    shown.sitting.undo()
    shown.sitting.close()
    assert stood_at_the_end(shown.path) == ["d3"]


def test_a_journal_without_a_game_has_no_record(journal):
    with pytest.raises(JournalError, match="which game"):
        records_of(read_journal(journal))


class Echo:
    """Says of every frame what the journal said, but one thing."""

    def __init__(self, events):
        self.events = list(events)

    def see(self, frame, pose):
        return [self.events[round(frame.time)]]


def test_stored_frames_can_be_given_to_a_tracker_and_compared(tmp_path):
    pose = pose_from_corners([(80, 40), (240, 40), (240, 200), (80, 200)], (320, 240))
    ring = Ring(tmp_path / "frames", most=5)
    noise = np.random.default_rng(2)
    for time in range(8):
        picture = noise.integers(0, 255, (240, 320, 3), np.uint8)
        ring.keep(Frame(picture, float(time), "usb:0"), pose)
    frames = list(read_frames(tmp_path / "frames"))
    assert [kept.frame.time for kept in frames] == [3, 4, 5, 6, 7]
    assert [kept.number for kept in frames] == [4, 5, 6, 7, 8]
    assert frames[0].frame.picture.shape[0] < 240
    events = list(game_events("reversi"))[1:9]
    path = tmp_path / "table.hakem"
    with Journal(path) as journal:
        entries = [journal.append(event) for event in events]
    assert compare_events(entries[3:], list(frames_again(frames, Echo(events)))) == ()
    otherwise = [*events[:5], {**events[5], "move": "a1"}, *events[6:]]
    (found,) = compare_events(entries[3:], list(frames_again(frames, Echo(otherwise))))
    assert found.number == 6
    assert "a1" in found.today
    (tmp_path / "frames" / "00000005.jpg").write_bytes(b"no picture")
    with pytest.raises(JournalError, match="is no picture"):
        list(read_frames(tmp_path / "frames"))
