"""The table card: two QR codes and the PIN, on one page to be cut in the middle.

The upper half is for the players and says nothing secret; the lower one is the referee's own. A
phone that reads the referee's code is signed in at once: the PIN stands behind the #, so that it
never travels in an address that anybody logs.
"""

from __future__ import annotations

from html import escape

import segno

from engines import InputError
from referee.desk.access import check_pin
from referee.desk.address import only_here

WIDTH, HEIGHT = 105.0, 148.0
"""A6, in millimetres."""
CODE = 44.0
"""The side of a code."""
FONT = "Libertinus Serif"
CUT = "Buradan kesin, alt yarıyı saklayın / cut here, keep the lower half to yourself"


def card_drawing(address: str, pin: str | None, table: str = "") -> str:
    """The card as SVG in millimetres, without a PIN only the players' half; raises `InputError`."""
    if pin is not None:
        check_pin(pin)
    base = address.rstrip("/")
    if not base.startswith(("http://", "https://")) or len(base) > 100:
        raise InputError(f"an address begins with http:// or https://, not {address!r}")
    if len(table) > 24 or not table.isprintable():
        raise InputError(f"{table[:12]!r} is no name of a table: 24 letters at most")
    named = f"Masa / Table {table}" if table else "Hakem"
    here = "Yalnız bu bilgisayarda açılır / opens on this computer only" if only_here(base) else ""
    parts = [
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#ffffff"/>',
        *_half(6.0, named, "Oyuncular / Players", f"{base}/players", f"{base}/players", here),
    ]
    if pin is not None:
        middle = f"{HEIGHT / 2:g}"
        link, words = f"{base}/login#pin={pin}", f"{base}  ·  PIN {pin}"
        parts += [
            f'<line x1="4" y1="{middle}" x2="{WIDTH - 4:g}" y2="{middle}" '
            'stroke="#888888" stroke-width="0.2" stroke-dasharray="1.5 1"/>',
            _text(HEIGHT / 2 + 3.2, 2.6, CUT, "#a8121b"),
            *_half(HEIGHT / 2 + 6, named, "Hakem / Referee", link, words, here),
        ]
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}mm" height="{HEIGHT:g}mm" '
        f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}">\n{body}\n</svg>\n'
    )


def _half(top: float, named: str, title: str, link: str, words: str, here: str) -> list[str]:
    left = (WIDTH - CODE) / 2
    warned = [_text(top + CODE + 20.5, 3.2, here, "#a8121b", bold=True)] if here else []
    return [
        *warned,
        _text(top + 3, 4.2, named, "#555555"),
        _text(top + 9.5, 6.0, title, "#0b5547", bold=True),
        _code(link, left, top + 12, CODE),
        _text(top + CODE + 16.5, min(4.4, 150 / max(1, len(words))), words, "#15191c"),
    ]


def _text(y: float, size: float, words: str, fill: str, bold: bool = False) -> str:
    weight = "bold" if bold else "normal"
    return (
        f'<text x="{WIDTH / 2:g}" y="{y:g}" font-size="{size:g}" font-family="{FONT}" '
        f'font-weight="{weight}" text-anchor="middle" fill="{fill}">{escape(words)}</text>'
    )


def _code(text: str, x: float, y: float, side: float) -> str:
    """A QR code as one path of squares."""
    rows = list(segno.make(text, error="m", micro=False).matrix)
    step = side / len(rows)
    boxes = "".join(
        f"M{x + column * step:.3f} {y + row * step:.3f}h{step:.3f}v{step:.3f}h-{step:.3f}z"
        for row, bits in enumerate(rows)
        for column, bit in enumerate(bits)
        if bit
    )
    return f'<path d="{boxes}" fill="#000000" shape-rendering="crispEdges"/>'
