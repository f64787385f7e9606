"""Keys for the referee while a table is watched in the terminal."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import Any

from cli.flagging import KEY_OF, Flagging
from cli.page_words import refused
from cli.signing import Signing
from cli.words import say
from engines import InputError
from engines.match import REFEREE
from referee.sitting import Sitting

Act = Callable[[Sitting], Any]


KEYS: dict[str, tuple[str, Act | None]] = {
    "e": ("end", lambda sitting: sitting.end_of_move()),
    "o": ("object", lambda sitting: sitting.report_last()),
    "y": ("yes", lambda sitting: sitting.finished(True)),
    "n": ("no", lambda sitting: sitting.finished(False)),
    "a": ("accept", lambda sitting: sitting.accept()),
    "u": ("undo", lambda sitting: sitting.undo()),
    "1": ("choose", lambda sitting: sitting.choose(0)),
    "2": ("choose", lambda sitting: sitting.choose(1)),
    "3": ("choose", lambda sitting: sitting.choose(2)),
    "p": ("pause", lambda sitting: sitting.toggle_pause()),
    "b": ("back", lambda sitting: sitting.piece_put_back()),
    "c": ("count", lambda sitting: sitting.ask_count()),
    "r": ("intervene", lambda sitting: sitting.object(REFEREE)),
    "f": ("flag_a", None),
    "g": ("flag_b", None),
    "s": ("sign", None),
    "k": ("next", lambda sitting: sitting.next_set()),
}
"""Each key with the word for what it does; None where that takes a memory of the last press."""


def keys_help(lang: str) -> str:
    """What the keys do, a line for each deed."""
    words: dict[str, list[str]] = {}
    for key, (what, _) in KEYS.items():
        words.setdefault(what, []).append(key)
    width = max(len(" ".join(keys)) for keys in words.values())
    return "\n".join(
        f"  {' '.join(keys):{width}}  {say(lang, f'key_{what}')}" for what, keys in words.items()
    )


class Keys:
    """Reads keys without waiting for the camera; nothing where there is no terminal."""

    def __init__(self, sitting: Sitting, lang: str) -> None:
        self.notices: deque[str] = deque(maxlen=20)
        """What is to be said about keys."""
        self.active = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        """Whether keys can be pressed at all."""
        self._sitting, self._lang = sitting, lang
        signing, flagging = Signing(sitting, lang), Flagging(sitting, lang)
        self._twice: dict[str, Callable[[], None]] = {"s": signing.press}
        for player, key in KEY_OF.items():
            self._twice[key] = partial(flagging.press, player)
        self._over = Event()
        self._thread = Thread(target=self._listen, daemon=True)

    def __enter__(self) -> Keys:
        if self.active:
            self._input = sys.stdin.fileno()
            self._before = termios.tcgetattr(self._input)
            tty.setcbreak(self._input)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self.active:
            self._thread.join()
            with suppress(termios.error):
                termios.tcsetattr(self._input, termios.TCSADRAIN, self._before)

    def _listen(self) -> None:
        while not self._over.is_set():
            ready, _, _ = select.select([self._input], [], [], 0.2)
            if not ready:
                continue
            pressed = os.read(self._input, 16).decode(errors="replace")
            if not pressed:
                return
            for key in pressed:
                self.press(key)

    def press(self, key: str) -> None:
        """Do what a key stands for; what cannot be done is said."""
        pressed = key.casefold()
        if pressed not in KEYS:
            if key == "?":
                self.notices.append(keys_help(self._lang))
            return
        _, act = KEYS[pressed]
        try:
            if act is None:
                self._twice[pressed]()
            else:
                act(self._sitting)
        except InputError as error:
            self.notices.append(refused(self._lang, error))
