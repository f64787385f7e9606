"""Which table stands in which document, and how a document gets its tables anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from calibration.mounting import table as heights_table
from datasets.figures import making, proofs, reading, refereeing
from datasets.figures.overview import overview_table
from datasets.figures.provenance import measured_line
from datasets.figures.speed import speed_table
from engines import InputError

ROOT = Path(__file__).resolve().parents[2]
Tables = Mapping[str, Callable[[], str]]
"""What makes each table of a document, by the name in its marks."""

STILLS: Tables = {
    "reading": reading.reading_table,
    "others": reading.others_table,
    "photos": reading.photos_table,
    "pits": reading.pits_table,
}
CALIBRATION: Tables = {"poses": making.poses_table, "lens": making.lens_table}
DOCUMENTS: Mapping[str, Tables] = {
    "README.md": {"overview": partial(overview_table, "en")},
    "README.tr.md": {"overview": partial(overview_table, "tr")},
    "docs/calibration.md": CALIBRATION,
    "docs/datasets.md": {"set": making.shipped_table, "composed": making.composed_table},
    "docs/raspberry-pi.md": {"heights": heights_table},
    "docs/raspberry-pi-kurulum.md": {"heights": heights_table},
    "docs/reading.md": {**STILLS, "speed": partial(speed_table, "vision")},
    "docs/results.md": {
        "measured": measured_line,
        "overview": partial(overview_table, "en"),
        **STILLS,
        "hands": reading.hands_table,
        "changes": reading.changes_table,
        "tokens": reading.tokens_table,
        "gains": reading.gains_table,
        "negatives": reading.negatives_table,
        "doubt": reading.doubt_table,
        "games": refereeing.games_table,
        "codes": refereeing.codes_table,
        "tracker": refereeing.tracker_table,
        "settle": refereeing.settle_table,
        "kills": proofs.kills_table,
        "mutations": proofs.mutations_table,
        "watchers": proofs.watchers_table,
        "composed": making.composed_table,
        **CALIBRATION,
        "speed": speed_table,
    },
    "docs/tracking.md": {"tracker": refereeing.tracker_table},
}


def updated(document: str) -> str:
    """A document with fresh tables. Raises `InputError` where a table's marks are not there."""
    text = (ROOT / document).read_text(encoding="utf-8")
    for name, make in DOCUMENTS[document].items():
        begin, end = f"<!-- {name}:begin -->\n", f"\n<!-- {name}:end -->"
        head, found, rest = text.partition(begin)
        _, closed, tail = rest.partition(end)
        if not found or not closed:
            raise InputError(f"{document} has no place for the table {name!r}: {begin.strip()}")
        text = f"{head}{begin}{make()}{end}{tail}"
    return text


def rewrite() -> list[str]:
    """Write the tables of all documents; gives the documents that have changed."""
    changed = []
    for document in DOCUMENTS:
        fresh, path = updated(document), ROOT / document
        if fresh != path.read_text(encoding="utf-8"):
            path.write_text(fresh, encoding="utf-8")
            changed.append(document)
    return changed
