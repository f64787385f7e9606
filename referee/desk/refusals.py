"""Why an order is refused, in the reader's language: the table says it in English."""

from __future__ import annotations

import re
from functools import cache

from engines.match.transition import NEXT
from referee.desk.lines import Say

SETTING_UP = (
    "the profile's colours of %(game)s were learnt by another version of Hakem; "
    "learn them anew with `hakem calibrate colours --afresh`",
    "the profile's colours of %(game)s are broken; "
    "learn them anew with `hakem calibrate colours --afresh`",
    "the lens was measured in pictures of %(size)s, the camera gives %(given)s; "
    "set the camera back or calibrate again",
    "no camera at %(device)s; `hakem cameras` lists those that are there",
    "%(device)s does not open: no camera, in use, or not permitted",
    "%(source)s does not open, perhaps it is in use: %(why)s",
    "%(source)s opens, but gives no pictures; check its cable",
    "%(source)s opens, but gives no pictures: %(why)s",
    "%(source)s cannot be set up: %(why)s",
    "%(source)s gives no picture",
    "%(source)s has given no picture yet; try again",
    "%(source)s names no USB camera; give usb:0 or usb:/dev/video0",
    "no pictures from %(source)s; is the camera on, are address and password right?",
    "the camera's address cannot be read: %(why)s",
    "%(address)s names no host; give rtsp://HOST:554/PATH",
    "no camera picamera2:%(which)s; there are: %(there)s",
    "none, check the cable",
    "no demo of %(name)s; there are: %(there)s",
    "the Raspberry Pi camera needs picamera2 (%(why)s): apt install python3-picamera2, "
    "in an environment made with --system-site-packages",
    "picamera2 is installed but does not load (%(why)s); see docs/cameras.md",
    "this profile is for pictures of %(due)s, the camera gives %(size)s; "
    "set the camera back or calibrate again",
    "%(game)s option %(option)s cannot be %(value)s; valid: %(known)s",
    "unknown %(game)s option %(option)s; valid are: %(known)s",
    "%(count)s stones on the board; Mangala has %(all)s",
    "a position must be known in full; hidden: %(cells)s",
    "a position must be known in full; unknown: %(cells)s",
    "the last marble of %(colour)s must be told (it carries the token); for example %(hole)s",
    "the last marble cannot be %(hole)s: that hole is empty",
    "the last marbles must be one of each colour",
    "bad plate layout: expected %(count)s plates of %(size)s, found %(found)s",
    "bad plate layout: plate %(plate)s is not a full rectangle (%(holes)s holes inside %(size)s)",
    "bad plate layout: plate %(plate)s is %(size)s; plates are 2x3, 2x2, 1x3 or 1x2",
    "bad plate layout: %(letter)s is not a plate letter",
    "the four corners",
    "the four outer pits",
    "%(points)s run anticlockwise; give them clockwise, as the picture shows them",
    "%(points)s do not go around a board; check their order and places",
    "no camera sees the points like this; check their order and places",
    "the points lie on one line; give points all around the board",
    "%(text)s… is too long for a sheet: %(most)s letters at most",
    "%(text)s holds something that cannot be printed",
)
"""What cameras, rules, boards and names are refused with before a game begins."""
REFUSALS = (
    *NEXT.values(),
    "this cannot happen now: %(why)s",
    "no set can begin now: %(why)s",
    "the game cannot be ended now: %(why)s",
    "%(count)s moves cannot be taken back; told so far: %(told)s",
    "nothing is in doubt; there is nothing to choose",
    "there is nothing to choose: no doubt waits for an answer",
    "there is no answer %(number)s; answers: %(count)s",
    "nobody has asked whether the mover has finished",
    "%(cell)s cannot hold %(content)s; valid: %(known)s",
    "%(count)s stones are in the pits; Mangala has %(all)s",
    "no such cell %(cell)s; cells are %(known)s",
    "no such cell %(cell)s",
    "player %(turn)s is to move; player %(by)s is bound to nothing",
    "player %(by)s has signed already",
    "name at least one cell that a piece left",
    "nothing is left to the referee",
    "say who gives up: A or B",
    *SETTING_UP,
)
"""What an order may be refused with; a value of it may be such a text again."""
_EVENT = re.compile(r"^\w+(?= cannot happen now: )")
"""The name that the rules have for an event means nothing to a referee."""


def refusal_words(say: Say, text: str) -> str:
    """A refusal in the reader's language; as it is where nobody has foreseen it."""
    text = _EVENT.sub("this", text)
    whole = say(text)
    if whole != text:
        return whole
    for template in REFUSALS:
        found = _pattern(template).fullmatch(text)
        if found is not None:
            values = {name: say(value) for name, value in found.groupdict().items()}
            return say(template) % values
    return text


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"%\((\w+)\)s", template)
    return re.compile(
        "".join(f"(?P<{part}>.+)" if i % 2 else re.escape(part) for i, part in enumerate(parts))
    )
