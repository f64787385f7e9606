"""What a card is made of that asks for a decision: words, buttons, pictures, boards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Act:
    """A button."""

    name: str
    """Which act of the API."""
    text: str
    """What it says."""
    body: dict[str, Any] = field(default_factory=dict)
    """What goes with it."""
    look: str = ""
    """`lead`, `warn` or plain."""
    key: str = ""
    """The key that presses it."""
    sure: str = ""
    """What is asked first."""
    off: str = ""
    """Why it cannot be pressed now; empty where it can."""
    href: str = ""
    """Where it leads, for one that leads to another page and does nothing."""

    @property
    def id(self) -> str:
        """Keeps the focus on it when the page is renewed."""
        return "-".join([self.name, *(str(value) for value in self.body.values())])

    @property
    def key_shown(self) -> str:
        """The key as it is written on the button."""
        return "␣" if self.key == " " else self.key.upper()


@dataclass(frozen=True, slots=True)
class Board:
    """A drawn board with a caption; with an act it can be chosen."""

    svg: str
    caption: str
    act: Act | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """One thing that needs a decision, or is worth to be seen at once."""

    look: str
    sign: str
    title: str
    lines: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()
    pictures: tuple[tuple[str, str], ...] = ()
    boards: tuple[Board, ...] = ()
    dismiss: int = 0
    """The event that is put aside by a tap."""
    number: int = 0
    """The event that it is about, by which an old card is told from a new one that says the same;
    0 where what it says tells that."""


@dataclass(frozen=True, slots=True)
class Film:
    """What is to be known of the camera where it is a recording."""

    recorded: bool = False
    """Whether it is one."""
    ended: bool = False
    """Whether it is at its end."""
    demo: str = ""
    """The game of the demo that can be seen once more; empty for other recordings."""
