"""Where the picture keeps showing another number of stones than the rules have led to."""

from __future__ import annotations

from referee.events import Contradiction, Event
from referee.tracker.evidence import Evidence
from referee.tracker.view import Cells, View

OFTEN = 3
"""Stillnesses in which a place must be read otherwise before that is said."""


class Contradictions:
    """Counts how often each place was read otherwise in a row."""

    def __init__(self, view: View) -> None:
        self._view = view
        self.odd: dict[int, int] = {}
        """How often each place was read otherwise, without a break."""

    def check(self, evidence: Evidence, expected: Cells, time: float) -> list[Event]:
        """Look once a stillness; each contradiction is told once, until the place is right."""
        found = self._view.contradictions(evidence.means(), evidence.seen, expected)
        self.odd = {place: self.odd.get(place, 0) + 1 for place, _, _ in found}
        return [
            Contradiction(self._view.names[place], due, there, time=time)
            for place, due, there in found
            if self.odd[place] == OFTEN
        ]
