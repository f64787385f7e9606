"""The tables of docs/reading.md, from results/*.csv."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

from datasets.shares import wilson

RESULTS = Path(__file__).resolve().parents[1] / "results"
GAMES = ("reversi", "kulami", "mangala")
Row = dict[str, str]


def reading_table() -> str:
    """Boards found, read and shown without doubt."""
    lines = [
        "| game | pictures | n (scenes) | found | corner error, median | exact | without doubt | "
        "of these wrong | plates right | score right |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for game in GAMES:
        for name, told in ((game, ""), (f"{game}_adapted", ", adapted")):
            rows = _rows(name)
            for kind in dict.fromkeys(row["kind"] for row in rows):
                some = [row for row in rows if row["kind"] == kind]
                lines.append(f"| {game} | {kind}{told} | {_boards(some)} |")
    return "\n".join([*lines, "", *_others()])


def _boards(rows: list[Row]) -> str:
    errors = [float(row["corner_error"]) for row in rows if row["corner_error"]]
    sure = [row for row in rows if _sure(row)]
    cells = [
        f"{len(rows)} ({len({row['scene'] for row in rows})})",
        _share(rows, lambda r: r["found"] == "1"),
        f"{median(errors):.3f}" if errors else "–",
        _share(rows, lambda r: r["found"] == "1" and r["exact"] == "1"),
        _share(rows, _sure),
        _share(sure, _wrong),
        _share([r for r in rows if r["plates_right"]], lambda r: r["plates_right"] == "1"),
        _share([r for r in rows if r["score_right"]], lambda r: r["score_right"] == "1"),
    ]
    return " | ".join(cells)


def _sure(row: Row) -> bool:
    doubts = ("doubtful", "unseen", "doubtful_seams")
    return row["found"] == "1" and not any(int(row[name] or 0) for name in doubts)


def _wrong(row: Row) -> bool:
    covered = int(row["covered_wrong"] or 0)
    return row["exact"] != "1" or covered > 0 or row["plates_right"] == "0"


def _others() -> list[str]:
    """What is no board, hidden cells, changes."""
    lines = ["| what | share | n |", "|---|---:|---:|"]
    negatives = _rows("negatives")
    for what, cut in (("things that are no board, found", False), ("cut-off boards, found", True)):
        some = [row for row in negatives if (row["what"] == "cut off") == cut]
        if some:
            lines.append(f"| {what} | {_share(some, lambda r: r['taken'] == '1')} | {len(some)} |")
    for game in GAMES:
        rows = _rows(f"{game}_hands")
        covered = sum(int(row["covered"] or 0) for row in rows)
        if covered:
            wrong = sum(int(row["covered_wrong"] or 0) for row in rows)
            lines.append(
                f"| {game}: covered cells read with confidence and wrong | {wrong / covered:.3%} "
                f"| {covered} |"
            )
        rows = _rows(f"{game}_changes")
        cells = sum(int(row["cells"]) for row in rows)
        if cells:
            wrong = sum(int(row["missed"]) + int(row["alarms"]) for row in rows)
            lines.append(
                f"| {game}: cells told changed or not rightly | {1 - wrong / cells:.3%} | {cells} |"
            )
    return lines


def photos_table() -> str:
    """Real photos, with nothing given and with corners or pits given."""
    lines = [
        "| game | given | photos | found | exact | cells wrong | without doubt and wrong |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for game in GAMES:
        for name, given in ((f"{game}_photos", "nothing"), (f"{game}_photos_given", "pose")):
            rows = _rows(name)
            if not rows:
                continue
            found = [row for row in rows if row["found"] == "1"]
            cells = sum(int(row["cells"]) for row in found)
            wrong = sum(int(row["cells_wrong"]) for row in found)
            worst = sum(_sure(row) and _wrong(row) for row in rows)
            exact = sum(row["exact"] == "1" for row in found)
            lines.append(
                f"| {game} | {given} | {len(rows)} | {len(found)} | {exact} | {wrong} of {cells} | "
                f"{worst} |"
            )
    return "\n".join(lines)


def pits_table() -> str:
    """Stones counted exactly."""
    lines = [
        "| pictures | pits to 6, exact | 7 to 12, exact | 7 to 12, within one | "
        "treasuries within a tenth | told without doubt, wrong |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, told in (("mangala_pits", ""), ("mangala_adapted_pits", ", adapted")):
        rows = _rows(name)
        for kind in dict.fromkeys(row["kind"] for row in rows):
            some = [row for row in rows if row["kind"] == kind]
            pits = [row for row in some if int(row["place"]) < 12]
            few = [row for row in pits if int(row["stones"]) <= 6]
            many = [row for row in pits if 7 <= int(row["stones"]) <= 12]
            stores = [row for row in some if int(row["place"]) >= 12]
            sure = [row for row in pits if row["sure"] == "1"]
            cells = [
                _part(few, lambda r: _off(r) == 0),
                _part(many, lambda r: _off(r) == 0),
                _part(many, lambda r: _off(r) <= 1),
                _part(stores, lambda r: _off(r) <= max(1.0, 0.1 * int(r["stones"]))),
                _part(sure, lambda r: _off(r) != 0),
            ]
            lines.append(f"| {kind}{told} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _off(row: Row) -> int:
    told, stones = int(row["told"]), int(row["stones"])
    return abs(told - stones) if told >= 0 else 99


def speed_table() -> str:
    """What finding and reading cost."""
    lines = ["| what | value | unit | bar |", "|---|---:|---|---|"]
    for row in _rows("vision"):
        value, unit = float(row["value"]), row["unit"]
        lines.append(
            f"| {row['what']} | {value:.{2 if unit == 's' else 0}f} | {unit} | {row['bar']} |"
        )
    return "\n".join(lines)


def _rows(name: str) -> list[Row]:
    path = RESULTS / f"{name}.csv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _part(rows: list[Row], hit: Callable[[Row], bool]) -> str:
    """A share of pits: those of one picture are right and wrong together, so without interval."""
    return f"{sum(hit(row) for row in rows) / len(rows):.2%} of {len(rows)}" if rows else "–"


def _share(rows: Iterable[Row], hit: Callable[[Row], bool]) -> str:
    every = list(rows)
    if not every:
        return "–"
    hits = sum(hit(row) for row in every)
    low, high = wilson(hits, len(every))
    return f"{hits / len(every):.2%} ({low:.1%}–{high:.1%})"
