"""Which cameras are there, and one picture from any of them."""

from __future__ import annotations

from typing import NamedTuple

from engines import InputError
from vision import cameras
from vision.cameras.camera import Notice, Status
from vision.cameras.demos import found_demos
from vision.cameras.raspberry import found_raspberry
from vision.cameras.usb import found_usb
from vision.frame import Frame

WARM_UP = 1.0
"""Seconds that a live camera is given to adjust itself to the light before a snapshot."""


class Found(NamedTuple):
    """A source that can be opened."""

    source: str
    """What to give as its name."""
    kind: str
    """`picamera2`, `usb` or `demo`."""
    name: str
    """What it calls itself."""


def look_around() -> tuple[list[Found], str]:
    """All that can be opened here, and why the Raspberry Pi cameras could not be asked, if so."""
    found, trouble = [], ""
    try:
        for number, told in enumerate(found_raspberry()):
            name = f"{told.get('Model', '')} {told['Id']}".strip()
            found.append(Found(f"picamera2:{number}", "picamera2", name))
    except InputError as error:
        trouble = str(error)
    found += [Found(f"usb:{each.number}", "usb", each.name) for each in found_usb()]
    found += [Found(f"demo:{game}", "demo", game.capitalize()) for game in found_demos()]
    return found, trouble


def take(source: str) -> Frame:
    """One frame of a source; of a live camera, one after it has adjusted itself.

    A camera that stalls meanwhile is given up: nobody stands by to plug it in again.
    """
    stalled: list[str] = []

    def note(notice: Notice) -> None:
        if notice.status is Status.STALLED:
            stalled.append(notice.reason)
            camera.close()

    with cameras.open(source, speed=0, on_notice=note) as camera:
        first: Frame | None = None
        for frame in camera:
            first = first or frame
            if not camera.live or frame.time - first.time >= WARM_UP:
                return frame
    why = f": {stalled[0]}" if stalled and stalled[0] else ""
    raise InputError(f"{cameras.shown_source(source)} gives no picture{why}")
