"""Augmentation: what another lamp, camera or set would have made of the picture."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import pictures_in

Pictures = NDArray[np.uint8]
SHADED = 0.2
"""The share of pictures into which a shadow falls."""


def recoloured(picture: Pictures, rng: np.random.Generator, hues: float = 6.0) -> Pictures:
    """As another set in another light would look to another camera."""
    return other_camera(other_light(picture, rng, hues), rng)


def other_light(picture: Pictures, rng: np.random.Generator, hues: float = 6.0) -> Pictures:
    """Another exposure, contrast, white balance and hue; sometimes nearly without colour.

    `hues` is how far hues wander, of 180: far where nothing is told by its colour.
    """
    work: Any = picture.astype(np.float32)
    if rng.random() < 0.5:
        hue = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV).astype(np.float32)
        hue[..., 0] = (hue[..., 0] + rng.normal(0, hues)) % 180
        hue[..., 1] = np.clip(hue[..., 1] * rng.uniform(0.4, 1.5), 0, 255)
        work = cv2.cvtColor(hue.astype(np.uint8), cv2.COLOR_HSV2BGR).astype(np.float32)
    gains = np.exp(rng.normal(0, 0.08, 3) + rng.normal(0, 0.25)).astype(np.float32)
    work = work * gains
    gamma = float(np.exp(rng.normal(0, 0.2)))
    work = 255 * np.clip(work / 255, 0, 1) ** gamma
    if rng.random() < 0.3:
        work = (work - work.mean()) * rng.uniform(0.6, 1.3) + work.mean()
    if rng.random() < SHADED:
        work = work * shadow(picture.shape[:2], rng)[..., None]
    return np.clip(work, 0, 255).astype(np.uint8)


def shadow(shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.float32]:
    """What somebody's head or a cupboard leaves of the light: less beyond a soft or sharp edge."""
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    along = (xs / shape[1] - 0.5) * np.cos(angle) + (ys / shape[0] - 0.5) * np.sin(angle)
    steep = np.clip((along - rng.uniform(-0.4, 0.4)) / rng.uniform(0.005, 0.15), -40, 40)
    return np.asarray(1 - rng.uniform(0.2, 0.7) / (1 + np.exp(-steep)), np.float32)


def other_camera(picture: Pictures, rng: np.random.Generator) -> Pictures:
    """Sometimes blurred, sometimes noisy."""
    work: Any = picture.astype(np.float32)
    if rng.random() < 0.25:
        work = cv2.GaussianBlur(work, (0, 0), rng.uniform(0.3, 1.2))
    if rng.random() < 0.5:
        work = work + rng.standard_normal(work.shape, np.float32) * rng.uniform(0, 8)
    return np.clip(work, 0, 255).astype(np.uint8)


def for_torch(pictures: list[Pictures]) -> NDArray[np.float32]:
    """N x 3 x height x width between 0 and 1, just as the running program shows it to networks."""
    return pictures_in(pictures)
