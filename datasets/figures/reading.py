"""Single pictures: boards found and read, stones counted, changes told, doubt."""

from __future__ import annotations

from statistics import median

from datasets.evaluate_changes import ChangeRow
from datasets.evaluate_gains import GainRow
from datasets.evaluate_tokens import TokenRow
from datasets.figures.cells import GAMES, NOTHING, markdown, share, told_of, typed
from datasets.measures import PictureRow, PitRow, middle, within_a_tenth, within_one
from datasets.negatives import NegativeRow
from datasets.reliability import BinRow
from datasets.shares import Share, share_of, share_of_parts

PITS = 12
FIRST_MOVES = 8
"""Moves of a game after which the reader has seen tokens of both colours."""


def reading_table() -> str:
    """Boards found, read and shown without doubt."""
    heads = [
        "game", "pictures", "n (scenes)", "found", "corner error, median", "exact",
        "without doubt", "of these wrong", "plates right", "score right",
    ]  # fmt: skip
    lines = []
    for game in GAMES:
        for name, adapted in ((game, ""), (f"{game}_adapted", ", adapted")):
            rows = typed(name, PictureRow)
            for kind in dict.fromkeys(row.kind for row in rows):
                some = [row for row in rows if row.kind == kind]
                lines.append([game, f"{kind}{adapted}", *_boards(some)])
    return markdown(heads, lines, words=2)


def _boards(rows: list[PictureRow]) -> list[str]:
    error = middle(row.corner_error for row in rows)
    return [
        f"{len(rows)} ({len({row.scene for row in rows})})",
        share(rows, lambda r: r.found),
        f"{error:.3f}" if error >= 0 else NOTHING,
        share(rows, lambda r: r.found and r.exact),
        share(rows, lambda r: r.sure),
        share([r for r in rows if r.sure], lambda r: r.sure_and_wrong),
        share([r for r in rows if r.plates_right is not None], lambda r: bool(r.plates_right)),
        share([r for r in rows if r.score_right is not None], lambda r: bool(r.score_right)),
    ]


def others_table() -> str:
    """What is no board, hidden cells, changes."""
    negatives = typed("negatives", NegativeRow)
    lines = []
    for what, cut in (("things that are no board, found", False), ("cut-off boards, found", True)):
        some = [row for row in negatives if (row.what == "cut off") == cut]
        if some:
            lines.append([what, share(some, lambda r: r.taken), len(some)])
    for game in GAMES:
        hands = typed(f"{game}_hands", PictureRow)
        covered = sum(row.covered for row in hands)
        if covered:
            wrong = sum(row.covered_wrong or 0 for row in hands)
            what = f"{game}: covered cells read with confidence and wrong"
            lines.append([what, f"{wrong / covered:.3%}", covered])
        changes = typed(f"{game}_changes", ChangeRow)
        cells = sum(row.cells for row in changes)
        if cells:
            wrong = sum(row.missed + row.alarms for row in changes)
            what = f"{game}: cells told changed or not rightly"
            lines.append([what, f"{1 - wrong / cells:.3%}", cells])
    return markdown(["what", "share", "n"], lines)


def negatives_table() -> str:
    """What is no board, kind by kind."""
    rows = typed("negatives", NegativeRow)
    lines = []
    for what in sorted({row.what for row in rows}):
        some = [row for row in rows if row.what == what]
        lines.append([what, len(some), sum(row.taken for row in some), share(some, _taken)])
    return markdown(["shown", "pictures", "taken for a board", "share"], lines)


def _taken(row: NegativeRow) -> bool:
    return row.taken


def changes_table() -> str:
    """Changes between two settled frames, missed and made up."""
    lines = []
    for game in GAMES:
        rows = typed(f"{game}_changes", ChangeRow)
        if not rows:
            continue
        missed = [(row.scene, row.missed, row.changed) for row in rows]
        alarms = [(row.scene, row.alarms, row.cells - row.changed) for row in rows]
        shares = [told_of(share_of_parts("", some)) for some in (missed, alarms)]
        lines.append([game, len(rows), *shares, f"{median(row.ms for row in rows):.0f} ms"])
    heads = ["game", "pairs", "changed, and not told", "told, and not changed", "time, median"]
    return markdown(heads, lines)


def tokens_table() -> str:
    """Kulami's tokens over whole games, by a stranger and by who has learnt the table's own."""
    rows = [row for row in typed("kulami_tokens", TokenRow) if row.move > FIRST_MOVES]
    lines = []
    readers = (("a reader that knows no table", ""), ("the same, having learnt", "learnt_"))
    for who, before in readers:
        parts = {
            "missed": [(r.scene, getattr(r, f"{before}missed"), r.tokens) for r in rows],
            "fancied": [
                (r.scene, getattr(r, f"{before}fancied"), r.marbles - r.tokens) for r in rows
            ],
        }
        lines.append([who, *(told_of(share_of_parts("", some)) for some in parts.values())])
    return markdown(["reader", "tokens overlooked", "tokens made up, of other marbles"], lines)


