"""The cameras of the set-up: which may be named, who holds one open, when one is free."""

from __future__ import annotations

import re
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from engines import AnyGame, InputError
from referee.desk.desk import Desk
from referee.desk.running import Running
from referee.desk.trial import Trial
from referee.sitting.looking import Looking
from vision import cameras
from vision.cameras.network import SCHEMES
from vision.frame import Frame

TAKING: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
"""One is held while its camera is opened: a small picture being taken would be in the way."""
NAMED = {
    "usb": re.compile(r"[0-9]{1,4}|/dev/[\w./@:-]{1,120}"),
    "picamera2": re.compile(r"[\w./@:-]{0,120}"),
    "demo": re.compile(r"\w{0,40}"),
}
"""How a camera of this machine is named: what says whether it is there says so of no other file."""
HIDDEN = "***"
"""What stands in an address that is shown or stored in place of its password."""
FIRST_PICTURE = 4.0
"""Seconds in which a camera that was opened has given its first picture."""


def allowed(source: str) -> str:
    """A camera that may be named from a page: no file and no folder; raises `InputError`."""
    kind, colon, rest = source.strip().partition(":")
    if colon and kind.casefold() in SCHEMES:
        return source.strip()
    if kind in NAMED and NAMED[kind].fullmatch(rest) and ".." not in rest:
        return source.strip()
    raise InputError("a camera is picamera2:0, usb:0, demo:reversi or rtsp://…")


def camera_again(kept: str, address: str) -> str:
    """The camera of a journal; where it had a password, as it is told anew."""
    if HIDDEN not in kept:
        return allowed(kept)
    if HIDDEN in address or cameras.shown_source(address) != kept:
        raise InputError(
            f"the password of {kept} is not kept; write this camera's whole address into the "
            "field for network cameras below, and go on again"
        )
    return allowed(address)


def open_already(desk: Desk, source: str) -> Frame | None:
    """The newest picture of a camera that is watched or tried: none can be opened twice.

    One that was opened just now is waited for; raises `InputError` where no picture comes.
    """
    until = time.monotonic() + FIRST_PICTURE
    while time.monotonic() < until:
        opened = _which_has(desk, source)
        if opened is None or opened.frame is not None:
            return None if opened is None else opened.frame
        if not cameras.is_live(source):  # a recording can be opened as often as one likes
            return None
        time.sleep(0.05)
    raise InputError(f"{cameras.shown_source(source)} has given no picture yet; try again")


def _which_has(desk: Desk, source: str) -> Running | Trial | None:
    """What holds a camera open."""
    running, trial = desk.running, desk.trial
    shown = cameras.shown_source(source)
    if running is not None and running.camera.source == shown and not running.ended:
        return running
    return trial if trial is not None and trial.source == source and not trial.trouble else None


def trial_of(source: str, game: AnyGame, running: Running | None, looking: Looking) -> Trial:
    """A look at a table, through the camera of the game that is watched where that is the one."""
    shown = cameras.shown_source(source)
    if running is not None and running.camera.source == shown and not running.ended:
        return Trial(source, game, None, lambda: running.frame, looking)
    return Trial(source, game, cameras.open(source), lambda: None, looking)


@contextmanager
def in_place_of_trial(desk: Desk) -> Iterator[None]:
    """The camera of the set-up is free meanwhile; where no game begins the set-up goes on."""
    trial = desk.trial
    desk.end_trial()
    try:
        yield
    except BaseException:
        if trial is not None:
            desk.begin_trial(lambda running: _once_more(trial, running))
        raise


def _once_more(trial: Trial, running: Running | None) -> Trial:
    """The same look at a table, with what a person has said; also of a camera that has gone."""
    try:
        again = trial_of(trial.source, trial.game, running, trial.looking)
    except InputError as error:
        again = Trial(trial.source, trial.game, None, lambda: None, trial.looking)
        again.trouble = str(error)
    again.given, again.plates_given = trial.given, trial.plates_given
    again.look, again.frame = trial.look, trial.frame
    return again
