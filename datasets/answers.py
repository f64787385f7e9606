"""Asking a finder, reader or referee under trial, and checking what it answers.

It may be anybody's code: what it gives is checked here, before it is counted, and when it fails
the message names it and the picture.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.pose import BoardNotFound, Pose
from datasets.stills import Still
from engines import InputError
from vision.reading import CONTENTS, Reading


class CodeFailed(Exception):  # noqa: N818 (somebody's code has failed, not ours)
    """Code under trial failed; its own exception is the cause."""

    def trace(self) -> str:
        """The traceback of that code, from where it was asked."""
        error = self.__cause__
        if error is None:
            return ""
        return "".join(traceback.format_exception(type(error), error, _inside(error)))


def find(finder: Any, still: Still) -> Pose:
    """Where a finder says the board lies; raises `BoardNotFound`."""
    with blamed(finder, "find the board", still.source):
        pose = finder.find(still.frame)
    who = f"the finder {name_of(finder)}"
    if not isinstance(pose, Pose):
        raise InputError(
            f"{who} gives {_kind(pose)} for {still.source}; expected a Pose, "
            "or BoardNotFound raised where there is no board"
        )
    if still.game == "mangala" and pose.places is None:
        raise InputError(
            f"{who} gives a pose without places for {still.source}; say pose.with_places(...) "
            "with the 14 pits and treasuries"
        )
    return pose


def read(detector: Any, still: Still, pose: Pose) -> Reading:
    """What a reader sees on the board."""
    with blamed(detector, "read", still.source):
        reading = detector.read(still.frame, pose)
    if isinstance(reading, Reading) and reading.game == still.game:
        return reading
    what = f"a reading of {reading.game}" if isinstance(reading, Reading) else _kind(reading)
    raise InputError(
        f"the reader {name_of(detector)} gives {what} for {still.source}; "
        f"expected a Reading of {still.game}"
    )


def count(detector: Any, still: Still, middles: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely each number of stones is in each of some pits, pits x contents."""
    if not callable(getattr(detector, "count", None)):
        raise InputError(
            "for --given pose the reader needs count(picture, middles), to count single pits"
        )
    with blamed(detector, "count", still.source):
        told = np.asarray(detector.count(still.frame.picture, middles), float)
    expected = (len(middles), len(CONTENTS[still.game]))
    if told.shape != expected:
        raise InputError(
            f"count of {name_of(detector)} gives numbers of shape {told.shape} for {still.source}; "
            f"expected {expected}: for each pit how likely 0, 1, … {expected[1] - 1} stones are"
        )
    if not np.allclose(told.sum(1), 1, atol=1e-3) or told.min() < -1e-6:
        raise InputError(
            f"count of {name_of(detector)} for {still.source}: probabilities of a pit must sum to 1"
        )
    return told


@contextmanager
def blamed(who: object, doing: str, source: str) -> Iterator[None]:
    """Where code under trial fails, say whose it is, at which picture, and in which line.

    A `ValueError` is taken for a refusal and told in one line; anything else is a mistake in that
    code, `CodeFailed`.
    """
    try:
        yield
    except BoardNotFound:
        raise
    except ValueError as error:
        raise InputError(_sentence(who, doing, source, error)) from None
    except Exception as error:
        raise CodeFailed(_sentence(who, doing, source, error)) from error


def name_of(thing: object) -> str:
    """The name of what was made: its class, with the module."""
    kind = thing if isinstance(thing, type) or callable(thing) else type(thing)
    return f"{kind.__module__}:{getattr(kind, '__qualname__', type(thing).__qualname__)}"


def _sentence(who: object, doing: str, source: str, error: Exception) -> str:
    frames = traceback.extract_tb(_inside(error))
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, InputError):
        told, where = str(error), ""
    return f"{name_of(who)} cannot {doing} at {source}: {told}{where}"


def _inside(error: BaseException) -> Any:
    """The traceback without the yardstick's own frames at its beginning."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        module = str(trace.tb_frame.f_globals.get("__name__"))
        if module != "contextlib" and not module.startswith("datasets."):
            break
        trace = trace.tb_next
    return trace


def _kind(thing: object) -> str:
    return "None" if thing is None else f"a {type(thing).__name__}"
