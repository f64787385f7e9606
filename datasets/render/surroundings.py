"""What is around the board: table, clutter, light, and the exposure that goes with it."""

from __future__ import annotations

import colorsys
import math
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bpy
from mathutils import Vector

from datasets.render import blender as b

HDRIS = ("city", "courtyard", "forest", "interior", "night", "studio", "sunrise", "sunset")


@dataclass(frozen=True)
class Light:
    """How a scene is lit, so that it can be told and changed."""

    hdri: str
    kind: str
    strength: float


def table(rng: random.Random, top: float) -> str:
    """A table top at height `top`; gives its kind."""
    kind = rng.choice(("wood", "wood", "cloth", "plain", "pattern", "plain"))
    if kind == "wood":
        light, dark = rng.choice(
            (
                (b.srgb(205, 165, 115), b.srgb(150, 105, 62)),
                (b.srgb(170, 120, 75), b.srgb(95, 58, 32)),
                (b.srgb(225, 200, 165), b.srgb(190, 155, 112)),
                (b.srgb(110, 72, 45), b.srgb(55, 33, 20)),
            )
        )
        made = b.wood("table", light, dark, rng.uniform(0, 3.1), rng.uniform(0.25, 0.7), 0.5)
    elif kind == "cloth":
        made = b.rough(
            b.material("table", _muted(rng), Roughness=0.95, Sheen_Weight=0.3), 60.0, 0.5
        )
    elif kind == "pattern":
        made = _patterned(rng)
    else:
        grey = rng.choice((245, 235, 200, 150, 90, 40))
        tint = [grey * rng.uniform(0.92, 1.0) for _ in range(3)]
        made = b.material("table", b.srgb(*tint), Roughness=rng.uniform(0.3, 0.9))
    side = 2400.0
    vertices = [(-side, -side, 0), (side, -side, 0), (side, side, 0), (-side, side, 0)]
    b.put(b.mesh("table", vertices, [(0, 1, 2, 3)], made), (0, 0, top))
    return kind


def _muted(rng: random.Random) -> b.Colour:
    hue = rng.random()
    r, g, bl = colorsys.hsv_to_rgb(hue, rng.uniform(0.03, 0.5), rng.uniform(0.15, 0.9))
    return b.srgb(r * 255, g * 255, bl * 255)


def _patterned(rng: random.Random) -> Any:
    """Checked cloth, stripes or speckles."""
    first, second = _muted(rng), _muted(rng)
    made = b.material("table", first, Roughness=rng.uniform(0.5, 0.95))
    kind = rng.choice(("checks", "waves", "speckles"))
    vector = b.coordinates(made, (1.0, 1.0, 1.0), rng.uniform(0, 3.1))
    if kind == "checks":
        texture = b.node(made, "ShaderNodeTexChecker", Scale=rng.uniform(1.5, 6.0))
        factor = texture.outputs["Fac"]
    elif kind == "waves":
        texture = b.node(made, "ShaderNodeTexWave", Scale=rng.uniform(0.5, 3.0), Distortion=1.5)
        factor = texture.outputs["Fac"]
    else:
        texture = b.node(made, "ShaderNodeTexVoronoi", Scale=rng.uniform(4.0, 14.0))
        factor = texture.outputs["Distance"]
    b.link(made, vector, texture.inputs["Vector"])
    colour = b.ramp(made, factor, [(0.35, first), (0.65, second)])
    b.link(made, colour, made.node_tree.nodes["Principled BSDF"].inputs["Base Color"])
    return made


def clutter(rng: random.Random, keep_clear: float, top: float) -> int:
    """Things beside the board: books, cups, pens, a phone; none over it."""
    count = rng.choice((0, 0, 1, 2, 3, 4))
    for number in range(count):
        angle = rng.uniform(0, 2 * math.pi)
        reach = keep_clear * rng.uniform(1.45, 1.9) + 115  # clear of the corners, at any turn
        at = (reach * math.cos(angle), reach * math.sin(angle), top)
        turn = rng.uniform(0, 3.1)
        made = b.material(f"thing{number}", _muted(rng), Roughness=rng.uniform(0.15, 0.8))
        kind = rng.choice(("book", "cup", "pen", "phone", "paper"))
        if kind == "book":
            thing = b.box("book", (rng.uniform(90, 170), 130, rng.uniform(8, 35)), at, made, 1.5)
        elif kind == "cup":
            profile = [(0, 0), (30, 0), (38, 85), (35, 85), (28, 4), (0, 4)]
            thing = b.put(b.lathe("cup", profile, made), at)
        elif kind == "pen":
            thing = b.box("pen", (140, 9, 9), at, made, 3.5)
        elif kind == "phone":
            dark = b.material(f"phone{number}", b.srgb(18, 18, 22), Roughness=0.08)
            thing = b.box("phone", (74, 150, 8), at, dark, 3)
        else:
            white = b.material(f"paper{number}", b.srgb(240, 240, 236), Roughness=0.9)
            thing = b.box("paper", (148, 210, 0.4), at, white)
        thing.rotation_euler[2] = turn
    return count


LIGHTS = ("sky", "sky", "lamp", "lamps", "window", "sun", "glare", "dim")
MIRRORED = ("glare", "glare", "lamps", "window", "dim")
"""Light that glossy things mirror, or that hardly shows black on dark."""


