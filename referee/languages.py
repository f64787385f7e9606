"""The languages in which people are spoken to; what is said in them stands where it is said."""

from __future__ import annotations

from engines import InputError

LANGUAGES = ("tr", "en")
"""The first one is spoken where nothing else is asked for; words come in this order."""


def check_language(wanted: str) -> str:
    """A language that is spoken; raises `InputError`."""
    if wanted not in LANGUAGES:
        raise InputError(f"unknown language {wanted!r}; known: {', '.join(LANGUAGES)}")
    return wanted
