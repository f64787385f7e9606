"""What is decided for a Raspberry Pi camera: modes, sizes, controls, formats, error messages."""

from __future__ import annotations

import sys

import cv2
import numpy as np
import pytest

from engines import InputError
from vision import cameras
from vision.cameras.camera import CameraLost
from vision.cameras.raspberry import taken_at
from vision.cameras.raspberry_controls import coerced, locked
from vision.cameras.raspberry_formats import picture_of, small_of
from vision.cameras.raspberry_modes import full_view, main_size, small_size


def mode(size, crop, fps=30.0):
    return {"size": size, "crop_limits": crop, "fps": fps, "bit_depth": 10}


# As `rpicam-hello --list-cameras` tells them.
# fmt: off
MODULE_1 = [mode((640, 480), (16, 0, 2560, 1920)), mode((1296, 972), (0, 0, 2592, 1944)),
            mode((1920, 1080), (348, 434, 1928, 1080)), mode((2592, 1944), (0, 0, 2592, 1944))]
MODULE_2 = [mode((640, 480), (1000, 752, 1280, 960)), mode((1640, 1232), (0, 0, 3280, 2464)),
            mode((1920, 1080), (680, 692, 1920, 1080)), mode((3280, 2464), (0, 0, 3280, 2464))]
MODULE_3 = [mode((1536, 864), (768, 432, 3072, 1728)), mode((2304, 1296), (0, 0, 4608, 2592)),
            mode((4608, 2592), (0, 0, 4608, 2592))]
HIGH_QUALITY = [mode((1332, 990), (696, 528, 2664, 1980)), mode((2028, 1080), (0, 440, 4056, 2160)),
                mode((2028, 1520), (0, 0, 4056, 3040)), mode((4056, 3040), (0, 0, 4056, 3040))]
# fmt: on


@pytest.mark.parametrize(
    ("modes", "view", "main"),
    [
        (MODULE_1, (1296, 972), (1296, 972)),
        (MODULE_2, (1640, 1232), (1640, 1232)),
        (MODULE_3, (2304, 1296), (1920, 1080)),
        (HIGH_QUALITY, (2028, 1520), (1664, 1246)),
    ],
)
def test_the_mode_sees_the_whole_sensor_in_about_two_million_pixels(modes, view, main):
    assert full_view(modes) == view
    assert main_size(view) == main


def test_a_larger_picture_wants_the_larger_mode():
    assert full_view(MODULE_2, (3280, 2464)) == (3280, 2464)


def test_a_camera_that_tells_no_modes_has_no_view():
    assert full_view([{"format": "NV12"}]) is None


def test_the_small_picture_has_the_shape_of_the_large_one():
    assert small_size((1640, 1232)) == (320, 240)
    assert small_size((1920, 1080)) == (320, 180)


