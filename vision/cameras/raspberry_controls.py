"""Exposure, white balance and focus of a Raspberry Pi camera: let them settle, then lock them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

FRAME_DURATION = 66_667
"""Microseconds from picture to picture: 15 a second, long enough to expose in a dim hall."""
MAINS = 10_000
"""Lamps on 50 Hz flicker at 100 Hz; an exposure of whole periods (microseconds) shows no bands."""
AT_LEAST, AT_MOST = 1.0, 3.0
"""How long settling takes, in seconds."""
STEADY = 0.02
"""Exposure and gains that change less than this share from picture to picture have settled."""
AF_MANUAL, AF_CONTINUOUS, AF_SCANNING = 0, 2, 1
"""libcamera's numbers for focus modes and states."""


def _two(kind: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda pair: tuple(kind(one) for one in pair)


KINDS: dict[str, Callable[[Any], Any]] = {
    "AeEnable": bool,
    "ExposureTime": lambda value: round(float(value)),
    "AnalogueGain": float,
    "AwbEnable": bool,
    "ColourGains": _two(float),
    "AfMode": int,
    "LensPosition": float,
    "FrameDurationLimits": _two(lambda value: round(float(value))),
}
"""The type libcamera wants of each control: a wrong one is accepted at first and later kills the
thread that brings the pictures."""


def coerced(wanted: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """The controls that this camera has, each of the right type; the others are left out."""
    return {name: KINDS[name](value) for name, value in wanted.items() if name in known}


def settle(camera: Any, wait: float) -> dict[str, Any]:
    """Let the camera judge the lit board by itself; gives what it came to.

    Raises `TimeoutError` when no picture comes within `wait` seconds.
    """
    camera.set_controls(
        coerced(
            {"AeEnable": True, "AwbEnable": True, "AfMode": AF_CONTINUOUS}, camera.camera_controls
        )
    )
    began = time.monotonic()
    before: dict[str, Any] = {}
    while True:
        with camera.captured_request(wait=wait) as request:
            told = dict(request.get_metadata())
        passed = time.monotonic() - began
        if passed >= AT_MOST or (passed >= AT_LEAST and _settled(before, told)):
            return told
        before = told


def locked(told: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """The controls that keep what the camera came to."""
    wanted: dict[str, Any] = {}
    if "ExposureTime" in told and "AnalogueGain" in told:
        exposure, gain = float(told["ExposureTime"]), float(told["AnalogueGain"])
        if exposure >= MAINS:  # shorter is daylight, which does not flicker
            exposure, gain = _without_bands(exposure, gain, known.get("AnalogueGain"))
        wanted |= {"AeEnable": False, "ExposureTime": exposure, "AnalogueGain": gain}
    if "ColourGains" in told:
        wanted |= {"AwbEnable": False, "ColourGains": told["ColourGains"]}
    if "LensPosition" in told:
        wanted |= {"AfMode": AF_MANUAL, "LensPosition": told["LensPosition"]}
    return coerced(wanted, known)


def _settled(before: Mapping[str, Any], told: Mapping[str, Any]) -> bool:
    """Whether two pictures in a row were taken alike, and in focus."""
    if not before or told.get("AfState") == AF_SCANNING:
        return False
    pairs = [(before.get(name), told.get(name)) for name in ("ExposureTime", "AnalogueGain")]
    pairs += zip(before.get("ColourGains", ()), told.get("ColourGains", ()), strict=False)
    return all(abs(new - old) <= STEADY * abs(old) for old, new in pairs if old and new)


def _without_bands(exposure: float, gain: float, limits: Any) -> tuple[float, float]:
    """The nearest exposure of whole periods of the light, and the gain that makes up for it."""
    least, most = limits[:2] if limits else (1.0, gain)
    periods = min(round(exposure / MAINS), FRAME_DURATION // MAINS)
    if gain * exposure < least * periods * MAINS:  # it would be too bright even at the least gain
        periods = int(exposure // MAINS)
    whole = float(periods * MAINS)
    return whole, min(max(gain * exposure / whole, least), most)
