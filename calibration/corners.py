"""A pose from points that somebody knows: four corners by hand, or a whole lattice from a finder.

Boards of 8 x 8 are measured in cells: the lattice's corners, clockwise from row 1's left end, are
(-4, 4), (4, 4), (4, -4), (-4, -4).
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, radians, sqrt, tan
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike

from calibration.lens import Lens
from calibration.pose import Floats, Pose
from calibration.solver import Camera, Problem, errors, solve
from engines import InputError

LATTICE = np.array([(-4.0, 4.0, 0.0), (4.0, 4.0, 0.0), (4.0, -4.0, 0.0), (-4.0, -4.0, 0.0)])
"""The lattice's corners in cells, in the order in which they are given."""
FIELD = 65.0
"""Degrees a camera sees along its longer side where nothing says otherwise."""
FOCAL_SPREAD = 0.3
"""Standard deviation of the logarithm of the focal length: 50 to 95 degrees are common."""
RADIAL = (-0.03, 0.06)
"""The lens term to expect of a camera nobody calibrated, and its standard deviation."""
NOISE = 1.0
"""Standard deviation of a given point in pixels where the caller does not know better."""
FAR = 5.0
"""A point so many standard deviations off is left out at the end."""
UNLIKELY = 4.0
"""A start that costs so many times as much as the best one is not followed."""
ROBUST = 12
"""From so many points on, wrong ones are looked for."""
LEAST_SEEN, LEAST_CELL = 0.3, 4
"""The share of a board that must lie in the picture, and how wide its cells must be in pixels."""
NUDGE = np.array([(0.0, 0.0), (0.01, 0.0), (0.0, 0.01), (0.0, 0.0)])
"""Pixels by which four corners are moved to begin with, where they are an exact rectangle."""


def pose_from_corners(
    corners: ArrayLike, size: tuple[int, int], lens: Lens | None = None, noise: float = NOISE
) -> Pose:
    """The pose in cells from the lattice's four corners, clockwise from row 1's left end."""
    quad = check_quad(corners, "the four corners")
    _check_seen(quad, size)
    return fit_pose(LATTICE, quad, size, lens, noise)


def _check_seen(quad: Floats, size: tuple[int, int]) -> None:
    """Refuse a board of which little can be seen, whatever stands on it."""
    wide, high = size
    whole = abs(cv2.contourArea(quad.astype(np.float32)))
    picture = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - 0.5
    seen, _ = cv2.intersectConvexConvex(quad.astype(np.float32), picture)
    if seen < LEAST_SEEN * whole:
        raise InputError(
            f"the four corners go around {seen / whole:.0%} of a board in this picture of "
            f"{wide} x {high} pixels; give corners in pixels of it"
        )
    if whole < (8 * LEAST_CELL) ** 2:
        raise InputError(
            f"the four corners go around a board of {whole**0.5:.0f} pixels; its cells must be "
            f"{LEAST_CELL} pixels wide to be read"
        )


def fit_pose(
    board_points: ArrayLike,
    pixels: ArrayLike,
    size: tuple[int, int],
    lens: Lens | None = None,
    noise: float = NOISE,
) -> Pose:
    """The pose that puts board points (n x 3) nearest to where they were seen (n x 2).

    Without a lens, focal length and one lens term are estimated too, as far as the points tell
    them. At least four points, most of them on one level; wrong ones among many are borne.
    """
    points = np.asarray(board_points, float).reshape(-1, 3)
    shape = np.zeros((0, 2)), np.zeros((0, len(points), 3))
    return fit_shape(points, pixels, size, lens, noise, *shape)[0]


def fit_shape(
    points: Floats,
    pixels: ArrayLike,
    size: tuple[int, int],
    lens: Lens | None,
    noise: float,
    expected: Floats,
    moves: Floats,
) -> tuple[Pose, Floats]:
    """The pose of a board whose shape is known but for some measures, and these measures.

    `moves` (m x n x 3) is what one unit of each measure adds to the points, `expected` (m x 2) its
    likely value and spread.
    """
    seen = np.asarray(pixels, float).reshape(-1, 2)
    _check(points, seen, size, lens)
    middle = np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
    focal, radial = (max(size) / 2 / tan(radians(FIELD / 2)), FOCAL_SPREAD), RADIAL
    if lens is not None:
        focal, radial = (sqrt(lens.matrix[0, 0] * lens.matrix[1, 1]), 0.0), (0.0, 0.0)
        flat = (lens.undistort(seen) - lens.matrix[:2, 2]) / lens.matrix[[0, 1], [0, 1]]
        problem = Problem(points, flat * focal[0], noise, focal, radial, moves, expected)
    else:
        problem = Problem(points, seen - middle, noise, focal, radial, moves, expected)
    camera, problem = _best(problem)
    quality = _quality(problem, camera)
    if lens is not None:
        pose = Pose(
            lens.matrix,
            camera.rotation,
            camera.translation,
            quality=quality,
            distortion=lens.distortion,
        )
    else:
        matrix = np.array([[camera.focal, 0, middle[0]], [0, camera.focal, middle[1]], [0, 0, 1.0]])
        pose = Pose(matrix, camera.rotation, camera.translation, camera.radial, quality)
    return pose, camera.shape


