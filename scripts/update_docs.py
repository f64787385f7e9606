"""Rewrite the tables in the documents from the manifest and from results/*.csv.

python scripts/update_docs.py
"""

from __future__ import annotations

import csv
from pathlib import Path
from statistics import mean

from datasets.manifest import read_manifest, summary
from datasets.reading_tables import photos_table, pits_table, reading_table, speed_table

ROOT = Path(__file__).resolve().parents[1]


def shipped_table() -> str:
    """How many scenes there are of each game, kind and split."""
    rows: dict[tuple[str, str], dict[str, int]] = {}
    sizes: dict[tuple[str, str], int] = {}
    for (game, kind, split), (scenes, size) in summary(read_manifest()).items():
        rows.setdefault((game, kind), {})[split] = scenes
        sizes[game, kind] = sizes.get((game, kind), 0) + size
    lines = ["| what | kind | train | validation | test | MB |", "|---|---|---:|---:|---:|---:|"]
    for (game, kind), counts in sorted(rows.items()):
        numbers = " | ".join(str(counts.get(s, 0)) for s in ("train", "validation", "test"))
        lines.append(f"| {game} | {kind} | {numbers} | {sizes[game, kind] / 1e6:.1f} |")
    lines.append(f"| all | | | | | {sum(sizes.values()) / 1e6:.1f} |")
    return "\n".join(lines)


def composed_table() -> str:
    """How far composed pictures differ from rendered ones."""
    with (ROOT / "results" / "composed.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    lines = [
        "| game | scenes | mean difference on the board (of 255) | worst scene |",
        "|---|---:|---:|---:|",
    ]
    for game in dict.fromkeys(row["game"] for row in rows):
        means = [float(row["mean"]) for row in rows if row["game"] == game]
        lines.append(f"| {game} | {len(means)} | {mean(means):.2f} | {max(means):.2f} |")
    return "\n".join(lines)


TABLES = {
    "docs/datasets.md": {"set": shipped_table, "composed": composed_table},
    "docs/reading.md": {
        "reading": reading_table,
        "photos": photos_table,
        "pits": pits_table,
        "speed": speed_table,
    },
}


def updated(path: str) -> str:
    """A document with fresh tables."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for name, make in TABLES[path].items():
        begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
        head, _, rest = text.partition(begin)
        text = f"{head}{begin}\n{make()}\n{end}{rest.partition(end)[2]}"
    return text


if __name__ == "__main__":
    for document in TABLES:
        (ROOT / document).write_text(updated(document), encoding="utf-8")
        print(document)
