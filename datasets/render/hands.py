"""Hands and arms seen from above, with the shadow they throw, on a transparent ground.

A hand is built of rounded bones that are melted into one skin; it may hold a piece between thumb
and finger. The picture's alpha holds the hand itself and, in part, its shadow.
"""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Vector

from datasets.render import blender as b
from datasets.render import camera, surroundings

SKINS = (
    (246, 214, 188),
    (232, 190, 156),
    (205, 150, 112),
    (160, 108, 74),
    (110, 72, 50),
    (74, 48, 36),
)
SLEEVES = (
    (40, 60, 120),
    (150, 30, 40),
    (30, 30, 34),
    (225, 225, 220),
    (70, 110, 70),
    (190, 150, 60),
)
SIZE = (800, 1200)
SCALE = 1.6
"""Pixels a millimetre at the height of the fingertips."""
FINGERS = {
    "thumb": ((22, 22, 10), (30, 20, -10), (24, 17)),
    "index": ((22, 74, 8), (42, 25, 20), (17, 14)),
    "middle": ((7, 79, 8), (46, 28, 22), (17, 14)),
    "ring": ((-9, 76, 8), (42, 26, 21), (16, 13)),
    "little": ((-23, 68, 6), (33, 20, 18), (14, 11)),
}
"""For each finger: its root, the lengths of its three bones, thickness at root and tip."""


def render_hand(seed: int, out: Path, samples: int) -> None:
    """One hand into its folder: `hand.png` with alpha, and what it is."""
    folder = out / f"hands-{seed:04d}"
    if (folder / "scene.json").exists():
        return
    rng = random.Random(f"hands/{seed}")
    scene = b.reset()
    pose = rng.choice(("pinch", "pinch", "flat", "point", "grab"))
    tip = _hand(rng, pose)
    sleeve = rng.random() < 0.65
    if sleeve:
        _sleeve(rng)
    held = None
    if pose == "pinch" and rng.random() < 0.75:
        held = rng.choice(("black", "white", "red", "stone"))
        _held(rng, held, tip)
    ground = b.box("ground", (3000, 3000, 1), (0, 0, -1), b.material("ground", (0.5, 0.5, 0.5)))
    ground.is_shadow_catcher = True
    far = 900.0
    view = camera.View(
        SIZE,
        SCALE * far,
        np.array([[1.0, 0, 0], [0, -1.0, 0], [0, 0, -1.0]]),
        np.array([0.0, -140.0, far]),
        0.0,
    )
    camera.place(scene, view)
    light = surroundings.light(rng, 160, (0, 0, far))
    scene.render.film_transparent = True
    scene.render.image_settings.color_mode = "RGBA"
    scene.view_settings.exposure = rng.uniform(-0.3, 0.6)
    folder.mkdir(parents=True, exist_ok=True)
    b.render(scene, folder / "hand.png", samples)
    told = {
        "format": 1,
        "game": "hands",
        "kind": "hand",
        "seed": seed,
        "pose": pose,
        "held": held,
        "sleeve": sleeve,
        "light": light.kind,
        "tip": [round(float(v), 1) for v in view.project([tip])[0]],
        "scale": SCALE,
    }
    (folder / "scene.json").write_text(json.dumps(told), encoding="utf-8")


def _bend(rng: random.Random, pose: str, finger: str) -> tuple[float, float]:
    """How far a finger is bent at each joint, and spread sideways."""
    curl = {"pinch": 42, "flat": 8, "point": 70, "grab": 55}[pose]
    if finger == "index":
        curl = {"pinch": 34, "point": 6}.get(pose, curl)
    if finger in ("ring", "little") and pose == "pinch":
        curl = 60
    return math.radians(curl * rng.uniform(0.8, 1.2)), math.radians(rng.gauss(0, 4))


