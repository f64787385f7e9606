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
BEGIN = re.compile(r"[\w+.-]*:?/+")
"""How an address begins, also one with a letter, a colon or a slash too few."""
NO_PORT = re.compile(r"^([^\[/?#:]*:)(?!\d{0,5}(?:[/?#]|$))[^/?#]*")
"""What stands where a port would: without a host behind it, it may be a password."""

# Over UDP a lost packet smears half a picture; over TCP a picture comes whole or not at all.
os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")


def without_password(address: str) -> str:
    """The address as it may be shown and stored, also one that is written wrongly.

    Where it is not plain what is a password and what is a host, it counts as a password.
    """
    found = BEGIN.match(address)
    begin = found.group() if found else ""
    rest = address[len(begin) :]
    before, at, host = rest.rpartition("@")
    if at and not _in_path(before, host):
        name, colon, _ = before.partition(":")
        rest = f"{name}:***@{host}" if colon else rest
    elif begin and not at:
        rest = NO_PORT.sub(r"\1***", rest)
    return SECRET.sub(r"\1***", begin + rest)


def _in_path(before: str, behind: str) -> bool:
    """Whether an @ stands behind the host and its port only, and so parts no password from it.

    In `rtsp://ali:12/34@host` it does not: what has no dot is rather a name than a host. A name
    with a dot may be anybody's, too; it is a host only where nothing like one stands behind the @.
    """
    server, path, _ = re.split(r"([/?#]|$)", before, maxsplit=1)
    name, _, port = server.partition(":")
    if path not in ("/", "?") or not re.fullmatch(r"\d{0,5}", port) or "#" in before:
        return False
    numbers = re.fullmatch(r"\d+(\.\d+){3}", name) is not None
    return numbers or ("." in name and not re.search(r"[.:\[]", behind))


def network_connector(address: str) -> Callable[[], Grabber]:
    """What opens the camera at an address."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # reading it checks it
    except ValueError:  # its own words may hold the password
        raise InputError(
            "the camera's address cannot be read; give rtsp://NAME:PASSWORD@HOST:554/PATH"
        ) from None
    if not parts.hostname:
        raise InputError("the camera's address names no host; give rtsp://HOST:554/PATH")
    source = without_password(address)

    def connect() -> Grabber:
        capture = open_capture(address, cv2.CAP_FFMPEG, SETTINGS)
        if capture is None:
            raise InputError(
                f"no pictures from {source}; is the camera on, are address and password right?"
            )
        return CaptureGrabber(capture, source)

    return connect
