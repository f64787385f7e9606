"""Tokens, plates and the score of Kulami against the truth, in whatever turn the board is seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.pose import Pose
from datasets.evaluate import evaluate
from datasets.kulami_measures import compare_kulami
from datasets.stills import Still
from engines.kulami import Layout
from vision.frame import Frame
from vision.reading import Reading

TR8 = Layout.parse("tr8")
PLATES = "".join(TR8.rows)
CONTENTS = list(
    "BBR....."
    "BBB....R"
    "....RRRR"
    "........"
    "..BBBBB."
    "....R..."
    "R......."
    "BR.....B"
)  # fmt: skip
TOKENS = (0, 2)


def reading(contents=CONTENTS, tokens=TOKENS, layout=TR8, **more):
    told = np.zeros(64)
    told[list(tokens)] = 0.97
    return replace(Reading.certain("kulami", contents), tokens=told, layout=layout, **more)


def test_a_right_reading_is_right_in_all():
    told = compare_kulami(reading(), CONTENTS, TOKENS, PLATES)
    assert (told.tokens_wrong, told.plates_right, told.score_right) == (0, True, True)


def test_letters_of_plates_do_not_matter_but_seams_do():
    renamed = Layout.parse("/".join(TR8.rows).translate(str.maketrans("AB", "ZY")))
    assert compare_kulami(reading(layout=renamed), CONTENTS, TOKENS, PLATES).plates_right
    other = compare_kulami(reading(layout=Layout.parse("rulebook")), CONTENTS, TOKENS, PLATES)
    assert other.plates_right is False
    assert other.score_right is False


def test_tokens_too_many_and_too_few_are_counted_where_they_can_be_seen():
    assert compare_kulami(reading(tokens=(0, 20)), CONTENTS, TOKENS, PLATES).tokens_wrong == 2
    hidden = [None if hole == 20 else content for hole, content in enumerate(CONTENTS)]
    told = compare_kulami(reading(tokens=(0, 20)), hidden, TOKENS, PLATES)
    assert told.tokens_wrong == 1
    assert told.score_right is None, "what is hidden may score"


def test_a_wrong_marble_spoils_the_score_and_an_unread_one_too():
    for letter in "?R":
        seen = [*CONTENTS[:36], letter, *CONTENTS[37:]]
        assert compare_kulami(reading(seen), CONTENTS, TOKENS, PLATES).score_right is False


def test_what_was_not_looked_for_is_not_compared():
    plain = Reading.certain("kulami", CONTENTS)
    told = compare_kulami(plain, CONTENTS, TOKENS, PLATES)
    assert (told.tokens_wrong, told.plates_right, told.score_right) == (None, None, True)
    odd = compare_kulami(reading(), CONTENTS, TOKENS, "A" * 64)
    assert (odd.plates_right, odd.score_right) == (False, None), "no score without valid plates"


@pytest.mark.parametrize("quarters", range(4))
def test_plates_and_tokens_turn_with_the_board(quarters):
    matrix = np.array([[400.0, 0, 200], [0, 400, 200], [0, 0, 1]])
    flat = np.diag([1.0, -1, -1])
    pose = Pose(matrix, flat, np.array([0, 0, 12.0]))
    corners = pose.project([(-4, 4, 0), (4, 4, 0), (4, -4, 0), (-4, -4, 0)])
    frame = Frame(np.zeros((400, 400, 3), np.uint8), 0.0, "x")
    notes = {"layout": list(TR8.rows), "tokens": list(TOKENS)}
    still = Still("kulami", frame, "x", "x", "whole", tuple(CONTENTS), corners, notes=notes)
    angle = np.pi / 2 * quarters
    c, s = np.cos(angle), np.sin(angle)
    turned = Pose(matrix, flat @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]), pose.translation)

    class Finder:
        def find(self, _frame):
            return turned

    class Reader:
        """Reads what lies where it looks."""

        def read(self, _frame, seen):
            spots = [(i % 8 - 3.5, 3.5 - i // 8, 0) for i in range(64)]
            far = np.linalg.norm(seen.project(spots)[:, None] - pose.project(spots)[None], axis=2)
            there = far.argmin(1)
            letters = [PLATES[i] for i in there]
            rows = "/".join("".join(letters[r : r + 8]) for r in range(0, 64, 8))
            tokens = [i for i, j in enumerate(there) if j in TOKENS]
            return reading([CONTENTS[j] for j in there], tokens, Layout.parse(rows))

    (judged,) = evaluate([still], Finder(), lambda _still: Reader())
    row = judged.row
    assert row.exact
    assert (row.tokens_wrong, row.plates_right, row.score_right) == (0, True, True)
    assert row.sure
