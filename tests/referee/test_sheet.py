"""The page that is signed: one page of A4, in both languages, with letters that are embedded."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import cv2
import pytest
from support.boards import read_board
from support.pdf import fonts_of, pages, text_of
from support.playing import reached

from engines import GAMES, InputError, new_game
from engines.match import RoundRules
from referee.sheet import Confirmed, Heading, Sheet, count_board, count_photo, write_page
from referee.sheet.page import draw, page_of, write_drawing
from referee.sheet.values import Early

WHO = Heading(("Şule Işığoğlu", "Çağrı Gümüşay"), "İstanbul İl Finali", "12", "3", "2026-05-03")
RED = re.compile(r"0\.7686\d* 0\.1568\d* 0\.1764\d*")


def ended(name, over=True):
    game = new_game(name)
    board = game.parse_board(str(game.board_of(reached(game, 300, 4))).partition(" tokens")[0])
    return count_board(game, board, Confirmed(over=over))


def mangala(count=(26, 22)):
    """A Mangala board in a photo, 26 to 22, with the referee's own count."""
    return count_photo(read_board("mangala", [0] * 12 + [26, 22]), confirmed=Confirmed(count=count))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["tr", "en"])
def test_a_sheet_is_one_page_with_names_parts_totals_and_lines_to_sign(tmp_path, name, language):
    sheet = Sheet(ended(name), WHO)
    path = tmp_path / "sheet.pdf"
    write_page(sheet, path, language)
    (page,) = pages(path)
    assert [round(float(n)) for n in page.mediabox[2:]] == [595, 842]
    text = text_of(path)
    told = page_of(sheet, language)
    for word in (*WHO.names, "İstanbul İl Finali", "12", *map(str, sheet.totals)):
        assert word in text
    for line in told["lines"]:
        assert line["label"] in text
        assert all(number in text for number in line["cells"])
    words = {
        "tr": ("Skor Kâğıdı", "KESİN", "03.05.2026", "İmza", "Hakem", "kabul ediyoruz"),
        "en": ("Score Sheet", "FINAL", "2026-05-03", "Signature", "Referee", "accept it"),
    }[language]
    assert all(word in text for word in words)
    assert "DEĞİL" not in text
    assert "NOT FINAL" not in text
    fonts = fonts_of(path)
    assert fonts
    assert all(fonts.values()), fonts


def test_the_three_parts_of_kulami_stand_one_under_the_other_and_add_up():
    sheet = Sheet(ended("kulami"), WHO)
    told = page_of(sheet, "tr")
    labels = [line["label"] for line in told["lines"]]
    assert labels == ["Sıra bonusu", "En büyük alan bonusu", "Levha bonusu"]
    for i in (0, 1):
        parts = sum(int(line["cells"][i]) for line in told["lines"])
        assert parts == int(told["total"]["cells"][i]) == sheet.totals[i]


def test_a_sheet_with_doubts_says_so_in_both_languages(tmp_path):
    read = read_board("reversi", "B" * 64, doubtful=["d4"], hidden=["h8"])
    sheet = Sheet(count_photo(read), WHO)
    for language, words in (
        ("tr", ("KESİN DEĞİL", "d4: siyah?", "h8 görünmüyor", "imzalanmaz", "Önde")),
        ("en", ("NOT FINAL", "d4: black?", "h8 is hidden", "Not to be signed", "Ahead")),
    ):
        path = tmp_path / f"{language}.pdf"
        write_page(sheet, path, language)
        text = text_of(path)
        assert all(word in text for word in words), text
        assert "kabul ediyoruz" not in text
        assert "Winner" not in text
        assert "Kazanan" not in text


def test_the_referees_count_stands_beside_the_computed_one_a_difference_in_red(tmp_path):
    path = tmp_path / "sheet.pdf"
    write_page(Sheet(mangala((25, 23)), WHO), path, "tr")
    text = text_of(path)
    assert "Hakemin sayımı 25 23" in text
    assert "Fark −1 +1" in text
    assert "KESİN DEĞİL" in text
    assert RED.search(str(pages(path)[0].get_contents().get_data()))
    write_page(Sheet(mangala(), WHO), path, "tr")
    text = text_of(path)
    assert "Hakemin sayımı 26 22" in text
    assert "Fark" not in text
    assert "KESİN" in text
    assert "DEĞİL" not in text
    assert not RED.search(str(pages(path)[0].get_contents().get_data()))


