"""The finder, reader or referee that is to be measured: the shipped one, or any by its name."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from typing import Any

from calibration.pose import Pose
from engines import InputError
from vision.detectors import detector
from vision.find import BoardFinder, find_any
from vision.frame import Frame


class AnyFinder:
    """Finds the board of whichever game."""

    def find(self, frame: Frame) -> Pose:
        """Where the board lies; raises `BoardNotFound`."""
        return find_any(frame).pose


def reader_maker(name: str | None, game: str) -> Callable[[], Any]:
    """What makes a fresh reader of a game: the shipped one, or `module:name`."""
    if name is None:
        return lambda: detector(game)
    return lambda: _made(name, game, "read")


def finder_of(name: str | None, game: str | None) -> Any:
    """The finder of a game, or of any: the shipped one, or `module:name`."""
    if name is not None:
        return _made(name, game, "find")
    return AnyFinder() if game is None else BoardFinder(game)


def named(name: str) -> Any:
    """What `module:name` means."""
    module, _, attribute = name.partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise InputError(f"no {name!r}: {error}") from None


def _made(name: str, game: str | None, verb: str) -> Any:
    """The object behind `module:name`; a class or function is called, with the game if need be."""
    found = named(name)
    made = found
    if callable(found):
        arguments = next((a for a in _likely(game) if takes(found, *a)), None)
        if arguments is None:
            raise InputError(f"{name} needs arguments that nobody can give it here")
        try:
            made = found(*arguments)
        except InputError:
            raise
        except (TypeError, ValueError, AttributeError, KeyError, OSError) as error:
            raise InputError(f"{name} cannot be made: {error}") from None
    if not callable(getattr(made, verb, None)):
        raise InputError(f"{name} has no method {verb!r}; expected a class that has one")
    return made


def _likely(game: str | None) -> list[tuple[str, ...]]:
    return [(), (game,)] if game else [()]


def takes(made: Callable[..., Any], *arguments: object) -> bool:
    """Whether it can be called with these."""
    try:
        inspect.signature(made).bind(*arguments)
    except TypeError:
        return False
    except ValueError:  # a built-in that does not tell
        return not arguments
    return True
