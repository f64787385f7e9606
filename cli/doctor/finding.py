"""What the doctor finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

BROKEN = (ImportError, ValueError, AttributeError, OSError)
"""What libraries raise that are missing or do not fit each other."""
State = Literal["good", "unneeded", "mind", "mend"]
"""All is well; not there, nor needed here; something to know; to be put right first."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    check: str
    """What: `python`, `packages`, `models`, …"""
    state: State
    """How it is."""
    found: str
    """What is there: names and numbers, the same in every language."""
    advice: str = ""
    """What to do, by its key in `cli.doctor.words`; empty where nothing is to be done."""
    about: str = ""
    """What the advice speaks of: a package, a folder, a user."""
    count: int = 0
    """How many things `found` names, where people want their number only."""

    def to_json(self) -> dict[str, Any]:
        """Plain values, without the advice, which is in words."""
        return {"check": self.check, "state": self.state, "found": self.found}
