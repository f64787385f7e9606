"""A pose that is bent a little is set right by the lines of a board."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.corners import pose_from_corners
from calibration.pose import Pose
from vision.find.lines import set_by_lines
from vision.find.lying import outline
from vision.frame import Frame

SIZE = (960, 720)
MATRIX = np.array([[800.0, 0, 479.5], [0, 800.0, 359.5], [0, 0, 1]])
TILT = np.asarray(cv2.Rodrigues(np.array([np.pi - 0.35, 0.1, 0.15]))[0], float)
TRULY = Pose(MATRIX, TILT, np.array([0.2, 0.1, 13.0]))
TRUE = TRULY.project(outline(TRULY))
BENT = TRUE + np.array([(3.0, -5.0), (-2.0, 4.0), (7.0, 5.0), (-4.0, 3.0)])


def board(line: tuple[int, int, int], thick: int, discs: bool) -> Frame:
    """A drawn board in a frame, its lines where `TRUE` has them."""
    cell = 60
    flat = np.full((10 * cell, 10 * cell, 3), 30, np.uint8)
    cv2.rectangle(flat, (cell, cell), (9 * cell, 9 * cell), (60, 130, 40), -1)
    for k in range(1, 10):
        cv2.line(flat, (cell, k * cell), (9 * cell, k * cell), line, thick)
        cv2.line(flat, (k * cell, cell), (k * cell, 9 * cell), line, thick)
    rng = np.random.default_rng(3)
    for number in range(64 if discs else 0):
        tone = int(rng.choice((0, 25, 235)))
        if tone:
            x, y = (np.array(divmod(number, 8)) + 1.5 + rng.uniform(-0.06, 0.06, 2)) * cell
            cv2.circle(flat, (round(x), round(y)), 25, (tone, tone, tone), -1, cv2.LINE_AA)
    corners = np.array([(1, 1), (9, 1), (9, 9), (1, 9)], np.float32) * cell
    plane = cv2.getPerspectiveTransform(corners, TRUE.astype(np.float32))
    seen = cv2.warpPerspective(flat, plane, SIZE, borderValue=(150, 160, 170))
    noise = rng.normal(0, 3, seen.shape)
    return Frame(np.clip(cv2.GaussianBlur(seen, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8), 0.0)


def off(pose: Pose) -> float:
    """How far the farthest corner lies off, in cells."""
    cell = float(np.linalg.norm(TRUE - np.roll(TRUE, 1, 0), axis=1).mean()) / 8
    return float(np.linalg.norm(pose.project(outline(pose)) - TRUE, axis=1).max()) / cell


@pytest.mark.parametrize("discs", [False, True])
@pytest.mark.parametrize(("line", "thick"), [((15, 25, 10), 2), ((120, 190, 100), 4)])
def test_a_bent_pose_is_set_right(line: tuple[int, int, int], thick: int, discs: bool) -> None:
    frame, bent = board(line, thick, discs), pose_from_corners(BENT, SIZE)
    assert off(bent) > 0.1
    assert off(set_by_lines(frame, bent)) < 0.04


def test_a_right_pose_stays() -> None:
    frame, right = board((15, 25, 10), 2, True), TRULY
    assert off(set_by_lines(frame, right)) < 0.04


@pytest.mark.parametrize("sigma", [0.0, 1.0, 3.0, 8.0])
@pytest.mark.parametrize("seed", range(4))
def test_noise_moves_nothing(sigma: float, seed: int) -> None:
    picture = 90 + np.random.default_rng(seed).normal(0, sigma, (SIZE[1], SIZE[0], 3))
    assert set_by_lines(Frame(picture.astype(np.uint8), 0.0), TRULY) is TRULY


def test_discs_without_lines_move_nothing() -> None:
    assert off(set_by_lines(board((60, 130, 40), 2, True), TRULY)) < 0.05


@pytest.mark.parametrize("sigma", [1.0, 3.0])
def test_lines_on_half_a_board_do_not_guess_the_other_half(sigma: float) -> None:
    frame, bent = board((15, 25, 10), 2, False), pose_from_corners(BENT, SIZE)
    picture = frame.picture.copy()
    picture[:, 470:] = 90
    noise = np.random.default_rng(0).normal(0, sigma, picture.shape)
    half = Frame(np.clip(picture + noise, 0, 255).astype(np.uint8), 0.0)
    assert off(set_by_lines(half, bent)) <= off(bent)


def test_fine_lines_of_a_large_picture_are_seen() -> None:
    small, bent = board((15, 25, 10), 2, True), pose_from_corners(BENT, SIZE)
    scale = np.diag([4.0, 4.0, 1.0])
    large = replace(bent, matrix=scale @ bent.matrix)
    picture = cv2.resize(small.picture, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    noise = np.random.default_rng(0).normal(0, 4, picture.shape)
    frame = Frame(np.clip(picture + noise, 0, 255).astype(np.uint8), 0.0)
    found = set_by_lines(frame, large)
    assert off(replace(found, matrix=np.linalg.inv(scale) @ found.matrix)) < 0.05


def test_how_well_the_board_was_seen_is_kept() -> None:
    bent = replace(pose_from_corners(BENT, SIZE), quality=0.61)
    assert set_by_lines(board((120, 190, 100), 4, True), bent).quality == 0.61
