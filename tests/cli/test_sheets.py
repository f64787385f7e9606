"""`hakem score` with photos and sheets, as a referee would type it."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import cv2
import pytest
from support.boards import read_board
from support.journals import write_game
from support.pdf import text_of

from datasets.stills import whole_stills
from engines import new_game
from engines.grid import NAMES
from engines.mangala.values import NAMES as PLACES
from referee.journal import Journal
from vision.detectors import detector

ROOT = Path(__file__).resolve().parents[2]
FULL = "/".join(["BBBBBBBB"] * 5 + ["WWWWWWWW"] * 3)


@pytest.fixture
def hakem(hakem, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return hakem


@lru_cache(maxsize=3)
def still(game):
    """A rendered picture of which most cells are read right."""
    stills = [each for each, _ in zip(whole_stills(game), range(4), strict=False)]

    def wrong(one):
        best = detector(game).read(one.frame, one.pose).probabilities.argmax(1)
        contents = detector(game).read(one.frame, one.pose).contents
        return sum(contents[b] != str(c) for b, c in zip(best, one.contents, strict=True))

    return min(stills, key=wrong)


def photo_of(game, folder):
    """The picture as a file, where its board lies, and what a person confirms about it."""
    one = still(game)
    path = folder / f"{game}.png"
    cv2.imwrite(str(path), one.frame.picture)
    places = one.centres if game == "mangala" else one.corners
    given = ["--pits" if game == "mangala" else "--corners"]
    given.append(",".join(f"{v:.1f}" for point in places for v in point))
    names = PLACES if game == "mangala" else NAMES
    truth = ",".join(f"{n}={c}" for n, c in zip(names, one.contents, strict=True))
    return path, given, truth


def counted(out):
    """The treasuries as a referee counts them, who finds what was computed."""
    score = json.loads(out)["score"]
    return ",".join(str(score[side]["total"]) for side in ("south", "north"))


@pytest.mark.parametrize("game", ["reversi", "kulami", "mangala"])
def test_a_photo_becomes_a_sheet_that_is_final_once_it_is_confirmed(hakem, tmp_path, game):
    path, where, truth = photo_of(game, tmp_path)
    plates = ["--layout", "/".join(still(game).notes["layout"])] if game == "kulami" else []
    who = ["--names", "Şule Işık, Can Ünlü", "--table", "7", "--round", "2"]
    status, out, err = hakem("score", game, path, *where, "--sheet", "first.pdf", *plates, *who)
    assert (status, err) == (0, "")
    assert "NOT FINAL" in out
    assert "Winner" not in out
    assert "--confirm" in out
    assert "NOT FINAL" in text_of("first.pdf")
    said = f"{truth},over,plates" if plates else f"{truth},over"
    words = [*where, *plates, *who, "--confirm", said]
    status, out, _ = hakem("score", game, path, *words, "--json")
    for point in json.loads(out)["open"]:  # the board shows no end; the treasuries are counted
        what = point["what"]
        assert what in ("reason", "count")
        words += ["--reason", "the hall closes"] if what == "reason" else ["--count", counted(out)]
    files = ["--sheet", "sheet.pdf", "--overlay", "over.png", "--drawing", "clean.svg"]
    status, out, _ = hakem("score", game, path, *words, *files, "--language", "en", "--json")
    assert status == 0
    data = json.loads(out)
    assert data["final"] is True
    assert data["open"] == []
    rules = new_game(game, {"layout": data["layout"]} if plates else {})
    board = rules.board_from_json(data["board"])
    assert data["score"] == rules.score(rules.for_scoring(board)).to_json()
    text = text_of("sheet.pdf")
    assert "FINAL" in text
    assert "NOT FINAL" not in text
    assert "Şule Işık" in text
    assert cv2.imread("over.png") is not None
    assert Path("clean.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_photo_is_scored_with_nothing_told(hakem, tmp_path):
    cv2.imwrite(str(tmp_path / "photo.jpg"), still("kulami").frame.picture)
    words = ("score", "kulami", "photo.jpg", "--layout", "auto", "--sheet", "sheet.pdf")
    status, out, err = hakem(*words)
    assert status == 0, err
    assert "Largest area" in out
    assert Path("sheet.pdf").read_bytes().startswith(b"%PDF")


def test_a_written_board_has_a_sheet_too(hakem, tmp_path):
    words = ("--sheet", "sheet.pdf", "--language", "tr", "--date", "2026-05-03")
    status, out, _ = hakem("score", "reversi", FULL, *words)
    assert status == 0
    assert "The sheet is final." in out
    text = text_of("sheet.pdf")
    assert "Reversi Skor Kâğıdı" in text
    assert "03.05.2026" in text
    assert "40" in text


@pytest.mark.parametrize(
    ("words", "spoken", "title"),
    [
        ((), "en", "Reversi Score Sheet"),
        ((), "tr", "Reversi Skor Kâğıdı"),
        (("--lang", "tr"), "en", "Reversi Skor Kâğıdı"),
        (("--lang", "tr", "--language", "en"), "tr", "Reversi Score Sheet"),
    ],
)
def test_a_sheet_is_in_the_language_of_the_terminal(hakem, monkeypatch, words, spoken, title):
    monkeypatch.setenv("HAKEM_LANG", spoken)
    assert hakem("score", "reversi", FULL, "--sheet", "sheet.pdf", *words)[0] == 0
    assert title in text_of("sheet.pdf")


def test_the_winner_is_named_whether_or_not_a_reason_is_told(hakem):
    ahead = "B" * 33 + "W" * 30 + "."
    layout = "/".join(["BR......"] * 7 + ["B......."])
    who = ("--names", "Elif [b]Işık, Can Şen")
    for words in (("--confirm", "over"), ("--reason", "the hall closes")):
        out = hakem("score", "kulami", layout, *who, *words)[1]
        assert "Winner: Elif [b]Işık (Black)" in out, words
    for board in (ahead, FULL):
        assert "Elif [b]Işık (Black)" in hakem("score", "reversi", board, *who)[1]
    assert "Winner: black" in hakem("score", "reversi", FULL, "--names", ", Can Şen")[1]


def test_the_journal_leaves_its_fingerprint(hakem, tmp_path):
    journal = write_game(tmp_path / "table.hakem", "reversi", 1, 5)
    words = ("--sheet", "sheet.pdf", "--language", "tr", "--journal", journal)
    hakem("score", "reversi", FULL, *words)
    told = json.loads(hakem("journal", journal, "verify", "--json")[1])
    number, digits = told["events"], told["last"]
    assert f"{number}. olayın özeti: {digits}" in text_of("sheet.pdf")
    with Journal(journal) as later:  # the sheet is older than the journal's last event
        later.append({"event": "sight", "time": 99.0, "state": "ended"})
    for printed, status in (
        (f"{number}:{digits}", 0),
        (f"{number}:{digits[:16]}", 0),
        (f"{number + 1}:{digits}", 1),
        (f"{number}:{'0' * 64}", 1),
        ("nonsense", 2),
    ):
        assert hakem("journal", journal, "verify", "--sheet", printed)[0] == status, printed


def test_the_journal_of_another_table_leaves_no_fingerprint(hakem, tmp_path):
    """Its hash on this sheet would prove a game that is not on it."""
    journal = write_game(tmp_path / "table.hakem", "reversi", 1, 5)
    words = ("--sheet", "sheet.pdf", "--journal", journal)
    kulami = ("kulami", "/".join(["BR......"] * 7 + ["........"]), "--confirm", "over")
    status, _, err = hakem("score", *kulami, *words)
    assert (status, "another game (reversi) than this sheet (kulami)" in err) == (2, True)
    for more, other in (
        (("--table", "6"), "another table (5) than this sheet (6)"),
        (("--names", "Işıl, Can"), "other players (Işıl, Çağrı)"),
    ):
        status, _, err = hakem("score", "reversi", FULL, *words, *more)
        assert (status, other in err) == (2, True)
    assert not Path("sheet.pdf").exists()
    same = ("--table", "5", "--names", "Işıl, Çağrı")
    assert hakem("score", "reversi", FULL, *words, *same)[0] == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["reversi", FULL, "--sheet", "sheet.doc"], "must end in .pdf or .png"),
        (["reversi", FULL, "--sheet", "a.pdf", "--drawing", "a.pdf"], "two outputs"),
        (["reversi", FULL, "--language", "de"], "unknown language 'de'"),
        (["reversi", FULL, "--names", "one"], "two names"),
        (["reversi", FULL, "--date", "99.99.9999"], "there is no day 99.99.9999"),
        (["reversi", FULL, "--count", "1,2"], "are for Mangala"),
        (["reversi", FULL, "--confirm", "d4=B"], "only cells of a photo"),
        (["reversi", FULL, "--confirm", "d9=B"], "cannot confirm 'd9'"),
        (["reversi", FULL, "--overlay", "a.png"], "are for a photo"),
        (["kulami", FULL, "--layout", "auto"], "are for a photo"),
        (["reversi", "PHOTO", "--layout", "auto"], "--layout is for Kulami only"),
        (["mangala", "PHOTO", "--corners", "1,2"], "give --pits"),
        (["mangala", "0 0 0 0 0 0/0 0 0 0 0 0/26 22", "--count", "1"], "two numbers"),
        (["mangala", "0 0 0 0 0 0/0 0 0 0 0 0/26 22", "--count", "40,22"], "48 stones"),
        (["mangala", "0 0 0 0 0 0/0 0 0 0 0 0/26 22", "--sets", "1-2,3-4,5-6"], "2 at most"),
        (["reversi", FULL, "--journal", "nowhere"], "there is no file nowhere"),
        (["reversi", "nowhere.png"], "no file nowhere.png"),
        (["reversi", FULL, "--sheet", "/proc/none/sheet.pdf"], "cannot write"),
    ],
)
def test_bad_input_is_one_line(hakem, tmp_path, words, told):
    cv2.imwrite(str(tmp_path / "grey.png"), still("reversi").frame.picture[:60, :60])
    status, _, err = hakem("score", *("grey.png" if word == "PHOTO" else word for word in words))
    assert status == 2
    assert told in err
    assert len(err.splitlines()) == 1


def test_a_photo_without_a_board_leaves_with_status_3_and_no_sheet(hakem, tmp_path):
    cv2.imwrite(str(tmp_path / "grey.png"), still("reversi").frame.picture * 0 + 90)
    status, _, err = hakem("score", "reversi", "grey.png", "--sheet", "sheet.pdf")
    assert status == 3
    assert len(err.splitlines()) == 1
    assert not Path("sheet.pdf").exists()


@pytest.mark.parametrize("files", [(), ("--sheet", "sheet.pdf")])
def test_a_count_that_differs_is_told_with_a_sheet_and_without(hakem, files):
    words = ("score", "mangala", "0 0 0 0 0 0 / 0 0 0 0 0 0 / 26 22", "--count", "26,21")
    status, out, _ = hakem(*words, *files)
    assert status == 0
    assert "Not final. Ahead: south" in out
    assert "the referee's count differs from the computed one" in out
    assert "Not finished" not in out


def test_a_written_board_in_the_middle_of_a_game_has_nothing_to_confirm(hakem):
    out = hakem("score", "reversi", "start")[1]
    assert "Not finished" in out
    assert "NOT FINAL" not in out


def scored(hakem, monkeypatch, game, contents, *words, **doubts):
    """What is said of a photo that was read as these contents, with these doubts."""
    Path("photo.png").touch()
    monkeypatch.setattr("cli.score_sheet.take", lambda source: None)
    read = read_board(game, contents, **doubts)
    monkeypatch.setattr("cli.score_sheet.read_photo", lambda *given, **others: read)
    return hakem("score", game, "photo.png", *words)


@pytest.mark.parametrize(
    ("game", "contents", "hidden", "why"),
    [
        ("reversi", "B" * 64, ("h4",), "h4 was not seen: look under what hides it"),
        ("mangala", [0] * 12 + [26, 22], ("S6", "N1"), "S6: count its stones"),
    ],
)
def test_what_was_not_seen_is_not_filled_in(hakem, monkeypatch, game, contents, hidden, why):
    status, out, _ = scored(hakem, monkeypatch, game, contents, hidden=hidden)
    assert status == 0
    assert f"--confirm {','.join(f'{cell}=?' for cell in hidden)}" in out
    assert "look under what hides it" in out
    word = f"{hidden[0]}=?"
    status, _, err = scored(hakem, monkeypatch, game, contents, "--confirm", word, hidden=hidden)
    assert (status, len(err.splitlines())) == (2, 1)
    assert why in err
    assert "look under" not in scored(hakem, monkeypatch, game, contents)[1]


@pytest.mark.parametrize(
    ("stones", "hidden", "known"),
    [
        ([2, 0, 1, 0, 3, 0, 1, 2, 0, 3, 1, 0, 9, 5], (), False),  # 27 of 48
        ([4] * 12 + [20, 11], (), False),  # far too many
        ([2, 0, 1, 0, 3, 0, 1, 2, 0, 3, 1, 0, 0, 0], ("ST", "NT"), False),
        ([2, 0, 1, 0, 3, 0, 1, 2, 0, 3, 1, 0, 28, 5], (), True),  # 46
        ([2, 0, 1, 0, 3, 0, 1, 2, 0, 3, 1, 0, 0, 5], ("ST",), True),  # the others tell it
    ],
)
def test_nobody_is_ahead_while_stones_are_missing(hakem, monkeypatch, stones, hidden, known):
    """Those that are missing would all be given to the place that is read worst."""
    doubtful = () if hidden else ("ST",)
    given = {"doubtful": doubtful, "hidden": hidden}
    words = ("--sheet", "sheet.pdf", "--language", "en", "--sets", "20-28")
    status, out, err = scored(hakem, monkeypatch, "mangala", stones, *words, **given)
    assert (status, err) == (0, "")
    assert "NOT FINAL" in out
    for text in (out, text_of("sheet.pdf")):
        assert ("The score is not known" in text) != known
        assert ("Ahead" in text) == known
    total = next(line for line in out.splitlines() if "Total" in line)
    assert (total.count("?") == 2) != known
    told = json.loads(scored(hakem, monkeypatch, "mangala", stones, "--json", **given)[1])
    assert ("stones_read" in told) != known
    assert told["final"] is False


@pytest.mark.parametrize(
    ("game", "lang", "letters"),
    [
        ("reversi", "tr", "Harfler: B = siyah, W = beyaz, . = boş"),
        ("reversi", "en", "Letters: B = black, W = white, . = empty"),
        ("kulami", "tr", "Harfler: B = siyah, R = kırmızı, . = boş"),
        ("mangala", "tr", None),
    ],
)
def test_the_letters_to_confirm_are_written_out(hakem, monkeypatch, game, lang, letters):
    """In Turkish B begins the word for white."""
    contents = [0] * 12 + [26, 22] if game == "mangala" else "BB" + "." * 62
    cells = ("ST", "NT") if game == "mangala" else ("a8",)
    out = scored(hakem, monkeypatch, game, contents, "--lang", lang, doubtful=cells)[1]
    assert "--confirm" in out
    assert out.count(letters or "Harfler") == (letters is not None)


def test_on_a_terminal_it_asks(tmp_path):
    """Whether the game has ended is asked, and yes makes the sheet final."""
    path, where, truth = photo_of("reversi", tmp_path)
    sheet = tmp_path / "sheet.pdf"
    master, slave = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-m", "cli.start", "score", "reversi", str(path), *where,
         "--confirm", truth, "--sheet", str(sheet), "--lang", "en"],
        cwd=ROOT, stdin=slave, stdout=slave, stderr=slave,
    )  # fmt: skip
    os.close(slave)
    told = b""
    try:
        while b"Do you confirm that the game has ended" not in told:
            told += os.read(master, 4096)
        os.write(master, b"y\nthe hall closes\n\x04")
        while chunk := os.read(master, 4096):
            told += chunk
    except OSError:  # the other end is closed: it has ended
        pass
    assert run.wait() == 0
    os.close(master)
    assert b"The sheet is final." in told
    assert "NOT FINAL" not in text_of(sheet)


def test_a_camera_is_known_by_its_name_as_everywhere(hakem):
    for source in ("usb:99", "USB:99"):
        status, _, err = hakem("score", "reversi", source)
        assert (status, "no camera at /dev/video99" in err) == (2, True)