def check_quad(given: ArrayLike, what: str) -> Floats:
    """Four pixels that run clockwise around a convex shape; raises `InputError`."""
    quad = np.asarray(given, float)
    if quad.shape != (4, 2) or not np.isfinite(quad).all():
        raise InputError(f"{what}: expected 4 points of x and y, got {quad.shape}")
    sides = np.roll(quad, -1, 0) - quad
    following = np.roll(sides, -1, 0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    lengths = np.linalg.norm(sides, axis=1) * np.linalg.norm(following, axis=1)
    if (turns < -0.02 * lengths).all():
        raise InputError(
            f"{what} run anticlockwise; give them clockwise, as the picture shows them"
        )
    if (turns < 0.02 * lengths).any() or lengths.min() < 1:
        raise InputError(f"{what} do not go around a board; check their order and places")
    return quad


def _check(points: Floats, seen: Floats, size: tuple[int, int], lens: Lens | None) -> None:
    if len(points) != len(seen) or len(points) < 4:
        raise InputError(
            f"a pose needs 4 or more points, each with its pixel: "
            f"got {len(points)} points and {len(seen)} pixels"
        )
    if not (np.isfinite(points).all() and np.isfinite(seen).all()):
        raise InputError("a pose needs finite numbers")
    if lens is not None and lens.size != tuple(size):
        raise InputError(
            f"the lens was calibrated for pictures of {lens.size[0]} x {lens.size[1]}, "
            f"this one has {size[0]} x {size[1]}; set the camera back or calibrate again"
        )


def _best(problem: Problem) -> tuple[Camera, Problem]:
    """The likeliest camera, and the problem without the points that turned out to be wrong."""
    starts = [(start, solve(problem, start, 0)[1]) for start in _starts(problem)]
    likely = UNLIKELY * min((cost for _, cost in starts), default=inf)
    tried = [solve(problem, start, 3) for start, cost in starts if cost <= likely]
    camera, cost = min(tried, key=lambda result: result[1], default=(None, inf))
    if camera is None or not np.isfinite(cost):
        raise InputError("no camera sees the points like this; check their order and places")
    camera, _ = solve(problem, camera, 30)
    if len(problem.points) >= ROBUST:
        off = errors(problem, camera)
        spread = max(problem.noise, 1.4826 * float(np.median(off)) / 1.1774)
        good = off <= FAR * spread
        if not good.all():
            problem = replace(problem, weights=good.astype(float))
            camera, _ = solve(problem, camera, 10)
    return camera, problem


def _starts(problem: Problem) -> list[Camera]:
    """Where to begin: both poses that a flat board allows, for each likely focal length."""
    shape = problem.shape[:, 0]
    flat = problem.points + np.tensordot(shape, problem.moves, 1)
    method = cv2.RANSAC if len(flat) >= ROBUST else 0
    reach = 0.02 * float(np.ptp(problem.pixels, axis=0).max())
    plane: Any = cv2.findHomography(flat[:, :2], problem.pixels, method, max(3.0, reach))[0]
    if plane is None:
        raise InputError("the points lie on one line; give points all around the board")
    low, high = flat[:, :2].min(0), flat[:, :2].max(0)
    box = np.array([(low[0], high[1]), high, (high[0], low[1]), low])
    seen = cv2.perspectiveTransform(box[None], plane)[0]
    focals = [problem.focal[0]]
    told = _focal(plane) if problem.focal[1] else None
    if told is not None and 0.4 < told / focals[0] < 2.5:
        focals.append(told)
    starts = []
    for focal in focals:
        cameras = _flat_poses(box, seen, focal) or _flat_poses(box, seen + NUDGE, focal)
        starts += [Camera(*camera, focal, problem.radial[0], shape) for camera in cameras]
    return starts


def _flat_poses(box: Floats, seen: Floats, focal: float) -> list[tuple[Floats, Floats]]:
    """Rotation and translation of the cameras above the board that see a flat box there.

    None, perhaps, for an exact upright rectangle: there OpenCV may divide by zero, and gives nan or
    a camera beneath the board.
    """
    matrix = np.diag([focal, focal, 1.0])
    corners = np.column_stack([box, np.zeros(4)])
    _, turns, shifts, _ = cv2.solvePnPGeneric(corners, seen, matrix, None, flags=cv2.SOLVEPNP_IPPE)
    poses = [
        (np.asarray(cv2.Rodrigues(turn)[0], float), np.asarray(shift, float).ravel())
        for turn, shift in zip(turns, shifts, strict=True)
    ]
    return [(turn, shift) for turn, shift in poses if turn[:, 2] @ shift < 0]


def _focal(plane: Floats) -> float | None:
    """The focal length that makes a homography's axes square and alike, if it says any."""
    (a, b), (c, d), (e, g) = plane[0, :2], plane[1, :2], plane[2, :2]
    # Both conditions are linear in 1 / f^2: how far they are fulfilled without it, and its share.
    share = np.array([a * b + c * d, (a * a + c * c - b * b - d * d) / 2])
    rest = np.array([e * g, (e * e - g * g) / 2])
    weight = float(share @ share)
    inverse = -float(share @ rest) / weight if weight > 0 else 0.0
    return 1 / sqrt(inverse) if inverse > 0 else None


def _quality(problem: Problem, camera: Camera) -> float:
    """1 when every point is where it should be, 0 when they are a quarter of a cell off.

    A cell is an eighth of the board, whatever its unit.
    """
    kept = np.ones(len(problem.points)) if problem.weights is None else problem.weights
    off = errors(problem, camera)
    extent = float(np.ptp(problem.pixels, axis=0).max())
    typical = sqrt(float((kept * off**2).sum() / kept.sum()))
    return float(np.clip(1 - typical / (extent / 32), 0, 1) * kept.mean())
