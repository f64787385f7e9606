"""Network cameras, by RTSP."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import cv2

from engines import InputError
from vision.cameras.camera import Grabber
from vision.cameras.capture import CaptureGrabber, open_capture

SCHEMES = ("rtsp", "rtsps")
"""How the address of a network camera begins."""
SETTINGS = {cv2.CAP_PROP_OPEN_TIMEOUT_MSEC: 4000, cv2.CAP_PROP_READ_TIMEOUT_MSEC: 1500}
"""How long to wait for a camera to answer, and for its next picture, in milliseconds."""

SECRET = re.compile(r"(?i)(passw(?:or)?d=|pwd=|pass=).*?(?=_channel|_stream|[&/?#\s]|$)")
"""A password in an address' path or query, as some cameras want it."""

# Over UDP a lost packet smears half a picture; over TCP a picture comes whole or not at all.
os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")


def without_password(address: str) -> str:
    """The address as it may be shown and stored, also one that is written wrongly."""
    scheme, slashes, rest = address.partition("://")
    before, at, host = rest.rpartition("@")
    name, colon, _ = before.partition(":")
    if at and colon and not _in_path(address):
        rest = f"{name}:***@{host}"
    return SECRET.sub(r"\1***", f"{scheme}{slashes}{rest}")


def _in_path(address: str) -> bool:
    """Whether an @ stands behind the host and its port only, and so parts no password from it.

    In `rtsp://ali:12/34@host` it does not: what has no dot is rather a name than a host.
    """
    try:
        parts = urlsplit(address)
        plain = parts.port is not None or ":" not in parts.netloc
    except ValueError:
        return False
    return plain and "." in parts.netloc and "@" not in parts.netloc + parts.fragment


def network_connector(address: str) -> Callable[[], Grabber]:
    """What opens the camera at an address."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # reading it checks it
    except ValueError as error:
        raise InputError(f"the camera's address cannot be read: {error}") from None
    if not parts.hostname:
        raise InputError(f"{address!r} names no host; give rtsp://HOST:554/PATH")
    source = without_password(address)

    def connect() -> Grabber:
        capture = open_capture(address, cv2.CAP_FFMPEG, SETTINGS)
        if capture is None:
            raise InputError(
                f"no pictures from {source}; is the camera on, are address and password right?"
            )
        return CaptureGrabber(capture, source)

    return connect
