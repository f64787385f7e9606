"""Reversi and Kulami drawn with their score, over a clean board or the straightened picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines import AnyGame
from engines.grid import COLUMNS, NAMES, SIZE
from engines.kulami import Kulami
from engines.kulami import Score as KulamiScore
from referee.sheet import svg
from referee.sheet.brightness import brightened
from referee.sheet.counting import Counted
from vision.rectify import rectified

CELL, EDGE = 100, 60
"""The lengths of a drawing: a cell, and what is around the board."""
SIDE = SIZE * CELL + 2 * EDGE
RAISED = {"reversi": 0.15, "kulami": 0.2}
"""How high above the board one sees the middle of a piece, in cells: pictures are straightened at
that height, else pieces of a tilted view lie beside their rings."""
INSET = 9
"""How far inside its cells the outline of an area runs."""
GREEN, LINES, WOOD = "#2f7d4f", "#1e5234", "#e9d3ac"
TINTS = {"B": "#8c8c90", "R": "#f0a8a4"}
_SHADES = ("#efdcb8", "#e3c897", "#d8b87f", "#f4e6c8")


def draw_grid(counted: Counted, over_picture: bool = False) -> str:
    """The board as SVG; `over_picture` needs a photo."""
    parts: list[str] = []
    seen = over_picture and counted.read is not None
    if counted.read is not None and seen:
        margin = EDGE / CELL
        frame, pose = counted.read.frame, counted.read.pose
        shown = rectified(frame.picture, pose, CELL, margin, RAISED[counted.game.name])
        parts.append(svg.image(brightened(shown), SIDE, SIDE))
    else:
        parts.append(svg.box(0, 0, SIDE, SIDE, fill=svg.WHITE))
        parts += empty_board(counted.game)
    parts += labels(bool(seen))
    if isinstance(counted.game, Kulami):
        parts += _plates(counted.score, bool(seen))
    parts += pieces(counted.board.rows, bool(seen))
    if isinstance(counted.game, Kulami):
        parts += _areas_and_rows(counted.score)
        parts += _letters(counted.score)
    for name in counted.set_cells:
        parts += ring_at(name, svg.SETTLED, "!")
    for name in counted.doubtful:
        parts += doubt_at(name)
    return svg.drawing(SIDE, SIDE, parts)


def middle(name: str) -> tuple[float, float]:
    """Where the middle of a cell lies in a drawing."""
    down, across = divmod(NAMES.index(name), SIZE)
    return EDGE + CELL * (across + 0.5), EDGE + CELL * (down + 0.5)


def empty_board(game: AnyGame) -> Iterator[str]:
    """The board without pieces: green squares, or Kulami's plates."""
    return _clean_kulami(game) if isinstance(game, Kulami) else _clean_green()


def labels(seen: bool = False) -> Iterator[str]:
    """The names of columns and rows; over a picture with an edge around them."""
    edge, ink = ("#000000", svg.WHITE) if seen else ("", "#555555")
    for i in range(SIZE):
        along = EDGE + CELL * (i + 0.5)
        yield svg.words(along, EDGE / 2, 34, COLUMNS[i], fill=ink, edge=edge)
        yield svg.words(EDGE / 2, along, 34, str(i + 1), fill=ink, edge=edge)


def _clean_green() -> Iterator[str]:
    yield svg.box(EDGE, EDGE, SIZE * CELL, SIZE * CELL, fill=GREEN, stroke=LINES, thick=6)
    for i in range(1, SIZE):
        at, end = EDGE + CELL * i, EDGE + SIZE * CELL
        yield svg.line([(at, EDGE), (at, end)], LINES, 3)
        yield svg.line([(EDGE, at), (end, at)], LINES, 3)


def _clean_kulami(game: Kulami) -> Iterator[str]:
    """The plates in shades of wood, with their holes."""
    yield svg.box(EDGE - 8, EDGE - 8, SIZE * CELL + 16, SIZE * CELL + 16, fill="#8a6a3c")
    for number, plate in enumerate(game.layout.plates):
        x, y, width, height = _frame(plate.names)
        shade = _SHADES[number % len(_SHADES)]
        yield svg.box(x + 3, y + 3, width - 6, height - 6, fill=shade, round_by=10)
        for name in plate.names:
            yield svg.circle(*middle(name), 30, fill="#b8955f")


