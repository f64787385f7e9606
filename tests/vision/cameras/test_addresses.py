"""Addresses of network cameras are shown and stored without their passwords."""

from __future__ import annotations

import pytest

from engines import InputError
from vision import cameras
from vision.cameras import is_named, shown_source
from vision.cameras.network import without_password


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("rtsp://10.0.0.2/stream1", "rtsp://10.0.0.2/stream1"),
        ("rtsp://ali:geheim@10.0.0.2:554/s", "rtsp://ali:***@10.0.0.2:554/s"),
        ("rtsp://ali@10.0.0.2/s", "rtsp://ali@10.0.0.2/s"),
        ("rtsp://ali:a@b@10.0.0.2/s", "rtsp://ali:***@10.0.0.2/s"),
        ("rtsp://ali:1234#5@10.0.0.2/s", "rtsp://ali:***@10.0.0.2/s"),
        ("rtsp://ali:12/34@10.0.0.2/s", "rtsp://ali:***@10.0.0.2/s"),
        ("rtsp://10.0.0.2:554/cam@1", "rtsp://10.0.0.2:554/cam@1"),
        (
            "rtsp://10.0.0.2/c?user=a&password=geheim&s=1",
            "rtsp://10.0.0.2/c?user=a&password=***&s=1",
        ),
        (
            "rtsp://10.0.0.2:554/user=admin_password=ge_heim_channel=1_stream=0.sdp",
            "rtsp://10.0.0.2:554/user=admin_password=***_channel=1_stream=0.sdp",
        ),
        ("rtsp://[::1", "rtsp://[::1"),
        ("rtsp://ali:geheim@[::1", "rtsp://ali:***@[::1"),
        ("rtsp://10.0.0.2:554/cam@1.sdp", "rtsp://10.0.0.2:554/cam@1.sdp"),
        ("rtsp://cam.school.org:554/cam@1", "rtsp://cam.school.org:554/cam@1"),
        ("rtsp://ali.veli:12/34@10.0.0.2", "rtsp://ali.veli:***@10.0.0.2"),
        ("rtsp://ali:geheim@/x", "rtsp://ali:***@/x"),
        ("rtsp://ali:geheim/x@h", "rtsp://ali:***@h"),
        ("rtsp://ali:geheim", "rtsp://ali:***"),
        ("rtsp://ali:geheim/s", "rtsp://ali:***/s"),
        ("rtsp://10.0.0.2:554", "rtsp://10.0.0.2:554"),
        ("rtsp:/ali:geheim@h/s", "rtsp:/ali:***@h/s"),
    ],
)
def test_a_password_is_never_shown(address, shown):
    assert without_password(address) == shown
    assert shown_source(f" {address} ") == shown


@pytest.mark.parametrize("source", ["usb:0", "USB:0", "picamera2", "rtsps://x/y", " demo:kulami"])
def test_what_is_opened_by_its_name_is_known_as_such(source):
    assert is_named(source)


@pytest.mark.parametrize("source", ["usb.jpg", "demo", "rtsp", "C:/game.mp4", "4 4 4 / 4: 4", ""])
def test_what_is_a_file_or_a_text_is_no_name_of_a_camera(source):
    assert not is_named(source)


@pytest.mark.parametrize(
    "address",
    [
        "rtsp://ali:geheim@/x",
        "rtsp://ali:geheim/x@h",
        "rtsp://ali:geheim",
        "rtsp:ali:geheim@h/s",
        "rtsp:/ali:geheim@h/s",
        "rtsp:ali:geheim",
        "rtsp://ali:geheim@[::1/s",
        "rstp://ali:geheim@h/s",
        "rstp://ali:geheim",
        "rtsp//ali:geheim@h/s",
        "rtsp;//ali:geheim@h/s",
        "http://ali:geheim@10.0.0.2/s",
        "ali:geheim@10.0.0.2/s",
    ],
)
def test_an_address_that_is_written_wrongly_is_refused_without_its_password(address):
    with pytest.raises(InputError, match=r"camera's address|no camera, file or folder") as refused:
        cameras.open(address)
    assert "geheim" not in str(refused.value)
