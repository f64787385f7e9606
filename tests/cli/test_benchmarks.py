"""Benchmarks tell what they measured, and what they lack."""

from __future__ import annotations

import json

import pytest

from cli.benchmarks.watch import of_most
from cli.main import main
from engines import GAMES


@pytest.mark.parametrize("name", ["pictures", "vision"])
def test_a_folder_without_scenes_is_one_clear_line(name, tmp_path, capsys):
    (tmp_path / "manifest.json").write_text(
        json.dumps({"format": 1, "scenes": []}), encoding="utf-8"
    )
    with pytest.raises(SystemExit) as stopped:
        main(["bench", name, "--scenes", str(tmp_path)])
    assert stopped.value.code == 2
    assert capsys.readouterr().err == f"hakem: no test scenes are stored in {tmp_path}\n"


@pytest.mark.parametrize(
    ("delays", "within"),
    [([0.1, 0.2], 0.2), ([0.3], 0.3), (list(range(10, 0, -1)), 9), (list(range(27)), 24)],
)
def test_nine_in_ten_lie_within(delays, within):
    assert of_most(delays) == within
    assert sum(delay <= within for delay in delays) >= 0.9 * len(delays)


def test_a_short_watch_is_measured_whole(hakem):
    code, out, _ = hakem("bench", "watch", "--seconds", 5, "--minutes", 0.1, "--json")
    assert code == 0
    told = {measure["what"]: measure for measure in json.loads(out)}
    shares = [measure for what, measure in told.items() if what.endswith("share of one core")]
    assert len(shares) == len(GAMES)
    for share in shares:
        assert 0 < share["n"] <= 51
        assert share["value"] > 0
    assert told["memory that 0.1 simulated minutes have added"]["n"] == 60