def gains_table() -> str:
    """How many stones came to a place or went: by two counts, and by looking at both pictures."""
    rows = typed("mangala_gains", GainRow)
    heads = ["places that a move touches", "the two counts' difference", "seen in both pictures"]
    kinds = {
        "pits, one stone more or less": [r for r in rows if r.place < PITS and _by(r, 1)],
        "pits, two": [r for r in rows if r.place < PITS and _by(r, 2)],
        "treasuries, one or two": [r for r in rows if r.place >= PITS and _by(r, 1, 2)],
    }
    lines = []
    for kind, some in kinds.items():
        right = [
            [(row.scene, int(getattr(row, what) == row.after - row.before), 1) for row in some]
            for what in ("counted", "seen")
        ]
        lines.append([kind, *(told_of(share_of_parts("", parts)) for parts in right)])
    return markdown(heads, lines)


def _by(row: GainRow, *numbers: int) -> bool:
    return abs(row.after - row.before) in numbers


def hands_table() -> str:
    """Cells under a hand."""
    lines = []
    for game in GAMES:
        rows = [row for row in typed(f"{game}_hands", PictureRow) if row.covered]
        if not rows:
            continue
        sure = [(row.scene, row.covered_sure, row.covered) for row in rows]
        wrong = [(row.scene, row.covered_wrong or 0, row.covered) for row in rows]
        lines.append(
            [game, len(rows), *(told_of(share_of_parts("", some)) for some in (sure, wrong))]
        )
    heads = ["game", "pictures", "covered cells read with confidence", "… and wrong"]
    return markdown(heads, lines)


def photos_table() -> str:
    """Real photos, with nothing given and with corners or pits given; the same altered."""
    lines = []
    for game in GAMES:
        for name, given in (
            (f"{game}_photos", "nothing"),
            (f"{game}_photos_given", "pose"),
            (f"{game}_photos_altered", "nothing; altered"),
            (f"{game}_photos_altered_given", "pose; altered"),
        ):
            rows = typed(name, PictureRow)
            found = [row for row in rows if row.found]
            if not rows:
                continue
            wrong, cells = (sum(getattr(r, w) for r in found) for w in ("cells_wrong", "cells"))
            exact, worst = sum(r.exact for r in found), sum(r.sure_and_wrong for r in rows)
            counted = [len(rows), len(found), exact, f"{wrong} of {cells}", worst]
            lines.append([game, given, *counted])
    heads = ["game", "given", "photos", "found", "exact", "cells wrong", "without doubt and wrong"]
    return markdown(heads, lines, words=2)


def pits_table() -> str:
    """Stones counted exactly."""
    heads = [
        "pictures", "pits to 6, exact", "7 to 12, exact", "7 to 12, within one",
        "treasuries within a tenth", "told without doubt, wrong",
    ]  # fmt: skip
    lines: list[list[str]] = []
    for name, adapted in (("mangala_pits", ""), ("mangala_adapted_pits", ", adapted")):
        rows = typed(name, PitRow)
        lines += [
            [f"{kind}{adapted}", *_pits([row for row in rows if row.kind == kind])]
            for kind in dict.fromkeys(row.kind for row in rows)
        ]
    return markdown(heads, lines)


def _pits(rows: list[PitRow]) -> list[str]:
    """Those of one picture are right and wrong together, so without interval."""
    pits = [row for row in rows if row.place < 12]
    many = [row for row in pits if 7 <= row.stones <= 12]
    shares = [
        share_of("", [r for r in pits if r.stones <= 6], lambda r: r.told == r.stones),
        share_of("", many, lambda r: r.told == r.stones),
        share_of("", many, within_one),
        share_of("", [r for r in rows if r.place >= 12], within_a_tenth),
        share_of("", [r for r in pits if r.sure], lambda r: r.told != r.stones),
    ]
    return [_part(one) for one in shares]


def _part(one: Share) -> str:
    return f"{one.value:.2%} of {one.n}" if one.n else NOTHING


def doubt_table() -> str:
    """How often what was said with a certain confidence is right, on composed pictures."""
    rows = {
        game: {row.low: row for row in typed(f"{game}_doubt", BinRow) if row.kind == "composed"}
        for game in GAMES
    }
    lines = []
    for low in sorted({low for some in rows.values() for low in some}):
        same = [some.get(low) for some in rows.values()]
        high = max(row.high for row in same if row)
        told = [f"{row.hits / row.n:.2%} of {row.n}" if row else NOTHING for row in same]
        lines.append([f"{low:.1%}–{high:.1%}", *told])
    return markdown(["said to be right with", *GAMES], lines)
