"""One scene: a game's table, its surroundings, its camera, and all of its pictures."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import bpy

from datasets.render import blender as b
from datasets.render import camera, kulami, mangala, negatives, reversi, surroundings
from datasets.render.layers import Layer
from datasets.splits import HARD_TO_TRAIN_WITH, WHOLE_TO_TRAIN_WITH

GAMES: dict[str, ModuleType] = {
    "reversi": reversi,
    "kulami": kulami,
    "mangala": mangala,
    "negatives": negatives,
}
FORMAT = 1

SHOTS: dict[str, dict[str, Any]] = {
    "reversi": {"size": (960, 720), "tilt": (0, 50), "fill": (0.55, 0.97), "rolls": "any"},
    "kulami": {"size": (960, 720), "tilt": (0, 35), "fill": (0.5, 0.97), "rolls": "any"},
    "negatives": {"size": (800, 600), "tilt": (0, 40), "fill": (0.5, 1.1), "rolls": "any"},
    "mangala": {"size": (1280, 576), "tilt": (0, 20), "fill": (0.75, 0.98), "rolls": "along"},
}
WHOLE_FILL = {"reversi": (0.35, 0.97), "kulami": (0.35, 0.97)}
"""Whole renders show smaller boards too; layers are kept large, they can be made smaller later."""
HARD_TILT = {"mangala": (0, 38)}
"""How far from straight above the camera may be where what is hard to read is shown."""


def render_scene(
    game: str, seed: int, out: Path, samples: int, kind: str = "layers", scale: float = 1.0
) -> None:
    """Render a scene into its folder; pictures that are there already are kept.

    `layers` gives everything that the composer needs, `whole` one uncomposed picture.
    """
    module = GAMES[game]
    folder = out / f"{game}-{kind}-{seed:04d}"
    if (folder / "scene.json").exists():
        return
    rng = random.Random(f"{game}/{kind}/{seed}")
    # Kulami's pictures to train with are small, so that its boards must be large in them.
    far = kind == "whole" and (game == "reversi" or seed < WHOLE_TO_TRAIN_WITH)
    hard = kind == "whole" and seed >= HARD_TO_TRAIN_WITH
    scene = b.reset()
    harder = {"reversi": {"glossy": True}, "mangala": {"any_size": True}}
    table = module.build(rng, **(harder.get(game, {}) if hard else {}))
    shot = SHOTS[game]
    view = camera.choose_view(
        rng,
        tuple(round(s * scale) for s in shot["size"]),
        table.outline,
        HARD_TILT.get(game, shot["tilt"]) if hard else shot["tilt"],
        WHOLE_FILL.get(game, shot["fill"]) if far else shot["fill"],
        shot["rolls"],
    )
    camera.place(scene, view)
    eye = -view.rotation.T @ view.translation
    ground = b.lowest("base")
    kind_of_table = surroundings.table(rng, ground)
    things = surroundings.clutter(rng, table.span, ground)
    mirrored = hard and game == "reversi"
    light = surroundings.light(rng, table.span, eye, surroundings.MIRRORED if mirrored else None)
    folder.mkdir(parents=True, exist_ok=True)
    exposure = surroundings.expose(scene, rng, light.kind, folder / "trial.png")
    told: dict[str, Any] = {
        "format": FORMAT,
        "game": game,
        "kind": kind,
        "seed": seed,
        "samples": samples,
        "camera": view.to_json(),
        "board": table.truth(),
        "surroundings": {
            "table": kind_of_table,
            "things": things,
            "light": light.kind,
            "hdri": light.hdri,
            "exposure": round(exposure, 3),
        },
        "layers": [],
    }
    if kind == "layers":
        _picture(scene, folder, Layer("empty", [], []), samples, told)
        _look_at(scene, view, table)
        for layer in module.layers(table, rng):
            _picture(scene, folder, layer, samples, told)
        _picture(scene, folder, module.whole(table, rng, "same", again=True), samples, told)
        _look_again(scene, folder, module, table, view, rng, samples, told)
    else:
        shows: dict[str, Any] = {}
        if game == "mangala" and seed >= WHOLE_TO_TRAIN_WITH:
            share = table.stone_size / table.places[0]["size"][0] if hard else 0.28
            shows["stones"] = mangala.any_stones(rng, share)
        if game == "kulami" and hard:
            shows["tokens"] = rng.randrange(5, 13)
        _picture(scene, folder, module.whole(table, rng, **shows), samples, told)
    unfinished = folder / "scene.part.json"
    unfinished.write_text(json.dumps(told), encoding="utf-8")
    unfinished.rename(folder / "scene.json")


def _look_again(
    scene: Any,
    folder: Path,
    module: ModuleType,
    table: Any,
    view: camera.View,
    rng: random.Random,
    samples: int,
    told: dict[str, Any],
) -> None:
    """The start position with a knocked camera, other light and other displacements."""
    scene.render.use_border = False
    other = camera.nudged(rng, view)
    camera.place(scene, other)
    surroundings.relight(rng)
    _picture(scene, folder, module.whole(table, rng, "again", start=True), samples, told)
    told["layers"][-1]["camera"] = other.to_json()


def _look_at(scene: Any, view: camera.View, table: Any) -> None:
    """Render only the board and a little around it from now on; the rest stays black."""
    points = view.project(table.outline)
    width, height = view.size
    margin = 0.06 * float((points.max(0) - points.min(0)).max())
    left, top = points.min(0) - margin
    right, bottom = points.max(0) + margin
    scene.render.use_border = True
    scene.render.border_min_x = max(0.0, float(left) / width)
    scene.render.border_max_x = min(1.0, float(right) / width)
    scene.render.border_min_y = max(0.0, 1 - float(bottom) / height)
    scene.render.border_max_y = min(1.0, 1 - float(top) / height)


def _picture(scene: Any, folder: Path, layer: Layer, samples: int, told: dict[str, Any]) -> None:
    """Render one layer and its index picture, then take its pieces off the table."""
    picture, index = folder / f"{layer.name}.png", folder / f"{layer.name}.index.png"
    if not picture.exists():
        b.render(scene, picture, samples)
    if layer.pieces and not index.exists():
        b.render_index(scene, index)
    told["layers"].append(layer.to_json())
    for obj in layer.objects:
        bpy.data.objects.remove(obj, do_unlink=True)
