"""`hakem desk`: referee a table on a page in the browser."""

from __future__ import annotations

import logging
import os
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from calibration.profile import Profile
from cli import inputs
from cli.doctor.machine import check_folder
from cli.terminal import terminal
from cli.words import language, say
from engines import GAMES, InputError
from engines.clock import Clock
from referee.journal.places import DESK_FOLDER
from vision import cameras

if TYPE_CHECKING:
    from referee.desk.desk import Desk
    from referee.sitting import Beginning


def desk_command(
    game_name: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="The game; left out, it is chosen on the page.",
            callback=inputs.known_game,
        ),
    ] = None,
    camera: Annotated[
        str | None,
        typer.Option(help=f"What to watch: {', '.join(cameras.SOURCES)}.", metavar="SOURCE"),
    ] = None,
    names: inputs.NamesOption = None,
    table: Annotated[str, typer.Option(help="The number of the table.")] = "",
    round_: Annotated[str, typer.Option("--round", help="The round.")] = "",
    minutes: Annotated[
        float | None, typer.Option(min=0.1, max=600, help="A clock of so many minutes each.")
    ] = None,
    layout: inputs.LayoutOption = None,
    rule: inputs.MatchRuleOptions = None,
    impaired: inputs.ImpairedOption = None,
    profile: inputs.ProfileOption = None,
    journal: Annotated[
        Path | None, typer.Option(help="The journal; a game in it is gone on with.")
    ] = None,
    new: inputs.NewOption = False,
    folder: Annotated[
        Path | None,
        typer.Option(help="Where journals of new games are kept.", show_default=str(DESK_FOLDER)),
    ] = None,
    demo: Annotated[bool, typer.Option("--demo", help="The demo games, to look around.")] = False,
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port.")] = 8000,
    pin: Annotated[str | None, typer.Option(help="The PIN; else a new one is made.")] = None,
    browse: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    behind_proxy: Annotated[
        bool,
        typer.Option("--behind-proxy", help="A proxy on this machine tells who asks."),
    ] = False,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST",
            help="A further host name of the desk, such as the proxy's; may be repeated.",
        ),
    ] = None,
    lang: inputs.LangOption = None,
) -> None:
    """Referee a table in the browser: set-up, watching, score, and a page for the players."""
    from cli.taking_up import check_taken_up
    from referee.desk.access import Access, check_pin, new_pin
    from referee.desk.address import addresses, free_socket, host_name, is_local
    from referee.desk.app import make_app
    from referee.desk.demos import begin_demo
    from referee.desk.desk import Desk
    from referee.desk.notes import Note, noted
    from referee.sitting.looking import Looking

    tongue = language(lang)
    chosen = check_pin(pin) if pin is not None else new_pin()
    if (game_name is None) != (camera is None) and not demo:
        raise InputError("give both a game and a --camera, or neither to choose them on the page")
    if new and journal is None:
        raise InputError("--new goes with --journal; without a journal every game is a new one")
    if profile is not None and demo:
        raise InputError("--profile tells of a table's own camera; leave it out with --demo")
    known = None if profile is None else Profile.load(profile)
    known_as = [host_name(each) for each in name or ()]
    of_a_game = {
        "--names": names,
        "--round": round_,
        "--minutes": minutes,
        "--layout": layout,
        "--rule": rule,
        "--impaired": impaired,
        "--journal": journal,
    }
    if demo:
        _refuse({"--camera": camera, "--folder": folder, **of_a_game}, "leave {} out with --demo")
    elif game_name is None:
        _refuse(of_a_game, "give {} with a game and its --camera, or say it on the page")
    with ExitStack() as stack:
        sock = stack.enter_context(free_socket(host, port))
        if demo:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hakem-")))
        elif folder is not None or journal is None:
            _check_folder(folder or DESK_FOLDER)
        desk = Desk(
            folder or DESK_FOLDER,
            Access(chosen),
            language=tongue,
            asks_browser=lang is None and "HAKEM_LANG" not in os.environ,
            demos=tuple(GAMES) if demo else (),
            # Whoever comes by another name may come from anywhere, and needs the PIN.
            open_door=demo and is_local(host) and not known_as,
        )
        desk.profile = known
        stack.callback(desk.close)
        if demo:
            begin_demo(desk, game_name.casefold() if game_name else "reversi", once_opened=True)
        elif game_name is not None and camera is not None:
            of_game, of_round = inputs.split_rules(rule)
            told = _beginning(game_name, of_game, layout, camera, names, table, round_, minutes)
            told = replace(
                told,
                round_rules=inputs.read_round(of_round),
                impaired=inputs.read_impaired(impaired),
            )
            desk.begin(
                told,
                camera,
                path=journal,
                make_table=Looking(known),
                resume=journal is not None and not new,
                any_rules=not of_game and layout is None,
                check=lambda sitting: check_taken_up(
                    sitting,
                    told,
                    ruled=bool(of_round),
                    impaired=impaired is not None,
                    others={"--minutes": minutes and told.clock != sitting.beginning.clock},
                ),
            )
        stack.enter_context(noted(port, Note(addresses(host, port)[0], chosen, table)))
        asked = not desk.open_door or behind_proxy  # a proxy lets others in, who need the PIN
        _tell(host, port, chosen if asked else None, tongue, folder if demo else None)
        _serve(make_app(desk, known_as), desk, sock, port, browse, behind_proxy)