LIMITS = {
    "AeEnable": (False, True, True),
    "ExposureTime": (114, 239542, 20000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "AwbEnable": (False, True, True),
    "ColourGains": (0.0, 32.0, None),
    "AfMode": (0, 2, 0),
    "LensPosition": (0.0, 15.0, 1.0),
}
TOLD = {
    "ExposureTime": 32_968,
    "AnalogueGain": 2.0,
    "ColourGains": (1.7, 2.1),
    "LensPosition": np.float32(2.5),
    "SensorTimestamp": 1,
}


def test_what_has_settled_is_locked_with_the_types_that_libcamera_wants():
    lock = locked(TOLD, LIMITS)
    assert lock == {
        "AeEnable": False,
        "ExposureTime": 30_000,
        "AnalogueGain": pytest.approx(2.0 * 32_968 / 30_000),
        "AwbEnable": False,
        "ColourGains": (1.7, 2.1),
        "AfMode": 0,
        "LensPosition": 2.5,
    }
    kinds = {name: type(value) for name, value in lock.items()}
    assert kinds["ExposureTime"] is int
    assert kinds["LensPosition"] is kinds["AnalogueGain"] is float
    assert kinds["ColourGains"] is tuple


@pytest.mark.parametrize(
    ("exposure", "gain", "locked_exposure", "locked_gain"),
    [
        (4_000, 1.0, 4_000, 1.0),  # daylight does not flicker
        (19_900, 1.5, 20_000, 1.4925),
        (16_000, 1.0, 10_000, 1.6),  # 20 ms would be too bright at the least gain
        (66_600, 4.0, 60_000, 4.44),  # 70 ms would not fit between two pictures
        (14_000, 15.0, 10_000, 16.0),  # a little darker, for the gain ends there
    ],
)
def test_exposure_is_in_whole_periods_of_the_light(exposure, gain, locked_exposure, locked_gain):
    lock = locked(TOLD | {"ExposureTime": exposure, "AnalogueGain": gain}, LIMITS)
    assert lock["ExposureTime"] == locked_exposure
    assert lock["AnalogueGain"] == pytest.approx(locked_gain)


def test_a_camera_without_a_lens_is_not_asked_to_focus():
    known = {name: LIMITS[name] for name in ("AeEnable", "ExposureTime", "AnalogueGain")}
    assert set(locked(TOLD, known)) == set(known)
    assert locked({}, LIMITS) == {}


def test_controls_that_the_camera_lacks_are_left_out():
    assert coerced({"FrameDurationLimits": (66666.7, 66666.7)}, {}) == {}
    assert coerced({"FrameDurationLimits": (66666.7, 66666.7)}, {"FrameDurationLimits": None}) == {
        "FrameDurationLimits": (66667, 66667)
    }


def colours():
    """A smooth picture, so that halving the colours' resolution loses little."""
    ramp = np.linspace(20, 235, 64, dtype=np.uint8)
    picture = np.empty((48, 64, 3), np.uint8)
    picture[..., 0], picture[..., 1], picture[..., 2] = ramp, ramp[::-1], 128
    return picture


def padded(array, stride):
    return np.pad(array, ((0, 0), (0, stride - array.shape[1])))


def i420(picture, stride):
    """YUV420 as picamera2 gives it: all three planes with padded rows."""
    flat = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
    height, width = picture.shape[:2]
    planes = [
        plane.reshape(-1, width // 2)
        for plane in np.split(flat[height:].reshape(-1), 2)  # U, then V
    ]
    halves = [padded(plane, stride // 2).reshape(-1, stride) for plane in planes]
    return np.vstack([padded(flat[:height], stride), *halves])


def nv12(picture):
    flat = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
    u, v = np.split(flat[48:].reshape(-1), 2)
    return np.vstack([flat[:48], np.stack([u, v], -1).reshape(-1, 64)])


def with_alpha(picture):
    return cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)


@pytest.mark.parametrize(
    ("kind", "array"),
    [
        ("RGB888", colours()),
        ("BGR888", colours()[..., ::-1]),
        ("XRGB8888", with_alpha(colours())),
        ("XBGR8888", with_alpha(colours()[..., ::-1])),
        ("YUV420", i420(colours(), 64)),
        ("YUV420", i420(colours(), 96)),
        ("NV12", nv12(colours())),
        ("MJPEG", colours()[..., ::-1]),
    ],
)
def test_every_format_becomes_the_same_picture(kind, array):
    picture = picture_of(array, kind, (64, 48))
    assert picture.shape == (48, 64, 3)
    assert picture.flags.c_contiguous
    assert np.abs(picture.astype(int) - colours()).max() <= 8
    small = small_of(array, kind, (64, 48))
    grey = cv2.cvtColor(colours(), cv2.COLOR_BGR2GRAY)
    assert small.shape == (48, 64)
    assert np.abs(small.astype(int) - grey).max() <= 24  # video levels run from 16 to 235


def test_a_format_that_is_not_known_is_named():
    with pytest.raises(CameraLost, match="not known: P010"):
        picture_of(np.zeros((4, 4)), "P010", (4, 4))


def test_a_picture_is_dated_by_the_sensor_on_our_clock():
    import time

    now, boot = time.monotonic(), time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    assert taken_at({"SensorTimestamp": boot - 300_000_000}) == pytest.approx(now - 0.3, abs=0.1)
    for odd in ({}, {"SensorTimestamp": 0}, {"SensorTimestamp": boot + 10**12}):
        assert taken_at(odd) == pytest.approx(time.monotonic(), abs=0.1)


def test_without_picamera2_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(InputError, match="apt install python3-picamera2") as refused:
        cameras.open("picamera2:0")
    assert "\n" not in str(refused.value)


def test_a_picamera2_that_does_not_load_is_told_from_a_missing_one(tmp_path, monkeypatch):
    (tmp_path / "picamera2.py").write_text("raise ValueError('numpy.dtype size changed')")
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match=r"installed but does not load \(numpy.dtype size"):
        cameras.open("picamera2")