def light(rng: random.Random, span: float, eye: Any, kinds: tuple[str, ...] | None = None) -> Light:
    """Light the scene: a bundled environment, and perhaps lamps, a window, glare, or dim light."""
    name = rng.choice(HDRIS)
    kind = rng.choice(kinds or LIGHTS)
    strength = {"sky": 1.0, "dim": 0.35}.get(kind, rng.uniform(0.12, 0.5))
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    image = nodes.new("ShaderNodeTexEnvironment")
    folder = Path(bpy.utils.system_resource("DATAFILES")) / "studiolights" / "world"
    image.image = bpy.data.images.load(str(folder / f"{name}.exr"), check_existing=True)
    mapping = nodes.new("ShaderNodeMapping")
    mapping.inputs["Rotation"].default_value = (0, 0, rng.uniform(0, 2 * math.pi))
    coordinate = nodes.new("ShaderNodeTexCoord")
    links.new(coordinate.outputs["Generated"], mapping.inputs["Vector"])
    links.new(mapping.outputs["Vector"], image.inputs["Vector"])
    links.new(image.outputs["Color"], nodes["Background"].inputs["Color"])
    nodes["Background"].inputs["Strength"].default_value = strength
    bpy.context.scene.world = world
    warmth = rng.choice(((1, 1, 1), (1, 0.86, 0.68), (1, 0.93, 0.82), (0.82, 0.91, 1)))
    if kind in ("lamp", "lamps"):
        for _ in range(1 if kind == "lamp" else rng.choice((2, 3))):
            _lamp(rng, span, warmth, rng.uniform(40, 350))
    elif kind == "window":
        _lamp(rng, span, warmth, 900, low=True)
    elif kind == "sun":
        _sun(rng, warmth)
    elif kind == "glare":
        _glare(rng, span, warmth, eye)
    return Light(name, kind, strength)


def _area(at: tuple[float, float, float], size: float, watts: float, colour: Any) -> None:
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape = "DISK"
    data.size = size * b.UNIT
    data.energy = watts
    data.color = colour
    obj = b.put(bpy.data.objects.new("lamp", data), at)
    obj.rotation_euler = Vector((-at[0], -at[1], -at[2])).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(obj)


def _lamp(rng: random.Random, span: float, colour: Any, size: float, low: bool = False) -> None:
    angle = rng.uniform(0, 2 * math.pi)
    reach = span * rng.uniform(1.2, 2.5)
    height = span * (rng.uniform(0.9, 1.4) if low else rng.uniform(1.8, 3.5))
    at = (reach * math.cos(angle), reach * math.sin(angle), height)
    distance = math.dist(at, (0, 0, 0)) * b.UNIT
    _area(at, size, 9.0 * distance**2 * rng.uniform(0.7, 1.6), colour)


def _sun(rng: random.Random, colour: Any) -> None:
    data = bpy.data.lights.new("sun", "SUN")
    data.angle = math.radians(rng.uniform(0.4, 3.0))
    data.energy = rng.uniform(2.0, 5.0)
    data.color = colour
    obj = bpy.data.objects.new("sun", data)
    obj.rotation_euler = (math.radians(rng.uniform(15, 55)), 0, rng.uniform(0, 2 * math.pi))
    bpy.context.collection.objects.link(obj)


def _glare(rng: random.Random, span: float, colour: Any, eye: Any) -> None:
    """A lamp where the board mirrors it into the camera."""
    spot = (rng.uniform(-0.3, 0.3) * span, rng.uniform(-0.3, 0.3) * span)
    at = (2 * spot[0] - float(eye[0]), 2 * spot[1] - float(eye[1]), float(eye[2]))
    distance = max(1.0, math.dist(at, (0, 0, 0)) * b.UNIT)
    if math.hypot(at[0] - float(eye[0]), at[1] - float(eye[1])) < 0.15 * span:
        at = (at[0] + 0.35 * span, at[1] + 0.2 * span, at[2])  # not in front of the lens itself
    _area(at, rng.uniform(60, 250), 7.0 * distance**2, colour)


def relight(rng: random.Random) -> None:
    """Change the light as a day does: the sky turns, lamps and sun get stronger or weaker."""
    world = bpy.context.scene.world
    nodes = world.node_tree.nodes
    mapping = next(n for n in nodes if n.type == "MAPPING")
    mapping.inputs["Rotation"].default_value[2] += rng.uniform(0.4, 2.5)
    nodes["Background"].inputs["Strength"].default_value *= rng.uniform(0.6, 1.7)
    for data in bpy.data.lights:
        data.energy *= rng.uniform(0.5, 1.6)
    bpy.context.scene.view_settings.exposure += rng.uniform(-0.35, 0.35)


def expose(scene: Any, rng: random.Random, light_kind: str, scratch: Path) -> float:
    """Set the exposure as a camera would: the mean of a small trial picture on a likely grey."""
    scene.render.resolution_percentage = 10
    scene.view_settings.exposure = 0.0
    wanted = rng.uniform(0.2, 0.3) if light_kind == "dim" else rng.uniform(0.34, 0.58)
    for _ in range(3):
        b.render(scene, scratch, 4)
        mean = float(b.pixels(scratch).mean())
        scratch.unlink()
        if abs(mean - wanted) < 0.02:
            break
        # The screen's curve is about a power of 2.2, and half of it may be clipped.
        ratio = (wanted / max(mean, 0.004)) ** 2.0
        scene.view_settings.exposure += max(-5.0, min(5.0, math.log2(ratio)))
    scene.render.resolution_percentage = 100
    return float(scene.view_settings.exposure)
