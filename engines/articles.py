"""What each fault code means, which article it breaches, and its sentence in both languages.

The articles are those of the federation's tournament rules; the clause is the one of the digest
that `docs/rules.md` follows.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Article:
    """The rule behind a fault code."""

    source: str
    """The federation's article."""
    clause: str
    """The clause of the rules digest."""
    en: str
    """One sentence in English."""
    tr: str
    """The same in Turkish."""

    @property
    def source_tr(self) -> str:
        """The federation's article as the Turkish text cites it."""
        return cite_in_turkish(self.source)


def cite_in_turkish(source: str) -> str:
    """An article as the Turkish text cites it."""
    for english, turkish in _CITING:
        source = source.replace(english, turkish)
    return source


_CITING = (
    ("art.", "md."),
    ("basic rules", "temel kural"),
    ("basic rule", "temel kural"),
    ("preamble, set order", "giriş, set sırası"),
    ("preamble", "giriş"),
    ("Directive", "Yönerge"),
    ("by analogy", "kıyasen"),
    ("last line", "son satır"),
    ("scoring", "puanlama"),
    ("footnote", "dipnot"),
    ("notes ", "not "),
    ("note ", "not "),
)


REVERSI = {
    "missing_flip": Article(
        "Reversi art. 10",
        "2.5",
        "Enclosed discs were not turned.",
        "Çevrilmesi gereken taşlar çevrilmedi.",
    ),
    "extra_flip": Article(
        "Reversi art. 6",
        "2.3, B-R3",
        "Discs were turned that the move does not enclose.",
        "Hamlenin ele geçirmediği taşlar çevrildi.",
    ),
    "illegal_square": Article(
        "Reversi art. 6",
        "2.3, B-R3",
        "A disc was put where it captures nothing.",
        "Taş, rakip taş ele geçirmeyen bir kareye kondu.",
    ),
    "wrong_face": Article(
        "Reversi art. 6",
        "2.3",
        "The disc was put with the other colour up.",
        "Taş rakibin rengi üste gelecek şekilde kondu.",
    ),
    "disc_shifted": Article(
        "Reversi art. 13",
        "2.9",
        "A disc was moved to another square.",
        "Bir taşın yeri değiştirildi.",
    ),
    "wrong_side": Article(
        "Reversi art. 7-9",
        "2.4",
        "A player moved out of turn.",
        "Sırası gelmeyen oyuncu hamle yaptı.",
    ),
    "disc_removed": Article(
        "Reversi art. 12",
        "2.8",
        "A disc has left the board; only the referee puts it back.",
        "Bir taş oyun alanı dışına çıktı; yalnızca hakem yerine koyar.",
    ),
    "two_discs": Article(
        "Reversi art. 6",
        "2.3",
        "More than one disc was put in one move.",
        "Bir hamlede birden fazla taş kondu.",
    ),
    "passed_with_a_move": Article(
        "Reversi art. 9",
        "2.4",
        "A player passed although a legal move existed.",
        "Oynanabilecek hamle varken pas geçildi.",
    ),
}

KULAMI = {
    "not_in_line": Article(
        "Kulami art. 6",
        "3.3",
        "The marble is not in the row or column of the opponent's last marble.",
        "Bilye, rakibin son bilyesinin yatay ya da dikey hizasında değil.",
    ),
    "plate_closed": Article(
        "Kulami art. 7",
        "3.4",
        "The marble was put on a plate that carries a token.",
        "Bilye, üzerinde pul bulunan levhaya kondu.",
    ),
    "no_marble_left": Article(
        "Kulami art. 9",
        "3.5",
        "A marble was put after all marbles of its colour were placed.",
        "O rengin bütün bilyeleri yerleştirildikten sonra bilye kondu.",
    ),
    "marble_moved": Article(
        "Kulami art. 6",
        "3.3, 3.6",
        "A marble was moved to another hole.",
        "Bir bilyenin yeri değiştirildi.",
    ),
    "marble_removed": Article(
        "Kulami art. 6",
        "3.3, 3.6",
        "A marble was taken off the board.",
        "Bir bilye tahtadan alındı.",
    ),
    "wrong_side": Article(
        "Kulami art. 6",
        "3.3",
        "A player moved out of turn.",
        "Sırası gelmeyen oyuncu hamle yaptı.",
    ),
    "two_marbles": Article(
        "Kulami art. 6",
        "3.3",
        "More than one marble was put in one move.",
        "Bir hamlede birden fazla bilye kondu.",
    ),
    "token_not_moved": Article(
        "Kulami art. 6",
        "3.4",
        "The mover's token is not on the marble just played.",
        "Hamle yapan oyuncu pulunu son bilyesinin üstüne koymadı.",
    ),
    "token_misplaced": Article(
        "Kulami art. 6, 7",
        "3.4",
        "A token lies where it does not belong.",
        "Bir pul olması gereken yerde değil.",
    ),
}

