"""What counts as news: nothing misread before, little under a token, touch before number."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from datasets.deeds import state_of
from datasets.noisy_games import NoisyEyes, Show
from engines import InputError, new_game
from referee import events as told
from referee.tracker import Tracker, memory
from referee.tracker.evidence import Evidence, Tables
from referee.tracker.look import Look
from referee.tracker.predictions import Prediction, Stack, spots
from referee.tracker.views import view_of
from vision.reading import CONTENTS

WRONG = (told.FaultFound, told.Unsure, told.OutOfStep, told.Mended)


class Misreading(NoisyEyes):
    """Reads one cell as something else, again and again."""

    cell, row = 0, np.zeros(0)

    def _row(self, place, content):
        return self.row if place == self.cell else super()._row(place, content)


class Tokens(NoisyEyes):
    """Sees tokens less well: where one lies it is likely, elsewhere one may be overlooked."""

    def look(self, state, hidden=()):
        look = super().look(state, hidden)
        plain = look.reading

        def reading():
            seen = plain()
            marbles = seen.probabilities[:, 0] < 0.5
            seen.tokens[:] = np.where(look.tokens, 0.87, np.where(marbles, 0.2, 0.0))
            return seen

        look.reading = reading
        return look


def show_of(game, eyes):
    show = Show(Tracker(game), eyes)
    show.position(game.start(), seconds=1.0)
    return show


def played(game, *moves):
    position = game.start()
    for move in moves:
        position = game.play(position, game.parse_move(move))
    return position


@pytest.mark.parametrize("name", ["reversi", "kulami"])
def test_an_empty_cell_that_always_looks_full_is_no_news(name):
    game = new_game(name)
    eyes = Misreading(name, np.random.default_rng(0), wrong=0.0)
    eyes.cell, eyes.row = 0, np.array([0.1, 0.88, 0.02])
    show = show_of(game, eyes)
    line = ("d3", "c3", "c4") if name == "reversi" else tuple(map(str, _first_moves(game, 3)))
    for count in range(1, 4):
        show.position(played(game, *line[:count]))
    assert [e.move for e in show.events if isinstance(e, told.Move)] == list(line)
    assert not [e for e in show.events if isinstance(e, WRONG)]


def _first_moves(game, count):
    position, moves = game.start(), []
    for _ in range(count):
        moves.append(next(m for m in game.moves(position) if str(m) != "a1"))
        position = game.play(position, moves[-1])
    return moves


def test_a_turned_disc_that_shines_like_the_other_colour_is_no_missing_flip():
    # d3 turns d4 to black; its gloss is read as white in every look, but it is seen to be turned.
    game = new_game("reversi")
    eyes = Misreading("reversi", np.random.default_rng(0), wrong=0.0)
    eyes.cell, eyes.row = game.parse_move("d4").square, np.array([0.0005, 0.0005, 0.999])
    show = show_of(game, eyes)
    said = show.position(played(game, "d3"))
    assert [e.move for e in said if isinstance(e, told.Move)] == ["d3"]
    assert not [e for e in said if isinstance(e, WRONG)]


def test_but_one_that_was_not_turned_is():
    game = new_game("reversi")
    show = show_of(game, NoisyEyes("reversi", np.random.default_rng(0), wrong=0.0))
    state = list(state_of("reversi", played(game, "d3")))
    state[game.parse_move("d4").square] = "W"
    said = show.still(tuple(state))
    assert [f.code for e in said if isinstance(e, told.FaultFound) for f in e.faults] == [
        "missing_flip"
    ]


def test_a_token_that_was_seen_and_stays_is_a_fault_though_another_may_be_overlooked():
    game = new_game("kulami")
    line = tuple(map(str, _first_moves(game, 3)))
    show = show_of(game, Tokens("kulami", np.random.default_rng(0), wrong=0.0))
    for count in (1, 2):
        show.position(played(game, *line[:count]))
    before, after = (played(game, *line[:count]) for count in (2, 3))
    state = list(state_of("kulami", before))
    state[game.parse_move(line[2]).hole] = "B"
    said = show.still(tuple(state))
    (fault,) = (e for e in said if isinstance(e, told.FaultFound))
    assert [(f.code, set(f.cells)) for f in fault.faults] == [
        ("token_not_moved", {line[0], line[2]})
    ]
    assert after.last("B") == game.parse_move(line[2]).hole


def test_a_marble_that_is_gone_with_its_token_is_asked_of_nobody():
    # Whoever is next may lift the own token, which changes the hole too; but the marble that was
    # read under it does not vanish from sight by that.
    game = new_game("kulami")
    line = tuple(map(str, _first_moves(game, 2)))
    show = show_of(game, NoisyEyes("kulami", np.random.default_rng(0), wrong=0.0))
    for count in (1, 2):
        show.position(played(game, *line[:count]))
    state = list(state_of("kulami", played(game, *line)))
    state[game.parse_move(line[0]).hole] = CONTENTS["kulami"][0]
    said = show.still(tuple(state))
    assert not [e for e in said if isinstance(e, told.Unsure | told.OutOfStep)]
    (fault,) = (e for e in said if isinstance(e, told.FaultFound))
    assert [(f.code, f.cells) for f in fault.faults] == [("marble_removed", (line[0],))]


def test_the_colour_under_a_token_counts_less():
    game = new_game("kulami")
    view = view_of(game)
    eyes = NoisyEyes("kulami", np.random.default_rng(0), wrong=0.0)
    look = eyes.look(state_of("kulami", played(game, "d4")))
    hole = game.parse_move("d4").hole
    look.probabilities[hole] = (0.01, 0.03, 0.96)
    evidence = Evidence(view)
    evidence.add(look.reading(), None)
    veiled = evidence.means()[hole]
    look.tokens[:] = False
    bare = Evidence(view)
    bare.add(look.reading(), None)
    plain = bare.means()[hole]
    assert veiled[2] - veiled[1] < plain[2] - plain[1] - 0.5
    assert abs(veiled[0] - plain[0]) < 0.5  # that there is a marble is as plain


def test_a_miscounted_pit_that_the_move_touches_raises_no_question():
    game = new_game("mangala")
    eyes = Misreading("mangala", np.random.default_rng(0), miscount=0.0)
    eyes.cell, eyes.row = 1, np.full(49, 0.1 / 46)
    eyes.row[[4, 5, 6]] = 0.2, 0.3, 0.4
    show = show_of(game, eyes)
    said = show.position(played(game, "S1"))
    assert [e.move for e in said if isinstance(e, told.Move)] == ["S1"]
    assert not [e for e in said if isinstance(e, WRONG)]
    assert sum(show.tracker.position.stones) == 48


def test_a_stone_in_a_pit_that_the_move_does_not_touch_is_a_fault():
    game = new_game("mangala")
    show = show_of(game, NoisyEyes("mangala", np.random.default_rng(0), miscount=0.0))
    stones = list(played(game, "S1").stones)
    stones[8] += 1
    said = show.still(tuple(stones), 4.5)
    (fault,) = (e for e in said if isinstance(e, told.FaultFound))
    assert [(f.code, f.cells) for f in fault.faults] == [("stones_added", ("N3",))]
    assert sum(show.tracker.position.stones) == 48


def test_of_two_names_for_one_board_the_judge_s_is_told():
    game = new_game("reversi")
    position = played(game, "d3", "c3")
    two = [f for f in game.faults(position) if f.faults[0].code == "two_discs"]
    for each in two[:6]:
        named = game.judge(position, each.board).explanations[0]
        show = Show(
            Tracker(game, position), NoisyEyes("reversi", np.random.default_rng(1), wrong=0)
        )
        show.position(position, seconds=1.0)
        state = tuple("".join(each.board.rows))
        (fault,) = (e for e in show.still(state, 4.5) if isinstance(e, told.FaultFound))
        assert fault.move == " ".join(map(str, named.moves))


@pytest.mark.parametrize("name", ["reversi", "kulami"])
def test_two_clear_boards_a_move_apart_bring_it_back_from_anywhere(name):
    game = new_game(name)
    show = show_of(game, NoisyEyes(name, np.random.default_rng(3), wrong=0.0))
    position = game.start()
    for _ in range(9):
        position = game.play(position, game.moves(position)[-1])
    show.position(position)
    assert any(isinstance(event, told.OutOfStep) for event in show.events)
    move = game.moves(position)[0]
    said = show.position(game.play(position, move))
    (back,) = (event for event in said if isinstance(event, told.Resync))
    assert back.position == str(position)
    assert [event.move for event in said if isinstance(event, told.Move)] == [str(move)]
    assert show.tracker.position == game.play(position, move)


class Confusing(NoisyEyes):
    """Takes red's token for a bare marble, and bare marbles of red for tokens."""

    red = ()

    def look(self, state, hidden=()):
        look = super().look(state, hidden)
        plain = look.reading

        def reading():
            seen = plain()
            for cell in self.red:
                seen.tokens[cell] = 0.16 if look.tokens[cell] else 0.8
            return seen

        look.reading = reading
        return look


