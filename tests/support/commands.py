"""The commands that a document shows, and whether the program would understand them."""

from __future__ import annotations

import re
import shlex

import typer

from cli.main import app

PARSER = typer.main.get_command(app)
HAKEM = ("hakem", ".venv/bin/hakem")


def blocks(page):
    """The fenced blocks of a page as pairs: what is said of one, and its lines."""
    found, kind, inside = [], None, []
    for line in page.splitlines():
        fence = re.match(r" *```(\w*)$", line)
        if fence is None:
            inside.append(line)
        elif kind is None:
            kind, inside = fence.group(1), []
        else:
            found.append((kind, inside))
            kind, inside = None, []
    return found


def lines(page):
    """What is to be typed, line by line; behind a wide gap or a # it is explained."""
    shown = [line for kind, some in blocks(page) if kind in ("", "sh") for line in some]
    return [re.sub(r"(?<=\S)(?: {3,}| +#).*", "", line).strip() for line in shown]


def calls(page):
    """The words behind `hakem`, call by call."""
    every = [shlex.split(line) for line in lines(page) if line.startswith(HAKEM)]
    return [words[1:] for words in every if words[0] in HAKEM]


def understand(words):
    """Let the parser read the words of a call; nothing is run. Raises `UsageError`."""
    command, name, rest = PARSER, "hakem", list(words)
    while hasattr(command, "commands"):
        name = rest.pop(0)
        assert name in command.commands, f"there is no hakem {name}"
        command = command.commands[name]
    command.make_context(name, rest)
