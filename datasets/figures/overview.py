"""The table of the README, in both languages: what is read and refereed, and how well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from datasets.figures.cells import GAMES, NOTHING, interval, markdown, typed
from datasets.figures.refereeing import counted, played
from datasets.game_measures import game_shares
from datasets.measures import PictureRow
from datasets.shares import Share, share_of, share_of_parts

Cell = Share | str


@dataclass(frozen=True)
class Line:
    """One line of the table."""

    english: str
    """What is counted."""
    turkish: str
    """The same in Turkish."""
    cells: list[Cell]
    """A share or a text for each game."""

    @property
    def words(self) -> dict[str, str]:
        """What is counted, by language."""
        return {"en": self.english, "tr": self.turkish}


def overview_table(language: str) -> str:
    """The whole table; `language` is `en` or `tr`."""
    rows = [
        [line.words[language], *(_told(cell, language) for cell in line.cells)]
        for line in [*_pictures(), *_photos(), *_games()]
    ]
    return markdown(["", *(game.capitalize() for game in GAMES)], rows)


def _told(cell: Cell, language: str) -> str:
    if isinstance(cell, str):
        return cell
    if not cell.n:
        return NOTHING
    value, low, high = (f"{100 * part:.1f}" for part in (cell.value, *interval(cell)))
    if language == "tr":
        return f"%{value} ({low}–{high})".replace(".", ",")
    return f"{value} % ({low}–{high})"


def _pictures() -> list[Line]:
    """Composed pictures of tables that nothing was learnt from, with nothing given."""
    rows = [[r for r in typed(game, PictureRow) if r.kind == "composed"] for game in GAMES]
    tables = [f"{len(some)} ({len({row.scene for row in some})})" for some in rows]

    def each(hit: Callable[[PictureRow], bool], only: str = "") -> list[Cell]:
        chosen = [[r for r in some if not only or getattr(r, only)] for some in rows]
        return [share_of("", some, hit) for some in chosen]

    parts = [
        [(row.scene, row.cells - row.cells_wrong, row.cells) for row in some if row.found]
        for some in rows
    ]
    return [
        Line("**A picture, nothing given**: pictures (tables)",
             "**Tek resim, hiçbir şey verilmeden**: resim (masa)", [*tables]),
        Line("board found", "tahta bulundu", each(lambda r: r.found)),
        Line("cells read right", "doğru okunan göz", [share_of_parts("", some) for some in parts]),
        Line("whole board read right", "bütün tahta doğru", each(lambda r: r.found and r.exact)),
        Line("told without any doubt", "hiç kuşku duyulmadan söylenen", each(lambda r: r.sure)),
        Line("of these wrong", "bunların yanlış olanı", each(lambda r: r.sure_and_wrong, "sure")),
    ]  # fmt: skip


def _photos() -> list[Line]:
    """Photos are so few that their numbers say more than shares."""
    cells: list[Cell] = []
    for game in GAMES:
        rows = typed(f"{game}_photos", PictureRow)
        found = [row for row in rows if row.found]
        exact = sum(row.exact for row in found)
        cells.append(f"{len(found)}, {exact} / {len(rows)}" if rows else NOTHING)
    english = "**Real photos**: found, whole board right"
    return [Line(english, "**Gerçek fotoğraf**: bulundu, bütün tahta doğru", cells)]


def _games() -> list[Line]:
    """Whole games at the level of settled frames, refereed without anybody's help."""
    runs = [played(game, "frames") for game in GAMES]
    shares = [{one.what: one for one in game_shares(*run)} for run in runs]

    def each(what: str) -> list[Cell]:
        return [some[what] for some in shares]

    made = [[row for row in moves if row.number] for moves, _ in runs]
    faults = [f"{len(some)}, {sum(row.faulty for row in some)}" for some in made]
    return [
        Line("**Whole games from pictures**: games (tables)",
             "**Resimlerden bütün oyunlar**: oyun (masa)", [counted(games) for _, games in runs]),
        Line("moves, faults among them", "hamle, içlerinde hata", [*faults]),
        Line("moves told right", "doğru söylenen hamle", each("moves right")),
        Line("faults caught", "yakalanan hata", each("faults caught")),
        Line("false alarms among sound moves", "hatasız hamlede yanlış uyarı",
             each("false alarms among moves without fault")),
        Line("final score right", "doğru son puan", each("final scores right")),
        Line("games in which nobody was asked", "kimseye sorulmayan oyun",
             each("games in which nobody was asked for help")),
    ]  # fmt: skip
