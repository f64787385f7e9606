"""Finds the board of one game, or says which of the three games it sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.corners import fit_pose
from calibration.lens import Lens
from calibration.markers import find_by_markers, in_sight, turned_to_markers
from calibration.pits import pose_from_pits
from calibration.pose import BoardNotFound, Pose
from engines import InputError
from vision.find.crossings import stands_on_crossings
from vision.find.doubts import ends, murky
from vision.find.guess import GAMES, Guess, anywhere, anywhere_long, guesses
from vision.find.lines import likeness, set_by_lines
from vision.find.lying import outline, turned_like, upright
from vision.find.outlines import outlines
from vision.find.pits import ROUNDS as PIT_ROUNDS
from vision.find.pits import SETTLED as PITS_SETTLED
from vision.find.pits import Field, leads_back, look_for_pits, quads_of, sizes_of
from vision.find.refine import (
    KINDS,
    LATTICE,
    STILL,
    Lattice,
    confirmed,
    refine,
    search,
    shrunken,
    wavering,
)
from vision.frame import Frame, Picture, smaller

OTHER = {
    "reversi": "a Reversi board is seen",
    "kulami": "a Kulami board is seen",
    "mangala": "a Mangala board is seen",
}
"""What is said when the board of another game lies there."""
UNSEEN = "no board is seen"
"""Why there is no pose where nothing looks like any board."""
STRONG = 0.5
"""So sure the first glance must be of another game's board for it to be looked for."""
LIKELY = 0.2
"""A guess below this score is not followed."""
BOARD = 0.95
"""How sure the second look must be that this is the board; of true ones it always is."""
PITS = 0.6
"""The same for Mangala."""
SETTLED = 0.35
"""A lattice that still moves by more than this, in cells, was not found."""
OUTSIDE = 0.25
"""Cells by which a corner may lie outside the picture."""
ROOM = 1.0
"""Cells between a lattice and the picture's edge; where there is less, a further row may lie beyond
it, and the lattice be one row off, or eight rows be seen where there are seven and a half."""
PLAINLY = 1.5
"""How much more alike lines must be than those of a lattice on the same board that was refused."""
MARKED = 0.5
"""Between markers that look less like a board than this another one may be meant."""
BEYOND = 0.15
"""Pits by which the treasuries' outer edges may lie outside the picture: whoever sees a board that
is cut off imagines the rest of it there. Where these edges are is known no better than this."""
STEEP = 42.0
"""Degrees by which a board that no guess has named may be seen from the side: on a slant, the
oblongs of a score sheet are squares too."""
SMALL = 640
"""Pixels of the longer side in which a Mangala board is looked for that no guess has named."""
STRAYED = 0.05
"""A Mangala board that still moves by more than this share of itself was not found."""
MOST_FIELDS = 10
"""Guesses of Mangala boards that are followed together."""
MOST_QUADS = 24
"""Guesses that are followed together."""
MURKY = 2
"""A lattice of which so many cells are hidden or not told surely may not be the board's."""
WAVERS = 0.35
"""By so many cells it may lie elsewhere than where most ways lead that begin beside it."""
CLEARER = 0.25
"""Of another lattice at most this share of the cells may be unclear for it to be the board."""


@dataclass(frozen=True, eq=False)
class Found:
    """A board and where it lies."""

    game: str
    """Which game."""
    pose: Pose
    """In cells; Mangala in pits, with its places."""
    certainty: float
    """How sure this is, 0 to 1."""
    cut_off: bool = False
    """Whether it seems to go on beyond the picture's edge."""
    astray: bool = False
    """Whether it reads badly, and most ways lead elsewhere: nobody knows where the board ends."""


