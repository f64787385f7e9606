"""From what the user typed to values: files, boards, positions, options."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from engines import GAMES, AnyGame, InputError, new_game

MOST_BYTES = 4 * 1024 * 1024
"""No text input is larger; a photo given by mistake is told at once."""

GameName = Annotated[str, typer.Argument(help=f"The game: {', '.join(GAMES)}.", metavar="GAME")]
RuleOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        "-r",
        metavar="NAME=VALUE",
        help="An option of the rules, e.g. -r marbles=17. `hakem rules GAME` lists them.",
    ),
]
LayoutOption = Annotated[
    str | None,
    typer.Option(help="Kulami's plates: tr8, rulebook, eight strings divided by /, or a file."),
]
SideOption = Annotated[str | None, typer.Option(help="Whose turn it is: B, W, R, S or N.")]
LastOption = Annotated[
    str | None, typer.Option(help="Kulami: the last marble of each side, e.g. d4,e6.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
LangOption = Annotated[str | None, typer.Option(help="tr or en; else as the environment says.")]


def open_game(name: str, rules: list[str] | None, layout: str | None = None) -> AnyGame:
    """The game with its options from `name=value` words."""
    options: dict[str, object] = {}
    for word in rules or []:
        key, sign, value = word.partition("=")
        if not sign:
            raise InputError(f"a rule is given as name=value, not {word!r}")
        options[key] = value
    if layout is not None:
        if name != "kulami":
            raise InputError("--layout is for Kulami only")
        options["layout"] = read_file(layout) if _is_file(layout) else layout
    return new_game(name, options)


def read_file(path: str) -> str:
    """The text of a file; raises `InputError` for anything that is not a text of sane size."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a text file") from None


def read_bytes(path: str) -> bytes:
    """The bytes of a file of sane size."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    if len(data) > MOST_BYTES:
        raise InputError(f"{path} is too large ({MOST_BYTES // 2**20} MB at most)")
    return data


def board_text(given: str, what: str) -> str:
    """A board's text: given on the command line, in a file, or (`-`) on standard input."""
    if given == "-":
        text = sys.stdin.read(MOST_BYTES)
    elif _is_file(given):
        text = read_file(given)
    else:
        text = given
        if _looks_like_a_path(given):
            raise InputError(f"{what}: no such file, and not a board: {given}")
    if not text.strip():
        raise InputError(f"{what} is empty")
    return text


def read_board(game: AnyGame, given: str, what: str) -> Any:
    """A board from text or JSON."""
    text = board_text(given, what)
    data = _json_of(text, what)
    if data is None:
        return game.parse_board(text)
    if isinstance(data, dict) and "board" in data and "tokens" not in data:
        data = data["board"]
    return game.board_from_json(data)


def read_position(game: AnyGame, given: str, side: str | None, last: str | None) -> Any:
    """A position: `start`, its text or JSON form, or a board with `--side` (and `--last`)."""
    marbles = tuple(last.replace(",", " ").split()) if last else ()
    if given.strip().casefold() == "start":
        return game.start(side)
    text = board_text(given, "the board before")
    data = _json_of(text, "the board before")
    if data is None and side is None:
        try:
            return game.parse_position(text)
        except InputError as error:
            raise InputError(f"{error}; or give the board with --side") from None
    if isinstance(data, dict) and side is None and "side" in data:
        return game.position_from_json(data)
    board = game.parse_board(text) if data is None else game.board_from_json(data)
    if side is None:
        raise InputError("whose turn is it? give --side")
    return game.position(board, side, marbles)


def _json_of(text: str, what: str) -> Any:
    """The parsed JSON, or None when the text is not meant as JSON."""
    if not text.lstrip().startswith(("{", "[", '"')):
        return None
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(f"{what} is not valid JSON: {error}") from None


def _is_file(given: str) -> bool:
    try:
        return Path(given).is_file()
    except (OSError, ValueError):
        return False


def _looks_like_a_path(given: str) -> bool:
    one_word = len(given.split()) == 1 and given.count("/") < 7
    return one_word and len(given) < 64
