"""Whether Kulami's plates lie on the table as the game has them: nobody may have said so."""

from __future__ import annotations

from calibration.pose import Pose
from engines.grid import NAMES, SIZE
from engines.kulami import Layout
from vision.detectors import detector
from vision.frame import Frame

CLEARLY = 4
"""So many seams differ at least where the plates are others."""
_PAIRS = [
    (a, b)
    for a in range(SIZE * SIZE)
    for b in (a + 1, a + SIZE)
    if b < SIZE * SIZE and (b == a + SIZE or b % SIZE)
]


def other_plates(told: Layout, frame: Frame, pose: Pose) -> Layout | None:
    """The plates as they are seen, where they clearly are others than was told, in any turn."""
    reading = detector("kulami").read(frame, pose)
    seen = reading.layout
    if seen is None:
        return None
    doubtful = set(reading.doubtful_seams)
    sure = [(a, b) for a, b in _PAIRS if (NAMES[a], NAMES[b]) not in doubtful]
    turned = told
    for _ in range(4):
        if _differences(seen, turned, sure) < CLEARLY:
            return None
        turned = turned.rotated()
    return seen


def _differences(a: Layout, b: Layout, pairs: list[tuple[int, int]]) -> int:
    """In how many seams two layouts differ."""
    return sum(
        (a.plate_at[i] == a.plate_at[j]) != (b.plate_at[i] == b.plate_at[j]) for i, j in pairs
    )
