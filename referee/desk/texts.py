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

LANGUAGES = ("tr", "en")
"""The first one is spoken where nothing else is asked for."""


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
