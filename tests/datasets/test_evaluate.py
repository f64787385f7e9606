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
from engines import InputError
from engines.reversi import Board
from vision.eyes import BoardNotFound
from vision.frame import Frame
from vision.reading import Reading


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evaluate")
    for seed in range(6):
        paper.write_raw(folder / "raw", seed)
    list(add_scenes(folder / "raw", folder / "scenes"))
    return folder / "scenes"


@pytest.fixture(scope="module")
def stills(stored):
    return list(composed_stills("reversi", "test", each=3, folder=stored))


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


def test_the_command_prints_a_table_and_writes_what_is_asked_for(capsys, tmp_path, trial):
    rows, sheet = tmp_path / "rows.csv", tmp_path / "wrong.png"
    bins, drawn = tmp_path / "bins.csv", tmp_path / "diagram.png"
    status, out, _ = run(
        capsys, *GIVEN, "--each", "2", "--scenes", str(trial), "--csv", str(rows),
        "--sheet", str(sheet), "--reliability", str(bins), "--diagram", str(drawn),
    )  # fmt: skip
    assert status == 0
    assert "composed" in out
    assert "boards found" not in out, "it was told where they lie"
    assert "boards exact: 0 of 4" in out
    told = list(csv.DictReader(rows.open(encoding="utf-8")))
    assert len(told) == 4
    wrong = sum(int(row["cells_wrong"]) for row in told)
    (row,) = csv.DictReader(bins.open(encoding="utf-8"))
    assert (row["low"], row["high"], int(row["n"])) == ("0.999", "1.0", 4 * 64)
    assert int(row["hits"]) == 4 * 64 - wrong
    assert sheet.stat().st_size > 1000
    assert drawn.stat().st_size > 1000


def test_without_names_the_shipped_eyes_are_used(capsys, monkeypatch, trial):
    asked = []

    class Shipped(EmptyEyed):
        def __init__(self, game=None, alone=False):
            asked.append(game)

        def find(self, frame):
            raise BoardNotFound("no board is seen", "look elsewhere")

    monkeypatch.setattr("cli.eyes.detector", Shipped)
    monkeypatch.setattr("cli.eyes.BoardFinder", Shipped)
    status, out, _ = run(capsys, "reversi", "--each", "1", "--scenes", str(trial))
    assert status == 0
    assert asked == ["reversi", "reversi"]
    assert "boards found: 0 of 2" in out
    shipped = SimpleNamespace(find=Shipped)
    monkeypatch.setitem(sys.modules, "shipped", shipped)
    words = ("--detector", "shipped:find", "--given", "pose", "--scenes", str(trial))
    assert run(capsys, "reversi", *words)[0] == 0
    assert asked[2:] == [None], "what can be made without a game is"


def test_pictures_are_made_when_they_are_looked_at_and_not_kept(stills):
    looked = []

    def lazily():
        for still in stills:
            looked.append(still.source)
            yield still

    oracle = Oracle("reversi", {s.source: s.contents for s in stills})
    next(evaluate(lazily(), None, always(oracle)))
    assert len(looked) == 1


class Lost:
    """Has nothing that a reader or a finder has."""


class Foreign:
    """Reads another game."""

    def read(self, frame, pose):
        return Reading.certain("kulami", ["."] * 64)


class Choosy:
    """Refuses what it sees."""

    def read(self, frame, pose):
        raise ValueError("this pose does not know where the pits lie")


class Speechless:
    """Finds nothing and does not say so."""

    def find(self, frame):
        return None


@pytest.fixture
def trial(monkeypatch, stored):
    some = (EmptyEyed, Lost, Foreign, Choosy, Speechless)
    eyes = SimpleNamespace(**{each.__name__: each for each in some})
    monkeypatch.setitem(sys.modules, "trial", eyes)
    return stored


READER = ("reversi", "--detector", "trial:EmptyEyed")
GIVEN = (*READER, "--given", "pose")


