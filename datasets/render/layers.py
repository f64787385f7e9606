"""What the games tell the renderer: sets of pieces that are rendered together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Piece:
    """One piece of a layer."""

    index: int
    """Its grey value in the index picture."""
    cell: int
    """Where it belongs: square, hole, or place of a Mangala board."""
    content: str
    """What it is: a colour, a token, a stone."""
    top: tuple[float, float, float]
    """The middle of its top in board millimetres."""

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return {
            "index": self.index,
            "cell": self.cell,
            "content": self.content,
            "top": [round(v, 2) for v in self.top],
        }


@dataclass(frozen=True)
class Layer:
    """Pieces that are shown in one picture."""

    name: str
    objects: list[Any]
    pieces: list[Piece]
    notes: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """What is in the picture."""
        return {
            "name": self.name,
            "picture": f"{self.name}.png",
            "index": f"{self.name}.index.png",
            "pieces": [piece.to_json() for piece in self.pieces],
            **self.notes,
        }
