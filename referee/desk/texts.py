"""What the desk says, in Turkish and in English: gettext catalogues, read as they are.

The texts in the code are English; `locale/tr.po` has the Turkish ones. It is compiled in memory, so
that nothing needs to be built before the desk runs.
"""

from __future__ import annotations

import gettext
import io
from functools import cache
from importlib.resources import files

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from referee.languages import LANGUAGES

REASONS = (
    "no board is seen",
    "a Reversi board is seen",
    "a Kulami board is seen",
    "a Mangala board is seen",
    "choose the game that is on the table",
    "put the whole board in the picture, well lit, or give its corners",
    "put the whole board in the picture, well lit, or give its pits",
    "the board is cut off",
    "it is not clear where the board ends",
    "take hands and loose pieces away from its edges, or give its corners",
    "the markers do not lie round the board that is seen",
    "lay one at each corner of the board, or take them out of the picture",
    "move the camera so that all of the board is in the picture",
    "the camera gives no more pictures",
    "the program has stopped unexpectedly; start it again, the journal has everything",
    "the set-up was left alone; choose the camera again",
    "no game is watched; set one up first",
    "the sheet is not final; confirm what is open first",
    "the sheet differs from the round's result; correct the board",
    "the game is over, its board may be tidied; correct it by hand",
    "the board fits nothing; accept or correct it first",
    "both have signed; the result is final",
    "the board is not found yet",
    "a camera is picamera2:0, usb:0, demo:reversi or rtsp://…",
    "the board has not been read yet; wait until nobody is over it",
    "it is paused; go on first",
    "nothing has been played; there is nothing to count",
    "say in 3 to 80 letters why the game ends here",
)
"""What finders, cameras and refused orders say, which is translated when it is shown."""


@cache
def translations(language: str) -> gettext.NullTranslations:
    """The texts of a language."""
    if language == "en":
        return gettext.NullTranslations()
    source = files("referee.desk") / "locale" / f"{language}.po"
    catalogue = read_po(io.BytesIO(source.read_bytes()), locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def known_language(wanted: str | None, fallback: str = LANGUAGES[0]) -> str:
    """A language that is spoken here."""
    return wanted if wanted in LANGUAGES else fallback


def preferred_language(accepted: str, fallback: str) -> str:
    """Of the languages spoken here the one that a browser likes best (`Accept-Language`)."""
    liked: dict[str, float] = {}
    for word in accepted.split(","):
        name, _, weight = word.strip().partition(";q=")
        language = name.partition("-")[0].strip().casefold()
        try:
            share = float(weight or 1)
        except ValueError:
            continue
        if language in LANGUAGES and share > liked.get(language, 0):
            liked[language] = share
    return max(liked, key=lambda each: liked[each], default=fallback)
