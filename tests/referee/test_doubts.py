"""When the tracker asks, when it waits for the end of a move, and what it does with old doubts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasets.deeds import state_of
from datasets.noisy_games import NoisyEyes, Show
from engines import new_game
from referee import events as told
from referee.tracker import Settings, Tracker
from referee.tracker.evidence import Evidence
from referee.tracker.look import Look
from referee.tracker.predictions import Predictions
from referee.tracker.reversi import ReversiView
from vision.reading import Reading

REVERSI = new_game("reversi")
ASKED = (told.Unsure, told.OutOfStep)
WRONG_FACE = "......../......../...W..../...BB.../...BW.../......../......../........"
"""Black has put a disc on d3 with its white side up, and turned d4."""


def after(*moves, game=REVERSI):
    position = game.start()
    for move in moves:
        position = game.play(position, game.parse_move(move))
    return position


def show_of(game, seconds=1.0, **settings):
    tracker = Tracker(game, None, Settings(**settings))
    show = Show(tracker, NoisyEyes(game.name, np.random.default_rng(1), wrong=0.0))
    show.position(tracker.position, seconds=seconds)
    return show


def square(name):
    return REVERSI.parse_move(name).square


def lies(show, state, read=None, changed=None, seconds=4.5):
    """Show a state of which some cells are read, or compared, as told."""
    look = show.eyes.look(state)
    for place, row in (read or {}).items():
        look.probabilities[place] = row
    if changed is not None and show.reference is not None:
        told_ = look.changes(show.reference)
        for place, share in changed.items():
            told_[place] = share
    plain, show.eyes.look = show.eyes.look, lambda state, hidden=(): look
    try:
        return show.still(state, seconds)
    finally:
        show.eyes.look = plain


def rows(text):
    return tuple(text.replace("/", ""))


def kinds(events):
    return [type(event).__name__ for event in events]


def test_what_leads_but_is_not_clear_is_told_when_its_move_has_ended_and_nobody_is_asked():
    show = show_of(REVERSI)
    weakly = {square("d3"): (0.01, 0.015, 0.975)}
    said = lies(show, rows(WRONG_FACE), weakly, seconds=2.5)
    assert said == []
    assert 1.6 < show.tracker.ranking.lead < 4.0
    said = lies(show, rows(WRONG_FACE), weakly)
    assert not any(isinstance(event, ASKED) for event in said)
    (fault,) = (event for event in said if isinstance(event, told.FaultFound))
    assert [(each.code, each.cells) for each in fault.faults] == [("wrong_face", ("d3",))]
    assert show.tracker.position.side == "W"


def test_the_end_signal_ends_a_doubt_too():
    show = show_of(REVERSI, quiet_end=None)
    weakly = {square("d3"): (0.01, 0.015, 0.975)}
    show.tracker.end(show.time)
    said = lies(show, rows(WRONG_FACE), weakly, seconds=2.5)
    assert kinds(said) == ["UnderWay", "FaultFound", "Ended"]


def test_without_an_end_a_doubt_is_asked_as_soon_as_it_was_looked_at_often_enough():
    show = show_of(REVERSI, quiet_end=None)
    said = lies(show, rows(WRONG_FACE), {square("d3"): (0.01, 0.015, 0.975)}, seconds=2.5)
    assert kinds(said) == ["Unsure"]


@pytest.mark.parametrize("sure", [0.6, 0.8, 0.9])
def test_a_square_misread_from_the_first_look_on_stands_in_nobodys_way(sure):
    show = show_of(REVERSI, seconds=0.0)
    rest = (1 - sure) / 2
    odd = {square("f4"): (rest, sure, rest)}
    said = lies(show, state_of("reversi", REVERSI.start()), odd, seconds=1.0)
    assert said == []
    assert show.tracker.last is not None  # else no change could be seen
    said = lies(show, state_of("reversi", after("e6")), odd)
    assert kinds(said) == ["Move", "Ended"]
    assert said[0].move == "e6"


def test_a_change_that_comparing_missed_is_told_by_what_is_read():
    show = show_of(REVERSI)
    state = list(state_of("reversi", after("d3")))
    state[square("e5")] = "B"
    said = lies(show, tuple(state), {square("e5"): (0.005, 0.985, 0.01)}, {square("e5"): 0.05})
    assert not any(isinstance(event, ASKED) for event in said)
    (fault,) = (event for event in said if isinstance(event, told.FaultFound))
    assert [(each.code, each.cells) for each in fault.faults] == [("extra_flip", ("e5",))]


def test_a_board_that_something_explains_nearly_as_well_is_not_out_of_step():
    show = show_of(REVERSI)
    show.position(after("d3"))
    show.position(after("d3", "c3"))
    gone = list(state_of("reversi", after("d3", "c3")))
    gone[square("e5")] = "."
    empty = {square("e5"): (0.99, 0.005, 0.005)}
    said = lies(show, tuple(gone), empty, {square("e5"): 0.02}, seconds=2.5)
    said += lies(show, tuple(gone), empty)
    assert kinds(said) == ["UnderWay", "FaultFound", "Ended"]


def test_a_doubt_that_nobody_settles_is_decided_when_the_game_has_gone_on():
    show = show_of(REVERSI)
    show.eyes.compares = False
    said = []
    moves = ("d3", "e3", "f3", "e2")
    for count in range(1, len(moves) + 1):
        share = 0.1 if count == 1 else 0.5  # has d4 been turned, and the other looks do not tell
        state = state_of("reversi", after(*moves[:count]))
        said += lies(show, state, {square("d4"): (0.0, share, 1 - share)}, seconds=2.5)
    assert not any(isinstance(event, told.OutOfStep) for event in said)
    assert kinds(said)[:2] == ["Unsure", "Move"]  # d4 is judged by the looks that followed
    assert [e.move for e in said if isinstance(e, told.Move)] == list(moves)


def test_faults_of_one_move_are_no_separate_mishaps():
    kulami = new_game("kulami")
    position = after("d4", game=kulami)
    show = show_of(kulami)
    book = Predictions(show.tracker.view, Settings(), position, show.tracker.state.lying)
    explained = kulami.judge(position, position.board).explanations[0]
    one, other = (
        next(e for e in kulami.faults(position) if [f.code for f in e.faults] == [code])
        for code in ("wrong_side", "not_in_line")
    )
    both = replace(one, faults=(*one.faults, *other.faults), cost=one.cost + other.cost)
    alone, together = (book.faulty([each])[0].odds for each in (one, both))
    assert not explained.faults
    assert together < alone
    assert alone - together < 0.5 * Settings().cost_odds * other.cost
    apart = replace(both, moves=(), movers=())
    assert book.faulty([apart])[0].odds < together


def test_looking_more_often_does_not_make_comparing_surer_than_it_is():
    view = ReversiView(REVERSI)
    rows_ = np.full((64, 3), 0.01)
    rows_[:, 1] = 0.98
    reading = Reading("reversi", rows_, np.zeros(64))
    for count in (1, 2, 9):
        evidence = Evidence(view)
        for _ in range(count):
            evidence.add(reading, np.zeros(64))
        tables = evidence.tables()
        assert np.allclose(tables.changed, np.log(view.missed))


def test_where_a_disc_cannot_be_read_comparing_is_blind_too():
    view = ReversiView(REVERSI)
    rows_ = np.full((64, 3), 0.01)
    rows_[:, 1] = 0.98
    rows_[5] = 0.02, 0.49, 0.49
    evidence = Evidence(view)
    for _ in range(2):
        evidence.add(Reading("reversi", rows_, np.zeros(64)), np.zeros(64))
    tables = evidence.tables()
    assert tables.changed[5] == pytest.approx(np.log(view.dazzled), abs=0.1)
    assert tables.plainly[5] == tables.changed[5]
    assert np.allclose(np.delete(tables.changed, 5), np.log(view.missed))


def test_what_lies_as_it_lay_and_reads_as_it_read_is_no_news_but_nothing_else_either():
    view = ReversiView(REVERSI)
    rows_ = np.full((64, 3), 0.01)
    rows_[:, 1] = 0.98
    evidence = Evidence(view)
    for _ in range(2):
        evidence.add(Reading("reversi", rows_, np.zeros(64)), np.zeros(64))
    seen = Look(np.full(64, 1, np.int16), None, evidence.means())
    misread = Look(np.full(64, 2, np.int16), None, evidence.means())
    fresh, right, wrong = (evidence.tables(last).contents for last in (None, seen, misread))
    assert np.allclose(right[:, 1] - right[:, 2], (fresh[:, 1] - fresh[:, 2]) / view.old_news)
    assert ((wrong[:, 1] - wrong[:, 2]) < (right[:, 1] - right[:, 2])).all()


@pytest.mark.parametrize(("fewer", "codes"), [(0.35, ["stones_added"]), (0.65, [])])
def test_in_mangala_a_number_that_may_be_one_off_is_decided_at_the_end(fewer, codes):
    mangala = new_game("mangala")
    show = show_of(mangala)
    stones = list(state_of("mangala", after("S3", game=mangala)))
    stones[9] += 1
    row = np.full(49, 1e-6)
    row[stones[9]], row[stones[9] - 1] = 1 - fewer, fewer
    said = lies(show, tuple(stones), {9: row})
    assert not any(isinstance(event, ASKED) for event in said)
    faults = [event for event in said if isinstance(event, told.FaultFound)]
    assert [fault.code for event in faults for fault in event.faults] == codes
    assert show.tracker.state.ledger.n == 1


def test_a_token_that_is_overlooked_in_every_look_is_no_fault_and_no_question():
    kulami = new_game("kulami")
    show = show_of(kulami)
    look = show.eyes.look(state_of("kulami", after("d4", game=kulami)))
    plain = look.reading

    def overlooking():
        reading = plain()
        reading.tokens[27] = 0.2
        return reading

    look.reading = overlooking
    show.eyes.look = lambda state, hidden=(): look
    said = show.still(())
    assert kinds(said) == ["Move", "Ended"]
    assert said[1].by == "quiet"


def test_a_fault_that_was_seen_before_a_hand_came_is_not_forgotten_under_it():
    # Black puts d3 and does not turn d4; a hand hides d4 for a moment; white plays on.
    start = REVERSI.start()
    put = "......../......../...B..../...WB.../...BW.../......../......../........"
    stands = REVERSI.parse_position(f"{put} W")
    eyes = NoisyEyes("reversi", np.random.default_rng(0), wrong=0.0)
    show = Show(Tracker(REVERSI), eyes)
    show.position(start, seconds=1.0)
    said = show.position(stands, seconds=1.0)
    assert [e for e in said if isinstance(e, told.UnderWay)]
    said = show.position(stands, seconds=0.6, hidden=[square("d4")], covered=True)
    move = REVERSI.moves(stands)[0]
    said += show.position(REVERSI.play(stands, move))
    faults = [(f.code, f.cells) for e in said if isinstance(e, told.FaultFound) for f in e.faults]
    assert faults == [("missing_flip", ("d4",))]
    assert [e.move for e in said if isinstance(e, told.Move)] == [str(move)]
