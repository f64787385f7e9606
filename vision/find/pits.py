"""From a rough quadrangle round a Mangala board to its pits and treasuries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.numbers import sigmoid
from vision.find.sizes import Sizes
from vision.frame import Picture
from vision.network import network

SIZE = (320, 128)
"""Width and height of what the network sees."""
FIELD = (264, 76)
"""How much of it pits and treasuries fill."""
ROUNDS = 4
"""How often it looks, at most."""
FOLLOWED = 6
"""Quadrangles that are followed after the first look; half as many with each further one."""
STILL = 0.012
"""A field that moves by less than this share of itself has been found."""
SETTLED = 0.02
"""A field that moves by more than this may be the wrong one."""
BESIDE = (-1.0, -0.5, 0.5, 1.0)
"""How many pits along the row from such a field others are looked for."""
HOPELESS = 0.2
"""Beside what is less likely than this to be a board nothing is looked for."""
TRIES = 3
"""How often, as long as something better is found there."""
ASIDE = (-0.5, 0.5)
"""How many pits along the row from a field one looks whether the same pits are found again."""
RETURNED = 0.04
"""How far off, in pits, they may then be; between what true and cut-off boards of the training and
validation scenes show (0.025 at most, 0.044 at least)."""
RETURNS = 4
"""How often one looks for this."""
_SQUARE = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], float)
_ROWS = np.column_stack(
    [np.array([*range(6), *reversed(range(6))]) - 2.5, np.repeat([-0.5, 0.5], 6)]
)
"""Where the pits lie beside one another, with the rows one apart."""


@dataclass(frozen=True, eq=False)
class Field:
    """The places as the network sees them."""

    places: NDArray[np.float64]
    """14 x 4 in field coordinates, -1 to 1 in both directions, y upwards."""
    plane: NDArray[np.float64]
    """3x3: from field coordinates to pixels."""
    board: float
    """How likely this is a Mangala board at all."""

    @cached_property
    def around(self) -> NDArray[np.float64]:
        """The corners of the board's rectangle round all places, from the upper left on.

        In field coordinates, where it need not lie straight.
        """
        return rectangle_round(quads_of(self.places))

    @property
    def moved(self) -> float:
        """How far this rectangle lies off the one that was looked through, as a share of it."""
        return float(np.abs(self.around - _SQUARE).max()) / 2

    @property
    def merit(self) -> float:
        """What speaks for this field: that it is a board, and that it was looked at rightly."""
        return self.board - min(1.0, 2 * self.moved)

    @property
    def middles(self) -> NDArray[np.float64]:
        """Where the 14 middles lie in the picture."""
        return np.asarray(cv2.perspectiveTransform(self.places[None, :, :2], self.plane)[0])

    @property
    def corners(self) -> NDArray[np.float64]:
        """The same corners in the picture."""
        return np.asarray(cv2.perspectiveTransform(self.around[None], self.plane)[0])


def quads_of(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners of places (n x 4: middle x and y, width, height) from the upper left on."""
    return np.asarray(places[:, None, :2] + _SQUARE * places[:, None, 2:] / 2, float)


