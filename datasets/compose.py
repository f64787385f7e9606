"""Any position from a scene's layers, at NumPy speed.

A piece is copied by its own mask; around it the table is darkened as far as the piece's own layer
is darker than the empty table, so that shadows fall as they were rendered. Shadows longer than the
pieces of a layer are apart are told from each other in `datasets.shadows`; what a camera then does
to the picture is in `datasets.optics`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scenes import BadScene, Layer, Piece, Scene
from datasets.shadows import LongShadow, covered, darker, long_shadow
from vision.frame import Picture

REACH = 1.0
"""How far from the middle of its square a piece's shadow is followed, in squares."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """One piece cut out of its layer: what it covers and what it darkens."""

    piece: Piece
    box: tuple[int, int, int, int]
    """Left, top, right, bottom in the picture."""
    colour: NDArray[np.float32]
    """Its pixels."""
    cover: NDArray[np.float32]
    """How much of a pixel it covers, 0 to 1; height x width x 1."""
    shade_box: tuple[int, int, int, int]
    """Left, top, right, bottom of what it darkens."""
    shade: NDArray[np.float32]
    """By what the pixels around it are multiplied."""
    depth: float
    """How far from the camera it is."""
    parts: tuple[Thing, ...]
    """What is seen of it: the piece and, in Kulami, its token."""
    index: NDArray[np.uint16]
    """Which piece each pixel of its box shows; 0 for none of it."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One piece that is seen in a picture."""

    content: str
    """A colour, `token` or `stone`."""
    box: tuple[int, int, int, int]
    """Left, top, right, bottom in the clean picture."""
    pixels: int
    """How much of it is seen."""


def things_in(index: NDArray[Any], contents: Mapping[int, str]) -> Iterator[tuple[int, Thing]]:
    """The pieces of an index picture that are seen at all, by their index."""
    ys, xs = np.nonzero(index)
    values = index[ys, xs]
    order = np.argsort(values, kind="stable")
    values, xs, ys = values[order], xs[order], ys[order]
    found, first = np.unique(values, return_index=True)
    bounds = [*first.tolist(), len(values)]
    for number, begin, end in zip(found.tolist(), bounds, bounds[1:], strict=False):
        if number in contents:
            x, y = xs[begin:end], ys[begin:end]
            box = int(x.min()), int(y.min()), int(x.max()) + 1, int(y.max()) + 1
            yield number, Thing(contents[number], box, end - begin)


