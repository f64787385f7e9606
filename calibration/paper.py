"""Sheets to print on A4 in exact millimetres: corner markers and the calibration sheet.

A sheet is an SVG picture whose unit is the millimetre; Typst makes PDF and PNG of it.
"""

from __future__ import annotations

import struct
import zlib
from html import escape
from pathlib import Path

import cv2

from calibration import charuco, markers
from engines import InputError

WIDTH, HEIGHT = 210.0, 297.0
"""A4."""
MARGIN = 12.0
"""No printer leaves out more than this at the edge."""
RESOLUTION = 300
"""Dots an inch of a PNG."""
KINDS = (".pdf", ".svg", ".png")
"""What can be written."""
FONTS = "Libertinus Serif, DejaVu Serif, serif"
PAGE = """#set page(width: 210mm, height: 297mm, margin: 0mm)
#image(bytes(sys.inputs.sheet), format: "svg", width: 210mm, height: 297mm)
"""

MARKER_SIZES = (20.0, 40.0, 60.0)
"""Side of a corner marker in millimetres: least, usual, most."""
SQUARE_SIZES = (12.0, 24.0, 24.5)
"""Side of a square of the calibration sheet: least, usual, most."""
MARKER_ENDS = (
    "1. sıranın sol ucu / row 1, left",
    "1. sıranın sağ ucu / row 1, right",
    "8. sıranın sağ ucu / row 8, right",
    "8. sıranın sol ucu / row 8, left",
)


def markers_sheet(side: float = MARKER_SIZES[1]) -> str:
    """The four corner markers, laid out as on the board, with lines along which to cut."""
    _check("a marker", side, MARKER_SIZES)
    border, strip, gap = marker_border(side), 6.0, 14.0
    whole = side + 2 * border
    parts = _heading(
        "Köşe işaretleri / Corner markers",
        "Kesin; 0-1-2-3'ü saat yönünde ızgaranın dışına, siyah köşe ızgaranın köşesine gelecek"
        " biçimde koyun.",
        "Cut out; lay 0-1-2-3 clockwise outside the lattice, a corner of the black square on the"
        " lattice's corner.",
    )
    left, top = (WIDTH - 2 * whole - gap) / 2, 42.0
    for number, (right, low) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        x, y = left + right * (whole + gap), top + low * (whole + strip + gap)
        parts.append(_cut(x, y, whole, whole + strip))
        # The strip with the number is on the outer side, away from the board.
        words = y + whole + 3.0 if low else y + 4.2
        parts.append(_text(x + whole / 2, words, 2.8, f"{number}: {MARKER_ENDS[number]}", "middle"))
        inside = y + border + (0 if low else strip)
        parts.append(_marker(markers.DICTIONARY, number, x + border, inside, side))
    return _sheet(parts)


def marker_border(side: float) -> float:
    """The white around a marker, without which it is not seen on a dark board."""
    return max(4.0, side / 8)


def charuco_sheet(square: float = SQUARE_SIZES[1]) -> str:
    """The calibration sheet."""
    _check("a square", square, SQUARE_SIZES)
    parts = _heading(
        "Ayar sayfası / Calibration sheet",
        "Sert, düz bir levhaya yapıştırın; resmin her yerinde, eğik de tutarak 15-20 resim çekin.",
        "Glue it on a stiff, flat board; take 15-20 pictures all over the view, tilted ones too.",
    )
    across, down = charuco.SQUARES
    left, top = (WIDTH - across * square) / 2, 33.0 + (10 * SQUARE_SIZES[2] - down * square) / 2
    board = charuco.sheet()
    white = set()
    for corners, number in zip(board.getObjPoints(), board.getIds().ravel(), strict=True):
        x, y = (float(v) for v in corners[:, :2].min(0))
        white.add((int(x), int(y)))
        at = (left + x * square, top + y * square)
        parts.append(_marker(charuco.DICTIONARY, int(number), *at, charuco.MARKER * square))
    dark = [(x, y) for y in range(down) for x in range(across) if (x, y) not in white]
    boxes = [(left + x * square, top + y * square, square, square) for x, y in dark]
    parts.append(_boxes(boxes))
    return _sheet(parts)


