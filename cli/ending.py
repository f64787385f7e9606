"""When a running command may be ended: between two frames, never between writing and showing.

An event that is in the journal and was not printed would be known to nobody who reads the output:
a restart goes on behind it. So Ctrl-C and SIGTERM wait until what was written is shown.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object]
SIGNALS = (signal.SIGINT, signal.SIGTERM)
TERMINATED = 143


def clean_up_when_terminated() -> None:
    """Let SIGTERM end the command as Ctrl-C does, so that no unfinished file stays behind."""
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _end)


def _end(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # the cleaning up is not to be cut short
    sys.exit(TERMINATED)


class Ending:
    """Puts being told to end off until it is let in; a second word ends at once.

    The second one is for an output that nobody reads any more, where printing never returns. Before
    it is entered, and outside the main thread, which alone hears signals, it changes nothing.
    """

    def __init__(self) -> None:
        self._before: dict[int, Handler] = {}
        self._came: int | None = None
        self._open = False

    def __enter__(self) -> Ending:
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                handler = signal.getsignal(number)
                if callable(handler):  # else it is ignored, or ends the process as it always did
                    self._before[number] = handler
                    signal.signal(number, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            if signal.getsignal(number) == self._hear:  # a handler may have set another one
                signal.signal(number, handler)
        self._came = None  # what was to be ended has ended by itself

    @contextmanager
    def let_in(self) -> Iterator[None]:
        """Here nothing is half done: end at once, also when the word came earlier."""
        self._open = True
        try:
            self._end_if_told()
            yield
        finally:
            self._open = False

    def _hear(self, number: int, frame: FrameType | None) -> None:
        told_before, self._came = self._came, number
        if self._open or told_before is not None:
            self._end_if_told(frame)

    def _end_if_told(self, frame: FrameType | None = None) -> None:
        number, self._came = self._came, None
        if number is not None:
            self._before[number](number, frame)
