"""A table's sitting: what is shown is written, and a restart stands where it stood."""

from __future__ import annotations

import random

import pytest
from support.reversi import D3, GONE, REVERSI, UNTURNED
from support.sittings import Shown, blind_table, same_as_rebuilt

from datasets.deeds import state_of, turns_of
from datasets.play import play_game
from engines import InputError, new_game
from referee import events as told
from referee.journal import JournalBusy, read_journal, verify
from referee.journal.export import records_of
from referee.replaying import play_again
from referee.sitting import Beginning, Sitting


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table1.hakem"


def kinds(lines):
    return [line.data["event"] for line in lines]


def codes(lines):
    return [line.event.code for line in lines if isinstance(line.event, told.Replied)]


def test_the_first_event_tells_all_that_a_replay_needs(path):
    shown = Shown(path, "kulami", names=("Işıl", "Çağrı"), table="5", round="2", camera="usb:0")
    first = read_journal(path)[0].event
    assert (first["event"], first["game"], first["position"]) == (
        "game", "kulami", str(shown.game.start()))  # fmt: skip
    assert first["names"] == ["Işıl", "Çağrı"]
    assert {"rules", "first", "table", "round", "date", "camera", "versions"} <= set(first)
    assert Beginning.from_json(first).game.rules == shown.game.rules
    (record,) = records_of(read_journal(path))
    assert record.info["table"] == "5"


@pytest.mark.parametrize("name", ["reversi", "kulami", "mangala"])
def test_at_every_event_the_journal_tells_what_the_sitting_knows(path, name):
    shown = Shown(path, name, seed=4, wrong=0.01)
    rng = random.Random(4)
    played = play_game(shown.game, rng, faults=4, most_plies=24)
    shown.position(played.start, seconds=1.0)
    for turn in turns_of(played):
        shown.still(
            turn.deeds[-1].state, rng.choice((1.0, 2.0, 4.5)), each=lambda: same_as_rebuilt(shown)
        )
    shown.sitting.finish()
    same_as_rebuilt(shown)
    assert verify(path).good
    again = play_again(read_journal(path))
    assert again.position == shown.sitting.tracker.position
    # A fault that was renamed may have a name which the engine would not give it first.
    assert {difference.what for difference in again.differences} <= {"faults"}


@pytest.mark.parametrize("name", ["reversi", "kulami", "mangala"])
def test_a_game_with_a_restart_after_every_move_is_told_once_and_whole(path, name):
    shown = Shown(path, name, seed=7)
    position, rng = shown.game.start(), random.Random(5)
    shown.position(position, seconds=1.0)
    moves = []
    while (legal := shown.game.moves(position)) and len(moves) < 30:
        moves.append(str(rng.choice(legal)))
        position = shown.game.play(position, shown.game.parse_move(moves[-1]))
        if shown.game.board_of(position) == shown.game.board_of(shown.sitting.tracker.position):
            continue  # a pass is told with the next move
        shown.position(position, seconds=rng.choice((1.2, 4.5)))
        shown.restart()
        shown.still(shown.state, seconds=1.2)  # seen again, and sure
    told_moves = [
        word
        for entry in read_journal(path)
        if entry.event["event"] == "move"
        for word in entry.event["move"].split()
    ]
    assert told_moves == moves[: len(told_moves)]
    assert len(told_moves) >= len(moves) - 1
    assert not shown.sitting.keeper.troubles


def test_a_move_under_way_is_still_under_way_after_a_restart(path):
    shown = Shown(path)
    shown.position(REVERSI.start(), seconds=1.0)
    assert kinds(shown.still(UNTURNED, seconds=1.5)) == ["under_way"]
    shown.restart()
    assert shown.sitting.standing().open["faults"] == ["missing_flip"]
    said = shown.still(UNTURNED, seconds=1.5)
    assert kinds(said) == []
    assert kinds(shown.position(D3)) == ["move", "ended"]


def test_a_doubt_is_not_asked_again_after_a_restart(path):
    shown = Shown(path, seed=3)
    shown.position(REVERSI.start(), seconds=1.0)
    look = shown.eyes.look(state_of("reversi", D3))
    look.probabilities[[19, 26]] = [0.499, 0.499, 0.002]  # d3 or c4, nobody can tell
    shown.eyes.look, shown.eyes.compares = lambda state: look, False
    said = shown.still((), seconds=3.0)
    assert "unsure" in kinds(said)
    assert shown.sitting.standing().unsure["cells"]
    shown.restart()
    assert shown.sitting.standing().unsure["cells"]
    assert kinds(shown.still((), seconds=3.0)) == []


