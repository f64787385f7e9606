"""What sets up a Raspberry Pi, as far as it can be tried elsewhere."""

from __future__ import annotations

import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from cli.main import app

ROOT = Path(__file__).resolve().parents[2]
INSTALL = ROOT / "scripts" / "install-pi.sh"
UNIT = ROOT / "scripts" / "hakem@.service"
SHELLCHECK = shutil.which("shellcheck", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")


def bash(*words):
    return subprocess.run(["bash", *words], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("script", sorted((ROOT / "scripts").glob("*.sh")), ids=lambda p: p.name)
def test_the_shell_scripts_are_sound(script):
    assert script.stat().st_mode & 0o100, "not executable"
    assert bash("-n", script).returncode == 0
    assert SHELLCHECK, "shellcheck is missing; it comes with the dev packages"
    done = subprocess.run([SHELLCHECK, script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout


def test_a_dry_run_prints_the_steps_in_order_and_ends_with_the_proof():
    done = bash(INSTALL, "--dry-run")
    assert (done.returncode, done.stderr) == (0, "")
    steps = [
        "apt-get install",
        "python3 -m venv --system-site-packages",
        f"--upgrade {ROOT}",
        "--ignore-installed --no-deps simplejpeg",
        "usermod --append --groups video hakem",
        "hakem@.service /etc/systemd/system/",
        "import numpy, picamera2, simplejpeg",
        "doctor --folder /var/lib/hakem",
    ]
    places = [done.stdout.find(step) for step in steps]
    assert -1 not in places, steps[places.index(-1)]
    assert places == sorted(places)
    assert not Path("/opt/hakem").exists() or platform.machine() == "aarch64"


def test_a_wheel_can_be_named(tmp_path):
    wheel = tmp_path / "hakem-1.0-py3-none-any.whl"
    wheel.touch()
    assert f"--upgrade {wheel}" in bash(INSTALL, "--dry-run", wheel).stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--fast"], "unknown option --fast"),
        (["hakem"], "expected a wheel"),
        (["absent.whl"], "there is no file absent.whl"),
    ],
)
def test_what_it_cannot_do_is_one_line(words, why):
    done = bash(INSTALL, "--dry-run", *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(rf"install-pi: {why}.*\n", done.stderr)


@pytest.mark.skipif(platform.machine() == "aarch64", reason="it would begin to install")
def test_another_machine_than_a_pi_is_refused_before_anything_is_done():
    done = bash(INSTALL)
    assert (done.returncode, done.stdout) == (1, "")
    assert "run it with sudo" in done.stderr or "64-bit Raspberry Pi OS" in done.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_the_service_is_understood_by_systemd(tmp_path):
    unit = tmp_path / "hakem@5.service"
    unit.write_text(UNIT.read_text().replace("/usr/local/bin/hakem", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_service_calls_the_desk_with_options_that_it_has():
    text = UNIT.read_text()
    known = {
        option
        for each in typer.main.get_command(app).commands["desk"].params
        for option in each.opts
    }
    called = re.findall(r"^(?:ExecStart|#   HAKEM_OPTIONS)=(.+)$", text, re.M)
    assert len(called) == 2
    for option in re.findall(r"--[a-z]+", " ".join(called)):
        assert option in known, option


def test_pip_is_asked_for_the_pi_and_its_answer_is_read():
    spec = importlib.util.spec_from_file_location(
        "check_aarch64", ROOT / "scripts" / "check_aarch64.py"
    )
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert any(word.startswith("numpy") for word in script.requirements())
    assert "simplejpeg" in script.requirements(), "which install-pi.sh adds"
    words = script.question("3.13", ["numpy"], "folder")
    assert "manylinux_2_28_aarch64" in words
    assert "manylinux_2_38_aarch64" not in words, "Bookworm cannot run that"
    assert "cp313" in words
    assert words[words.index("-c") + 1] == str(ROOT / "constraints.txt")
    report = (
        '{"install": [{"metadata": {"name": "numpy", "version": "2.4"}, '
        '"download_info": {"url": "https://host/x/numpy-2.4-cp313-aarch64.whl"}}]}'
    )
    assert list(script.wheels(report)) == [("numpy", "2.4", "numpy-2.4-cp313-aarch64.whl")]


@pytest.mark.slow
@pytest.mark.timeout(1800)  # a slow line
def test_every_runtime_dependency_has_a_wheel_for_the_pi():
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "check_aarch64.py"],
        capture_output=True, text=True, timeout=1700,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("all as wheels") == 2
