"""Server-sent events: every watcher gets every event, also after a lost connection."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from starlette.responses import StreamingResponse

SILENCE = 15.0
"""After so many seconds without an event a line is sent, so that a dead connection is noticed."""
RETRY = 1500
"""Milliseconds after which a browser tries again."""
MOST_WATCHERS = 500
"""More are refused: each holds a connection open."""

Numbered = tuple[int, bytes]


class Bell:
    """Wakes all who wait in the server's loop; may be rung from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._next: asyncio.Future[None] | None = None
        self.closed = False
        self.waiting = 0
        """How many streams are open."""

    def ring(self) -> None:
        """Something new is there."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            with contextlib.suppress(RuntimeError):  # the loop was closed this moment
                loop.call_soon_threadsafe(self._wake)

    def close(self) -> None:
        """End all streams."""
        self.closed = True
        self.ring()

    def _wake(self) -> None:
        if self._next is not None and not self._next.done():
            self._next.set_result(None)
        self._next = None

    def next_ring(self) -> asyncio.Future[None]:
        """Done at the next ring; ask for it before looking what is new."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop or self._next is None:
            self._loop, self._next = loop, loop.create_future()
        return self._next


def message(data: Any, name: str) -> bytes:
    """One message of a stream; `name` is what a browser says it had last when it comes back."""
    return f"id: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


async def follow(
    bell: Bell,
    after: int,
    news: Callable[[int], Sequence[Numbered]],
    over: Callable[[], bool] = lambda: False,
) -> AsyncIterator[bytes]:
    """All messages after a number, then each new one; `news` gives them with their numbers.

    Ends when it is `over`: numbers then begin anew, and whoever comes back gets them all.
    """
    bell.waiting += 1
    try:
        yield f"retry: {RETRY}\n\n".encode()
        while not bell.closed and not over():
            ring = bell.next_ring()
            found = news(after)
            if found:
                after = found[-1][0]
                yield b"".join(text for _, text in found)
                continue
            done, _ = await asyncio.wait([ring], timeout=SILENCE)
            if not done:
                yield b": still here\n\n"
    finally:
        bell.waiting -= 1


def answer(stream: AsyncIterator[bytes]) -> StreamingResponse:
    """A stream as the answer to a request."""
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)
