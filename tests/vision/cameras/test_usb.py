"""Which video devices are cameras: the kernel's answers, byte for byte."""

from __future__ import annotations

import pytest

from vision.cameras import usb
from vision.cameras.usb import CAPABILITY, DEVICE_CAPABILITIES, camera_name, found_usb

CAPTURE, METADATA, STREAMING, MEM2MEM = 0x1, 0x00800000, 0x04000000, 0x4000


def answer(driver, card, bus, device):
    whole = CAPTURE | METADATA | STREAMING | DEVICE_CAPABILITIES
    return CAPABILITY.pack(driver, card, bus, 0x060600, whole, device)


@pytest.mark.parametrize(
    ("told", "name"),
    [
        (answer(b"uvcvideo", b"HD Webcam C920", b"usb-0000:01:00.0-1", CAPTURE | STREAMING),
         "HD Webcam C920"),
        (answer(b"uvcvideo", b"HD Webcam C920", b"usb-0000:01:00.0-1", METADATA), None),
        (answer(b"v4l2 loopback", b"Dummy", b"platform:v4l2loopback-000", CAPTURE), "Dummy"),
        (answer(b"unicam", b"unicam", b"platform:fe801000.csi", CAPTURE | STREAMING), None),
        (answer(b"rp1-cfe", b"rp1-cfe", b"platform:1f00128000.csi", CAPTURE), None),
        (answer(b"bcm2835-codec", b"bcm2835-codec-decode", b"platform:bcm2835-codec", MEM2MEM),
         None),
        (b"", None),
    ],
)  # fmt: skip
def test_only_what_films_over_usb_is_a_usb_camera(told, name):
    assert CAPABILITY.size == 104  # struct v4l2_capability of linux/videodev2.h
    assert camera_name(told) == name


def test_files_that_are_no_devices_are_no_cameras(tmp_path, monkeypatch):
    monkeypatch.setattr(usb, "DEVICES", tmp_path)
    (tmp_path / "video0").write_bytes(b"")
    (tmp_path / "video1").mkdir()
    assert found_usb() == []