def test_a_round_that_is_counted_from_scores_is_decided_by_its_own_rules():
    counted = mangala()
    drawn = ((24, 24), (24, 24))
    assert Sheet(counted, earlier_sets=drawn).round_result == "A"
    strict = RoundRules(round_win="two_sets_required")
    assert Sheet(counted, earlier_sets=drawn, round_rules=strict).round_result == "draw"


@pytest.mark.parametrize(
    ("earlier", "won", "note"),
    [
        ((), ["1", "0"], "Tur sürüyor"),
        (((20, 28),), ["1", "1"], "Tur sürüyor"),
        (((25, 23),), ["2", "0"], "Tur puanı: 1 – 0"),
        (((24, 24), (20, 28)), ["1", "1"], "Tur puanı: 0,5 – 0,5"),
        (((20, 28), (30, 18)), ["2", "1"], "Tur puanı: 1 – 0"),
    ],
)
def test_sets_are_told_and_make_the_round(earlier, won, note):
    told = page_of(Sheet(mangala(), WHO, earlier_sets=earlier), "tr")["sets"]
    assert [row[-1] for row in told["rows"]] == won
    assert told["note"] == note
    assert told["rows"][0][len(earlier)] == "26"


def test_nobody_has_won_a_set_whose_count_is_not_final():
    told = page_of(Sheet(mangala(count=None), WHO, earlier_sets=((25, 23),)), "en")
    assert told["status"] == "NOT FINAL"
    assert [row[1] for row in told["sets"]["rows"]] == ["26?", "22?"]
    assert [row[-1] for row in told["sets"]["rows"]] == ["1", "0"]


def test_what_the_referee_set_stands_on_the_sheet_beside_what_was_seen(tmp_path):
    read = read_board("reversi", "B" * 63 + ".", doubtful=["d4"], hidden=["e5"])
    said = Confirmed.parse("reversi", ["a1=W, d4=B, e5=W, h8=W, c3=B"])
    counted = count_photo(read, confirmed=said)
    told = page_of(Sheet(counted, WHO), "en")
    assert told["final"]
    assert told["settled"]["items"] == (
        " a1 white (seen: black); h8 white (seen: empty); d4 black (was in doubt); "
        "e5 white (was hidden)."
    )
    assert ["settled", "set by the referee"] in told["legend"]
    write_page(Sheet(counted, WHO), tmp_path / "sheet.pdf", "tr")
    assert "a1 beyaz (görülen: siyah)" in text_of(tmp_path / "sheet.pdf")
    for over_picture in (False, True):
        root = ET.fromstring(draw(counted, over_picture))
        marks = [e for e in root.iter() if e.tag.endswith("text") and e.text == "!"]
        assert len(marks) == 2 * 4  # each with its edge; c3 is what was seen
    assert page_of(Sheet(mangala(), WHO), "en")["settled"] is None


def test_a_game_that_ends_early_says_why_on_the_sheet():
    read = read_board("reversi", "B" * 40 + "W" * 10 + "." * 14)
    told = {}
    for reason in ("the hall closes", "resigned:B"):
        said = Confirmed(over=True, reason=reason)
        counted = count_photo(read, confirmed=said)
        told[reason] = page_of(Sheet(counted, WHO, early=Early.of(counted, said)), "en")["result"]
    assert told == {
        "the hall closes": "Winner: Şule Işığoğlu (Black) · ended by the referee: the hall closes",
        "resigned:B": "Winner: Çağrı Gümüşay (White) · Şule Işığoğlu (Black) gave up",
    }


def test_names_are_only_names(tmp_path):
    names = ('#panic("x") *b* $x$ \\', "<b>&amp;</b> _i_ @ref `raw` #[")
    path = tmp_path / "sheet.pdf"
    write_page(Sheet(ended("reversi"), Heading(names, '#image("/etc/passwd")')), path)
    text = text_of(path)
    assert all(name in text for name in names)
    assert '#image("/etc/passwd")' in text


