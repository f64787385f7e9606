"""A sheet as one page of A4, by Typst.

What a sheet says goes into the page as data, never as Typst's own text, so that no name can do more
than stand there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from calibration.profile import hakem_version
from engines import InputError
from engines.kulami import Kulami
from referee.journal.errors import told_plainly
from referee.journal.pictures import write_for_good
from referee.languages import check_language
from referee.sheet import svg
from referee.sheet.counting import PLATES, Counted
from referee.sheet.grid import draw_grid
from referee.sheet.parts import count_lines, lines_of, result_of, sets_of, totals_of
from referee.sheet.pits import draw_pits
from referee.sheet.values import Sheet
from referee.sheet.words import say, say_day, say_point, say_settled

TEMPLATE = Path(__file__).with_name("page.typ")
KINDS = (".pdf", ".png")
"""What a sheet can be written as."""
SIGNED = ("signed_first", "signed_second")
"""The names under which signatures come to the page."""
RESOLUTION = 150
"""Dots an inch of a PNG."""
MOST_POINTS = 24
"""So many open points are named; more are counted."""
_ALONE = """#set page(width: auto, height: auto, margin: 0pt)
#image(bytes(sys.inputs.drawing), format: "svg")
"""


def draw(counted: Counted, over_picture: bool = False) -> str:
    """The board with its score as SVG."""
    drawer = draw_pits if counted.game.name == "mangala" else draw_grid
    return drawer(counted, over_picture)


def write_page(sheet: Sheet, path: Path, language: str = "tr") -> None:
    """Write a sheet as PDF or PNG, whole or not at all; raises `InputError`."""
    check_language(language)
    if path.suffix.lower() not in KINDS:
        raise InputError(f"{path} must end in {' or '.join(KINDS)}")
    drawings = {"clean": draw(sheet.counted)}
    if sheet.counted.read is not None:
        drawings["photo"] = draw(sheet.counted, over_picture=True)
    for name, signature in _signatures(sheet):
        drawings |= {name: signature} if signature else {}
    told = {"sheet": json.dumps(page_of(sheet, language), ensure_ascii=False)}
    _save(path, TEMPLATE.read_bytes(), told | drawings)


def _signatures(sheet: Sheet) -> list[tuple[str, str]]:
    return list(zip(SIGNED, sheet.signatures, strict=True))


def write_drawing(drawing: str, path: Path) -> None:
    """Write a drawing as SVG, PDF or PNG; raises `InputError`."""
    if path.suffix.lower() == ".svg":
        _keep(path, drawing.encode())
    elif path.suffix.lower() in KINDS:
        _save(path, _ALONE.encode(), {"drawing": drawing})
    else:
        raise InputError(f"{path} must end in .svg, {' or '.join(KINDS)}")


def _save(path: Path, page: bytes, told: Mapping[str, str]) -> None:
    import typst  # 77 MB that nothing else needs

    kind: Any = path.suffix.lower()[1:]
    more: dict[str, Any] = {"ppi": RESOLUTION} if kind == "png" else {}
    # Only the fonts that come with Typst: a sheet looks the same wherever it is printed.
    data = typst.compile(page, format=kind, sys_inputs=dict(told), ignore_system_fonts=True, **more)
    if not isinstance(data, bytes):
        raise InputError(f"{path}: the sheet needs more than one page")
    _keep(path, data)


def _keep(path: Path, data: bytes) -> None:
    with told_plainly(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_for_good(path, data)


def page_of(sheet: Sheet, language: str) -> dict[str, Any]:
    """All that the page says."""
    counted, heading = sheet.counted, sheet.heading
    game, mangala = counted.game, counted.game.name == "mangala"
    names = dict(zip(game.sides, heading.names, strict=True))
    sides = [
        {"name": say(language, side), "player": names[side], "colour": _COLOURS[side]}
        for side in game.sides
    ]
    photo = counted.read is not None
    drawings = [["clean", say(language, "clean")]]
    if photo:
        drawings.append(["photo", say(language, "photo")])
    keys = ("event", "table", "round", "date")
    values = (heading.event, heading.table, heading.round, say_day(language, heading.date))
    people = [*((side["name"], side["player"]) for side in sides), (say(language, "referee"), "")]
    return {
        "language": language,
        "title": say(language, "title", game=say(language, game.name)),
        "final": sheet.final,
        "status": say(language, "final" if sheet.final else "not_final"),
        "info": [[say(language, key), value] for key, value in zip(keys, values, strict=True)],
        "drawings": drawings,
        "stacked": mangala,
        # Millimetres that a drawing should have before the score grows; `page.typ` fits both in.
        "height": (52 if photo else 68) if mangala else (88 if photo else 126),
        "legend": _legend(counted, language),
        "sides": sides,
        "lines": lines_of(counted, language),
        "total": {
            "label": say(language, "computed" if mangala else "total"),
            "cells": totals_of(counted),
        },
        "count": count_lines(sheet, language) if mangala else None,
        "result": result_of(sheet, language),
        "sets": sets_of(sheet, language) if mangala else None,
        "settled": _settled(counted, language),
        "open": _open(sheet, language),
        "sign": {
            "agree": say(language, "agree" if sheet.final else "do_not_sign"),
            "word": say(language, "signature"),
            "people": [list(person) for person in people],
            "drawn": [*(key if text else "" for key, text in _signatures(sheet)), ""],
            "agreed": [
                *(say(language, "agreed", when=when) if when else "" for when in sheet.agreed),
                "",
            ],
        },
        "footer": {
            "left": say(language, "made_by", version=hakem_version()),
            "right": _fingerprint(sheet, language),
        },
    }


def _fingerprint(sheet: Sheet, language: str) -> str:
    """Which event of the journal has which hash, as `hakem journal` shows them."""
    if not sheet.fingerprint:
        return ""
    return say(language, "journal", n=sheet.event_number, hash=sheet.fingerprint)


_COLOURS = {**svg.SIDES, "south": "#d8b87f", "north": "#6f8fae"}


def _legend(counted: Counted, language: str) -> list[list[str]]:
    kinds = ["row", "area", "plate"] if isinstance(counted.game, Kulami) else []
    if counted.doubtful:
        kinds.append("doubt")
    if any(each.cell != PLATES for each in counted.settled):
        kinds.append("settled")
    return [[kind, say(language, f"legend_{kind}")] for kind in kinds]


def _open(sheet: Sheet, language: str) -> dict[str, str]:
    told = [say_point(language, point) for point in sheet.open]
    return {"heading": say(language, "why_not_final"), "items": _listed(told)}


def _settled(counted: Counted, language: str) -> dict[str, str] | None:
    """What rests on a person's word; what contradicts the eye first, for it must not be missed."""
    told = sorted(counted.settled, key=lambda each: not each.sure)
    if not told:
        return None
    items = _listed([say_settled(language, each) for each in told])
    return {"heading": say(language, "settled"), "items": items}


def _listed(told: list[str]) -> str:
    if len(told) > MOST_POINTS:
        told = [*told[:MOST_POINTS], f"… (+{len(told) - MOST_POINTS})"]
    return " " + "; ".join(told) + "."
