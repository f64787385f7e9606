"""A browser for the tests of pages; they are skipped, with the reason, where there is none."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from support.desks import PIN

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / ".axe" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = {
    "/": ".ask.fault",
    "/score": "table",
    "/setup": ".choice",
    "/players": ".player",
    "/nowhere": "h1",
}
"""Each page with something by which it is known to be there."""
SIZES = {
    "phone": (390, 844),
    "tablet": (1024, 768),
    "upright": (768, 1024),
    "laptop": (1366, 768),
}
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"),
    *("--disable-component-update", "--no-first-run", "--disable-dev-shm-usage"),
]


def chromium():
    """Debian's Chromium; skips the test where it is not installed."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("no Chromium here; `sudo apt install chromium` (make browser) installs it")
    return path


def launched(playwright):
    """An open browser that asks nothing of the network."""
    return playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)


def sign_in(page):
    """Type the PIN of the tests' desks."""
    page.fill("[name=pin]", PIN)
    page.click("form button")
    page.wait_for_url(re.compile(r"/(setup)?$"))


def axe_text():
    """The source of axe; skips the test where it is not installed."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed; `make browser` does it (npm)")
    return AXE.read_text(encoding="utf-8")


def picture(page, name, folder):
    """A screenshot: into HAKEM_PICTURES where that is set, as `make pictures` does."""
    wanted = os.environ.get("HAKEM_PICTURES")
    path = Path(wanted) if wanted else Path(folder)
    page.screenshot(path=path / f"{name}.png")
    assert (path / f"{name}.png").stat().st_size > 5000
