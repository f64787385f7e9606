"""Addresses of network cameras are shown and stored without their passwords."""

from __future__ import annotations

import pytest

from vision.cameras import shown_source
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
    ],
)
def test_a_password_is_never_shown(address, shown):
    assert without_password(address) == shown
    assert shown_source(f" {address} ") == shown
