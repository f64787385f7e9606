"""`hakem watch` as a referee runs it: a journal, restarts, keys, one writer, clean ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from support.films import film, number
from support.reversi import C3, D3

from calibration.profile import Profile
from cli.main import main
from engines import new_game
from referee.journal import read_journal, verify
from referee.journal.places import journal_of
from referee.sitting import Beginning, Sitting
from vision import cameras
from vision.cameras.demos import demo_options

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from scripts.kill_watch import kill_often  # noqa: E402 (scripts are no package of ours)
from scripts.mutate import mutate  # noqa: E402


def started(journal, *more):
    """A watch of a demo clip in a process of its own."""
    words = ["watch", "kulami", "--camera", "demo:kulami", "--speed", "0", "--json"]
    return subprocess.Popen(
        [sys.executable, "-m", "cli.main", *words, "--journal", str(journal), *more],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process):
    """The rest of what a watch printed; `communicate` loses what reading lines has buffered."""
    with process:
        rest, said = process.stdout.read(), process.stderr.read()
    return rest, said


def test_it_ends_when_told_to_and_goes_on_where_it_stood(tmp_path):
    journal = tmp_path / "table5.hakem"
    first = started(journal, "--names", "Işıl, Çağrı")
    where = first.stderr.readline()
    lines = [json.loads(first.stdout.readline()) for _ in range(4)]
    first.send_signal(signal.SIGSTOP)  # else it may come to its end before the others look
    busy = subprocess.run(
        [sys.executable, "-m", "cli.main", "journal", str(journal), "--json"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert len(busy.stdout.splitlines()) >= 4  # may be read while it is written
    second = started(journal)
    _, refused = second.communicate(timeout=120)
    first.send_signal(signal.SIGTERM)
    first.send_signal(signal.SIGCONT)
    rest, said = ended(first)
    lines += [json.loads(line) for line in rest.splitlines()]
    assert str(journal) in where
    assert first.returncode == 143
    assert said == ""
    assert second.returncode == 2
    assert refused.startswith("hakem: ")
    assert "another process" in refused
    assert refused.count("\n") == 1
    assert [line["number"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[0]["names"] == ["Işıl", "Çağrı"]
    assert verify(journal).good

    held = len(read_journal(journal))
    assert held == len(lines)  # what is written is shown before it ends
    again = started(journal)
    where = again.stderr.readline()
    line = json.loads(again.stdout.readline())
    again.send_signal(signal.SIGINT)
    _, said = ended(again)
    assert "kaldığı yerden" in where or "where it stood" in where
    assert line["number"] == held + 1
    assert line["event"] != "game"
    assert (again.returncode, said) == (0, "")


TOLD_TO_END = """
import os, signal, sys
from cli.start import start
from referee.journal import Journal
wanted, times = int(sys.argv.pop(1)), int(sys.argv.pop(1))
plain = Journal.append_all
def interrupted(journal, *rest):
    entries = plain(journal, *rest)
    if len(journal) >= 3:  # written for good, and not shown yet
        for _ in range(times):
            os.kill(os.getpid(), wanted)
    return entries
