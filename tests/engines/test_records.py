"""Records of whole games: JSON for every game, transcripts and WTHOR files for Reversi."""

from __future__ import annotations

import json
import random
import struct

import pytest
from support.playing import random_game

from engines import GAMES, new_game
from engines.contract import InputError
from engines.records import Record, Step, read_record, replay
from engines.reversi import PASS, Move, Reversi
from engines.reversi.transcript import read_transcript, with_passes, write_transcript
from engines.reversi.wthor import read_wthor

ALL = pytest.mark.parametrize("name", GAMES)
REVERSI = Reversi()


def recorded(name: str, seed: int = 5) -> tuple[Record, object]:
    """A random game as a record, and its last position."""
    game = new_game(name)
    played = list(random_game(game, random.Random(seed)))
    steps = tuple(Step(str(move)) for _, move, _ in played)
    return Record(game, played[0][0], steps, {"event": "test"}), played[-1][2]


@ALL
def test_a_record_survives_json_and_replays_to_the_same_end(name):
    record, end = recorded(name)
    again = read_record(json.dumps(record.to_json()), name)
    steps = list(replay(again))
    assert all(step.fine for step in steps)
    assert steps[-1].position == end
    assert again.info == {"event": "test"}
    assert again.to_json() == record.to_json()


@ALL
def test_the_first_illegal_move_is_found_and_ends_the_replay(name):
    record, _ = recorded(name)
    steps = list(record.steps)
    steps[7] = steps[6]  # the same again: occupied, or the enemy's pit, or an emptied one
    if name == "mangala":
        game = record.game
        position = list(replay(record))[6].position
        steps[7] = Step(next(w for w in ("S1", "N1") if w[0].lower() != position.side[0]))
        assert game.moves(position)
    broken = Record(record.game, record.start, tuple(steps), {})
    done = list(replay(broken))
    assert [step.fine for step in done] == [True] * 7 + [False]
    assert done[-1].number == 8
    assert done[-1].illegal is not None


@ALL
def test_a_recorded_board_is_judged_and_play_goes_on_from_it(name):
    game = new_game(name)
    fault = next(game.faults(game.start()))
    text = json.dumps(
        {"hakem": 1, "game": name, "steps": [{"board": fault.board.to_json(), "note": "seen"}]}
    )
    (step,) = replay(read_record(text))
    assert step.explanation == game.judge(game.start(), fault.board).best
    assert step.position == step.explanation.standing
    assert not step.fine


@pytest.mark.parametrize("name", GAMES)
def test_play_goes_on_from_a_position_that_is_told_and_nobody_is_accused(name):
    game = new_game(name)
    played = [(position, str(move)) for position, move, _ in random_game(game, random.Random(1))]
    stood = played[5][0]
    moves = tuple(Step(move) for _, move in played[5:])
    steps = (Step(None, note="nobody saw it", position=stood.to_json()), *moves)
    record = read_record(json.dumps(Record(game, game.start(), steps).to_json()))
    assert record.steps == steps
    told, *others = replay(record)
    assert (told.position, told.moves, told.fine) == (stood, (), True)
    assert [str(step.moves[0]) for step in others] == [step.move for step in moves]


def test_a_record_keeps_rules_that_are_not_the_default():
    game = new_game("kulami", {"layout": "rulebook", "marbles": 17})
    data = Record(game, game.start(), ()).to_json()
    assert data["rules"] == {"layout": "rulebook", "marbles": 17}
    assert read_record(json.dumps(data)).game.rules == game.rules