def _hand(rng: random.Random, pose: str) -> tuple[float, float, float]:
    """A right or left hand whose arm comes from below; gives the place of the fingertips."""
    side = rng.choice((-1, 1))
    height = 34.0
    points: list[tuple[Any, float]] = []
    for y in range(-6, 80, 6):
        half = 15 + 15 * min(1.0, max(0.0, (y + 6) / 50))
        for x in np.linspace(-half, half, 7):
            round_off = 1 - 0.25 * abs(x) / half
            points.append((Vector((float(x), y, height)), 13.0 * round_off))
    for k in range(100):
        wide = 17 + 0.33 * min(k, 60)
        rise = height + 0.5 * min(k, 50)
        row = [Vector((x * wide, -8 - 6.5 * k, rise)) for x in (-0.45, 0.0, 0.45)]
        points += [(spot, wide * 0.8) for spot in row]
    tips = {}
    for finger, (root, lengths, (thick, thin)) in FINGERS.items():
        curl, spread = _bend(rng, pose, finger)
        at = Vector((root[0], root[1], height))
        heading = spread + (-0.9 if finger == "thumb" else -0.012 * root[0] / 2)
        if finger == "thumb" and pose in ("pinch", "grab"):
            heading, curl = -0.35, math.radians(28)
        pitch = -0.15
        bones = (root[2] + lengths[0], lengths[1], abs(lengths[2]))
        for number, bone in enumerate(bones):
            steps = max(3, round(bone / 3))
            pitch -= curl * (0.55, 0.9, 0.7)[number]
            way = Vector(
                (
                    -math.sin(heading) * math.cos(pitch),
                    math.cos(heading) * math.cos(pitch),
                    math.sin(pitch) * 0.55,
                )
            )
            for k in range(steps + 1):
                share = (number + k / steps) / 3
                spot = at + way * bone * k / steps
                spot.z = max(spot.z, 9.0)
                points.append((spot, (thick + (thin - thick) * share) / 2 * 1.02))
            at = at + way * bone
            at.z = max(at.z, 9.0)
        tips[finger] = at.copy()
    for spot, _ in points:
        spot.x *= side
    for tip in tips.values():
        tip.x *= side
    skin = b.material("skin", b.srgb(*rng.choice(SKINS)), Roughness=0.5, Subsurface_Weight=0.15)
    b.rough(skin, 30.0, 0.12)
    _melt(points, skin)
    place = (tips["index"] + tips["thumb"]) / 2 if pose == "pinch" else tips["index"]
    return float(place.x), float(place.y), float(max(6.0, place.z - 6))


def _melt(points: list[tuple[Any, float]], made: Any) -> None:
    """Balls melted into one smooth skin."""
    data = bpy.data.metaballs.new("hand")
    data.resolution = 3.0 * b.UNIT
    data.render_resolution = 2.2 * b.UNIT
    data.threshold = 0.12
    for spot, radius in points:
        ball = data.elements.new(type="BALL")
        ball.co = tuple(v * b.UNIT for v in spot)
        ball.radius = radius * 1.2 * b.UNIT
        ball.stiffness = 2.0
    obj = bpy.data.objects.new("hand", data)
    data.materials.append(made)
    bpy.context.collection.objects.link(obj)


def _sleeve(rng: random.Random) -> None:
    made = b.rough(b.material("sleeve", b.srgb(*rng.choice(SLEEVES)), Roughness=0.95), 70.0, 0.6)
    start = rng.uniform(-120, -60)
    profile = [(31, 0), (35, 3), (38, 40), (46, 130), (54, 260), (56, 700)]
    sleeve = b.lathe("sleeve", [(r + rng.uniform(-1, 2), h) for r, h in profile], made, 40)
    b.put(sleeve, (0, start, 42), (math.pi / 2, 0, 0))


def _held(rng: random.Random, kind: str, tip: tuple[float, float, float]) -> None:
    colour = {"black": (16, 16, 18), "white": (240, 240, 236), "red": (170, 22, 30)}.get(
        kind, (40, 110, 170)
    )
    made = b.material("held", b.srgb(*colour), Roughness=0.2)
    if kind in ("black", "white"):
        profile = [(0, 0), (16, 0), (17, 1.5), (17, 5), (16, 6.5), (0, 6.5)]
        b.put(b.lathe("held", profile, made), (tip[0], tip[1] + 7, tip[2] - 2), (0.5, 0.2, 0))
    else:
        angles = np.linspace(0, math.pi, 15)
        profile = [(7 * math.sin(a), -7 * math.cos(a)) for a in angles]
        profile[0], profile[-1] = (0.0, -7.0), (0.0, 7.0)
        b.put(b.lathe("held", profile, made, 28), (tip[0], tip[1] + 3, tip[2] + 2))