MANGALA = {
    "wrong_sowing": Article(
        "Mangala basic rule 1",
        "1.4, 1.5",
        "The stones were not sown one by one in order.",
        "Taşlar sırayla birer birer dağıtılmadı.",
    ),
    "enemy_treasury_sown": Article(
        "Mangala basic rule 2",
        "1.6",
        "A stone was sown into the opponent's treasury.",
        "Rakibin hazinesine taş bırakıldı.",
    ),
    "capture_missed": Article(
        "Mangala basic rules 2, 3",
        "1.8, 1.9",
        "A capture that was due was not taken.",
        "Alınması gereken taşlar alınmadı.",
    ),
    "capture_wrong": Article(
        "Mangala basic rules 2, 3",
        "1.8, 1.9",
        "Stones were captured that the move does not earn.",
        "Hamlenin hak etmediği taşlar alındı.",
    ),
    "enemy_pit_played": Article(
        "Mangala basic rule 1",
        "1.3",
        "A player sowed from the opponent's pit.",
        "Rakibin kuyusundan oynandı.",
    ),
    "wrong_side": Article(
        "Mangala preamble, set order",
        "1.2",
        "The set was started by the wrong player.",
        "Sete yanlış oyuncu başladı.",
    ),
    "stones_missing": Article(
        "Mangala preamble",
        "1.1, 1.19",
        "Stones are missing; there must be 48.",
        "Taş eksik; toplam 48 taş olmalı.",
    ),
    "stones_added": Article(
        "Mangala preamble",
        "1.1, 1.19",
        "There are more than 48 stones.",
        "Taş fazla; toplam 48 taş olmalı.",
    ),
    "stones_shifted": Article(
        "Mangala note g",
        "1.15",
        "Stones changed places without a move.",
        "Hamle yapılmadan taşların yeri değişti.",
    ),
    "sweep_wrong": Article(
        "Mangala basic rule 4",
        "1.11",
        "The stones left at the end did not go to the player whose pits ran out first.",
        "Kalan taşlar, taşları ilk biten oyuncunun hazinesine konmadı.",
    ),
    "touch_move": Article(
        "Mangala notes d, g",
        "1.14, 1.15",
        "Another pit was played than the one whose stones were touched.",
        "Taşına dokunulan kuyu oynanmadı.",
    ),
    "extra_turn_wrong": Article(
        "Mangala basic rule 1",
        "1.7, 1.10",
        "A player moved again without the right, or an extra turn was not used.",
        "Hak edilmeden tekrar oynandı ya da tekrar oynama hakkı kullanılmadı.",
    ),
}

ARTICLES = {"reversi": REVERSI, "kulami": KULAMI, "mangala": MANGALA}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is refused."""

    article: str
    """The federation's article; empty where none is needed."""
    en: str
    """The reason in English."""
    tr: str
    """The same in Turkish."""

    def say(self, language: str) -> str:
        """The reason with its article."""
        turkish = language == "tr"
        text = self.tr if turkish else self.en
        article = cite_in_turkish(self.article) if turkish else self.article
        return f"{text} ({article})" if article else text


_OCCUPIED = Reason("", "the place is taken", "yer dolu")

REASONS = {
    "reversi": {
        "occupied": _OCCUPIED,
        "captures_nothing": Reason("art. 6", "it captures no disc", "rakip taş ele geçirmiyor"),
        "has_a_move": Reason("art. 9", "a legal move exists", "oynanabilecek bir hamle var"),
        "game_over": Reason("art. 14", "the game is over", "oyun bitti"),
    },
    "kulami": {
        "occupied": _OCCUPIED,
        "not_in_line": Reason(
            "art. 6",
            "it is not in the row or column of the opponent's last marble",
            "rakibin son bilyesinin yatay ya da dikey hizasında değil",
        ),
        "plate_closed": Reason("art. 7", "its plate carries a token", "levhasında pul var"),
        "no_marble_left": Reason(
            "art. 9",
            "all marbles of that colour are placed",
            "o rengin bütün bilyeleri yerleştirildi",
        ),
    },
    "mangala": {
        "set_over": Reason("basic rule 4", "the set is over", "set bitti"),
        "enemy_pit": Reason(
            "basic rule 1",
            "pits are played by their owner, in turn",
            "kuyu, sırası gelen sahibi tarafından oynanır",
        ),
        "empty_pit": Reason("basic rule 1", "the pit is empty", "kuyu boş"),
    },
}
"""For each game the reasons why a move can be refused."""
