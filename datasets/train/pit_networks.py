"""The networks that find, count and compare Mangala's pits and treasuries."""

from __future__ import annotations

import torch
from torch import nn

from datasets.train.networks import Residual, block, narrowing, twice
from vision.detectors.pits import FINE


class PitCounter(nn.Module):
    """The pits or the treasuries of one board to how many stones lie in each, and where.

    One map has a peak on every stone that is seen, another says how densely stones lie, those
    beneath included. What is told of counts is a bell round the second map's sum, mended by how
    many peaks there are and by the looks of the whole. What a stone of this board looks like, how
    large it is and what an empty pit mirrors is told by all of its pits together. Where the middle
    is, is told too: stones of the pits beside must not be counted.
    """

    def __init__(self, counts: int = 18) -> None:
        super().__init__()
        self.one = nn.Sequential(narrowed(5, 16), block(16, 32), Residual(32))
        self.two = nn.Sequential(block(32, 64, 3, 2), Residual(64))
        self.three = nn.Sequential(block(64, 128, 3, 2), Residual(128))
        self.board = nn.Sequential(nn.Linear(2 * (64 + 128), 64), nn.ReLU(inplace=True))
        self.known = nn.Linear(64, 128)
        self.up = nn.Sequential(block(128 + 64, 64, 1), block(64, 64), Residual(64))
        self.fine = nn.Sequential(block(64 + 32, 32, 1), block(32, 24))
        self.stones = nn.Conv2d(24, 1, 1)
        self.outlines = nn.Conv2d(24, 2, 1)
        self.density = nn.Conv2d(64, 1, 1)
        self.mixed = nn.Sequential(
            nn.Linear(64 + 128 + 128 + 64 + 1 + len(PEAKS), 96), nn.ReLU(inplace=True)
        )
        self.count = nn.Linear(96, counts)
        self.bell = nn.Linear(96, 2)
        self.hidden = nn.Linear(96, 1)
        for part in (self.one[-1], self.up[-1]):
            nn.init.zeros_(part.inner[-1].weight)  # adds nothing at first
        nn.init.constant_(self.density.bias, -3.0)
        nn.init.constant_(self.stones.bias, -3.0)
        for layer in (self.count, self.bell, self.known):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)
        self.register_buffer("numbers", torch.arange(counts, dtype=torch.float32))

    def forward(self, pictures: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """The places of one board, N x 3 x H x W: logits of counts, stones, density, hidden."""
        return self._told(pictures, pictures.shape[0])[0]

    def looked(self, pictures: torch.Tensor, each: int) -> tuple[torch.Tensor, ...]:
        """The same of several boards, so many places of each; adds logits of outlines."""
        told, fine = self._told(pictures, each)
        return *told, self.outlines(fine)

    def seen(self, pictures: torch.Tensor, each: int) -> tuple[torch.Tensor, ...]:
        """What is seen of so many places of each board, before anything is counted.

        Maps a sixth as wide and a twelfth, what all places of the board have in common, the fine
        maps a third as wide, where stones are, and how densely they lie.
        """
        one = self.one(torch.cat([pictures - 0.5, _far_out(pictures)], 1))
        two = self.two(one)
        three = self.three(two)
        whole = [x for f in (two, three) for x in (f.mean((2, 3)), f.amax((2, 3)))]
        all_of_it = torch.cat(whole, 1).reshape(-1, each, 2 * (64 + 128)).mean(1, keepdim=True)
        board = self.board(all_of_it)
        known = self.known(board).expand(-1, each, -1).reshape(-1, 128)
        board = board.expand(-1, each, -1).reshape(-1, 64)
        three = nn.functional.relu(three + known[:, :, None, None])
        up = self.up(torch.cat([twice(three), two], 1))
        fine = self.fine(torch.cat([twice(up), one], 1)).float()
        with torch.autocast("cpu", enabled=False):  # rounded, two equal neighbours were two peaks
            stones = torch.sigmoid(self.stones(fine))
        density = nn.functional.softplus(self.density(up).float()) * 0.1
        return up, three, board, fine, stones, density

    def _told(
        self, pictures: torch.Tensor, each: int
    ) -> tuple[tuple[torch.Tensor, ...], torch.Tensor]:
        """What is told of so many places of each board, and the fine maps behind it."""
        up, three, board, fine, stones, density = self.seen(pictures, each)
        sums = density.sum((1, 2, 3))[:, None]
        seen = [up.mean((2, 3)), three.mean((2, 3)), three.amax((2, 3)), board, sums * 0.1]
        features = self.mixed(torch.cat([*seen, *_peaks(stones)], 1))
        aside, width = self.bell(features).float().split(1, 1)
        off = self.numbers - sums - aside
        off = torch.cat([off[:, :-1], off[:, -1:].clamp(min=0)], 1)  # the last: so many or more
        wide = 0.12 + nn.functional.softplus(width)
        logits = self.count(features).float() - 0.5 * (off / wide) ** 2
        return (logits, stones, density, self.hidden(features)), fine


PEAKS = (0.15, 0.3, 0.5)
"""From what height on peaks are counted."""


def _peaks(stones: torch.Tensor) -> list[torch.Tensor]:
    """How many peaks a map of stones has, by several heights (a tenth of each number)."""
    top = (stones >= nn.functional.max_pool2d(stones, 3, 1, 1)).float().detach()
    return [
        (top * torch.sigmoid((stones.detach() - height) * 30)).sum((2, 3)) * 0.1 for height in PEAKS
    ]


def _far_out(picture: torch.Tensor) -> torch.Tensor:
    """Two maps: how far from the middle a pixel lies, across and along, 0 to 1."""
    ones = torch.ones_like(picture[:, :1])
    across = (2 * ones.cumsum(3) - 1) / picture.shape[3] - 1
    along = (2 * ones.cumsum(2) - 1) / picture.shape[2] - 1
    return torch.cat([across.abs(), along.abs()], 1)


def narrowed(inside: int, outside: int) -> nn.Sequential:
    """A picture to maps a third as wide: each of their pixels lies on the middle of three."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, 7, FINE, 2, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class PitFinder(nn.Module):
    """A roughly flattened Mangala board to its 14 places, and whether it is one."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(*narrowing(), block(96, 96))
        self.flat = nn.Sequential(
            nn.Conv2d(96, 16, 1), nn.ReLU(inplace=True), nn.Flatten(), nn.Linear(16 * 8 * 20, 192),
            nn.ReLU(inplace=True), nn.Linear(192, 14 * 4 + 1),
        )  # fmt: skip

    def forward(self, picture: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """N x 3 x 128 x 320 to places (N x 14 x 4, the field from -1 to 1) and logits (N x 1)."""
        out = self.flat(self.body(picture - 0.5))
        return out[:, :56].reshape(-1, 14, 4), out[:, 56:]


class SownCounter(nn.Module):
    """Two looks at one place of a Mangala board to how many stones it has gained, and where.

    A stone more among nine is hardly seen by counting; that one has come is. What a stone looks
    like is known from the counter, whose maps of both looks are held against each other.
    """

    def __init__(self, gains: int) -> None:
        super().__init__()
        self.counter = PitCounter()
        self.apart = nn.Sequential(narrowed(9, 24), block(24, 48, 3, 2))
        self.mixed = nn.Sequential(block(3 * 64 + 48 + 6, 48, 1), block(48, 48), Residual(48))
        self.wide = nn.Sequential(block(48, 64, 3, 2), Residual(64))
        self.up = nn.Sequential(block(64 + 48, 48, 1), block(48, 48))
        self.moved = nn.Conv2d(48, 2, 1)
        self.gained = nn.Sequential(
            nn.Linear(2 * (48 + 64) + 3 + len(PEAKS), 64),
            nn.ReLU(inplace=True),
            nn.Linear(64, gains),
        )
        nn.init.constant_(self.moved.bias, -3.0)

    def train(self, mode: bool = True) -> SownCounter:
        """What the counter has learnt stays as it is."""
        super().train(mode)
        self.counter.eval().requires_grad_(False)
        return self

    def forward(self, then: torch.Tensor, now: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Twice N x 3 x H x W to logits of gains, and of maps (came, went) a sixth as wide."""
        both = torch.stack([then, now], 1).flatten(0, 1)
        up, _, _, _, stones, density = self.counter.seen(both, 2)
        was, are = up[::2], up[1::2]
        peaks = torch.cat(_peaks(stones), 1)
        sums = density.sum((1, 2, 3))[:, None] * 0.1
        told = torch.cat([peaks[1::2] - peaks[::2], sums[1::2] - sums[::2]], 1)
        maps = torch.cat([nn.functional.max_pool2d(stones, 2), density * 10], 1)
        thick = [maps[::2], maps[1::2], maps[1::2] - maps[::2]]
        apart = self.apart(torch.cat([then - 0.5, now - 0.5, (now - then) * 4], 1))
        seen = self.mixed(torch.cat([was, are, are - was, apart, *thick], 1))
        wide = self.wide(seen)
        up = self.up(torch.cat([twice(wide), seen], 1))
        moved = self.moved(up).float()
        spread = torch.sigmoid(moved).sum((2, 3)) * 0.05
        whole = [x for f in (up, wide) for x in (f.mean((2, 3)), f.amax((2, 3)))]
        return self.gained(torch.cat([*whole, spread, told], 1)).float(), moved
