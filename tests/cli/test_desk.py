"""`hakem desk` as a process: the demo is refereed, and what is wrong is one line."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from fastapi.testclient import TestClient

from cli.desk import _tell
from cli.main import main
from engines import new_game
from engines.clock import Clock
from referee.desk.desk import Desk
from referee.sitting import Beginning, Sitting
from vision.cameras.demos import demo_options


def run(*words, **more):
    command = [sys.executable, "-m", "cli.main", "desk", *words]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more
    )


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def ask(port, path, wait=90.0):
    """The answer of a desk that may still be starting."""
    end = time.monotonic() + wait
    while True:
        try:
            with urllib.request.urlopen(f"http://localhost:{port}{path}", timeout=10) as answer:
                return answer.read().decode()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.3)


def test_the_demo_is_refereed_with_nothing_to_configure(tmp_path):
    port = free_port()
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path), "HAKEM_LANG": "en"}
    desk = run("--demo", "--port", str(port), env=environment)
    try:
        assert ask(port, "/static/desk.css")
        time.sleep(8)  # the first move of the clip comes earlier, were it not held
        opened = time.monotonic()
        assert "Hakem" in ask(port, "/")
        assert json.loads(ask(port, "/api/table"))["moves"] == 0
        end = opened + 120
        while True:
            events = json.loads(ask(port, "/api/events"))["events"]
            if any(event["event"] == "move" for event in events):
                break
            assert time.monotonic() < end, events
            time.sleep(0.5)
        note = json.loads(next(tmp_path.rglob("desk-*.json")).read_text(encoding="utf-8"))
        assert note["address"] == f"http://localhost:{port}"
        listening = urllib.request.urlopen(f"http://localhost:{port}/api/stream", timeout=10)
        assert listening.readline()
    finally:
        desk.send_signal(signal.SIGINT)
        out, err = desk.communicate(timeout=60)
    listening.close()
    assert (desk.returncode, err) == (0, "")
    assert note["pin"] not in out
    for words in ("This is a demo", "No PIN is needed", "deleted at the end", "To end it: Ctrl-C"):
        assert words in out
    assert not list(tmp_path.rglob("desk-*.json"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["reversi"], "give both a game and a --camera"),
        (["chess"], "unknown game 'chess'; known games: reversi"),
        (["chess", "--demo"], "unknown game 'chess'"),
        (["--pin", "12"], "a PIN has 6 digits"),
        (["chess", "--camera", "usb:0"], "unknown game"),
        (["reversi", "--camera", "no-such.mp4"], "no camera, file or folder"),
        (["reversi", "--camera", "demo:reversi", "--names", "Elif"], "two names"),
        (["reversi", "--camera", "demo:reversi", "--names", f"{'A' * 70}, Can"], "too long"),
        (["reversi", "--camera", "demo:reversi", "--new"], "--new goes with --journal"),
        (["--impaired", "A"], "--impaired with a game"),
        (["--demo", "-r", "warnings_scope=set"], "leave --rule out with --demo"),
        (
            ["--journal", "x.hakem", "--names", "Elif, Can", "--minutes", "5", "--layout", "tr8"],
            "give --names and --minutes and --layout and --journal with a game and its --camera",
        ),
        (["--round", "3"], "give --round with a game and its --camera"),
        (["--demo", "--camera", "usb:0"], "leave --camera out with --demo"),
        (["--demo", "--folder", "x"], "leave --folder out with --demo"),
        (["--demo", "--names", "Elif, Can", "--journal", "x.hakem"], "--names and --journal out"),
        (["reversi", "--demo", "--minutes", "5"], "--minutes out with --demo"),
        (["--name", "https://hakem.school.org"], "like hakem.school.org, without https:// and"),
        (["--name", "hakem.school.org:8443"], "without https:// and port, not 'hakem.school"),
        (["--name", "a..b"], "a host's name is like"),
    ],
)
def test_what_is_wrong_is_one_line(tmp_path, words, said, capsys):
    where = [] if "--demo" in words else ["--folder", str(tmp_path)]
    with pytest.raises(SystemExit) as stopped:
        main(["desk", *words, "--port", str(free_port()), *where])
    assert stopped.value.code == 2
    err = capsys.readouterr().err
    assert said in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("words", [[], ["reversi", "--camera", "demo:reversi"]])
def test_a_folder_where_no_journal_can_be_kept_is_told_at_the_start(
    tmp_path, words, capsys, monkeypatch
):
    monkeypatch.setattr("cli.desk._serve", lambda *_: None)  # it would wait for browsers
    file = tmp_path / "tables"
    file.touch()
    for folder in ("/proc/abc", str(file)):
        with pytest.raises(SystemExit) as stopped:
            main(["desk", *words, "--port", str(free_port()), "--folder", folder])
        assert stopped.value.code == 2
        err = capsys.readouterr().err
        assert f"no journal can be kept in {folder}: No" in err
        assert len(err.splitlines()) == 1


def test_a_port_that_is_taken_is_told(capsys):
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        with pytest.raises(SystemExit) as stopped:
            main(["desk", "--demo", "--port", str(sock.getsockname()[1])])
    assert stopped.value.code == 2
    assert "try --port" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["192.0.2.7", "::g"])
def test_an_address_that_is_not_this_machines_is_told(capsys, host):
    with pytest.raises(SystemExit) as stopped:
        main(["desk", "--demo", "--host", host, "--port", str(free_port())])
    assert stopped.value.code == 2
    err = capsys.readouterr().err
    assert f"is {host} an address of this machine? 0.0.0.0 listens on all it has" in err
    assert "--port" not in err


def test_where_only_root_may_listen_another_port_is_named(capsys, monkeypatch):
    def refuse(*_):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("socket.socket.bind", refuse)
    with pytest.raises(SystemExit):
        main(["desk", "--demo", "--port", "80"])
    assert "Permission denied; try --port 8000" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "word"),
    [
        (["-r", "warnings_scope=set"], "--rule"),
        (["--impaired", "A"], "--impaired"),
        (["--names", "Ada, Ece"], "--names"),
        (["--round", "3"], "--round"),
        (["--minutes", "15"], "--minutes"),
    ],
)
def test_what_a_game_was_begun_with_is_not_changed(capsys, tmp_path, monkeypatch, more, word):
    """It is told before the table is watched: what was seen would stand in the journal."""
    watched = []
    monkeypatch.setattr(Desk, "watch", lambda *words: watched.append(words))
    journal, words = begun_game(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        main([*words, *more])
    assert stopped.value.code == 2
    err = capsys.readouterr().err
    assert f"begun before; {word} can be told at its beginning only" in err
    assert watched == []
    Sitting.resume(journal).close()  # nobody holds the journal any more


def test_what_a_game_was_begun_with_may_be_told_again(tmp_path, monkeypatch):
    """As a service does that is started again."""
    watched = []
    monkeypatch.setattr(Desk, "watch", lambda _, sitting, *more: watched.append(sitting))
    monkeypatch.setattr("cli.desk._serve", lambda *words: None)
    _, words = begun_game(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        main([*words, "--names", "Elif, Can", "--round", "2", "--minutes", "20"])
    assert not stopped.value.code
    (sitting,) = watched
    assert sitting.resumed
    sitting.close()


def test_a_desk_behind_a_proxy_answers_under_the_names_it_is_told(tmp_path, monkeypatch):
    host, answers = "hakem.school.org", []

    def served(app, *_):
        with TestClient(app, base_url=f"http://{host}") as client:
            answers.append(client.get("/players").status_code)
            come = {"origin": f"https://{host}", "sec-fetch-site": "same-origin"}
            told = client.post("/api/login", json={"pin": "271828"}, headers=come)
            answers.append(told.status_code)
            answers.append(client.get("/players", headers={"host": "evil.org"}).status_code)

    monkeypatch.setattr("cli.desk._serve", served)
    words = ["desk", "--behind-proxy", "--pin", "271828", "--port", str(free_port())]
    words += ["--folder", str(tmp_path)]
    for names in ([], ["--name", "other.org", "--name", "Hakem.School.org."]):
        with pytest.raises(SystemExit) as stopped:
            main([*words, *names])
        assert not stopped.value.code
    assert answers == [421, 421, 421, 200, 200, 421]


def test_a_demo_that_has_another_name_asks_for_its_pin(monkeypatch, capsys):
    doors = []
    monkeypatch.setattr("cli.desk._serve", lambda app, desk, *more: doors.append(desk.open_door))
    with pytest.raises(SystemExit):
        main(["desk", "--demo", "--name", "hakem.school.org", "--port", str(free_port())])
    assert doors == [False]
    assert "PIN: " in capsys.readouterr().out


def test_a_demo_for_the_whole_network_tells_its_pin(capsys, tmp_path):
    _tell("0.0.0.0", 8000, "271828", "tr", tmp_path)
    out = capsys.readouterr().out
    assert "PIN: 271828" in out
    assert f"Gösterinin tutanakları (bitince silinir): {tmp_path}" in out


def begun_game(folder):
    """The journal of a game, and the words that go on with it."""
    journal, game = folder / "t.hakem", new_game("kulami", demo_options("kulami"))
    Sitting.begin(
        journal,
        Beginning(
            game,
            game.start(),
            ("Elif", "Can"),
            round="2",
            camera="demo:kulami",
            clock=Clock.of(1200),
        ),
    ).close()
    words = ["desk", "kulami", "--camera", "demo:kulami", "--journal", str(journal)]
    return journal, [*words, "--port", str(free_port())]


def test_a_desk_with_a_profile_that_is_none_says_so(capsys, tmp_path):
    path = tmp_path / "table.json"
    path.write_text("{}")
    for words, why in (
        (("--profile", str(path)), "not a profile"),
        (("--profile", str(path), "--demo"), "leave it out"),
    ):
        with pytest.raises(SystemExit) as stopped:
            main(["desk", *words])
        assert stopped.value.code == 2
        assert why in capsys.readouterr().err
