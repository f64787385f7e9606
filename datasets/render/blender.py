"""Thin words for Blender: meshes, materials, the renderer's settings.

Lengths are millimetres everywhere outside this file; Blender gets them in units of 100 mm.
"""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import bpy
import numpy as np

UNIT = 0.01
"""Blender units in a millimetre."""

Colour = tuple[float, float, float]


def reset() -> Any:
    """An empty scene."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    # Measured at 832x624 and 4 samples: 8 s without denoising, 9-11 s so, 20 s at the defaults.
    scene.cycles.denoising_quality = "BALANCED"
    scene.cycles.denoising_prefilter = "FAST"
    scene.cycles.max_bounces = 4
    scene.cycles.diffuse_bounces = 2
    scene.cycles.glossy_bounces = 3
    scene.cycles.transmission_bounces = 4
    scene.cycles.seed = 7  # the same noise in every layer, so that their ratio is clean
    scene.cycles.caustics_reflective = False
    scene.cycles.caustics_refractive = False
    scene.cycles.use_adaptive_sampling = False
    scene.render.use_persistent_data = True
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"
    scene.render.image_settings.compression = 20
    scene.render.threads_mode = "FIXED"
    scene.render.threads = 1
    scene.view_settings.view_transform = "Standard"
    return scene


def srgb(r: float, g: float, b: float) -> Colour:
    """A colour as seen on a screen (0-255), as the linear light Blender wants."""

    def linear(value: float) -> float:
        v = value / 255
        return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4

    return linear(r), linear(g), linear(b)


def shade(colour: Colour, factor: float) -> Colour:
    """The colour lighter or darker."""
    return tuple(min(1.0, c * factor) for c in colour)  # type: ignore[return-value]


def material(name: str, colour: Colour, **inputs: Any) -> Any:
    """A principled material; inputs by Blender's names with underscores."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    bsdf = made.node_tree.nodes["Principled BSDF"]
    bsdf.inputs["Base Color"].default_value = (*colour, 1.0)
    for key, value in inputs.items():
        bsdf.inputs[key.replace("_", " ")].default_value = value
    return made


def node(made: Any, kind: str, **values: Any) -> Any:
    """A new node in a material."""
    added = made.node_tree.nodes.new(kind)
    for key, value in values.items():
        if key in added.inputs:
            added.inputs[key].default_value = value
        else:
            setattr(added, key, value)
    return added


def link(made: Any, source: Any, target: Any) -> None:
    """Join two sockets."""
    made.node_tree.links.new(source, target)


def coordinates(made: Any, stretch: tuple[float, float, float], turn: float = 0.0) -> Any:
    """Object coordinates in millimetres, stretched and turned."""
    place = node(made, "ShaderNodeTexCoord")
    mapping = node(made, "ShaderNodeMapping")
    mapping.inputs["Scale"].default_value = stretch
    mapping.inputs["Rotation"].default_value = (0.0, 0.0, turn)
    link(made, place.outputs["Object"], mapping.inputs["Vector"])
    return mapping.outputs["Vector"]


def ramp(made: Any, factor: Any, stops: list[tuple[float, Colour]]) -> Any:
    """Colours along a factor."""
    added = node(made, "ShaderNodeValToRGB")
    elements = added.color_ramp.elements
    while len(elements) < len(stops):
        elements.new(0.5)
    for element, (at, colour) in zip(elements, stops, strict=True):
        element.position = at
        element.color = (*colour, 1.0)
    link(made, factor, added.inputs["Fac"])
    return added.outputs["Color"]


def bump(made: Any, height: Any, strength: float, distance: float = 0.01) -> None:
    """Let a texture raise the surface a little."""
    added = node(made, "ShaderNodeBump", Strength=strength, Distance=distance)
    link(made, height, added.inputs["Height"])
    link(made, added.outputs["Normal"], made.node_tree.nodes["Principled BSDF"].inputs["Normal"])