@pytest.mark.parametrize(
    "words",
    [
        ("reversi", "--detector", "nowhere:Reader"),
        ("reversi", "--detector", "json:Reader"),
        ("reversi", "--detector", "json"),
        ("reversi", "--detector", "json:"),
        ("reversi", "--detector", "os:path"),
        ("reversi", "--detector", "json:loads"),
        ("reversi", "--detector", "trial:Lost"),
        ("reversi", "--detector", "trial:Foreign", "--given", "pose"),
        ("reversi", "--detector", "trial:Choosy", "--given", "pose"),
        ("chess", "--detector", "trial:EmptyEyed"),
        (*READER, "--finder", "trial:Lost"),
        (*READER, "--finder", "trial:EmptyEyed"),
        (*READER, "--finder", "trial:Speechless"),
        (*GIVEN, "--finder", "trial:EmptyEyed"),
        (*READER, "--given", "corners"),
        (*GIVEN, "--split", "all"),
        (*GIVEN, "--split", "all", "--photos", "nowhere"),
        (*GIVEN, "--photos", "nowhere"),
        (*GIVEN, "--photos", "nowhere", "--adapted"),
        (*GIVEN, "--seed", "-1"),
        (*GIVEN, "--hands", "1.5"),
        (*GIVEN, "--hands", "0.5"),
        (*GIVEN, "--followed"),
        (*GIVEN, "--altered"),
        (*GIVEN, "--adapted"),
        (*GIVEN, "--pits-csv", "pits.csv"),
        (*GIVEN, "--csv", "/proc/rows.csv"),
        (*GIVEN, "--csv", "same.csv", "--reliability", "same.csv"),
        (*GIVEN, "--sheet", "same.png", "--diagram", "./same.png"),
        (*GIVEN, "--each", "1000000000"),
        (*GIVEN, "--csv", "/"),
        (*GIVEN, "--sheet", "sheet.txt"),
        (*GIVEN, "--diagram", "diagram"),
        (*GIVEN, "--scenes", "nowhere"),
    ],
)
def test_bad_input_is_one_clear_line(capsys, trial, words):
    scenes = () if "--scenes" in words else ("--scenes", str(trial))
    status, _, err = run(capsys, *words, *scenes)
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


def photo(game, contents, **where):
    frame = Frame(np.zeros((400, 800, 3), np.uint8), 0.0, "x")
    places = {"corners": None, **where}
    return Still(game, frame, "x", "x", "photo", tuple(contents), **places)


def test_a_photos_labelled_corners_are_its_pose():
    corners = np.array([(100, 50), (400, 60), (410, 350), (90, 340)], float)
    poses = []

    class Reader:
        def read(self, frame, pose):
            poses.append(pose)
            return Reading.certain("reversi", ["."] * 64)

    (judged,) = evaluate([photo("reversi", "." * 64, corners=corners)], None, always(Reader()))
    assert judged.row.exact
    assert np.isnan(judged.row.find_ms), "nothing was looked for"
    (pose,) = poses
    off = pose.project([(-4, 4, 0), (4, 4, 0), (4, -4, 0), (-4, -4, 0)]) - corners
    assert np.abs(off).max() < 3, "four clicks may be a little off"


def test_single_pits_of_a_photo_are_counted_where_they_are_labelled():
    centres = np.array([(100, 100), (200, 100), (300, 100)], float)

    class Counter:
        def count(self, picture, middles):
            assert np.array_equal(middles, centres)
            return np.eye(49)[[4, 5, 6]]

        def read(self, frame, pose):
            raise AssertionError("no board, only pits")

    counted = photo("mangala", [4, None, 7], centres=centres)
    unknown = photo("mangala", [None, None, None], centres=centres)
    nothing = photo("mangala", [], centres=np.zeros((0, 2)))
    judged = list(evaluate([counted, unknown, nothing], None, always(Counter())))
    assert judged[1:] == [None, None], "what nobody counted is left out"
    row = judged[0].row
    assert (row.cells, row.cells_wrong, row.covered) == (2, 1, 0)
    assert [(pit.stones, pit.told) for pit in judged[0].pits] == [(4, 4), (7, 6)]
    assert (ringed(judged[0]) != counted.frame.picture).any()
    with pytest.raises(InputError, match="count"):
        list(evaluate([counted], None, always(EmptyEyed())))