class GridComposer:
    """Composes Reversi and Kulami: pieces on a grid of squares or holes."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.variants: dict[int, int] = {}
        """Which displacement `show` takes for a cell; 0 where nothing is said."""
        self._empty = scene.empty.astype(np.float32)

    @cached_property
    def sprites(self) -> dict[tuple[int, str, int], Sprite]:
        """Every piece by cell, content (`t` before it with a token) and variant."""
        found: dict[tuple[int, str, int], Sprite] = {}
        for layer in self.scene.layers.values():
            if "rows" in layer.notes or not layer.pieces:
                continue
            variant = int(layer.notes.get("variant", 0))
            for cell, sprite in self._cut(layer):
                content = sprite.piece.content
                key = f"t{content}" if layer.name.startswith("t") else content
                found[cell, key, variant] = sprite
        return found

    def displace(self, rng: random.Random) -> None:
        """Choose for every cell one of the displacements that were rendered."""
        many = 1 + max(variant for _, _, variant in self.sprites)
        self.variants = {cell: rng.randrange(many) for cell in range(64)}

    def compose(
        self, contents: Mapping[int, str], variants: Mapping[int, int] | None = None
    ) -> Picture:
        """The table with these pieces: `{cell: "B"}`, Kulami with a token `{cell: "tB"}`."""
        chosen = self._chosen(contents, variants or {})
        canvas = self._empty.copy()
        shade = canvas if self._long is None else np.ones_like(canvas)
        for sprite in chosen:  # shadows first: no piece is darkened by its neighbour's copy
            left, top, right, bottom = sprite.shade_box
            part = shade[top:bottom, left:right]
            if self._long is None:
                part *= sprite.shade
            else:  # the sun is hidden once, however many pieces hide it
                np.minimum(part, sprite.shade, out=part)
        if self._long is not None:
            canvas *= shade
        for sprite in sorted(chosen, key=lambda s: -s.depth):
            left, top, right, bottom = sprite.box
            part = canvas[top:bottom, left:right]
            part += (sprite.colour - part) * sprite.cover
        return np.clip(canvas + 0.5, 0, 255).astype(np.uint8)

    def show(self, state: Sequence[str | int]) -> Picture:
        """The table with a letter for every cell, as clips tell it; `.` is empty."""
        contents = {cell: str(content) for cell, content in enumerate(state) if content != "."}
        return self.compose(contents, self.variants)

    def things(self, state: Sequence[str | int]) -> list[Thing]:
        """What `show` shows of a state, piece by piece."""
        contents = {cell: str(content) for cell, content in enumerate(state) if content != "."}
        return [part for s in self._chosen(contents, self.variants) for part in s.parts]

    def index_of(self, state: Sequence[str | int]) -> NDArray[np.uint16]:
        """Which piece each pixel of what `show` shows belongs to; 0 for none."""
        contents = {cell: str(content) for cell, content in enumerate(state) if content != "."}
        index = np.zeros(self.scene.size[::-1], np.uint16)
        for sprite in sorted(self._chosen(contents, self.variants), key=lambda s: -s.depth):
            left, top, right, bottom = sprite.box
            part = index[top:bottom, left:right]
            np.copyto(part, sprite.index, where=sprite.index > 0)
        return index

    def _chosen(self, contents: Mapping[int, str], variants: Mapping[int, int]) -> list[Sprite]:
        try:
            return [self.sprites[cell, c, variants.get(cell, 0)] for cell, c in contents.items()]
        except KeyError as error:
            raise BadScene(f"{self.scene.name}: no picture of piece {error}") from None

    def _cut(self, layer: Layer) -> list[tuple[int, Sprite]]:
        picture = self.scene.picture(layer.name).astype(np.float32)
        index = self.scene.index(layer.name)
        ratio = darker(picture, self._empty)
        taken = covered(index)
        things = dict(things_in(index, {piece.index: piece.content for piece in layer.pieces}))
        cells = sorted({piece.cell for piece in layer.pieces})
        made = []
        for cell in cells:
            pieces = [piece for piece in layer.pieces if piece.cell == cell]
            mask = np.isin(index, [piece.index for piece in pieces])
            parts = tuple(things[piece.index] for piece in pieces if piece.index in things)
            own = np.where(mask, index, 0).astype(np.uint16)
            sprite = self._sprite(pieces[0], own, picture, ratio, parts)
            if self._long is not None:
                box, shade = self._long.of(pieces[0], ratio, taken)
                _leave_out(shade, mask, box)
                sprite = replace(sprite, shade_box=box, shade=shade)
            made.append((cell, sprite))
        return made

    @cached_property
    def _long(self) -> LongShadow | None:
        return long_shadow(self.scene)

    def _sprite(
        self,
        piece: Piece,
        index: NDArray[np.uint16],
        picture: Any,
        ratio: Any,
        parts: tuple[Thing, ...],
    ) -> Sprite:
        mask = index > 0
        quad = self._surroundings(piece)
        left, top, right, bottom = self._box(quad, mask)
        near = mask[top:bottom, left:right].astype(np.float32)
        cover: Any = cv2.GaussianBlur(cv2.dilate(near, np.ones((3, 3), np.uint8)), (3, 3), 0.7)
        shade = np.clip(ratio[top:bottom, left:right], 0.05, 1.25)
        # The shadow is followed as far as the quad goes and fades out towards its edge, so that
        # nothing of the next piece of the same layer comes along.
        reach: Any = np.zeros(near.shape, np.float32)
        cv2.fillConvexPoly(reach, np.round(quad - (left, top)).astype(np.int32), 1.0)
        wide = max(3, int(0.12 * np.ptp(quad[:, 0])) | 1)
        reach = cv2.blur(cv2.erode(reach, np.ones((wide, wide), np.uint8)), (wide, wide))
        shade = 1 + (shade - 1) * reach[..., None]
        box = left, top, right, bottom
        _leave_out(shade, mask, box)
        depth = float(self.scene.pose.depth([piece.top])[0])
        colour = picture[top:bottom, left:right].copy()
        own = index[top:bottom, left:right].copy()
        return Sprite(piece, box, colour, cover[..., None], box, shade, depth, parts, own)

    def _surroundings(self, piece: Piece) -> NDArray[np.float64]:
        """The corners of the square that the piece may darken, in pixels."""
        pitch = float(self.scene.board["pitch"]) * REACH
        x, y, _ = piece.top
        corners = [(x - pitch, y + pitch), (x + pitch, y + pitch)]
        corners += [(x + pitch, y - pitch), (x - pitch, y - pitch)]
        return self.scene.pose.project([(u, v, 0.0) for u, v in corners])

    def _box(self, quad: NDArray[np.float64], mask: NDArray[np.bool_]) -> tuple[int, int, int, int]:
        """The pixels of the square and of the piece itself, which may stand out of it."""
        rows, columns = np.nonzero(mask.any(1))[0], np.nonzero(mask.any(0))[0]
        points = [quad]
        if rows.size:
            points.append(
                np.array([[columns[0] - 2, rows[0] - 2], [columns[-1] + 2, rows[-1] + 2]])
            )
        every = np.concatenate(points)
        width, height = self.scene.size
        left, top = np.floor(every.min(0)).astype(int)
        right, bottom = np.ceil(every.max(0)).astype(int) + 1
        return max(0, int(left)), max(0, int(top)), min(width, int(right)), min(height, int(bottom))


def _leave_out(
    shade: NDArray[np.float32], mask: NDArray[np.bool_], box: tuple[int, int, int, int]
) -> None:
    """Take the renderer's last noise and the piece itself out of a shade."""
    left, top, right, bottom = box
    shade[np.abs(shade - 1) < 0.015] = 1.0
    shade[mask[top:bottom, left:right]] = 1.0


