"""Network cameras, against a real RTSP server that is killed and started again."""

from __future__ import annotations

import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest

from vision import cameras
from vision.cameras import Status

PYTHON = Path("/usr/bin/python3")
SERVER = Path(__file__).resolve().parents[2] / "support" / "rtsp_server.py"


def _served() -> bool:
    if not PYTHON.exists():
        return False
    asked = subprocess.run([PYTHON, SERVER, "check"], capture_output=True, timeout=60)
    return asked.returncode == 0


pytestmark = pytest.mark.skipif(
    not _served(), reason="no RTSP server here; `sudo make rtsp-server` installs it"
)


class Server:
    """The server process on a port of its own."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"rtsp://referee:secret@127.0.0.1:{self.port}/board"

    def start(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [PYTHON, SERVER, str(self.port), *words], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


@pytest.fixture
def server():
    server = Server()
    server.start()
    yield server
    server.kill()


@pytest.mark.timeout(120)
def test_a_network_camera_dies_and_comes_back(server):
    notices = []
    before = set(threading.enumerate())
    with cameras.open(server.address, on_notice=notices.append) as camera:
        assert camera.source == f"rtsp://referee:***@127.0.0.1:{server.port}/board"
        frames = [next(camera) for _ in range(10)]
        assert frames[0].size == (640, 360)
        assert frames[0].source == camera.source
        assert [frame.time for frame in frames] == sorted(frame.time for frame in frames)
        assert camera.status is Status.LIVE

        killed = time.monotonic()
        server.kill()
        while not notices:
            assert time.monotonic() - killed < 2.0
            time.sleep(0.01)
        assert notices[0].status is Status.STALLED
        assert camera.status is Status.STALLED

        server.start()
        began = time.monotonic()
        while camera.status is not Status.LIVE:
            assert time.monotonic() - began < 60
            time.sleep(0.05)
        assert next(camera).time > killed
        assert next(camera).size == (640, 360)
        assert [notice.status for notice in notices] == [Status.STALLED, Status.LIVE]
    assert set(threading.enumerate()) <= before


@pytest.mark.timeout(120)
def test_a_network_camera_that_goes_silent_is_told_within_two_seconds(server):
    server.kill()
    server.start("6")  # the pictures stop after six seconds, the connection stays
    notices, last = [], 0.0
    with cameras.open(server.address, on_notice=notices.append) as camera:
        began = time.monotonic()
        for frame in camera:
            if notices:
                break
            last = frame.time
            assert time.monotonic() - began < 60
    assert notices[0].status is Status.STALLED
    assert notices[0].time - last < 2.0