Journal.append_all = interrupted
start()
"""


def told_to_end(journal, number, times=1):
    words = ["watch", "kulami", "--camera", "demo:kulami", "--speed", "0", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", TOLD_TO_END, str(int(number)), str(times), *words,
         "--journal", str(journal)],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    shown = [json.loads(line)["number"] for line in done.stdout.splitlines()]
    return done, shown, [entry.number for entry in read_journal(journal)]


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 0), (signal.SIGTERM, 143)])
def test_what_is_written_is_shown_before_it_ends(tmp_path, number, status):
    done, shown, held = told_to_end(tmp_path / "t.hakem", number)
    assert (done.returncode, len(done.stderr.splitlines())) == (status, 1)
    assert shown == held
    assert len(held) >= 3


def test_told_twice_it_ends_at_once(tmp_path):
    for attempt in range(10):  # on a busy machine all may be shown before the second word arrives
        journal = tmp_path / f"{attempt}.hakem"
        done, shown, held = told_to_end(journal, signal.SIGINT, times=2)
        assert (done.returncode, len(done.stderr.splitlines())) == (0, 1)
        assert shown == held[: len(shown)]
        assert verify(journal).good
        if len(shown) < len(held):
            return
    raise AssertionError("told twice to end, it showed everything all the same")


def test_a_recording_that_was_left_paused_goes_on_where_nobody_can_press_a_key(tmp_path):
    journal, game = tmp_path / "t.hakem", new_game("kulami", demo_options("kulami"))
    with (
        Sitting.begin(journal, Beginning(game, game.start(), camera="demo:kulami")) as sitting,
        cameras.open("demo:kulami", speed=0) as camera,
    ):
        for frame in camera:
            sitting.see(frame)
            if frame.time > 2.0:
                break
        sitting.pause()
    watch, found = started(journal), []
    while "move" not in found and "out_of_step" not in found:
        found.append(json.loads(watch.stdout.readline())["event"])
    watch.send_signal(signal.SIGINT)
    ended(watch)
    assert found[0] == "told"
    assert found[-1] == "move"


def test_three_kills_lose_and_double_nothing():
    for row in kill_often("kulami", 3, seed=2, longest=3.0):
        assert (row.missing, row.doubled, row.verified) == (0, 0, True)


def test_mutated_inputs_never_crash_nor_make_up_a_state(tmp_path):
    for row in mutate(100, 7, tmp_path):
        assert not row.failed, f"{row.kind}: {row.first}"
        assert row.inputs


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--table", "../x"), "a table's name"),
        (("--turn", "45"), "--turn takes"),
        (("--names", "a,b,c"), "two names"),
        (("-r", "warnings_scope=year"), "valid: round, set"),
        (("--impaired", "C"), "--impaired takes"),
        (("--names", f"{'a' * 70}, b"), "too long"),
        (("--journal", "/proc/none/x.hakem"), "/proc/none"),
    ],
)
def test_bad_input_is_one_line(words, why, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with pytest.raises(SystemExit) as stopped:
        main(["watch", "kulami", "--camera", "demo:kulami", *words])
    told = capsys.readouterr().err
    assert stopped.value.code == 2
    assert why in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("name", ["t.jpg", "t.mp4"])
def test_a_start_that_is_refused_leaves_nothing_behind(name, hakem, tmp_path):
    source, journal = tmp_path / name, tmp_path / "kept" / "o.hakem"
    source.write_text("this is a text")
    status, out, said = hakem("watch", "reversi", "--camera", source, "--journal", journal)
    assert (status, out, said.count("\n")) == (2, "", 1)
    assert str(source) in said
    assert sorted(tmp_path.iterdir()) == [source]


@pytest.mark.parametrize(
    "words",
    [
        ("--quiet", "9"),
        ("--round", "4"),
        ("--start", f"R{'.' * 7}{'/........' * 7}", "--side", "R", "--last", "a1"),
        ("--last", "a1"),
        ("--names", "x,y"),
        ("--rule", "warnings.scope=set"),
        ("--impaired", "B"),
    ],
)
def test_what_only_a_beginning_can_take_is_refused_later(words, capsys, tmp_path):
    journal, game = tmp_path / "t.hakem", new_game("kulami", demo_options("kulami"))
    Sitting.begin(journal, Beginning(game, game.start(), camera="demo:kulami")).close()
    with pytest.raises(SystemExit) as stopped:
        main(["watch", "kulami", "--camera", "demo:kulami", "--journal", str(journal), *words])
    told_ = capsys.readouterr().err
    assert stopped.value.code == 2
    assert told_.count("\n") == 1
    assert words[0] in told_


@pytest.mark.parametrize("told", [("--start", "{0}"), ("--start", "{1}", "--side", "W")])
def test_a_position_that_a_game_was_begun_with_may_be_told_again(
    hakem, tmp_path, monkeypatch, told
):
    """One line serves before a restart and after it."""
    watched = []
    monkeypatch.setattr("cli.watching._Watched.print_lines", lambda self: watched.append(self))
    journal, begun = tmp_path / "t.hakem", new_game("reversi")
    words = ["watch", "reversi", "--camera", "demo:reversi", "--journal", journal, "--json"]
    Sitting.begin(journal, Beginning(begun, D3, camera="demo:reversi")).close()
    again = [word.format(D3, str(D3).split()[0]) for word in told]
    status, _, err = hakem(*words, *again)
    assert (status, len(watched)) == (0, 1), err
    status, _, err = hakem(*words, "--start", str(C3))
    assert (status, len(watched)) == (2, 1)
    assert "--start can be told at its beginning only" in err


def test_the_first_set_tells_with_what_a_round_was_begun(tmp_path):
    game = new_game("mangala")
    start = game.position(game.parse_board("1 0 0 0 0 0 / 0 0 0 0 0 1 / 26 20"), "south")
    with Sitting.begin(tmp_path / "t.hakem", Beginning(game, start)) as sitting:
        sitting.flag_fell("A", 26)
        sitting.next_set()
        assert sitting.beginning.position == game.start("north")
        assert sitting.begun.position == start
    with Sitting.resume(tmp_path / "t.hakem") as sitting:
        assert sitting.begun.position == start


def test_a_table_has_its_journal_in_the_users_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert journal_of("salon 2") == tmp_path / "hakem" / "tables" / "salon 2.hakem"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert journal_of("1") == Path.home() / ".local/share/hakem/tables/1.hakem"


def test_a_journal_on_a_full_disk_ends_the_watch_with_one_line(tmp_path):
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000));"
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "from cli.main import main; main(sys.argv[1:])"
    )
    journal = tmp_path / "table.hakem"
    words = ["watch", "kulami", "--camera", "demo:kulami", "--speed", "0", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", script, *words, "--journal", str(journal)],
        cwd=ROOT, capture_output=True, text=True, timeout=250,
    )  # fmt: skip
    where, failed = done.stderr.splitlines()
    assert str(journal) in where
    assert failed.startswith("hakem: ")
    assert done.returncode == 2
    shown = [json.loads(line)["number"] for line in done.stdout.splitlines()]
    held = [entry.number for entry in read_journal(journal)]
    assert held[: len(shown)] == shown
    assert verify(journal).good


def test_in_a_terminal_there_is_a_board_and_keys(tmp_path):
    parent, child = os.openpty()
    words = ["watch", "kulami", "--camera", "demo:kulami", "--speed", "0", "--lang", "en"]
    watch = subprocess.Popen(
        [sys.executable, "-m", "cli.main", *words, "--journal", str(tmp_path / "t.hakem")],
        cwd=ROOT, stdin=child, stdout=child, stderr=child,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )  # fmt: skip
    os.close(child)
    seen, pressed, until = "", False, time.monotonic() + 200
    try:
        while "end of move" not in seen and time.monotonic() < until:
            seen += os.read(parent, 4096).decode(errors="replace")
            if "a b c d e f g h" in seen and not pressed:
                os.write(parent, b"?")
                pressed = True
        watch.send_signal(signal.SIGINT)
        while True:
            try:
                seen += os.read(parent, 4096).decode(errors="replace")
            except OSError:
                break
    finally:
        watch.wait(60)
    assert "end of move" in seen
    assert "frames a second" in seen
    assert "Traceback" not in seen
    assert watch.returncode == 0


def test_a_turn_is_refused_where_the_journal_knows_which_row_is_row_1(capsys, tmp_path):
    journal, game = tmp_path / "t.hakem", new_game("kulami", demo_options("kulami"))
    beginning = Beginning(game, game.start(), camera="demo:kulami")
    with Sitting.begin(journal, beginning) as sitting, cameras.open("demo:kulami", speed=0) as clip:
        while sitting.pose is None:
            sitting.see(next(clip))
    words = ["watch", "kulami", "--camera", "demo:kulami", "--journal", str(journal)]
    with pytest.raises(SystemExit) as stopped:
        main([*words, "--turn", "180"])
    assert stopped.value.code == 2
    assert "--turn can be told" in capsys.readouterr().err


def test_a_profile_of_other_pictures_is_one_line_though_it_has_no_lens(tmp_path, hakem):
    Profile("usb:0", (640, 480)).save(tmp_path / "table.json")
    code, _, err = hakem(
        "watch", "reversi", "--camera", "demo:reversi", "--profile", tmp_path / "table.json",
        "--journal", tmp_path / "table.hakem", "--speed", 0, "--json",
    )  # fmt: skip
    assert code == 2
    assert "this profile is for pictures of 640 x 480, the camera gives 960 x 720" in err


@pytest.mark.parametrize("machine", [True, False])
def test_a_film_that_runs_slower_than_asked_is_told_once(hakem, tmp_path, monkeypatch, machine):
    seen = []

    def slowly(sitting, frame):
        time.sleep(0.3)
        seen.append(number(frame.picture))
        return []

    monkeypatch.setattr("cli.watching.SLOWER", 0.2)
    monkeypatch.setattr(Sitting, "see", slowly)
    source = film(tmp_path / "game.mp4", 5)
    words = ["watch", "reversi", "--camera", source, "--journal", tmp_path / "t.hakem"]
    words += ["--json"] if machine else []
    status, out, err = hakem(*words, "--speed", "50")
    assert status == 3  # no board is in this film
    assert (err if machine else out).count("the recording runs slower") == 1
    assert seen == list(range(5))  # else what is played would be made up


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_board_that_was_never_seen_is_not_shown(hakem, tmp_path, more):
    """What the rules alone say of it would be taken for what stands on the table."""
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((240, 320, 3), 90, np.uint8))
    words = ("--camera", tmp_path / "grey.png", "--speed", "0", "--journal", tmp_path / "j.hakem")
    status, out, err = hakem("watch", "reversi", *words, *more)
    assert status == 3
    assert "the game's position was never seen on the table" in err
    assert "to move" not in out


@pytest.mark.parametrize(("lang", "said"), [("tr", "Son oyun bitmişti"), ("en", "is over; a new")])
def test_a_game_that_begins_behind_one_that_is_over_says_so(hakem, tmp_path, lang, said):
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((240, 320, 3), 90, np.uint8))
    words = ("--camera", tmp_path / "grey.png", "--speed", "0", "--journal", tmp_path / "j.hakem")
    told = [hakem("watch", "reversi", *words, "--lang", lang)[1] for _ in range(2)]
    told += [hakem("watch", "reversi", *words, "--lang", lang, "--new")[1]]  # who asks, knows it
    assert [said in out for out in told] == [False, True, False]


def test_why_a_command_failed_is_told_in_turkish(hakem, tmp_path):
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((240, 320, 3), 90, np.uint8))
    status, _, err = hakem("read", "mangala", tmp_path / "grey.png", "--lang", "tr")
    assert (status, "Tahta görünmüyor. Tahtanın tamamını" in err) == (3, True)
    status, _, err = hakem("journal", tmp_path / "none.hakem", "verify", "--lang", "tr")
    assert (status, "none.hakem adlı dosya yok" in err) == (2, True)
    game = new_game("kulami")
    Sitting.begin(tmp_path / "k.hakem", Beginning(game, game.start())).close()
    words = ("--camera", "demo:reversi", "--journal", tmp_path / "k.hakem", "--lang", "tr")
    status, _, err = hakem("watch", "reversi", *words)
    said = "k.hakem tutanağında süren oyun kulami, reversi değil. --new aynı tutanakta"
    assert (status, said in err) == (2, True)
