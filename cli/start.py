"""Where the `hakem` command begins: it imports the rest, and ends quietly when it is told to.

Importing takes a second or so, in which Ctrl-C must not end in a traceback.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

INTERRUPTED = 130
TERMINATED = 143


def start() -> None:
    """Run the command."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)  # nothing has been begun that would need an end
        from cli.main import main

        signal.signal(signal.SIGINT, signal.default_int_handler)
    else:  # whoever started us wants it ignored
        from cli.main import main
    clean_up_when_terminated()
    try:
        main()
    except KeyboardInterrupt:  # between what `main` guards itself
        sys.exit(INTERRUPTED)


def clean_up_when_terminated() -> None:
    """Let SIGTERM end the command as Ctrl-C does, so that no unfinished file stays behind."""
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _end)


def _end(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # the cleaning up is not to be cut short
    sys.exit(TERMINATED)


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    start()
