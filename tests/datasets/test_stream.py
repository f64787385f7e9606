"""Examples made while others are learnt from."""

from __future__ import annotations

import operator
import time
from functools import partial

from datasets.train.stream import Stream


def renewed(stream, count):
    """Take in what was made until so many examples are new."""
    until = time.monotonic() + 60
    while stream.renewed < count and time.monotonic() < until:
        stream.renew()
        time.sleep(0.02)
    return list(stream)


def test_the_oldest_examples_give_way_to_fresh_ones():
    stream = Stream([-1, -2, -3, -4], partial(operator.mul, [7]), first=1)
    assert list(stream) == [-1, -2, -3, -4]
    try:
        assert renewed(stream, 3)[:3] == [7, 7, 7]  # lots of one and of two
        assert len(stream) == 4
        assert renewed(stream, 6) == [7, 7, 7, 7]
    finally:
        stream.close()


def test_a_lot_that_could_not_be_made_is_told():
    stream = Stream([0], partial(operator.mul, None))
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                stream.renew()
            except TypeError:
                return
            time.sleep(0.02)
        raise AssertionError("nobody was told")
    finally:
        stream.close()
