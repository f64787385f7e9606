"""What score sheets say, in Turkish and in English."""

from __future__ import annotations

import re

from engines.contract import lower_in_turkish
from engines.grid import HIDDEN
from referee.languages import LANGUAGES
from referee.sheet.counting import PLATES, OpenPoint, Settled

EARLY = ("resigned", "time_out", "third_warning", "disqualified")
"""The ends that the board does not show, each with its words."""

_WORDS: dict[str, tuple[str, str]] = {
    "title": ("{game} Skor Kâğıdı", "{game} Score Sheet"),
    "reversi": ("Reversi", "Reversi"),
    "kulami": ("Kulami", "Kulami"),
    "mangala": ("Mangala", "Mangala"),
    "final": ("KESİN", "FINAL"),
    "not_final": ("KESİN DEĞİL", "NOT FINAL"),
    "why_not_final": (
        "Bu kâğıt kesin değildir. Önce şunlar onaylanmalı:",
        "This sheet is not final. To be settled first:",
    ),
    "event": ("Turnuva", "Tournament"),
    "table": ("Masa", "Table"),
    "round": ("Tur", "Round"),
    "date": ("Tarih", "Date"),
    "B": ("Siyah", "Black"),
    "W": ("Beyaz", "White"),
    "R": ("Kırmızı", "Red"),
    "south": ("Güney", "South"),
    "north": ("Kuzey", "North"),
    "rows": ("Sıra bonusu", "Rows of five and more"),
    "area": ("En büyük alan bonusu", "Largest area"),
    "plates": ("Levha bonusu", "Plates won"),
    "discs": ("Taş sayısı", "Discs"),
    "empties": ("Boş kareler", "Empty squares"),
    "treasury": ("Hazine", "Treasury"),
    "swept": ("Kalan taşlar", "Stones swept"),
    "total": ("Toplam", "Total"),
    "computed": ("Hesaplanan toplam", "Computed total"),
    "by_hand": ("Hakemin sayımı", "Referee's count"),
    "difference": ("Fark", "Difference"),
    "none": ("yok", "none"),
    "pieces": ("{n} bilye", "{n} marbles"),
    "winner": ("Kazanan: {side}", "Winner: {side}"),
    "draw": ("Berabere", "Draw"),
    "referee_decides": ("Eşit: kararı hakem verir", "Level: the referee decides"),
    "ahead": ("Önde: {side}", "Ahead: {side}"),
    "level": ("Eşit", "Level"),
    "uncounted": (
        "Okunan taş: {n} / 48. Skor belli değil",
        "Stones read: {n} of 48. The score is not known",
    ),
    "sets": ("Setler", "Sets"),
    "set": ("{n}. set", "Set {n}"),
    "sets_won": ("Kazanılan set", "Sets won"),
    "round_points": ("Tur puanı", "Points of the round"),
    "sets_to_play": ("Tur sürüyor", "The round goes on"),
    "clean": ("Sayılan tahta", "The board as counted"),
    "photo": ("Fotoğraf üzerinde", "Over the photo"),
    "legend_row": ("sıra", "row"),
    "legend_area": ("en büyük alan", "largest area"),
    "legend_plate": ("kazanılan levha", "plate won"),
    "legend_doubt": ("onaylanacak", "to be confirmed"),
    "signature": ("İmza", "Signature"),
    "referee": ("Hakem", "Referee"),
    "agree": (
        "Yukarıdaki sonucu kontrol ettik ve kabul ediyoruz.",
        "We have checked the result above and accept it.",
    ),
    "do_not_sign": (
        "Kesin olmadan imzalanmaz.",
        "Not to be signed before it is final.",
    ),
    "made_by": ("Hakem {version} ile hazırlandı", "Made by Hakem {version}"),
    "journal": (
        "Tutanak, {n}. olayın özeti: {hash}",
        "Journal, hash of event {n}: {hash}",
    ),
    "agreed": ("Ekranda onayladı, {when}", "Agreed on the screen, {when}"),
    "early_resigned": ("{side} bıraktı", "{side} gave up"),
    "early_time_out": ("süre doldu: {side}", "time is up: {side}"),
    "early_time_out_draw": (
        "süre doldu, hazinede yeterli taş var",
        "time is up, the treasury holds enough",
    ),
    "early_third_warning": ("üçüncü uyarı: {side}", "third warning: {side}"),
    "early_disqualified": ("diskalifiye: {side}", "disqualified: {side}"),
    "early_stopped": ("hakem bitirdi: {why}", "ended by the referee: {why}"),
    "early_referee": ("hakem kararı", "the referee's decision"),
    "open_cell": ("{cell}: {likely}?", "{cell}: {likely}?"),
    "open_overruled": (
        "{cell}: okunan {seen}, 48 taş çıksın diye {likely} sayıldı",
        "{cell}: read {seen}, taken as {likely} so that 48 stones come out",
    ),
    "open_hidden": ("{cell} görünmüyor", "{cell} is hidden"),
    "open_plates": ("levhaların yeri", "where the plates lie"),
    "open_plates_other": (
        "fotoğraftaki levhalar verilenden başka (verilenle {likely}, fotoğraftakiyle {seen})",
        "the photo shows other plates than those given ({likely} by those given, {seen} by those "
        "in the photo)",
    ),
    "open_board": ("tahtada ne durduğu", "what stands on the board"),
    "open_paused": ("masa duraklatılmış", "the table is paused"),
    "open_correction": ("beklenen düzeltme", "the correction that is awaited"),
    "open_decision": ("hakemin kararı", "the referee's decision"),
    "open_over": ("oyunun bittiği", "that the game has ended"),
    "open_begun": (
        "bu tahtada daha hiçbir şey oynanmamış",
        "nothing has been played on this board",
    ),
    "open_reason": (
        "tahta bitiş göstermezken oyunun neden bittiği",
        "why the game has ended, which the board does not show",
    ),
    "open_count": (
        "hakemin kendi hazine sayımı",
        "the referee's own count of the treasuries",
    ),
    "open_counts": (
        "hakemin sayımı ile hesap farklı",
        "the referee's count differs from the computed one",
    ),
    "empty": ("boş", "empty"),
    "settled": ("Hakemin belirlediği:", "Set by the referee:"),
    "settled_cell": ("{cell} {content} (görülen: {seen})", "{cell} {content} (seen: {seen})"),
    "settled_doubt": ("{cell} {content} (emin değildi)", "{cell} {content} (was in doubt)"),
    "settled_hidden": ("{cell} {content} (görünmüyordu)", "{cell} {content} (was hidden)"),
    "settled_plates": (
        "levhalar (fotoğraftakiyle puan {seen} olurdu)",
        "the plates (by those in the photo the score would be {seen})",
    ),
    "legend_settled": ("hakem belirledi", "set by the referee"),
}