def rectangle_round(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners of the rectangle on the board round its 14 places, from the upper left on.

    The pits' own rows tell how the board lies: what is straight there is straight on the board.
    """
    plane, _ = cv2.findHomography(_ROWS, quads[:12].mean(1))
    if plane is None or not abs(np.linalg.det(plane)) > 1e-9:
        return np.zeros((4, 2))
    flat = cv2.perspectiveTransform(quads.reshape(1, -1, 2), np.linalg.inv(plane))[0]
    low, high = flat.min(0), flat.max(0)
    corners = np.array([[(low[0], high[1]), high, (high[0], low[1]), low]])
    return np.asarray(cv2.perspectiveTransform(corners, plane)[0])


def lengthwise(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Clockwise corners turned so that the first edge is a long one."""
    a, b, c, d = corners
    long = np.linalg.norm(b - a) + np.linalg.norm(d - c)
    short = np.linalg.norm(c - b) + np.linalg.norm(a - d)
    return corners if long >= short else np.roll(corners, -1, axis=0)


def plane_of(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """From field coordinates to pixels, for the field's corners clockwise from the upper left."""
    square, seen = _SQUARE.astype(np.float32), corners.astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(square, seen), float)


_TO_FIELD = np.array(
    [
        [2 / FIELD[0], 0, (0.5 - SIZE[0] / 2) * 2 / FIELD[0]],
        [0, -2 / FIELD[1], (SIZE[1] / 2 - 0.5) * 2 / FIELD[1]],
        [0, 0, 1],
    ]
)
"""From pixels of the flat picture to field coordinates."""


def sizes_of(picture: Picture) -> Sizes:
    """The sizes in which a picture is looked at for pits."""
    return Sizes(picture, _SQUARE, float(np.sqrt(FIELD[0] * FIELD[1])))


def flattened(pictures: Sizes, plane: NDArray[np.float64]) -> Picture:
    """The field through its plane, as the network sees it."""
    picture, plane = pictures.for_plane(plane)
    flags, edge = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, cv2.BORDER_REPLICATE
    back = plane @ _TO_FIELD
    return np.asarray(cv2.warpPerspective(picture, back, SIZE, flags=flags, borderMode=edge))


def look_for_pits(
    pictures: Sizes, quads: Sequence[NDArray[np.float64]], rounds: int = ROUNDS
) -> Field:
    """The pits and treasuries near any of some rough quadrangles: the best field.

    One that would still move may lie a pit too far along: what lies beside it is looked at too.
    """
    best = _followed(pictures, [plane_of(lengthwise(quad)) for quad in quads], rounds)
    for _ in range(TRIES):
        if best.moved <= SETTLED or best.board < HOPELESS:
            break
        beside = [p for p in (_onto(best, pits) for pits in BESIDE) if p is not None]
        if not beside:
            break
        other = _followed(pictures, beside, rounds)
        if other.merit <= best.merit:
            break
        best = other
    return best


def leads_back(pictures: Sizes, field: Field) -> bool:
    """Whether looks from beside lead back to the same pits.

    Who sees a part of a board imagines the rest of it, and from beside imagines it elsewhere.
    """
    pit = float(np.linalg.norm(field.middles[1] - field.middles[0]))
    beside = [_onto(field, pits) for pits in ASIDE]
    for _ in range(RETURNS):
        planes = [plane for plane in beside if plane is not None]
        if len(planes) < len(ASIDE) or pit <= 0:
            return False
        seen = _looked(pictures, planes)
        off = [np.linalg.norm(s.middles[:12] - field.middles[:12], axis=1) for s in seen]
        if max(float(np.median(far)) for far in off) <= RETURNED * pit:
            return True
        beside = [_onto(one) for one in seen]
    return False


def _followed(pictures: Sizes, planes: list[NDArray[np.float64]], rounds: int) -> Field:
    """Look through all of these, and again through the best of what they show."""
    best = None
    for number in range(rounds):
        found = sorted(_looked(pictures, planes), key=lambda field: field.merit, reverse=True)
        if best is None or found[0].merit > best.merit:
            best = found[0]
        if best.moved < STILL and best.board > 0.95:
            break
        planes = [p for p in map(_onto, found[: max(1, FOLLOWED >> number)]) if p is not None]
        if not planes:
            break
    assert best is not None
    return best


def _onto(field: Field, beside: float = 0.0) -> NDArray[np.float64] | None:
    """The plane of the rectangle round a field's places, or so many pits beside.

    None when it fell together.
    """
    along = np.array([beside * float(np.ptp(field.places[:6, 0])) / 5, 0.0])
    quad = cv2.perspectiveTransform((field.around + along)[None], field.plane)[0]
    if cv2.contourArea(quad.astype(np.float32)) < 100:
        return None
    return plane_of(quad)


def _looked(pictures: Sizes, planes: list[NDArray[np.float64]]) -> list[Field]:
    places, logits = network("pit-finder")(*(flattened(pictures, plane) for plane in planes))
    return [
        Field(np.asarray(place, float), plane, float(sigmoid(logit[0])))
        for place, plane, logit in zip(places, planes, logits, strict=True)
    ]
