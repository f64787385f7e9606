"""What `hakem bench` measured, with the bar where there is one."""

from __future__ import annotations

from datasets.figures.cells import markdown, plain

BENCHES = ("engines", "vision", "settle_speed", "watch", "journal", "pictures")
"""Rows of one form; those of calibration have tables of their own."""


def speed_table(*names: str) -> str:
    """Measured values beside their bars."""
    rows = [row for name in names or BENCHES for row in plain(name)]
    lines = [[row["what"], _number(row["value"]), row["unit"], _bar(row), row["n"]] for row in rows]
    machines = sorted({row["machine"] for row in rows})
    return (
        markdown(["what", "value", "unit", "bar", "n"], lines)
        + f"\n\nMeasured with {'; '.join(machines)}."
    )


def _bar(row: dict[str, str]) -> str:
    """The bar, and whether it was missed: nobody should have to compare numbers to find out."""
    if not row["bar"]:
        return ""
    sign, _, text = row["bar"].partition(" ")
    value, bar = float(row["value"]), float(text.replace(",", ""))
    met = value <= bar if sign == "<=" else value >= bar
    return row["bar"] if met else f"{row['bar']}, **missed**"


def _number(text: str) -> str:
    """Three digits that count, and whole numbers whole."""
    value = float(text)
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
