"""The Raspberry Pi camera, on the real picamera2 and libcamera with its virtual camera."""

from __future__ import annotations

import re
import threading
import time
from unittest.mock import create_autospec

import numpy as np
import pytest
from support import picamera

from engines import InputError
from vision import cameras
from vision.cameras import Status, raspberry, raspberry_controls
from vision.cameras.raspberry import BUFFERS, configure, found_raspberry, shut

try:
    picamera2 = picamera.load()
    import libcamera
except ImportError as error:
    pytest.skip(f"no picamera2 here ({error}); {picamera.FIX}", allow_module_level=True)

pytestmark = pytest.mark.timeout(120)


def _has_virtual() -> bool:
    try:
        there = libcamera.CameraManager.singleton().cameras
    except RuntimeError:  # a kernel without any camera support
        return False
    return any("Virtual" in camera.id for camera in there)


virtual = pytest.mark.skipif(
    not _has_virtual(), reason=f"libcamera has no virtual camera here; {picamera.FIX}"
)


@pytest.fixture
def opened(monkeypatch):
    """All cameras of picamera2 that were opened."""
    opened = picamera.off_the_pi(monkeypatch)
    yield opened
    assert not any(camera.is_open for camera in opened)


# White, yellow, cyan, green, magenta, red, blue, black: blue, green and red of each.
BARS = {
    "w": (255, 255, 255), "y": (0, 255, 255), "c": (255, 255, 0), "g": (0, 255, 0),
    "m": (255, 0, 255), "r": (0, 0, 255), "b": (255, 0, 0), "k": (0, 0, 0),
}  # fmt: skip


def grey(colour):
    return (0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]) / 255