def test_a_reported_fault_its_correction_and_the_warning_survive(path):
    shown = Shown(path)
    shown.position(REVERSI.start(), seconds=1.0)
    assert "fault" in kinds(shown.still(UNTURNED))
    said = shown.sitting.object("B")
    assert kinds(said) == ["happened", "replied", "replied", "replied", "awaiting"]
    same_as_rebuilt(shown)
    shown.restart()
    standing = shown.sitting.standing()
    assert standing.round["phase"] == "correction"
    assert standing.round["warnings"] == {"A": 1, "B": 0}
    assert standing.awaiting["n"] == 1
    assert "corrected" in kinds(shown.position(D3))
    same_as_rebuilt(shown)
    assert shown.sitting.standing().round["phase"] == "play"


def test_a_question_waits_for_its_answer_over_a_restart(path):
    shown = Shown(path)
    shown.position(REVERSI.start(), seconds=1.0)
    shown.still(UNTURNED, seconds=1.5)
    assert kinds(shown.sitting.object("B")) == ["question"]
    shown.restart()
    assert shown.sitting.standing().asked == "B"
    said = shown.sitting.finished(True)
    shown.still(UNTURNED, seconds=1.0)
    same_as_rebuilt(shown)
    said = shown.sitting.events_after(said[0].number - 1)
    assert [k for k in kinds(said) if k != "replied"] == [
        "told", "fault", "ended", "happened", "awaiting"]  # fmt: skip
    with pytest.raises(InputError, match="nobody has asked"):
        shown.sitting.finished(True)


def test_what_the_referee_says_is_written_and_can_be_taken_up(path):
    shown = Shown(path)
    sitting = shown.sitting
    shown.position(REVERSI.start(), seconds=1.0)
    shown.position(D3)
    for act in (
        lambda: sitting.pause(),
        lambda: sitting.go_on(),
        lambda: sitting.set_cells({"a1": "B", "a2": "W"}),
        lambda: sitting.set_side("B"),
        lambda: sitting.undo(),
        lambda: sitting.set_position(D3),
        lambda: sitting.end_of_move(),
        lambda: sitting.warn("A", "misconduct"),
    ):
        lines = act()
        assert lines
        same_as_rebuilt(shown)
    before = sitting.number
    for wrong in (
        lambda: sitting.set_cells({"a1": "B", "z9": "W"}),
        lambda: sitting.set_side("X"),
        lambda: sitting.undo(5),
        lambda: sitting.choose(7),
        lambda: sitting.object("C"),
        lambda: sitting.sign("A"),
        lambda: sitting.ask_count("A"),
        lambda: sitting.next_set(),
    ):
        with pytest.raises(InputError):
            wrong()
        same_as_rebuilt(shown)
    assert sitting.number == before


def test_the_referee_may_accept_the_board_instead_of_a_correction(path):
    shown = Shown(path)
    shown.position(REVERSI.start(), seconds=1.0)
    shown.still(UNTURNED)
    shown.sitting.object("B")
    shown.position(D3, seconds=0.3)
    shown.sitting.accept("W")
    same_as_rebuilt(shown)
    assert shown.sitting.standing().round["phase"] == "play"
    assert shown.sitting.standing().round["turn"] == "B"


def test_a_piece_that_left_is_put_back_by_the_referees_word(path):
    shown = Shown(path)
    shown.position(REVERSI.start(), seconds=1.0)
    shown.still(GONE)
    shown.sitting.object("B")
    assert shown.sitting.standing().round["phase"] == "halted"
    shown.restart()
    said = shown.sitting.piece_put_back()
    assert "piece_back" in codes(said)
    same_as_rebuilt(shown)
    standing = shown.sitting.standing()
    assert (standing.round["phase"], standing.awaiting) == ("play", None)
    assert standing.position == str(REVERSI.start())


