"""The parts of the watch page that change, each as HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines import AnyGame
from engines.match import REFEREE
from engines.players import PLAYERS
from referee import events as told
from referee.desk.asking import Act, Film
from referee.desk.boards import Marks, draw_board, draw_over
from referee.desk.cards import cards_of, last_made, pictures_of, score_link
from referee.desk.desk import Desk
from referee.desk.lines import (
    Line,
    Say,
    faulty_cells,
    faulty_words,
    lines_of,
    reason_words,
    side_word,
)
from referee.desk.refusals import refusal_words
from referee.desk.running import Running
from referee.desk.titles import page_mark, player_name, side_name
from referee.desk.web import environment, sayer
from referee.sitting import Sitting, Standing, Written
from referee.tracker.telling import forced_pass

MOST_LINES = 120
"""So many events are listed; the score sheet and the records have them all."""


@dataclass(frozen=True, slots=True)
class Eye:
    """How well the table is seen, in plain words."""

    look: str
    sign: str
    text: str


def parts_of(desk: Desk, running: Running, language: str) -> dict[str, Any]:
    """All parts, with the number of the last event they know of and the mark of their game."""
    mark = desk.mark
    sitting, say = running.sitting, sayer(language)
    with sitting.held():
        standing = sitting.standing()
        cards = cards_of(sitting, standing, desk.seen, say, language, film_of(desk, running))
        marks = marks_of(sitting, standing)
        game, position = sitting.tracker.game, sitting.tracker.position
        board = game.board_of(position)
        written = sitting.events_after(0)[-MOST_LINES:]
        names: dict[str, str] = {player: player_name(sitting, player, say) for player in PLAYERS}
        people = people_of(sitting, standing, say, running.patience.waits)
        eye = eye_of(running, standing, say)
        pose, frame = sitting.pose, running.frame
        acts = acts_of(sitting, standing, say)
    made: Any = environment(language).get_template("parts.html").module
    over = ""
    if pose is not None and frame is not None and standing.sight != "lost":
        over = draw_over(game, board, pose, frame.size, marks)
    # What goes on beside a card, a pause for example, is no reason to sound for it again.
    alarm = next((f"{card.number}:{card.title}" for card in cards if card.look != "good"), "")
    return {
        "number": standing.number,
        "mark": page_mark(mark, sitting),
        "attention": str(made.attention(cards)),
        "sight": str(made.sight(eye)),
        "over": over,
        "board": draw_board(game, board, marks),
        "players": str(made.players(people)),
        "moves": str(made.moves(*listed(written, say, language, game, names))),
        "acts": str(made.acts(acts)),
        "alarm": alarm,
    }


def listed(
    written: Sequence[Written],
    say: Say,
    language: str,
    game: AnyGame,
    names: Mapping[str, str],
) -> tuple[list[Line], dict[int, tuple[tuple[str, str], ...]]]:
    """The lines of the list, and for the faults among them, by number, their pictures: the card
    that shows them leaves with the next move, but they may be asked for long after."""
    told_ = [(line.number, line.event) for line in written]
    lines = lines_of(say, language, told_, game, lambda player: names[player])
    faults = {line.number for line in lines if line.kind == "fault"}
    return lines, {line.number: pictures_of(line, say) for line in written if line.number in faults}


def film_of(desk: Desk, running: Running) -> Film:
    """What is to be known of the camera where it is a recording."""
    kind, _, game = running.camera.source.partition(":")
    demo = game if kind == "demo" and game in desk.demos else ""
    return Film(running.recorded, running.ended, demo)


def marks_of(sitting: Sitting, standing: Standing) -> Marks:
    """The cells to point at: of the last fault, of a doubt, of the last move."""
    line = last_made(sitting)
    event = line.event if line is not None else None
    faults: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    if isinstance(event, told.Move | told.FaultFound | told.Mended | told.Corrected):
        faults = faulty_cells(event)
        last = tuple((event.move or "").split()[-1:])
    doubts: tuple[str, ...] = ()
    if standing.unsure is not None:
        doubts = tuple(standing.unsure["cells"])
    elif standing.lost:
        lost = sitting.last_of(told.OutOfStep)
        doubts = lost.cells if isinstance(lost, told.OutOfStep) else ()
    return Marks(faults, doubts, last)


def people_of(
    sitting: Sitting, standing: Standing, say: Say, held: bool = False
) -> list[dict[str, Any]]:
    """Both players: name, side, turn, clock, warnings; no clock runs while a recording is held."""
    round_, clocks = sitting.keeper.round, standing.round["clocks"]
    people = []
    for player in PLAYERS:
        side = round_.side_of(player)
        due = round_.awaiting
        if due is not None:  # the clock runs for whoever must put the board right
            turn, does = due.by == player, say("must put it right")
        else:
            turn, does = side == standing.side and round_.phase == "play", say("to move")
        warnings = standing.round["warnings"][player]
        seconds = None if clocks is None else clocks[player]
        name, named = player_name(sitting, player, say), side_name(sitting, player, say)
        state = named if name != named else ""
        if turn:
            state = f"{state} · {does}" if state else does
        people.append(
            {
                "side": side,
                "letter": side_word(say, side)[:1].upper(),
                "name": name,
                "turn": turn,
                "state": state,
                "warned": say("warnings: %(n)s") % {"n": warnings} if warnings else "",
                "seconds": seconds,
                "clock": "" if seconds is None else clock_words(seconds),
                "runs": round_.clock is not None and round_.clock.running == player and not held,
            }
        )
    return people


def clock_words(seconds: float) -> str:
    """Minutes and seconds."""
    return f"{int(seconds) // 60:02d}:{int(seconds) % 60:02d}"


def eye_of(running: Running, standing: Standing, say: Say) -> Eye:
    """One line: what the eyes see, and how sure they are."""
    if running.notice:
        why = reason_words(say, refusal_words(say, running.notice))
        return Eye("bad", "✗", f"{say('No pictures from the camera')}. {why}")
    if running.refused:
        return Eye("bad", "✗", reason_words(say, refusal_words(say, running.refused)))
    if standing.paused:
        stands = say("Paused: the recording stands still.")
        return Eye(
            "busy", "❚❚", stands if running.recorded else say("Paused: nothing is looked at.")
        )
    if running.patience.waits:
        return Eye("busy", "❚❚", say("The recording waits, and goes on by itself."))
    if running.ended:
        return Eye("busy", "■", say("The recording has ended."))
    if standing.sight == "lost":
        event = running.sitting.last_of(told.Sight)
        reason = event.reason if isinstance(event, told.Sight) else ""
        return Eye("bad", "✗", f"{say('The board is not seen.')} {reason_words(say, reason)}")
    if standing.sight == "searching":
        return Eye("busy", "…", say("Looking for the board."))
    if standing.settled == "covered":
        return Eye("busy", "…", say("A hand rests over the board."))
    if standing.settled == "moving":
        return Eye("busy", "…", say("Something moves over the board."))
    if standing.settled == "bumped":
        return Eye("bad", "✗", say("The board or the camera was moved; it is looked for again."))
    if standing.lost:
        return Eye("bad", "?", say("Seen, but the board fits nothing expected."))
    if standing.unsure is not None or standing.amiss:
        doubts = standing.amiss or standing.doubtful
        cells = ", ".join(doubts[:6])
        text = say("Seen, but not sure")
        return Eye("doubt", "?", f"{text}: {cells}" if cells else text)
    if standing.open is not None and not standing.open["told"]:
        played = faulty_words(say, standing.open["side"], standing.open["move"])
        return Eye("busy", "…", f"{say('A move is under way')}: {played}")
    if standing.doubtful:  # hard to see, but the game and the last looks say what it is
        cells = ", ".join(standing.doubtful[:6])
        text = say("The board fits the game. Hard to see: %(cells)s") % {"cells": cells}
        return Eye("doubt", "✓", text)
    return Eye("good", "✓", say("The board is seen clearly, and all of it is sure."))


def acts_of(sitting: Sitting, standing: Standing, say: Say) -> list[Act]:
    """The buttons under the page, which are always there; those that make no sense now are off."""
    round_ = sitting.keeper.round
    playing = round_.phase in ("play", "correction", "halted")
    final = say("Both have signed.") if len(round_.signed) == len(PLAYERS) else ""
    paused = say("It is paused; go on first.") if standing.paused else ""
    passes = forced_pass(sitting.tracker.game, sitting.tracker.state.position) is not None
    ends = standing.open is not None or round_.awaiting is not None or passes
    no_move = "" if ends else say("No move is open.")
    none_yet = say("There is no move to take back.") if standing.moves == 0 else ""
    ended = "" if playing else say("The game is over")
    acts = [] if playing else [score_link(say, not final)]
    acts += [
        Act("object", say("Objection by %(name)s") % {"name": player_name(sitting, player, say)},
            {"by": player}, "", "jk"[index], off=final)
        for index, player in enumerate(PLAYERS)
    ]  # fmt: skip
    if round_.rules.referee_may_intervene:
        text = say("Objection by the referee")
        acts.append(Act("object", text, {"by": REFEREE}, "", "l", off=final))
    acts += [
        Act("end-of-move", say("End of move"), {}, "lead", "e", off=no_move or paused),
        Act("accept", say("Accept as it stands"), {}, "more", "a",
            say("Accept the board as it is?"), final or ended or paused),
        Act("mend", say("Correct"), {}, "more", "c", off=final),
        Act("undo", say("Undo"), {"count": 1}, "more", "u", say("Take the last move back?"),
            final or none_yet),
    ]  # fmt: skip
    if standing.paused:
        acts.append(Act("go-on", say("Go on"), {}, "lead", " "))
    else:
        acts.append(Act("pause", say("Pause"), {}, "", " ", off=ended))
    pit = round_.open[-1].doubling_pit if round_.open else None
    if pit is not None:
        other = "B" if round_.open[-1].by == "A" else "A"
        text = say("Count pit %(pit)s") % {"pit": pit}
        acts.append(Act("count-pit", text, {"by": other, "pit": pit}, "lead", "s"))
    over = say("The game is over") if round_.phase in ("over", "signed") else ""
    acts.append(Act("report", say("Report…"), {}, "more", "r", off=over))
    acts.append(Act("help", say("Signals and keys"), {}, "more", "h"))
    return acts