class BoardFinder:
    """The finder of one game."""

    def __init__(self, game: str, lens: Lens | None = None) -> None:
        if game not in GAMES:
            raise InputError(f"no finder for {game!r}; known: {', '.join(GAMES)}")
        self.game, self.lens = game, lens

    def find(self, frame: Frame) -> Pose:
        """Where the board lies; raises `BoardNotFound`.

        Corner markers, where there are any, also tell which row is the first.
        """
        if self.lens is not None and tuple(self.lens.size) != frame.size:
            raise InputError(
                f"the lens was measured in pictures of {self.lens.size[0]} x {self.lens.size[1]}, "
                f"the camera gives {frame.size[0]} x {frame.size[1]}; set the camera back or "
                "calibrate again"
            )
        if self.game == "mangala":
            return _best(frame, (self.game,), self.lens).pose
        if in_sight(frame):
            return self._marked(frame)
        try:
            return _best(frame, (self.game,), self.lens).pose
        except BoardNotFound as unseen:
            try:  # small markers may have been missed at first sight
                return self._round_a_board(frame, find_by_markers(frame, self.lens))
            except BoardNotFound:
                raise unseen from None

    def _marked(self, frame: Frame) -> Pose:
        """A board with markers, if need be by its own looks, turned as those say that are seen.

        Raises `BoardNotFound` that says what is wrong with the markers where row 1 is not plain.
        """
        try:
            return self._round_a_board(frame, find_by_markers(frame, self.lens))
        except BoardNotFound as unclear:
            try:
                pose = _best(frame, (self.game,), self.lens).pose
            except BoardNotFound:
                raise unclear from None
            turned = turned_to_markers(frame, pose)
            if turned is None:
                raise
            return turned

    def _round_a_board(self, frame: Frame, pose: Pose) -> Pose:
        """What the markers say, unless they lie together beside the board that is seen.

        Raises `BoardNotFound`. A board that no network knows is believed to lie there.
        """
        lattice = refine(frame.picture, pose.project(outline(pose)), rounds=1)
        if lattice.certainty > MARKED:
            return pose
        try:
            seen = _best(frame, (self.game,), self.lens).pose
        except BoardNotFound as unseen:
            if unseen.reason != UNSEEN:
                raise
            return pose
        middle = tuple(map(float, seen.project([(0.0, 0.0, 0.0)])[0]))
        quad = pose.project(outline(pose)).astype(np.float32)
        if cv2.pointPolygonTest(quad, middle, False) >= 0:
            return pose
        raise BoardNotFound(
            "the markers do not lie round the board that is seen",
            "lay one at each corner of the board, or take them out of the picture",
        )

    def follow(self, frame: Frame, last: Pose) -> Pose:
        """Where a board is now that lay at `last` before it, or the camera, was bumped.

        Row 1 stays row 1. Looks near the last place first, then everywhere; raises `BoardNotFound`.
        """
        near = Guess(self.game, last.project(outline(last)), 1.0, False)
        for found in _follow(frame, near, self.lens, rounds=2):
            if not found.cut_off:
                return found.pose
        return turned_like(self.find(frame), last)


def find_any(frame: Frame, lens: Lens | None = None) -> Found:
    """Which game is seen, and where; raises `BoardNotFound`."""
    return _best(frame, GAMES, lens)


def _best(frame: Frame, games: tuple[str, ...], lens: Lens | None) -> Found:
    likely = [g for g in guesses(frame.picture) if g.score >= LIKELY]
    found = [f for game in games for f in _look_for(game, frame, likely, lens)]
    whole = [one for one in found if _is_whole(one)]
    if any(one.cut_off for one in found):  # another lattice on that board must be plainly better
        refused = max(likeness(frame, one.pose) for one in found if one.cut_off)
        whole = [one for one in whole if likeness(frame, one.pose) > PLAINLY * refused]
    if whole:
        best = max(whole, key=lambda f: f.certainty)
        return replace(best, pose=upright(best.pose))
    for other in sorted({g.game for g in likely if g.score >= STRONG} - set(games)):
        if any(_is_whole(one) for one in _look_for(other, frame, likely, lens)):
            raise BoardNotFound(OTHER[other], "choose the game that is on the table")
    if any(one.astray for one in found):
        raise BoardNotFound(
            "it is not clear where the board ends",
            "take hands and loose pieces away from its edges, or give its corners",
        )
    if found or any(guess.cut_off and guess.game in games for guess in likely):
        raise BoardNotFound(
            "the board is cut off", "move the camera so that all of the board is in the picture"
        )
    known = "its pits" if games == ("mangala",) else "its corners"
    raise BoardNotFound(UNSEEN, f"put the whole board in the picture, well lit, or give {known}")