def test_the_fullest_sheet_is_still_one_page(tmp_path):
    full = Heading(("İ" * 60, "W" * 60), "Ş" * 60, "9" * 24, "8" * 24, "W" * 24)
    names = [f"{c}{r}" for r in range(1, 9) for c in "abcdefgh"]
    for game, contents in (("kulami", "BR......" * 8), ("reversi", "BW" * 32)):
        path = tmp_path / f"{game}.pdf"
        write_page(Sheet(count_photo(read_board(game, contents, doubtful=names)), full), path)
        assert len(pages(path)) == 1
        said = Confirmed(dict.fromkeys(names[:40], "."), reason="W" * 80)
        counted = count_photo(read_board(game, contents, doubtful=names), confirmed=said)
        write_page(Sheet(counted, full, early=Early.of(counted, said)), path)
        assert len(pages(path)) == 1
    places = [f"{s}{n}" for s in "SN" for n in range(1, 7)]
    read = read_board("mangala", [4] * 12 + [0, 0], doubtful=[*places, "ST", "NT"])
    said = Confirmed(dict.fromkeys(places[:8], "3"), reason="W" * 80, count=(1, 2))
    counted = count_photo(read, confirmed=said)
    sheet = Sheet(counted, full, earlier_sets=((1, 2), (3, 4)), early=Early.of(counted, said))
    write_page(sheet, tmp_path / "mangala.pdf")
    assert len(pages(tmp_path / "mangala.pdf")) == 1


def widest_gap(path):
    """The highest strip of a page with nothing on it, as a share of its height."""
    blank = (cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) > 250).all(axis=1)
    runs = "".join("_" if empty else "#" for empty in blank).split("#")
    return max(map(len, runs)) / len(blank)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["tr", "en"])
def test_no_part_of_the_page_is_left_empty(tmp_path, name, language):
    contents = {"reversi": "BW" * 32, "kulami": "BR......" * 8, "mangala": [0] * 12 + [26, 22]}
    seen = count_photo(read_board(name, contents[name]))
    for counted in (ended(name), seen, replace(seen, open=())):
        path = tmp_path / "sheet.png"
        write_page(Sheet(counted, WHO), path, language)
        assert widest_gap(path) < 0.1  # a hand that signs has two centimetres, which are 0.07


def test_what_cannot_be_printed_is_refused(tmp_path):
    with pytest.raises(InputError, match="too long"):
        Heading(("x" * 61, ""))
    with pytest.raises(InputError, match="cannot be printed"):
        Heading(("a\nb", ""))
    with pytest.raises(InputError, match="must end in"):
        write_page(Sheet(ended("reversi")), tmp_path / "sheet.docx")
    with pytest.raises(InputError, match="unknown language"):
        write_page(Sheet(ended("reversi")), tmp_path / "sheet.pdf", "de")
    (tmp_path / "file").touch()
    with pytest.raises(InputError):
        write_page(Sheet(ended("reversi")), tmp_path / "file" / "sheet.pdf")


@pytest.mark.parametrize("name", GAMES)
def test_the_drawings_are_pictures_with_every_doubt_ringed(tmp_path, name):
    contents = {"reversi": "BW" * 32, "kulami": "BR......" * 8, "mangala": [4] * 12 + [0, 0]}
    doubts = ["S2", "NT"] if name == "mangala" else ["d4", "a1"]
    counted = count_photo(read_board(name, contents[name], doubtful=doubts))
    assert set(counted.doubtful) == set(doubts)
    for over_picture in (False, True):
        drawn = draw(counted, over_picture)
        root = ET.fromstring(drawn)
        assert root.tag.endswith("svg")
        marks = [e for e in root.iter() if e.tag.endswith("text") and e.text == "?"]
        assert len(marks) == 2 * len(doubts)  # each with its edge
        assert ("data:image/jpeg" in drawn) == over_picture
        path = tmp_path / f"drawing{over_picture}.png"
        write_drawing(drawn, path)
        assert cv2.imread(str(path)).shape[1] > 800
    write_drawing(drawn, tmp_path / "drawing.svg")
    assert ET.parse(tmp_path / "drawing.svg").getroot().tag.endswith("svg")


def test_the_outline_of_an_area_is_closed():
    """Every corner of the dashed outline is the end of just two of its edges."""
    from referee.sheet.grid import _outline

    ends = [end for edge in _outline({"c3", "c4", "d4", "e4", "e3", "d5"}) for end in edge]
    straight = [end for end in set(ends) if ends.count(end) != 2]
    assert not straight
