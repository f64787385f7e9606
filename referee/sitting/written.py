"""An event that is in the journal for good, and may be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from engines import InputError
from referee.events import EVENTS, Event, event_from_json
from referee.journal import Entry, JournalError

KEPT = ("board", "lay", "asked", "others", "mind", "pictures", "pose")
"""What is written beside an event's own fields, to rebuild the table from and to look at."""
SECRET = ("lay", "asked", "others", "mind")
"""What of it only a restart needs."""


@dataclass(frozen=True, slots=True)
class Written:
    """One line of the journal."""

    number: int
    """Its number in the journal."""
    time: str
    """When it was written, UTC."""
    event: Event | None
    """What it says; None for the beginning of a game, which `data` tells."""
    data: Mapping[str, Any]
    """All that was written."""

    @classmethod
    def of(cls, entry: Entry) -> Written:
        """A line as it was read back; raises `JournalError` for one that nobody here wrote."""
        data = entry.event
        kind = EVENTS.get(data["event"])
        if kind is None:
            return cls(entry.number, entry.time, None, data)
        own = {each.name for each in fields(kind)}
        plain = {key: value for key, value in data.items() if key in own or key not in KEPT}
        try:
            return cls(entry.number, entry.time, event_from_json(plain), data)
        except InputError as error:
            raise JournalError(f"event {entry.number}: {error}") from None

    def to_json(self) -> dict[str, Any]:
        """What is shown of it."""
        shown = {key: value for key, value in self.data.items() if key not in SECRET}
        return {"number": self.number, **shown}
