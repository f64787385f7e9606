"""What docs/api.md shows is typed into a shell, against a real desk."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from support.commands import blocks, understand
from support.desks import PIN, Server, ShownDesk

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
((_, LINES),) = [block for block in blocks(PAGE) if block[0] == "sh"]
LOGIN = "\n".join(LINES[: LINES.index("")])
CURLS = [re.sub(r" +# .*", "", line) for line in LINES[LINES.index("") :] if line]
NEEDS_A_CAMERA = ("/api/picture", "/api/pictures/SHA256.jpg")

pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")


def test_the_pin_of_the_examples_is_the_one_the_desk_is_begun_with():
    (begun,) = re.findall(r"`hakem (desk [^`]*--pin (\d+))`", PAGE)
    understand(begun[0].split())
    assert f'"pin": "{begun[1]}"' in LOGIN
    assert begun[1] == PIN


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    """A shell that has logged in; a stream is left after a second."""
    table = ShownDesk(tmp_path_factory.mktemp("desk"))
    with Server(table.app) as server:

        def run(line, *options):
            script = f"{LOGIN}\n{line}".replace("localhost:8000", f"127.0.0.1:{server.port}")
            script = script.replace("curl ", f"curl {' '.join(options)} ")
            return subprocess.run(
                ["bash", "-c", script], cwd=table.desk.folder, capture_output=True, timeout=60
            )

        yield run
    table.close()


def test_the_page_shows_the_pin_of_these_tests():
    assert f'"pin": "{PIN}"' in LOGIN
    assert len(CURLS) >= 11


@pytest.mark.parametrize("line", CURLS)
def test_a_line_of_the_page_is_answered(line, shell):
    stream = "-sN" in line
    done = shell(line, "--fail-with-body", f"--max-time {2 if stream else 30}")
    if any(f"{place} " in f"{line} " for place in NEEDS_A_CAMERA):
        assert done.returncode == 22, "the address exists, and says that there is no picture"
        return
    assert done.returncode == (28 if stream else 0), done.stdout
    if not stream and " -o " not in line and "transcript" not in line:
        json.loads(done.stdout)


def test_every_act_of_the_table_exists(shell):
    described = json.loads(shell("curl -s localhost:8000/api/openapi.json").stdout)["paths"]
    acts = PAGE.split("## Orders")[1].split("`POST /api/score/confirm`")[0]
    names = [name for row in re.findall(r"^\| (`.+?) \|", acts, re.M)
             for name in re.findall(r"`([a-z-]+)`", row)]  # fmt: skip
    assert len(names) > 12
    told = {f"/api/acts/{name}" for name in names}
    assert told == {path for path in described if path.startswith("/api/acts/")}
