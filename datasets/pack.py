"""From the renderer's raw pictures to stored scenes: checked, cropped, compressed.

hakem dataset pack RAW TARGET
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.described import BadScene, read_description
from vision.naming import as_utf8

PICTURE_QUALITY = 88
"""WebP quality of the stored pictures."""
MARGIN = 6
"""Pixels kept around the pieces of a layer, besides their shadows."""
BURNT = 240
"""A black piece that is brighter than this cannot be told from a white one."""
MOST_BURNT = 8
"""So many of them may be in a scene: glare happens."""
DITHER = 3
"""Black is not brighter than this."""
STRAYED = 3.0
"""Millimetres by which the middle of a stone may lie beyond the edge of its pit."""
SHADOW = 4
"""A pixel that differs from the empty table by more than this belongs to a layer."""


def pack_scene(raw: Path, target: Path) -> dict[str, Any]:
    """Store one raw scene; gives its line of the manifest. Raises `BadScene` for a broken one."""
    told = read_description(raw)
    folder = target / raw.name
    folder.mkdir(parents=True, exist_ok=True)
    if told["game"] == "hands":
        _store_hand(raw, folder)
        told["layers"] = []
    layers = []
    empty = None
    places = told.get("board", {}).get("places", [])
    for layer in told["layers"]:
        picture = _picture(raw / layer["picture"])
        if layer["name"] == "empty":
            empty = picture
        layers.append(_store(raw, folder, layer, picture, empty, places))
    told["layers"] = layers
    check_glare(told)
    if empty is not None:
        check_exposure(empty, told)
    text = json.dumps(told, separators=(",", ":"))
    (folder / "scene.json").write_text(text, encoding="utf-8")
    size = sum(path.stat().st_size for path in folder.iterdir())
    return {
        "scene": raw.name,
        "game": told["game"],
        "kind": told["kind"],
        "seed": told["seed"],
        "bytes": size,
        "sha256": fingerprint(folder),
    }


def _store_hand(raw: Path, folder: Path) -> None:
    hand: Any = cv2.imread(as_utf8(raw / "hand.png"), cv2.IMREAD_UNCHANGED)
    if hand is None or hand.ndim != 3 or hand.shape[2] != 4 or not hand[..., 3].any():
        raise BadScene(f"{raw.name}: no hand in hand.png")
    quality = [cv2.IMWRITE_WEBP_QUALITY, PICTURE_QUALITY]
    cv2.imwrite(as_utf8(folder / "hand.webp"), hand, quality)


def fingerprint(folder: Path) -> str:
    """A hash over all files of a scene, names included."""
    whole = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        whole.update(path.name.encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()


def _store(
    raw: Path, folder: Path, layer: dict[str, Any], picture: Any, empty: Any, places: list[Any]
) -> Any:
    """Write one layer's crop and index; gives its entry of `scene.json`."""
    height, width = picture.shape[:2]
    box = [0, 0, width, height]
    if layer["pieces"]:
        index = cv2.imread(as_utf8(raw / layer["index"]), cv2.IMREAD_UNCHANGED)
        if index is None:
            raise BadScene(f"{raw.name}: {layer['index']} cannot be read")
        pixels = np.bincount(index.ravel(), minlength=4096)
        grey: Any = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        for piece in layer["pieces"]:
            piece["pixels"] = int(pixels[piece["index"]])
            if piece["content"] == "B" and piece["pixels"]:
                piece["grey"] = int(np.median(grey[index == piece["index"]]))
        check_pieces(layer, raw.name)
        check_stones(layer, places, raw.name)
        if empty is not None and "camera" not in layer:
            box = _changed(picture, empty, index)
        left, top, wide, high = box
        crop = index[top : top + high, left : left + wide]
        small = crop.astype(np.uint8) if crop.max(initial=0) < 256 else crop
        cv2.imwrite(
            as_utf8(folder / f"{layer['name']}.png"), small, [cv2.IMWRITE_PNG_COMPRESSION, 9]
        )
    left, top, wide, high = box
    crop = picture[top : top + high, left : left + wide]
    quality = [cv2.IMWRITE_WEBP_QUALITY, PICTURE_QUALITY]
    cv2.imwrite(as_utf8(folder / f"{layer['name']}.webp"), crop, quality)
    entry = {k: v for k, v in layer.items() if k not in ("picture", "index")}
    return entry | {"box": box}