def _look_for(game: str, frame: Frame, likely: list[Guess], lens: Lens | None) -> Iterator[Found]:
    """The board of a game behind any of the guesses."""
    # A first glance may take one board of 8x8 cells for another; the second tells them apart.
    alike = {game} if game == "mangala" else set(GAMES) - {"mangala"}
    some = sorted(
        (guess for guess in likely if guess.game in alike), key=lambda guess: guess.game != game
    )
    if game == "mangala":
        found = []
        if some:
            found = list(_pits(frame, [guess.corners for guess in some[:MOST_FIELDS]], lens))
        if not found and (quad := _somewhere(frame.picture)) is not None:
            found = list(_pits(frame, [quad], lens, surely=True))
        yield from found
    else:
        # What a first glance at the whole picture misses may still be there.
        ways: tuple[Callable[[], list[NDArray[np.float64]]], ...] = (
            lambda: [guess.corners for guess in some[:MOST_QUADS]],
            lambda: outlines(frame.picture),
            lambda: anywhere(frame.size),
        )
        strayed = list[Pose]()
        for way in ways:
            quads = way()
            if not quads:
                continue
            lattice = search(frame.picture, quads, game)
            if lattice is not None and lattice.moved > STILL:
                lattice = refine(frame.picture, lattice.corners, 3)  # its last step was a long one
            if lattice is not None and lattice.kinds[KINDS.index(game)] >= BOARD:
                lattice = confirmed(frame.picture, lattice)
            found = list(_found(game, frame, lattice, lens)) if lattice else []
            if game == "reversi":
                found = [one for one in found if not stands_on_crossings(frame, one.pose)]
            if way is not ways[0]:
                found = [one for one in found if _slant(one.pose) <= STEEP]
            found = [
                replace(one, astray=True)
                if any(_apart(one.pose, pose) <= WAVERS for pose in strayed)
                else _clearer(frame, one, lens)
                for one in found
            ]
            strayed += [one.pose for one in found if one.astray]
            yield from found
            if any(_is_whole(one) for one in found):
                return


def _is_whole(one: Found) -> bool:
    """Whether it is a board that lies in the picture, and nowhere else."""
    return not (one.cut_off or one.astray)


def _clearer(frame: Frame, one: Found, lens: Lens | None) -> Found:
    """The same, or what another lattice on the same board tells plainly better.

    Marbles that lie beside a board on a table of its own wood may be taken for a part of it, and
    eight columns be stretched over both. Such a lattice reads badly, ways that begin beside it lead
    elsewhere, and so do those that begin within it. Under a hand these lead back to a true one.
    """
    (unclear, _), corners = murky(one.game, frame, one.pose), one.pose.project(outline(one.pose))
    if one.cut_off or unclear < MURKY or wavering(frame.picture, corners) <= WAVERS:
        return one
    others = [
        other
        for quad in shrunken(corners)
        for other in _found(one.game, frame, refine(frame.picture, quad), lens)
        if not other.cut_off
    ]
    elsewhere = [other for other in others if _apart(other.pose, one.pose) > WAVERS]
    if 2 * len(elsewhere) < len(others):
        return one
    told = [(murky(one.game, frame, other.pose), other) for other in elsewhere]
    (left, _), best = min(told, key=lambda each: each[0], default=((unclear, 0.0), one))
    return best if left <= CLEARER * unclear else replace(one, astray=True)


def _apart(pose: Pose, other: Pose) -> float:
    """How far apart a board of 8 x 8 cells lies in two poses, in cells, whichever row is row 1."""
    a, b = (each.project(outline(each)) for each in (turned_like(pose, other), other))
    side = float(np.linalg.norm(b - np.roll(b, 1, 0), axis=1).mean())
    return float(np.linalg.norm(a - b, axis=1).max()) / side * 8


def _slant(pose: Pose) -> float:
    """By how many degrees the camera looks at the board from the side."""
    return float(np.degrees(np.arccos(min(1.0, abs(float(pose.rotation[2, 2]))))))


