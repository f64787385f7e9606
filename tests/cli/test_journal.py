"""`hakem journal`, `hakem bundle` and `hakem replay BUNDLE`, as a referee would type them."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from support.journals import game_events, write_game
from support.reversi import D3, REVERSI, UNTURNED
from support.sittings import Shown

from calibration.corners import pose_from_corners
from cli.event_lines import event_line
from referee.journal import Journal
from referee.journal.frames import Ring
from referee.journal.pictures import cut_out
from referee.journal.places import frames_of, pictures_of
from vision.frame import Frame


@pytest.fixture
def hakem(hakem, monkeypatch):
    monkeypatch.setenv("COLUMNS", "140")
    return hakem


@pytest.fixture
def table(tmp_path):
    return write_game(tmp_path / "table5.hakem", "reversi", 1, 6)


def spoil(path):
    base = sqlite3.connect(path)
    base.execute("DROP TRIGGER no_update")
    base.execute(
        "UPDATE events SET event = replace(event, '\"time\":2', '\"time\":3') WHERE number = 3"
    )
    base.commit()
    base.close()


def test_a_journal_is_shown_with_its_faults_and_its_state(hakem, table):
    status, out, err = hakem("journal", table)
    assert (status, err) == (0, "")
    assert "black" in out
    assert "6. white d2: Enclosed discs were not turned. [d3]" in out
    assert "(Reversi art." in out
    assert "as it was written: 7 events, 0 pictures" in out
    assert len(hakem("journal", table, "--last", "2")[1].splitlines()) == 5


@pytest.fixture
def watched(tmp_path):
    """A table with a fault that stands, and a word of the referee; its events, and its journal."""
    shown = Shown(tmp_path / "watched.hakem", names=("Işıl", "Çağrı"), table="5")
    shown.position(shown.game.start(), seconds=1.0)
    shown.still(UNTURNED)
    shown.sitting.end_of_move()
    shown.sitting.pause()
    yield shown.sitting.events_after(0), shown.path
    shown.sitting.close()


@pytest.mark.parametrize("lang", ["tr", "en"])
def test_events_are_told_in_the_sentences_of_a_watch(hakem, watched, lang):
    lines, path = watched
    status, out, _ = hakem("journal", path, "--lang", lang)
    assert status == 0
    told = [event_line(line.event, lang) for line in lines if line.event is not None]
    sentences = [line.plain[9:] for line in told if line is not None]
    assert len(sentences) >= 3
    for sentence in sentences:
        assert sentence in out
    for word in ("under_way", "faults", "side", "position", "n 1"):  # names of the program
        assert word not in out


def test_the_sentences_are_turkish_where_the_reader_is(hakem, watched):
    out = hakem("journal", watched[1], "--lang", "tr")[1]
    assert "Oyun başlıyor: Reversi; Işıl – Çağrı; Masa: 5" in out
    assert "1. siyah d3: Çevrilmesi gereken taşlar çevrilmedi. [d4] (Reversi md. 10)" in out
    assert "Hakem: duraklatıldı" in out


def test_what_is_left_out_is_counted_and_is_in_json(hakem, watched):
    path = watched[1]
    every = hakem("journal", path, "--json")[1].splitlines()
    out = hakem("journal", path)[1]
    shown = [line.rstrip() for line in out.splitlines() if line[:1].isdigit()]
    assert 0 < len(shown) < len(every)
    assert f"Events not listed: {len(every) - len(shown)} " in out
    last = hakem("journal", path, "--last", "2")[1]  # of those that are told
    assert [line.rstrip() for line in last.splitlines() if line[:1].isdigit()] == shown[-2:]


def test_the_rules_that_a_game_has_of_its_own_are_told(hakem, tmp_path):
    rules = {"layout": "rulebook", "marbles": 17}
    game = {"event": "game", "time": 0, "game": "kulami", "rules": rules, "set": 2}
    with Journal(tmp_path / "t.hakem") as journal:
        journal.append(game)
    out = hakem("journal", tmp_path / "t.hakem")[1]
    assert "A game begins: Kulami; layout=rulebook; marbles=17; Set 2" in out


def test_what_another_program_wrote_is_shown_as_far_as_it_is_understood(hakem, table):
    with Journal(table) as journal:
        journal.append({"event": "?", "time": 9})
        journal.append({"event": "weather", "time": 9, "sky": "[blue]"})
        journal.append(
            {"event": "fault", "time": 9, "n": 8, "side": "W", "faults": [{"code": "x"}]}
        )
        passed = {"event": "move", "n": "?", "side": "B", "move": "pass", "faults": 5}
        journal.append({**passed, "time": 9})
        journal.append({"event": "game", "time": 9, "game": 5, "names": "Işıl", "rules": 7})
        journal.append({"event": "end", "time": 9, "winner": "B"})
    status, out, _ = hakem("journal", table, "--lang", "tr")
    assert status == 0
    for told in (
        "6. beyaz d2: Çevrilmesi gereken taşlar çevrilmedi. [d3] (Reversi md. 10)",
        "weather: sky [blue]",
        "8. beyaz hamle yok: x",
        "siyah pas",
        "Oyun başlıyor: 5",
        "end: winner B",
    ):
        assert told in out


def test_one_move_is_shown_with_its_number_and_its_pictures(hakem, tmp_path):
    path = write_game(tmp_path / "t.hakem", "reversi", 1, 6)
    picture = np.random.default_rng(0).integers(0, 255, (120, 160, 3), dtype=np.uint8)
    pose = pose_from_corners([(40, 20), (120, 20), (120, 100), (40, 100)], (160, 120))
    said = {"event": "move", "n": 17, "side": "B", "move": "h1", "time": 9.0}
    with Journal(path) as journal:
        journal.append(said, {"before": cut_out(picture, pose)})
    status, out, _ = hakem("journal", path, "--move", "17")
    assert status == 0
    assert "17. black h1" in out
    assert "d3" not in out.split("17. black")[0]
    (stored,) = pictures_of(path).iterdir()
    assert f"before: {stored}" in out
    (line,) = hakem("journal", path, "--move", "17", "--json")[1].splitlines()
    assert json.loads(line)["event"]["move"] == "h1"


def test_that_a_move_was_taken_back_belongs_to_it(hakem, tmp_path):
    path = write_game(tmp_path / "t.hakem", "reversi", 1, 6)
    undo = {"event": "told", "what": "undo", "detail": "2", "n": 4, "position": "", "time": 9.0}
    with Journal(path) as journal:
        journal.append(undo)
    shown = {n: hakem("journal", path, "--move", str(n), "--json")[1] for n in (4, 5, 6)}
    assert ["undo" in shown[n] for n in (4, 5, 6)] == [False, True, True]


def test_a_transcript_says_that_faults_are_not_in_it(hakem, table):
    faults = sum(event["event"] == "fault" for event in game_events("reversi", 1, 6))
    assert faults
    assert f"{faults} faults are not in a transcript" in hakem("journal", table, "transcript")[2]


def test_it_says_where_play_went_on_from_a_position_that_no_move_leads_to(hakem, tmp_path):
    shown = Shown(tmp_path / "t.hakem")
    shown.position(REVERSI.start(), seconds=1.0)
    shown.position(D3)
    shown.sitting.set_side("B")
    turned = REVERSI.position(D3.board, "B")
    shown.position(REVERSI.play(turned, REVERSI.parse_move("f5")))
    shown.sitting.close()
    _, out, err = hakem("journal", shown.path, "transcript")
    assert out == "d3f5\n"
    assert "to which no move of a transcript leads: 1 (" in err
    record = tmp_path / "game.json"
    record.write_text(hakem("journal", shown.path, "record")[1])
    told = hakem("replay", "reversi", record)[1]
    assert "Moves: 2, all legal." in told
    assert "Positions told without their moves: 1." in told


def test_it_speaks_turkish(hakem, table):
    out = hakem("journal", table, "--lang", "tr")[1]
    assert "siyah" in out
    assert "Tutanak yazıldığı gibi: 7 olay" in out


def test_it_is_exported_as_json_a_record_and_a_transcript(hakem, table):
    lines = [json.loads(line) for line in hakem("journal", table, "--json")[1].splitlines()]
    assert [line["number"] for line in lines] == list(range(1, 8))
    assert lines[0]["event"]["game"] == "reversi"
    record = json.loads(hakem("journal", table, "record")[1])
    assert len(record["steps"]) == 6
    moves = [event["move"] for event in game_events("reversi", 1, 6) if "move" in event]
    assert hakem("journal", table, "transcript")[1].strip() == "".join(moves)


def test_an_edited_journal_is_told_with_its_place_and_a_status(hakem, table):
    assert hakem("journal", table, "verify")[0] == 0
    spoil(table)
    status, out, _ = hakem("journal", table, "verify")
    assert status == 1
    assert "Event 3: was edited" in out
    status, out, _ = hakem("journal", table, "verify", "--json")
    assert status == 1
    assert json.loads(out)["troubles"][0]["number"] == 3


@pytest.mark.parametrize(
    ("lang", "edited", "picture", "folder"),
    [
        (
            "tr",
            "ya da 2. olay özetiyle birlikte değiştirilmiş",
            ". olayın",
            "klasörü, içindeki bütün resimlerle (2)",
        ),
        ("en", "event 3 was edited", "picture", "is missing with all pictures (2)"),
    ],
)
def test_what_is_missing_is_told_in_one_language_and_a_lost_folder_in_one_line(
    hakem, table, lang, edited, picture, folder
):
    pose = pose_from_corners([(40, 20), (120, 20), (120, 100), (40, 100)], (160, 120))
    with Journal(table) as journal:
        for shade in (50, 200):
            shown = np.full((120, 160, 3), shade, np.uint8)
            journal.append({"event": "fault", "time": 9}, {"before": cut_out(shown, pose)})
    spoil(table)
    first, last = sorted(pictures_of(table).iterdir())
    first.unlink()
    for gone in (False, True):
        if gone:
            last.unlink()
            pictures_of(table).rmdir()
        status, out, _ = hakem("journal", table, "verify", "--lang", lang)
        assert status == 1
        assert edited in out
        assert ((" is missing" in out) or (" was edited" in out)) == (lang == "en")
        assert out.count(folder) == gone
        assert (f"{first.name}" in out and picture in out) != gone
        assert len(out.splitlines()) == (4 if gone else 5)


def test_a_spoilt_event_does_not_hide_the_others(hakem, table):
    base = sqlite3.connect(table)
    base.execute("DROP TRIGGER no_update")
    base.execute("UPDATE events SET event = '{nonsense' WHERE number = 3")
    base.commit()
    base.close()
    status, out, _ = hakem("journal", table)
    assert status == 0
    assert "{nonsense" in out
    assert "(Reversi art." in out
    assert "Event 3: cannot be read as an event" in out
    lines = [json.loads(line) for line in hakem("journal", table, "--json")[1].splitlines()]
    assert (lines[2]["event"], lines[2]["text"]) == (None, "{nonsense")
    assert len(lines) == 7


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["journal", "nowhere"], "there is no file nowhere"),
        (["journal", "TABLE", "burn"], "cannot 'burn' a journal"),
        (["journal", "verify", "TABLE"], "the file comes first: hakem journal "),
        (["journal", __file__, "verify"], "test_journal.py is no journal"),
        (["journal", "TABLE", "--move", "99"], "tells of no move 99"),
        (["journal", "TABLE", "verify", "--move", "1"], "--move belongs to show"),
        (["bundle", "nowhere"], "there is no file nowhere"),
        (["bundle", "TABLE", "--out", "TABLE"], "is what is read"),
        (["replay", "nowhere.zip"], "there is no file nowhere.zip"),
        (["replay", "reversi"], "which record of reversi?"),
        (["replay", "TABLE", "--to", "json"], "a bundle tells its own rules"),
        (["replay", "TABLE", "--through", "nowhere:Tracker"], "no module 'nowhere'"),
        (["replay", "reversi", "TABLE", "--through", "x:Y"], "--through is for bundles"),
    ],
)
def test_bad_input_is_one_line(hakem, table, words, told):
    status, _, err = hakem(*(table if word == "TABLE" else word for word in words))
    assert status == 2
    assert told in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("my rec.json", b'{"hakem": 1, "game": "Kulami", "steps": []}',
         "is a record of kulami, whose name goes before it: hakem replay kulami 'my rec.json'"),
        ("game.txt", b"f5d6c3", "hakem replay reversi game.txt"),
        ("games.wtb", b"\x14\x06", "hakem replay reversi games.wtb"),
        ("photo.pdf", b"%PDF-1.7\n\xff", "is no bundle, journal or record of a game"),
        ("notes.txt", b"a text", "is no bundle, journal or record of a game"),
        ("other.json", b'{"game": ["go"]}', "is no bundle, journal or record of a game"),
        ("list.json", b"[1]", "is no bundle, journal or record of a game"),
        ("empty.jpg", b"", "is empty, no journal"),
        ("broken.hakem", b"nonsense" * 99, "the file is broken or no journal; keep it"),
    ],
)  # fmt: skip
def test_what_is_replayed_alone_is_told_by_its_kind(hakem, tmp_path, monkeypatch, name, data, told):
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(data)
    status, _, err = hakem("replay", name)
    assert (status, len(err.splitlines())) == (2, 1)
    assert told in err


def test_a_bundle_is_packed_and_replayed(hakem, table, tmp_path):
    out = tmp_path / "dispute.zip"
    status, told, _ = hakem("bundle", table, "--out", out)
    assert status == 0
    assert "Saved" in told
    status, told, _ = hakem("replay", out, "--exit-code")
    assert status == 0
    assert "Today's rules say the same (6 moves)." in told
    data = json.loads(hakem("replay", out, "--json")[1])
    assert data["differences"] == []
    assert data["game"] == "reversi"
    assert data["position"] == json.loads(hakem("replay", table, "--json")[1])["position"]
    assert "7 events" in hakem("journal", out)[1]


def test_what_differs_today_is_shown(hakem, tmp_path):
    path = tmp_path / "table.hakem"
    with Journal(path) as journal:
        for event in game_events("reversi", 1, 6):
            journal.append({**event, "move": "a1"} if event.get("n") == 3 else event)
    status, out, _ = hakem("replay", path, "--exit-code")
    assert status == 1
    assert "Event 4: then a1; today a1 is not legal: " in out


def test_an_edited_journal_can_still_be_bundled_and_says_so(hakem, table, tmp_path):
    spoil(table)
    status, out, _ = hakem("bundle", table, "--out", tmp_path / "x.zip")
    assert status == 0
    assert "not as it was written" in out
    assert hakem("journal", tmp_path / "x.zip", "verify")[0] == 1


SEER = """
class Seer:
    def see(self, frame, pose):
        return [{"event": "move", "time": frame.time, "side": "B", "move": "h8"}]
"""


def test_the_frames_of_a_bundle_go_through_a_tracker(hakem, table, tmp_path, monkeypatch):
    (tmp_path / "seer_of_h8.py").write_text(SEER)
    monkeypatch.chdir(tmp_path)
    pose = pose_from_corners([(80, 40), (240, 40), (240, 200), (80, 200)], (320, 240))
    Ring(frames_of(table)).keep(Frame(np.zeros((240, 320, 3), np.uint8), 3.0), pose)
    hakem("bundle", table, "--out", "b.zip")
    out = hakem("replay", "b.zip", "--through", "seer_of_h8:Seer", "--json")[1]
    data = json.loads(out)
    assert data["frames"] == 1
    assert "move B h8" in [each["today"] for each in data["seen_otherwise"]]
