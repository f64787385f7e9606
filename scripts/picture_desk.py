"""Make the pictures of docs/pictures/desk*.png: the desk as `make run` shows it, in a browser.

    python scripts/picture_desk.py [FOLDER]

Needs Chromium. Waits until the demo's first fault is on the page, in real time.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import httpx
from playwright.sync_api import sync_playwright

PORT = 8765
SIZES = {"": (1366, 768), "_phone": (390, 844), "_tablet": (820, 1180)}


def main(folder: Path) -> None:
    command = [sys.executable, "-m", "cli.main", "desk", "--demo", "--port", str(PORT)]
    desk = subprocess.Popen([*command, "--lang", "tr"])
    address = f"http://localhost:{PORT}"
    try:
        while True:
            try:
                httpx.get(address)
                break
            except httpx.HTTPError:
                time.sleep(0.5)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            pages = {}
            for name, (width, height) in SIZES.items():
                pages[name] = browser.new_page(viewport={"width": width, "height": height})
                pages[name].goto(address)
            pages[""].wait_for_selector(".ask.fault img", timeout=240000)
            pages[""].wait_for_timeout(700)
            for name, page in pages.items():  # the next hand comes soon
                page.screenshot(path=folder / f"desk{name}.png")
            browser.close()
    finally:
        desk.terminate()
        desk.wait()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures"))