def _follow(frame: Frame, guess: Guess, lens: Lens | None, rounds: int) -> Iterator[Found]:
    """The board right behind a guess, if there is one."""
    if guess.game == "mangala":
        yield from _pits(frame, [guess.corners], lens, rounds, known=True)
        return
    lattice = refine(frame.picture, guess.corners, rounds)
    yield from _found(guess.game, frame, lattice, lens)


def _found(game: str, frame: Frame, lattice: Lattice, lens: Lens | None) -> Iterator[Found]:
    """A lattice as a board, if it is one that lies in the picture."""
    certainty = float(lattice.kinds[KINDS.index(game)])
    if certainty < BOARD or lattice.moved > SETTLED:
        return
    cell = float(np.linalg.norm(lattice.corners[1] - lattice.corners[0])) / 8
    if _off(frame.picture, lattice.corners, cell) > OUTSIDE:
        return
    points = np.column_stack([LATTICE, np.zeros(len(LATTICE))])
    try:
        pose = fit_pose(points, lattice.points, frame.size, lens)
    except InputError:
        return
    if game == "reversi":  # Kulami has seams between some of its holes only
        pose = set_by_lines(frame, pose, lens)
        if _off(frame.picture, pose.project(outline(pose)), cell) > OUTSIDE:
            return
    beside = _off(frame.picture, pose.project(outline(pose)), cell) > -ROOM
    yield Found(game, pose, certainty, cut_off=beside and ends(game, frame, pose))


def _somewhere(picture: Picture) -> NDArray[np.float64] | None:
    """Where in a picture a Mangala board may lie that no guess has named, by a small copy of it."""
    factor = min(1.0, SMALL / max(picture.shape[:2]))
    small = smaller(picture, factor)
    field = look_for_pits(sizes_of(small), anywhere_long((small.shape[1], small.shape[0])))
    if field.board < PITS or field.moved > STRAYED:
        return None
    return field.corners / factor


def _pits(
    frame: Frame,
    quads: list[NDArray[np.float64]],
    lens: Lens | None,
    rounds: int = PIT_ROUNDS,
    surely: bool = False,
    known: bool = False,
) -> Iterator[Found]:
    """A Mangala board behind any of these quadrangles; `known`: one did lie there just now."""
    pictures = sizes_of(frame.picture)
    field = look_for_pits(pictures, quads, rounds)
    if field.board < (BOARD if surely else PITS):
        return
    if field.moved > (PITS_SETTLED if surely else STRAYED):
        return
    if not known and not leads_back(pictures, field):
        return
    try:
        pose = pose_from_pits(field.middles[:12], frame.size, lens)
    except InputError:
        return
    pose = pose.with_places(_measured(field, pose))
    middles = pose.place_middles()
    pit = float(np.linalg.norm(middles[1] - middles[0]))
    if _off(frame.picture, pose.project(outline(pose)), pit) > BEYOND:
        return
    yield Found("mangala", pose, field.board)


def _measured(field: Field, pose: Pose) -> NDArray[np.float64]:
    """The places of a pose with the sizes, and the treasuries, that were seen."""
    assert pose.places is not None
    places = pose.places.copy()
    onto_board, _ = cv2.findHomography(pose.place_middles()[:12], places[:12, :2])
    seen = quads_of(field.places).reshape(1, -1, 2)
    flat = cv2.perspectiveTransform(seen, onto_board @ field.plane)
    quads = np.asarray(flat, float).reshape(14, 4, 2)
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    sizes = np.column_stack([sides[:, ::2].mean(1), sides[:, 1::2].mean(1)])
    places[:12, 2:] = float(np.median(sizes[:12]))
    places[12:] = np.column_stack([quads[12:].mean(1), sizes[12:]])
    return places


def _off(picture: Picture, points: NDArray[np.float64], cell: float) -> float:
    """How far the outermost point lies outside the picture, in cells of so many pixels."""
    height, width = picture.shape[:2]
    over = np.maximum(-points, points - (width - 1, height - 1)).max()
    return float(over) / max(cell, 1e-6)
