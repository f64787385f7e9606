"""What the terminal shows while a table is watched."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable

from rich.console import Group
from rich.text import Text

from cli.boards import draw
from cli.event_lines import event_line
from cli.page_words import refused
from cli.words import say, side_name
from engines.players import PLAYERS
from referee import events as told
from referee.sitting import Sitting, Written

REDRAWN = 0.2
"""Seconds between two drawings."""


class Screen:
    """A live board, whose turn it is, what is open, and how the camera does."""

    def __init__(self, sitting: Sitting, lang: str) -> None:
        self._sitting, self._lang = sitting, lang
        self._marked: tuple[str, ...] = ()
        self._drawn = 0.0
        self._frames: deque[float] = deque(maxlen=30)

    def tick(self) -> None:
        """One more frame has come."""
        self._frames.append(time.monotonic())

    def take(self, lines: Iterable[Written]) -> list[Text]:
        """The lines that new events are worth."""
        said = []
        for event in (line.event for line in lines):
            if event is None:
                continue
            if isinstance(event, told.FaultFound | told.UnderWay | told.Mended | told.Breach):
                self._marked = tuple(cell for fault in event.faults for cell in fault.cells)
            elif isinstance(
                event, told.Move | told.Restored | told.TokenSet | told.Corrected | told.Told
            ):
                self._marked = ()
            elif isinstance(event, told.Unsure | told.OutOfStep):
                self._marked = event.cells
            line = event_line(event, self._lang, self._sitting.tracker.game)
            if line is not None:
                said.append(line)
        return said

    def due(self) -> bool:
        """Whether it is time to draw again."""
        return time.monotonic() - self._drawn > REDRAWN

    def drawn(self, keys: bool) -> Group:
        """Board, round, camera."""
        self._drawn = time.monotonic()
        tracker = self._sitting.tracker
        board = draw(tracker.game, tracker.game.board_of(tracker.position), self._marked)
        lines = [Text(self._players()), Text(self._camera(), "grey50")]
        lines += [Text(word, "yellow") for word in self._open()]
        if keys:
            lines.append(Text(say(self._lang, "keys_hint"), "grey50"))
        return Group(board, *lines)

    def _players(self) -> str:
        keeper, lang, tracker = self._sitting.keeper, self._lang, self._sitting.tracker
        turn = say(lang, "to_move", side=side_name(lang, tracker.position.side))
        words = [say(lang, "game_over") if tracker.state.over else turn]
        for player, name in zip(PLAYERS, self._sitting.beginning.names, strict=True):
            side = side_name(lang, keeper.round.side_of(player))
            warned = keeper.round.warnings_of(player)
            told_ = f"{name} ({side})" if name else side
            words.append(f"{told_}: {say(lang, 'warnings', n=warned)}" if warned else told_)
        if keeper.round.conduct.sets > 1:
            words.append(say(lang, "set_number", n=keeper.round.set_number))
        return "  ".join(words)

    def _camera(self) -> str:
        table, lang = self._sitting.table, self._lang
        state = table.settled.state if table.settled is not None else "searching"
        if self._sitting.sight == "lost":
            state = "searching"
        spent = self._frames[-1] - self._frames[0] if self._frames else 0.0
        rate = (len(self._frames) - 1) / spent if spent > 0 else 0.0
        seen = say(lang, f"sight_{state}")
        return f"{seen}  {self._sitting.now:.1f} s  {say(lang, 'frame_rate', rate=rate)}"

    def _open(self) -> list[str]:
        """What waits for somebody."""
        sitting, lang = self._sitting, self._lang
        tracker, words = sitting.tracker, []
        if tracker.paused:
            words.append(say(lang, "paused"))
        if sitting.keeper.asks is not None:
            words.append(say(lang, "answer_finished"))
        if tracker.awaited is not None:
            words.append(say(lang, "awaiting_now"))
        if tracker.state.lost:
            words.append(say(lang, "lost_now"))
        troubles = (sitting.trouble, sitting.unkept)
        words += [refused(lang, why) for why in troubles if why]
        return words + untaken_words(sitting, lang)


def untaken_words(sitting: Sitting, lang: str) -> list[str]:
    """That the round could not take something, where it could not, in a line."""
    untaken = sitting.keeper.troubles
    if not untaken:
        return []
    last = (
        untaken[-1].partition(": ")[2] or untaken[-1]
    )  # what the rules call the event says nothing
    why = refused(lang, last)
    return [say(lang, "round_incomplete", n=len(untaken), why=why)]