class PitComposer:
    """Composes Mangala: every place shows one of the nested fills, whatever the others show."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._fills = sorted(
            (int(layer.notes["stones"]), name)
            for name, layer in scene.layers.items()
            if name.startswith("fill")
        )
        self.most = self._fills[-1][0]

    def fill_name(self, fill: int) -> str:
        """The layer that shows so many stones in every pit."""
        return self._fills[fill - 1][1]

    @cached_property
    def _pictures(self) -> list[Picture]:
        return [self.scene.empty, *(self.scene.picture(name) for _, name in self._fills)]

    @cached_property
    def _indices(self) -> list[NDArray[np.uint16]]:
        nothing = np.zeros(self.scene.size[::-1], np.uint16)
        return [nothing, *(self.scene.index(name) for _, name in self._fills)]

    @cached_property
    def _places(self) -> list[tuple[slice, slice, NDArray[np.float32]]]:
        """For each place the window in the picture and how much of it belongs to the place."""
        height, width = self.scene.size[::-1]
        nearest = np.full((height, width), np.inf, np.float32)
        owner = np.zeros((height, width), np.int8)
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        for number, place in enumerate(self.scene.board["places"]):
            (x, y), (wide, long) = place["centre"], place["size"]
            middle = self.scene.pose.project([(x, y, 0.0)])[0]
            edges = self.scene.pose.project([(x + wide / 2, y, 0.0), (x, y + long / 2, 0.0)])
            across, along = edges - middle
            net = np.linalg.inv(np.stack([across, along], 1))
            u = net[0, 0] * (xs - middle[0]) + net[0, 1] * (ys - middle[1])
            v = net[1, 0] * (xs - middle[0]) + net[1, 1] * (ys - middle[1])
            # Beyond an edge distances count in the smaller half size, as they look.
            far = np.maximum(np.abs(u), 1 + (np.abs(v) - 1) * max(1.0, long / wide))
            closer = far < nearest
            nearest[closer], owner[closer] = far[closer], number
        places = []
        for number in range(len(self.scene.board["places"])):
            mine = ((owner == number) & (nearest < 1.45)).astype(np.float32)
            rows, columns = np.nonzero(mine.any(1))[0], np.nonzero(mine.any(0))[0]
            window = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
            places.append((*window, cv2.blur(mine, (3, 3))[window][..., None]))
        return places

    def compose(self, stones: Sequence[int]) -> Picture:
        """The board with so many stones in each of the 14 places."""
        canvas = self.scene.empty.astype(np.float32)
        for place, count in enumerate(stones):
            rows, columns, mine = self._places[place]
            part = canvas[rows, columns]
            part += (self._filled(place, count, rows, columns) - part) * mine
        return np.clip(canvas + 0.5, 0, 255).astype(np.uint8)

    def show(self, state: Sequence[str | int]) -> Picture:
        """The board with so many stones in each place, as clips tell it."""
        return self.compose([int(count) for count in state])

    def index_of(self, state: Sequence[str | int]) -> NDArray[np.uint16]:
        """Which stone each pixel of what `show` shows belongs to; 0 for none."""
        whole = np.zeros(self.scene.size[::-1], np.uint16)
        for place, stones in enumerate(state):
            count = int(stones)
            rows, columns, _ = self._places[place]
            index = self._indices[-(-count // (1 if place < 12 else 3))][rows, columns]
            first = place * 64
            mine = (index > first) & (index <= first + count)
            np.copyto(whole[rows, columns], index, where=mine)
        return whole

    def things(self, state: Sequence[str | int]) -> list[Thing]:
        """What `show` shows of a state, stone by stone."""
        found = []
        for place, stones in enumerate(state):
            count = int(stones)
            each = 1 if place < 12 else 3
            rows, columns, _ = self._places[place]
            index = self._indices[-(-count // each)][rows, columns]
            wanted = dict.fromkeys((place * 64 + n + 1 for n in range(count)), "stone")
            for _, thing in things_in(index, wanted):
                left, top, right, bottom = thing.box
                x, y = columns.start, rows.start
                box = left + x, top + y, right + x, bottom + y
                found.append(Thing(thing.content, box, thing.pixels))
        return found

    def _filled(self, place: int, count: int, rows: slice, columns: slice) -> Any:
        """A place with so many stones; a treasury between two fills gets its last stones alone."""
        each = 1 if place < 12 else 3
        if not 0 <= count <= self.most * each:
            raise ValueError(f"place {place} can show 0 to {self.most * each} stones, not {count}")
        fill, over = divmod(count, each)
        picture = self._pictures[fill][rows, columns].astype(np.float32)
        if over:
            index = self._indices[fill + 1][rows, columns]
            fresh = [place * 64 + number + 1 for number in range(fill * each, count)]
            cover = cv2.blur(np.isin(index, fresh).astype(np.float32), (3, 3))[..., None]
            picture += (self._pictures[fill + 1][rows, columns] - picture) * cover
        return picture
