"""`hakem watch`: referee a table in the terminal, from a camera, a video or the demo clips."""

from __future__ import annotations

import json
import time
from collections import deque
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group
from rich.live import Live
from rich.text import Text

from calibration.profile import Profile
from cli import inputs
from cli.boards import draw
from cli.event_lines import event_line
from cli.terminal import terminal
from cli.words import language, say, side_name
from engines import AnyGame
from referee import events as told
from referee.rounds import RoundKeeper
from referee.table import Table
from referee.tracker import Settings
from vision import cameras
from vision.detectors.memory import recall
from vision.find import BoardFinder
from vision.frame import Frame


def watch(
    game_name: inputs.GameName,
    camera: Annotated[
        str, typer.Option(help=f"What to watch: {', '.join(cameras.SOURCES)}.", metavar="SOURCE")
    ],
    start: Annotated[
        str, typer.Option(help="The position on the table: start, its text, JSON, or a file.")
    ] = "start",
    side: inputs.SideOption = None,
    last: inputs.LastOption = None,
    layout: inputs.LayoutOption = None,
    rule: inputs.RuleOptions = None,
    profile: Annotated[
        Path | None, typer.Option(help="The table's profile: its lens, place and colours.")
    ] = None,
    quiet: Annotated[
        float, typer.Option(min=0.5, max=60, help="Quiet seconds that end a move.")
    ] = 3.0,
    speed: Annotated[
        float, typer.Option(min=0.0, help="Of a video: 1 is real time, 0 as fast as it goes.")
    ] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one event a line.")] = False,
    lang: inputs.LangOption = None,
) -> None:
    """Watch a table: what is played, what is wrong with it, and the score at the end."""
    tongue = language(lang)
    game = inputs.open_game(game_name, rule, layout)
    position = inputs.read_position(game, start, side, last)
    table = _table(game, position, quiet, profile)
    keeper = RoundKeeper(table.tracker)
    with cameras.open(camera, speed=speed) as frames:
        keeper.begin(0.0)
        if as_json:
            _print_lines(table, keeper, frames)
        else:
            _show(game, table, keeper, frames, tongue)


def _table(game: AnyGame, position: Any, quiet: float, profile: Path | None) -> Table:
    settings = Settings(quiet_end=quiet)
    if profile is None:
        return Table(game, position, settings=settings)
    known = Profile.load(profile)
    finder = BoardFinder(game.name, known.lens)
    like = known.pose
    if like is not None and (like.places is None) != (game.name != "mangala"):
        like = None
    table = Table(game, position, settings=settings, finder=finder, like=like)
    colours = known.colours.get(game.name)
    if colours:
        recall(game.name, table.eyes, colours)  # type: ignore[arg-type]
    return table


def _print_lines(table: Table, keeper: RoundKeeper, frames: cameras.Camera) -> None:
    """One event a line, at once."""
    number, now = 0, 0.0
    try:
        for number, frame in enumerate(frames, 1):
            now = frame.time
            for event in keeper.hear(table.see(frame)):
                typer.echo(json.dumps({**event.to_json(), "frame": number}, ensure_ascii=False))
    except KeyboardInterrupt:
        pass
    for event in keeper.hear(table.finish(now)):
        typer.echo(json.dumps({**event.to_json(), "frame": number}, ensure_ascii=False))


def _show(
    game: AnyGame, table: Table, keeper: RoundKeeper, frames: cameras.Camera, lang: str
) -> None:
    """A live board with the last events; a plain list where there is no terminal."""
    console = terminal()
    screen = _Screen(game, table, lang)
    now = 0.0
    with Live(console=console, auto_refresh=False, transient=True) as live:
        try:
            for frame in frames:
                now = frame.time
                for line in screen.take(keeper.hear(table.see(frame)), frame):
                    live.console.print(line, markup=False, soft_wrap=True)
                if console.is_terminal and screen.due():
                    live.update(screen.drawn(frame), refresh=True)
        except KeyboardInterrupt:
            pass
        for line in screen.take(keeper.hear(table.finish(now)), None):
            live.console.print(line, markup=False, soft_wrap=True)
    console.print(draw(game, game.board_of(table.position)))
    console.print(say(lang, "to_move", side=side_name(lang, table.position.side)))
    for trouble in keeper.troubles:
        console.print(trouble, style="yellow", markup=False)


class _Screen:
    """What is seen while the table is watched."""

    def __init__(self, game: AnyGame, table: Table, lang: str) -> None:
        self._game, self._table, self._lang = game, table, lang
        self._marked: tuple[str, ...] = ()
        self._drawn = 0.0
        self._frames: deque[float] = deque(maxlen=30)

    def take(self, events: list[told.Event], frame: Frame | None) -> list[Text]:
        """The lines that new events are worth."""
        self._frames.append(time.monotonic())
        lines = []
        for event in events:
            if isinstance(event, told.FaultFound | told.UnderWay | told.Mended):
                self._marked = tuple(cell for fault in event.faults for cell in fault.cells)
            elif isinstance(event, told.Move | told.Restored | told.Corrected):
                self._marked = ()
            elif isinstance(event, told.Unsure | told.OutOfStep):
                self._marked = event.cells
            line = event_line(self._game, event, self._lang)
            if line is not None:
                lines.append(line)
        return lines

    def due(self) -> bool:
        """Whether it is time to draw again."""
        return time.monotonic() - self._drawn > 0.2

    def drawn(self, frame: Frame) -> Group:
        """Board, whose turn it is, what the eyes see."""
        self._drawn = time.monotonic()
        game, table = self._game, self._table
        board = draw(game, game.board_of(table.position), self._marked)
        spent = self._frames[-1] - self._frames[0]
        rate = (len(self._frames) - 1) / spent if spent > 0 else 0.0
        state = table.settled.state if table.settled is not None else "searching"
        words = [
            say(self._lang, "to_move", side=side_name(self._lang, table.position.side)),
            say(self._lang, f"sight_{state}"),
            f"{frame.time:.1f} s",
            say(self._lang, "frame_rate", rate=rate),
        ]
        return Group(board, Text("  ".join(words)))
