"""`hakem bench`: how fast and how exact things are on this machine."""

from __future__ import annotations

import typer

from cli.benchmarks.calibration import calibration_command
from cli.benchmarks.engines import engines_command
from cli.benchmarks.journal import journal_command
from cli.benchmarks.pictures import pictures_command
from cli.benchmarks.settle import settle_command
from cli.benchmarks.vision import vision_command
from cli.benchmarks.watch import watch_command

app = typer.Typer(help="How fast and how exact things are on this machine.", no_args_is_help=True)
app.command("calibration")(calibration_command)
app.command("engines")(engines_command)
app.command("journal")(journal_command)
app.command("pictures")(pictures_command)
app.command("settle")(settle_command)
app.command("vision")(vision_command)
app.command("watch")(watch_command)
