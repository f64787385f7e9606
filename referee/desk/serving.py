"""The web server around a desk."""

from __future__ import annotations

from types import FrameType
from typing import Any

import uvicorn

from referee.desk.desk import Desk


def server_settings(app: Any, behind_proxy: bool = False) -> uvicorn.Config:
    """How the application is served.

    Who asks is told by the connection. Only where a proxy on this machine stands before the desk
    may its `X-Forwarded-For` tell it: anybody can write that line, and with a new address for
    every try no number of wrong PINs would be too many.
    """
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=behind_proxy,
    )


class DeskServer(uvicorn.Server):
    """Ends the streams at once, which else would keep it waiting for their watchers."""

    def __init__(self, settings: uvicorn.Config, desk: Desk) -> None:
        super().__init__(settings)
        self._desk = desk

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The program is to end."""
        self._desk.hang_up()
        super().handle_exit(sig, frame)
