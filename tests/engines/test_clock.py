"""The clock: whose time runs, what is left, and when a flag is down."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.clock import Clock
from engines.contract import InputError
from engines.players import PLAYERS, opponent


def test_both_have_their_full_time_before_the_start():
    clock = Clock.of(600)
    assert clock.running is None
    assert clock.remaining("A", 1000) == clock.remaining("B", 1000) == 600


def test_only_the_time_of_the_player_to_act_runs():
    clock = Clock.of(600).start("A", 10)
    assert clock.remaining("A", 70) == 540
    assert clock.remaining("B", 70) == 600


def test_pressing_passes_the_time_to_the_opponent():
    clock = Clock.of(600).start("A", 0).press("A", 30)
    assert clock.running == "B"
    assert clock.remaining("A", 90) == 570
    assert clock.remaining("B", 90) == 540


def test_pressing_in_time_earns_the_increment():
    clock = Clock.of(60, increment=5).start("A", 0).press("A", 20)
    assert clock.remaining("A", 20) == 45


def test_a_pause_stops_both_times():
    clock = Clock.of(60).start("A", 0).pause(20)
    assert clock.remaining("A", 500) == 40
    assert clock.start("A", 500).remaining("A", 510) == 30


def test_pressing_a_standing_clock_does_not_start_it():
    clock = Clock.of(60).start("A", 0).pause(20)
    assert clock.press("A", 25) == clock


def test_the_flag_falls_when_the_last_second_is_gone():
    clock = Clock.of(60, b=90).start("B", 0)
    assert clock.flag(89.5) is None
    assert clock.flag(90) == "B"


def test_a_fallen_flag_stays_down_whatever_the_increment():
    clock = Clock.of(60, increment=30).start("A", 0).press("A", 61)
    assert clock.remaining("A", 61) == 0
    assert clock.flag(61) == "A"


def test_pressing_while_the_opponents_time_runs_is_a_mistake():
    with pytest.raises(InputError, match="the time of A runs"):
        Clock.of(60).start("A", 0).press("B", 1)


@pytest.mark.parametrize("at", [9.0, math.nan, math.inf])
def test_time_does_not_run_backwards(at):
    with pytest.raises(InputError, match="cannot come after"):
        Clock.of(60).start("A", 10).pause(at)


@pytest.mark.parametrize("seconds", [0, -1])
def test_a_clock_needs_time(seconds):
    with pytest.raises(InputError, match="more than 0 seconds"):
        Clock.of(seconds)


def test_negative_seconds_are_refused():
    with pytest.raises(InputError, match="negative"):
        Clock((60.0, -1.0))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"left": [1.0]}, "must hold 2 values"),
        ({"left": [1.0, "x"]}, "must be a finite number"),
        ({"left": [1.0, 10**400]}, "must be a finite number"),
        ({"left": [1.0, 2.0], "since": float("nan")}, "must be a finite number"),
        ({"left": [1.0, 2.0], "running": "C"}, "valid: A, B"),
        ({"left": [1.0, 2.0], "speed": 3}, "has no speed"),
        ({}, "needs left"),
        ([], "must be an object"),
    ],
)
def test_a_bad_clock_in_json_is_refused_by_name(data, message):
    with pytest.raises(InputError, match=message):
        Clock.from_json(data)


acts = st.lists(
    st.tuples(st.sampled_from(["start", "press", "pause"]), st.integers(0, 20)), max_size=12
)


@given(st.integers(1, 100), st.integers(0, 5), acts)
def test_time_is_only_used_while_it_runs_and_json_keeps_the_clock(seconds, increment, script):
    clock = Clock.of(seconds, increment)
    now, used, presses = 0.0, {"A": 0.0, "B": 0.0}, {"A": 0, "B": 0}
    fallen = set()
    for act, wait in script:
        now += wait
        if clock.running is not None:
            used[clock.running] += wait
        fallen |= {player for player in PLAYERS if clock.remaining(player, now) == 0}
        if act == "press":
            if clock.running is not None:
                presses[clock.running] += 1
                clock = clock.press(clock.running, now)
        elif act == "start":
            clock = clock.start(opponent(clock.running or "B"), now)
        else:
            clock = clock.pause(now)
        assert Clock.from_json(json.loads(json.dumps(clock.to_json()))) == clock
    for player in PLAYERS:
        if player in fallen:
            assert clock.remaining(player, now) == 0
        else:
            spent = used[player] - increment * presses[player]
            assert clock.remaining(player, now) == seconds - spent