def _frame(names: tuple[str, ...]) -> tuple[float, float, float, float]:
    xs, ys = zip(*(middle(name) for name in names), strict=True)
    left, top = min(xs) - CELL / 2, min(ys) - CELL / 2
    return left, top, max(xs) + CELL / 2 - left, max(ys) + CELL / 2 - top


def _plates(score: KulamiScore, seen: bool) -> Iterator[str]:
    """Each plate in the colour of who won it, with its letter."""
    for plate in score.plates:
        x, y, width, height = _frame(plate.holes)
        owner = plate.owner
        tint = TINTS[owner] if owner else svg.WHITE
        stroke = svg.SIDES[owner] if owner else "#8a6a3c"
        opacity = (0.12 if seen else 0.72) if owner else 0
        yield svg.box(x + 6, y + 6, width - 12, height - 12, fill=tint, opacity=opacity,
                      stroke=stroke, thick=5 if owner else 2, round_by=12)  # fmt: skip


def _letters(score: KulamiScore) -> Iterator[str]:
    for plate in score.plates:
        x, y, _, _ = _frame(plate.holes)
        yield svg.words(x + 19, y + 19, 28, plate.letter, fill=svg.INK, edge=svg.WHITE, bold=True)


def pieces(rows: Iterable[str], seen: bool = False) -> Iterator[str]:
    """The pieces; over the picture, a ring of the colour that was read around each."""
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            if letter not in svg.SIDES:
                continue
            x, y = middle(NAMES[SIZE * row + column])
            colour = svg.SIDES[letter]
            if seen:
                rim = svg.INK if letter == "W" else svg.WHITE
                yield svg.circle(x, y, 36, fill="none", stroke=rim, thick=11)
                yield svg.circle(x, y, 36, fill="none", stroke=colour, thick=6)
            else:
                yield svg.circle(x, y, 37, fill=colour, stroke="#3a3a3c", thick=3)


def _areas_and_rows(score: KulamiScore) -> Iterator[str]:
    for side in (score.black, score.red):
        for edge in _outline(set(side.area)):
            yield svg.line(edge, svg.WHITE, 13)
        for edge in _outline(set(side.area)):
            yield svg.line(edge, svg.AREA, 8, "20 14")
    for side in (score.black, score.red):
        for row in side.rows:
            ends = [middle(row.holes[0]), middle(row.holes[-1])]
            yield svg.line(ends, svg.INK, 17)
            yield svg.line(ends, svg.ROW, 11)


def _outline(cells: set[str]) -> Iterator[list[tuple[float, float]]]:
    """The edges of a set of cells, a little inside it, meeting at the corners."""
    inside = {divmod(NAMES.index(name), SIZE) for name in cells}
    for row, column in inside:
        x, y = middle(NAMES[SIZE * row + column])
        # Each edge by the step across it, and the step along it.
        for down, across in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (row + down, column + across) in inside:
                continue
            ends = []
            for sign in (-1, 1):
                step = (sign * abs(across), sign * abs(down))  # along the edge, in rows, columns
                beside = (row + step[0], column + step[1])
                beyond = (beside[0] + down, beside[1] + across)
                shift = -INSET if beside not in inside else INSET if beyond in inside else 0
                reach = CELL / 2 + shift
                out = CELL / 2 - INSET
                ends.append((x + across * out + step[1] * reach, y + down * out + step[0] * reach))
            yield ends


def doubt_at(name: str) -> Iterator[str]:
    """A ring and a question mark around a cell that somebody must look at."""
    return ring_at(name, svg.DOUBT, "?")


def ring_at(name: str, colour: str, sign: str) -> Iterator[str]:
    """A ring around a cell with a sign at it, so that colour is never the only sign."""
    x, y = middle(name)
    yield svg.circle(x, y, 45, fill="none", stroke=svg.WHITE, thick=14)
    yield svg.circle(x, y, 45, fill="none", stroke=colour, thick=9)
    yield svg.words(x + 32, y - 30, 44, sign, fill=colour, edge=svg.WHITE, bold=True)
