"""Reads a Kulami board: marbles, tokens, hidden holes, and the layout of the plates."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from engines.kulami import Board, Layout
from vision.detectors.adapt import Adaptation
from vision.detectors.board import Look, cell_differences, lesson_of, look
from vision.detectors.numbers import sigmoid, softmax
from vision.detectors.plates import Plates, make_out
from vision.frame import Frame
from vision.network import temperature
from vision.reading import Reading

GAME = "kulami"
SAME, OTHER = 1.6, 7.0
"""Below the first difference nothing was done to a hole, above the second surely something."""
TOKEN, RIGHT, BELOW = 4, 5, 6
"""The network's outputs after contents and hidden."""


class KulamiDetector:
    """The reader of one table; knows the layout once it is told or has been made out."""

    def __init__(self, layout: Layout | None = None) -> None:
        self.layout = layout
        self.adaptation = Adaptation.of(GAME)

    def read(self, frame: Frame, pose: Pose) -> Reading:
        """What stands on the board, with all doubt kept; plates too where they are not known."""
        seen = look(GAME, frame, pose)
        logits = self.adaptation.correct(seen.logits[:, :3], seen.features)
        hidden = sigmoid(seen.logits[:, 3])
        reading = Reading(
            GAME,
            softmax(logits, temperature(f"{GAME}-reader")),
            hidden,
            sigmoid(seen.logits[:, TOKEN]),
            self.layout,
        )
        if self.layout is not None:
            return reading
        plates = plates_of(seen)
        notes = {"known_layout": plates.known, "layout_certainty": plates.certainty}
        return replace(reading, layout=plates.layout, doubtful_seams=plates.doubtful, notes=notes)

    def compare(self, before: Frame, after: Frame, pose: Pose) -> NDArray[np.float64]:
        """For every hole how likely it changed between two settled frames."""
        a, b = (self._answer(look(GAME, frame, pose)) for frame in (before, after))
        other = 1 - (a * b).sum(1)
        far = cell_differences(GAME, before, after, pose, patch=5)
        # A token's pawn leans over its neighbours, and one dark disc on a dark marble hardly shows:
        # what was read decides unless nothing, or nearly everything, is different.
        return np.asarray(np.maximum(other * sigmoid((far - SAME) * 6), sigmoid((far - OTHER) * 4)))

    def _answer(self, seen: Look) -> NDArray[np.float64]:
        """Per hole the probabilities of each content without and with a token."""
        logits = self.adaptation.correct(seen.logits[:, :3], seen.features)
        contents = softmax(logits, temperature(f"{GAME}-reader"))
        token = sigmoid(seen.logits[:, TOKEN])[:, None]
        return np.hstack([contents * (1 - token), contents * token])

    def adapt(self, frame: Frame, pose: Pose, board: Board) -> None:
        """Learn this table's looks from a frame whose content is certain."""
        self.adaptation.learn(lesson_of(GAME, look(GAME, frame, pose), board.rows))

    def forget(self, count: int | None = None) -> None:
        """Forget the last lessons, or all."""
        self.adaptation.forget(count)


def plates_of(seen: Look) -> Plates:
    """The layout that the seams speak for; a seam between hidden holes says nothing."""
    hidden = sigmoid(seen.logits[:, 3]).reshape(8, 8)
    right = sigmoid(seen.logits[:, RIGHT]).reshape(8, 8)[:, :7]
    below = sigmoid(seen.logits[:, BELOW]).reshape(8, 8)[:7]
    unseen = np.maximum(hidden[:, :7], hidden[:, 1:])
    right = right + (0.5 - right) * unseen
    unseen = np.maximum(hidden[:7], hidden[1:])
    below = below + (0.5 - below) * unseen
    return make_out(right, below)
