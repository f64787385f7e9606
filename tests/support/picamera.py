"""The real picamera2 on a machine without a sensor, over libcamera's virtual camera.

Three things stand in for hardware, and none of them is what the tests are about: the display
library that picamera2 imports, memory in place of the Pi's, and the answer to which raw formats
there are, which the virtual camera refuses to give.
"""

from __future__ import annotations

import mmap
import os
import sys
import types
from typing import Any

FIX = "see docs/cameras.md, Tests: the real picamera2"


def load() -> Any:
    """The picamera2 package; raises `ImportError` where it is not installed."""
    try:
        import pykms  # noqa: F401 (only on a Pi)
    except ImportError:
        display = types.ModuleType("pykms")
        names = ("RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "YVU420", "NV12")
        display.PixelFormat = types.SimpleNamespace(**{name: name for name in names})
        sys.modules["pykms"] = display
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    import picamera2

    return picamera2


def off_the_pi(monkeypatch: Any) -> list[Any]:
    """Let `picamera2.Picamera2` run on the virtual camera; gives the list of all opened."""
    package = load()
    import libcamera
    from picamera2.allocators.allocator import Allocator

    class Sync:
        """Memory needs no syncing."""

        def __init__(self, allocator: Any, buffer: Any, write: bool) -> None:
            self.mapped = allocator.mapped[buffer]

        def __enter__(self) -> mmap.mmap:
            return self.mapped

        def __exit__(self, *_: object) -> None:
            pass

    class MemoryAllocator(Allocator):
        """Buffers of NV12, which is all that the virtual camera gives, in plain memory."""

        def __init__(self) -> None:
            super().__init__()
            self.sync = Sync
            self.mapped: dict[Any, mmap.mmap] = {}
            self.streams: dict[Any, list[Any]] = {}

        def allocate(self, configuration: Any, _: str) -> None:
            self.mapped, self.streams = {}, {}
            for stream in configuration:
                made = [self.buffer(stream) for _ in range(stream.buffer_count)]
                self.streams[stream.stream] = made

        def buffer(self, stream: Any) -> Any:
            fd = os.memfd_create("frame")
            os.ftruncate(fd, stream.frame_size)
            bright = stream.stride * stream.size.height
            planes = []
            for offset, length in ((0, bright), (bright, stream.frame_size - bright)):
                plane = libcamera.FrameBuffer.Plane()
                plane.fd, plane.offset, plane.length = fd, offset, length
                planes.append(plane)
            buffer = libcamera.FrameBuffer(planes)
            self.mapped[buffer] = mmap.mmap(fd, stream.frame_size)
            os.close(fd)  # libcamera and the map have copies of their own
            return buffer

        def buffers(self, stream: Any) -> list[Any]:
            return self.streams[stream]

    opened: list[Any] = []

    class VirtualPicamera2(package.Picamera2):
        """The real class, on the virtual camera."""

        def __init__(self, *words: Any, **options: Any) -> None:
            super().__init__(*words, **options)
            opened.append(self)

        @property
        def sensor_modes(self) -> list[dict[str, Any]]:
            return [{"format": "NV12"}]  # as picamera2 says of a camera without raw pictures

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            roles = [libcamera.StreamRole.Viewfinder]
            size = self.camera.generate_configuration(roles).at(0).size
            return [{"format": "NV12", "size": (size.width, size.height)}]

    monkeypatch.setattr(sys.modules["picamera2.picamera2"], "DmaAllocator", MemoryAllocator)
    monkeypatch.setattr(package, "Picamera2", VirtualPicamera2)
    return opened
