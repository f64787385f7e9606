"""What needs the referee's decision, as cards: a fault, a doubt, a question, a correction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engines.articles import ARTICLES
from engines.players import Player, opponent
from referee import events as told
from referee.desk.boards import Marks, draw_board
from referee.desk.lines import Say, fault_words, move_word, reason_words, side_word
from referee.desk.titles import player_name
from referee.journal.pictures import named_in
from referee.sitting import Sitting, Standing, Written


@dataclass(frozen=True, slots=True)
class Act:
    """A button."""

    name: str
    """Which act of the API."""
    text: str
    """What it says."""
    body: dict[str, Any] = field(default_factory=dict)
    """What goes with it."""
    look: str = ""
    """`lead`, `warn` or plain."""
    key: str = ""
    """The key that presses it."""
    sure: str = ""
    """What is asked first."""
    off: bool = False
    """Whether it cannot be pressed now."""

    @property
    def id(self) -> str:
        """Keeps the focus on it when the page is renewed."""
        return "-".join([self.name, *(str(value) for value in self.body.values())])

    @property
    def key_shown(self) -> str:
        """The key as it is written on the button."""
        return "␣" if self.key == " " else self.key.upper()


@dataclass(frozen=True, slots=True)
class Board:
    """A drawn board with a caption; with an act it can be chosen."""

    svg: str
    caption: str
    act: Act | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """One thing that needs a decision, or is worth to be seen at once."""

    look: str
    sign: str
    title: str
    lines: tuple[str, ...] = ()
    article: str = ""
    acts: tuple[Act, ...] = ()
    pictures: tuple[tuple[str, str], ...] = ()
    boards: tuple[Board, ...] = ()
    dismiss: int = 0
    """The event that is put aside by a tap."""


def cards_of(
    sitting: Sitting, standing: Standing, seen: set[int], say: Say, language: str
) -> list[Card]:
    """The cards of a table, the most pressing first; called while nobody changes the table."""
    return [
        *_trouble(sitting, standing, say),
        *_asked(sitting, standing, say),
        *_time_up(sitting, standing, say),
        *_awaiting(sitting, say),
        *_unsure(sitting, standing, say, language),
        *_lost(sitting, standing, say),
        *_fault(sitting, standing, seen, say, language),
        *_round(sitting, standing, say),
    ]


def last_made(sitting: Sitting) -> Written | None:
    """The last move that was told, if nothing was told or taken back since."""
    for line in reversed(sitting.events_after(0)):
        event = line.event
        if isinstance(event, told.Move | told.FaultFound | told.Mended | told.Corrected):
            return line
        if isinstance(event, told.Resync) or (
            isinstance(event, told.Told) and event.what in ("undo", "position", "accept", "cell")
        ):
            return None
    return None


def pictures_of(line: Written, say: Say) -> tuple[tuple[str, str], ...]:
    """The pictures beside an event, with their captions."""
    files = named_in(line.data)
    captions = (("before", say("before")), ("after", say("after")))
    return tuple(
        (text, f"/desk/looks/{line.number}/{key}?v={files[key][:12]}")
        for key, text in captions
        if key in files
    )


def _trouble(sitting: Sitting, standing: Standing, say: Say) -> Iterator[Card]:
    if standing.trouble:
        lines = (standing.trouble, say("Nothing is shown until it can be written down."))
        yield Card("fault", "✗", say("The journal cannot be written"), lines)
    if standing.sight == "lost":
        event = sitting.last_of(told.Sight)
        reason = event.reason if isinstance(event, told.Sight) else ""
        yield Card("doubt", "?", say("The board is not seen."), (reason_words(say, reason),))


def _asked(sitting: Sitting, standing: Standing, say: Say) -> Iterator[Card]:
    if standing.asked is None:
        return
    side = standing.open["side"] if standing.open else standing.side
    title = say("Has %(side)s finished the move?") % {"side": side_word(say, side)}
    acts = (
        Act("finished", say("Yes, finished"), {"yes": True}, "lead", "y"),
        Act("finished", say("No, still moving"), {"yes": False}, "", "n"),
    )
    line = say("An objection counts only after the end of the move.")
    yield Card("doubt", "?", title, (line,), acts=acts)


def _time_up(sitting: Sitting, standing: Standing, say: Say) -> Iterator[Card]:
    """A clock that stands at nothing; the rules say what it means."""
    clocks = standing.round["clocks"]
    if clocks is None or standing.round["phase"] not in ("play", "correction"):
        return
    for player, left in clocks.items():
        if left > 0:
            continue
        body: dict[str, Any] = {"who": player}
        if sitting.tracker.game.name == "mangala":
            side = sitting.keeper.round.side_of(player)
            place = sitting.tracker.view.names.index("ST" if side == "south" else "NT")
            body["treasury"] = sitting.tracker.position.board.stones[place]
        title = f"{say('Time is up')}: {player_name(sitting, player, say)}"
        acts = (Act("flag", say("End it by the rules"), body, "warn"),)
        yield Card("doubt", "⏱", title, (say("Look at the clock at the table first."),), acts=acts)


def _awaiting(sitting: Sitting, say: Say) -> Iterator[Card]:
    awaited = sitting.tracker.awaited
    if awaited is None:
        return
    game = sitting.tracker.game
    tasks = {
        "take_back": say("The move is taken back."),
        "replay": say("The same move is played again, rightly."),
        "finish": say("The move is finished rightly."),
        "anew": say("The move is taken back, and another one is made."),
        "referee": say("The referee puts the piece back."),
    }
    lines = (
        tasks.get(awaited.task, awaited.task),
        say("Until the board is put right, nothing on it counts as a fault."),
    )
    boards = []
    if awaited.target is not None:
        drawn = draw_board(game, game.board_of(awaited.target))
        boards.append(Board(drawn, say("so it should stand")))
    else:
        drawn = draw_board(game, game.board_of(awaited.before))
        boards.append(Board(drawn, say("back to this, then another move")))
    acts = (
        Act("accept", say("Accept as it stands"), {}, "", "", say("Accept the board as it is?")),
    )
    yield Card("doubt", "↺", say("Waiting for the correction"), lines, "", acts, (), tuple(boards))


def _unsure(sitting: Sitting, standing: Standing, say: Say, language: str) -> Iterator[Card]:
    if standing.unsure is None or standing.lost:
        return
    game = sitting.tracker.game
    cells = tuple(standing.unsure["cells"])
    boards = []
    answers = sitting.answers()
    for number, (answer, board) in enumerate(answers[:2]):
        marks = Marks(doubts=cells)
        word = move_word(say, answer.move) if answer.move else say("nothing was played")
        act = Act("choose", word, {"answer": number}, "", str(number + 1))
        wrong = " ".join(_fault_sentence(game.name, code, language) for code in answer.faults)
        caption = f"{word}{f' (! {wrong})' if wrong else ''} · {answer.share:.0%}"
        boards.append(Board(draw_board(game, board, marks), caption, act))
    title = say("Which of these stands on the board?") if boards else say("Not sure")
    line = f"{say('In doubt')}: {', '.join(cells)}" if cells else ""
    acts = (Act("mend", say("Neither: correct by hand"), {}, "", "c"),)
    yield Card("doubt", "?", title, (line,) if line else (), "", acts, (), tuple(boards))


def _fault_sentence(game: str, code: str, language: str) -> str:
    article = ARTICLES[game].get(code)
    if article is None:
        return code
    return article.tr if language == "tr" else article.en


def _lost(sitting: Sitting, standing: Standing, say: Say) -> Iterator[Card]:
    if not standing.lost:
        return
    event = sitting.last_of(told.OutOfStep)
    cells = event.cells if isinstance(event, told.OutOfStep) else ()
    lines = (
        f"{say('These cells do not fit')}: {', '.join(cells)}" if cells else "",
        say("Accept what lies there, or correct it by hand."),
    )
    acts = (
        Act("accept", say("Accept as it stands"), {}, "lead", "a"),
        Act("mend", say("Correct"), {}, "", "c"),
        Act("undo", say("Undo"), {"count": 1}, "", "u"),
    )
    title = say("The board fits nothing that can have happened")
    yield Card("doubt", "?", title, tuple(filter(None, lines)), acts=acts)


def _fault(
    sitting: Sitting, standing: Standing, seen: set[int], say: Say, language: str
) -> Iterator[Card]:
    line = last_made(sitting)
    if line is None or line.number in seen or sitting.tracker.awaited is not None:
        return
    event = line.event
    if not isinstance(event, told.FaultFound | told.Mended | told.Corrected) or not event.faults:
        return
    round_ = sitting.keeper.round
    mover: Player = round_.player_of(event.side)
    other = opponent(mover)
    who = player_name(sitting, other, say)
    title = f"{say('Fault')}: {event.n}. {side_word(say, event.side)} {move_word(say, event.move)}"
    lines = [fault_words(say, fault, language) for fault in event.faults]
    lines.append(say("It stands unless it is reported before the opponent's own move."))
    acts = (Act("object", say("Objection by %(name)s") % {"name": who}, {"by": other}, "warn", ""),)
    yield Card("fault", "!", title, tuple(lines), "", acts, pictures_of(line, say), (), line.number)


def _round(sitting: Sitting, standing: Standing, say: Say) -> Iterator[Card]:
    phase = standing.round["phase"]
    if phase == "halted":
        acts: tuple[Act, ...] = (Act("put-back", say("It is back in its place"), {}, "lead"),)
        yield Card("doubt", "!", say("A piece is off the board"), (), acts=acts)
    if phase == "referee":
        acts = tuple(
            Act("decide", player_name(sitting, result, say), {"result": result}, "lead")
            for result in ("A", "B")
        )
        acts += (Act("decide", say("Draw"), {"result": "draw"}),)
        yield Card("doubt", "?", say("The rules leave this to the referee: who wins?"), acts=acts)
    if phase == "between" and standing.over:
        acts = (Act("next-set", say("Begin the next set"), {}, "lead"),)
        line = say("The set is over. Count it on the score page, then begin the next one.")
        yield Card("good", "✓", say("The set is over"), (line,), acts=acts)
    elif phase in ("over", "signed"):
        lines = [say("Check the score page together, sign it, print it.")]
        decision = sitting.keeper.round.decision
        if decision is not None and decision.result != "draw":
            lines.insert(0, f"{say('Winner')}: {player_name(sitting, decision.result, say)}")
        elif decision is not None:
            lines.insert(0, say("Draw"))
        yield Card("good", "✓", say("The game is over"), tuple(lines))
