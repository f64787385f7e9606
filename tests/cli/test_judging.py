"""`hakem judge` where a hand hides a part of the board."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("fourth", "verdict"),
    [
        ("...?B...", "d3: legal as far as can be seen; d4, which is hidden, must have changed"),
        ("...BB..?", "✓ black d3: legal"),
    ],
)
def test_judge_names_what_must_have_changed_where_nobody_saw_it(hakem, fourth, verdict):
    """Black on d3 turns d4; a hand that hides h4 hides nothing of this move."""
    after = f"......../......../...B..../{fourth}/...BW.../......../......../........"
    status, out, _ = hakem("judge", "reversi", "start", after)
    assert status == 0
    assert verdict in " ".join(out.split())