def bars(row, palette):
    """The bars along a row, white first: the virtual camera moves them on from frame to frame."""
    shades = np.array(list(palette.values()), float).reshape(len(palette), -1)
    far = np.abs(row.reshape(len(row), 1, -1) - shades).sum(-1)
    names = "".join(np.array(list(palette))[far.argmin(1)])
    runs = [run[0] for run in re.findall(r"((.)\2*)", names) if len(run[0]) > len(row) // 50]
    letters = "".join(run[0] for run in runs)
    letters = letters[:-1] if letters[0] == letters[-1] else letters
    start = letters.index("w")
    return letters[start:] + letters[:start]


@virtual
def test_frames_come_with_a_small_picture_of_the_same_instant(opened):
    before = set(threading.enumerate())
    with cameras.open("picamera2:0") as camera:
        frames = [next(camera) for _ in range(5)]
    # RGB888 was asked for; this camera has NV12 only, which is read back and converted.
    assert opened[0].camera_config == {}
    frame = frames[-1]
    assert frame.size == (1640, 1232)
    assert frame.small is not None
    assert frame.small.shape == (240, 320)
    assert frame.source == "picamera2:0"
    assert bars(frame.picture[600], BARS) == "wycgmrbk"
    assert bars(frame.small[120], {name: 16 + 219 * grey(c) for name, c in BARS.items()}) == (
        "wycgmrbk"
    )
    times = [frame.time for frame in frames]
    assert times == sorted(times)
    assert abs(time.monotonic() - times[-1]) < 10
    assert set(threading.enumerate()) <= before


@virtual
def test_a_camera_is_found_by_number_id_and_model(opened):
    told = found_raspberry()
    assert [camera["Id"] for camera in told] == ["Virtual0"]
    for which in ("picamera2", "picamera2:0", "picamera2:Virtual0", "picamera2:Virtual"):
        with cameras.open(which) as camera:
            assert next(camera).source == which
    for which in ("picamera2:1", "picamera2:imx219"):
        with pytest.raises(InputError, match=r"there are: 0 \(Virtual0\)"):
            cameras.open(which)


@virtual
def test_a_camera_in_use_is_refused_in_one_line(opened):
    with (
        cameras.open("picamera2:0"),
        pytest.raises(InputError, match="does not open, perhaps it is in use"),
    ):
        cameras.open("picamera2:0")


@virtual
def test_a_camera_whose_pictures_stop_is_told_shut_and_opened_again(opened):
    """All buffers are kept from the camera, so it starves without a word, as if unplugged."""
    notices = []
    with cameras.open("picamera2:0", on_notice=notices.append) as camera:
        next(camera)
        held = [opened[0].capture_request(wait=5) for _ in range(BUFFERS)]
        starved = time.monotonic()
        while not notices:
            assert time.monotonic() - starved < 2.0
            time.sleep(0.01)
        assert camera.status is Status.STALLED
        while camera.status is not Status.LIVE:
            assert time.monotonic() - starved < 30
            time.sleep(0.05)
        assert next(camera).time > starved
        assert len(opened) == 2
        assert not opened[0].is_open
    for request in held:
        request.release()
    assert [notice.status for notice in notices] == [Status.STALLED, Status.LIVE]


@virtual
def test_libcamera_takes_every_control_in_our_types_and_refuses_wrong_ones(opened):
    """What the trap is: picamera2 itself takes a wrong type, and fails in its event thread."""
    with picamera2.Picamera2(0) as camera:
        camera.configure(camera.create_video_configuration())
        request = camera.camera.create_request(0)
        wanted = {
            "AeEnable": 0,
            "ExposureTime": 30000.4,
            "AnalogueGain": 2,
            "AwbEnable": 0,
            "ColourGains": [2, np.float32(1.5)],
            "AfMode": 0.0,
            "LensPosition": 2,
            "FrameDurationLimits": (66666.7, 66666.7),
        }
        assert set(wanted) == set(raspberry_controls.KINDS)
        for name, value in raspberry_controls.coerced(wanted, wanted).items():
            request.set_control(getattr(libcamera.controls, name), value)
        for name in ("ExposureTime", "ColourGains", "FrameDurationLimits"):
            with pytest.raises((TypeError, RuntimeError)):
                request.set_control(getattr(libcamera.controls, name), "much")
        with pytest.raises((TypeError, RuntimeError)):
            request.set_control(libcamera.controls.ExposureTime, 30000.4)


class Pi:
    """Camera Module 3 as picamera2 shows it, behind the signatures of the real class."""

    MODES = (
        {"size": (1536, 864), "crop_limits": (768, 432, 3072, 1728)},
        {"size": (2304, 1296), "crop_limits": (0, 0, 4608, 2592)},
        {"size": (4608, 2592), "crop_limits": (0, 0, 4608, 2592)},
    )
    CONTROLS = {  # noqa: RUF012
        "AeEnable": (False, True, True),
        "ExposureTime": (26, 220416802, 20000),
        "AnalogueGain": (1.12, 16.0, 1.0),
        "AwbEnable": (False, True, True),
        "ColourGains": (0.0, 32.0, None),
        "AfMode": (0, 2, 0),
        "LensPosition": (0.0, 15.0, 1.0),
        "FrameDurationLimits": (17849, 220535845, 33333),
    }

    def __init__(self) -> None:
        self.now = {
            "ExposureTime": 32968,
            "AnalogueGain": 2.0,
            "ColourGains": (1.7, 2.1),
            "AfState": 2,
            "LensPosition": 2.5,
        }
        self.camera = create_autospec(picamera2.Picamera2, instance=True)
        self.camera.sensor_modes = list(self.MODES)
        self.camera.camera_controls = dict(self.CONTROLS)
        self.camera.camera_configuration.return_value = {
            "main": {"size": (1920, 1080), "format": "RGB888", "stride": 5760},
            "lores": {"size": (320, 180), "format": "YUV420", "stride": 320},
        }
        request = create_autospec(picamera2.CompletedRequest, instance=True)
        request.get_metadata.side_effect = lambda: dict(self.now)
        request.make_array.side_effect = {
            "main": np.zeros((1080, 1920, 3), np.uint8),
            "lores": np.zeros((270, 320), np.uint8),
        }.__getitem__
        self.camera.captured_request.return_value.__enter__.return_value = request
        self.camera.captured_request.return_value.__exit__.return_value = False

    @property
    def calls(self) -> list[str]:
        return [call[0] for call in self.camera.method_calls]


@pytest.fixture
def pi(monkeypatch):
    pi = Pi()
    kind = create_autospec(picamera2.Picamera2, return_value=pi.camera)
    kind.global_camera_info.return_value = [{"Id": "/base/imx708@1a", "Model": "imx708", "Num": 0}]
    monkeypatch.setattr(picamera2, "Picamera2", kind)
    monkeypatch.setattr(raspberry_controls, "AT_LEAST", 0.05)
    return pi


def test_the_whole_sensor_is_seen_by_a_mode_named_to_the_camera(pi):
    configure(pi.camera, None)
    asked = pi.camera.create_video_configuration.call_args.kwargs
    assert asked["main"] == {"size": (1920, 1080), "format": "RGB888"}
    assert asked["lores"] == {"size": (320, 180), "format": "YUV420"}
    assert asked["sensor"] == {"output_size": (2304, 1296)}
    assert asked["raw"] is None
    assert asked["queue"] is False
    assert asked["buffer_count"] == 4
    assert asked["controls"] == {"FrameDurationLimits": (66667, 66667)}
    pi.camera.configure.assert_called_once_with(pi.camera.create_video_configuration.return_value)


def test_exposure_colour_and_focus_settle_and_are_locked(pi):
    with cameras.open("picamera2:imx708") as camera:
        frame = next(camera)
    first, last = [call.args[0] for call in pi.camera.set_controls.call_args_list]
    assert first == {"AeEnable": True, "AwbEnable": True, "AfMode": 2}
    assert last == {
        "AeEnable": False,
        "ExposureTime": 30000,
        "AnalogueGain": pytest.approx(2.1979, abs=1e-3),
        "AwbEnable": False,
        "ColourGains": (1.7, 2.1),
        "AfMode": 0,
        "LensPosition": 2.5,
    }
    assert pi.calls.index("configure") < pi.calls.index("start") < pi.calls.index("set_controls")
    assert pi.calls[-3:] == ["cancel_all_and_flush", "stop", "close"]
    assert all(call.kwargs == {"wait": 2.0} for call in pi.camera.captured_request.call_args_list)
    assert frame.size == (1920, 1080)
    assert frame.small is not None
    assert frame.small.shape == (180, 320)


def test_a_camera_opened_again_is_locked_as_before(pi):
    connect = raspberry.raspberry_connector("picamera2:0", "0", None)
    connect().close()
    lock = pi.camera.set_controls.call_args.args[0]
    pi.now |= {"ExposureTime": 5000, "ColourGains": (3.0, 1.0)}
    pi.camera.set_controls.reset_mock()
    connect().close()
    assert [call.args[0] for call in pi.camera.set_controls.call_args_list] == [lock]


def test_focus_is_waited_for(pi, monkeypatch):
    monkeypatch.setattr(raspberry_controls, "AT_MOST", 0.4)
    pi.now["AfState"] = 1  # scanning
    began = time.monotonic()
    raspberry_controls.settle(pi.camera, 2.0)
    assert time.monotonic() - began >= 0.4


def test_a_camera_that_times_out_while_settling_is_shut_and_told(pi):
    pi.camera.captured_request.side_effect = TimeoutError
    with pytest.raises(InputError, match="gives no pictures; check its cable"):
        cameras.open("picamera2:0")
    assert pi.calls[-3:] == ["cancel_all_and_flush", "stop", "close"]


def test_a_configuration_that_fails_is_told_in_one_line(pi):
    pi.camera.configure.side_effect = RuntimeError("Configuration failed")
    with pytest.raises(InputError, match="picamera2:0 cannot be set up: Configuration failed"):
        cameras.open("picamera2:0")
    assert pi.calls[-1] == "close"
    pi.camera.cancel_all_and_flush.side_effect = RuntimeError("it was never started")
    with pytest.raises(InputError, match="picamera2:0 cannot be set up: Configuration failed"):
        cameras.open("picamera2:0")
    assert pi.calls[-1] == "close"


def test_shutting_flushes_first(pi):
    shut(pi.camera)
    assert pi.calls == ["cancel_all_and_flush", "stop", "close"]
