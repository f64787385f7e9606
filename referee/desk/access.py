"""Who may see and do what: the table's PIN, signed log-ins, and few tries."""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable

from itsdangerous import BadSignature, TimestampSigner

from engines import InputError

DIGITS = 6
"""Of a PIN."""
TRIES, SPAN = 5, 300.0
"""So many wrong PINs from one address within so many seconds; then it must wait."""
ALL_TRIES = 60
"""So many wrong PINs from all addresses together within the same time; then those must wait that
have not signed in before."""
VALID = 16 * 3600
"""Seconds that a log-in lasts: a tournament's day."""


class TooManyTries(Exception):  # noqa: N818 (an answer, not a failure)
    """The PIN was wrong too often; `wait` seconds must pass."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"too many wrong PINs; wait {wait:.0f} s")
        self.wait = wait


def new_pin() -> str:
    """A PIN that nobody can guess from another."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


def check_pin(pin: str) -> str:
    """A PIN that somebody chose; raises `InputError`."""
    if not (pin.isascii() and pin.isdigit() and len(pin) == DIGITS):
        raise InputError(f"a PIN has {DIGITS} digits, not {pin!r}")
    return pin


class Access:
    """Knows the PIN and who has shown it."""

    def __init__(self, pin: str, now: Callable[[], float] = time.monotonic) -> None:
        self.pin = pin
        self._now = now
        self._signer = TimestampSigner(secrets.token_bytes(32), salt="hakem.desk")
        self._wrong: dict[str, deque[float]] = {}
        self._known: set[str] = set()
        self._ended: set[str] = set()
        self._lock = threading.Lock()

    def sign_in(self, pin: str, address: str) -> str | None:
        """A signed log-in for the right PIN, None for a wrong one; raises `TooManyTries`."""
        with self._lock:
            self._check_tries(address)
            if hmac.compare_digest(pin.encode(), self.pin.encode()):
                self._wrong.pop(address, None)
                self._known.add(address)
                return self._signer.sign(secrets.token_urlsafe(12)).decode()
            self._wrong.setdefault(address, deque()).append(self._now())
            return None

    def sign_out(self, login: str | None) -> None:
        """A log-in is no longer valid."""
        if self.is_referee(login) and login is not None:
            self._ended.add(login)

    def is_referee(self, login: str | None) -> bool:
        """Whether a log-in was signed here and is still valid."""
        if not login or len(login) > 200 or login in self._ended:
            return False
        try:
            self._signer.unsign(login, max_age=VALID)
        except BadSignature:
            return False
        return True

    def _check_tries(self, address: str) -> None:
        """Forget old tries; refuse where there were too many."""
        limit = self._now() - SPAN
        for each in list(self._wrong):
            times = self._wrong[each]
            while times and times[0] <= limit:
                times.popleft()
            if not times:
                del self._wrong[each]
        own = self._wrong.get(address, deque())
        every = sorted(moment for times in self._wrong.values() for moment in times)
        limits = [(list(own), TRIES)]
        if address not in self._known:  # strangers must not be able to shut the referee out
            limits.append((every, ALL_TRIES))
        for wrong, most in limits:
            if len(wrong) >= most:
                raise TooManyTries(wrong[-most] - limit)
