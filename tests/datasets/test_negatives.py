"""Pictures without a whole board of ours."""

from __future__ import annotations

import csv
import random
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from support import paper

from calibration.pose import Pose
from cli.main import main
from cli.tables import shown
from datasets.manifest import add_scenes
from datasets.negatives import NegativeRow, cut, negative_shares, negative_stills
from vision.eyes import BoardNotFound


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    target = tmp_path_factory.mktemp("negatives")
    for seed in range(3):
        paper.write_raw(target / "raw", seed)
    list(add_scenes(target / "raw", target / "scenes"))
    return target / "scenes"


def test_a_cut_off_board_lacks_a_part_but_not_all():
    picture = np.zeros((300, 400, 3), np.uint8)
    board = np.array([(100, 50), (300, 50), (300, 250), (100, 250)], float)
    picture[50:250, 100:300] = 255
    for seed in range(30):
        part = cut(picture, board, random.Random(seed))
        assert part.shape == picture.shape
        inside = part[..., 0] > 128
        edges = [inside[0], inside[-1], inside[:, 0], inside[:, -1]]
        assert any(edge.sum() > 10 for edge in edges), "the board runs out of the picture"


def test_the_same_negatives_come_again_and_only_from_the_split_asked_for(folder):
    first, again = (list(negative_stills("test", 4, folder)) for _ in range(2))
    assert [s.source for s in first] == [f"reversi-layers-0002#cut{n}" for n in range(4)]
    for a, b in zip(first, again, strict=True):
        assert np.array_equal(a.frame.picture, b.frame.picture)


def test_whoever_finds_a_board_there_is_told_of_it(folder, capsys, tmp_path):
    class Half:
        """Finds a board in every second picture."""

        seen = 0

        def find(self, frame):
            self.seen += 1
            if self.seen % 2:
                raise BoardNotFound("nothing here")
            return Pose(np.eye(3), np.eye(3), np.ones(3))

    sys.modules["half"] = SimpleNamespace(Half=Half)
    sheet, rows = tmp_path / "sheet.png", tmp_path / "rows.csv"
    arguments = ["evaluate", "negatives", "--finder", "half:Half", "--cut-off", "6"]
    with pytest.raises(SystemExit) as status:
        main([*arguments, "--scenes", str(folder), "--sheet", str(sheet), "--csv", str(rows)])
    assert status.value.code == 0
    out = capsys.readouterr().out
    assert "other things taken for a board: –" in out
    assert "cut-off boards taken for a whole one: 3 of 6" in out
    assert sheet.exists()
    told = list(csv.DictReader(rows.open(encoding="utf-8")))
    assert [row["taken"] for row in told] == ["0", "1"] * 3
    assert {row["what"] for row in told} == {"cut off"}


def test_a_finder_that_says_nothing_is_no_figure(folder, capsys, monkeypatch):
    mute = SimpleNamespace(find=lambda frame: None)
    monkeypatch.setitem(sys.modules, "mute", SimpleNamespace(eye=mute))
    words = ["--finder", "mute:eye", "--cut-off", "2", "--scenes", str(folder)]
    with pytest.raises(SystemExit) as status:
        main(["evaluate", "negatives", *words])
    assert status.value.code == 2
    assert "gives None" in capsys.readouterr().err


def test_a_sheet_says_what_it_leaves_out():
    assert shown(Path("a.png"), 24, 30) == "a.png: 24 pictures; 6 more are not on it"
    assert shown(Path("a.png"), 1, 1) == "a.png: 1 picture"


def test_things_and_cut_off_boards_are_counted_apart():
    rows = [NegativeRow("a", "a", "chess", True, 1.0), NegativeRow("b", "b", "tray", False, 1.0)]
    rows += [NegativeRow(f"c{n}", "c", "cut off", n == 0, 1.0) for n in range(4)]
    shares = [(share.hits, share.n) for share in negative_shares(rows)]
    assert shares == [(1, 2), (1, 4), (2, 6)]


def test_the_shipped_finder_looks_for_any_game(folder, capsys, monkeypatch):
    def blind(frame):
        raise BoardNotFound("no board is seen", "look elsewhere")

    monkeypatch.setattr("cli.eyes.find_any", blind)
    with pytest.raises(SystemExit) as status:
        main(["evaluate", "negatives", "--cut-off", "2", "--scenes", str(folder)])
    assert status.value.code == 0
    assert "all negatives taken for a board: 0 of 2" in capsys.readouterr().out
