"""The yardstick on readers whose mistakes are known."""

from __future__ import annotations

import csv
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from support import paper
from support.readers import Guide, Oracle

from calibration.pose import Pose
from cli.main import main
from datasets.evaluate import evaluate, in_order, ringed, seen_order
from datasets.manifest import add_scenes
from datasets.measures import PictureRow, shares
from datasets.rows import write_rows
from datasets.stills import Still, composed_stills
from engines.reversi import Board
from vision.frame import Frame
from vision.reading import Reading


@pytest.fixture(scope="module")
def stills(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evaluate")
    for seed in range(6):
        paper.write_raw(folder / "raw", seed)
    list(add_scenes(folder / "raw", folder / "scenes"))
    return list(composed_stills("reversi", "test", each=3, folder=folder / "scenes"))


def test_composed_stills_come_from_the_split_asked_for_and_show_what_they_say(stills):
    assert len(stills) == 6
    assert {still.scene for still in stills} == {"reversi-layers-0002", "reversi-layers-0005"}
    for still in stills:
        Board.parse("".join(still.contents))
        middles = still.pose.project([(cell % 8 - 3.5, 3.5 - cell // 8, 0) for cell in range(64)])
        for (x, y), content in zip(middles, still.contents, strict=True):
            bright = still.frame.picture[round(y), round(x)].mean()
            if content != ".":
                assert (bright > 128) == (content == "W")


def always(reader):
    return lambda _still: reader


def seen_turn(still, pose):
    return in_order(still.contents, seen_order(still, pose))


def test_a_perfect_reader_is_perfect(stills):
    oracle = Oracle("reversi", {s.source: s.contents for s in stills})
    guide = Guide({s.source: s.pose for s in stills})
    rows = [judged.row for judged in evaluate(stills, guide, always(oracle))]
    table = {share.what: share for share in shares(rows)}
    assert table["boards exact"].value == 1
    assert table["boards shown without doubt"].value == 1
    assert table["of these wrong"].value == 0
    assert max(row.corner_error for row in rows) < 1e-6
    assert all(row.find_ms >= 0 and row.read_ms >= 0 for row in rows)


def test_mistakes_are_counted_where_they_belong(stills, tmp_path):
    names = [s.source for s in stills]
    wrong = "W" if stills[0].contents[0] != "W" else "B"
    oracle = Oracle(
        "reversi",
        {s.source: s.contents for s in stills},
        errors={names[0]: {0: wrong}, names[1]: {5: "W" if stills[1].contents[5] != "W" else "B"}},
        doubts={names[1]: (5,)},
    )
    guide = Guide({s.source: s.pose for s in stills}, off=0.3, blind={names[2]})
    judged = list(evaluate(stills, guide, always(oracle)))
    table = {share.what: share for share in shares(j.row for j in judged)}
    assert (table["boards found"].hits, table["boards found"].n) == (5, 6)
    assert (table["boards exact"].hits, table["boards exact"].n) == (3, 6)
    assert (table["cells wrong"].hits, table["cells wrong"].n) == (2, 5 * 64)
    assert (table["of these wrong"].hits, table["of these wrong"].n) == (1, 4)
    assert judged[0].row.corner_error == pytest.approx(0.3, abs=0.02)
    assert judged[0].wrong == (0,)
    picture = ringed(judged[0])
    assert (picture != judged[0].still.frame.picture).any()
    assert (ringed(judged[3]) == judged[3].still.frame.picture).all()
    path = tmp_path / "results" / "rows.csv"
    write_rows(path, [j.row for j in judged], PictureRow)
    rows = list(csv.DictReader(path.open(encoding="utf-8")))
    assert [row["found"] for row in rows] == ["1", "1", "0", "1", "1", "1"]
    assert rows[0]["cells_wrong"] == "1"


def test_with_the_pose_given_no_finder_is_needed(stills):
    oracle = Oracle("reversi", {s.source: s.contents for s in stills})
    rows = [judged.row for judged in evaluate(stills, None, always(oracle))]
    assert all(row.exact for row in rows)


class EmptyEyed:
    """Sees an empty board everywhere: a reader for trying the command."""

    def read(self, frame, pose):
        return Reading.certain("reversi", ["."] * 64)


def run(capsys, *words):
    with pytest.raises(SystemExit) as stopped:
        main(["evaluate", "stills", *words])
    out, err = capsys.readouterr()
    return int(stopped.value.code or 0), out, err


def test_the_command_prints_a_table_and_writes_rows_and_a_sheet(capsys, tmp_path, monkeypatch):
    for seed in range(3):
        paper.write_raw(tmp_path / "raw", seed)
    list(add_scenes(tmp_path / "raw", tmp_path / "scenes"))
    monkeypatch.setitem(sys.modules, "trial_reader", SimpleNamespace(EmptyEyed=EmptyEyed))
    rows, sheet = tmp_path / "rows.csv", tmp_path / "wrong.png"
    status, out, _ = run(
        capsys, "reversi", "--detector", "trial_reader:EmptyEyed", "--given", "pose", "--each", "4",
        "--scenes", str(tmp_path / "scenes"), "--csv", str(rows), "--sheet", str(sheet),
    )  # fmt: skip
    assert status == 0
    assert "composed" in out
    assert "boards found: 4 of 4" in out
    assert "boards exact: 0 of 4" in out
    assert len(rows.read_text(encoding="utf-8").splitlines()) == 5
    assert sheet.stat().st_size > 1000


@pytest.mark.parametrize(
    "words",
    [
        ("reversi", "--detector", "nowhere:Reader"),
        ("reversi", "--detector", "json:Reader"),
        ("reversi", "--detector", "json"),
        ("chess", "--detector", "json:loads"),
        ("reversi", "--detector", "json:JSONDecoder", "--split", "all"),
        ("reversi", "--detector", "json:JSONDecoder", "--scenes", "nowhere"),
        ("reversi", "--detector", "json:JSONDecoder", "--photos", "nowhere"),
    ],
)
def test_bad_input_is_one_clear_line(capsys, words):
    status, _, err = run(capsys, *words)
    assert status == 2
    assert err.startswith("hakem: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("quarters", range(4))
def test_a_board_found_in_another_turn_is_compared_in_that_turn(stills, quarters):
    still = stills[0]
    angle = np.pi / 2 * quarters
    turn = np.array(
        [[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]]
    )
    pose = Pose(
        still.pose.matrix, still.pose.rotation @ turn, still.pose.translation, still.pose.radial
    )
    truth = seen_turn(still, pose)
    middles = pose.project([(i % 8 - 3.5, 3.5 - i // 8, 0) for i in range(64)])
    plain = still.pose.project([(i % 8 - 3.5, 3.5 - i // 8, 0) for i in range(64)])
    for cell in range(64):
        there = int(np.linalg.norm(plain - middles[cell], axis=1).argmin())
        assert truth[cell] == still.contents[there]


def test_a_reader_that_swaps_the_colours_is_never_exact(stills):
    swap = {"B": "W", "W": "B", ".": "."}
    oracle = Oracle("reversi", {s.source: [swap[c] for c in s.contents] for s in stills})
    guide = Guide({s.source: s.pose for s in stills})
    assert not any(j.row.exact for j in evaluate(stills, guide, always(oracle)))


def test_pits_are_compared_by_where_they_lie():
    places = [(x, -0.5, 0.8, 0.8) for x in range(6)] + [(5 - x, 0.5, 0.8, 0.8) for x in range(6)]
    places = np.array([*places, (6, 0, 0.8, 1.5), (-1, 0, 0.8, 1.5)], float)
    places[:, 0] -= 2.5
    matrix = np.array([[800.0, 0, 400], [0, 800, 200], [0, 0, 1]])
    flat = np.array([[1.0, 0, 0], [0, -1, 0], [0, 0, -1]])
    pose = Pose(matrix, flat, np.array([0, 0, 10.0])).with_places(places)
    stones = tuple(range(14))
    frame = Frame(np.zeros((400, 800, 3), np.uint8), 0.0, "x")
    still = Still(
        "mangala", frame, "x", "x", "whole", stones, None, pose.place_middles()[:12], pose
    )
    assert seen_turn(still, pose) == stones
    around = Pose(matrix, flat @ np.diag([-1.0, -1, 1]), np.array([0, 0, 10.0]), places=places)
    assert seen_turn(still, around) == (*range(6, 12), *range(6), 13, 12)
    some = Still("mangala", frame, "x", "x", "photo", (3, 5), None, pose.place_middles()[[7, 2]])
    told = seen_turn(some, pose)
    assert (told[7], told[2]) == (3, 5)
    assert [t for i, t in enumerate(told) if i not in (2, 7)] == [None] * 12
