"""The finder, reader or referee that is to be measured: the shipped one, or any by its name."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from calibration.pose import Pose
from datasets.answers import CodeFailed
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
        return lambda: detector(game, alone=True)
    return lambda: _made(name, game, "read")


def finder_of(name: str | None, game: str | None) -> Any:
    """The finder of a game, or of any: the shipped one, or `module:name`."""
    if name is not None:
        return _made(name, game, "find")
    return AnyFinder() if game is None else BoardFinder(game)


def seer_of(name: str, game: str | None) -> Any:
    """What settled frames are replayed through: `module:name` with a method `see`."""
    return _made(name, game, "see")


def named(name: str) -> Any:
    """What `module:name` means; the module may lie in the current folder."""
    module, _, attribute = name.partition(":")
    if not all(part.isidentifier() for part in (*module.split("."), attribute)):
        raise InputError(f"expected module:name, e.g. mine:Reader for mine.py, got {name!r}")
    found = _imported(module)
    if not hasattr(found, attribute):
        raise InputError(f"there is no {attribute!r} in the module {module!r}")
    return getattr(found, attribute)


def _imported(module: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)  # as `python -m` does
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module}.".startswith(f"{error.name}."):
            raise InputError(
                f"no module {error.name!r}, neither in the current folder nor installed"
            ) from None
        raise InputError(f"{module} cannot be imported: {error}") from None
    except (ImportError, SyntaxError, ValueError) as error:
        raise InputError(f"{module} cannot be imported: {error}") from None
    except Exception as error:
        raise CodeFailed(f"{module} cannot be imported: {type(error).__name__}") from error


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
        except (ValueError, OSError) as error:
            raise InputError(f"{name} cannot be made: {error}") from None
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            raise CodeFailed(f"{name} cannot be made: {told}") from error
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
