"""Boards drawn instead of rendered: crude, but of endless variety in colour, line and light.

Rendered scenes are true to life but few; a reader that sees only those learns their tables by
heart. A sketch is drawn from straight above, ten by ten cells with the board in the middle eight,
and is then seen by a camera like everything else.
"""

from datasets.sketch.board import CELL, SIDE, Sketch
from datasets.sketch.kulami import sketch_kulami
from datasets.sketch.mangala import PitSketch, sketch_mangala
from datasets.sketch.other import sketch_other
from datasets.sketch.reversi import sketch_reversi

__all__ = [
    "CELL",
    "SIDE",
    "PitSketch",
    "Sketch",
    "sketch_kulami",
    "sketch_mangala",
    "sketch_other",
    "sketch_reversi",
]
