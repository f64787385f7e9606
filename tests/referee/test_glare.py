"""A square whose discs mirror a lamp: what it showed badly before accuses nobody later."""

from __future__ import annotations

import numpy as np
import pytest
from support.refereed import after
from support.reversi import REVERSI

from datasets.noisy_games import NoisyEyes, Show
from engines.grid import cell_index
from referee import events as told
from referee.tracker import Tracker
from referee.tracker.glare import FADING, Glare
from referee.tracker.look import Look

D4 = cell_index("d4")
GLARING, WHITE, BLACK = np.array([0.01, 0.6, 0.39]), (0.01, 0.09, 0.9), (0.005, 0.985, 0.01)


class Mirroring(NoisyEyes):
    """A lamp over d4: how black looks there; whether it is seen that it was turned."""

    black = np.array(BLACK)
    turning = True

    def _row(self, place, content):
        return self.black if (place, content) == (D4, "B") else super()._row(place, content)

    def look(self, state, hidden=()):
        look = super().look(state, hidden)
        plain = look.changes

        def changes(before):
            seen = plain(before)
            if seen is not None and not self.turning:
                seen[D4] = 0.05
            return seen

        look.changes = changes
        return look


def shown(first, second):
    """d4 is turned to black and back; then to black again, which hardly shows."""
    eyes = Mirroring("reversi", np.random.default_rng(1), wrong=0.0)
    show = Show(Tracker(REVERSI), eyes)
    show.position(REVERSI.start(), seconds=1.0)
    eyes.black = np.array(first)
    show.position(after(REVERSI, "d3"))
    show.position(after(REVERSI, "d3", "c3"))
    eyes.black, eyes.turning = np.array(second), False
    show.position(after(REVERSI, "d3", "c3", "c4"))
    return show


def test_a_square_that_showed_its_disc_badly_accuses_nobody():
    show = shown(GLARING, WHITE)
    assert not [event for event in show.events if isinstance(event, told.FaultFound)]
    assert show.tracker.position == after(REVERSI, "d3", "c3", "c4")


def test_a_square_that_showed_it_well_does():
    (fault,) = (e for e in shown(BLACK, WHITE).events if isinstance(e, told.FaultFound))
    assert (fault.move, [each.code for each in fault.faults]) == ("c4", ["missing_flip"])


def look_of(share, content=1):
    """A sure look at one cell in which a piece lay that was read with this share."""
    row = np.full(3, (1 - share) / 2)
    row[content] = share
    return Look(np.array([content], np.int16), None, np.log(row[None]))


@pytest.mark.parametrize(("share", "badly"), [(0.99, 0.0), (0.6, 0.4), (0.1, 0.0)])
def test_only_what_is_dim_is_kept_not_what_is_clear_or_plainly_another_piece(share, badly):
    glare = Glare(1, 3)
    glare.note(look_of(share))
    assert glare.of == pytest.approx([badly])


def test_it_is_known_of_one_content_and_fades():
    glare = Glare(1, 3)
    glare.note(look_of(0.5))
    means = np.log(np.array([[0.02, 0.08, 0.9], [0.02, 0.08, 0.9]])[:1])
    empty, black, white = np.exp(glare.forgiving(means))[0]
    assert (empty, white) == pytest.approx((0.02, 0.9))
    assert black == pytest.approx(0.5 * 0.08 + 0.5 * 0.9)
    for _ in range(50):
        glare.note(look_of(0.99, content=2))
    assert glare.of == pytest.approx([0.5 * FADING**50])