@pytest.mark.parametrize("seed", range(5))
def test_tokens_that_are_taken_for_marbles_accuse_nobody(seed):
    game, rng = new_game("kulami"), np.random.default_rng(seed)
    eyes = Confusing("kulami", rng, wrong=0.0)
    show = show_of(game, eyes)
    position, said = game.start(), []
    for _ in range(16):
        moves = game.moves(position)
        position = game.play(position, moves[int(rng.integers(len(moves)))])
        eyes.red = np.flatnonzero(show.tracker.view.cells(position.board) == 2)
        said += show.position(position, seconds=4.0)
    assert not [e for e in said if isinstance(e, told.FaultFound)]
    assert len([e for e in said if isinstance(e, told.Move)]) == 16


def test_whether_a_token_went_along_with_a_moved_marble_is_not_known():
    game = new_game("kulami")
    show = show_of(game, NoisyEyes("kulami", np.random.default_rng(0), wrong=0.0))
    position = played(game, *map(str, _first_moves(game, 2)))
    show.position(position)
    assert not show.tracker.state.look().loose.any()
    was = position.last_red
    now = next(hole for hole in range(was + 1, 64) if not position.board.pieces >> hole & 1)
    show.position(replace(position, red=position.red ^ (1 << was | 1 << now), last_red=now))
    assert np.flatnonzero(show.tracker.last.loose).tolist() == [now]
    for others in (1, 0):  # until the same side has set its token again
        for_now = show.tracker.position
        show.position(game.play(for_now, game.moves(for_now)[0]), seconds=1.0)
        assert show.tracker.last.loose.sum() == others  # told, and not ended yet
        show.position(show.tracker.position, seconds=5.0)
        assert show.tracker.last.loose.sum() == others
    show.tracker.tell(game.start(), 90.0)
    assert not show.tracker.state.look().loose.any()


