"""`hakem replay`: play a recorded game again and find what is illegal in it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import track

from cli import inputs
from cli.boards import draw
from cli.page_words import fault_text
from cli.replaying_bundle import replay_table
from cli.scoring import score_table, winner_line
from cli.terminal import Terminal, terminal
from cli.words import language, say, side_name
from engines import GAMES, AnyGame, InputError, new_game
from engines.records import Record, Replayed, Step, read_record, replay
from engines.reversi import Reversi
from engines.reversi.transcript import read_transcript, with_passes, write_transcript
from engines.reversi.wthor import WthorGame, read_wthor
from referee.bundle import is_bundle
from referee.journal.reader import is_journal


def replay_command(
    game_name: Annotated[
        str,
        typer.Argument(
            help=f"The game: {', '.join(GAMES)}; or a table's bundle or journal, alone.",
            metavar="GAME|BUNDLE",
        ),
    ],
    record: Annotated[
        str | None,
        typer.Argument(
            help="A JSON record, or - for stdin; Reversi also a transcript (f5d6c3…) or .wtb file."
        ),
    ] = None,
    layout: inputs.LayoutOption = None,
    rule: inputs.RuleOptions = None,
    as_json: inputs.JsonOption = False,
    to: Annotated[
        str | None, typer.Option(help="Print the game as 'json' record or Reversi 'transcript'.")
    ] = None,
    through: Annotated[
        str | None,
        typer.Option(
            help="A bundle: give its settled frames to module:name, which has see(frame, pose)."
        ),
    ] = None,
    lang: inputs.LangOption = None,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Leave with status 1 when something is illegal.")
    ] = False,
) -> None:
    """Replay a recorded game and report the first illegal move; or a bundle, and what differs."""
    tongue = language(lang)
    if record is None:
        _replay_table(game_name, [layout, rule, to], through, as_json, tongue, exit_code)
        return
    if through is not None:
        raise InputError("--through is for bundles; a record has no frames")
    options = inputs.read_options(game_name, rule, layout)
    game = new_game(game_name, options)
    if to not in (None, "json", "transcript"):
        raise InputError(f"cannot write {to!r}; expected json or transcript")
    if isinstance(game, Reversi) and record.lower().endswith(".wtb"):
        if to is not None:
            raise InputError("--to writes one game; a .wtb file holds many")
        fine = _replay_base(game, Path(record), as_json=as_json)
    else:
        written = _read(game, record, options)
        steps = list(replay(written))
        fine = all(step.fine for step in steps)
        if to is not None:
            _write(written, steps, to)
        elif as_json:
            typer.echo(json.dumps(_as_json(written, steps), ensure_ascii=False))
        else:
            _report(written, steps, tongue)
    if exit_code and not fine:
        raise typer.Exit(1)


def _replay_table(
    name: str,
    given: list[object],
    through: str | None,
    as_json: bool,
    lang: str,
    exit_code: bool,
) -> None:
    path = Path(name)
    if name in GAMES or not inputs.is_there(path):
        what = f"which record of {name}?" if name in GAMES else f"there is no file {name};"
        raise InputError(f"{what} give a game and its record, or a table's bundle")
    _refuse_others(path)
    if any(value is not None for value in given):
        raise InputError("--layout, --rule and --to are for records; a bundle tells its own rules")
    same = replay_table(path, through, as_json=as_json, lang=lang)
    if exit_code and not same:
        raise typer.Exit(1)


def _refuse_others(path: Path) -> None:
    """Refuse a record that was given without its game, and what is nothing that can be replayed."""
    if is_bundle(path) or is_journal(path):
        return
    game = _recorded_game(path)
    if game is None:
        raise InputError(f"{path} is no bundle, journal or record of a game")
    again = f"hakem replay {game} {shlex.quote(str(path))}"
    raise InputError(f"{path} is a record of {game}, whose name goes before it: {again}")


def _recorded_game(path: Path) -> str | None:
    """Of which game a file is a record; None for anything else."""
    if path.suffix.lower() == ".wtb":
        return Reversi.name
    try:
        text = inputs.read_file(str(path))
        if not text.lstrip().startswith("{"):
            return Reversi.name if read_transcript(text) else None
        told = json.loads(text).get("game")
    except (ValueError, RecursionError):  # no text, no JSON, no transcript
        return None
    name = told.strip().casefold() if isinstance(told, str) else None
    return name if name in GAMES else None


def _is_transcript(game: AnyGame, given: str) -> bool:
    """Whether a transcript is given as it is, not in a file."""
    if not isinstance(game, Reversi):
        return False
    try:
        return bool(read_transcript(given)) and not Path(given).exists()
    except InputError:
        return False
    except OSError:  # a whole game is too long for a file's name
        return True


def _read(game: AnyGame, path: str, options: dict[str, object]) -> Record:
    """A record from JSON or, for Reversi, from a transcript; `options` go before its own rules."""
    text = path if _is_transcript(game, path) else inputs.read_file(path)
    if not text.strip():
        raise InputError(f"{path} is empty")
    if isinstance(game, Reversi) and not text.lstrip().startswith(("{", "[")):
        moves = with_passes(game, game.start(), read_transcript(text))
        return Record(game, game.start(), tuple(Step(str(move)) for move in moves))
    return read_record(text, game.name, options)


def _last_position(record: Record, steps: list[Replayed]) -> Any:
    return steps[-1].position if steps else record.start


def first_wrong(steps: list[Replayed]) -> Replayed | None:
    """The first step that broke a rule."""
    return next((step for step in steps if not step.fine), None)


def wrong_line(game: AnyGame, step: Replayed, lang: str) -> str:
    """What was wrong with a step, in one line."""
    side = side_name(lang, step.side)
    if step.illegal is not None:
        why = step.illegal.why(lang)
        return say(lang, "illegal_at", n=step.number, side=side, move=step.step.move, why=why)
    if step.explanation is None:
        return ""
    moves = " ".join(str(move) for move in step.explanation.moves) or say(lang, "no_move")
    why = " ".join(fault_text(lang, game.name, fault) for fault in step.explanation.faults)
    movers = step.explanation.movers
    side = side_name(lang, movers[-1]) if movers else side
    return say(lang, "fault_at", n=step.number, side=side, move=moves, why=why)


def _report(record: Record, steps: list[Replayed], lang: str) -> None:
    game = record.game
    console = terminal()
    wrong = [step for step in steps if not step.fine]
    position = _last_position(record, steps)
    if wrong:
        first = wrong[0]
        cells = {
            c for f in (first.explanation.faults if first.explanation else ()) for c in f.cells
        }
        console.print(draw(game, game.board_of(first.position), cells))
    for step in wrong:
        console.print(wrong_line(game, step, lang), style="bold red", markup=False, soft_wrap=True)
    if wrong and wrong[-1].illegal is not None:
        return
    given = sum(step.step.position is not None for step in steps)
    if wrong:
        console.print(say(lang, "faults_found", n=len(steps) - given, k=len(wrong)))
    else:
        console.print(say(lang, "all_legal", n=len(steps) - given), style="bold green")
    if given:
        console.print(say(lang, "positions_told", n=given))
    console.print(draw(game, game.board_of(position)))
    if game.outcome(position) is None:
        console.print(say(lang, "unended"))
    else:
        result = game.score(position)
        console.print(score_table(game, result, lang))
        console.print(winner_line(game, result, lang))


def _as_json(record: Record, steps: list[Replayed]) -> dict[str, Any]:
    game = record.game
    position = _last_position(record, steps)
    outcome = game.outcome(position)
    wrong = first_wrong(steps)
    return {
        "game": game.name,
        "steps": len(record.steps),
        "replayed": len(steps),
        "first_illegal": _wrong_json(wrong) if wrong else None,
        "illegal": [_wrong_json(step) for step in steps if not step.fine],
        "position": position.to_json(),
        "outcome": outcome.to_json() if outcome else None,
        "score": game.score(position).to_json(),
    }


def _wrong_json(step: Replayed) -> dict[str, Any]:
    data: dict[str, Any] = {"n": step.number, "side": step.side, "move": step.step.move}
    if step.illegal is not None:
        data |= {"reasons": list(step.illegal.reasons), "message": str(step.illegal)}
    if step.explanation is not None:
        data["moves"] = [str(move) for move in step.explanation.moves]
        data["faults"] = [fault.to_json() for fault in step.explanation.faults]
    return data


def _write(record: Record, steps: list[Replayed], to: str) -> None:
    if to == "json":
        typer.echo(json.dumps(record.to_json(), ensure_ascii=False, indent=1))
        return
    if not isinstance(record.game, Reversi):
        raise InputError("only Reversi games can be written as a transcript")
    moves = [move for step in steps for move in step.moves]
    typer.echo(write_transcript(tuple(moves)))


def _replay_base(game: Reversi, path: Path, *, as_json: bool) -> bool:
    """Replay every game of a WTHOR file."""
    games = read_wthor(inputs.read_bytes(str(path)))
    console = Terminal(stderr=True)
    scorer = Reversi.with_options({"start": game.rules.start, "empties_to_winner": True})
    illegal, finished, differ = [], 0, []
    for entry in track(games, description=path.name, console=console, transient=True):
        over, why = _replay_entry(scorer, entry)
        if why:
            illegal.append({"game": entry.number, "message": why})
        elif over is not None:
            finished += 1
            if over != entry.black_discs:
                differ.append({"game": entry.number, "stored": entry.black_discs, "replayed": over})
    result = {
        "file": path.name,
        "games": len(games),
        "finished": finished,
        "illegal": illegal,
        "score_differs": differ,
    }
    if as_json:
        typer.echo(json.dumps(result))
    else:
        typer.echo(
            f"{path.name}: {len(games)} games, {len(illegal)} with an illegal move; {finished} "
            f"finished, {len(differ)} of them with another score than stored"
        )
        for row in illegal[:10]:
            typer.echo(f"  game {row['game']}: {row['message']}")
    return not illegal and not differ


def _replay_entry(game: Reversi, entry: WthorGame) -> tuple[int | None, str]:
    """Black's final discs if the game was played to its end, or what was illegal."""
    position = game.start()
    for step in replay(_as_record(game, entry)):
        if step.illegal is not None:
            return None, f"move {step.number}: {step.illegal}"
        position = step.position
    return (game.score(position).black if game.outcome(position) else None), ""


def _as_record(game: Reversi, entry: WthorGame) -> Record:
    start = game.start()
    moves = with_passes(game, start, entry.moves)
    return Record(game, start, tuple(Step(str(move)) for move in moves))
