"""What needs the referee's decision, as cards: a fault, a doubt, a question, a correction."""

from __future__ import annotations

from collections.abc import Iterator

from engines.articles import ARTICLES
from engines.match import REFEREE
from engines.players import PLAYERS, Player, opponent
from referee import events as told
from referee.desk.asking import Act, Board, Card, Film
from referee.desk.boards import Marks, draw_board
from referee.desk.lines import (
    Say,
    fault_words,
    faulty_words,
    move_word,
    reason_words,
    side_word,
)
from referee.desk.refusals import refusal_words
from referee.desk.report import off_board_words
from referee.desk.titles import player_name
from referee.journal.pictures import named_in
from referee.round_events import ENDED
from referee.sitting import Sitting, Standing, Written
from referee.tracker.correcting import UNDO


def cards_of(
    sitting: Sitting, standing: Standing, seen: set[int], say: Say, language: str, film: Film
) -> list[Card]:
    """The cards of a table, the most pressing first; called while nobody changes the table."""
    return [
        *_trouble(sitting, standing, say),
        *_asked(sitting, standing, say),
        *_time_up(sitting, standing, say),
        *_awaiting(sitting, standing, say, film),
        *_unsure(sitting, standing, say, language),
        *_lost(sitting, standing, say),
        *_fault(sitting, standing, seen, say, language),
        *_plates(sitting, seen, say),
        *_round(sitting, standing, say, film),
        *_unkept(standing, say),
    ]


def last_made(sitting: Sitting, *or_else: type[told.Event]) -> Written | None:
    """The last move that was told, if nothing was told or taken back since."""
    for line in reversed(sitting.events_after(0)):
        event = line.event
        if isinstance(event, (told.Move, told.FaultFound, told.Mended, told.Corrected, *or_else)):
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


def _number(sitting: Sitting, *kinds: type[told.Event]) -> int:
    """The number of the last event of some kinds."""
    lines = reversed(sitting.events_after(0))
    return next((line.number for line in lines if isinstance(line.event, kinds)), 0)


def _trouble(sitting: Sitting, standing: Standing, say: Say) -> Iterator[Card]:
    if standing.trouble:
        why = refusal_words(say, standing.trouble)
        lines = (why, say("Nothing is shown until it can be written down."))
        yield Card("fault", "✗", say("The journal cannot be written"), lines)
    if standing.sight == "lost":
        event = sitting.last_of(told.Sight)
        reason = event.reason if isinstance(event, told.Sight) else ""
        yield Card("doubt", "?", say("The board is not seen."), (reason_words(say, reason),),
                   number=_number(sitting, told.Sight))  # fmt: skip


def gap_of(standing: Standing, say: Say) -> tuple[str, ...]:
    """That the round has a gap, and what to do; empty where it has none."""
    if not standing.untaken:
        return ()
    why = refusal_words(say, standing.untaken[-1])
    told_ = {"n": len(standing.untaken), "why": why}
    line = say("Check the score by hand. Not taken: %(n)s; last: %(why)s") % told_
    return say("The record of the round may be incomplete"), line


def _unkept(standing: Standing, say: Say) -> Iterator[Card]:
    """A round with a gap; a disk that takes no pictures for bug reports may soon take no events."""
    gap = gap_of(standing, say)
    if gap:
        yield Card("doubt", "!", gap[0], gap[1:])
    if standing.unkept:
        why = refusal_words(say, standing.unkept)
        lines = (why, say("Moves and score are written all the same."))
        yield Card("doubt", "!", say("The pictures for bug reports cannot be kept"), lines)


def _asked(sitting: Sitting, standing: Standing, say: Say) -> Iterator[Card]:
    if standing.asked is None:
        return
    side = standing.open["side"] if standing.open else standing.side
    title = say("Has %(side)s finished the move?") % {"side": side_word(say, side)}
    off = say("It is paused; go on first.") if standing.paused else ""
    acts = (
        Act("finished", say("Yes, finished"), {"yes": True}, "lead", "y", off=off),
        Act("finished", say("No, still moving"), {"yes": False}, "", "n", off=off),
    )
    lines = (say("An objection counts only after the end of the move."), off)
    number = _number(sitting, told.Question)
    yield Card("doubt", "?", title, tuple(filter(None, lines)), acts=acts, number=number)


def _time_up(sitting: Sitting, standing: Standing, say: Say) -> Iterator[Card]:
    """Hakem's own clock stands at nothing; the rules say what it means.

    That time is up on a clock of the table's own is reported (`report.py`).
    """
    clocks = standing.round["clocks"]
    if clocks is None or standing.round["phase"] not in ("play", "correction"):
        return
    for player, left in clocks.items():
        if left > 0:
            continue
        body = {"who": player, "treasury": sitting.treasury_of(player)}
        title = f"{say('Time is up')}: {player_name(sitting, player, say)}"
        acts = (Act("flag", say("End it by the rules"), body, "warn"),)
        yield Card("doubt", "⏱", title, (say("Look at the clock at the table first."),), acts=acts)


