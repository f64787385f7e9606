"""Whole games: moves, faults, alarms, boards, scores and questions; and how frames settle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import quantiles

from datasets.evaluate_games import LEVELS
from datasets.evaluate_settle import SettleRow, settle_shares
from datasets.figures.cells import GAMES, NOTHING, markdown, told_of, typed
from datasets.game_measures import GameRow, MoveRow, game_shares

Played = tuple[list[MoveRow], list[GameRow]]


def games_table() -> str:
    """The shipped referee on whole games from pictures."""
    runs = {f"{game}, {level}": played(game, level) for level in LEVELS for game in GAMES}
    return _beside({name: run for name, run in runs.items() if run[1]})


def tracker_table() -> str:
    """The tracker alone, on noisy readings."""
    moves, games = typed("tracker", MoveRow), typed("tracker_games", GameRow)
    return _beside(
        {
            game: ([m for m in moves if m.game == game], [g for g in games if g.game == game])
            for game in dict.fromkeys(row.game for row in games)
        }
    )


def played(game: str, level: str) -> Played:
    """What was written of one game's trials at one level."""
    name = f"games_{game}_{level}"
    return typed(f"{name}_moves", MoveRow), typed(name, GameRow)


def _beside(runs: dict[str, Played]) -> str:
    """Runs side by side, a line for each thing that is counted."""
    shares = [game_shares(*run) for run in runs.values()]
    lines = [
        ["games (tables)", *(counted(games) for _, games in runs.values())],
        *([same[0].what, *map(told_of, same)] for same in zip(*shares, strict=True)),
        ["questions a game", *(_mean(games, lambda r: r.unsure) for _, games in runs.values())],
        ["seconds in doubt a game", *(_mean(g, lambda r: r.doubt) for _, g in runs.values())],
        ["seconds from the hand's leaving to a move's event, nine in ten within",
         *(_most(moves) for moves, _ in runs.values())],
    ]  # fmt: skip
    return markdown(["", *runs], lines)


def counted(games: Sequence[GameRow]) -> str:
    """How many games, and on how many tables where there were tables at all."""
    scenes = len({row.scene for row in games})
    return f"{len(games)} ({scenes})" if scenes > 1 else str(len(games))


def _mean(games: Sequence[GameRow], value: Callable[[GameRow], float]) -> str:
    return f"{sum(map(value, games)) / len(games):.1f}"


def _most(moves: Sequence[MoveRow]) -> str:
    delays = [row.delay for row in moves if row.right and not row.faulty]
    return f"{quantiles(delays, n=10)[-1]:.1f}" if len(delays) > 1 else NOTHING


def codes_table() -> str:
    """Faults by their codes: how often one was made, noticed and called by its name."""
    lines = []
    for game in GAMES:
        moves = [row for level in LEVELS for row in played(game, level)[0] if row.faulty]
        for code in sorted({row.faults for row in moves}):
            some = [row for row in moves if row.faults == code]
            caught, named = sum(row.caught for row in some), sum(row.named for row in some)
            lines.append([game, f"`{code}`", len(some), caught, named])
    return markdown(["game", "fault", "made", "caught", "named"], lines, words=2)


def settle_table() -> str:
    """What the settler says of hands, bumps and light."""
    runs = {"reversi": typed("settle", SettleRow), "kulami": typed("settle_kulami", SettleRow)}
    runs = {game: rows for game, rows in runs.items() if rows}
    shares = [settle_shares(rows) for rows in runs.values()]
    lines = [[same[0].what, *map(told_of, same)] for same in zip(*shares, strict=True)]
    return markdown(["", *runs], lines)
