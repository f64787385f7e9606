"""`hakem watch`: referee a table in the terminal, from a camera, a video or the demo clips."""

from __future__ import annotations

import json
from collections import deque
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import sleep
from typing import Annotated

import typer
from rich.live import Live
from rich.text import Text

from calibration.pose import BoardNotFound
from calibration.profile import Profile
from cli import inputs
from cli.boards import draw
from cli.ending import Ending
from cli.keys import Keys
from cli.outcome import show_outcome
from cli.taking_up import check_taken_up
from cli.terminal import terminal
from cli.watch_screen import Screen, untaken_words
from cli.words import language, say
from engines import AnyGame, InputError
from referee.journal.places import journal_of
from referee.sheet.values import SHORT, Heading
from referee.sitting import Beginning, Patience, Sitting, Written
from referee.sitting.looking import Looking
from referee.tracker import Settings
from vision import cameras
from vision.frame import Frame

TURNS = (0, 90, 180, 270)
MEANWHILE = 0.3
"""Seconds between two looks for news while no frame comes."""
SLOWER = 2.0
"""Seconds that a recording has waited for this machine when that is told."""


def watch(
    game_name: inputs.GameName,
    camera: Annotated[
        str, typer.Option(help=f"What to watch: {', '.join(cameras.SOURCES)}.", metavar="SOURCE")
    ],
    table: Annotated[
        str | None, typer.Option(help="Which table; 1, or the name of the recording.")
    ] = None,
    journal: Annotated[
        Path | None, typer.Option(help="The table's journal; else one in the user's data folder.")
    ] = None,
    new: inputs.NewOption = False,
    names: inputs.NamesOption = None,
    round_name: Annotated[str, typer.Option("--round", help="Which round.")] = "",
    start: Annotated[
        str, typer.Option(help="The position on the table: start, its text, JSON, or a file.")
    ] = "start",
    side: inputs.SideOption = None,
    last: inputs.LastOption = None,
    layout: inputs.LayoutOption = None,
    rule: inputs.MatchRuleOptions = None,
    impaired: inputs.ImpairedOption = None,
    profile: inputs.ProfileOption = None,
    turn: Annotated[
        int, typer.Option(help="If row 1 was guessed wrongly: 90, 180 or 270 degrees clockwise.")
    ] = 0,
    quiet: Annotated[
        float | None, typer.Option(min=0.5, max=60, help="Quiet seconds that end a move; 3.")
    ] = None,
    speed: Annotated[
        float, typer.Option(min=0.0, help="Of a video: 1 is real time, 0 as fast as it goes.")
    ] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one event a line.")] = False,
    lang: inputs.LangOption = None,
) -> None:
    """Watch a table: what is played, what is wrong with it, and the score at the end.

    All is written into the table's journal before it is shown; started again, it goes on with the
    game where it stood. Keys: ? shows them.
    """
    tongue = language(lang)
    of_game, of_round = inputs.split_rules(rule)
    game = inputs.watched_game(game_name, of_game, layout, camera)
    if turn not in TURNS or (turn % 180 and game.name == "mangala"):
        raise InputError(f"--turn takes 90, 180 or 270 (Mangala: 180), not {turn}")
    known = None if profile is None else Profile.load(profile)
    if turn and known is not None and known.pose is not None:
        raise InputError(f"{profile} tells which row is row 1: leave --turn out")
    live = cameras.is_live(camera)
    notices: deque[str] = deque(maxlen=20)

    def hear(notice: cameras.Notice) -> None:
        said = f"{notice.source}: {notice.reason}"
        if as_json:
            typer.echo(said, err=True)
        else:
            notices.append(said)

    name = table or ("1" if live else inputs.plain_name(camera))
    # What no sheet can hold and what cannot be watched is told before all else.
    heading = Heading(inputs.read_names(names), "", table or name[:SHORT], round_name)
    opened = cameras.open(camera, speed=speed, on_notice=hear)
    beginning = Beginning(
        game,
        inputs.read_position(game, start, side, last),
        heading.names,
        heading.table,
        heading.round,
        cameras.shown_source(camera),
        Settings() if quiet is None else Settings(quiet_end=quiet),
        inputs.read_round(of_round),
        inputs.read_impaired(impaired),
    )
    path, looking = journal or journal_of(name), Looking(known, turn)
    as_begun = not of_game and layout is None  # what is not said is as the journal's game has it
    with (
        opened,
        Ending() as ending,
        Sitting.open(path, beginning, new=new, any_rules=as_begun, make_table=looking) as sitting,
    ):
        elsewhere = str(beginning.position) != str(sitting.begun.position)
        others = {
            "--start": elsewhere and start != "start",
            "--side": elsewhere and side is not None,
            "--last": elsewhere and last is not None,
            "--quiet": quiet not in (None, sitting.beginning.settings.quiet_end),
            "--turn": turn and sitting.table.like is not None,
        }
        check_taken_up(
            sitting,
            beginning,
            ruled=bool(of_round),
            impaired=impaired is not None,
            others=others,
        )
        if sitting.resumed:
            _check_recording(sitting, beginning)
            if not live:  # a recording goes on after the last event
                opened = cameras.open(camera, speed=speed, after=sitting.now)
        watched = _Watched(sitting, opened, tongue, notices, ending)
        if as_json:
            watched.print_lines()
        else:
            watched.show()