def write_sheet(svg: str, path: Path) -> None:
    """Write a sheet as PDF, SVG or PNG, as the file's name says; raises `InputError`."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise InputError(f"{path} must end in {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    import typst  # 77 MB that no other command needs

    inputs = {"sheet": svg}
    if kind == ".svg":
        data = svg.encode()
    elif kind == ".pdf":
        data = typst.compile(PAGE.encode(), format="pdf", sys_inputs=inputs)
    else:
        png = typst.compile(PAGE.encode(), format="png", ppi=RESOLUTION, sys_inputs=inputs)
        data = _with_scale(png)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None


def _check(what: str, size: float, sizes: tuple[float, float, float]) -> None:
    least, _, most = sizes
    if not least <= size <= most:
        raise InputError(f"{what} may be {least:g} to {most:g} mm large on A4, not {size:g}")


def _sheet(parts: list[str]) -> str:
    body = "\n".join([*parts, *_ruler()])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}mm" height="{HEIGHT:g}mm" '
        f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}">\n'
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="white"/>\n{body}\n</svg>\n'
    )


def _heading(title: str, turkish: str, english: str) -> list[str]:
    return [
        _text(MARGIN, 16, 5, f"Hakem: {title}"),
        _text(MARGIN, 22.5, 3.7, turkish),
        _text(MARGIN, 28, 3.7, english),
    ]


def _ruler() -> list[str]:
    """100 mm to check the printer by, and what to do with it."""
    y = 284.0
    ticks = "".join(
        f"M{MARGIN + i:g} {y:g}v{-(4 if i % 10 == 0 else 2.8 if i % 5 == 0 else 1.6):g}"
        for i in range(101)
    )
    line = (
        f'<path d="M{MARGIN:g} {y:g}h100{ticks}" fill="none" stroke="black" stroke-width="0.15"/>'
    )
    return [
        line,
        *(_text(MARGIN + i, y + 4, 3, str(i), "middle") for i in (0, 50)),
        _text(MARGIN + 100, y + 4, 3, "100 mm", "middle"),
        _text(MARGIN + 108, y - 1.5, 3, "%100 ölçekle yazdırın; bu çizgi 100 mm olmalı."),
        _text(MARGIN + 108, y + 3, 3, "Print at 100 %; this line must be 100 mm long."),
    ]


def _text(x: float, y: float, size: float, words: str, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.3f}" y="{y:.3f}" font-size="{size:g}" font-family="{FONTS}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )


def _boxes(boxes: list[tuple[float, float, float, float]]) -> str:
    """Black boxes as one path, so that no seam shows between neighbours."""
    drawn = "".join(f"M{x:.4f} {y:.4f}h{w:.4f}v{h:.4f}h{-w:.4f}z" for x, y, w, h in boxes)
    return f'<path d="{drawn}" fill="black"/>'


def _marker(family: int, number: int, x: float, y: float, side: float) -> str:
    """An ArUco marker, bit by bit."""
    dictionary = cv2.aruco.getPredefinedDictionary(family)
    across = dictionary.markerSize + 2
    bits = cv2.aruco.generateImageMarker(dictionary, number, across)
    bit = side / across
    dark = [(r, c) for r in range(across) for c in range(across) if bits[r][c] == 0]
    return _boxes([(x + c * bit, y + r * bit, bit, bit) for r, c in dark])


def _cut(x: float, y: float, width: float, height: float) -> str:
    """Where to cut."""
    return (
        f'<rect x="{x:.3f}" y="{y:.3f}" width="{width:.3f}" height="{height:.3f}" fill="none" '
        'stroke="#888888" stroke-width="0.2" stroke-dasharray="1.5 1"/>'
    )


def _with_scale(png: bytes) -> bytes:
    """The PNG with its resolution written in, which Typst leaves out: it prints in true size."""
    dots = round(RESOLUTION / 0.0254)
    body = b"pHYs" + struct.pack(">IIB", dots, dots, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    start = 8 + 25  # behind the signature and the header
    return png[:start] + chunk + png[start:]
