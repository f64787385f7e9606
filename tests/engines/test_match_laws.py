"""Laws of a round that hold whatever happens at the table."""

from __future__ import annotations

import json
from dataclasses import dataclass

from hypothesis import event as note
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.articles import ARTICLES
from engines.clock import Clock
from engines.contract import Fault, InputError
from engines.kulami import Kulami
from engines.kulami import Rules as KulamiRules
from engines.mangala import Mangala
from engines.mangala import Rules as MangalaRules
from engines.match import (
    EVENTS,
    Corrected,
    CountRequested,
    Disqualified,
    FlagFell,
    Mended,
    MoveEnded,
    MoveMade,
    Objected,
    PieceLeftBoard,
    PiecePutBack,
    RefereeDecided,
    RefereeWarned,
    Reply,
    Round,
    RoundRules,
    SetBegan,
    SetFinished,
    Signed,
    Touched,
    event_from_json,
    replay,
    round_result,
    step,
)
from engines.players import PLAYERS
from engines.reversi import Reversi
from engines.reversi import Rules as ReversiRules

MOVES = {
    "reversi": ("d3", "c4", "pass"),
    "kulami": ("d4", "d6"),
    "mangala": ("S1", "S4", "N1", "N3"),
}
players = st.sampled_from(PLAYERS)
results = st.sampled_from(("A", "B", "draw"))


GAMES = (
    Reversi(),
    Reversi(ReversiRules(timeout="referee", tie="referee", vi_exempt="literal_12")),
    Reversi(ReversiRules(extra_flips="correct_only", illegal_square="correct_only")),
    Kulami(),
    Kulami(KulamiRules(on_breach="stand", tie="referee")),
    Mangala(),
    Mangala(MangalaRules(on_breach="stand", timeout_scope="round")),
)
first_rounds = st.builds(
    Round.new,
    st.sampled_from(GAMES),
    st.builds(
        RoundRules,
        round_win=st.sampled_from(("more_sets", "two_sets_required")),
        play_all_sets=st.booleans(),
        warnings_scope=st.sampled_from(("round", "set")),
        objection_window=st.sampled_from(("end_to_own_move", "any_time_to_own_move")),
        referee_may_intervene=st.booleans(),
    ),
    first=players,
    impaired=st.sets(players),
    clock=st.sampled_from((None, Clock.of(50), Clock.of(30, 2))),
)
USUAL = {
    "between": (SetBegan,),
    "play": (MoveMade, MoveMade, MoveEnded, Objected),
    "correction": (Corrected,),
    "halted": (PiecePutBack,),
    "referee": (RefereeDecided,),
    "over": (Signed, Objected),
    "signed": (Objected,),
}


@dataclass(frozen=True)
class Hint:
    """What Hypothesis chooses for one event; `happening` fits it to the round."""

    usual: bool
    """Whether play goes on as it should, so that rounds get somewhere."""
    kind: int
    player: str
    actor: str
    choice: int
    faults: tuple[int, ...]
    flag: bool
    wait: int


hints = st.lists(
    st.builds(
        Hint,
        usual=st.integers(0, 3).map(bool),
        kind=st.integers(0, 17),
        player=players,
        actor=st.sampled_from((*PLAYERS, "referee")),
        choice=st.integers(0, 3),
        faults=st.lists(st.integers(0, 10), max_size=2).map(tuple),
        flag=st.booleans(),
        wait=st.sampled_from((0, 1, 1, 7)),
    ),
    max_size=40,
)


def happening(round_, hint, at):
    """The event that a hint means in this round."""
    game = round_.conduct.game
    kinds = USUAL[round_.phase] if hint.usual else tuple(EVENTS.values())
    kind = kinds[hint.kind % len(kinds)]
    by = round_.to_act if hint.usual else hint.player
    result = ("A", "B", "draw")[hint.choice % 3]
    if kind in (MoveMade, Mended, Corrected):
        codes = sorted(ARTICLES[game])
        picked = [codes[n % len(codes)] for n in hint.faults]
        faults = tuple(Fault(code, ("d4",), ARTICLES[game][code].source) for code in picked)
        move = (*MOVES[game], None)[hint.choice % (len(MOVES[game]) + 1)]
        return kind(by, move, faults, again=hint.flag, doubling_pit=(None, "N3")[hint.flag], at=at)
    if kind is Objected:
        number = None if hint.usual else (None, 1, 2, 3)[hint.choice]
        return Objected(hint.player if hint.usual else hint.actor, number, at=at)
    if kind is RefereeWarned:
        causes = [r.code for r in round_.conduct.rulings if r.code not in ARTICLES[game]]
        return RefereeWarned(hint.player, causes[hint.choice % len(causes)], at=at)
    fields = {
        MoveEnded: (by,),
        Touched: (hint.player, ("S1", "S4", "N3", "N1")[hint.choice]),
        CountRequested: (hint.player, (None, "N3", "N4", None)[hint.choice]),
        PieceLeftBoard: (hint.actor, ("d4",)),
        PiecePutBack: ("referee" if hint.usual else hint.actor,),
        Disqualified: (hint.player,),
        FlagFell: (hint.player, (None, 10, 24, 25)[hint.choice]),
        SetFinished: (result, "no_moves"),
        RefereeDecided: (result,),
        Signed: (hint.player,),
    }
    return kind(*fields.get(kind, ()), at=at)