def _check_recording(sitting: Sitting, wanted: Beginning) -> None:
    """Refuse another recording than that of the game; cameras are at the same table."""
    told = sitting.beginning
    if not cameras.is_live(wanted.camera) and wanted.camera != told.camera:
        raise InputError(
            f"{sitting.journal.path} is in the middle of a game watched with {told.camera or '?'}; "
            "go on with that, begin another game with --new, or name another --table"
        )


def _taken(words: deque[str]) -> list[str]:
    """All that waits to be said, taken out."""
    return [words.popleft() for _ in range(len(words))]


class _Watched:
    """A sitting and the camera over it."""

    def __init__(
        self,
        sitting: Sitting,
        camera: cameras.Camera,
        lang: str,
        notices: deque[str],
        ending: Ending,
    ) -> None:
        """`notices`: what the camera says about itself, from its own threads."""
        self._sitting, self._camera, self._lang = sitting, camera, lang
        self._notices, self._ending = notices, ending
        self._shown = sitting.number if sitting.resumed else 0
        self._frames = self._untaken = 0
        self._slower = False

    def print_lines(self) -> None:
        """One event a line, each after it is in the journal for good."""
        typer.echo(self._where(), err=True)
        try:
            with self._camera:
                self._sitting.go_on()  # a game that was left paused: nobody can press a key here
                self._echo()
                patience = Patience(self._sitting, self._camera)
                while True:
                    if patience.holds():
                        with self._ending.let_in():
                            sleep(MEANWHILE)
                        continue
                    frame = self._next()
                    if frame is None:
                        break
                    self._frames += 1
                    self._sitting.see(frame)
                    self._echo()
                    for word in _taken(self._notices):
                        typer.echo(word, err=True)
                self._end()
                self._echo()
                self._check_recognised()
        except KeyboardInterrupt:
            pass

    def _next(self) -> Frame | None:
        """The next frame; while it is waited for, the watch may be ended."""
        with self._ending.let_in():
            frame = next(self._camera, None)
        if self._camera.behind > SLOWER and not self._slower:
            self._slower = True
            self._notices.append(say(self._lang, "slower"))
        return frame

    def _echo(self) -> None:
        for line in self._news():
            told = {**line.to_json(), "frame": self._frames}
            typer.echo(json.dumps(told, ensure_ascii=False))
        for why in self._sitting.keeper.troubles[self._untaken :]:
            self._untaken += 1  # no event of the journal: it has no number
            told = {"event": "untaken", "time": self._sitting.now, "why": why}
            typer.echo(json.dumps({**told, "frame": self._frames}, ensure_ascii=False))

    def _news(self) -> list[Written]:
        lines = self._sitting.events_after(self._shown)
        if lines:
            self._shown = lines[-1].number
        return lines

    def _end(self) -> None:
        if not self._camera.live:  # a camera that was closed may come back, a recording has ended
            self._sitting.finish()

    def _check_recognised(self) -> None:
        """Raise `BoardNotFound` where the position of the game was never seen on the table.

        What would be shown then is known from the rules alone.
        """
        sitting = self._sitting
        n = sitting.tracker.state.ledger.n
        if not (sitting.resumed or n or sitting.table.seen_after(n) is not None):
            raise BoardNotFound(say(self._lang, "not_recognised"))

    def _where(self) -> str:
        """Where the journal lies, and whether its game goes on there or another one begins."""
        path, n = self._sitting.journal.path, self._sitting.tracker.state.ledger.n
        said = say(self._lang, "journal_lies", path=path)
        if self._sitting.resumed:
            said += " · " + say(self._lang, "taken_up", n=n)
        elif self._sitting.follows:
            said += " · " + say(self._lang, "begun_behind")
        return said

    def show(self) -> None:
        """A live board with the last events; a plain list where there is no terminal.

        What people do and what is wrong with the camera is told though no frame comes.
        """
        console, sitting, lang = terminal(), self._sitting, self._lang
        screen, telling, over = Screen(sitting, lang), Lock(), Event()
        console.print(self._where(), style="grey50", markup=False, soft_wrap=True)
        with (
            self._camera,
            Keys(sitting, lang) as keys,
            Live(console=console, auto_refresh=False, transient=True) as live,
        ):

            def tell() -> None:
                with telling:
                    words = screen.take(self._news())
                    words += [Text(word, "cyan") for word in _taken(keys.notices)]
                    words += [Text(word, "yellow") for word in _taken(self._notices)]
                    for line in words:
                        live.console.print(line, markup=False, soft_wrap=True)
                    if console.is_terminal and screen.due():
                        live.update(screen.drawn(keys.active), refresh=True)

            def tell_meanwhile() -> None:
                while not over.wait(MEANWHILE):
                    with suppress(BrokenPipeError):  # the next frame meets it too, and ends all
                        tell()

            teller = Thread(target=tell_meanwhile, daemon=True)
            teller.start()
            try:
                patience = Patience(sitting, self._camera)
                while True:
                    if patience.holds():
                        with self._ending.let_in():
                            over.wait(MEANWHILE)
                        continue
                    frame = self._next()
                    if frame is None:
                        break
                    screen.tick()
                    sitting.see(frame)
                    tell()
                self._end()
                self._check_recognised()
            except KeyboardInterrupt:
                self._notices.append(say(lang, "stopped"))
            finally:
                over.set()
                teller.join()
                tell()  # what keys have done since
        game: AnyGame = sitting.tracker.game
        console.print(draw(game, game.board_of(sitting.tracker.position)))
        show_outcome(console, sitting, lang)
        for words in untaken_words(sitting, lang):
            console.print(words, style="yellow", markup=False)
