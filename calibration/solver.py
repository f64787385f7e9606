"""The numbers behind a pose: Levenberg-Marquardt on a camera over a board, with prior beliefs.

What the points do not say (four corners seen from straight above tell no focal length), the
priors decide; what many points do say overrules them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log
from typing import NamedTuple

import cv2
import numpy as np

from calibration.bending import Floats

HUBER = 2.0
"""From so many standard deviations on an error counts by its length, not by its square."""
SMALL = 1e-4
"""A gain in cost (in squared standard deviations) that is not worth another step."""


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """What is sought."""

    rotation: Floats
    """3x3, board axes to camera axes."""
    translation: Floats
    """The board's origin as the camera sees it."""
    focal: float
    """In pixels."""
    radial: float
    """The lens term."""
    shape: Floats
    """How far the board's points move along each of the problem's `moves`."""


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """What is given."""

    points: Floats
    """Board points, n x 3."""
    pixels: Floats
    """Where they were seen, n x 2, measured from the lens's middle."""
    noise: float
    """Standard deviation of the pixels."""
    focal: tuple[float, float]
    """The focal length to expect, and the spread of its logarithm; 0 holds it fast."""
    radial: tuple[float, float]
    """The lens term to expect and its spread; 0 holds it fast."""
    moves: Floats
    """How the board's shape may change: m x n x 3, what one unit of each adds to the points."""
    shape: Floats
    """What to expect of these changes and their spread, m x 2."""
    weights: Floats | None = None
    """How much each point counts; all alike where nothing is given."""


def solve(problem: Problem, start: Camera, steps: int) -> tuple[Camera, float]:
    """The camera after at most so many steps, and its cost (lower is likelier)."""
    camera, damping = start, 1e-3
    seen = _look(problem, camera)
    cost = _cost(problem, camera, seen)
    if not np.isfinite(cost):
        return camera, inf
    for _ in range(steps):
        matrix, gradient = _normal(problem, camera, seen)
        diagonal = matrix.diagonal().copy()
        for _ in range(8):
            matrix.flat[:: len(matrix) + 1] = diagonal * (1 + damping)
            step: Floats = np.linalg.solve(matrix, gradient).astype(np.float64, copy=False)
            if step @ gradient < SMALL:
                return camera, cost
            moved = _moved(problem, camera, -step)
            there = _look(problem, moved)
            lower = _cost(problem, moved, there)
            if lower < cost:
                camera, cost, seen = moved, lower, there
                damping = max(damping / 10, 1e-9)
                break
            damping *= 10
    return camera, cost


def errors(problem: Problem, camera: Camera) -> Floats:
    """How far each point is seen from where the camera puts it, in pixels."""
    return _look(problem, camera).length * problem.noise


def board(problem: Problem, camera: Camera) -> Floats:
    """The board's points in the shape found."""
    moved: Floats = problem.points + np.tensordot(camera.shape, problem.moves, 1)
    return moved


class _Seen(NamedTuple):
    """What a camera makes of the points."""

    wrong: Floats
    """How far off each is seen, 2 x n, in pixels."""
    length: Floats
    """The same as one length, in standard deviations."""
    slopes: Floats
    """How `wrong` changes with turn (3), shift (3), log focal, radial, shape (m): 2 x n x p."""


def _look(problem: Problem, camera: Camera) -> _Seen:
    turned = (board(problem, camera) if len(camera.shape) else problem.points) @ camera.rotation.T
    seen = turned + camera.translation
    depth = seen[:, 2]
    if depth.min() <= 0:
        nothing = np.full((2, len(seen)), inf)
        return _Seen(nothing, nothing[0], np.zeros((2, len(seen), 8 + len(camera.shape))))
    near = 1 / depth
    u, v = seen[:, 0] * near, seen[:, 1] * near
    square = u * u + v * v
    scale = camera.focal * (1 + camera.radial * square)
    predicted = (scale * u, scale * v)
    mixed = 2 * camera.focal * camera.radial * u * v
    by_u = (scale + 2 * camera.focal * camera.radial * u * u, mixed)
    by_v = (mixed, scale + 2 * camera.focal * camera.radial * v * v)
    slopes = np.empty((2, len(seen), 8 + len(camera.shape)))
    x, y, z = turned.T
    for side in (0, 1):
        a, b = by_u[side] * near, by_v[side] * near
        c = -(a * u + b * v)
        rows = slopes[side]
        rows[:, 0], rows[:, 1], rows[:, 2] = y * c - z * b, z * a - x * c, x * b - y * a
        rows[:, 3], rows[:, 4], rows[:, 5] = a, b, c
        rows[:, 6] = predicted[side]
        rows[:, 7] = camera.focal * square * (u, v)[side]
        for i, move in enumerate(problem.moves):
            dx, dy, dz = (move @ camera.rotation.T).T
            rows[:, 8 + i] = a * dx + b * dy + c * dz
    wrong = np.array(predicted) - problem.pixels.T
    return _Seen(wrong, np.hypot(*wrong) / problem.noise, slopes)


def _priors(problem: Problem, camera: Camera) -> tuple[Floats, Floats]:
    """How far focal, radial and shape are from what was expected, and how much that counts."""
    focal, radial = log(camera.focal / problem.focal[0]), camera.radial - problem.radial[0]
    off = np.array([focal, radial, *(camera.shape - problem.shape[:, 0])])
    spreads = np.array([problem.focal[1], problem.radial[1], *problem.shape[:, 1]])
    return off, 1 / np.maximum(spreads, 1e-6) ** 2


def _cost(problem: Problem, camera: Camera, seen: _Seen) -> float:
    length = seen.length
    each = np.where(length < HUBER, length**2, HUBER * (2 * length - HUBER))
    off, weight = _priors(problem, camera)
    told = each.sum() if problem.weights is None else each @ problem.weights
    return float(told + weight @ off**2)


def _normal(problem: Problem, camera: Camera, seen: _Seen) -> tuple[Floats, Floats]:
    """The normal equations' matrix and gradient."""
    counts = np.minimum(1, HUBER / np.maximum(seen.length, 1e-12)) / problem.noise**2
    if problem.weights is not None:
        counts = counts * problem.weights
    off, weight = _priors(problem, camera)
    slopes = seen.slopes.reshape(-1, seen.slopes.shape[2])
    weighed = slopes.T * np.concatenate([counts, counts])
    matrix, gradient = weighed @ slopes, weighed @ seen.wrong.ravel()
    matrix.flat[6 * len(matrix) + 6 :: len(matrix) + 1] += weight
    gradient[6:] += weight * off
    return matrix, gradient


def _moved(problem: Problem, camera: Camera, step: Floats) -> Camera:
    held_focal, held_radial = problem.focal[1] == 0, problem.radial[1] == 0
    return Camera(
        np.asarray(cv2.Rodrigues(step[:3])[0]) @ camera.rotation,
        camera.translation + step[3:6],
        camera.focal if held_focal else camera.focal * exp(min(1.0, max(-1.0, step[6]))),
        camera.radial if held_radial else float(camera.radial + step[7]),
        camera.shape + step[8:],
    )