def played(first, script):
    """The events of a script that could happen, and each step they led to."""
    round_, happened, steps, at = first, [], [], 0.0
    for hint in script:
        at += hint.wait
        event = happening(round_, hint, at)
        try:
            after = step(round_, event)
        except InputError:
            continue
        happened.append(event)
        steps.append((round_, event, after))
        round_ = after.round
    note(f"{round_.conduct.game} ends in {round_.phase}")
    return round_, happened, steps


@given(first_rounds, hints)
@settings(max_examples=300, deadline=None)
def test_whatever_happens_keeps_every_law(first, script):
    last, happened, steps = played(first, script)
    for before, event, after in steps:
        round_ = after.round
        refused = any(not reply.granted for reply in after.replies)

        assert not refused or round_ == before, "a refusal changes nothing"
        assert round_.warnings[: len(before.warnings)] == before.warnings, "warnings never vanish"
        if len(round_.warnings) > len(before.warnings):
            assert isinstance(event, Objected | RefereeWarned), "no report, no warning"
        if isinstance(event, MoveMade | Mended | Corrected | MoveEnded):
            assert after.replies == (), "the players hear nothing about a move that nobody reports"
        if round_.points is not None:
            assert sum(round_.points.values()) == 1
        assert (round_.decision is not None) == (round_.phase in ("over", "signed"))
        if before.phase == "signed":
            assert round_ == before, "what is signed stays"
        for player in PLAYERS:
            lost = round_.warnings_of(player) >= round_.conduct.warnings_to_lose
            assert not lost or round_.phase in ("over", "signed")
        assert {round_.side_of(player) for player in PLAYERS} == set(round_.conduct.sides)
        for reply in after.replies:
            assert reply.article
            assert reply.en
            assert reply.tr
            assert Reply.from_json(json.loads(json.dumps(reply.to_json()))) == reply

    stored = json.loads(json.dumps([event.to_json() for event in happened]))
    assert replay(first, map(event_from_json, stored)) == last, "the journal rebuilds the round"
    copy = Round.from_json(json.loads(json.dumps(last.to_json())))
    assert copy == last
    assert hash(copy) == hash(last)


def open_to(round_, reporter):
    """The opponent's moves that a player may report now (RULES.md 2.12, B-G9)."""
    if round_.awaiting is not None or reporter in round_.signed:
        return []
    return [m.number for m in round_.open if m.by != reporter and round_.is_ripe(m) and not m.ruled]


@given(first_rounds, hints, players, st.sampled_from((None, 1, 2)))
@settings(max_examples=200, deadline=None)
def test_a_report_is_heard_about_what_the_window_offers(first, script, reporter, number):
    round_, happened, _ = played(first, script)
    at = happened[-1].at if happened else 0.0
    if number is not None and number > len(round_.movers):
        number = None
    code = step(round_, Objected(reporter, number, at=at)).replies[0].code
    window = open_to(round_, reporter)
    offered = bool(window) if number is None else number in window
    if offered:
        assert code in ("report_accepted", "legal_move", "exempt", "too_early", "already_ruled")
    else:
        assert code not in ("report_accepted", "legal_move", "exempt")


@given(st.lists(results, max_size=3), st.booleans(), st.sampled_from((1, 3)))
def test_a_round_is_decided_once_and_stays_decided(sets, play_all, of):
    rules = RoundRules(play_all_sets=play_all)
    decided = [round_result(sets[:n], of, rules) for n in range(min(len(sets), of) + 1)]
    known = [result for result in decided if result is not None]
    assert len(set(known)) <= 1 or play_all is False, "a lead that cannot be lost is not lost"
    if len(sets) >= of:
        assert decided[of] is not None
    swap = {"A": "B", "B": "A", "draw": "draw", None: None}
    mirrored = [round_result([swap[s] for s in sets[:n]], of, rules) for n in range(len(decided))]
    assert mirrored == [swap[result] for result in decided], "nobody is favoured"
