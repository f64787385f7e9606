"""Reading the options of a rules object from words, with errors that list what is valid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, field, fields
from typing import Any, TypeVar

from engines.contract import InputError

R = TypeVar("R")

_TRUE = {"true", "yes", "on", "1"}
_FALSE = {"false", "no", "off", "0"}


def option(default: Any, choices: tuple[Any, ...], doc: str) -> Any:
    """Declare an option of a rules dataclass: its default, what it may be, and its clause."""
    return field(default=default, metadata={"choices": choices, "doc": doc})


def read_rules(rules: type[R], options: Mapping[str, object], prefix: str) -> R:
    """Build a rules object from `{name: value}`; values may be text.

    Names may carry the game (`kulami.marbles`) and may use dots for underscores
    (`warnings.scope`), as RULES.md part B writes them.
    """
    known = {f.name: f for f in fields(rules)}  # type: ignore[arg-type]
    values: dict[str, object] = {}
    for given, value in options.items():
        name = given.strip().removeprefix(prefix + ".").replace(".", "_")
        if name not in known:
            raise InputError(f"unknown {prefix} option {given!r}; valid are: {', '.join(known)}")
        values[name] = _read_value(prefix, known[name], value)
    return rules(**values)


def describe_rules(rules: type[Any]) -> list[tuple[str, str, tuple[str, ...], str]]:
    """Name, default, choices and clause of every option of a rules class."""
    rows = []
    for f in fields(rules):
        default = f.default if f.default is not MISSING else ""
        choices = tuple(_write(choice) for choice in f.metadata.get("choices", ()))
        rows.append((f.name, _write(default), choices, str(f.metadata.get("doc", ""))))
    return rows


def check_rules(rules: Any, prefix: str) -> None:
    """Refuse a rules object with a value that is not among its option's choices."""
    for f in fields(rules):
        _read_value(prefix, f, getattr(rules, f.name))


def _read_value(prefix: str, option_field: Field[Any], value: object) -> object:
    choices: tuple[Any, ...] = option_field.metadata.get("choices", ())
    if not choices:
        return value
    if isinstance(value, str):
        word = value.strip().casefold()
        if isinstance(choices[0], bool):
            if word in _TRUE:
                return True
            if word in _FALSE:
                return False
        elif isinstance(choices[0], int):
            if word.isascii() and word.isdigit() and int(word) in choices:
                return int(word)
        elif word in choices:
            return word
    else:
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return choice
    valid = _range(choices)
    raise InputError(
        f"{prefix} option {option_field.name} cannot be {_write(value)!r}; valid: {valid}"
    )


def _range(choices: tuple[Any, ...]) -> str:
    if len(choices) > 5 and isinstance(choices[0], int):
        return f"a whole number from {min(choices)} to {max(choices)}"
    return ", ".join(_write(choice) for choice in choices)


def _write(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
