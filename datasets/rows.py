"""Rows of results as CSV files."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from datasets.whole import whole


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


def write_rows(path: Path, rows: Sequence[Any], kind: type) -> None:
    """A CSV of rows of one kind, a line each; the old file stays until the new one is whole."""
    with whole(path) as part, part.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(kind)])
        writer.writeheader()
        writer.writerows(csv_row(row) for row in rows)
