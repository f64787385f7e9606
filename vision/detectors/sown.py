"""How many stones came to a place of a Mangala board or went, between two looks at it.

One stone more among nine is hardly seen by counting; that one has come is seen much better. A
network of its own looks at both pictures (`python -m datasets.train.sown`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from engines.mangala.values import STONES
from vision.detectors.numbers import softmax
from vision.detectors.pits import pit_pictures
from vision.frame import Picture
from vision.network import card, network, pictures_in, temperature

NAME = "sown"
MOST_GAIN = 6
"""The network tells gains and losses up to so many apart; the last is as many or more."""
TOLD = 3
"""Of as many or more it is only believed that there were so many: a pit that is all but emptied is
counted better than what it has lost."""


def looks_at(picture: Picture, pose: Pose) -> tuple[list[Picture], list[Picture]]:
    """The pits and the treasuries as large as the network has learnt to see them."""
    told = card(NAME)
    return pit_pictures(picture, pose, tuple(told["pit_pixels"]), tuple(told["treasury_pixels"]))


def likelihoods(then: Sequence[Picture], now: Sequence[Picture]) -> NDArray[np.float64]:
    """How likely two looks at some places are if they have gained so many stones.

    Logarithms, for each place from 48 fewer to 48 more; what is common to all gains is left out.
    """
    logits = network(NAME).run(then=pictures_in(then), now=pictures_in(now))[0]
    seen = softmax(np.asarray(logits, float) / temperature(NAME))
    learnt = np.asarray(card(NAME)["learnt_shares"])
    kinds = np.clip(np.arange(-MOST_GAIN, MOST_GAIN + 1), -TOLD, TOLD) + TOLD
    sums = np.eye(2 * TOLD + 1)[kinds]
    told = np.log((seen @ sums) / (learnt @ sums) + 1e-9)
    gains = np.arange(-STONES, STONES + 1)
    return np.asarray(told[:, np.clip(gains, -TOLD, TOLD) + TOLD])
