"""ARCHITECTURE.md says who may import whom; the code keeps to it. docs/tour.md names its files."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
TOUR = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
FOLDERS = ("engines", "calibration", "vision", "referee", "datasets", "cli")
"""The folders that are packages, in the order in which they rest on each other."""
HOMES = {
    "bpy": ("datasets.render",),
    "onnx": ("datasets.train",),
    "onnxruntime": ("vision.network", "datasets.train"),
    "picamera2": ("vision.cameras.raspberry",),
    "torch": ("datasets.train",),
    "torchvision": ("datasets.train",),
    "ultralytics": ("datasets.train", "datasets.yolo"),
}
"""Packages that only one place may know, so that the rest runs without them."""
MOST_WORDS = 1200
"""Words of the page: who wants to know how all hangs together reads it in five minutes."""
LONGEST = 400
"""Lines of a file: one that grows past this wants to be a package."""


def sources() -> dict[str, Path]:
    """Every module of the program by its name."""
    found = {}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = sources()


@cache
def imported(name: str, *, to_run: bool = False) -> frozenset[str]:
    """What a module imports, also within functions; `to_run`: not for its types alone."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    nodes = list(_to_run(tree)) if to_run else list(ast.walk(tree))
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: imports name their folder"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in MODULES else str(node.module))
    return frozenset(found)


def _to_run(tree: ast.AST):
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        yield node
        yield from _to_run(node)


def allowed(folder: str) -> tuple[str, ...]:
    """What the table of the page lets a folder import beside itself."""
    row = re.search(rf"^\| `{folder}/` \| .* \| (.+?) \|$", PAGE, re.M)
    assert row, f"{folder}/ is not in the table of ARCHITECTURE.md"
    words = row.group(1).strip()
    if words == "the standard library only":
        return ()
    if words == "all of the above":
        return FOLDERS[: FOLDERS.index(folder)]
    return tuple(word.strip(" `") for word in words.split(","))


def within(name: str, parts: tuple[str, ...]) -> bool:
    return any(name == part or name.startswith(part + ".") for part in parts)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_imports_only_what_the_page_allows(folder):
    may = (folder, *allowed(folder))
    for name in MODULES:
        if within(name, (folder,)):
            for other in imported(name):
                ours = other.partition(".")[0] in FOLDERS
                assert not ours or within(other, may), f"{name} imports {other}"


def test_engines_import_the_standard_library_only():
    assert allowed("engines") == ()
    for name in MODULES:
        if within(name, ("engines",)):
            for other in imported(name):
                top = other.partition(".")[0]
                assert top == "engines" or top in sys.stdlib_module_names, f"{name}: {other}"


def test_no_module_needs_itself():
    needs = {
        name: {other for other in imported(name, to_run=True) if other in MODULES} - {name}
        for name in MODULES
    }
    try:
        tuple(TopologicalSorter(needs).static_order())
    except CycleError as error:
        pytest.fail("a cycle: " + " ← ".join(error.args[1]))


@pytest.mark.parametrize("package", HOMES)
def test_heavy_and_strange_packages_are_known_in_one_place_only(package):
    for name in MODULES:
        for other in imported(name):
            if other.partition(".")[0] == package:
                assert within(name, HOMES[package]), f"{name} imports {other}"


def test_the_languages_are_told_in_one_place_only():
    pair = re.compile(r"""["']tr["'], ["']en["']""")
    told = [name for name, path in MODULES.items() if pair.search(path.read_text(encoding="utf-8"))]
    assert told == ["referee.languages"]


def test_no_file_tells_more_than_one_story():
    for folder in (*FOLDERS, "scripts", "tests"):
        for path in (ROOT / folder).rglob("*.py"):
            lines = len(path.read_text(encoding="utf-8").splitlines())
            assert lines <= LONGEST, f"{path.relative_to(ROOT)} has {lines} lines"


def test_the_architecture_is_told_on_one_page():
    assert len(PAGE.split()) <= MOST_WORDS, "what belongs to single files belongs to docs/tour.md"


def test_every_file_that_the_pages_name_is_there():
    named = re.findall(r"`([\w/]+\.py)`", PAGE + TOUR)
    assert len(named) > 100
    paths = [str(path) for path in MODULES.values()] + list(
        map(str, (ROOT / "tests").rglob("*.py"))
    )
    paths += list(map(str, (ROOT / "scripts").glob("*.py")))
    for name in named:
        assert any(path.endswith(f"/{name}") for path in paths), name