def wood(
    name: str, light: Colour, dark: Colour, turn: float, roughness: float, scale: float
) -> Any:
    """Wood: long streaks between two colours, with a fine grain."""
    made = material(name, light, Roughness=roughness)
    vector = coordinates(made, (0.35 * scale, 4.0 * scale, 1.0), turn)
    rings = node(made, "ShaderNodeTexNoise", Scale=2.0, Detail=6.0, Roughness=0.65, Distortion=0.6)
    link(made, vector, rings.inputs["Vector"])
    grain = node(made, "ShaderNodeTexNoise", Scale=24.0, Detail=3.0)
    link(made, vector, grain.inputs["Vector"])
    mixed = node(made, "ShaderNodeMath", operation="MULTIPLY_ADD")
    link(made, grain.outputs["Fac"], mixed.inputs[0])
    mixed.inputs[1].default_value = 0.35
    link(made, rings.outputs["Fac"], mixed.inputs[2])
    middle = tuple((a + b) / 2 for a, b in zip(light, dark, strict=True))
    colour = ramp(made, mixed.outputs["Value"], [(0.45, dark), (0.6, middle), (0.8, light)])
    link(made, colour, made.node_tree.nodes["Principled BSDF"].inputs["Base Color"])
    bump(made, grain.outputs["Fac"], 0.08)
    return made


def rough(made: Any, scale: float, strength: float) -> Any:
    """Give a material a felt-like or leathery surface."""
    vector = coordinates(made, (1.0, 1.0, 1.0))
    noise = node(made, "ShaderNodeTexNoise", Scale=scale, Detail=4.0)
    link(made, vector, noise.inputs["Vector"])
    bump(made, noise.outputs["Fac"], strength, 0.02)
    return made


def put(
    obj: Any, at: tuple[float, float, float], turn: tuple[float, float, float] = (0, 0, 0)
) -> Any:
    """Place an object; millimetres and radians."""
    obj.location = tuple(v * UNIT for v in at)
    obj.rotation_euler = turn
    return obj


def mesh(name: str, vertices: Any, faces: Any, made: Any, smooth: bool = False) -> Any:
    """An object from vertices in millimetres."""
    data = bpy.data.meshes.new(name)
    data.from_pydata([tuple(float(c) * UNIT for c in v) for v in vertices], [], faces)
    data.update()
    if smooth:
        data.shade_smooth()
    obj = bpy.data.objects.new(name, data)
    data.materials.append(made)
    bpy.context.collection.objects.link(obj)
    return obj


def box(
    name: str,
    size: tuple[float, float, float],
    at: tuple[float, float, float],
    made: Any,
    edge: float = 0.0,
) -> Any:
    """A box of the given size whose bottom centre is at `at`; `edge` rounds it."""
    x, y, z = (s / 2 for s in size)
    vertices = [(sx * x, sy * y, sz * z + z) for sz in (-1, 1) for sy in (-1, 1) for sx in (-1, 1)]
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    obj = put(mesh(name, vertices, faces, made), at)
    return rounded(obj, edge)


def rounded(obj: Any, edge: float, segments: int = 3) -> Any:
    """Round the edges of an object."""
    if edge > 0:
        bevel = obj.modifiers.new("round", "BEVEL")
        bevel.width = edge * UNIT
        bevel.segments = segments
        bevel.limit_method = "ANGLE"
        bevel.angle_limit = math.radians(40)
        obj.data.shade_smooth()
    return obj


