"""What is particular about stones of glass: they let light through, gather it, show their inside.

Everything is told in a stone's own measure, in which it is a ball of radius 1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

DENSER = 1.5
"""How much slower light is in glass than in air."""
STEPS = np.linspace(0.04, 1.0, 24)
"""Where along the way through a ball its inside is looked at, as shares of that way."""


def refracted(ways: Points, normals: Points) -> Points:
    """The ways (n x 3, of length 1, inwards) of light that has entered glass."""
    facing = -(ways * normals).sum(1, keepdims=True)
    bent = np.sqrt(np.maximum(1 - (1 - facing**2) / DENSER**2, 0))
    inner = ways / DENSER + (facing / DENSER - bent) * normals
    return np.asarray(inner / np.linalg.norm(inner, axis=1, keepdims=True))


def vane(own: Points, ways: Points, rng: np.random.Generator) -> tuple[Points, Points]:
    """How much of a coloured, twisted sheet inside is seen at points of the surface, and its shade.

    `own` are the points where the eye's rays enter, `ways` where these go. The second answer runs
    along the sheet, -1 to 1: sheets are of two colours often.
    """
    inner = refracted(ways, own)
    through = -2 * (own * inner).sum(1)
    leaves = int(rng.integers(1, 4))
    turn, twist = rng.uniform(0, np.pi), rng.uniform(-1.5, 1.5)
    wide, long, thick = rng.uniform(0.25, 0.6), rng.uniform(0.4, 0.8), rng.uniform(0.03, 0.1)
    bend = rng.uniform(-0.3, 0.3)
    seen, shade = np.zeros(len(own)), np.zeros(len(own))
    for share in STEPS:
        at = own + inner * (through * share)[:, None]
        far = np.hypot(at[:, 1], at[:, 2])
        angle = np.arctan2(at[:, 2], at[:, 1]) - turn - twist * at[:, 0]
        off = far * np.abs(np.sin(leaves * angle + bend * far)) / leaves
        here = np.clip((thick - off) * 12 + 0.5, 0, 1)
        here *= np.clip((wide - far) * 12, 0, 1) * np.clip((long - np.abs(at[:, 0])) * 12, 0, 1)
        fresh = here * (1 - seen)
        shade += fresh * np.where(np.cos(leaves * angle) > 0, 1.0, -1.0)
        seen += fresh
    return seen, shade / np.maximum(seen, 1e-6)


def glowing(own: Points, lamp: Points, sharp: float) -> Points:
    """How much of the lamp's light a ball gathers where it leaves it; `lamp` is the way there."""
    return np.asarray(np.clip(-(own @ lamp), 0, 1) ** sharp)


def lets_through(shadow: Points, aside: Points, clear: float) -> Points:
    """What is left of a ball's shadow when it is of glass: lighter, with a bright spot inside.

    `aside` is how far from the shadow's middle a point lies, by the ball's radius.
    """
    spot = 1.2 * np.exp(-((aside / 0.4) ** 2)) * (shadow > 0)
    return np.asarray(shadow * (1 - 0.65 * clear) - spot * clear)
