"""How an event is written down, and the hash that ties it to the one before.

The hash is SHA-256 over five lines: the hash of the event before, the number, the time of
writing, the length of the JSON text in bytes, and the text itself. Whoever changes, drops or
inserts an event must therefore change every later hash too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from engines.jsonform import is_finite
from referee.journal.errors import JournalError

BEFORE_ALL = "0" * 64
"""What stands for the hash before the first event."""
MOST_BYTES = 1 << 20
"""No event is larger."""


def link(before: str, number: int, time: str, text: str) -> str:
    """The hash of an event, given the hash of the one before."""
    size = len(text.encode())
    return hashlib.sha256(f"{before}\n{number}\n{time}\n{size}\n{text}".encode()).hexdigest()


def now() -> str:
    """The time of writing: UTC in the form of ISO 8601, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def written(event: Mapping[str, Any]) -> str:
    """An event as the text that is stored; raises `JournalError` for what is no event."""
    kind, time = event.get("event"), event.get("time")
    if not isinstance(kind, str) or not kind:
        raise JournalError(f'an event says what it is, as in "event": "move", not {kind!r}')
    if not is_finite(time) and not (isinstance(time, str) and time):
        what = "so large a number" if type(time) is int else repr(time)
        raise JournalError(f'an event has a "time", a number or a text, not {what}')
    try:
        text = json.dumps(
            event, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
        )
        size = len(text.encode())
    except (TypeError, ValueError, RecursionError) as error:
        raise JournalError(f"this event cannot be written as JSON: {error}") from None
    if size > MOST_BYTES:
        raise JournalError(f"an event has at most {MOST_BYTES} bytes, this one {size}")
    return text


def parsed(text: str) -> dict[str, Any]:
    """The event of a stored text; raises `ValueError` for what `written` never wrote."""
    try:
        event = json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(event, dict):
        raise ValueError("it is no object")
    try:
        again = written(event)
    except JournalError as error:
        raise ValueError(str(error)) from None
    if again != text:
        raise ValueError("it is not written as events are")
    return event


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")