def lathe(name: str, profile: list[tuple[float, float]], made: Any, steps: int = 48) -> Any:
    """A body of revolution about z from (radius, height) pairs, closed where the radius is 0."""
    angles = np.linspace(0, 2 * math.pi, steps, endpoint=False)
    vertices: list[tuple[float, float, float]] = []
    rings: list[list[int]] = []
    for radius, height in profile:
        if radius <= 1e-6:
            rings.append([len(vertices)])
            vertices.append((0.0, 0.0, height))
        else:
            rings.append(list(range(len(vertices), len(vertices) + steps)))
            vertices += [(radius * math.cos(a), radius * math.sin(a), height) for a in angles]
    faces: list[tuple[int, ...]] = []
    for low, high in pairwise(rings):
        for i in range(steps):
            j = (i + 1) % steps
            if len(low) == 1 and len(high) == 1:
                continue
            if len(low) == 1:
                faces.append((low[0], high[j], high[i]))
            elif len(high) == 1:
                faces.append((low[i], low[j], high[0]))
            else:
                faces.append((low[i], low[j], high[j], high[i]))
    return mesh(name, vertices, faces, made, smooth=True)


def copy_of(obj: Any, at: tuple[float, float, float], turn: tuple[float, float, float]) -> Any:
    """Another object with the same mesh."""
    twin = obj.copy()
    twin.hide_render = False
    bpy.context.collection.objects.link(twin)
    return put(twin, at, turn)


def lowest(name: str) -> float:
    """The height in millimetres on which the objects of this name stand."""
    bottoms = [
        obj.location[2] + min(corner[2] for corner in obj.bound_box)
        for obj in bpy.data.objects
        if obj.name.startswith(name)
    ]
    return min(bottoms) / UNIT


def show(objects: Any, visible: bool) -> None:
    """Take objects into the picture or out of it."""
    for obj in objects:
        obj.hide_render = not visible


def render(scene: Any, path: Path, samples: int) -> None:
    """Render the picture; written beside and then moved, so that a file that is there is whole."""
    scene.cycles.samples = samples
    _write(scene, path)


def render_index(scene: Any, path: Path) -> None:
    """Render which object each pixel shows: its pass index as grey value, without smoothing."""
    layer = scene.view_layers[0]
    world, filter_width = scene.world, scene.cycles.filter_width
    transform, exposure = scene.view_settings.view_transform, scene.view_settings.exposure
    layer.material_override = _index_material()
    scene.world = None
    scene.cycles.filter_width = 0.01
    scene.cycles.use_denoising = False
    scene.cycles.samples = 1
    scene.view_settings.view_transform = "Raw"
    scene.view_settings.exposure = 0.0
    scene.render.image_settings.color_mode = "BW"
    scene.render.image_settings.color_depth = "16"
    try:
        _write(scene, path)
    finally:
        layer.material_override = None
        scene.world = world
        scene.cycles.filter_width = filter_width
        scene.cycles.use_denoising = True
        scene.view_settings.view_transform = transform
        scene.view_settings.exposure = exposure
        scene.render.image_settings.color_mode = "RGB"
        scene.render.image_settings.color_depth = "8"


def _index_material() -> Any:
    found = bpy.data.materials.get("index")
    if found is not None:
        return found
    made = bpy.data.materials.new("index")
    made.use_nodes = True
    made.node_tree.nodes.clear()
    info = node(made, "ShaderNodeObjectInfo")
    scaled = node(made, "ShaderNodeMath", operation="DIVIDE")
    scaled.inputs[1].default_value = 65535.0
    link(made, info.outputs["Object Index"], scaled.inputs[0])
    glow = node(made, "ShaderNodeEmission")
    link(made, scaled.outputs["Value"], glow.inputs["Color"])
    out = node(made, "ShaderNodeOutputMaterial")
    link(made, glow.outputs["Emission"], out.inputs["Surface"])
    return made


def _write(scene: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.stem + ".part.png")
    scene.render.filepath = str(unfinished)
    bpy.ops.render.render(write_still=True)
    unfinished.rename(path)


def pixels(path: Path) -> Any:
    """A written picture as an array of floats, height x width x 3, as shown on a screen."""
    image = bpy.data.images.load(str(path))
    width, height = image.size
    data = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(data)
    bpy.data.images.remove(image)
    return data.reshape(height, width, 4)[::-1, :, :3]
