"""Python, the packages, the files that come with Hakem."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from cli.doctor.finding import Finding

OLDEST = (3, 11)
REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)\s*>=\s*([0-9.]+)")
"""How our own requirements are written."""
TRY = """
import importlib, sys
for name in sys.argv[1:]:
    print("try", name, flush=True)
    try:
        module = importlib.import_module(name)
    except BaseException as error:
        print("bad", name, " ".join(f"{type(error).__name__}: {error}".split()), flush=True)
    else:
        print("good", name, flush=True)
"""
SECONDS = 120
"""For all imports together, on a slow card."""
MODEL = Path("device-tree/model")


def check_python() -> Finding:
    """Is it new enough, and of 64 bits?"""
    told = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < OLDEST:
        return Finding("python", "mend", told, "newer_python")
    if sys.maxsize < 2**32:
        return Finding("python", "mend", f"{told}, 32 bit", "wide_python")
    return Finding("python", "good", told)


def check_packages(wanted: Iterable[str] | None = None) -> Finding:
    """Is each there, new enough, and can it be imported?"""
    if wanted is None:
        try:
            wanted = metadata.requires("hakem") or ()
        except metadata.PackageNotFoundError:
            return Finding("packages", "mind", "hakem", "not_installed")
    needed = [word for word in wanted if "extra ==" not in word]
    troubles, told, modules = [], [], {}
    for name, least in _named(needed):
        try:
            there = metadata.version(name)
        except metadata.PackageNotFoundError:
            troubles.append(f"{name} (missing)")
            continue
        told.append(f"{name} {there}")
        if numbers(there) < numbers(least):
            troubles.append(f"{name} {there} < {least}")
        modules[_module_of(name)] = name
    for module, why in imported(modules):
        if why:
            troubles.append(f"{modules[module]} ({why})")
    if troubles:
        listed = "; ".join(troubles)
        return Finding("packages", "mend", listed, "install_package", listed)
    return Finding("packages", "good", ", ".join(told), count=len(told))


def _named(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    for word in words:
        parts = REQUIREMENT.match(word)
        if parts is not None:
            yield parts[1], parts[2]
        else:
            yield re.split(r"[^A-Za-z0-9._-]", word)[0], "0"


def numbers(version: str) -> tuple[int, ...]:
    """A version to compare by; what is no number ends it."""
    found = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(part) for part in found[0].split(".")) if found else ()


def _module_of(distribution: str) -> str:
    """What is imported of a package: opencv-python-headless is cv2."""
    plain = distribution.casefold().replace("-", "_")
    if find_spec(plain) is not None:
        return plain
    for file in metadata.files(distribution) or ():
        if len(file.parts) == 2 and file.name == "__init__.py":
            return file.parts[0]
    return plain


def imported(modules: Iterable[str]) -> list[tuple[str, str]]:
    """Each module and why it cannot be imported (empty: it can).

    In a process of its own: a library for another processor does not raise, it kills.
    """
    names = list(modules)
    found: list[tuple[str, str]] = []
    while len(found) < len(names):
        rest = names[len(found) :]
        try:
            done = subprocess.run(
                [sys.executable, "-c", TRY, *rest],
                capture_output=True, text=True, timeout=SECONDS, check=False,
            )  # fmt: skip
            ended = f"ends with status {done.returncode}"
            said = done.stdout
        except subprocess.TimeoutExpired as error:
            ended = f"takes more than {SECONDS} s"
            said = error.stdout.decode(errors="replace") if isinstance(error.stdout, bytes) else ""
        heard = [line.split(" ", 2) for line in said.splitlines()]
        answers = [line for line in heard if line[0] in ("good", "bad")]
        found += [(line[1], line[2] if line[0] == "bad" else "") for line in answers]
        if len(answers) < len(rest):
            found.append((rest[len(answers)], ended))
    return found


def pi_model(folder: Path = Path("/proc")) -> str:
    """Which Raspberry Pi this is; empty if it is none."""
    try:
        told = (folder / MODEL).read_bytes().rstrip(b"\0").decode(errors="replace")
    except OSError:
        return ""
    return told if "Raspberry Pi" in told else ""


def check_picamera2(model: str) -> Finding:
    """Does it load beside our NumPy? Only a Pi needs it."""
    if find_spec("picamera2") is None:
        if model:
            return Finding("picamera2", "mend", model, "apt_picamera2")
        return Finding("picamera2", "unneeded", "–")
    ((_, why),) = imported(["picamera2"])
    if not why:
        return Finding("picamera2", "good", _version("picamera2"))
    advice = "new_simplejpeg" if "dtype size" in why or "simplejpeg" in why else "apt_picamera2"
    return Finding("picamera2", "mend" if model else "mind", why, advice)


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "?"


def check_models(folder: Path) -> Finding:
    """Is each network as its card says?"""
    cards = sorted(folder.glob("*.json"))
    bad = [card.with_suffix(".onnx").name for card in cards if not _as_told(card)]
    untold = [path.name for path in folder.glob("*.onnx") if not path.with_suffix(".json").exists()]
    if not cards or bad or untold:
        listed = ", ".join(sorted(bad + untold)) or str(folder)
        return Finding("models", "mend", listed, "install_again", listed)
    return Finding("models", "good", ", ".join(card.stem for card in cards), count=len(cards))


def _as_told(card: Path) -> bool:
    try:
        told = json.loads(card.read_text(encoding="utf-8"))
        data = (card.parent / told["model"]).read_bytes()
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return bool(hashlib.sha256(data).hexdigest() == told.get("sha256"))


def check_demos(folder: Path, games: Iterable[str]) -> Finding:
    """Is there a clip of each game?"""
    missing = [f"{game}.mp4" for game in games if not (folder / f"{game}.mp4").is_file()]
    if missing:
        return Finding("demos", "mind", ", ".join(missing), "install_again", ", ".join(missing))
    return Finding("demos", "good", ", ".join(f"demo:{game}" for game in games))
