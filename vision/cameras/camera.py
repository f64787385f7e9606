"""What a camera is: something one opens, takes frames from, and closes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Protocol, Self

from vision.frame import Frame


class Status(StrEnum):
    """How a camera is doing."""

    LIVE = "live"
    """Pictures come."""
    STALLED = "stalled"
    """No pictures come; the camera is being reopened."""
    CLOSED = "closed"
    """It was closed, or all its pictures have been given."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A camera's word that its status has changed."""

    status: Status
    """The status from now on."""
    source: str
    """Which camera."""
    reason: str
    """Why, in plain words."""
    time: float
    """When, on the clock of the frames."""


OnNotice = Callable[[Notice], None]
"""Is told of every change; called from the camera's own threads, so it should be quick."""


class CameraLost(Exception):  # noqa: N818 (it happens to good cameras)
    """An open camera gives no more pictures."""


class Camera(ABC):
    """A context manager and iterator of frames."""

    live: ClassVar[bool] = False
    """Whether it looks at the world now; a recording does not."""

    def __init__(self, source: str) -> None:
        self.source = source
        """Its name, as its frames carry it (those of a folder carry their file's)."""
        self.behind = 0.0
        """Seconds that a recording has waited for its reader, so that it runs slower than asked."""

    @property
    @abstractmethod
    def status(self) -> Status:
        """How it is doing now; may be asked from any thread."""

    @abstractmethod
    def __next__(self) -> Frame:
        """The next frame, waiting for it; `StopIteration` when there will be none."""

    @abstractmethod
    def close(self) -> None:
        """Give the camera back; harmless when done twice."""

    def rest(self) -> None:  # noqa: B027 (the world does not rest, so that most have nothing to do)
        """The next picture is asked for later: a recording goes on then where it was."""

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Grabber(Protocol):
    """An open connection to a live camera, used by one thread at a time."""

    def grab(self) -> Frame:
        """The next whole frame; raises `CameraLost` when none comes within about two seconds."""

    def close(self) -> None:
        """Give the device back."""
