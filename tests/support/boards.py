"""Boards that were read from a made-up picture, with the doubts one wants."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.corners import pose_from_corners
from calibration.pits import pose_from_pits
from engines.kulami import Layout
from vision.frame import Frame
from vision.photo import Read
from vision.reading import CONTENTS, NAMES, Reading

SIZE = (640, 480)


def read_board(game, contents, doubtful=(), hidden=(), layout="tr8", seams=()):
    """A photo that was read as these contents; `doubtful` cells are sure by 70 % only."""
    reading = Reading.certain(game, contents)
    probabilities, unseen = reading.probabilities.copy(), reading.hidden.copy()
    for name in doubtful:
        row = probabilities[NAMES[game].index(name)]
        best = int(row.argmax())
        row[:] = 0
        row[best], row[(best + 1) % len(CONTENTS[game])] = 0.7, 0.3
    for name in hidden:
        unseen[NAMES[game].index(name)] = 1.0
    reading = replace(reading, probabilities=probabilities, hidden=unseen)
    if game == "kulami":
        reading = replace(reading, layout=Layout.parse(layout), doubtful_seams=seams)
    picture = np.random.default_rng(1).integers(60, 200, (SIZE[1], SIZE[0], 3), np.uint8)
    if game == "mangala":
        xs = [140 + 60 * i for i in range(6)]
        pits = [*((x, 300) for x in xs), *((x, 200) for x in reversed(xs))]
        pose = pose_from_pits(pits, SIZE)
    else:
        pose = pose_from_corners([(160, 80), (480, 80), (480, 400), (160, 400)], SIZE)
    return Read(Frame(picture, 0.0), pose, reading, 0.0, 0.0)
