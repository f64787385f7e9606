"""`hakem bench engines`: the rule engines."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from statistics import median
from typing import Annotated, Any

import typer

from cli import inputs
from cli.benchmarks.report import CsvOption, Measure, report, timed
from engines import GAMES, AnyGame, new_game
from engines.kulami import Kulami
from engines.reversi import Reversi
from engines.reversi.bits import flips, move_mask, perft

PERFT_DEPTH = 8
FAULTY_SHARE = 10
"""One transition in so many is faulty in the mixed measurement, as in a real tournament hall."""


def engines_command(
    games: Annotated[int, typer.Option(min=1, help="Random games a game to measure on.")] = 20,
    seed: Annotated[int, typer.Option(help="Seed of the random games.")] = 2026,
    as_json: inputs.JsonOption = False,
    to_csv: CsvOption = None,
) -> None:
    """Measure perft, scores, verdicts and faults of the rule engines."""
    report(list(_measure(games, seed)), as_json, to_csv)


def _measure(games: int, seed: int) -> Iterator[Measure]:
    start = Reversi().start()
    seconds, leaves = timed(perft, start.own, start.enemy, PERFT_DEPTH)
    yield Measure(
        f"reversi perft {PERFT_DEPTH}, leaves", leaves / seconds, "1/s", ">= 250,000", leaves
    )
    seconds, walked = timed(_walk, start.own, start.enemy, PERFT_DEPTH - 1)
    yield Measure(
        f"reversi walk {PERFT_DEPTH - 1}, every position made",
        walked / seconds,
        "1/s",
        ">= 250,000",
        walked,
    )
    for name in GAMES:
        game = new_game(name)
        played = list(_random_games(game, games, seed))
        if isinstance(game, Kulami):
            times = [timed(game.score, p)[0] for _, _, p in played]
            yield Measure("kulami score, median", median(times) * 1e6, "µs", "<= 100", len(times))
        yield from _measure_judge(game, played, seed)


def _measure_judge(
    game: AnyGame, played: list[tuple[Any, Any, Any]], seed: int
) -> Iterator[Measure]:
    rng = random.Random(seed)
    legal = [timed(game.judge, before, game.board_of(after))[0] for before, _, after in played]
    faulty, listing = [], []
    for before, _, _ in rng.sample(played, min(60, len(played))):
        seconds, found = timed(_some_faults, game, before)
        listing.append(seconds)
        boards = [explanation.board for explanation in rng.sample(found, min(20, len(found)))]
        faulty += [timed(game.judge, before, board)[0] for board in boards]
    share = len(legal) // FAULTY_SHARE
    mixed = legal + rng.sample(faulty, min(share, len(faulty)))
    yield Measure(f"{game.name} judge, median", median(mixed) * 1e6, "µs", "<= 1,000", len(mixed))
    yield Measure(
        f"{game.name} judge, faulty only, median", median(faulty) * 1e6, "µs", "", len(faulty)
    )
    every = legal + faulty
    yield Measure(f"{game.name} judge, slowest of all", max(every) * 1e6, "µs", "", len(every))
    yield Measure(
        f"{game.name} all likely faults, median", median(listing) * 1e6, "µs", "", len(listing)
    )


def _walk(own: int, enemy: int, depth: int) -> int:
    """Make every position down to `depth`, leaves too, and count them all."""
    if depth == 0:
        return 1
    mask = move_mask(own, enemy)
    if not mask:
        return 1 + (_walk(enemy, own, depth - 1) if move_mask(enemy, own) else 0)
    made = 1
    while mask:
        bit = mask & -mask
        mask ^= bit
        turned = flips(own, enemy, bit.bit_length() - 1)
        made += _walk(enemy ^ turned, own | turned | bit, depth - 1)
    return made


def _random_games(game: AnyGame, count: int, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """Every transition of random games: position, move, position."""
    rng = random.Random(seed)
    for _ in range(count):
        position = game.start()
        while moves := game.moves(position):
            move = rng.choice(moves)
            following = game.play(position, move)
            yield position, move, following
            position = following


def _some_faults(game: AnyGame, position: Any) -> list[Any]:
    return list(islice(game.faults(position), 2000))
