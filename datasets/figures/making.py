"""The stored scenes, composed pictures beside rendered ones, and how exact a calibration is."""

from __future__ import annotations

from statistics import mean

from datasets.figures.cells import GAMES, markdown, plain
from datasets.manifest import read_manifest, summary
from datasets.splits import SPLITS
from engines import InputError


def shipped_table() -> str:
    """How many scenes there are of each game, kind and split."""
    rows: dict[tuple[str, str], dict[str, int]] = {}
    sizes: dict[tuple[str, str], int] = {}
    for (game, kind, split), (scenes, size) in summary(read_manifest()).items():
        rows.setdefault((game, kind), {})[split] = scenes
        sizes[game, kind] = sizes.get((game, kind), 0) + size
    lines: list[list[object]] = [
        [*key, *(counts.get(split, 0) for split in SPLITS), f"{sizes[key] / 1e6:.1f}"]
        for key, counts in sorted(rows.items())
    ]
    lines.append(["all", "", "", "", "", f"{sum(sizes.values()) / 1e6:.1f}"])
    return markdown(["what", "kind", *SPLITS, "MB"], lines, words=2)


def composed_table() -> str:
    """How far composed pictures differ from rendered ones."""
    rows = plain("composed")
    lines = []
    for game in GAMES:
        means = [float(row["mean"]) for row in rows if row["game"] == game]
        if means:
            lines.append([game, len(means), f"{mean(means):.2f}", f"{max(means):.2f}"])
    heads = ["game", "scenes", "mean difference on the board (of 255)", "worst scene"]
    return markdown(heads, lines)


def poses_table() -> str:
    """How exact a pose is, by the number of points it is found from."""
    measured = _calibration()
    points = [what.partition(",")[0] for what in measured if what.endswith("lens term, median")]
    columns = (
        "reprojection, median", "reprojection, 95 %", "0.5 cells up, median", "0.5 cells up, 95 %",
        "lens term, median", "processor time, median",
    )  # fmt: skip
    lines = [[some, *(measured[f"{some}, {what}"] for what in columns)] for some in points]
    heads = [
        "from", "lattice, median", "95 %", "0.5 cells up, median", "95 %", "lens term off, median",
        "time, median",
    ]  # fmt: skip
    return markdown(heads, lines)


def lens_table() -> str:
    """What a measured lens is worth."""
    measured, lines = _calibration(), []
    for what in ("4 corners", "49 crossings"):
        told = (f"strong lens, {what}, {how} profile, median" for how in ("without", "with"))
        lines.append([what, *(measured[each] for each in told)])
    own = ["the sheet's own points", "", measured["lens, reprojection"]]
    return markdown(["pose from", "without the profile", "with it"], [*lines, own])


def _calibration() -> dict[str, str]:
    rows = plain("calibration")
    if not rows:
        raise InputError("there is no results/calibration.csv; `make bench` writes it")
    return {row["what"]: f"{row['value']} {row['unit']}".strip() for row in rows}