def test_that_a_token_left_whose_place_was_not_known_speaks_for_nobody():
    cells = np.zeros(64, np.int16)
    cells[5] = 2
    here, gone = (Prediction(None, cells, tokens, 0.0) for tokens in (1 << 5, 0))
    nothing = np.zeros(64)
    changed, same = np.where(np.arange(64) == 5, 0.0, -7.0), np.where(np.arange(64) == 5, -7.0, 0.0)
    tables = Tables(np.zeros((64, 3)), changed, changed, same, nothing, nothing, nothing == 0)
    known = Look(cells, spots(0))
    loose = replace(known, loose=spots(1 << 5))
    assert np.diff(tables.scores(Stack.of([here, gone]), known)).tolist() == [-7.0]
    assert np.diff(tables.scores(Stack.of([here, gone]), loose)).tolist() == [0.0]
    taken = replace(here, cells=np.zeros(64, np.int16), tokens=0)  # the marble too: that is seen
    assert np.diff(tables.scores(Stack.of([here, taken]), loose)).tolist() == [0.0]
    assert np.diff(tables.scores(Stack.of([here, taken]), known)).tolist() == [0.0]


def _one_stone(more):
    """A first move after which S2 looks as if it held one stone more, and perhaps does."""
    game = new_game("mangala")
    eyes = NoisyEyes("mangala", np.random.default_rng(0), miscount=0.0)
    show = show_of(game, eyes)
    after = list(played(game, "S1").stones)
    after[1] += more
    look = eyes.look(tuple(after))
    look.probabilities[1] = np.eye(49)[5] * 0.15 + np.eye(49)[6] * 0.85
    changes = look.changes(show.reference)
    gains = np.full((14, 97), np.log(1e-6))
    came = np.subtract(after, game.start().stones)
    gains[np.arange(14), 48 + came] = 0.0
    show.tracker.moved()
    said = []
    for number in range(45):
        said += show.tracker.see(
            look.reading(), 2 + number / 10, changes=changes, gains=gains, quiet=0.2 + number / 10
        )
    return said


def test_what_came_is_believed_where_counting_is_in_doubt():
    fair = _one_stone(0)
    assert [e.move for e in fair if isinstance(e, told.Move)] == ["S1"]
    assert not [e for e in fair if isinstance(e, WRONG)]
    (fault,) = (e for e in _one_stone(1) if isinstance(e, told.FaultFound))
    assert {cell for f in fault.faults for cell in f.cells} >= {"S2"}


