"""A table with a round on it; player A has black or sits south."""

from __future__ import annotations

import pytest

from engines.articles import ARTICLES
from engines.contract import Fault
from engines.kulami import Kulami
from engines.kulami import Rules as KulamiRules
from engines.mangala import Mangala
from engines.mangala import Rules as MangalaRules
from engines.match import Corrected, MoveEnded, MoveMade, Objected, Round, SetBegan, step
from engines.options import read_rules
from engines.reversi import Reversi
from engines.reversi import Rules as ReversiRules
from support.golden import golden_cases

GAMES = {"mangala": Mangala, "kulami": Kulami, "reversi": Reversi}


def golden(kind):
    """Every golden case of a type, with its game."""
    found = [
        pytest.param(game, *case.values, id=case.id)
        for game in GAMES
        for case in golden_cases(game, kind)
    ]
    assert found, f"no golden case of type {kind}"
    return found


def fault(game, code, *cells):
    return Fault(code, cells, ARTICLES[game][code].source)


MISSING = fault("reversi", "missing_flip", "d4")
SHIFTED = fault("reversi", "disc_shifted", "d3", "c4")
ILLEGAL = fault("reversi", "illegal_square", "a1")
EXTRA = fault("reversi", "extra_flip", "e5")
WRONG_PASS = fault("reversi", "passed_with_a_move")
OUT_OF_TURN = fault("reversi", "wrong_side", "c5")
GONE = fault("reversi", "disc_removed", "e4")
CLOSED = fault("kulami", "plate_closed", "d4")
SOWN_WRONG = fault("mangala", "wrong_sowing", "S4")


class Table:
    """One table: feeds events to the round and remembers what was answered last."""

    def __init__(self, game, rules=None, **options):
        self.round = Round.new(game, rules, **options)
        self.said = ()
        self.do(SetBegan())

    def do(self, *events):
        for event in events:
            after = step(self.round, event)
            self.round, self.said = after.round, after.replies
        return self

    def move(self, by, move, *faults, end=True, at=0.0, **more):
        self.do(MoveMade(by, move, tuple(faults), at=at, **more))
        return self.do(MoveEnded(by, at=at)) if end else self

    def correct(self, by, move, *faults, end=True, at=0.0, **more):
        self.do(Corrected(by, move, tuple(faults), at=at, **more))
        return self.do(MoveEnded(by, at=at)) if end else self

    def object(self, by, number=None, at=0.0):
        return self.do(Objected(by, number, at=at))

    @property
    def codes(self):
        return [reply.code for reply in self.said]

    def refused(self, code, article=None):
        assert [(r.granted, r.code) for r in self.said] == [(False, code)]
        return article is None or self.said[0].article == article

    def warnings(self):
        return self.round.warnings_of("A"), self.round.warnings_of("B")


def reversi(rules=None, **options):
    game = Reversi(read_rules(ReversiRules, options.pop("game", {}), "reversi"))
    return Table(game, rules, **options)


def kulami(rules=None, **options):
    game = Kulami(read_rules(KulamiRules, options.pop("game", {}), "kulami"))
    return Table(game, rules, **options)


def mangala(rules=None, **options):
    game = Mangala(read_rules(MangalaRules, options.pop("game", {}), "mangala"))
    return Table(game, rules, **options)
