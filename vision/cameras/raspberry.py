"""The Raspberry Pi camera, by picamera2.

Opened for a board that lies still: the whole sensor's view, exposure, white balance and focus
settled once and then locked, so that the same disc looks the same all game long. A camera that is
opened again is given the same lock.
"""

from __future__ import annotations

import importlib
import os
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from engines import InputError
from vision.cameras.camera import CameraLost, Grabber
from vision.cameras.raspberry_controls import FRAME_DURATION, coerced, locked, settle
from vision.cameras.raspberry_formats import picture_of, small_of
from vision.cameras.raspberry_modes import full_view, main_size, small_size
from vision.frame import Frame

WAIT = 2.0
"""Seconds to wait for a picture; an unplugged camera raises nothing, its pictures just stop."""
BUFFERS = 4
AFTER_LOCK = 6
"""Pictures until new controls show: some are under way already."""


def load_picamera2() -> Any:
    """The picamera2 package; `InputError` says how to get it."""
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    try:
        return importlib.import_module("picamera2")
    except ImportError as error:
        raise InputError(
            f"the Raspberry Pi camera needs picamera2 ({error}): apt install python3-picamera2, "
            "in an environment made with --system-site-packages"
        ) from None
    except Exception as error:  # libraries that do not fit each other fail in many ways
        raise InputError(
            f"picamera2 is installed but does not load ({error}); see docs/cameras.md"
        ) from None


def found_raspberry() -> list[dict[str, Any]]:
    """What libcamera says of each camera, by their numbers; USB cameras are left out."""
    told = load_picamera2().Picamera2.global_camera_info()
    return [dict(camera) for camera in told if "/usb" not in camera["Id"]]


def raspberry_connector(
    source: str, which: str, size: tuple[int, int] | None
) -> Callable[[], Grabber]:
    """What opens the camera given by number, id or model, each time with the same lock."""
    package = load_picamera2()
    lock: dict[str, Any] = {}

    def connect() -> Grabber:
        number = _number(package, which)
        try:
            camera = package.Picamera2(number)
        except Exception as error:  # RuntimeError, IndexError, whatever libcamera has
            raise InputError(f"{source} does not open, perhaps it is in use: {error}") from None
        try:
            configure(camera, size)
            camera.start()
            if not lock:
                lock.update(locked(settle(camera, WAIT), camera.camera_controls))
            camera.set_controls(coerced(lock, camera.camera_controls))
            for _ in range(AFTER_LOCK):
                with camera.captured_request(wait=WAIT):
                    pass
            return RaspberryGrabber(camera, source)
        except TimeoutError:
            shut(camera)
            raise InputError(f"{source} opens, but gives no pictures; check its cable") from None
        except Exception as error:
            shut(camera)
            raise InputError(f"{source} cannot be set up: {error}") from None

    return connect


def configure(camera: Any, size: tuple[int, int] | None) -> None:
    """A video of the whole sensor, with a small picture of the same instant for motion."""
    view = full_view(camera.sensor_modes, size)
    main = size or main_size(view or camera.sensor_resolution)
    camera.configure(
        camera.create_video_configuration(
            main={"size": main, "format": "RGB888"},  # in memory blue, green, red
            lores={"size": small_size(main), "format": "YUV420"},
            raw=None,
            sensor={"output_size": view} if view else {},
            buffer_count=BUFFERS,
            queue=False,  # a picture from before the question is no answer
            controls=coerced(
                {"FrameDurationLimits": (FRAME_DURATION, FRAME_DURATION)}, camera.camera_controls
            ),
        )
    )


def shut(camera: Any) -> None:
    """Close a camera, also one whose pictures stopped: without the flush, stop() would hang.

    One that is broken, or was never set up, may refuse any of it, and must be closed all the same.
    """
    for step in (camera.cancel_all_and_flush, camera.stop, camera.close):
        with suppress(Exception):
            step()


class RaspberryGrabber:
    """Frames of a configured, started and locked camera."""

    def __init__(self, camera: Any, source: str) -> None:
        self._camera = camera
        self._source = source
        # libcamera changes sizes and formats without a word, so what it made of them is read back.
        made = camera.camera_configuration()
        self._main, self._lores = made["main"], made["lores"]

    def grab(self) -> Frame:
        """The next frame with its small picture."""
        try:
            with self._camera.captured_request(wait=WAIT) as request:
                main, lores = request.make_array("main"), request.make_array("lores")
                told = request.get_metadata()
        except TimeoutError:
            raise CameraLost(f"no picture for {WAIT:g} s; check the camera's cable") from None
        picture = picture_of(main, self._main["format"], self._main["size"])
        small = small_of(lores, self._lores["format"], self._lores["size"])
        return Frame(picture, taken_at(told), self._source, small)

    def close(self) -> None:
        """Give the camera back."""
        shut(self._camera)


def taken_at(told: dict[str, Any]) -> float:
    """When the picture was taken, on the monotonic clock; the sensor counts since boot instead."""
    now = time.monotonic()
    stamp = told.get("SensorTimestamp")
    if stamp is None:
        return now
    age = time.clock_gettime(time.CLOCK_BOOTTIME) - stamp / 1e9
    return now - age if 0 <= age <= 2 * WAIT else now


def _number(package: Any, which: str) -> int:
    """The number of the camera with this number, id or model."""
    known = package.Picamera2.global_camera_info()
    if which.isdecimal() and int(which) < len(known):
        return int(which)
    for number, camera in enumerate(known):
        if which in (camera["Id"], camera.get("Model")):
            return number
    there = ", ".join(f"{n} ({camera['Id']})" for n, camera in enumerate(known))
    raise InputError(f"no camera picamera2:{which}; there are: {there or 'none, check the cable'}")
