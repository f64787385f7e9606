"""A picture from a file; one that is larger than anything here needs, read smaller."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import cv2
import numpy as np

from engines import InputError
from vision.frame import Picture
from vision.naming import as_utf8

MOST = 24_000_000
"""Pixels of a picture that is taken as it is; a phone's of 100 million would fill a Pi's memory."""
REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""By how many times a picture can be reduced while it is read, and how OpenCV is told so."""
START, END, SCAN = 0xD8, 0xD9, 0xDA
"""Markers of a JPEG file: its begin, its end, and where the picture itself begins."""
MARKER = re.compile(rb"\xff+([\x01-\xcf\xd9-\xfe])")
"""A marker within the data of a picture, where most such bytes are followed by a zero, or count."""
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of the segments that tell a JPEG's size."""
PNG = b"\x89PNG\r\n\x1a\n"
"""How a PNG file begins."""
TOO_LARGE = 1 << 30
"""OpenCV reads no picture of more pixels."""
PNG_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Numbers a pixel, by a PNG's kind of colour."""
MOST_DEFLATED = 1032
"""Of one byte no more can be inflated: a head that tells of more than its data holds is wrong."""
DAMAGED = "is damaged"
CUT_OFF = "is incomplete, its end is missing"
"""What is said of a file that ends before its picture does."""


def holds_picture(path: Path) -> bool:
    """Whether a file begins as pictures do, whatever it is called; says nothing of its rest."""
    try:
        return bool(cv2.haveImageReader(as_utf8(path)))
    except (InputError, cv2.error):
        return False


def read_picture(path: Path) -> tuple[Picture, int] | None:
    """A file's picture, and by how many times it was reduced; None if it is no picture.

    Raises `InputError` for a file that is empty, gone, or may not be read, for a picture that is
    too large for anybody to read, for a JPEG of which a part is missing, since what is not there
    would be read as grey, and for a broken PNG, of which its decoder would speak in lines of its
    own. A JPEG is reduced while it is decoded, which spares the memory too; other kinds afterwards.
    """
    check_readable(path)
    fault = fault_of(path)
    if fault:
        raise InputError(f"{path} {fault}: copy or send it again")
    size = jpeg_size(path)
    factor = 1 if size is None else reduction(*size)
    try:
        picture: Any = cv2.imread(as_utf8(path), REDUCED[factor])
    except cv2.error:  # a header may tell any size; what follows need not be there
        raise InputError(f"{path} tells a size too large for a picture; or it is broken") from None
    if picture is None:
        return None
    if factor == 1:
        factor = reduction(*picture.shape[:2])
        picture = _reduced(picture, factor)
    return np.asarray(picture, np.uint8), factor


def check_readable(path: Path) -> None:
    """Refuse a file that may not be read, or is empty: nobody need look for a fault within."""
    try:
        with path.open("rb") as file:
            empty = not file.read(1)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    if empty:
        raise InputError(f"{path} is empty")


def reduction(one: int, other: int) -> int:
    """By how many times a picture of these sides is to be reduced."""
    return next((by for by in REDUCED if one * other <= MOST * by**2), max(REDUCED))


def _reduced(picture: Any, by: int) -> Any:
    if by == 1:
        return picture
    height, width = (side // by for side in picture.shape[:2])
    whole = picture[: height * by, : width * by]  # each new pixel is of exactly so many old ones
    return cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)


def jpeg_size(path: Path) -> tuple[int, int] | None:
    """Height and width as a JPEG file tells them, without decoding it; None for any other file."""
    try:
        with path.open("rb") as file:
            for marker, length in _segments(file):
                if marker in FRAMES and length >= 5:
                    told = file.read(5)  # bits a sample, height, width
                    return int.from_bytes(told[1:3], "big"), int.from_bytes(told[3:5], "big")
                file.seek(length, 1)
    except OSError:
        pass
    return None


def fault_of(path: Path) -> str:
    """What has happened to a JPEG or PNG file on its way, in words; nothing for any other file."""
    try:
        data = path.read_bytes()
    except OSError:
        return ""
    if data.startswith(PNG):
        return _png_fault(data)
    if data.startswith(bytes((0xFF, START))) and not _jpeg_ends(data):
        return CUT_OFF
    return ""


def _jpeg_ends(data: bytes) -> bool:
    """Whether a JPEG's own end is there, not that of the small picture which a camera puts before
    it; and phones put more behind it.
    """
    at = 2
    while (found := MARKER.search(data, at)) is not None:
        if found[1][0] == END:
            return True
        length = int.from_bytes(data[found.end() : found.end() + 2], "big")
        at = found.end() + length  # a segment, or one before the next part of the picture
    return False


def _png_fault(data: bytes) -> str:
    """Each part of a PNG is its length, its kind, so many bytes, and the sum of kind and bytes."""
    at, kind, held, due = len(PNG), b"", 0, 0
    while kind != b"IEND":
        end = at + 8 + int.from_bytes(data[at : at + 4], "big")
        kind, told = data[at + 4 : at + 8], data[end : end + 4]
        if len(told) < 4:
            return CUT_OFF
        if zlib.crc32(data[at + 4 : end]) != int.from_bytes(told, "big"):
            return DAMAGED
        if kind == b"IHDR":
            due = _png_bytes(data[at + 8 : end])
        held += end - at - 8 if kind == b"IDAT" else 0
        at = end + 4
    return DAMAGED if due > MOST_DEFLATED * held else ""


def _png_bytes(head: bytes) -> int:
    """How many bytes the pixels of a PNG have as its head tells it, at least."""
    wide, high = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    depth, colours = (*head[8:10], 0, 0)[:2]
    if wide * high > TOO_LARGE:
        return 0  # such a one is refused for that
    return high * (wide * depth * PNG_CHANNELS.get(colours, 1) // 8)


def _segments(file: BinaryIO) -> Iterator[tuple[int, int]]:
    """Marker and length of each segment before the picture; whoever asks on has passed the last."""
    if file.read(2) != bytes((0xFF, START)):
        return
    while True:
        lead, marker = file.read(1), file.read(1)
        while marker == b"\xff":  # any number of these may stand before a marker
            marker = file.read(1)
        length = file.read(2)
        if lead != b"\xff" or len(length) < 2 or marker[0] in (END, SCAN):
            return
        yield marker[0], max(0, int.from_bytes(length, "big") - 2)
