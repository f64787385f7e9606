"""The yardstick on readers whose mistakes are known."""

from __future__ import annotations

import csv

import pytest
from support import paper
from support.readers import Guide, Oracle

from datasets.evaluate import evaluate, ringed, write_rows
from datasets.manifest import add_scenes
from datasets.measures import shares
from datasets.stills import composed_stills
from engines.reversi import Board


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


def test_a_perfect_reader_is_perfect(stills):
    oracle = Oracle("reversi", {s.source: s.contents for s in stills})
    guide = Guide({s.source: s.pose for s in stills})
    rows = [judged.row for judged in evaluate(stills, guide, oracle)]
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
    judged = list(evaluate(stills, guide, oracle))
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
    write_rows(path, (j.row for j in judged))
    rows = list(csv.DictReader(path.open(encoding="utf-8")))
    assert [row["found"] for row in rows] == ["1", "1", "0", "1", "1", "1"]
    assert rows[0]["cells_wrong"] == "1"


def test_with_the_pose_given_no_finder_is_needed(stills):
    oracle = Oracle("reversi", {s.source: s.contents for s in stills})
    rows = [judged.row for judged in evaluate(stills, None, oracle)]
    assert all(row.exact for row in rows)
