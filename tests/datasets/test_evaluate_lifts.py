"""Kulami's lifted tokens, and what is true of tokens in a game's frames."""

from __future__ import annotations

from dataclasses import replace

from datasets.evaluate_games import orders
from datasets.evaluate_lifts import evaluate_lifts
from datasets.evaluate_tokens import stillnesses
from datasets.trials import make_clip
from referee.tracker.predictions import spots

ORDER = orders("kulami", 1, split="validation", plies=8)[0]


def test_every_sound_move_but_each_side_s_first_lifts_one_token():
    clip = ORDER.clip()
    sound = [not step.told.faults for step in clip.played.steps]
    rows = list(evaluate_lifts(clip))
    for move in range(3, len(sound) + 1):
        if all(sound[move - 3 : move]):
            assert sum(row.lifted for row in rows if row.move == move) == 1
    lifted, stayed = ([row.told for row in rows if row.lifted == is_so] for is_so in (1, 0))
    assert lifted
    assert stayed
    assert min(lifted) > max(stayed)


def test_a_token_that_was_left_behind_is_true_where_it_lies():
    scene = ORDER.clip().scene
    clip = make_clip(scene, 1, [], most_plies=8, codes=("token_not_moved",))
    shown = list(stillnesses(replace(clip, cut=True)))
    told = [step.told for step in clip.played.steps]
    number = next(n for n, each in enumerate(told) if each.faults)
    left, should = (int(x) for x in (told[number].board.tokens, told[number].standing.tokens))
    assert left != should
    for later in shown[number : number + 2]:  # until its side moves again
        assert spots(later.board.tokens)[spots(left & ~should)].all()
        assert not spots(later.board.tokens)[spots(should & ~left)].any()