def test_sets_of_mangala_with_counts_and_signatures(path):
    game = new_game("mangala")
    nearly = game.parse_position("0 0 0 0 0 1 / 0 0 0 0 0 3 / 24 20 south")
    shown = Shown(path, "mangala", position=nearly)
    shown.position(nearly, seconds=1.5)
    over = game.play(nearly, game.parse_move("S6"))
    shown.position(over)
    sitting = shown.sitting
    assert sitting.standing().over
    assert sitting.standing().round["phase"] == "between"
    sitting.counted({"ST": 25, "NT": 20})
    assert sitting.standing().counted == {"ST": 25, "NT": 20}
    sitting.sign("A")
    sitting.sign("B")
    same_as_rebuilt(shown)
    sitting.next_set()
    same_as_rebuilt(shown)
    assert sitting.standing().round["set"] == 2
    assert sitting.standing().side == "north"
    shown.restart()
    assert shown.sitting.standing().round["set"] == 2
    assert len(shown.sitting.standing().round["results"]) == 1
    start = shown.game.start("north")
    shown.position(start, seconds=1.5)
    shown.position(shown.game.play(start, shown.game.parse_move("N1")))
    assert shown.sitting.standing().moves == 1
    same_as_rebuilt(shown)
    assert len(records_of(read_journal(path))) == 2


def test_open_begins_takes_up_and_begins_anew(path):
    def opened(name="reversi", **how):
        game = new_game(name)
        return Sitting.open(path, Beginning(game, game.start()), make_table=blind_table, **how)

    with opened() as sitting:
        assert not sitting.resumed
        with pytest.raises(JournalBusy, match="another process"):
            opened()
    with opened() as sitting:
        assert sitting.resumed
    with pytest.raises(InputError, match="--new"):
        opened("kulami")
    with opened("kulami", new=True) as sitting:
        assert not sitting.resumed
        assert sitting.events_after(0)[0].data["game"] == "kulami"
    with opened("kulami") as sitting:
        assert sitting.resumed
        sitting.finish()  # its recording has ended: no other game slips in behind it unasked
    with pytest.raises(InputError, match="is the journal of kulami at table"):
        opened("reversi")
    assert [e.event["game"] for e in read_journal(path) if "game" in e.event] == [
        "reversi", "kulami"]  # fmt: skip


def test_waiting_readers_are_told(path):
    from threading import Thread

    shown = Shown(path)
    heard = []
    number = shown.sitting.number
    reader = Thread(target=lambda: heard.extend(shown.sitting.wait(number, 10)))
    reader.start()
    writer = Thread(target=shown.sitting.pause)
    writer.start()
    reader.join(10)
    writer.join(10)
    assert kinds(heard) == ["told"]
    assert shown.sitting.wait(shown.sitting.number, 0.01) == []


def in_doubt(path):
    """A sitting that could not tell whether d3 or c4 was played, and has said so."""
    shown = Shown(path, seed=3)
    shown.position(REVERSI.start(), seconds=1.0)
    look = shown.eyes.look(state_of("reversi", D3))
    look.probabilities[[19, 26]] = [0.499, 0.499, 0.002]
    shown.eyes.look, shown.eyes.compares = lambda state: look, False
    assert "unsure" in kinds(shown.still((), seconds=3.0))
    return shown


def test_a_doubt_can_be_answered_after_a_restart(path):
    shown = in_doubt(path)
    boards = [str(board) for _, board in shown.sitting.answers()]
    shown.restart()
    assert [str(board) for _, board in shown.sitting.answers()] == boards
    wanted = shown.sitting.standing().unsure["answers"][1]["move"]
    said = shown.sitting.choose(1)
    assert [line.data.get("move") for line in said if line.data["event"] == "move"] == [wanted]
    same_as_rebuilt(shown)


@pytest.mark.parametrize("number", [0, 1])
def test_the_answer_taken_is_the_one_that_was_told(path, number):
    shown = in_doubt(path)
    wanted = shown.sitting.standing().unsure["answers"][number]["move"]
    ranking = shown.sitting.tracker.ranking
    look = shown.eyes.look(())
    swapped = {19: 0.46, 26: 0.54} if str(ranking.best.told.moves[0]) == "d3" else {}
    for cell, share in (swapped or {19: 0.54, 26: 0.46}).items():
        look.probabilities[cell, 0] = 0.998 - share
        look.probabilities[cell, 1] = share
    assert "unsure" not in kinds(shown.still((), seconds=3.0))
    assert str(shown.sitting.tracker.ranking.best.told.moves[0]) != str(ranking.best.told.moves[0])
    said = shown.sitting.choose(number)
    assert [line.data.get("move") for line in said if line.data["event"] == "move"] == [wanted]
    same_as_rebuilt(shown)
    assert shown.sitting.standing().unsure is None
    with pytest.raises(InputError, match="nothing to choose"):
        shown.sitting.choose(number)
