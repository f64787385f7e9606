"""Signatures in the terminal: what is open is named first, and confirmed by the second key."""

from __future__ import annotations

from cli.words import say
from engines import InputError
from engines.kulami import Kulami
from referee.desk.scoring import Said, sheet_of
from referee.sheet.counting import PLATES, OpenPoint
from referee.sheet.words import say_point
from referee.sitting import Sitting


class Signing:
    """Lets players sign only a sheet on which nothing is open."""

    def __init__(self, sitting: Sitting, lang: str) -> None:
        self._sitting, self._lang = sitting, lang
        self._said = Said()
        self._named: tuple[OpenPoint, ...] = ()

    def press(self) -> None:
        """Whoever has not signed yet signs; raises `InputError` that names what is open."""
        with self._sitting.held():
            points = sheet_of(self._sitting, self._said).open
            if points and points == self._named:
                self._confirm(points)
                points = sheet_of(self._sitting, self._said).open
            if points:
                raise InputError(self._named_now(points))
            self._sitting.sign_next()

    def _named_now(self, points: tuple[OpenPoint, ...]) -> str:
        """What is open, and that it can be confirmed where a look at the board is enough."""
        told = ", ".join(say_point(self._lang, point) for point in points)
        words = say(self._lang, "sign_open", points=told)
        if not all(point.cell or point.what in ("count", PLATES) for point in points):
            self._named = ()
            return words
        self._named = points
        said = [f"{words}.", say(self._lang, "sign_again")]
        if any(point.what == PLATES for point in points):
            game = self._sitting.tracker.game
            assert isinstance(game, Kulami)
            said.insert(1, say(self._lang, "sign_plates", layout=str(game.layout)))
        return " ".join(said)

    def _confirm(self, points: tuple[OpenPoint, ...]) -> None:
        """The referee has looked: cells hold what was named, the treasuries what is computed, and
        the plates lie as the game has them."""
        for point in points:
            if point.cell:
                self._said.confirmed[point.cell] = point.likely
            elif point.what == PLATES:
                self._said.confirmed[PLATES] = ""
            else:
                south, north = sheet_of(self._sitting, self._said).totals
                self._sitting.counted({"ST": south, "NT": north})
