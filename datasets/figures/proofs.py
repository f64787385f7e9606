"""What must never happen, tried thousands of times: kills, broken inputs, many watchers."""

from __future__ import annotations

from datasets.figures.cells import markdown, plain


def kills_table() -> str:
    """A watch that is killed: events lost, events doubled."""
    rows = plain("kills")
    killed = sum(row["killed"] == "1" for row in rows)
    printed = sum(int(row["printed"]) for row in rows)
    bad = sum(row["verified"] != "1" for row in rows)
    journals = len({row["journal"] for row in rows})
    missing, doubled = (sum(int(row[what]) for row in rows) for what in ("missing", "doubled"))
    heads = [
        "runs", "killed", "journals", "events printed", "missing", "doubled",
        "journals not as written",
    ]  # fmt: skip
    return markdown(heads, [[len(rows), killed, journals, printed, missing, doubled, bad]], words=0)


def mutations_table() -> str:
    """Broken inputs: refused in a line, taken as harmless, or a failure."""
    rows = plain("mutations")
    counts = ("inputs", "refused", "taken", "failed")
    lines = [[row["kind"], *(row[what] for what in counts)] for row in rows]
    total = ["all", *(sum(int(row[what]) for row in rows) for what in counts)]
    return markdown(["input", "given", "refused in a line", "taken", "failed"], [*lines, total])


def watchers_table() -> str:
    """Many watchers of one desk."""
    heads = [
        "watchers", "seconds", "events", "watchers that got every event", "messages",
        "share of a core",
    ]  # fmt: skip
    lines = [
        [row["watchers"], f"{float(row['seconds']):.0f}", row["events"],
         row["watchers_with_every_event"], row["messages"],
         f"{float(row['server_share_of_a_core']):.0%}"]
        for row in plain("desk_load")
    ]  # fmt: skip
    return markdown(heads, lines, words=0)
