"""What the machine answers: granted or refused, with the article and a sentence for each code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engines.jsonform import from_json, to_json
from engines.players import Player

SENTENCES: Mapping[str, tuple[str, str]] = {
    # granted
    "report_accepted": ("The report is accepted.", "İtiraz kabul edildi."),
    "warned": ("The player is warned.", "Oyuncuya uyarı verildi."),
    "warning_falls": (
        "A warning falls with the move that was taken back.",
        "Geri alınan hamleyle birlikte bir uyarı düştü.",
    ),
    "correct_now": (
        "The player must put the move right.",
        "Oyuncu hamlesini düzeltmeli.",
    ),
    "board_stands": (
        "The board stays as it is and play goes on.",
        "Tahta olduğu gibi kalır, oyun devam eder.",
    ),
    "third_warning": (
        "The last permitted warning is used up; the player loses.",
        "Uyarı hakkı doldu; oyuncu kaybetti.",
    ),
    "piece_off_board": (
        "A piece has left the board; play stops until the referee puts it back.",
        "Oyun alanı dışına düşen var; hakem yerine koyana kadar oyun durur.",
    ),
    "piece_back": ("The piece is back; play goes on.", "Yerine kondu; oyun devam eder."),
    "count": ("The referee counts this pit.", "Hakem bu kuyuyu sayar."),
    "touch_binds": (
        "The touched pit must be played.",
        "Dokunulan kuyu oynanmalı.",
    ),
    "time_out_loss": ("Time is up: lost.", "Süre bitti: oyuncu kaybetti."),
    "time_out_draw": (
        "Time is up, but the treasury holds enough: drawn.",
        "Süre bitti, hazinede yeterli taş var: berabere.",
    ),
    "referee_decides": ("The referee decides.", "Kararı hakem verir."),
    "set_over": ("The set is over.", "Set bitti."),
    "round_over": ("The round is decided.", "Tur sonuçlandı."),
    "disqualified": ("The player is disqualified.", "Oyuncu diskalifiye edildi."),
    "result_signed": (
        "Both have signed; the result is final.",
        "İki oyuncu da imzaladı; sonuç kesinleşti.",
    ),
    # refused
    "too_early": (
        "The move is not finished; report it again afterwards.",
        "Hamle henüz bitmedi; bittikten sonra yeniden itiraz edilebilir.",
    ),
    "past_move": ("That move is past.", "Geçmiş hamleye itiraz edilemez."),
    "own_move": ("That is the reporter's own move.", "Oyuncu kendi hamlesine itiraz edemez."),
    "nothing_to_report": ("The opponent has not moved yet.", "Rakip henüz hamle yapmadı."),
    "legal_move": ("The move is regular.", "Hamle kurallara uygun."),
    "exempt": (
        "A visually impaired player is exempt from this rule.",
        "Görme engelli oyuncu bu kuraldan muaftır.",
    ),
    "already_ruled": (
        "This move was reported and ruled on before.",
        "Bu hamle için daha önce karar verildi.",
    ),
    "awaiting_correction": (
        "A correction is already being awaited.",
        "Hamlenin düzeltilmesi bekleniyor.",
    ),
    "signed": ("The sheet is signed.", "Skor kâğıdı imzalandı."),
    "no_intervention": (
        "The referee does not step in without a report.",
        "İtiraz olmadan hakem müdahale etmez.",
    ),
    "only_referee": (
        "Only the referee puts the piece back.",
        "Yerine yalnızca hakem koyar.",
    ),
    "no_doubling_move": (
        "No last stone has just fallen into a pit of the opponent.",
        "Son taş az önce rakibin kuyusuna bırakılmadı.",
    ),
    "other_pit": (
        "Only the pit of the last stone is counted.",
        "Yalnızca son taşın bırakıldığı kuyu sayılır.",
    ),
    "not_own_pit": ("Only own stones bind.", "Yalnızca kendi taşına dokunmak bağlar."),
    "already_bound": (
        "The player is already bound to another pit.",
        "Oyuncu daha önce dokunduğu kuyuyu oynamalı.",
    ),
    "flag_not_down": ("There is time left.", "Süre henüz bitmedi."),
    "play_over": ("Play is already over.", "Oyun zaten bitti."),
    "not_warned": (
        "The player has not been warned for this.",
        "Oyuncu bu konuda uyarılmadı.",
    ),
}
"""Every code with its sentence in English and in Turkish."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of the referee. It never names the cells of a fault (RULES.md 2.6)."""

    granted: bool
    """True when granted or ordered, False when refused. A refusal brings no penalty."""
    code: str
    """What is said, as a word of `SENTENCES`."""
    article: str
    """The article behind it."""
    player: Player | None = None
    """Whom it concerns."""
    pit: str | None = None
    """The pit to count or to play (Mangala)."""

    @property
    def en(self) -> str:
        """The sentence in English."""
        return SENTENCES[self.code][0]

    @property
    def tr(self) -> str:
        """The sentence in Turkish."""
        return SENTENCES[self.code][1]

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        data: dict[str, Any] = to_json(self)
        return data

    @classmethod
    def from_json(cls, data: object) -> Reply:
        """A reply from its JSON form; raises `InputError`."""
        return from_json(cls, data)


def granted(code: str, article: str, player: Player | None = None, pit: str | None = None) -> Reply:
    """An answer that grants or orders something."""
    return Reply(True, code, article, player, pit)


def refused(code: str, article: str, player: Player | None = None) -> Reply:
    """An answer that refuses something, without penalty."""
    return Reply(False, code, article, player)