def _picture(path: Path) -> Any:
    picture = cv2.imread(as_utf8(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise BadScene(f"{path} cannot be read")
    return picture


def _changed(picture: Any, empty: Any, index: Any) -> list[int]:
    """The box that holds all pieces and the shadows near them."""
    near = cv2.dilate((index > 0).astype(np.uint8), np.ones((61, 61), np.uint8)) > 0
    drawn = picture.max(2) > DITHER  # outside the rendered border all is black but for dithering
    differs = (np.abs(picture.astype(int) - empty).max(2) > SHADOW) & near & drawn
    ys, xs = np.nonzero(differs | (index > 0))
    left, top = max(0, xs.min() - MARGIN), max(0, ys.min() - MARGIN)
    right = min(picture.shape[1], xs.max() + 1 + MARGIN)
    bottom = min(picture.shape[0], ys.max() + 1 + MARGIN)
    inside = np.nonzero(drawn.any(0))[0], np.nonzero(drawn.any(1))[0]
    left, right = max(left, inside[0].min()), min(right, inside[0].max() + 1)
    top, bottom = max(top, inside[1].min()), min(bottom, inside[1].max() + 1)
    return [int(left), int(top), int(right - left), int(bottom - top)]


def check_exposure(empty: Any, told: dict[str, Any]) -> None:
    """Refuse a scene whose board is nearly black or burnt out."""
    grey = cv2.cvtColor(empty, cv2.COLOR_BGR2GRAY)
    dark, burnt = float((grey < 6).mean()), float((grey > 250).mean())
    if dark > 0.5 or burnt > 0.25 or grey.mean() < 18:
        raise BadScene(
            f"{told['game']} {told['seed']}: badly exposed: {dark:.0%} black, {burnt:.0%} burnt"
        )


def check_glare(told: dict[str, Any]) -> None:
    """Refuse a scene in which a mirrored lamp makes too many black pieces white."""
    burnt = {
        piece["cell"]
        for layer in told["layers"]
        for piece in layer["pieces"]
        if piece.get("grey", 0) > BURNT
    }
    if len(burnt) > MOST_BURNT:
        raise BadScene(f"{told['game']} {told['seed']}: glare burns out {len(burnt)} black pieces")


def check_pieces(layer: dict[str, Any], scene: str) -> None:
    """Refuse a layer in which a piece cannot be seen at all, or two discs overlap."""
    tops = np.array([piece["top"] for piece in layer["pieces"] if piece["content"] in ("B", "W")])
    if layer["name"].startswith("v") and len(tops) > 1:
        gaps = np.linalg.norm(tops[:, None, :2] - tops[None, :, :2], axis=2)
        np.fill_diagonal(gaps, np.inf)
        if gaps.min() < 8:
            raise BadScene(f"{scene}: two discs of layer {layer['name']} overlap")
    under = {piece["cell"] for piece in layer["pieces"] if piece["content"] == "token"}
    for piece in layer["pieces"]:
        if piece["cell"] in under and piece["content"] != "token":
            continue  # a flat token may hide its marble altogether
        if piece["content"] in ("B", "W", "R", "token") and piece["pixels"] < 12:
            raise BadScene(f"{scene}: piece {piece['cell']} of layer {layer['name']} is not seen")


def check_stones(layer: dict[str, Any], places: list[Any], scene: str) -> None:
    """Refuse a layer in which a stone lies outside its pit or treasury."""
    for piece in layer["pieces"]:
        if piece["content"] != "stone":
            continue
        (x, y), (wide, high) = places[piece["cell"]]["centre"], places[piece["cell"]]["size"]
        across, along = abs(piece["top"][0] - x) - wide / 2, abs(piece["top"][1] - y) - high / 2
        if max(across, along) > STRAYED:
            raise BadScene(
                f"{scene}: a stone of layer {layer['name']} lies outside place {piece['cell']}"
            )


def pack_all(
    raw: Path, target: Path, skip: frozenset[str] = frozenset()
) -> Iterator[tuple[str, dict[str, Any] | BadScene]]:
    """Pack every finished scene of a folder; a broken one is told, not stored.

    A scene is made in a folder of its own and moved when it is whole; nothing that is stored
    already is ever removed for a broken one.
    """
    if raw.resolve() == target.resolve():
        raise BadScene(f"{raw} holds the stored scenes; name the folder of the raw ones")
    target.mkdir(parents=True, exist_ok=True)
    for scene in sorted(raw.glob("*/scene.json")):
        name = scene.parent.name
        if name in skip:
            continue
        with tempfile.TemporaryDirectory(prefix=".packing-", dir=target) as work:
            try:
                line = pack_scene(scene.parent, Path(work))
            except BadScene as error:
                yield name, error
                continue
            except (OSError, ValueError, KeyError, IndexError, TypeError, cv2.error) as error:
                yield name, BadScene(f"{name}: cannot be packed: {error!r}")
                continue
            if (target / name).exists():  # left over from a run that was cut before its line
                shutil.rmtree(target / name)
            (Path(work) / name).rename(target / name)
        yield name, line