def say(language: str, key: str, **values: object) -> str:
    """A phrase in the given language."""
    return _WORDS[key][LANGUAGES.index(language)].format(**values)


def say_point(language: str, point: OpenPoint) -> str:
    """What is open, in words."""
    key = f"open_{point.what}"
    if point.seen:
        key = "open_plates_other" if point.what == PLATES else "open_overruled"
    likely = say_content(language, point.likely)
    return say(language, key, cell=point.cell, likely=likely, seen=point.seen)


def say_settled(language: str, settled: Settled) -> str:
    """What a person's word has settled, beside what was seen."""
    kind = "cell"
    if settled.cell == PLATES:
        kind = "plates"
    elif settled.seen == HIDDEN:
        kind = "hidden"
    elif settled.seen == settled.content:
        kind = "doubt"
    content, seen = (say_content(language, each) for each in (settled.content, settled.seen))
    return say(language, f"settled_{kind}", cell=settled.cell, content=content, seen=seen)


def say_content(language: str, content: str) -> str:
    """What a cell holds, in words; a count as it is."""
    if content in ("B", "W", "R"):
        name = say(language, content)
        return lower_in_turkish(name) if language == "tr" else name.casefold()
    return say(language, "empty") if content == "." else content


def say_day(language: str, day: str) -> str:
    """A day of ISO 8601 as people write it: 03.05.2026 in Turkish; anything else as it is."""
    found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", day)
    return ".".join(reversed(found.groups())) if found and language == "tr" else day
