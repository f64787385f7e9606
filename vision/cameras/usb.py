"""USB cameras, by Linux's video devices."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path

import cv2

from engines import InputError
from vision.cameras.camera import Grabber
from vision.cameras.capture import CaptureGrabber, open_capture

DEVICES = Path("/dev")
"""Where the devices are."""
SIZE = (1920, 1080)
"""Width and height asked for; the camera gives what it has that is nearest."""
MJPG = cv2.VideoWriter.fourcc(*"MJPG")
"""Uncompressed, a picture of this size passes a USB 2 cable five times a second at most."""

QUERY_CAPABILITY = 0x80685600
CAPABILITY = struct.Struct("16s32s32s3I12x")
VIDEO_CAPTURE = 0x00000001
DEVICE_CAPABILITIES = 0x80000000


@dataclass(frozen=True, slots=True)
class UsbCamera:
    """A camera found at a video device."""

    number: int
    """N of /dev/videoN."""
    name: str
    """What the camera calls itself."""


def found_usb() -> list[UsbCamera]:
    """The USB cameras that are plugged in."""
    found = []
    for path in DEVICES.glob("video[0-9]*"):
        name = camera_name(_capability(path))
        if name is not None:
            found.append(UsbCamera(int(path.name.removeprefix("video")), name))
    return sorted(found, key=lambda camera: camera.number)


def camera_name(capability: bytes) -> str | None:
    """The name in a device's answer, or None if the device is no camera to be used like this.

    A Raspberry Pi has many video devices besides: codecs, and the bare sensors behind `picamera2:`.
    """
    if len(capability) != CAPABILITY.size:
        return None
    driver, card, bus, _, whole, device = CAPABILITY.unpack(capability)
    can = device if whole & DEVICE_CAPABILITIES else whole
    ours = bus.startswith(b"usb") or driver.startswith((b"uvcvideo", b"v4l2 loopback"))
    if not (ours and can & VIDEO_CAPTURE):
        return None
    return str(card.split(b"\0")[0].decode(errors="replace"))


def usb_connector(source: str, which: str, size: tuple[int, int] | None) -> Callable[[], Grabber]:
    """What opens the camera: `usb:0` or `usb:/dev/v4l/by-id/…`, which stays when others come."""
    device = DEVICES / f"video{int(which)}" if which.isdecimal() else Path(which)
    if not which or not (which.isdecimal() or device.is_absolute()):
        raise InputError(f"{source!r} names no USB camera; give usb:0 or usb:/dev/video0")
    width, height = size or SIZE
    settings = {
        cv2.CAP_PROP_FOURCC: MJPG,
        cv2.CAP_PROP_FRAME_WIDTH: width,
        cv2.CAP_PROP_FRAME_HEIGHT: height,
    }

    def connect() -> Grabber:
        if not device.exists():
            raise InputError(f"no camera at {device}; `hakem cameras` lists those that are there")
        capture = open_capture(str(device.resolve()), cv2.CAP_V4L2)
        if capture is None:
            raise InputError(f"{device} does not open: no camera, in use, or not permitted")
        for setting, value in settings.items():
            capture.set(setting, value)  # wishes: a camera without JPEG is a camera all the same
        return CaptureGrabber(capture, source)

    return connect


def _capability(path: Path) -> bytes:
    """What the device says it is; nothing if it does not answer."""
    answer = bytearray(CAPABILITY.size)
    try:
        with path.open("rb", buffering=0) as device:
            ioctl(device, QUERY_CAPABILITY, answer)
    except OSError:
        return b""
    return bytes(answer)
