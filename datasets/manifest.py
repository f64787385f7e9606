"""The set that ships: which scenes there are, how they are split, and that none was changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from datasets.described import read_description
from datasets.pack import fingerprint, pack_all
from datasets.scenes import BadScene, Scene
from datasets.splits import SPLITS, split_of
from datasets.whole import alone, write_whole

FORMAT = 1
SCENES = Path(__file__).resolve().parent / "shipped"
"""Where the scenes that ship are stored."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One stored scene."""

    scene: str
    """Its folder."""
    game: str
    """The game, or `hands`."""
    kind: str
    """`layers`, `whole` or `hand`."""
    seed: int
    """The seed it was rendered with."""
    split: str
    """`train`, `validation` or `test`."""
    bytes: int
    """Its size."""
    sha256: str
    """A hash over its files."""


def read_manifest(folder: Path = SCENES) -> tuple[Entry, ...]:
    """The stored scenes; raises `BadScene` when the manifest is missing or broken."""
    path = folder / "manifest.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        if folder == SCENES and not folder.is_dir():
            raise BadScene(
                "the stored scenes come with Hakem's repository, not with the installed program; "
                "run this from a clone, or name a folder with --scenes"
            ) from None
        raise BadScene(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise BadScene(f"{path} is not JSON: {error}") from None
    if not isinstance(data, dict) or not {"format", "scenes"} <= set(data):
        raise BadScene(f'{path}: expected an object with "format" and "scenes"')
    if data["format"] != FORMAT:
        raise BadScene(f"{path}: format {data['format']!r}, expected {FORMAT}")
    if not isinstance(data["scenes"], list):
        raise BadScene(f"{path}: scenes must be a list")
    entries = []
    for number, line in enumerate(data["scenes"], 1):
        try:
            entries.append(_entry(line))
        except ValueError as error:
            raise BadScene(f"{path}, scene {number}: {error}") from None
    return tuple(entries)


def _entry(data: Any) -> Entry:
    """One line of the manifest; raises `ValueError`."""
    names = [field.name for field in fields(Entry)]
    if not isinstance(data, dict) or set(data) != set(names):
        raise ValueError(f"expected an object with {', '.join(names)}")
    for field in fields(Entry):
        value = data[field.name]
        if type(value).__name__ != field.type:
            kind = "a text" if field.type == "str" else "a whole number"
            raise ValueError(f"{field.name} must be {kind}, got {value!r}")
    entry = Entry(**data)
    if Path(entry.scene).name != entry.scene:
        raise ValueError(f"{entry.scene!r} is no name of a folder")
    if entry.split not in SPLITS:
        raise ValueError(f"unknown split {entry.split!r}")
    return entry


def write_manifest(entries: Iterable[Entry], folder: Path = SCENES) -> None:
    """Store the list, one scene a line, in order."""
    ordered = sorted(entries, key=lambda entry: entry.scene)
    lines = ",\n ".join(json.dumps(asdict(entry)) for entry in ordered)
    text = f'{{"format": {FORMAT}, "scenes": [\n {lines}\n]}}\n'
    write_whole(folder / "manifest.json", text)


def add_scenes(raw: Path, folder: Path = SCENES) -> Iterator[tuple[str, Entry | BadScene]]:
    """Pack every finished raw scene that is not stored yet; broken ones are told and left out."""
    folder.mkdir(parents=True, exist_ok=True)
    with alone(folder):  # the whole manifest is written anew for every scene
        known = {e.scene: e for e in read_manifest(folder)} if _has(folder) else {}
        for name, result in pack_all(raw, folder, skip=frozenset(known)):
            if isinstance(result, BadScene):
                yield name, result
                continue
            split = split_of(result["game"], result["kind"], result["seed"])
            known[name] = Entry(**result, split=split)
            write_manifest(known.values(), folder)
            yield name, known[name]


def _has(folder: Path) -> bool:
    return (folder / "manifest.json").exists()


def check_scenes(folder: Path = SCENES) -> Iterator[tuple[Entry, str]]:
    """Every stored scene with what is wrong with it; empty when it is as it was stored."""
    for entry in read_manifest(folder):
        path = folder / entry.scene
        yield entry, _wrong(path, entry) if path.is_dir() else "missing"


def _wrong(path: Path, entry: Entry) -> str:
    try:
        folders = sorted(each.name for each in path.iterdir() if each.is_dir())
        if folders:
            return f"holds a folder, {', '.join(folders)}; a scene is files only"
        if fingerprint(path) == entry.sha256:
            return ""
        missing = [name for name in _files(path) if not (path / name).exists()]
        return f"missing: {', '.join(missing)}" if missing else "changed since it was stored"
    except OSError as error:
        return f"cannot be read: {error.strerror or error}"


def _files(folder: Path) -> list[str]:
    """The files that a stored scene has, as its description tells them."""
    if not (folder / "scene.json").exists():
        return ["scene.json"]
    try:
        told = read_description(folder)
    except BadScene:
        return []  # changed, then
    if told["game"] == "hands":
        return ["hand.webp"]
    drawn = [f"{layer['name']}.webp" for layer in told["layers"]]
    return drawn + [f"{layer['name']}.png" for layer in told["layers"] if layer["pieces"]]


def load_scenes(
    game: str, split: str, kind: str = "layers", folder: Path = SCENES
) -> Iterator[Scene]:
    """The scenes of a game and split; one split never gives a scene of another."""
    if split not in SPLITS:
        raise ValueError(f"unknown split {split!r}; known: {', '.join(SPLITS)}")
    for entry in read_manifest(folder):
        if (entry.game, entry.kind, entry.split) == (game, kind, split):
            yield Scene.load(folder / entry.scene)


def summary(entries: Iterable[Entry]) -> dict[tuple[str, str, str], tuple[int, int]]:
    """How many scenes and bytes there are of each game, kind and split."""
    counted: dict[tuple[str, str, str], tuple[int, int]] = {}
    for entry in entries:
        key = (entry.game, entry.kind, entry.split)
        scenes, size = counted.get(key, (0, 0))
        counted[key] = (scenes + 1, size + entry.bytes)
    return counted