def _refuse(options: Mapping[str, object], why: str) -> None:
    """Refuse options that nothing would look at, all in one line; raises `InputError`."""
    given = " and ".join(name for name, value in options.items() if value not in (None, "", []))
    if given:
        raise InputError(why.format(given))


def _check_folder(folder: Path) -> None:
    """Refuse a folder in which no journal can be kept, before a game is set up in vain."""
    found = check_folder(folder)
    if found.state == "mend":
        raise InputError(f"no journal can be kept in {found.found}; name another with --folder")


def _beginning(
    game_name: str,
    rule: list[str] | None,
    layout: str | None,
    camera: str,
    names: str | None,
    table: str,
    round_: str,
    minutes: float | None,
) -> Beginning:
    """How the game begins; raises `InputError`, also for names that no sheet can hold."""
    from referee.sheet import Heading
    from referee.sitting import Beginning

    game, both = inputs.watched_game(game_name, rule, layout, camera), inputs.read_names(names)
    Heading(both, "", table, round_)
    clock = None if minutes is None else Clock.of(60 * minutes)
    return Beginning(game, game.start(), both, table, round_, camera, clock=clock)


def _has_screen() -> bool:
    """Whether a browser with a window can be opened; one inside the terminal helps nobody."""
    return sys.platform == "darwin" or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def _tell(host: str, port: int, pin: str | None, lang: str, demo: Path | None) -> None:
    """Say where the desk is found, with its PIN where one is asked for, and how to end it.

    `demo` is the folder of a demo's journals.
    """
    from referee.desk.address import addresses, is_local

    def tell(text: str, style: str | None = None) -> None:
        # A path or an address is copied: it is broken nowhere.
        terminal().print(text, style=style, markup=False, highlight=False, soft_wrap=True)

    if demo is not None:
        tell(say(lang, "desk_demo"))
    for address in addresses(host, port):
        tell(say(lang, "desk_at", address=address))
        tell(say(lang, "desk_players", address=address))
    if pin is None:
        tell(say(lang, "desk_no_pin"))
    else:
        tell(say(lang, "desk_pin", pin=pin), "bold")
    if is_local(host):
        tell(say(lang, "desk_only_here"), "grey50")
    if demo is not None:
        tell(say(lang, "desk_demo_kept", folder=demo))
    tell(say(lang, "desk_end"))


def _serve(
    app: object, desk: Desk, sock: socket.socket, port: int, browse: bool, behind_proxy: bool
) -> None:
    from referee.desk.address import addresses
    from referee.desk.serving import DeskServer, server_settings

    if browse and _has_screen():
        here = addresses("127.0.0.1", port)[0]
        threading.Timer(1.0, webbrowser.open, [here]).start()
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    with suppress(KeyboardInterrupt):  # the usual way to end it
        DeskServer(server_settings(app, behind_proxy), desk).run(sockets=[sock])
