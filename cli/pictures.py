"""Pictures from a folder or a video file, one after another."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2

from engines import InputError
from vision.frame import Frame

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
"""How the name of a picture ends."""
EACH_SECOND = 4
"""Pictures of a video that are looked at each second."""


def pictures(source: Path) -> Iterator[Frame]:
    """The pictures of a folder by name, one picture, or some of each second of a video."""
    if source.is_dir():
        names = sorted(path for path in source.iterdir() if path.suffix.lower() in PICTURES)
        if not names:
            raise InputError(f"no pictures in {source}; expected {', '.join(PICTURES)}")
        for name in names:
            yield read_picture(name)
    elif not source.is_file():
        raise InputError(f"no folder and no file {source}")
    elif source.suffix.lower() in PICTURES:
        yield read_picture(source)
    else:
        yield from _video(source)


def read_picture(path: Path) -> Frame:
    """One picture; raises `InputError`."""
    if not path.is_file():
        raise InputError(f"no file {path}")
    picture: Any = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise InputError(f"{path} cannot be read as a picture")
    return Frame(picture, 0.0, str(path))


def _video(path: Path) -> Iterator[Frame]:
    # What OpenCV and FFmpeg grumble about a broken file would hide our own line.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    film = cv2.VideoCapture(str(path))
    try:
        rate = film.get(cv2.CAP_PROP_FPS) or 25.0
        every = max(1, round(rate / EACH_SECOND))
        number = 0
        while film.grab():
            if number % every == 0:
                found, picture = film.retrieve()
                if found:
                    seen: Any = picture
                    yield Frame(seen, number / rate, f"{path} {number / rate:.1f} s")
            number += 1
    finally:
        film.release()
    if number == 0:
        raise InputError(f"{path} is neither a picture nor a video that can be read")
