"""The page about watching says what the code does."""

from __future__ import annotations

from pathlib import Path

from cli.keys import KEYS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "watching.md").read_text(encoding="utf-8")


def test_the_python_example_runs(capsys):
    code = PAGE.split("```python\n")[1].split("```")[0]
    exec(compile(code, "docs/watching.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].split()[0].count("/") == 7
    assert any(line.endswith("sight") for line in lines)


def test_every_key_is_explained():
    table = PAGE.split("## Keys")[1].split("\n## ")[0]
    assert all(f"`{key}`" in table for key in (*KEYS, "?"))
