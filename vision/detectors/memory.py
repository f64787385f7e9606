"""What a detector learnt of a table, as plain values for the table's profile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from engines import InputError
from vision.network import card

NETWORKS = {"reversi": "reversi-familiar", "kulami": "kulami-familiar", "mangala": "pits"}
"""The network that a game's lessons are for."""


class Lesson(Protocol):
    """What was learnt from one frame."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""


class Knowledge(Protocol):
    """What was learnt at one table."""

    @property
    def lessons(self) -> Sequence[Lesson]:
        """In the order in which they were learnt."""

    def recall(self, told: Mapping[str, Any]) -> Any:
        """A lesson from its plain values."""

    def learn(self, lesson: Any) -> None:
        """Take a lesson in."""


class Learner(Protocol):
    """A detector that adapts."""

    @property
    def adaptation(self) -> Knowledge:
        """What it knows of its table."""


def memory(game: str, detector: Learner) -> dict[str, Any]:
    """Everything learnt, and for which network."""
    lessons = [lesson.to_json() for lesson in detector.adaptation.lessons]
    return {"network": _network(game), "lessons": lessons}


def recall(game: str, detector: Learner, told: Any) -> None:
    """Learn what `memory` kept; raises `InputError` when it is of another network, or broken."""
    again = "learn them anew with `hakem calibrate colours GAME PHOTO --out PROFILE --afresh`"
    try:
        network, entries = told["network"], told["lessons"]
        if network != _network(game):
            raise InputError(
                f"the profile's colours of {game} were learnt by another version of Hakem; {again}"
            )
        lessons = [detector.adaptation.recall(entry) for entry in entries]
    except (AttributeError, KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"the profile's colours of {game} are broken; {again}") from None
    for lesson in lessons:
        detector.adaptation.learn(lesson)


def _network(game: str) -> str:
    return str(card(NETWORKS[game])["sha256"])[:16]
