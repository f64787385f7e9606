"""Frozen dataclasses as plain JSON and back, checked against their own type hints.

The journal stores events and rebuilds the round from them, so what is read back must be exactly
what was written; anything else is refused with the name of the field.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeGuard, TypeVar, Union, get_args, get_origin, get_type_hints

from engines.contract import InputError

T = TypeVar("T")


def to_json(value: Any) -> Any:
    """Objects for dataclasses, lists for tuples, everything else as it is."""
    if is_dataclass(value):
        return {f.name: to_json(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    return value


def from_json(kind: type[T], data: object) -> T:
    """The dataclass `kind` from its JSON object; raises `InputError` that names the field."""
    value: T = _read_object(kind, data, kind.__name__)
    return value


def check_fields(value: Any) -> None:
    """Refuse a dataclass whose fields do not hold what their type hints say."""
    kind: Any = type(value)
    for name, hint in _hints(kind).items():
        given = getattr(value, name)
        where = f"{kind.__name__}.{name}"
        if _read(hint, to_json(given), where) != given:
            raise InputError(f"{where} cannot be {given!r}")


def is_finite(data: object) -> TypeGuard[int | float]:
    """Whether this is a number that can be reckoned with: JSON sets whole ones no limit."""
    if not isinstance(data, int | float) or isinstance(data, bool):
        return False
    try:
        return math.isfinite(data)
    except OverflowError:
        return False


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {f.name: hints[f.name] for f in fields(kind)}


def _read(hint: Any, data: object, where: str) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (UnionType, Union):
        arms = [arm for arm in args if arm is not NoneType]
        if data is None and len(arms) < len(args):
            return None
        return _read(arms[0], data, where)
    if origin is Literal:
        if data in args:
            return data
        raise InputError(f"{where} cannot be {data!r}; valid: {', '.join(map(str, args))}")
    if origin is tuple:
        return _read_tuple(args, data, where)
    if is_dataclass(hint):
        return _read_object(hint, data, where)
    return _read_plain(hint, data, where)


def _read_plain(hint: type[Any], data: object, where: str) -> Any:
    if hint is float and type(data) in (int, float) and is_finite(data):
        return float(data)
    if type(data) is hint and hint is not float:
        return data
    raise InputError(f"{where} must be {_WORDS.get(hint, hint)}, not {data!r}")


_WORDS = {str: "text", int: "a whole number", float: "a finite number", bool: "true or false"}


def _read_tuple(args: tuple[Any, ...], data: object, where: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise InputError(f"{where} must be a list, not {data!r}")
    hints = args[:1] * len(data) if args[1:] == (...,) else args
    if len(hints) != len(data):
        raise InputError(f"{where} must hold {len(hints)} values, not {len(data)}")
    pairs = zip(hints, data, strict=True)
    return tuple(_read(hint, item, f"{where}[{i}]") for i, (hint, item) in enumerate(pairs))


def _read_object(kind: Any, data: object, where: str) -> Any:
    if not isinstance(data, Mapping):
        raise InputError(f"{where} must be an object, not {data!r}")
    hints = _hints(kind)
    unknown = [str(name) for name in data if name not in hints]
    if unknown:
        raise InputError(f"{where} has no {', '.join(unknown)}; valid are: {', '.join(hints)}")
    missing = [
        f.name
        for f in fields(kind)
        if f.name not in data and f.default is MISSING and f.default_factory is MISSING
    ]
    if missing:
        raise InputError(f"{where} needs {', '.join(missing)}")
    values = {name: _read(hints[name], item, f"{where}.{name}") for name, item in data.items()}
    return kind(**values)
