"""Where the golden cases and the large sets are found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
SHARED = ROOT.parent / "shared"


def golden_cases(game: str, *kinds: str) -> list[Any]:
    """The hand-made cases of the given kinds, as pytest parameters."""
    cases = json.loads((GOLDEN / f"{game}.json").read_text(encoding="utf-8"))["cases"]
    return [pytest.param(case, id=case["id"]) for case in cases if case["type"] in kinds]


def golden_layouts() -> dict[str, str]:
    """Kulami's layouts of the golden cases."""
    data = json.loads((GOLDEN / "kulami.json").read_text(encoding="utf-8"))
    return {name: "/".join(rows) for name, rows in data["layouts"].items()}


def large_set(name: str) -> Iterator[dict[str, Any]]:
    """The lines of a large generated set; the test is skipped where it is not at hand."""
    path = SHARED / "rules" / "golden" / "large" / f"{name}.jsonl"
    if not path.exists():
        pytest.skip(f"{name}.jsonl is not beside this checkout")
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
