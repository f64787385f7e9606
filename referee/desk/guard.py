"""What every request must pass before anything else looks at it, and what every answer carries.

Pages of other sites must not act through a referee's browser: requests that change something are
refused when they come from elsewhere, and so is any request under a foreign name (DNS rebinding).
"""

from __future__ import annotations

import ipaddress
import json
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 256 * 1024
"""No request to the desk needs to bring more: a signature is a few kilobytes."""
SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class _TooLarge(Exception):  # noqa: N818 (an answer, not a failure)
    """The body is larger than it may be."""


class Guard:
    """Middleware that refuses foreign, forged and oversized requests."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        """`names` are host names under which the desk is reached beside this machine's own."""
        self.app = app
        self._names = {"localhost", socket.gethostname().casefold(), *map(str.casefold, names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a good request on, answer a bad one."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        trouble = self._trouble(scope["method"], headers)
        if trouble is not None:
            await _refuse(send, *trouble)
            return
        seen, answered = 0, False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > MOST_BYTES:
                raise _TooLarge
            return message

        async def dressed(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                if seen > MOST_BYTES:
                    message["status"] = 413
                told = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    told[name] = value
                told.setdefault("cache-control", "no-store")
            await send(message)

        try:
            await self.app(scope, counted, dressed)
        except _TooLarge:
            if not answered:
                await _refuse(send, 413, "too large")

    def _trouble(self, method: str, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._own(host):
            return 421, "this desk is not known under that name"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            return 413, "too large"
        if method in SAFE:
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if site is not None and site not in ("same-origin", "none"):
            return 403, "requests from other sites are refused"
        if origin is not None and urlsplit(origin).netloc.casefold() != host.casefold():
            return 403, "requests from other sites are refused"
        return None

    def _own(self, host: str) -> bool:
        """An address in numbers, this machine's name, or a name of the local network."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").casefold()
        except ValueError:
            return False
        if name in self._names or name.endswith((".local", ".localhost")):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


async def _refuse(send: Send, status: int, why: str) -> None:
    body = json.dumps({"detail": why}).encode()
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
