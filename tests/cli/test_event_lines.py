"""The terminal tells an event, a fault and a score in the words of the page and of the sheet."""

from __future__ import annotations

import pytest
from rich.console import Console
from support.reversi import REVERSI
from support.sittings import Shown

from cli.event_lines import event_line
from cli.keys import keys_help
from cli.page_words import fault_text
from cli.scoring import score_table, winner_line
from engines import match, new_game
from engines.contract import Fault
from referee import events as told
from referee.desk.lines import line_of
from referee.desk.web import sayer
from referee.sheet.parts import parts_of


def said(event, lang="tr"):
    """A line without its time."""
    line = event_line(event, lang)
    return None if line is None else line.plain[9:]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (told.Told("side", "B", "", 3), "Hakem: sıradaki oyuncu siyah"),
        (told.Told("pause", "", "", 3), "Hakem: duraklatıldı"),
        (told.Told("undo", "2", "", 3), "Hakem: geri alınan hamle sayısı 2"),
        (told.Contradiction("N4", 5, 6), "N4: kurallara göre 5, görüntüde 6 taş"),
        (told.Question("finished", 4, "W", "A"), "Hamle bitti mi: beyaz?"),
        (told.End("B", "no_moves", "", (34, 30)), "Oyun bitti: siyah kazandı (34–30)"),
        (told.Sight("lost", "the board is cut off"), "Tahta görünmüyor. Tahtanın bir kısmı"),
    ],
)
def test_an_event_is_told_in_the_words_of_the_page(event, words):
    assert said(event).startswith(words)
    assert line_of(sayer("tr"), "tr", 1, event).text == said(event)


@pytest.mark.parametrize(
    ("game", "event", "lang", "words"),
    [
        ("reversi", told.End("W", "resigned", "", (5, 2)), "en",
         "white wins, black gave up (black 5, white 2)"),
        ("kulami", told.End("B", "resigned", "", (2, 5)), "tr",
         "siyah kazandı, kırmızı bıraktı (siyah 2, kırmızı 5)"),
        ("reversi", told.End("W", "no_moves", "", (20, 44)), "en",
         "white wins (black 20, white 44)"),
        ("reversi", told.End(None, "stopped: late", "", (3, 3)), "tr",
         "berabere, hakem bitirdi (siyah 3, beyaz 3)"),
        ("mangala", told.End(None, "side_empty", "", (24, 24)), "en",
         "draw (south 24, north 24)"),
    ],
)  # fmt: skip
def test_the_end_says_who_wins_and_whose_the_numbers_are(game, event, lang, words):
    line = event_line(event, lang, new_game(game))
    assert line.plain[9:].partition(": ")[2] == words


def test_a_level_game_that_the_referee_decides_is_no_draw():
    game = new_game("kulami", {"tie": "referee"})
    line = event_line(told.End(None, "no_hole", "", (3, 3)), "en", game)
    assert "level (black 3, red 3)" in line.plain


def test_a_recording_that_goes_on_by_itself_is_not_the_referee():
    assert said(told.Told("accept", told.BY_ITSELF, "", 3), "en") == (
        "The recording went on by itself."
    )
    assert said(told.Told("accept", "", "", 3), "en") == "Referee: accepted as it stands"
    assert said(told.Told("resume", "", "", 3)) == "Hakem: devam edildi"


def test_a_fault_has_its_cells_and_its_article_on_one_line(tmp_path):
    shown = Shown(tmp_path / "t.hakem")
    shown.position(REVERSI.start(), seconds=1.0)
    (fault,) = [
        line.event
        for line in shown.still(tuple("." * 19 + "B" + "." * 7 + "WB......BW" + "." * 27))
        if isinstance(line.event, told.FaultFound)
    ]
    assert said(fault, "en") == (
        "1. black d3: Enclosed discs were not turned. [d4] (Reversi art. 10)"
    )
    assert "Çevrilmesi gereken taşlar çevrilmedi. [d4] (Reversi md. 10)" in said(fault)
    shown.sitting.close()


def test_what_the_page_shows_beside_the_board_has_a_line_here():
    under_way = told.UnderWay(3, "W", "c3", ())
    assert said(under_way) == "… beyaz c3 (hamle sürüyor olabilir)"
    doubt = told.Unsure(("d3",), (told.Answer("d3", ("missing_flip",), 0.6),))
    assert said(doubt, "en") == "Not sure: d3: d3 missing_flip 60%"
    assert said(told.Happened(match.Signed("A"))) == "İmzaladı: A"
    assert said(told.Happened(match.ClockPaused())) is None
    assert said(told.Forget(1)) is None


def test_stones_too_many_are_counted_as_on_the_page():
    fault = Fault("stones_added", ("S3",), "Mangala preamble", 2)
    assert "S3'te 2 taş fazla. (" in fault_text("tr", "mangala", fault)
    assert "2 stones too many in S3. (" in fault_text("en", "mangala", fault)


@pytest.mark.parametrize("lang", ["tr", "en"])
@pytest.mark.parametrize("name", ["reversi", "kulami", "mangala"])
def test_a_score_has_the_parts_of_the_sheet_by_their_names(name, lang):
    game = new_game(name)
    score = game.score(game.start())
    console = Console(width=120)
    with console.capture() as shown:
        console.print(score_table(game, score, lang))
    for line in parts_of(score, lang):
        assert line["label"] in shown.get()


def test_points_are_set_apart_from_what_they_come_from():
    game = new_game("kulami")
    score = game.score(game.for_scoring(game.parse_board("BBBBB..." + "/........" * 7)))
    console = Console(width=120)
    with console.capture() as shown:
        console.print(score_table(game, score, "en"))
    for part in ("a1–e1 (5) =\u00a05 ", "5 marbles =\u00a05 ", "none =\u00a00 "):
        assert part in shown.get()


def test_who_wins_is_told_as_on_the_sheet():
    score = REVERSI.score(REVERSI.start())
    assert winner_line(REVERSI, score, "tr") == "[bold]Berabere[/]"
    assert winner_line(REVERSI, score, "tr", over=False) == "[bold]Oyun bitmemiş. Eşit[/]"
    after = REVERSI.score(REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3")))
    assert winner_line(REVERSI, after, "tr") == "[bold]Kazanan: siyah[/]"
    assert winner_line(REVERSI, after, "tr", over=False) == "[bold]Oyun bitmemiş. Önde: siyah[/]"
    assert winner_line(REVERSI, after, "tr", final=False) == "[bold]Kesin değil. Önde: siyah[/]"


def test_a_pause_is_called_the_same_on_the_keys():
    assert "p      duraklat / devam" in keys_help("tr")


@pytest.mark.parametrize(("lang", "words"), [("tr", "hamle yok"), ("en", "no move")])
def test_pieces_that_change_without_a_move_are_not_said_to_be_one(lang, words):
    line = said(told.UnderWay(3, "W", None, ()), lang)
    assert line.startswith("… ")
    assert words not in line
