"""Cameras: whatever gives frames, opened by the name of its source.

>>> with open("game.mp4") as camera:
...     for frame in camera:
...         look(frame)
"""

from __future__ import annotations

from pathlib import Path

from engines import InputError
from vision.cameras.camera import Camera, Notice, OnNotice, Status
from vision.cameras.demos import demo_path
from vision.cameras.folder import PictureFolder, is_picture
from vision.cameras.network import SCHEMES, network_connector, without_password
from vision.cameras.picture_file import check_readable
from vision.cameras.raspberry import raspberry_connector
from vision.cameras.usb import usb_connector
from vision.cameras.video import VideoFile
from vision.cameras.watchdog import Watched

SOURCES = (
    "picamera2:0 (or its id)",
    "usb:0",
    "rtsp://HOST/PATH",
    "demo:GAME",
    "a video file",
    "a photo",
    "a folder of pictures",
)
"""What can be opened, in words."""


def open(
    source: str,
    *,
    speed: float = 1.0,
    size: tuple[int, int] | None = None,
    on_notice: OnNotice | None = None,
    after: float = -1.0,
) -> Camera:
    """Open a camera; raises `InputError` with one line that says what is valid.

    What opens has its first picture ready: a source that gives none is refused here.

    `speed` is for videos: 1 plays in real time, 0 as fast as frames are taken. `size` is the width
    and height asked of a USB or Raspberry Pi camera. `on_notice` is told when a live camera stalls
    and when its pictures come again. `after` leaves out the pictures of a recording up to a time.
    """
    if size is not None and not (min(size) >= 64 and max(size) <= 8192):
        raise InputError(f"a camera's size is between 64 and 8192 pixels, not {size[0]}x{size[1]}")
    kind, colon, rest = source.strip().partition(":")
    kind = kind.casefold()
    if kind == "picamera2":
        return Watched(source, raspberry_connector(source, rest or "0", size), on_notice)
    if colon and kind == "usb":
        return Watched(source, usb_connector(source, rest, size), on_notice)
    if colon and kind in SCHEMES:
        connect = network_connector(source.strip())
        return Watched(without_password(source.strip()), connect, on_notice)
    if colon and kind == "demo":
        return VideoFile(demo_path(rest), source=source, speed=speed, after=after)
    return _recording(source, speed, after)


def is_live(source: str) -> bool:
    """Whether a source looks at the world now; a recording does not."""
    kind, colon, _ = source.strip().partition(":")
    kind = kind.casefold()
    return kind == "picamera2" or (bool(colon) and (kind == "usb" or kind in SCHEMES))


def is_named(source: str) -> bool:
    """Whether a source is a camera or a demo by its name; all else is a file or a folder."""
    kind, colon, _ = source.strip().partition(":")
    return is_live(source) or (bool(colon) and kind.casefold() == "demo")


def shown_source(source: str) -> str:
    """A source as it may be stored and shown: without a password."""
    text = source.strip()
    return without_password(text) if text.partition(":")[0].casefold() in SCHEMES else text


def _recording(source: str, speed: float, after: float) -> Camera:
    """A file or a folder."""
    path = Path(source)
    try:
        folder, file = bool(source) and path.is_dir(), path.is_file()
    except PermissionError as error:  # of a folder above it
        raise InputError(f"cannot read {source}: {error.strerror}") from None
    except (OSError, ValueError):  # a name too long, or with a null byte
        folder = file = False
    if file:
        check_readable(path)
    if folder:
        return PictureFolder.of(path, after)
    if file and is_picture(path):
        return PictureFolder([path], source, after)
    if file:
        return VideoFile(path, speed=speed, after=after)
    if source and _is_there(path):
        raise InputError(f"{source} is neither a file nor a folder; valid are {', '.join(SOURCES)}")
    shown = without_password(source)  # it may be an address with a letter wrong
    raise InputError(f"no camera, file or folder {shown!r}; valid are {', '.join(SOURCES)}")


def _is_there(path: Path) -> bool:
    """Whether there is something: a pipe, a device."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


__all__ = [
    "SOURCES",
    "Camera",
    "Notice",
    "OnNotice",
    "Status",
    "is_live",
    "is_named",
    "open",
    "shown_source",
]
