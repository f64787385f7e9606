"""Small pieces of SVG, the same over a clean board and over a picture."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from html import escape

import cv2

from vision.frame import Picture

FONT = "Libertinus Serif"
"""Comes with Typst, has Turkish letters, and looks the same on every machine."""
INK, WHITE, DOUBT, SETTLED = "#1d1d1f", "#ffffff", "#f28c00", "#7b3fb5"
ROW, AREA = "#f2b705", "#0a6fa4"
SIDES = {"B": "#1d1d1f", "R": "#c4282d", "W": "#ffffff"}


def drawing(width: float, height: float, parts: Iterable[str]) -> str:
    """A whole picture."""
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">\n{body}\n</svg>\n'
    )


def image(picture: Picture, width: float, height: float) -> str:
    """A picture as the background."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
    text = base64.b64encode(data.tobytes()).decode()
    return (
        f'<image x="0" y="0" width="{width:g}" height="{height:g}" '
        f'preserveAspectRatio="none" href="data:image/jpeg;base64,{text}"/>'
    )


def box(
    x: float, y: float, width: float, height: float, *, fill: str, stroke: str = "none",
    thick: float = 0, round_by: float = 0, opacity: float = 1,
) -> str:  # fmt: skip
    """A rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_by:g}" '
        f'fill="{fill}" fill-opacity="{opacity:g}" stroke="{stroke}" stroke-width="{thick:g}"/>'
    )


def circle(
    x: float, y: float, radius: float, *, fill: str, stroke: str = "none", thick: float = 0
) -> str:
    """A circle."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{thick:g}"/>'
    )


def ellipse(x: float, y: float, across: float, down: float, *, fill: str, stroke: str) -> str:
    """An ellipse, by its half widths."""
    return (
        f'<ellipse cx="{x:g}" cy="{y:g}" rx="{across:g}" ry="{down:g}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="4"/>'
    )


def line(points: Iterable[tuple[float, float]], stroke: str, thick: float, dashes: str = "") -> str:
    """A broken line."""
    text = " ".join(f"{x:g},{y:g}" for x, y in points)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<polyline points="{text}" fill="none" stroke="{stroke}" stroke-width="{thick:g}" '
        f'stroke-linecap="round" stroke-linejoin="round"{dashed}/>'
    )


def words(
    x: float, y: float, size: float, text: str, *, fill: str = INK, edge: str = "",
    bold: bool = False,
) -> str:  # fmt: skip
    """Text around a middle; with an edge it can be read on any background."""
    look = (
        f'x="{x:g}" y="{y + 0.34 * size:g}" font-size="{size:g}" text-anchor="middle" '
        f'font-family="{FONT}" font-weight="{"bold" if bold else "normal"}"'
    )
    inside = f'<text {look} fill="{fill}">{escape(text)}</text>'
    if not edge:
        return inside
    around = f'stroke="{edge}" stroke-width="{size / 6:g}" stroke-linejoin="round"'
    return f'<text {look} fill="{edge}" {around}>{escape(text)}</text>{inside}'
