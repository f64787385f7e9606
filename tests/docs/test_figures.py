"""The tables of the documents are those of results/*.csv, and no result is kept back."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from datasets.figures import cells, documents, provenance
from datasets.figures.documents import DOCUMENTS, ROOT, rewrite, updated
from datasets.figures.overview import overview_table
from datasets.figures.proofs import mutations_table
from datasets.figures.speed import speed_table
from datasets.measures import PictureRow
from datasets.rows import write_rows
from datasets.shares import Share
from engines import InputError

PAGE = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_tables_are_fresh(document):
    told = (ROOT / document).read_text(encoding="utf-8")
    assert updated(document) == told, "run make tables"


def test_every_table_between_marks_is_made():
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        marked = set(re.findall(r"<!-- (\w+):begin -->", path.read_text(encoding="utf-8")))
        made = set(DOCUMENTS.get(str(path.relative_to(ROOT)), ()))
        assert marked == made, path.name


def test_the_page_names_every_file_of_results():
    told = re.findall(r"`results/([\w*]+\.(?:csv|jpg|json))`", PAGE)
    games = "(reversi|kulami|mangala)"
    patterns = [
        name.replace(".", r"\.").replace("*", r"\w+").replace("GAME", games) for name in told
    ]
    for path in (ROOT / "results").iterdir():
        named = any(re.fullmatch(pattern, path.name) for pattern in patterns)
        assert named, f"docs/results.md does not tell of {path.name}"


def test_the_commands_of_the_page_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`make ([a-z-]+)", PAGE):
        assert re.search(rf"^{target}:", makefile, re.M), target
    for script in re.findall(r"scripts/\w+\.py", PAGE):
        assert (ROOT / script).exists(), script


def test_make_results_writes_every_file_of_results(tmp_path):
    done = tmp_path / "done"  # not the steps that somebody's unfinished run has left out
    planned = subprocess.run(
        ["make", "--no-print-directory", "--dry-run", "results", f"DONE={done}"],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60,
    ).stdout  # fmt: skip
    for path in (ROOT / "results").glob("*.csv"):
        of_a_game = re.sub("reversi|kulami|mangala", "${game}", path.name)
        of_a_level = re.sub("(?:frames|clips)_", "${level}_", of_a_game)
        of_a_level = re.sub(r"(?:frames|clips)\.", "$level.", of_a_level)
        names = (path.name, of_a_game, of_a_level)
        written = any(f"results/{name}" in planned for name in names)
        by_script = path.stem.startswith("tracker") and "measure_tracker.py" in planned
        assert written or by_script, f"make results does not write {path.name}"
    assert planned.rstrip().endswith(f"rm -rf {done}")


def test_make_results_goes_on_where_it_was_cut(tmp_path):
    (tmp_path / "begun").touch()
    (tmp_path / "bench.done").touch()
    planned = subprocess.run(
        ["make", "--no-print-directory", "--dry-run", "results", f"DONE={tmp_path}"],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60,
    ).stdout  # fmt: skip
    assert "bench engines" not in planned
    assert "measure_tracker.py" in planned


def test_a_stale_table_is_noticed_and_nothing_else_is_touched(tmp_path, monkeypatch):
    monkeypatch.setattr(documents, "ROOT", tmp_path)
    monkeypatch.setattr(documents, "DOCUMENTS", {"page.md": {"mutations": mutations_table}})
    page = tmp_path / "page.md"
    page.write_text("a\n<!-- mutations:begin -->\nold\n<!-- mutations:end -->\nb\n")
    assert rewrite() == ["page.md"]
    fresh = page.read_text()
    assert fresh.startswith("a\n<!-- mutations:begin -->\n| input | given |")
    assert fresh.endswith("|\n<!-- mutations:end -->\nb\n")
    assert rewrite() == []


def test_a_document_without_a_place_for_its_table_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(documents, "ROOT", tmp_path)
    (tmp_path / "README.md").write_text("# Hakem\n<!-- overview:begin -->\n", encoding="utf-8")
    with pytest.raises(InputError, match="no place for the table 'overview'"):
        updated("README.md")


def row(source, *, found=True, wrong=0, doubtful=0):
    return PictureRow(
        "reversi", source, source, "composed", found, 0.1, 64, wrong, not wrong, doubtful
    )


def test_the_overview_counts_what_the_rows_say(tmp_path, monkeypatch):
    monkeypatch.setattr(cells, "RESULTS", tmp_path)
    rows = [row("a"), row("b", wrong=2, doubtful=2), row("c", wrong=1), row("d", found=False)]
    write_rows(tmp_path / "reversi.csv", rows, PictureRow)
    table = [line.split(" | ") for line in overview_table("en").splitlines()[2:]]
    reversi = {first: second for first, second, *_ in table}
    assert reversi["| **A picture, nothing given**: pictures (tables)"] == "4 (4)"
    assert reversi["| board found"] == "75.0 % (30.1–95.4)"
    assert reversi["| cells read right"].startswith("98.4 % (")  # 3 of 192 are wrong
    assert reversi["| whole board read right"].startswith("25.0 % (")
    assert reversi["| told without any doubt"].startswith("50.0 % (")
    assert reversi["| of these wrong"].startswith("50.0 % (")
    assert "| %75,0 (30,1–95,4) |" in overview_table("tr")


def test_a_share_without_rows_is_no_number():
    assert cells.told(Share("", 0, 0, 0)) == cells.NOTHING


def test_a_bar_that_was_missed_is_said_to_be(tmp_path, monkeypatch):
    monkeypatch.setattr(cells, "RESULTS", tmp_path)
    (tmp_path / "vision.csv").write_text(
        "what,value,unit,bar,n,machine\n"
        "quick,3,ms,<= 3,5,PC\nslow,3.1,ms,<= 3,5,PC\n"
        'much,900,1/s,">= 1,000",5,PC\nso,1,s,,5,PC\n',
        encoding="utf-8",
    )
    quick, slow, much, so = speed_table("vision").splitlines()[2:6]
    assert "missed" not in quick + so
    assert slow.endswith("| <= 3, **missed** | 5 |")
    assert much.endswith("| >= 1,000, **missed** | 5 |")


def test_figures_of_other_networks_are_named(tmp_path, monkeypatch):
    for name in ("reversi.csv", "games_mangala_frames.csv", "engines.csv"):
        (tmp_path / name).write_text("measured\n")
    provenance.note(["reversi.csv", "results/games_mangala_frames.csv", "engines.csv"], tmp_path)
    assert provenance.older(tmp_path) == []
    other = dict(provenance.card("pits"), sha256="0" * 64)
    ship = provenance.card
    monkeypatch.setattr(provenance, "card", lambda n: other if n == "pits" else ship(n))
    assert provenance.older(tmp_path) == ["games_mangala_frames.csv"]


def test_what_was_compared_hangs_on_other_networks_than_what_was_read():
    assert provenance.networks_behind("results/kulami_changes.csv") == ("touched",)
    assert provenance.networks_behind("mangala_changes.csv") == ()


def test_what_is_noted_hangs_on_networks_and_what_is_not_is_called_older():
    noted = json.loads((ROOT / "results" / provenance.NOTES).read_text(encoding="utf-8"))
    assert all(map(provenance.networks_behind, noted))
    behind = {
        p.name for p in (ROOT / "results").glob("*.csv") if provenance.networks_behind(p.name)
    }
    assert behind - set(noted) <= set(provenance.older())
