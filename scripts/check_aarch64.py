"""Are there wheels of every runtime dependency for a Raspberry Pi?

python scripts/check_aarch64.py [--python 3.11 --python 3.13]

Asks pip, installing nothing, to resolve what pyproject.toml needs, what that needs, and the
simplejpeg that picamera2 wants beside our NumPy, in the versions of constraints.txt, for 64-bit ARM
Linux. 3.11 is the Python of Raspberry Pi OS Bookworm (glibc 2.36), 3.13 that of Trixie
(glibc 2.41). Leaves with status 1 if a wheel is missing: it would have to be compiled on the Pi.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OLDEST_GLIBC, NEWEST_GLIBC = 17, 36
"""Minor versions of the manylinux tags that both systems can run."""


def requirements() -> list[str]:
    """What the installed program needs, and what scripts/install-pi.sh adds to it."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return [*tomllib.load(file)["project"]["dependencies"], "simplejpeg"]


def question(python: str, needed: list[str], folder: str) -> list[str]:
    """The words for pip."""
    plain = python.replace(".", "")
    glibcs = range(OLDEST_GLIBC, NEWEST_GLIBC + 1)
    tags = [f"manylinux_2_{minor}_aarch64" for minor in glibcs]
    platforms = [word for tag in (*tags, "manylinux2014_aarch64") for word in ("--platform", tag)]
    return [
        sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--report", "-",
        "--disable-pip-version-check", "--ignore-installed", "--only-binary", ":all:",
        "--implementation", "cp", "--python-version", python,
        "--abi", f"cp{plain}", "--abi", "abi3", "--abi", "none",
        *platforms, "--target", folder, "-c", str(ROOT / "constraints.txt"), *needed,
    ]  # fmt: skip


def wheels(report: str) -> Iterator[tuple[str, str, str]]:
    """Name, version and file of each package in pip's answer."""
    for each in json.loads(report)["install"]:
        told = each["metadata"]
        yield told["name"], told["version"], each["download_info"]["url"].rpartition("/")[2]


def ask(python: str, needed: list[str]) -> bool:
    """Print what pip finds for one Python; gives whether all is there."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            question(python, needed, folder), capture_output=True, text=True, check=False
        )
    if done.returncode:
        print(f"Python {python}: not everything has a wheel")
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        print("\n".join(errors) or done.stderr.strip())
        return False
    found = sorted(wheels(done.stdout), key=lambda each: each[0].casefold())
    native = [each for each in found if "aarch64" in each[2]]
    print(f"Python {python}: {len(found)} packages, all as wheels, {len(native)} of them native:")
    for name, version, file in native:
        print(f"  {name} {version}  {file}")
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--python", action="append", help="a version; else 3.11 and 3.13")
    pythons = parser.parse_args().python or ["3.11", "3.13"]
    answers = [ask(python, requirements()) for python in pythons]
    return 0 if all(answers) else 1


if __name__ == "__main__":
    sys.exit(main())
