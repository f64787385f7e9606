"""The wheel is the whole program: it runs away from the tree, with all it needs inside."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import tarfile
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest

from engines import GAMES

ROOT = Path(__file__).resolve().parents[2]
NEEDED = {".onnx", ".npz", ".mp4", ".json", ".typ", ".html", ".css", ".js", ".svg", ".mo", ".po"}
"""Files beside Python's that the program opens while it runs."""
DEVELOPERS = ("datasets/shipped/", "datasets/render/")
"""What stays in the repository."""


def build(kind: str, folder: Path) -> Path:
    """Build with the tools of this environment."""
    subprocess.run(
        [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", folder, ROOT],
        check=True, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    (built,) = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def unpacked(wheel, tmp_path_factory):
    """The wheel's files, away from the tree; the packages are those of this environment."""
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(wheel) as box:
        box.extractall(folder)

    def run(*words):
        return subprocess.run(
            [sys.executable, "-P", "-m", "cli.main", *words],
            cwd=folder.parent, capture_output=True, text=True, timeout=120,
            env={**os.environ, "PYTHONPATH": str(folder), "HAKEM_LANG": "en"},
        )  # fmt: skip

    return run


def committed() -> set[str]:
    """The files of the repository (of a checkout without Git: all files)."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError):
        listed = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file()]
    return {name for name in listed if name and "__pycache__" not in name}


def test_all_that_the_program_opens_is_inside(wheel):
    with zipfile.ZipFile(wheel) as box:
        inside = set(box.namelist())
    packages = ("engines", "calibration", "vision", "referee", "datasets", "cli")
    needed = {
        name
        for name in committed()
        if name.startswith(tuple(f"{package}/" for package in packages))
        and not name.startswith(DEVELOPERS)
        and (name.endswith(".py") or Path(name).suffix in NEEDED)
        and (ROOT / name).exists()
    }
    assert len(needed) > 200
    assert needed <= inside, sorted(needed - inside)


def test_nothing_is_inside_that_belongs_elsewhere(wheel):
    with zipfile.ZipFile(wheel) as box:
        strays = [
            name
            for name in box.namelist()
            if name.startswith((*DEVELOPERS, "tests/", "scripts/", "docs/", "results/"))
            or "__pycache__" in name
        ]
        size = sum(each.compress_size for each in box.infolist())
    assert strays == []
    assert size < 40e6, "more than 40 MB is no longer a quick download in a school"


def test_the_unpacked_wheel_replays_its_demos(unpacked):
    done = unpacked("demo", "--seconds", "0")
    assert (done.returncode, done.stderr) == (0, "")
    for game in GAMES:
        assert game.capitalize() in done.stdout


def test_the_unpacked_wheel_reads_a_board(unpacked):
    done = unpacked("read", "kulami", "demo:kulami", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["rows"] == ["........"] * 8


def test_what_only_the_repository_has_is_asked_for_in_one_line(unpacked):
    done = unpacked("evaluate", "stills", "reversi")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "come with Hakem's repository" in done.stderr


@pytest.mark.slow
@pytest.mark.timeout(1800)  # a slow line
def test_a_fresh_environment_has_a_working_command(wheel, tmp_path):
    """As `pipx install` does it: an environment of its own, packages from the index."""
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    pip = [tmp_path / "env" / "bin" / "python", "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, wheel], check=True, capture_output=True, timeout=900)
    plain = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}

    def hakem(*words, status=0):
        done = subprocess.run(
            [tmp_path / "env" / "bin" / "hakem", *words],
            cwd=tmp_path, capture_output=True, text=True, timeout=120, env=plain,
        )  # fmt: skip
        assert done.returncode == status, done.stderr
        return done.stdout

    assert hakem("--version").startswith("hakem ")
    assert "Mangala" in hakem("demo", "--seconds", "0")
    assert json.loads(hakem("read", "kulami", "demo:kulami", "--json"))["found"]
    board = "/".join(["BBBBBBBB"] * 4 + ["WWWWWWWW"] * 4)
    hakem("score", "reversi", board, "--sheet", "sheet.pdf", "--names", "Işıl Ağaç, Şule Çığ")
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    findings = json.loads(hakem("doctor", "--json"))["findings"]
    states = {each["check"]: each["state"] for each in findings}
    assert states["packages"] == states["models"] == states["demos"] == "good"
    assert "Hakem" in served(tmp_path / "env" / "bin" / "hakem", tmp_path, plain)


def served(hakem, folder, environment):
    """The players' page of a demo's desk."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    desk = subprocess.Popen(
        [hakem, "desk", "--demo", "--port", str(port)],
        cwd=folder, env=environment, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        for _ in range(240):
            with contextlib.suppress(OSError):
                address = f"http://127.0.0.1:{port}/players"
                return urllib.request.urlopen(address, timeout=20).read().decode()
            assert desk.poll() is None, "the desk has ended"
            time.sleep(0.5)
        pytest.fail("the desk does not answer")
    finally:
        desk.terminate()
        desk.wait(30)


@pytest.mark.slow
def test_the_source_archive_builds_the_same_wheel(wheel, tmp_path):
    archive = build("sdist", tmp_path)
    with tarfile.open(archive) as box:
        box.extractall(tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, source],
        check=True, capture_output=True, timeout=300,
    )  # fmt: skip
    (again,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(again) as second:
        assert sorted(first.namelist()) == sorted(second.namelist())
