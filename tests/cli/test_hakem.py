"""The `hakem` command, run as a person or a program would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engines import GAMES

ROOT = Path(__file__).resolve().parents[2]
EMPTY = "/".join(["........"] * 8)
D3 = "......../......../...B..../...BB.../...BW.../......../......../........"
D3_UNTURNED = D3.replace("...BB...", "...WB...")


def test_judge_says_legal(hakem):
    status, out, _ = hakem("judge", "reversi", "start", D3)
    assert status == 0
    assert "✓ black d3: legal" in out


def test_judge_names_the_fault_the_cells_and_the_article(hakem):
    status, out, _ = hakem("judge", "reversi", "start", D3_UNTURNED)
    assert status == 0
    assert "perhaps unfinished" in out
    assert "Enclosed discs were not turned. [d4] (Reversi art. 10)" in out


def test_judge_speaks_turkish(hakem):
    _, out, _ = hakem("judge", "reversi", "start", D3_UNTURNED, "--lang", "tr")
    assert "Çevrilmesi gereken taşlar çevrilmedi. [d4]" in out


@pytest.mark.parametrize("name", GAMES)
def test_judge_takes_start_for_both_boards(hakem, name):
    status, out, err = hakem("judge", name, "start", "Start")
    assert (status, err) == (0, "")
    assert "✓ nothing happened: legal" in out


def test_a_game_that_was_put_back_to_its_start_is_a_fault(hakem):
    status, out, _ = hakem("judge", "reversi", D3, "start", "--side", "W", "--exit-code")
    assert status == 1
    assert "[d3] (Reversi art. 12)" in out


def test_judge_in_json(hakem):
    status, out, _ = hakem("judge", "reversi", "start", D3_UNTURNED, "--json")
    verdict = json.loads(out)
    assert status == 0
    assert verdict["legal"] is False
    assert verdict["unfinished"] is True
    best = verdict["explanations"][0]
    assert best["moves"] == ["d3"]
    assert best["faults"] == [
        {"code": "missing_flip", "cells": ["d4"], "article": "Reversi art. 10"}
    ]
    assert best["standing"]["side"] == "W"


def test_a_fault_may_set_the_exit_status(hakem):
    assert hakem("judge", "reversi", "start", D3_UNTURNED, "--exit-code")[0] == 1
    assert hakem("judge", "reversi", "start", D3, "--exit-code")[0] == 0


def test_judge_takes_boards_from_files_in_text_and_json(hakem, tmp_path):
    before, after = tmp_path / "before.txt", tmp_path / "after.json"
    before.write_text(EMPTY[:27] + "...WB.../...BW..." + EMPTY[44:], encoding="utf-8")
    after.write_text(json.dumps(D3.split("/")), encoding="utf-8")
    status, out, err = hakem("judge", "reversi", str(before), str(after), "--side", "B")
    assert (status, err) == (0, "")
    assert "legal" in out


def test_judge_kulami_with_last_marbles_and_tokens(hakem):
    rows = EMPTY.split("/")
    rows[3] = "...B...."
    before = "/".join(rows)
    rows[0] = "R......."
    status, out, _ = hakem(
        "judge", "kulami", before, "/".join(rows), "--side", "R", "--last", "d4", "--json"
    )
    assert status == 0
    faults = json.loads(out)["explanations"][0]["faults"]
    assert faults == [{"code": "not_in_line", "cells": ["a1", "d4"], "article": "Kulami art. 6"}]


def test_judge_mangala_without_treasuries(hakem):
    status, out, _ = hakem("judge", "mangala", "start", "4 4 4 1 5 5 / 4 4 4 4 4 4", "--json")
    assert status == 0
    assert json.loads(out)["explanations"][0]["standing"]["treasury"] == {"south": 1, "north": 0}


def test_score_kulami_in_its_three_parts(hakem):
    board = "BBBBB" + EMPTY[5:]
    status, out, _ = hakem("score", "kulami", board, "--json")
    score = json.loads(out)["score"]
    assert status == 0
    assert [score["black"][part] for part in ("rows", "area", "plates", "total")] == [5, 5, 10, 20]
    assert hakem("score", "kulami", board, "--layout", "rulebook")[0] == 0
    _, out, _ = hakem("score", "kulami", board)
    for part in ("Rows", "Largest area", "Plates", "Total", "the winner: black", "AABBBCCD"):
        assert part in out.replace(" ", "") or part in out


def test_score_does_not_call_a_winner_before_the_end(hakem):
    _, out, _ = hakem("score", "reversi", D3)
    assert "Not finished. Ahead: black" in out
    _, out, _ = hakem("score", "reversi", D3, "--json")
    assert json.loads(out)["over"] is False
    _, out, _ = hakem("score", "reversi", "B" * 33 + "W" * 31)
    assert "Winner: black" in out


def test_score_leaves_a_tie_to_the_referee_by_option(hakem):
    level = "B" * 32 + "W" * 32
    assert "Draw" in hakem("score", "reversi", level)[1]
    assert "the referee decides" in hakem("score", "reversi", level, "-r", "tie=referee")[1]


def test_boards_are_stacked_where_the_terminal_is_narrow(hakem, monkeypatch):
    before = "0 0 0 12 0 10 / 2 0 0 0 0 10 / 4 10 S"
    after = "1 0 0 12 0 1 / 3 1 1 1 1 11 / 5 11"
    for columns in ("40", "80"):
        monkeypatch.setenv("COLUMNS", columns)
        _, out, _ = hakem("judge", "mangala", before, after)
        assert "0   0   0  12   0  10" in out
        assert "…" not in out


def test_explanations_left_out_are_counted(hakem):
    unknown = "? ? ? ? ? ? / ? ? ? ? ? ?"
    assert "… and 3 more (--json)" in hakem("judge", "mangala", "start", unknown)[1]


def test_score_takes_options_of_the_rules(hakem):
    _, out, _ = hakem("score", "reversi", "BBB" + "." * 61, "-r", "empties_to_winner=yes", "--json")
    assert json.loads(out)["score"]["black"]["total"] == 64


def test_replay_reports_the_first_illegal_move(hakem, tmp_path):
    record = tmp_path / "game.json"
    record.write_text(
        '{"hakem": 1, "game": "reversi", "steps": ["f5", "d6", "a1", "c3"]}', encoding="utf-8"
    )
    status, out, _ = hakem("replay", "reversi", str(record))
    assert status == 0
    assert "Move 3 (black a1) is illegal: it captures no disc (art. 6)" in out
    status, out, _ = hakem("replay", "reversi", str(record), "--json", "--exit-code")
    assert status == 1
    assert json.loads(out)["first_illegal"]["n"] == 3
    assert json.loads(out)["first_illegal"]["reasons"] == ["captures_nothing"]


def test_options_of_the_command_line_go_before_those_of_the_record(hakem, tmp_path):
    record = tmp_path / "game.json"
    rules = {"layout": "rulebook", "marbles": 20}
    text = json.dumps({"hakem": 1, "game": "kulami", "rules": rules, "steps": ["a1"]})
    record.write_text(text, encoding="utf-8")
    _, out, _ = hakem("replay", "kulami", str(record), "-r", "marbles=17", "--to", "json")
    assert json.loads(out)["rules"] == {"layout": "rulebook", "marbles": 17}


def test_a_board_that_contradicts_its_move_is_refused(hakem, tmp_path):
    record = tmp_path / "game.json"
    steps = [{"move": "F5", "board": D3.split("/")}]
    record.write_text(json.dumps({"hakem": 1, "game": "reversi", "steps": steps}))
    status, _, err = hakem("replay", "reversi", str(record))
    assert status == 2
    assert "step 1: this board does not come from f5; the likeliest is d3" in err


def test_an_illegal_move_is_explained_in_turkish(hakem, tmp_path):
    record = tmp_path / "game.txt"
    record.write_text("f5a1", encoding="utf-8")
    _, out, _ = hakem("replay", "reversi", str(record), "--lang", "tr")
    assert "2. hamle (beyaz a1) kural dışı: rakip taş ele geçirmiyor (md. 6)" in out


def test_short_boards_and_json_are_boards_and_not_files(hakem):
    for board in (
        "4,4,4,4,4,4/4,4,4,4,4,4/0,0",
        "[4,4,4,4,4,4,4,4,4,4,4,4,0,0]",
        '{"south":[4,4,4,4,4,4],"north":[4,4,4,4,4,4],"treasury":{"south":0,"north":0}}',
    ):
        assert hakem("score", "mangala", board)[0] == 0


def test_a_position_in_json_may_be_completed_by_options(hakem):
    rows = EMPTY.split("/")
    rows[3] = "...B...."
    before = json.dumps({"board": rows, "side": "R"})
    after = "/".join(rows)
    assert hakem("judge", "kulami", before, after, "--last", "d4")[0] == 0
    before = json.dumps({"board": D3.split("/"), "side": "W"})
    assert hakem("judge", "reversi", before, D3, "--side", "W")[0] == 0


def test_no_command_shows_the_help(hakem):
    status, out, err = hakem()
    assert (status, err) == (0, "")
    assert "Usage" in out


def test_replay_writes_transcripts_and_records(hakem, tmp_path):
    transcript = tmp_path / "game.txt"
    transcript.write_text("F5D6 C3", encoding="utf-8")
    _, out, _ = hakem("replay", "reversi", str(transcript), "--to", "transcript")
    assert out == "f5d6c3\n"
    _, out, _ = hakem("replay", "reversi", str(transcript), "--to", "json")
    assert json.loads(out)["steps"] == ["f5", "d6", "c3"]


@pytest.mark.parametrize("name", GAMES)
def test_every_demo_holds_two_faults_and_ends(hakem, name):
    path = ROOT / "cli" / "demo_records" / f"{name}.json"
    status, out, _ = hakem("replay", name, str(path), "--json")
    result = json.loads(out)
    assert status == 0
    assert len(result["illegal"]) == 2
    assert result["outcome"] is not None
    assert result["replayed"] == result["steps"]


def test_the_demo_shows_every_game_with_its_faults(hakem):
    status, out, _ = hakem("demo")
    assert status == 0
    for word in ("Reversi", "Kulami", "Mangala", "Reversi art. 10", "Kulami art. 7", "Winner"):
        assert word in out


def test_bench_measures_and_writes_csv(hakem, tmp_path, monkeypatch):
    monkeypatch.setattr("cli.benchmarks.engines.PERFT_DEPTH", 4)
    path = tmp_path / "new" / "engines.csv"
    status, out, _ = hakem("bench", "engines", "--games", "1", "--json", "--csv", str(path))
    assert status == 0
    names = [row["what"] for row in json.loads(out)]
    assert any("perft" in name for name in names)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(names) + 1


BAD = {
    "no such game": ("judge", "chess", "start", D3),
    "no such file": ("judge", "reversi", "nowhere.txt", D3),
    "no such record": ("replay", "reversi", "nowhere.json"),
    "a folder": ("replay", "reversi", "."),
    "not a board": ("score", "reversi", "hello"),
    "a short board": ("score", "reversi", "......../........"),
    "a letter": ("score", "reversi", D3.replace("W", "X")),
    "47 stones": ("score", "mangala", "4 4 4 4 4 4 / 4 4 4 4 4 3 / 0 0"),
    "hidden cells": ("score", "kulami", "?" + EMPTY[1:]),
    "no side": ("judge", "reversi", D3, D3),
    "a wrong side": ("judge", "reversi", D3, D3, "--side", "R"),
    "no last marble": ("judge", "kulami", "B" + EMPTY[1:], EMPTY, "--side", "R"),
    "too many marbles": ("score", "kulami", "B" * 64),
    "two layouts": ("score", "kulami", EMPTY, "--layout", "tr8", "-r", "layout=rulebook"),
    "a folder as a board": ("score", "reversi", "cli"),
    "both boards from stdin": ("judge", "reversi", "-", "-", "--side", "W"),
    "rules of an unknown game": ("rules", "chess"),
    "a bad layout": ("score", "kulami", EMPTY, "--layout", "AAAA"),
    "layout elsewhere": ("score", "reversi", D3, "--layout", "tr8"),
    "unknown option": ("score", "reversi", D3, "-r", "colour=blue"),
    "option without value": ("score", "reversi", D3, "-r", "tie"),
    "bad value": ("score", "reversi", D3, "-r", "tie=maybe"),
    "JSON with a huge number": ("score", "reversi", "[" + "9" * 5000 + "]"),
    "last at the start": ("judge", "kulami", "start", EMPTY, "--last", "d4"),
    "side told twice": ("judge", "reversi", D3 + " W", D3, "--side", "W"),
    "tokens of another shape": ("score", "kulami", '{"board": [], "tokens": 5}'),
    "many games as one": ("replay", "reversi", "games.wtb", "--to", "json"),
    "bad JSON": ("score", "reversi", "{"),
    "JSON of another shape": ("score", "mangala", '{"south": 4, "north": []}'),
    "unknown language": ("score", "reversi", D3, "--lang", "xx"),
    "unknown command": ("dance",),
    "missing argument": ("judge", "reversi"),
    "unknown flag": ("score", "reversi", D3, "--loud"),
    "unknown form": ("replay", "reversi", "nowhere.json", "--to", "xml"),
    "a long word": ("score", "reversi", "B" * 5000),
    "a null byte": ("score", "reversi", "B\0"),
}


@pytest.mark.parametrize("words", BAD.values(), ids=BAD)
def test_bad_input_is_one_clear_line_and_status_2(hakem, words):
    status, out, err = hakem(*words)
    assert status == 2
    assert out == ""
    assert err.startswith("hakem: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("watch", "?"), "unknown game '?'; known games: reversi, kulami, mangala; `"),
        (("watch", "?"), "watch --help` tells more"),
        (("watch", "reversy"), "mangala; did you mean reversi?"),
        (("demo", "kulamy"), "mangala; did you mean kulami?"),
        (("watch", "reversi"), "Missing option '--camera'; `"),
        (("dance",), "No such command 'dance'; `"),
    ],
)
def test_a_word_that_is_not_understood_is_refused_with_a_hint(hakem, words, message):
    status, _, err = hakem(*words)
    assert status == 2
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "empty"), (b"\xe0\xff\xd8\xff", "not a text file"), (b"x" * (5 << 20), "too large")],
    ids=["empty", "no text", "huge"],
)
@pytest.mark.parametrize("command", ["replay", "score"])
def test_bad_files_are_one_clear_line_and_status_2(hakem, tmp_path, command, content, message):
    path = tmp_path / "file.json"
    path.write_bytes(content)
    status, _, err = hakem(command, "reversi", str(path))
    assert status == 2
    assert message in err
    assert err.count("\n") == 1


def test_a_broken_wthor_file_is_one_clear_line(hakem, tmp_path):
    path = tmp_path / "games.wtb"
    path.write_bytes(b"garbage")
    status, _, err = hakem("replay", "reversi", str(path))
    assert status == 2
    assert "WTHOR" in err


def test_the_installed_command_works_in_a_pipe_that_closes_early():
    command = f"{sys.executable} -m cli.main rules mangala | head -1"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert "Traceback" not in done.stderr
    assert done.stdout


def test_a_full_disk_is_one_clear_line():
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m cli.main demo mangala > /dev/full"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr == "hakem: cannot write the output: No space left on device\n"


def test_a_terminal_without_our_letters_still_shows_the_demo():
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "demo", "reversi"],
        cwd=ROOT,
        capture_output=True,
        timeout=60,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_board_may_come_on_standard_input():
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "score", "reversi", "-", "--json"],
        cwd=ROOT,
        input=D3.replace("/", "\n"),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert json.loads(done.stdout)["score"]["black"]["total"] == 4


def test_version_and_help(hakem):
    assert hakem("--version")[1].startswith("hakem ")
    status, out, _ = hakem("--help")
    assert status == 0
    for command in ("judge", "score", "replay", "rules", "demo", "bench"):
        assert command in out