def _dark_d4():
    """A table on which d4, once d3 has turned it, looks empty: nearly as if it were taken off."""
    game = new_game("reversi")
    eyes = Misreading("reversi", np.random.default_rng(0), wrong=0.0)
    eyes.cell, eyes.row = 0, np.array([0.998, 0.001, 0.001])
    show = show_of(game, eyes)
    eyes.cell, eyes.row = game.parse_move("d4").square, np.array([0.95, 0.047, 0.003])
    return game, eyes, show


def test_a_misread_disc_counts_once_however_often_it_is_looked_at():
    game, eyes, show = _dark_d4()
    position = game.play(game.start(), game.parse_move("d3"))
    show.position(position, seconds=0.8)
    for _ in range(2):
        after = [game.play(position, move) for move in game.moves(position)]
        position = next(p for p in after if state_of("reversi", p)[eyes.cell] == "B")
        show.position(position, seconds=0.8)
    assert not [e for e in show.events if isinstance(e, told.FaultFound | told.OutOfStep)]


def _of_moves(show):
    """How far each rival with a move lies behind, and which cells spoke against it."""
    rivals = [r for r in show.tracker.state.doubt if r.line and r.line[-1].moves]
    return [(round(r.behind, 2), [cell for cell, _, _ in r.against]) for r in rivals]


def test_a_hand_over_a_misread_disc_does_not_make_it_count_twice():
    game, eyes, show = _dark_d4()
    position = game.play(game.start(), game.parse_move("d3"))
    show.position(position, seconds=0.8)
    seen = _of_moves(show)
    assert eyes.cell in [cell for _, cells in seen for cell in cells]
    for _ in range(2):
        show.position(position, seconds=0.8, hidden=(eyes.cell,), covered=True)
        assert _of_moves(show) == seen
    show.position(position, seconds=0.8)
    assert not [e for e in show.events if isinstance(e, told.FaultFound | told.OutOfStep)]


def test_a_change_that_wavers_does_not_silence_the_tracker():
    game = new_game("mangala")
    show = show_of(game, NoisyEyes("mangala", np.random.default_rng(0), miscount=0.0))
    look = show.eyes.look(tuple(played(game, "S1").stones))
    counts = []
    for number in range(12):
        changes = np.full(14, 0.01)
        changes[:4] = 0.93 if number % 2 else 0.87
        show.tracker.see(look.reading(), 2 + number / 10, changes=changes, quiet=0.2)
        counts.append(show.tracker.evidence.count)
    assert counts[-1] >= 8 or show.tracker.state.ledger.n or show.tracker.state.open


def test_what_spoke_against_a_rival_is_remembered_over_a_restart():
    game, _, show = _dark_d4()
    show.position(game.play(game.start(), game.parse_move("d3")), seconds=0.8)
    show.tracker.moved()
    kept = json.loads(json.dumps(memory.remember(show.tracker)))
    other = Tracker(game)
    memory.recall(other, kept)
    rivals = [[tracker.state.rivals] for tracker in (show.tracker, other)]
    assert any(rival.against for rival in show.tracker.state.rivals)
    for mine, again in zip(*(r[0] for r in rivals), strict=True):
        assert [c for c, _, _ in mine.against] == [c for c, _, _ in again.against]
    for wrong in ([[64, 0, 1.0]], [[3, 3, 1.0]], [[3, 1, -2.0]], [[3, 1, float("nan")]]):
        kept["rivals"][0]["against"] = wrong
        with pytest.raises(InputError):
            memory.recall(Tracker(game), kept)


def test_a_lifted_token_is_seen_faintly_but_hardly_ever_not_at_all():
    """On validation tables lifted tokens were told as changes of 0.004 and more, others below."""
    game = new_game("kulami")
    evidence = Evidence(view_of(game))
    look = NoisyEyes("kulami", np.random.default_rng(0)).look(state_of("kulami", game.start()))
    changes = np.full(64, 0.001)
    changes[[1, 2]] = 0.08, 0.4
    for _ in range(2):
        evidence.add(look.reading(), changes)
    tables = evidence.tables()
    untouched, faint, plain = (tables.changed - tables.same)[:3]
    assert untouched < -5  # it still lies there
    assert faint > -2  # it may have been lifted
    assert plain > 0.5  # it was
    assert (tables.plainly - tables.same)[1] < -2  # but no marble came or went
