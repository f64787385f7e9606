"""The networks that find boards and read those of 8x8 cells (`pit_networks` has Mangala's).

Small enough for one core of a Raspberry Pi.
"""

from __future__ import annotations

import torch
from torch import nn


def block(inside: int, outside: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    """Convolution, normalisation, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, (size - 1) // 2, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions whose outcome is added to what went in."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.inner = nn.Sequential(
            block(width, width),
            nn.Conv2d(width, width, 3, 1, 1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The same shape."""
        out: torch.Tensor = nn.functional.relu(x + self.inner(x))
        return out


class BoardReader(nn.Module):
    """A rectified board of 10x10 cells (20 pixels each) to numbers for each of the 8x8 cells.

    A cell is judged by its own looks and its neighbours', and by what the whole board and all its
    cells look like: grey is white in the shade and black in the glare.
    """

    def __init__(self, outputs: int, width: int = 48) -> None:
        super().__init__()
        self.fine = nn.Sequential(
            block(4, 24, 5, 2), block(24, width, 3, 2), block(width, width), Residual(width)
        )
        self.cells = nn.Sequential(
            nn.Conv2d(width, 96, 5, 5, bias=False), nn.BatchNorm2d(96), nn.ReLU(inplace=True)
        )
        self.context = nn.Sequential(nn.Linear(2 * width + 2 * 96, 64), nn.ReLU(inplace=True))
        self.around = nn.Sequential(block(96, 96), Residual(96))
        self.mixed = nn.Sequential(
            nn.Conv2d(96 + 96 + 64, 96, 1), nn.ReLU(inplace=True),
            nn.Conv2d(96, 64, 1), nn.ReLU(inplace=True),
        )  # fmt: skip
        self.head = nn.Conv2d(64, outputs, 1)

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        """N x 3 x 200 x 200 between 0 and 1 to N x outputs x 8 x 8."""
        fine = self.fine(torch.cat([picture - 0.5, _evened(picture)], 1))
        cells = self.cells(fine)
        own = cells[:, :, 1:9, 1:9]
        whole = torch.cat([x for f in (fine, own) for x in (f.mean((2, 3)), f.amax((2, 3)))], 1)
        context = self.context(whole)[:, :, None, None].expand(-1, -1, 10, 10)
        every = torch.cat([cells, self.around(cells), context], 1)
        out: torch.Tensor = self.head(self.mixed(every[:, :, 1:9, 1:9]))
        return out


class TokenSpotter(nn.Module):
    """A marble, and how it differs from others of its colour, to whether a token lies on it."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(6, 16, 5, 2), block(16, 32, 3, 2), block(32, 48), block(48, 64)
        )
        self.head = nn.Sequential(
            nn.Linear(2 * 64, 48), nn.ReLU(inplace=True), nn.Dropout(0.1), nn.Linear(48, 1)
        )

    def forward(self, marbles: torch.Tensor) -> torch.Tensor:
        """N x 6 x 40 x 40 to logits, N x 1."""
        seen = self.body(marbles)
        out: torch.Tensor = self.head(torch.cat([seen.mean((2, 3)), seen.amax((2, 3))], 1))
        return out


class FamiliarReader(nn.Module):
    """Reads a board beside a certain look at the same table: what it shows, and what it held then.

    Every cell is judged as by `BoardReader`, by how it differs from itself then, and by how near it
    comes to what each content looked like then. The first layers are those of a trained
    `BoardReader`; the very first stay as they are.
    """

    def __init__(self, outputs: int, width: int = 48) -> None:
        super().__init__()
        stranger = BoardReader(outputs, width)
        self.fine, self.cells = stranger.fine, stranger.cells
        self.both = nn.Sequential(
            block(8, 16, 5, 2), block(16, 24, 3, 2), block(24, 32),
            nn.Conv2d(32, 48, 5, 5, bias=False), nn.BatchNorm2d(48), nn.ReLU(inplace=True),
        )  # fmt: skip
        self.context = nn.Sequential(nn.Linear(2 * width + 5 * 96 + 3, 64), nn.ReLU(inplace=True))
        self.around = block(96 + 48, 64)
        self.even = nn.BatchNorm2d(3)
        self.mixed = nn.Sequential(
            nn.Conv2d(96 + 96 + 48 + 64 + 64 + 6, 96, 1), nn.ReLU(inplace=True),
            nn.Conv2d(96, 64, 1), nn.ReLU(inplace=True),
        )  # fmt: skip
        self.head = nn.Conv2d(64, outputs, 1)

    def begin_with(self, reader: nn.Module) -> FamiliarReader:
        """Take over the first layers of a trained reader."""
        assert isinstance(reader, BoardReader)
        self.fine.load_state_dict(reader.fine.state_dict())
        self.cells.load_state_dict(reader.cells.state_dict())
        return self

    def train(self, mode: bool = True) -> FamiliarReader:
        """The very first layers are never trained."""
        super().train(mode)
        self.fine.eval()
        return self

    def forward(self, now: torch.Tensor, then: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
        """Twice N x 3 x 200 x 200, and N x 3 x 8 x 8 with a 1 for what each cell held then.

        A cell of which that is not known has zeros. Gives N x outputs x 8 x 8.
        """
        seen, was = (torch.cat([p - 0.5, _evened(p)], 1) for p in (now, then))
        with torch.no_grad():
            fine, before = self.fine(seen), self.fine(was)
        cells = self.cells(fine)
        own, past = cells[:, :, 1:9, 1:9], self.cells(before)[:, :, 1:9, 1:9]
        apart = self.both(torch.cat([seen[:, :3], was[:, :3], seen[:, 3:], was[:, 3:]], 1))
        shown = known.sum((2, 3))
        looks = known.flatten(2) @ past.flatten(2).transpose(1, 2) / shown.clamp(min=1)[:, :, None]
        far = (own**2).sum(1, keepdim=True) + (looks**2).sum(2)[:, :, None, None]
        far = far - 2 * (looks @ own.flatten(2)).reshape(far.shape)
        far = self.even(far / 96) * (shown > 0)[:, :, None, None]
        whole = [x for f in (fine, own) for x in (f.mean((2, 3)), f.amax((2, 3)))]
        context = self.context(torch.cat([*whole, looks.flatten(1), (shown > 0).float()], 1))
        around = self.around(torch.cat([cells, apart], 1))[:, :, 1:9, 1:9]
        every = [own, past, apart[:, :, 1:9, 1:9], around, known, far]
        every.append(context[:, :, None, None].expand(-1, -1, 8, 8))
        out: torch.Tensor = self.head(self.mixed(torch.cat(every, 1)))
        return out


def _evened(picture: torch.Tensor) -> torch.Tensor:
    """Brightness against that of the cells around: black on nearly black shows as well."""
    grey = picture.mean(1, keepdim=True)
    off = grey - _around(grey)
    return off / (_around(off**2) + 1e-4).sqrt()


def _around(grey: torch.Tensor, cell: int = 20) -> torch.Tensor:
    """The mean over three by three cells."""
    cells = nn.functional.avg_pool2d(grey, cell)
    mean = nn.functional.avg_pool2d(cells, 3, 1, 1, count_include_pad=False)
    return nn.functional.interpolate(mean, scale_factor=float(cell), mode="bilinear")


class TouchSpotter(nn.Module):
    """Two looks at a board of 8x8 cells, in about one light, to what was done to each cell.

    What was done beside a cell counts too: a piece that leans over, and shadows.
    """

    def __init__(self) -> None:
        super().__init__()
        self.both = nn.Sequential(
            block(14, 24, 5, 2), block(24, 40, 3, 2), block(40, 48), Residual(48)
        )
        self.cells = nn.Sequential(
            nn.Conv2d(48, 80, 5, 5, bias=False), nn.BatchNorm2d(80), nn.ReLU(inplace=True)
        )
        self.around = nn.Sequential(block(80 + 48, 64), block(64, 64))
        self.head = nn.Conv2d(80 + 48 + 64, 1, 1)

    def forward(self, then: torch.Tensor, now: torch.Tensor) -> torch.Tensor:
        """Twice N x 3 x 200 x 200 between 0 and 1 to logits, N x 1 x 8 x 8."""
        off = now - then
        # In the dark little is much.
        share = ((now + 0.03) / (then + 0.03)).log()
        looks = [then - 0.5, now - 0.5, off * 4, share * 2, _evened(then), _evened(now)]
        seen = self.both(torch.cat(looks, 1))
        cells = torch.cat([self.cells(seen), nn.functional.max_pool2d(seen, 5)], 1)
        every = torch.cat([cells, self.around(cells)], 1)
        out: torch.Tensor = self.head(every[:, :, 1:9, 1:9])
        return out


class CloseReader(nn.Module):
    """Close-ups of cells, each beside others of the same board, to what each question's cell holds.

    Brightness is seen as it is and against the close-up's own: black on nearly black shows as well.
    """

    def __init__(self, outputs: int = 4, width: int = 64) -> None:
        super().__init__()
        self.seen = nn.Sequential(
            block(6, 16, 5, 2), block(16, 32, 3, 2), block(32, 48), block(48, width, 3, 2),
            Residual(width),
        )  # fmt: skip
        self.mixed = nn.Sequential(block(4 * width, width, 1), block(width, width))
        self.head = nn.Sequential(
            nn.Linear(2 * width + 3, 64), nn.ReLU(inplace=True), nn.Dropout(0.1),
            nn.Linear(64, outputs),
        )  # fmt: skip

    def forward(self, cells: torch.Tensor, beside: torch.Tensor) -> torch.Tensor:
        """N x 3 x 48 x 48 between 0 and 1, and shares of these: questions x 4 x N.

        The first share is of the cell itself, the others of what is empty, black and white. Gives
        questions x outputs.
        """
        flat = cells.flatten(2)
        mean, spread = flat.mean((1, 2)), flat.var((1, 2), unbiased=False).sqrt()
        even = (cells - mean[:, None, None, None]) / (spread[:, None, None, None] + 0.02)
        maps = self.seen(torch.cat([cells - 0.5, even * 0.3], 1))
        looks = beside.flatten(0, 1) @ maps.flatten(1)
        looks = looks.reshape(-1, 4, *maps.shape[1:])
        there = beside.sum(2)[:, 1:]
        apart = (looks[:, :1] - looks[:, 1:]) * there[:, :, None, None, None]
        both = self.mixed(torch.cat([looks[:, 0], apart.flatten(1, 2)], 1))
        out: torch.Tensor = self.head(torch.cat([both.mean((2, 3)), both.amax((2, 3)), there], 1))
        return out


def narrowing() -> list[nn.Module]:
    """From a picture to 96 maps a sixteenth as wide: the first layers of those that find."""
    return [
        block(3, 16, 5, 2),
        block(16, 32, 3, 2),
        block(32, 48),
        block(48, 64, 3, 2),
        block(64, 64),
        block(64, 96, 3, 2),
    ]


class Refiner(nn.Module):
    """A roughly rectified board to the offsets of 5x5 lattice points and to what it is."""

    def __init__(self, kinds: int = 3) -> None:
        super().__init__()
        self.body = nn.Sequential(*narrowing())
        self.flat = nn.Sequential(
            nn.Conv2d(96, 32, 1), nn.ReLU(inplace=True), nn.Flatten(), nn.Linear(32 * 100, 192),
            nn.ReLU(inplace=True), nn.Linear(192, 50 + kinds),
        )  # fmt: skip

    def forward(self, picture: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """N x 3 x 160 x 160 to offsets in cells (N x 25 x 2) and logits (N x kinds)."""
        out = self.flat(self.body(picture - 0.5))
        return out[:, :50].reshape(-1, 25, 2), out[:, 50:]


class Whereabouts(nn.Module):
    """A whole picture to maps: where a board of each game lies, and where its corners are."""

    def __init__(self, maps: int = 4) -> None:
        super().__init__()
        self.one = block(3, 16, 5, 2)
        self.two = nn.Sequential(block(16, 24, 3, 2), block(24, 24))
        self.three = nn.Sequential(block(24, 48, 3, 2), block(48, 48))
        self.four = nn.Sequential(block(48, 96, 3, 2), block(96, 96))
        self.five = nn.Sequential(block(96, 128, 3, 2), block(128, 128))
        self.up_four = block(128 + 96, 64, 1)
        self.up_three = block(64 + 48, 48)
        self.up_two = block(48 + 24, 32)
        self.head = nn.Conv2d(32, maps, 1)

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        """N x 3 x 224 x 224 to N x maps x 56 x 56."""
        two = self.two(self.one(picture - 0.5))
        three = self.three(two)
        four = self.four(three)
        five = self.five(four)
        five = five + five.mean((2, 3), keepdim=True)
        up = self.up_four(torch.cat([twice(five), four], 1))
        up = self.up_three(torch.cat([twice(up), three], 1))
        up = self.up_two(torch.cat([twice(up), two], 1))
        out: torch.Tensor = self.head(up)
        return out


def twice(x: torch.Tensor) -> torch.Tensor:
    """Maps made twice as wide and high."""
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")
