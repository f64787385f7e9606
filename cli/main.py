"""The `hakem` command."""

from __future__ import annotations

import io
import os
import sys
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from typing import Annotated

import typer

from calibration.pose import BoardNotFound
from cli.benchmarks import app as bench_app
from cli.calibrating import app as calibrate_app
from cli.cameras import cameras_command
from cli.dataset import app as dataset_app
from cli.demo import demo
from cli.desk import desk_command
from cli.doctor.command import doctor
from cli.ending import clean_up_when_terminated
from cli.evaluate import app as evaluate_app
from cli.forgetting import forget_command
from cli.inputs import asking_help
from cli.journaling import bundle_command, journal_command
from cli.judging import judge
from cli.printing import app as print_app
from cli.reading import read
from cli.replaying import replay_command
from cli.rules import rules
from cli.scoring import score
from cli.watching import watch
from cli.words import named_language
from datasets.answers import CodeFailed
from datasets.photos import BadLabel
from datasets.scenes import BadScene
from engines import InputError

app = typer.Typer(
    name="hakem",
    help="Hakem, a referee for Reversi, Kulami and Mangala.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("read")(read)
app.command("judge")(judge)
app.command("score")(score)
app.command("replay")(replay_command)
app.command("journal")(journal_command)
app.command("bundle")(bundle_command)
app.command("forget")(forget_command)
app.command("rules")(rules)
app.command("demo")(demo)
app.command("watch")(watch)
app.command("desk")(desk_command)
app.command("cameras")(cameras_command)
app.command("doctor")(doctor)
app.add_typer(bench_app, name="bench")
app.add_typer(calibrate_app, name="calibrate")
app.add_typer(dataset_app, name="dataset")
app.add_typer(evaluate_app, name="evaluate")
app.add_typer(print_app, name="print")


def _version(wanted: bool) -> None:
    if wanted:
        try:
            typer.echo(f"hakem {version('hakem')}")
        except PackageNotFoundError:
            typer.echo("hakem (not installed)")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Hakem, a referee for Reversi, Kulami and Mangala."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command; what goes wrong is one line on standard error.

    Bad input leaves with status 2, a picture without a board with 3. A traceback follows the line
    only where the code of a finder, reader or referee under trial fails.
    """
    if sys.stdout is None:  # closed by the caller
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 (lives as long as the process)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our letters shows ?
    try:
        status = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except (InputError, BadScene, BadLabel) as error:
        _fail(_told(arguments, str(error)))
    except CodeFailed as error:
        _say(str(error))
        typer.echo(error.trace(), err=True, nl=False)
        sys.exit(2)
    except BoardNotFound as error:
        _fail(_told(arguments, str(error)), 3)
    except typer.TyperException as error:
        message = error.format_message()
        if not message:  # no command at all: the help has been shown
            sys.exit(0)
        context = getattr(error, "ctx", None)  # none where it is not about a command's words
        hint = f"; {asking_help(context)}" if context else ""
        _fail(message.rstrip(".") + hint)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:
        # The reader of our output has gone; keep Python from complaining while it shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except ImportError as error:  # of what is loaded only when it is needed
        _fail(f"a package is missing or broken ({error}); `hakem doctor` tells which")
    except OSError as error:
        where = f"read or write {error.filename}" if error.filename else "write the output"
        _fail(f"cannot {where}: {error.strerror or error}")
    sys.exit(status if isinstance(status, int) else 0)


def _told(arguments: list[str] | None, why: str) -> str:
    """Why it failed in the language that was asked for, as far as the desk knows the words."""
    words = sys.argv[1:] if arguments is None else arguments
    asked = [word for before, word in pairwise(words) if before == "--lang"]
    try:
        lang = named_language(asked[-1] if asked else None)
        if lang is None or lang == "en":
            return why
        from cli.page_words import reason  # the desk, which nothing else needs here

        return reason(lang, why)
    except (InputError, ImportError):  # an unknown language is the error itself
        return why


def _fail(message: str, status: int = 2) -> None:
    _say(message)
    sys.exit(status)


def _say(message: str) -> None:
    line = " ".join(message.split())
    typer.echo(f"hakem: {line}", err=True)


if __name__ == "__main__":
    clean_up_when_terminated()
    main()
