"""What a profile remembers of a table's looks: what was saved is loaded again, the rest refused."""

from __future__ import annotations

import json

import pytest

from datasets.manifest import load_scenes
from datasets.second_look import START, known_board
from engines import InputError
from vision.detectors import detector
from vision.detectors.memory import memory, recall


def remembered(game):
    reader, lesson = detector(game), known_board(next(iter(load_scenes(game, "validation"))), START)
    reader.adapt(lesson.frame, lesson.pose, lesson.board)
    return json.loads(json.dumps(memory(game, reader)))


@pytest.mark.parametrize("game", ["reversi", "kulami", "mangala"])
def test_what_was_learnt_is_learnt_again(game):
    again = detector(game)
    recall(game, again, remembered(game))
    assert len(again.adaptation.lessons) == 1


def test_a_board_that_surely_has_no_token_can_be_remembered():
    """`hakem calibrate colours kulami … --board "… tokens:"` wrote what then stopped everything."""
    told = remembered("kulami")
    tokens = {"network": None, "carried": [], "logits": [0.0] * 64}
    from vision.detectors.token_looks import network_of_tokens

    told["lessons"][0]["tokens"] = {**tokens, "network": network_of_tokens()}
    again = detector("kulami")
    recall("kulami", again, told)
    assert not again.adaptation.lessons[0].tokens.carried.any()


@pytest.mark.parametrize("broken", [[1], "text", 3, {}, {"lessons": []}, {"network": "x"}])
def test_what_is_no_memory_is_told_in_a_line(broken):
    with pytest.raises(InputError, match=r"are broken; learn them anew with `hakem calibrate"):
        recall("reversi", detector("reversi"), broken)


def test_a_memory_of_another_version_is_refused():
    told = remembered("reversi") | {"network": "0" * 16}
    with pytest.raises(InputError, match="learnt by another version of Hakem"):
        recall("reversi", detector("reversi"), told)


@pytest.mark.parametrize("lesson", [[1], "text", 3, {}, None])
def test_a_broken_lesson_is_told_in_a_line(lesson):
    told = remembered("reversi") | {"lessons": [lesson]}
    with pytest.raises(InputError, match="are broken"):
        recall("reversi", detector("reversi"), told)
