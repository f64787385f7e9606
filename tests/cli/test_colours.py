"""`hakem calibrate colours` and `hakem read --profile`: a table's looks are learnt and kept."""

from __future__ import annotations

import json

import cv2
import pytest

from cli.main import main
from datasets.manifest import load_scenes
from datasets.second_look import START, known_board


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    """The start position of a test table, as a second render shows it."""
    scene = next(iter(load_scenes("reversi", "test")))
    path = tmp_path_factory.mktemp("colours") / "start.png"
    cv2.imwrite(str(path), known_board(scene, START).frame.picture)
    return path


def run(*arguments):
    with pytest.raises(SystemExit) as stopped:
        main([str(word) for word in arguments])
    return stopped.value.code


def test_what_is_learnt_is_kept_and_used(start, tmp_path, capsys):
    profile = tmp_path / "table.json"
    assert not run("calibrate", "colours", "reversi", start, "--out", profile, "--json")
    assert json.loads(capsys.readouterr().out)["lessons"] == 1
    assert not run("calibrate", "colours", "reversi", start, "--out", profile, "--json")
    assert json.loads(capsys.readouterr().out)["lessons"] == 2
    assert not run("read", "reversi", start, "--profile", profile, "--json")
    told = json.loads(capsys.readouterr().out)
    assert sum(row.count("B") + row.count("W") for row in told["rows"]) == 4


def test_another_position_than_the_one_named_is_refused(start, tmp_path, capsys):
    full = "/".join(["BWBWBWBW"] * 8)
    profile = tmp_path / "table.json"
    status = run("calibrate", "colours", "reversi", start, "--out", profile, "--board", full)
    assert status == 2
    assert "not the one that was named" in capsys.readouterr().err
    assert not profile.exists()


@pytest.mark.parametrize("broken", ["network", "lessons"])
def test_colours_of_another_network_or_broken_ones_are_refused(start, tmp_path, capsys, broken):
    profile = tmp_path / "table.json"
    assert not run("calibrate", "colours", "reversi", start, "--out", profile)
    data = json.loads(profile.read_text())
    data["colours"]["reversi"][broken] = "nothing" if broken == "network" else [{"truth": [7]}]
    profile.write_text(json.dumps(data))
    assert run("read", "reversi", start, "--profile", profile, "--json") == 2
    assert "calibrate colours" in capsys.readouterr().err


def test_a_disc_that_is_plainly_missing_is_named(start, tmp_path, capsys):
    # Nearly all squares of a start position are empty: most of any early board looks like it.
    profile = tmp_path / "table.json"
    more = "......../......../......../...WB.../...BW.../......B./......../........"
    status = run("calibrate", "colours", "reversi", start, "--out", profile, "--board", more)
    assert status == 2
    assert "named: g6 looks different" in capsys.readouterr().err
    assert not profile.exists()
