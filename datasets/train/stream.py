"""Examples that are made while others are learnt from: none is seen often enough to be known.

A network that meets the same pictures again and again learns their noise by heart, however often
they are turned and lit anew. One process of its own makes fresh ones all the time.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from threading import Lock
from typing import Any

import cv2

CALM = 10
"""How much more politely examples are made than learnt from, as `nice` counts."""
Made = Callable[[int], list[Any]]
"""Some fresh examples; another number gives others."""
AHEAD = 2
"""So many lots are being made or wait."""


class Stream(Sequence[Any]):
    """A stock of examples in which the oldest give way to fresh ones."""

    def __init__(self, stock: Iterable[Any], made: Made, first: int = 1) -> None:
        self._stock = list(stock)
        self._oldest = 0
        self._made, self._numbers = made, count(first)
        self._lock = Lock()
        # Not forked: OpenCV's threads would wait for each other for ever.
        self._maker = ProcessPoolExecutor(1, get_context("spawn"), initializer=_calm)
        self._waiting: deque[Future[list[Any]]] = deque()
        self.renewed = 0
        """How many examples were replaced so far."""
        self._order_more()

    def __len__(self) -> int:
        return len(self._stock)

    def __getitem__(self, number: Any) -> Any:
        return self._stock[number]

    def renew(self) -> None:
        """Take in what has been made meanwhile, without waiting for it."""
        with self._lock:
            while self._waiting and self._waiting[0].done():
                for fresh in self._waiting.popleft().result():
                    self._stock[self._oldest] = fresh
                    self._oldest = (self._oldest + 1) % len(self._stock)
                    self.renewed += 1
                self._order_more()

    def close(self) -> None:
        """Make no more."""
        self._maker.shutdown(wait=False, cancel_futures=True)

    def _order_more(self) -> None:
        while len(self._waiting) < AHEAD:
            self._waiting.append(self._maker.submit(self._made, next(self._numbers)))


def _calm() -> None:
    """What learns goes first."""
    cv2.setNumThreads(1)
    os.nice(CALM)
