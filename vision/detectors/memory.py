"""What a detector learnt of a table, as plain values for the table's profile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from engines import InputError
from vision.detectors.adapt import Adaptation, Lesson
from vision.network import card

NETWORKS = {"reversi": "reversi-reader", "kulami": "kulami-reader", "mangala": "pits"}
"""The network whose features a game's lessons are made of."""


class Learner(Protocol):
    """A detector that adapts."""

    adaptation: Adaptation


def memory(game: str, detector: Learner) -> dict[str, Any]:
    """Everything learnt, and by which network it was seen."""
    lessons = [
        {
            "logits": np.round(lesson.logits, 3).tolist(),
            "features": np.round(lesson.features, 3).tolist(),
            "truth": lesson.truth.tolist(),
            "cells": [] if lesson.cells is None else lesson.cells.tolist(),
        }
        for lesson in detector.adaptation.lessons
    ]
    return {"network": _network(game), "lessons": lessons}


def recall(game: str, detector: Learner, told: Mapping[str, Any]) -> None:
    """Learn what `memory` kept; raises `InputError` when it is of another network, or broken."""
    if told.get("network") != _network(game):
        raise InputError(
            f"the profile's colours of {game} were learnt by another version of Hakem; "
            "run `hakem calibrate colours` again"
        )
    try:
        lessons = [_lesson(entry) for entry in told["lessons"]]
    except (KeyError, TypeError, ValueError):
        raise InputError(
            f"the profile's colours of {game} are broken; run `hakem calibrate colours` again"
        ) from None
    for lesson in lessons:
        detector.adaptation.learn(lesson)


def _network(game: str) -> str:
    return str(card(NETWORKS[game])["sha256"])[:16]


def _lesson(entry: Mapping[str, Any]) -> Lesson:
    logits, features = (np.array(entry[key], float) for key in ("logits", "features"))
    truth, cells = (np.array(entry[key], int) for key in ("truth", "cells"))
    if logits.ndim != 2 or features.ndim != 2 or not len(truth):
        raise ValueError("a lesson is no table")
    if not len(logits) == len(features) == len(truth) == len(cells):
        raise ValueError("the parts of a lesson do not fit together")
    if truth.min() < 0 or truth.max() >= logits.shape[1] or cells.min() < 0 or cells.max() > 63:
        raise ValueError("unknown contents or cells")
    return Lesson(logits, features, truth, cells)
