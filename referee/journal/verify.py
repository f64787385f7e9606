"""Was a journal edited? Which event, which picture?"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.journal import chain
from referee.journal.pictures import NAME, named_in
from referee.journal.places import pictures_of
from referee.journal.reader import Stored, stored


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that is not as it was written."""

    number: int
    """The event where it shows; one more than the last for a tail cut off."""
    code: str
    """`kind`, `missing`, `edited`, `joined`, `form`, `tail`, `picture_name`, `picture_missing`,
    `picture_changed`, or `pictures_missing`: the folder with all of them."""
    what: str
    """In words."""

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return {"number": self.number, "code": self.code, "what": self.what}


@dataclass(frozen=True, slots=True)
class Verified:
    """What a check of a journal came to."""

    events: int
    """How many events it holds."""
    pictures: int
    """How many pictures they name."""
    last: str
    """The hash of the last event: whoever noted it can tell later that nothing was changed."""
    troubles: tuple[Trouble, ...]
    """What is not as it was written; empty when all is well."""

    @property
    def good(self) -> bool:
        """Whether all is as it was written."""
        return not self.troubles

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return {
            "good": self.good,
            "events": self.events,
            "pictures": self.pictures,
            "last": self.last,
            "troubles": [trouble.to_json() for trouble in self.troubles],
        }


def verify(path: Path, pictures: Path | None = None) -> Verified:
    """Check every hash and every picture; raises `JournalError` for a file that is no journal."""
    found = stored(path)
    troubles = list(chain_troubles(found))
    named: dict[str, int] = {}
    for number, _, text, _ in found.rows:
        if not isinstance(number, int) or not isinstance(text, str):
            continue
        try:
            event = chain.parsed(text)
        except ValueError:
            continue
        names = named_in(event)
        for what in event["pictures"] if isinstance(event.get("pictures"), dict) else ():
            if what not in names:
                told = f"event {number} names no picture of a journal as {what!r}"
                troubles.append(Trouble(number, "picture_name", told))
        for name in names.values():
            named.setdefault(name, number)
    folder = pictures or pictures_of(path)
    if named and not folder.exists():  # a journal that was copied alone: one trouble, not hundreds
        told = f"the folder {folder} is missing with all pictures ({len(named)})"
        troubles.append(Trouble(min(named.values()), "pictures_missing", told))
    else:
        for name, number in named.items():
            troubles.extend(_picture_troubles(folder, name, number))
    last = found.rows[-1][3] if found.rows else chain.BEFORE_ALL
    troubles.sort(key=lambda trouble: trouble.number)
    return Verified(len(found.rows), len(named), str(last), tuple(troubles))


def chain_troubles(found: Stored) -> Iterator[Trouble]:
    """Each event is checked against the stored hash before it, so one edit is told once."""
    before, expected = chain.BEFORE_ALL, 1
    for number, time, text, told in found.rows:
        if [type(value) for value in (number, time, text, told)] != [int, str, str, str]:
            yield Trouble(expected, "kind", f"event {expected} is not text and numbers")
            before, expected = str(told), expected + 1
            continue
        if number != expected:
            gone = f"event {expected}" + (f" to {number - 1}" if number > expected + 1 else "")
            yield Trouble(expected, "missing", f"{gone} missing before event {number}")
        elif chain.link(before, number, time, text) != told:
            yield _break(number, before)
        try:
            chain.parsed(text)
        except ValueError as error:
            yield Trouble(number, "form", f"event {number} is no event: {error}")
        before, expected = told, number + 1
    if found.head is not None and found.head != (expected - 1, before):
        head = found.head[0]
        cut = isinstance(head, int) and head >= expected
        what = f"events {expected} to {head} are missing" if cut else "the head does not fit"
        yield Trouble(expected, "tail", f"after event {expected - 1} {what}")


def _break(number: int, before: str) -> Trouble:
    if not before or len(before) != 64:
        return Trouble(number, "joined", f"the hash before event {number} is none")
    what = f"event {number} was edited: its hash does not fit"
    if number > 1:
        what += f" (or event {number - 1} was replaced together with its hash)"
    return Trouble(number, "edited", what)


def _picture_troubles(folder: Path, name: str, number: int) -> Iterator[Trouble]:
    path = folder / name
    try:
        data = path.read_bytes()
    except OSError:
        yield Trouble(number, "picture_missing", f"picture {name} of event {number} is missing")
        return
    if not NAME.fullmatch(name) or hashlib.sha256(data).hexdigest() != path.stem:
        yield Trouble(number, "picture_changed", f"picture {name} of event {number} was changed")