def _awaiting(sitting: Sitting, standing: Standing, say: Say, film: Film) -> Iterator[Card]:
    awaited = sitting.tracker.awaited
    if awaited is None:
        return
    game, due = sitting.tracker.game, sitting.keeper.round.awaiting
    name = "" if due is None else player_name(sitting, due.by, say)
    tasks = {
        "take_back": say("%(name)s takes the move back."),
        "replay": say("%(name)s takes the move back and plays %(move)s, correctly."),
        "finish": say("%(name)s keeps the move and puts right what is wrong with it."),
        "anew": say("%(name)s takes the move back and makes another one."),
        "referee": say("The referee puts the piece back."),
        UNDO: say("What was taken back must come off the board."),
    }
    if film.recorded:
        how = say("Nobody in a recording hears this: it goes on by itself in a few seconds, "
                  "from the board as it stands.")  # fmt: skip
    elif awaited.task == UNDO:
        how = say("The game goes on by itself when the board stands like this.")
    else:
        how = say("Nothing counts as a fault until then. The game goes on by itself when the board "
                  "is put right.")  # fmt: skip
    shown, caption = awaited.target, say("so it should stand")
    if shown is None:
        shown, caption = awaited.before, say("back to this, then another move")
    board = Board(draw_board(game, game.board_of(shown)), caption)
    off = say("It is paused; go on first.") if standing.paused else ""
    sure = "" if film.recorded else say("Accept the board as it is?")
    acts = (Act("accept", say("Go on from the board as it stands"), {}, "lead", "a", sure, off),)
    undone = awaited.task == UNDO
    title = say("Waiting for the board") if undone else say("Waiting for the correction")
    move = "" if due is None else due.move
    task = tasks.get(awaited.task, awaited.task) % {"name": name, "move": move}
    lines = tuple(filter(None, (task, how, off)))
    number = _number(sitting, told.Awaiting)
    yield Card("doubt", "↺", title, lines, acts, (), (board,), number=number)


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
    number = _number(sitting, told.Unsure)
    lines = (line,) if line else ()
    yield Card("doubt", "?", title, lines, acts, (), tuple(boards), number=number)


def _fault_sentence(game: str, code: str, language: str) -> str:
    article = ARTICLES[game].get(code)
    if article is None:
        return code
    return article.tr if language == "tr" else article.en


def _lost(sitting: Sitting, standing: Standing, say: Say) -> Iterator[Card]:
    if not standing.lost or standing.round["phase"] in (*ENDED, "signed"):
        return
    event = sitting.last_of(told.OutOfStep)
    cells = event.cells if isinstance(event, told.OutOfStep) else ()
    if sitting.tracker.gap:
        yield _missed(sitting, standing, cells, say)
        return
    if cells and sitting.tracker.by_hand.issuperset(cells):
        yield _slip(sitting, cells, say)
        return
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
    number = _number(sitting, told.OutOfStep)
    yield Card("doubt", "?", title, tuple(filter(None, lines)), acts=acts, number=number)


def _missed(sitting: Sitting, standing: Standing, cells: tuple[str, ...], say: Say) -> Card:
    """The board has changed while nobody looked: from where does the game go on?"""
    lines = (
        f"{say('Changed')}: {', '.join(cells)}" if cells else "",
        say("Nobody saw what was played. Whose turn is it on this board?"),
    )
    acts = [
        Act("accept", say("Go on: %(side)s to move") % {"side": side_word(say, side)},
            {"side": side}, "lead", str(number))
        for number, side in enumerate(sitting.tracker.game.sides, 1)
    ]  # fmt: skip
    acts.append(Act("mend", say("Correct"), {}, "", "c"))
    title = say("The board has changed during the pause")
    number = _number(sitting, told.OutOfStep)
    shown = tuple(filter(None, lines))
    return Card("doubt", "?", title, shown, acts=tuple(acts), number=number)


