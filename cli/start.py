"""Where the `hakem` command begins: it imports the rest, and ends quietly when it is told to.

Importing takes a second or so, in which Ctrl-C must not end in a traceback.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from cli.doctor.finding import BROKEN
from cli.ending import clean_up_when_terminated

INTERRUPTED = 130


def start() -> None:
    """Run the command."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)  # nothing has been begun that would need an end
        main = _loaded()
        signal.signal(signal.SIGINT, signal.default_int_handler)
    else:  # whoever started us wants it ignored
        main = _loaded()
    clean_up_when_terminated()
    try:
        main()
    except KeyboardInterrupt:  # between what `main` guards itself
        sys.exit(INTERRUPTED)


def _loaded() -> Callable[[], None]:
    """The command; where a package keeps it from loading, the doctor alone, or one line."""
    try:
        from cli.main import main
    except BROKEN as error:
        if sys.argv[1:2] == ["doctor"]:
            with suppress(ImportError):  # it needs two packages itself
                return _doctor_alone()
        why = " ".join(str(error).split())
        line = f"hakem: a package is missing or broken ({why}); `hakem doctor` tells which"
        print(line, file=sys.stderr)
        sys.exit(2)
    return main


def _doctor_alone() -> Callable[[], None]:
    import typer

    from cli.doctor.command import doctor

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command("doctor")(doctor)
    return lambda: app(sys.argv[2:])


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    start()
