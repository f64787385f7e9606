"""The options of the rules as a referee reads them: a title and a word for each choice.

Both languages stand beside each other here, so that an option is described in one place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engines.options import describe_rules

Words = tuple[str, str]
"""English, Turkish."""

_YES_NO: dict[str, Words] = {"true": ("yes", "evet"), "false": ("no", "hayır")}
_WARNED: dict[str, Words] = {
    "warning": ("put right, with a warning", "düzeltilir, uyarı verilir"),
    "correct_only": ("put right, without a warning", "düzeltilir, uyarı verilmez"),
}
_BREACH: dict[str, Words] = {
    "restore": ("taken back and played anew", "geri alınır, yeniden oynanır"),
    "stand": ("stands; only a warning", "olduğu gibi kalır, yalnızca uyarı verilir"),
}
_FLAG: dict[str, Words] = {
    "loss": ("the game is lost", "oyun kaybedilir"),
    "referee": ("the referee decides", "hakem karar verir"),
}
_TIE: dict[str, Words] = {
    "draw": ("a draw", "berabere"),
    "referee": ("the referee decides", "hakem karar verir"),
}

RULE_WORDS: Mapping[str, Mapping[str, tuple[Words, Mapping[str, Words]]]] = {
    "reversi": {
        "start": (
            ("How the four discs lie at the start", "Başlangıçtaki dört taşın dizilişi"),
            {
                "white_d4e5": ("white on d4 and e5", "beyaz d4 ve e5'te"),
                "black_d4e5": ("black on d4 and e5", "siyah d4 ve e5'te"),
            },
        ),
        "empties_to_winner": (
            ("Empty squares count for the winner", "Boş kareler kazanana sayılır"),
            _YES_NO,
        ),
        "extra_flips": (
            ("Discs turned too many, when reported", "İtiraz edilen fazla çevirme"),
            _WARNED,
        ),
        "illegal_square": (
            ("A disc on a forbidden square, when reported", "İtiraz edilen kural dışı kare"),
            _WARNED,
        ),
        "wrong_pass": (
            ("A pass although there was a move, when reported", "İtiraz edilen yersiz pas"),
            _WARNED,
        ),
        "vi_exempt": (
            (
                "What visually impaired players are exempt from",
                "Görme engelli oyuncunun muaf olduğu kural",
            ),
            {
                "placed_disc": (
                    "that a disc once put down stays there",
                    "konan taşın yerinin değişmemesi",
                ),
                "literal_12": ("article 12 as it is written", "yazıldığı gibi 12. madde"),
            },
        ),
        "timeout": (("A player's time is up", "Süresi biten oyuncu"), _FLAG),
        "tie": (("Equal numbers of discs", "Taş sayıları eşitse"), _TIE),
    },
    "kulami": {
        "layout": (("The plates", "Levhalar"), {}),
        "marbles": (("Marbles of each colour", "Her rengin bilye sayısı"), {}),
        "row_value": (
            ("What a row of five or more is worth", "Beş ve üzeri sıranın puanı"),
            {
                "length": ("as many points as marbles", "bilye sayısı kadar"),
                "flat5": ("five points", "beş puan"),
                "windows": ("five for every five in it", "içindeki her beşli için beş puan"),
            },
        ),
        "area": (
            ("The largest area", "En büyük alan"),
            {
                "own": ("each counts its own", "herkes kendi alanını sayar"),
                "difference": ("the larger one counts the difference", "büyük olan farkı sayar"),
            },
        ),
        "closed_plates": (
            ("Plates closed by the last marbles", "Son bilyelerin kapattığı levhalar"),
            {
                "1": ("one: of the opponent's last marble", "bir: rakibin son bilyesinin levhası"),
                "2": ("two: of both last marbles", "iki: her iki son bilyenin levhası"),
            },
        ),
        "on_breach": (
            ("An irregular marble, when reported", "İtiraz edilen kural dışı bilye"),
            _BREACH,
        ),
        "timeout": (("A player's time is up", "Süresi biten oyuncu"), _FLAG),
        "tie": (("Equal totals", "Toplamlar eşitse"), _TIE),
    },
    "mangala": {
        "single_stone_treasury_extra_turn": (
            (
                "A single stone from pit 6 into the treasury moves again",
                "6. kuyudan hazineye giren tek taş yeniden oynatır",
            ),
            _YES_NO,
        ),
        "single_stone_captures": (
            (
                "A single stone moved into an own empty pit captures",
                "Kendi boş kuyusuna giren tek taş rakibin taşlarını aldırır",
            ),
            _YES_NO,
        ),
        "sweep": (
            ("Who takes the stones left at the end", "Sonda kalan taşları kim alır"),
            {
                "emptied_player": ("whose pits are empty", "kuyuları boşalan oyuncu"),
                "owner": ("on whose side they lie", "taşlar kimin tarafındaysa o"),
            },
        ),
        "early_stop": (
            ("The set ends when a treasury holds 25", "Bir hazinede 25 taş olunca set biter"),
            _YES_NO,
        ),
        "timeout_scope": (
            ("What is decided when a player's time is up", "Süre bitince ne sonuçlanır"),
            {"set": ("the set", "set"), "round": ("the round", "tur")},
        ),
        "on_breach": (
            ("An irregular move, when reported", "İtiraz edilen kural dışı hamle"),
            _BREACH,
        ),
    },
    "round": {
        "round_win": (
            (
                "Mangala: one set won, the others drawn",
                "Mangala: bir set kazanıldı, ötekiler berabere",
            ),
            {
                "more_sets": ("who has more sets wins the round", "fazla set alan turu kazanır"),
                "two_sets_required": (
                    "a draw: two sets must be won",
                    "berabere: iki set kazanılmalı",
                ),
            },
        ),
        "play_all_sets": (
            ("Mangala: a third set after 2-0", "Mangala: 2-0'dan sonra üçüncü set"),
            {
                "false": ("is not played", "oynanmaz"),
                "true": ("is played", "oynanır"),
            },
        ),
        "warnings_scope": (
            ("Warnings add up over", "Uyarılar ne boyunca birikir"),
            {"round": ("the round", "tur boyunca"), "set": ("the set", "set boyunca")},
        ),
        "objection_window": (
            ("When an objection is heard", "İtiraz ne zaman kabul edilir"),
            {
                "end_to_own_move": (
                    "from the end of the move until one's own move",
                    "hamlenin bitiminden kendi hamlesine kadar",
                ),
                "any_time_to_own_move": (
                    "at any time until one's own move",
                    "kendi hamlesine kadar her an",
                ),
            },
        ),
        "referee_may_intervene": (
            (
                "The referee may report a breach that the opponent did not",
                "Rakibin itiraz etmediği ihlale hakem karışabilir",
            ),
            _YES_NO,
        ),
    },
}
"""For each game, and for the round around it: title and choices of every option."""


@dataclass(frozen=True, slots=True)
class RuleField:
    """One option in a form."""

    name: str
    """What the rules call it."""
    title: str
    """What a referee reads."""
    default: str
    """Its usual value."""
    choices: tuple[tuple[str, str], ...]
    """Values and their words; none where a number is typed."""
    clause: str
    """The clauses of the digest."""


def rule_form(name: str, rules: type[Any], language: str) -> list[RuleField]:
    """The options of a game, or of the `round`, in the reader's language.

    Kulami's plates are left out: they are read, and mended in a plan.
    """
    at = int(language == "tr")
    form = []
    for option, default, choices, doc in describe_rules(rules):
        if option == "layout":
            continue
        title, words = RULE_WORDS[name][option]
        worded = tuple((choice, words[choice][at]) for choice in choices if words)
        clauses = ", ".join(re.findall(r"B-[A-Z]\d+", doc))
        form.append(RuleField(option, title[at], default, worded, clauses))
    return form