def _fault(
    sitting: Sitting, standing: Standing, seen: set[int], say: Say, language: str
) -> Iterator[Card]:
    line = last_made(sitting, told.Breach)
    if line is None or line.number in seen or sitting.tracker.awaited is not None:
        return
    event, faulty = line.event, told.FaultFound | told.Mended | told.Corrected | told.Breach
    if not isinstance(event, faulty) or not event.faults:
        return
    round_ = sitting.keeper.round
    mover: Player = round_.player_of(event.side)
    other = opponent(mover)
    who = player_name(sitting, other, say)
    title = f"{say('Fault')}: {event.n}. {faulty_words(say, event.side, event.move)}"
    lines = [fault_words(say, fault, language) for fault in event.faults]
    lines.append(say("It stands unless it is reported before the opponent's own move."))
    acts = [Act("object", say("Objection by %(name)s") % {"name": who}, {"by": other}, "warn")]
    if round_.rules.referee_may_intervene:
        acts.append(Act("object", say("Objection by the referee"), {"by": REFEREE}, "warn"))
    yield Card("fault", "!", title, tuple(lines), tuple(acts), pictures_of(line, say),
               dismiss=line.number, number=line.number)  # fmt: skip


def _slip(sitting: Sitting, cells: tuple[str, ...], say: Say) -> Card:
    """The board shows other than the referee has said, and nobody has played: that is no fault."""
    lines = (
        f"{say('These cells do not fit')}: {', '.join(cells)}",
        say("No move was seen since then. Look at the board, and correct it again."),
    )
    acts = (
        Act("mend", say("Correct"), {}, "lead", "c"),
        Act("accept", say("Accept as it stands"), {}, "", "a"),
    )
    title = say("The board does not look as you corrected it")
    return Card("doubt", "?", title, lines, acts, number=_number(sitting, told.OutOfStep))


def _plates(sitting: Sitting, seen: set[int], say: Say) -> Iterator[Card]:
    """Kulami: nobody said which plates lie there, and those that were taken for granted do not."""
    line = other_plates_of(sitting)
    if line is None or line.number in seen or not isinstance(line.event, told.OtherPlates):
        return
    lines = (
        say("Moves and score go by the plates. Begin the game again with the right ones, or look "
            "at them and say on the score page that they are right."),
        f"{say('Seen')}: {line.event.layout}",
    )  # fmt: skip
    title = say("The plates on the table are others than those of the game.")
    yield Card("doubt", "?", title, lines, acts=(_new_game(say, False),),
               dismiss=line.number, number=line.number)  # fmt: skip


def other_plates_of(sitting: Sitting) -> Written | None:
    """Where the journal tells that other plates are seen than the game has."""
    lines = sitting.events_after(0)
    return next((line for line in lines if isinstance(line.event, told.OtherPlates)), None)


def _round(sitting: Sitting, standing: Standing, say: Say, film: Film) -> Iterator[Card]:
    phase, signed = standing.round["phase"], len(standing.round["signed"]) == len(PLAYERS)
    if phase == "halted":
        acts: tuple[Act, ...] = (Act("put-back", say("It is back in its place"), {}, "lead"),)
        yield Card("doubt", "!", *off_board_words(sitting, say), acts)
    if phase == "referee":
        acts = tuple(
            Act("decide", player_name(sitting, result, say), {"result": result}, "lead")
            for result in ("A", "B")
        )
        acts += (Act("decide", say("Draw"), {"result": "draw"}),)
        yield Card("doubt", "?", say("The rules leave this to the referee: who wins?"), acts=acts)
    if phase == "between":
        acts = (score_link(say, not signed),)
        if not film.ended:
            look = "lead" if signed else ""
            acts += (Act("next-set", say("Begin the next set"), {}, look),)
        line = say("The set is over. Count it on the score page, then begin the next one.")
        yield Card("good", "✓", say("The set is over"), (line,), acts=(*acts, *_again(film, say)))
    elif phase in ("over", "signed"):
        lines = [say("Check the score page together, sign it, print it.")]
        if signed:
            lines = [say("Both have signed; the result is final.")]
        decision = sitting.keeper.round.decision
        if decision is not None and decision.result != "draw":
            lines.insert(0, f"{say('Winner')}: {player_name(sitting, decision.result, say)}")
        elif decision is not None:
            lines.insert(0, say("Draw"))
        links = (score_link(say, not signed), *_again(film, say), _new_game(say, signed))
        yield Card("good", "✓", say("The game is over"), tuple(lines), acts=links)
    elif film.ended:
        links = (score_link(say, True), *_again(film, say), _new_game(say, False))
        line = say("The game on it is not over.")
        yield Card("good", "■", say("The recording has ended."), (line,), acts=links)


def score_link(say: Say, leads: bool) -> Act:
    """To the page where the score is counted and signed."""
    return Act("score", say("Score and signatures"), look="lead" if leads else "", href="/score")


def _new_game(say: Say, leads: bool) -> Act:
    return Act("setup", say("New game"), look="lead" if leads else "", href="/setup")


def _again(film: Film, say: Say) -> tuple[Act, ...]:
    if not film.demo:
        return ()
    return (Act("demo", say("This demo once more"), {"game": film.demo}),)
