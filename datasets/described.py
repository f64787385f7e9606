"""What the `scene.json` of a stored scene or hand must say, checked when it is read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from calibration.pose import Pose

FORMAT = 1


class BadScene(ValueError):  # noqa: N818 (a scene that must not be used)
    """A scene that cannot be used, and why."""


def read_description(folder: Path) -> dict[str, Any]:
    """The `scene.json` of a folder; raises `BadScene` unless it is as its kind needs it."""
    path = folder / "scene.json"
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadScene(f"{folder}: no readable scene.json ({error})") from None
    if not isinstance(told, dict):
        raise BadScene(f"{path}: expected an object, got {type(told).__name__}")
    if told.get("format") != FORMAT:
        raise BadScene(f"{path}: format {told.get('format')!r}, expected {FORMAT}")
    check_description(told, path)
    return told


def check_description(told: Mapping[str, Any], path: Path) -> None:
    """Refuse a description that lacks something or says it in another way than expected."""
    with _what(path, ""):
        texts = told["game"], told["kind"]
        _need(all(isinstance(text, str) for text in texts), "game and kind must be texts")
        _need(type(told["seed"]) is int and told["seed"] >= 0, "seed must be a whole number")
        if told["game"] == "hands":
            _numbers(told["tip"], (2,))
            _need(float(told["scale"]) > 0, "scale must be above 0")
            _need(isinstance(told.get("held"), str | None), "held must be a text or null")
            return
    with _what(path, "camera"):
        Pose.from_json(told["camera"])
        _need((_numbers(told["camera"]["size"], (2,)) >= 1).all(), "size must be above 0")
    with _what(path, "board"):
        _check_board(told["game"], told["board"])
    with _what(path, "layers"):
        _need(isinstance(told["layers"], list), "expected a list")
    for number, layer in enumerate(told["layers"]):
        with _what(path, f"layer {number}"):
            _check_layer(layer, told)
    if told["kind"] == "layers":
        with _what(path, "layers"):
            _check_layers(told["game"], told["layers"])


def _check_board(game: str, board: Mapping[str, Any]) -> None:
    _need(isinstance(board, dict), "expected an object")
    if game == "mangala":
        _need(len(board["places"]) == 14, "14 places are needed")
        for place in board["places"]:
            _numbers(place["centre"], (2,))
            _numbers(place["size"], (2,))
        outline = np.asarray(board["outline"], float)
        _need(outline.ndim == 2 and outline.shape[1] >= 2, "outline must be a list of points")
    elif game != "negatives":
        _need(float(board["pitch"]) > 0, "pitch must be above 0")
        _numbers(board["corners"], (4, 3))
    if game == "kulami":
        rows = board["layout"]
        _need(len(rows) == 8 and all(isinstance(row, str) for row in rows), "layout has 8 rows")


def _check_layer(layer: Mapping[str, Any], told: Mapping[str, Any]) -> None:
    _need(isinstance(layer["name"], str), "name must be a text")
    for piece in layer["pieces"]:
        _need(isinstance(piece["content"], str), "content must be a text")
        _need(type(piece["index"]) is int and piece["index"] > 0, "index must be a whole number")
        places = 14 if told["game"] == "mangala" else 64
        _need(piece["cell"] in range(places), f"cell must be 0 to {places - 1}")
        _numbers(piece["top"], (3,))
    if "box" in layer:
        left, top, wide, high = (int(n) for n in _numbers(layer["box"], (4,)))
        width, height = told["camera"]["size"]
        inside = 0 <= left < left + wide <= width and 0 <= top < top + high <= height
        _need(inside, f"box {layer['box']} is not inside the picture")
    if "rows" in layer:
        letters = "".join(layer["rows"])
        _need(len(letters) == 64, "rows must have 64 letters")
        _need(all(cell in range(64) for cell in layer.get("tokens", ())), "tokens must be cells")
    if layer["name"].startswith("fill"):
        _need(type(layer["stones"]) is int and layer["stones"] > 0, "stones must be a number")
    int(layer.get("variant", 0))
    if "camera" in layer:
        Pose.from_json(layer["camera"])


def _check_layers(game: str, layers: list[dict[str, Any]]) -> None:
    """Refuse a scene from which nothing can be composed."""
    names = [layer["name"] for layer in layers]
    _need("empty" in names, "the empty table is missing")
    if game == "mangala":
        fills = sorted(layer["stones"] for layer in layers if layer["name"].startswith("fill"))
        every = list(range(1, len(fills) + 1))
        _need(bool(fills) and fills == every, "every fill from 1 stone on is needed")
    else:
        placed = any(layer["pieces"] for layer in layers if "rows" not in layer)
        _need(placed, "no layer has pieces")


def _numbers(data: Any, shape: tuple[int, ...]) -> Any:
    """An array of finite numbers of this shape."""
    numbers = np.asarray(data, float)
    if numbers.shape != shape or not np.isfinite(numbers).all():
        wanted = " x ".join(map(str, shape))
        raise ValueError(f"expected {wanted} numbers, got {str(data)[:60]}")
    return numbers


def _need(fulfilled: bool, what: str) -> None:
    if not fulfilled:
        raise ValueError(what)


@contextmanager
def _what(path: Path, part: str) -> Iterator[None]:
    """Tell what goes wrong as one line that names the file and the part of it."""
    try:
        yield
    except KeyError as error:
        raise BadScene(f"{path}: {part or 'it'} lacks {error}") from None
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        told = f"{part}: {error}" if part else str(error)
        raise BadScene(f"{path}: {told}") from None