def test_a_mangala_record_says_who_starts():
    text = '{"hakem": 1, "game": "mangala", "first": "north", "steps": ["N1"]}'
    assert all(step.fine for step in replay(read_record(text)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("  \n", "empty"),
        ("{", "not JSON"),
        ("[1]", "JSON object"),
        ("[" * 100_000, "not JSON"),
        ("{}", '"hakem": 1'),
        ('{"hakem": true, "game": "reversi", "steps": []}', '"hakem": 1'),
        ('{"hakem": 1, "game": "reversi", "steps": ["f5"], "steps": []}', "'steps' stands twice"),
        ('{"hakem": 1, "game": "reversi", "rules": [], "steps": []}', '"rules" in a record'),
        ('{"hakem": 2, "game": "reversi", "steps": []}', '"hakem": 1'),
        ('{"hakem": 1, "steps": []}', 'names its "game"'),
        ('{"hakem": 1, "game": "go", "steps": []}', "unknown game 'go'"),
        ('{"hakem": 1, "game": "reversi"}', '"steps"'),
        ('{"hakem": 1, "game": "reversi", "steps": [5]}', "step 1"),
        ('{"hakem": 1, "game": "reversi", "steps": [{"mve": "f5"}]}', "step 1"),
        ('{"hakem": 1, "game": "reversi", "steps": [{"position": {}, "move": "f5"}]}', "step 1"),
        ('{"hakem": 1, "game": "reversi", "steps": [], "extra": 1}', "unknown key 'extra'"),
        ('{"hakem": 1, "game": "reversi", "steps": [], "rules": {"x": 1}}', "unknown reversi"),
        ('{"hakem": 1, "game": "reversi", "steps": [], "start": {"side": "B"}}', '"board"'),
        ('{"hakem": 1, "game": "mangala", "steps": [], "start": {"south": 4}}', '"north"'),
    ],
)
def test_a_bad_record_is_refused_in_words(text, message):
    with pytest.raises(InputError, match=message):
        read_record(text)


@pytest.mark.parametrize("move", ["z9", "", "f55"])
def test_a_word_that_is_no_move_is_refused_with_its_step(move):
    record = Record(REVERSI, REVERSI.start(), (Step("f5"), Step(move)))
    with pytest.raises(InputError, match="step 2: no such cell"):
        list(replay(record))


def test_a_record_of_another_game_is_refused():
    with pytest.raises(InputError, match="a record of kulami, not of reversi"):
        read_record('{"hakem": 1, "game": "kulami", "steps": []}', "reversi")


# Transcripts -------------------------------------------------------------------------------------


def test_transcripts_in_and_out():
    for seed in range(60):
        moves = [move for _, move, _ in random_game(REVERSI, random.Random(seed))]
        text = write_transcript(tuple(moves))
        back = with_passes(REVERSI, REVERSI.start(), read_transcript(text))
        assert list(back) == moves, "passes are left out and come back by the rules"


def test_transcripts_in_other_hands():
    for text in ("f5d6c3", "F5D6C3", "f5 d6 c3", "1. f5 d6 2. c3", "f5,d6,\nc3"):
        assert [str(m) for m in read_transcript(text)] == ["f5", "d6", "c3"]
    assert read_transcript("f5--pass")[1:] == (PASS, PASS)


@pytest.mark.parametrize("text", ["", "f5d6x9", "f5d", "{}"])
def test_a_bad_transcript_is_refused(text):
    with pytest.raises(InputError, match="not a transcript"):
        read_transcript(text)


def test_an_illegal_move_of_a_transcript_is_left_for_the_replay_to_find():
    moves = with_passes(REVERSI, REVERSI.start(), read_transcript("f5f5d6"))
    assert [str(m) for m in moves] == ["f5", "f5", "d6"]


# WTHOR -------------------------------------------------------------------------------------------


def wthor(count: int, moves: bytes, size: int = 8) -> bytes:
    header = struct.pack("<4BIHH4B", 20, 1, 1, 1, count, 0, 2026, size, 0, 24, 0)
    return header + struct.pack("<HHHBB60s", 3, 4, 5, 33, 32, moves)


def test_a_wthor_game_is_read():
    (game,) = read_wthor(wthor(1, bytes([56, 64, 33])))
    assert [str(move) for move in game.moves] == ["f5", "d6", "c3"]
    assert (game.tournament, game.black, game.white) == (3, 4, 5)
    assert (game.black_discs, game.best_black_discs) == (33, 32)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "header"),
        (b"x" * 15, "header"),
        (wthor(1, bytes([56]), size=10), "8x8"),
        (wthor(2, bytes([56])), "tells 2 games"),
        (wthor(1, bytes([56]))[:-1], "tells 1 games"),
        (wthor(1, bytes([99])), "move code 99"),
    ],
)
def test_a_broken_wthor_file_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        read_wthor(data)


def test_moves_are_plain_values():
    assert Move.parse("f5") == Move(37)
