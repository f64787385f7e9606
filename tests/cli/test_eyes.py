"""Finders and readers of one's own: where they are looked for, and what is said when they fail."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from support import paper

from calibration.pose import BoardNotFound, Pose
from cli.eyes import named
from cli.main import main
from datasets import answers
from datasets.manifest import add_scenes
from datasets.stills import Still
from engines import InputError
from vision.frame import Frame


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder of one's own, in which one works; what is imported from it is forgotten again."""
    before = set(sys.modules)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def test_a_module_in_the_current_folder_is_found(here):
    (here / "mine_a.py").write_text("class Guess: pass\n")
    assert named("mine_a:Guess").__name__ == "Guess"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mine_b", "expected module:name"),
        ("mine_b:", "expected module:name"),
        ("nowhere_b:Guess", "no module 'nowhere_b', neither in the current folder nor installed"),
        ("mine_b:Other", "there is no 'Other' in the module 'mine_b'"),
        ("needy_b:Guess", "needy_b cannot be imported: No module named 'absent_b'"),
        ("odd_b:Guess", r"odd_b cannot be imported: .*odd_b\.py, line 1"),
    ],
)
def test_what_cannot_be_imported_is_told_plainly(here, name, message):
    (here / "mine_b.py").write_text("class Guess: pass\n")
    (here / "needy_b.py").write_text("import absent_b\n")
    (here / "odd_b.py").write_text("class Guess(:\n")
    with pytest.raises(InputError, match=message):
        named(name)


READER = """
class Guess:
    def read(self, frame, pose):
        return {}["deep"]
"""


def test_a_reader_that_fails_is_named_with_its_picture_and_then_traced(here, capsys):
    for seed in range(3):
        paper.write_raw(here / "raw", seed)
    list(add_scenes(here / "raw", here / "scenes"))
    (here / "mine_c.py").write_text(READER)
    words = ["--detector", "mine_c:Guess", "--given", "pose", "--scenes", "scenes"]
    with pytest.raises(SystemExit) as stopped:
        main(["evaluate", "stills", "reversi", *words])
    lines = capsys.readouterr().err.splitlines()
    assert stopped.value.code == 2
    assert lines[0] == (
        "hakem: mine_c:Guess cannot read at reversi-layers-0002#0: KeyError: 'deep' "
        "(mine_c.py, line 4)"
    )
    assert lines[1].startswith("Traceback")
    assert "mine_c.py" in lines[2], "the yardstick's own lines are left out"


def still(game="reversi"):
    return Still(game, Frame(np.zeros((4, 4, 3), np.uint8), 0.0, "a"), "a", "a", "whole", (), None)


class Gives:
    """Answers always the same."""

    def __init__(self, answer):
        self.answer = answer

    def find(self, frame):
        return self.answer

    def read(self, frame, pose):
        return self.answer

    def count(self, picture, middles):
        return self.answer


@pytest.mark.parametrize(
    ("game", "answer", "message"),
    [
        ("reversi", None, "gives None for a; expected a Pose"),
        ("reversi", "here", "gives a str for a; expected a Pose"),
        ("mangala", Pose(np.eye(3), np.eye(3), np.ones(3)), "without places"),
    ],
)
def test_only_a_pose_is_a_find(game, answer, message):
    with pytest.raises(InputError, match=message):
        answers.find(Gives(answer), still(game))


@pytest.mark.parametrize("answer", [[4, 4], np.ones((2, 17)), np.zeros((2, 49)), np.ones((3, 49))])
def test_counts_are_told_as_probabilities_or_refused(answer):
    middles = np.zeros((2, 2))
    assert answers.count(Gives(np.eye(49)[[4, 4]]), still("mangala"), middles).shape == (2, 49)
    with pytest.raises(InputError, match="count of"):
        answers.count(Gives(answer), still("mangala"), middles)


def test_a_board_that_is_not_found_needs_no_advice():
    assert str(BoardNotFound("nothing here")) == "nothing here"
    assert str(BoardNotFound("nothing here", "move it")) == "nothing here; move it"
