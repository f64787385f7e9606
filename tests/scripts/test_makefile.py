"""The quick part of the tests names files and tests that exist."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", "")


def words(name):
    (line,) = re.findall(rf"^{name} := (.+)$", MAKEFILE, re.M)
    return line


def test_the_quick_tests_are_there():
    paths = words("QUICK").split()
    assert len(paths) > 10
    for path in paths:
        assert (ROOT / path).exists(), path


def test_each_lengthy_test_that_is_left_out_is_there():
    sources = "".join(
        path.name + path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")
    )
    for word in re.split(r"\s+or\s+", words("LENGTHY").strip()):
        assert word in sources, f"no test is called {word}"


def test_what_is_installed_has_the_versions_of_the_tests():
    """Blender alone, in its own environment, knows nothing of ours (docs/security.md)."""
    installing = [line for line in MAKEFILE.splitlines() if "pip install" in line]
    assert len(installing) == 4
    for line in installing:
        assert "-c constraints.txt" in line or "bpy==" in line, line


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_every_target_can_be_made_and_is_listed():
    told = subprocess.run(
        ["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    (phony,) = re.findall(r"^\.PHONY: (.+)$", MAKEFILE, re.M)
    for target in phony.split():
        assert re.search(rf"^{target}\s", told, re.M), f"make help does not tell of {target}"


NO_SERVER = "the tests of network cameras will be skipped"


@pytest.fixture
def lacking(tmp_path):
    """Make the target where no RTSP server is, as this user; gives what it says and installs."""

    def made(user):
        for name, line in {"id": f"echo {user}", "apt-get": 'echo "$1" >>"$ASKED"'}.items():
            (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
            (tmp_path / name).chmod(0o755)
        asked = tmp_path / "asked"
        asked.write_text("")
        told = subprocess.run(
            ["make", "rtsp-server", "RTSP_PYTHON=false"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "ASKED": str(asked)},
        )
        return told.stderr, asked.read_text().split()

    return made


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_root_gets_the_server_of_network_cameras_and_others_are_told_what_is_skipped(lacking):
    assert lacking("0") == ("", ["update", "install"])
    said, installed = lacking("1000")
    assert NO_SERVER in said
    assert (said.count("\n"), installed) == (1, [])


def test_continuous_integration_skips_neither_pages_nor_network_cameras():
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    for target in ("browser", "rtsp-server"):
        assert lines.index(f"make {target}") < lines.index("make test")


def test_continuous_integration_shows_the_slowest_ten():
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert "--durations=10" in settings
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
