"""From what the user typed to values: files, boards, positions, options."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import fields
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from typing import Annotated, Any

import typer

from engines import GAMES, AnyGame, InputError, new_game
from engines.match import RoundRules
from engines.options import read_rules
from engines.players import PLAYERS, Player

MOST_BYTES = 4 * 1024 * 1024
"""No text input is larger; a photo given by mistake is told at once."""
FARTHEST = 1e6
"""No corner lies farther from a picture's first pixel, to either side."""


def known_game(context: typer.Context, name: str | None) -> str | None:
    """Refuse a game that nobody knows before anything else is asked for; raises `InputError`."""
    if name is None:
        return None
    try:
        new_game(name)
    except InputError as error:
        near = get_close_matches(name.strip().casefold(), GAMES, 1)
        hint = f"did you mean {near[0]}?" if near else asking_help(context)
        raise InputError(f"{error}; {hint}") from None
    return name


def asking_help(context: typer.Context) -> str:
    """Where a command's words are explained."""
    return f"`{context.command_path} --help` tells more"


GameName = Annotated[
    str,
    typer.Argument(help=f"The game: {', '.join(GAMES)}.", metavar="GAME", callback=known_game),
]
RuleOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        "-r",
        metavar="NAME=VALUE",
        help="An option of the rules, e.g. -r marbles=17. `hakem rules GAME` lists them.",
    ),
]
MatchRuleOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        "-r",
        metavar="NAME=VALUE",
        help="An option of the game or of the round around it, e.g. -r warnings_scope=set. "
        "`hakem rules GAME` and `hakem rules round` list them.",
    ),
]
ImpairedOption = Annotated[
    str | None, typer.Option(help="The visually impaired players: A, B, or A,B.")
]
LayoutOption = Annotated[
    str | None,
    typer.Option(help="Kulami's plates: tr8, rulebook, eight strings divided by /, or a file."),
]
SideOption = Annotated[
    str | None,
    typer.Option(
        help="Whose turn it is: B, W, R, S or N; at the start of Mangala who begins the round."
    ),
]
LastOption = Annotated[
    str | None, typer.Option(help="Kulami: the last marble of each side, e.g. d4,e6.")
]
ProfileOption = Annotated[
    Path | None, typer.Option(help="The table's profile: its lens, place and colours.")
]
NewOption = Annotated[
    bool, typer.Option("--new", help="Begin another game, behind those in the journal.")
]
NamesOption = Annotated[
    str | None,
    typer.Option(
        help="Both players, with a comma between: first who has black, in Mangala who sits south."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
LangOption = Annotated[str | None, typer.Option(help="tr or en; else as the environment says.")]


def read_names(names: str | None) -> tuple[str, str]:
    """Both players' names; empty where none are told. Raises `InputError`."""
    both = [name.strip() for name in names.split(",")] if names and names.strip() else ["", ""]
    if len(both) != 2:
        raise InputError(f"--names takes two names with a comma between, got {names!r}")
    return both[0], both[1]


def read_points(text: str, name: str, counts: tuple[int, ...]) -> list[tuple[float, float]]:
    """Pixels from `x,y,x,y,…`, as many points as one of `counts`; raises `InputError`."""
    try:
        numbers = [
            float(word) for word in text.replace(";", ",").replace(" ", ",").split(",") if word
        ]
    except ValueError:
        raise InputError(f"{name} takes numbers x,y,x,y,…, not {text!r}") from None
    if not all(isfinite(number) and abs(number) <= FARTHEST for number in numbers):
        raise InputError(f"{name} takes numbers of pixels, not {text!r}")
    if len(numbers) not in [2 * count for count in counts]:
        wanted = " or ".join(str(count) for count in counts)
        raise InputError(f"{name} takes {wanted} points, got {len(numbers)} numbers")
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def open_game(name: str, rules: list[str] | None, layout: str | None = None) -> AnyGame:
    """The game with its options from `name=value` words."""
    return new_game(name, read_options(name, rules, layout))


def watched_game(name: str, rule: list[str] | None, layout: str | None, camera: str) -> AnyGame:
    """The game by the rules that were named; that of a demo, by its own."""
    from vision.cameras.demos import demo_options  # OpenCV, which most commands do without

    kind, _, demo = camera.strip().partition(":")
    same = kind.casefold() == "demo" and demo.strip().casefold() == name.strip().casefold()
    if same and not rule and layout is None:
        return new_game(name, demo_options(demo))
    return open_game(name, rule, layout)


def plain_name(source: str) -> str:
    """A source's name for a table or a file of its own, so that two sources do not meet."""
    text = source.strip().replace(":", "-") if source.startswith("demo:") else Path(source).stem
    plain = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in text)
    return plain.lstrip("-.")[:64] or "recording"


def split_rules(rules: list[str] | None) -> tuple[list[str], list[str]]:
    """Of `name=value` words those of the game, and those of the round around it."""
    known = {field.name for field in fields(RoundRules)}
    of_game: list[str] = []
    of_round: list[str] = []
    for word in rules or []:
        name = word.partition("=")[0].strip().removeprefix("round.").replace(".", "_")
        (of_round if name in known else of_game).append(word)
    return of_game, of_round


def read_round(words: list[str]) -> RoundRules:
    """The options of the round; raises `InputError`."""
    return read_rules(RoundRules, read_options("round", words, None), "round")


def read_impaired(given: str | None) -> tuple[Player, ...]:
    """The visually impaired players; raises `InputError`."""
    wanted = {word.strip().upper() for word in (given or "").split(",") if word.strip()}
    if wanted - set(PLAYERS):
        raise InputError(f"--impaired takes A, B, or A,B, not {given!r}")
    return tuple(player for player in PLAYERS if player in wanted)


def read_options(name: str, rules: list[str] | None, layout: str | None) -> dict[str, object]:
    """The options named on the command line."""
    options: dict[str, object] = {}
    for word in rules or []:
        key, sign, value = word.partition("=")
        if not sign:
            raise InputError(f"a rule is given as name=value, not {word!r}")
        options[key] = value
    if layout is not None:
        if name.casefold() != "kulami":
            raise InputError("--layout is for Kulami only")
        if "layout" in options:
            raise InputError("the layout is given twice, by --layout and by --rule")
        options["layout"] = read_file(layout) if _is_file(layout) else layout
    return options


def read_file(path: str) -> str:
    """The text of a file; raises `InputError` for anything that is not a text of sane size."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a text file") from None


def read_bytes(path: str) -> bytes:
    """The bytes of a file (`-`: standard input) of sane size."""
    try:
        with sys.stdin.buffer if path == "-" else Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError, AttributeError) as error:
        reason = getattr(error, "strerror", None) or "it is closed"
        raise InputError(f"cannot read {path}: {reason}") from None
    if len(data) > MOST_BYTES:
        raise InputError(f"{path} is too large ({MOST_BYTES // 2**20} MB at most)")
    return data


def board_text(given: str, what: str) -> str:
    """A board's text: given on the command line, in a file, or (`-`) on standard input."""
    text = given
    if given == "-" or _is_file(given):
        text = read_file(given)
    if not text.strip():
        raise InputError(f"{what} is empty")
    return text


def read_board(game: AnyGame, given: str, what: str) -> Any:
    """A board from text or JSON; `start`, as the game begins."""
    if _is_start(given):
        return game.board_of(game.start())
    text = board_text(given, what)
    try:
        data = _json_of(text, what)
        return game.parse_board(text) if data is None else _board_of(game, data)
    except InputError as error:
        raise _no_file(given, what, error) from None


def read_position(game: AnyGame, given: str, side: str | None, last: str | None) -> Any:
    """A position: `start`, its text or JSON form, or a board with `--side` (and `--last`)."""
    marbles = tuple(last.replace(",", " ").split()) if last else ()
    if _is_start(given):
        if marbles:
            raise InputError("at the start there is no last marble; leave --last out")
        return game.start(side)
    what = "the board before"
    text = board_text(given, what)
    try:
        data = _json_of(text, what)
        if data is None:
            return _position_of_text(game, text, side, marbles)
        if isinstance(data, dict) and "side" in data and side is None and not marbles:
            return game.position_from_json(data)
        told = data.get("side") if isinstance(data, dict) else None
        return _with_side(game, _board_of(game, data), side or told, marbles)
    except InputError as error:
        raise _no_file(given, what, error) from None


def _is_start(given: str) -> bool:
    return given.strip().casefold() == "start"


def _position_of_text(game: AnyGame, text: str, side: str | None, marbles: tuple[str, ...]) -> Any:
    """A position's text as it is, or a board with what `--side` and `--last` say."""
    if side is None and not marbles:
        if _reads(game.parse_board, text):
            raise InputError(f"whose turn is it? give --side, one of: {', '.join(game.sides)}")
        return game.parse_position(text)
    try:
        board = game.parse_board(text)
    except InputError:
        if _reads(game.parse_position, text):
            raise InputError(
                "this text tells the side to move already; leave --side and --last out"
            ) from None
        raise
    return _with_side(game, board, side, marbles)


def _with_side(game: AnyGame, board: Any, side: str | None, marbles: tuple[str, ...]) -> Any:
    if side is None:
        raise InputError(f"whose turn is it? give --side, one of: {', '.join(game.sides)}")
    return game.position(board, side, marbles)


def _reads(parse: Callable[[str], Any], text: str) -> bool:
    try:
        parse(text)
    except InputError:
        return False
    return True


def _board_of(game: AnyGame, data: Any) -> Any:
    """A board from JSON, be it bare or inside a position."""
    if isinstance(data, dict) and "board" in data and "tokens" not in data:
        data = data["board"]
    return game.board_from_json(data)


def _json_of(text: str, what: str) -> Any:
    """The parsed JSON, or None when the text is not meant as JSON."""
    if not text.lstrip().startswith(("{", "[", '"')):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{what} is not valid JSON: {error}") from None


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder; raises `InputError` where nobody may look."""
    try:
        return path.exists()
    except PermissionError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None


def _is_file(given: str) -> bool:
    try:
        return Path(given).is_file()
    except PermissionError as error:  # of a folder above it
        raise InputError(f"cannot read {given}: {error.strerror}") from None
    except (OSError, ValueError):
        return False


def _no_file(given: str, what: str, error: InputError) -> InputError:
    """The error, with a hint where a file may have been meant."""
    meant = len(given.split()) == 1 and len(given) < 64 and not given.startswith(("{", "["))
    if meant and Path(given).is_dir():
        return InputError(f"{what}: {given} is a folder")
    if meant and given != "-" and not _is_file(given):
        if Path(given).suffix:  # nobody writes a board so
            return InputError(f"{what}: no file {given}")
        return InputError(f"{what}: no file {given}, and as a board: {error}")
    return error
