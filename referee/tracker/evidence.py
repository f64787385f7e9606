"""What the readings of one stillness say together, and how well each prediction fits it.

Readings of one stillness err in the same way, so that their mean counts, no more than twice. What
is hidden says nothing. A cell that has not changed since the last sure look brings little news:
there its content counts less, and what was read wrongly then may be read wrongly again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.tracker.glare import Glare
from referee.tracker.look import Look
from referee.tracker.predictions import Stack
from referee.tracker.tokens import Confusion
from referee.tracker.view import Cells, View
from vision.detectors.numbers import sigmoid, softmax
from vision.reading import HIDDEN, Reading

FLOOR = 0.003
"""However sure a reading is, so much is left for all other contents."""
MOST = 2.0
"""As how many independent readings those of one stillness count at most."""
FORGIVEN = 4.0
"""By no more than this is a cell forgiven that was read wrongly before and has not changed."""
STEADY = 0.3
"""How much more a reading speaks against what was read there rightly at the last sure look: what
nobody touches is hardly read rightly once and wrongly then."""
ALIKE = 0.05
"""How often a token is overlooked in every look at it alike."""
OVERLOOKED = 0.005
"""However surely no token is seen where one should lie, so likely it is overlooked, also in a set
whose tokens were seen until now: at tables that had been learnt nearly two in a hundred were."""
KEPT = 12
"""Of so many looks it is kept what has changed; they err alike."""
LEAST_GAIN = 1e-3
"""However plainly it is seen how many came, so likely it may have been any other number."""
CLEAR = 3.0
"""A cell that speaks against a board by more than this does not fit."""


@dataclass(frozen=True, eq=False)
class Tables:
    """Logarithms of likelihoods, cell by cell."""

    contents: NDArray[np.float64]
    """Cells x contents."""
    changed: NDArray[np.float64] | None
    """For each cell, if it has changed since the last sure look."""
    plainly: NDArray[np.float64] | None
    """The same if it holds something plainly else: a marble, several stones more or less."""
    same: NDArray[np.float64] | None
    """The same if it has not."""
    token: NDArray[np.float64] | None
    """Kulami: if a token lies there."""
    bare: NDArray[np.float64] | None
    """Kulami: if none does."""
    seen: NDArray[np.bool_]
    """The cells that could be seen."""
    plain: int = 1
    """By how much the number of a content must differ to be plainly another."""
    last: Look | None = None
    """The look against which changes were told."""
    gains: NDArray[np.float64] | None = None
    """Mangala: for each place, if it has changed and gained so many since; no gain in the middle.
    """

    @property
    def best(self) -> float:
        """The score of a board that would fit everywhere."""
        total = float(self.contents.max(1).sum())
        if self.changed is not None and self.same is not None:
            total += float(np.maximum(self.changed, self.same).sum())
        if self.token is not None and self.bare is not None:
            total += float(np.maximum(self.token, self.bare).sum())
        return total

    def scores(self, stack: Stack, last: Look | None) -> NDArray[np.float64]:
        """How well each prediction fits, its odds included."""
        if not stack.items:
            return np.zeros(0)
        every = np.arange(stack.cells.shape[1])
        total = stack.odds + self.contents[every, stack.cells].sum(1)
        if self.token is not None and self.bare is not None and stack.tokens is not None:
            total = total + np.where(stack.tokens, self.token, self.bare).sum(1)
        if self.changed is not None and last is not None:
            moved = np.zeros(stack.cells.shape, bool)
            if stack.tokens is not None and last.tokens is not None:
                moved = stack.tokens != last.tokens
            told = self._compared(stack.cells, last.cells, moved)
            if last.loose is not None:  # what may have lain there may have gone, or not
                either = last.loose & (stack.cells == last.cells)
                gone = self._compared(stack.cells, last.cells, np.ones_like(moved))
                told = np.where(either, np.maximum(told, gone), told)
            for place, content, less in last.maybe:
                was = last.cells.copy()
                was[place] = content
                instead = self._compared(stack.cells, was, moved)[:, place] - less
                told[:, place] = np.maximum(told[:, place], instead)
            total = total + told.sum(1)
        return np.asarray(total)

    def done(self, cells: Cells) -> NDArray[np.bool_]:
        """Where a board differs from the last sure look, and it is seen that something was done."""
        if self.changed is None or self.same is None or self.last is None:
            return np.zeros(len(cells), bool)
        seen = self._changed(cells, self.last.cells) > self.same
        return np.asarray((cells != self.last.cells) & seen)

    def _compared(self, cells: Cells, last: Cells, moved: NDArray[np.bool_]) -> NDArray[np.float64]:
        """How well it fits what was compared, cell by cell, that these say what is there now.

        `moved`: where a token has come or gone.
        """
        assert self.same is not None
        told = np.where((cells != last) | moved, self._changed(cells, last), self.same)
        if self.gains is None:
            return told
        more = cells - last
        gained = self.gains[np.arange(cells.shape[1]), more + self.gains.shape[1] // 2]
        return np.asarray(told + np.where(more != 0, gained, 0.0))

    def _changed(self, cells: Cells, last: Cells) -> NDArray[np.float64]:
        """How well it fits what was compared that each cell has become what these say."""
        assert self.changed is not None
        assert self.plainly is not None
        plain = np.abs(cells - last) >= self.plain
        return np.where(plain, self.plainly, self.changed)

    def shortfall(self, cells: Cells) -> NDArray[np.float64]:
        """By how much each cell speaks against a board."""
        return np.asarray(self.contents.max(1) - self.contents[np.arange(len(cells)), cells])


class Evidence:
    """Gathers the readings of one stillness."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.confusion = Confusion()
        self.glare = Glare(len(view.names), view.contents)
        self.clear()

    def clear(self) -> None:
        """Something has moved: what was seen before no longer counts."""
        self.count = 0
        self._stirred = False
        self._renew()

    def stir(self, other: bool | np.bool_) -> bool:
        """Whether the board is another one though nobody was seen to move it; the first time what
        was read is old, and forgotten."""
        fresh = bool(other) and not self._stirred
        if fresh:
            self.count, self._stirred = 0, True
            self._renew()
        return fresh

    def _renew(self) -> None:
        self._read = 0
        self._changes: list[NDArray[np.float64]] = []
        self._gains: list[NDArray[np.float64]] = []
        self._contents: NDArray[np.float64] | None = None
        self._seen = np.zeros(len(self.view.names))
        self._tokens: list[NDArray[np.float64]] = []

    def add(
        self,
        reading: Reading,
        changes: NDArray[np.float64] | None,
        gains: NDArray[np.float64] | None = None,
    ) -> None:
        """Take one more settled reading in."""
        contents = np.clip(self.view.sharpened(reading), 0, 1)
        contents = self.confusion.veiled(contents, reading.tokens)
        floor = FLOOR / self.view.contents
        weight = np.where(reading.hidden > HIDDEN, 0.0, 1 - reading.hidden)
        logs = np.log((1 - FLOOR) * contents + floor) * weight[:, None]
        self._contents = logs if self._contents is None else self._contents + logs
        self._seen = self._seen + weight
        if changes is not None:
            told = np.clip(changes, 0, 1)
            yes, no = told**self.view.touch, (1 - told) ** self.view.touch
            self._changes = [*self._changes, yes / (yes + no)][-KEPT:]
        if gains is not None:
            told = np.maximum(gains - gains.max(1, keepdims=True), np.log(LEAST_GAIN))
            self._gains = [*self._gains, told * weight[:, None]][-KEPT:]
        if reading.tokens is not None:
            self._tokens.append(np.clip(reading.tokens, 0, 1))
        self.count += 1
        self._read += 1

    def note(self, look: Look) -> None:
        """A sure look, by which it is known what is seen badly here."""
        self.confusion.note(look)
        if self.view.shines:
            self.glare.note(look)

    def look_anew(self) -> None:
        """From now on changes are told against another frame."""
        self._changes, self._gains, self._stirred = [], [], False

    @property
    def compared(self) -> int:
        """How many readings have told what has changed."""
        return len(self._changes)

    @property
    def seen(self) -> NDArray[np.bool_]:
        """The cells that could be seen in at least half of the readings."""
        return self._seen >= 0.5 * max(1, self._read)

    @property
    def tokens(self) -> NDArray[np.float64] | None:
        """Kulami: for each hole how likely a token lies there."""
        return np.mean(self._tokens, axis=0) if self._tokens else None

    @property
    def trusted_tokens(self) -> NDArray[np.float64] | None:
        """The same as far as it can be believed of this set, whose marbles may look like tokens."""
        told = self.tokens
        if told is None:
            return None
        return np.asarray(told + (0.5 - told) * self.confusion.of(self.means().argmax(1)))

    def means(self) -> NDArray[np.float64]:
        """For each cell the mean logarithm of every content, as it was read."""
        assert self._contents is not None, "nothing was read"
        return self._contents / self._read

    def tables(self, last: Look | None = None) -> Tables:
        """All of it as logarithms; `last` is the look against which changes were told."""
        assert self._contents is not None, "nothing was read"
        weight = min(float(self._read), MOST)
        seen = self._seen / self._read
        read = self.glare.forgiving(self.means())
        contents = read * weight * self.view.weights[:, None]
        changed = plainly = same = token = bare = None
        if self._changes:
            told, looks = np.mean(self._changes, axis=0), min(float(len(self._changes)), MOST)
            # Also where numbers are hardly read, in treasuries, it is seen that something was done.
            alarm, dazzled = self.view.alarm, self.view.dazzled * self._unclear()
            missed = np.maximum(self.view.missed, dazzled)
            misses = np.maximum(self.view.misses, dazzled)
            changed = _noticed(_faintly(told, *self.view.faint), misses, alarm, looks) * seen
            plainly = _noticed(told, missed, alarm, looks) * seen
            same = _noticed(1 - told, alarm, missed, looks) * seen
            contents = self._shining(contents, told > 0.5, last)
            contents = self._still_astray(contents, told, last, weight)
            contents = self._news(contents, 1 - told, last, weight)
        tokens = self.trusted_tokens
        if tokens is not None:
            token, bare = (_token(share, weight) * seen for share in (tokens, 1 - tokens))
            token = np.maximum(token, np.log(OVERLOOKED))
        return Tables(
            contents, changed, plainly, same, token, bare, self.seen, self.view.plain, last,
            np.mean(self._gains, axis=0) if self._gains else None,
        )  # fmt: skip

    def _unclear(self) -> NDArray[np.float64]:
        """How unclear each cell's content is, or was: 0 for none, 1 where two are as likely."""
        now = np.minimum(2 - 2 * softmax(self.means()).max(1), 1)
        return np.asarray(np.maximum(now, np.minimum(2 * self.glare.of, 1)))

    def _shining(
        self, contents: NDArray[np.float64], done: NDArray[np.bool_], last: Look | None
    ) -> NDArray[np.float64]:
        """A piece that has just come or was turned may be misread in each of its looks alike.

        What is said to lie there as before has not come: a marble whose token was lifted does not
        vanish from sight.
        """
        least = contents.max(1, keepdims=True) + np.log(self.view.misread)
        came = np.repeat(done[:, None], contents.shape[1], axis=1)
        if last is not None:
            came[np.arange(len(came)), last.cells] = False
        return np.where(came, np.maximum(contents, least), contents)

    def _still_astray(
        self,
        contents: NDArray[np.float64],
        told: NDArray[np.float64],
        last: Look | None,
        weight: float,
    ) -> NDArray[np.float64]:
        """Where too many were counted at the last sure look, as many too many may be again.

        A lamp that a hollow mirrors is taken for a stone however many lie beside it. (Of stones
        that were overlooked nobody knows whether they are still there.)
        """
        if not self.view.astray or last is None or last.read is None:
            return contents
        now, then = softmax(self.means()), softmax(last.read)
        again = np.stack(
            [_shifted(n, t, lay) for n, t, lay in zip(now, then, last.cells, strict=True)]
        )
        share = (self.view.astray * told)[:, None]
        mixed = np.log((1 - share) * now + share * again + 1e-12)
        return np.asarray(mixed * weight * self.view.weights[:, None])

    def _news(
        self,
        contents: NDArray[np.float64],
        same: NDArray[np.float64],
        last: Look | None,
        weight: float,
    ) -> NDArray[np.float64]:
        """What the contents add to the last sure look, where a cell is likely the same."""
        if last is None or last.read is None:
            return contents * (1 - (1 - self.view.old_news) * same)[:, None]
        alike = _alike(last.read, self.means())
        known = np.arange(len(same)), last.cells
        top = contents.max(1)
        against = top - contents[known]
        # Who reads the same again sees no news; whatever else it were would be read afresh.
        told = against * (1 - (1 - self.view.old_news) * same * alike)
        off = last.read.max(1) - last.read[known]
        told = told - np.minimum(off, FORGIVEN) * weight * self.view.weights * alike
        if self.view.judged:
            rightly = (off == 0) & ~self._under_tokens(last)
            told = told * (1 + STEADY * (1 - alike) * rightly)
        contents = contents.copy()
        contents[known] = top - np.maximum(told, 0)
        return contents

    def _under_tokens(self, last: Look) -> NDArray[np.bool_]:
        """Cells that carried a token at the last sure look or do now: lifting one is no move."""
        carried = np.zeros(len(self.view.names), bool) if last.tokens is None else last.tokens
        if last.loose is not None:
            carried = carried | last.loose
        tokens = self.tokens
        return carried if tokens is None else carried | (tokens > 0.5)

    def likeliest(self) -> tuple[Cells, NDArray[np.bool_]]:
        """The likeliest content of each cell, and which cells are hidden or not clear."""
        mean = self.means()
        cells = mean.argmax(1).astype(np.int16)
        best = np.sort(mean, axis=1)
        unclear = (best[:, -1] - best[:, -2] < 1.0) | ~self.seen
        return cells, unclear


