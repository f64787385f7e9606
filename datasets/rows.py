"""Rows of results as CSV files."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TypeVar

from datasets.whole import whole
from engines import InputError

Row = TypeVar("Row")


def csv_row(row: Any) -> dict[str, Any]:
    """A row as written: short numbers, 0 and 1, nothing where nothing is known."""
    told = asdict(row)
    for key, value in told.items():
        if isinstance(value, float):
            told[key] = "" if math.isnan(value) else round(value, 4)
        elif isinstance(value, bool):
            told[key] = int(value)
        elif value is None:
            told[key] = ""
    return told


def append_rows(path: Path, rows: Sequence[Any], kind: type) -> None:
    """More rows at the end of a CSV, which is begun where there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    begun = path.exists() and path.stat().st_size > 0
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(kind)])
        if not begun:
            writer.writeheader()
        writer.writerows(csv_row(row) for row in rows)


def read_rows(path: Path, kind: type[Row]) -> list[Row]:
    """The rows of a CSV; a last line that was cut is left out. Raises `InputError`."""
    wanted = {field.name: str(field.type) for field in fields(kind)}  # type: ignore[arg-type]
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if list(reader.fieldnames or ()) != list(wanted):
            raise InputError(f"{path} was not written by this version of Hakem; remove it first")
        told = [line for line in reader if None not in line.values()]
    try:
        return [kind(**{k: _value(line[k], t) for k, t in wanted.items()}) for line in told]
    except ValueError as error:
        raise InputError(f"{path} cannot be read: {error}") from None


def _value(text: str, kind: str) -> Any:
    """A field as it was before it was written."""
    if kind.endswith(" | None"):
        return _value(text, kind.removesuffix(" | None")) if text else None
    if kind == "str":
        return text
    if kind == "float":
        return float(text) if text else math.nan
    return bool(int(text)) if kind == "bool" else int(text)


def write_rows(path: Path, rows: Sequence[Any], kind: type) -> None:
    """A CSV of rows of one kind, a line each; the old file stays until the new one is whole."""
    with whole(path) as part, part.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(kind)])
        writer.writeheader()
        writer.writerows(csv_row(row) for row in rows)