def _noticed(
    told: NDArray[np.float64],
    missed: NDArray[np.float64] | float,
    otherwise: NDArray[np.float64] | float,
    weight: float,
) -> NDArray[np.float64]:
    """How likely it is told so of what is: however often it is looked, so often it is missed."""
    share = missed + (1 - missed - otherwise) * told
    return np.asarray(np.maximum(np.log(share) * weight, np.log(missed)))


def _faintly(told: NDArray[np.float64], factor: float, more: float) -> NDArray[np.float64]:
    """How likely something was done if it was something that is seen faintly."""
    if (factor, more) == (1.0, 0.0):
        return told
    odds = np.clip(told, 1e-6, 1 - 1e-6)
    return sigmoid(factor * np.log(odds / (1 - odds)) + more)


def _token(told: NDArray[np.float64], weight: float) -> NDArray[np.float64]:
    """How likely tokens are read so: up to what every look errs alike in, looks count as one."""
    share = (1 - 2 * FLOOR) * told + FLOOR
    alike = np.log(np.maximum(share, ALIKE))
    return np.asarray(np.log(share) * weight - alike * (weight - 1))


def _shifted(now: NDArray[np.float64], then: NDArray[np.float64], lay: int) -> NDArray[np.float64]:
    """How likely each content is if as much too much is read as `then`."""
    most = len(now) - 1
    beyond = np.zeros(most + 1)
    beyond[: most + 1 - lay] = then[lay:]
    beyond[0] = then[: lay + 1].sum()
    return np.correlate(np.pad(now, (0, most)), beyond, "valid")


def _alike(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much alike two readings of each cell are: 1 where they are the same."""
    return np.asarray(np.sqrt(softmax(one) * softmax(other)).sum(1) ** 2)
