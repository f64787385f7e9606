"""Why an order is refused, in the reader's language: the table says it in English."""

from __future__ import annotations

import re
from functools import cache

from engines.match.transition import NEXT
from referee.desk.lines import Say

SETTING_UP = (
    "the profile's colours of %(game)s were learnt by another version of Hakem; "
    "learn them anew with `hakem calibrate colours GAME PHOTO --out PROFILE --afresh`",
    "the profile's colours of %(game)s are broken; "
    "learn them anew with `hakem calibrate colours GAME PHOTO --out PROFILE --afresh`",
    "the lens was measured in pictures of %(size)s, the camera gives %(given)s; "
    "set the camera back or calibrate again",
    "%(file)s is incomplete, its end is missing: copy or send it again",
    "%(file)s is damaged: copy or send it again",
    "the name %(file)s is not in UTF-8; rename the file or folder",
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
    "the camera's address cannot be read; give rtsp://NAME:PASSWORD@HOST:554/PATH",
    "the password of %(camera)s is not kept; write this camera's whole address into the field for "
    "network cameras below, and go on again",
    "the camera's address names no host; give rtsp://HOST:554/PATH",
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
    "the four corners go around %(share)s of a board in this picture of %(size)s pixels; "
    "give corners in pixels of it",
    "the four corners go around a board of %(wide)s pixels; its cells must be %(least)s pixels "
    "wide to be read",
    "the board in the picture is not the one that was named: %(what)s looks different; "
    "set it up, or say with --board what stands there",
    "the board in the picture is not the one that was named: %(what)s look different; "
    "set it up, or say with --board what stands there",
    "cannot read %(file)s: %(why)s",
    "no camera sees the points like this; check their order and places",
    "no Mangala board has its pits so (%(pits)s); check their order and places",
    "the points lie on one line; give points all around the board",
    "%(text)s… is too long for a sheet: %(most)s letters at most",
    "%(text)s holds something that cannot be printed",
)
"""What cameras, rules, boards and names are refused with before a game begins."""
WRITING = (
    "this is done, but not yet written; do not repeat it: %(why)s",
    "the disk is full; free some space and go on, the events written so far are safe",
    "it cannot be written here; check the folder's rights, or that the card is not "
    "write-protected; to read it, copy it with its -wal file to another folder",
    "the file is broken or no journal; keep it, and start a new journal under another name",
    "another process holds it; close that one first",
    "the disk did not take or give the data (full, over a limit, or failing); "
    "the events written so far are safe",
    "another process (number %(number)s) writes this journal; end that one first",
    "another process writes this journal; end that one first",
    "%(file)s: it cannot be written here: the file is read-only",
    "%(file)s cannot be written here: %(why)s",
    "cannot be locked: %(why)s",
    "%(file)s is a folder; name a file in it",
    "this disk cannot keep a journal; take one of this computer",
    "this is a database of another program, no journal; name another file",
    "a newer Hakem wrote this journal (version %(version)s, known is %(known)s); update Hakem",
    "%(what)s; keep the file for the head referee and go on in a new journal",
    "the folder %(folder)s is missing with all pictures (%(count)s)",
    "picture %(name)s of event %(number)s is missing",
    "picture %(name)s of event %(number)s was changed",
    "event %(number)s names no picture of a journal as %(name)s",
    "event %(number)s is not text and numbers",
    "event %(number)s is no event: %(why)s",
    "event %(number)s to %(last)s missing before event %(next)s",
    "event %(number)s missing before event %(next)s",
    "after event %(number)s events %(first)s to %(last)s are missing",
    "after event %(number)s the head does not fit",
    "the hash before event %(number)s is none",
    "event %(number)s was edited: its hash does not fit",
    "event %(number)s was edited: its hash does not fit (or event %(other)s was replaced together "
    "with its hash)",
    "this picture cannot be encoded",
    "this frame cannot be encoded",
)
"""Why something cannot be written into a journal, or its game not be gone on with."""
UNTAKEN = (
    "player %(by)s has no unfinished move to mend",
    "player %(by)s has no unfinished move to end",
    "it is the turn of player %(turn)s; a move by %(by)s needs one of the faults %(faults)s",
    "without a move and without a fault nothing has happened",
    "player %(by)s has nothing to correct",
    "the correction asked for (%(task)s) is no move",
    "the correction asked for (%(task)s) must name the move made",
    "a correction cannot be taken off again; name the move that stands",
)
"""What a round cannot take of that which the table tells it."""
SYSTEM = (
    "No space left on device",
    "Disk quota exceeded",
    "File too large",
    "Input/output error",
    "Read-only file system",
    "Permission denied",
    "No such file or directory",
    "Not a directory",
    "File exists",
)
"""What the system itself says of a file, at the end of such a sentence."""
TYPED = (
    "there is no file %(file)s; the desk writes journals to the folder %(desk)s where it was "
    "started, hakem watch to %(folder)s",  # before the shorter one, which would fit it too
    "there is no file %(file)s",
    "%(file)s is empty, no journal",
    "%(file)s is no journal",
    "%(file)s is no journal; nothing was deleted",
    "%(file)s is the journal of %(game)s at table %(table)s, not of %(other)s at table %(there)s; "
    "name another journal, or begin another game in this one with --new",
    "%(file)s is in the middle of a game of %(game)s, not of %(other)s; --new begins another game "
    "in it",
    "%(file)s is in the middle of a game watched with %(camera)s; go on with that, begin another "
    "game with --new, or name another --table",
    "nobody is there to ask; add --yes to delete without asking",
    "with --json nobody can be asked; add --yes",
    "there is no day %(text)s; write it as in 2026-05-03 or 03.05.2026",
    "the board shows the end of the game; leave --reason out",
    "%(cell)s: count its stones, and put their number for the ?",
    "no camera, file or folder %(name)s; valid are %(known)s",
    "%(file)s is not a picture that can be read",
    "%(file)s is empty",
    "%(file)s is neither a file nor a folder; valid are %(known)s",
    "cannot read the folder %(file)s: %(why)s",
    "it is a pipe; a profile is a file",
    "unknown game %(game)s; known games: %(known)s; did you mean %(near)s?",
    "unknown game %(game)s; known games: %(known)s; `%(command)s --help` tells more",
    "unknown game %(game)s; known games: %(known)s",
)
"""What a command is refused with that names what is not there."""
CALIBRATING = (
    "no part of the calibration sheet can be seen",
    "only %(count)s of %(all)s points of the calibration sheet can be seen",
    "only one row of the calibration sheet can be seen",
    "show more of it, sharp and evenly lit (`hakem print charuco` prints it)",
    "show more of it",
    "no marker can be seen",
    "print them with `hakem print markers` and lay them out",
    "marker %(number)s (%(end)s) cannot be seen",
    "row 1's left end",
    "row 1's right end",
    "row 8's right end",
    "row 8's left end",
    "markers %(markers)s cannot be seen",
    "every marker must lie flat and whole in the picture, with its white border, without glare",
    "or give its corners",
)
"""What is said of a picture in which the calibration sheet, or a marker, is not seen."""
NOT_THERE = (
    "the referee's PIN is needed",
    "no game is watched",
    "no such game",
    "no camera is tried; choose one first",
    "no such picture",
    "there is no picture yet",
    "this picture cannot be read",
    "too many watch already",
)
"""What is answered where that which was asked for is not there, or not for everybody."""
REFUSALS = (
    *TYPED,
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
    "no such pit %(pit)s; pits are S1-S6 and N1-N6",
    "%(pit)s is empty; a player is bound by touching stones",
    "player %(turn)s is to move; player %(by)s is bound to nothing",
    "player %(by)s has signed already",
    "name at least one cell that a piece left",
    "%(cell)s is empty; nothing can have fallen from it",
    "nothing is left to the referee",
    "say who gives up: A or B",
    "the table has moved on; look again",
    *SETTING_UP,
    *WRITING,
    *UNTAKEN,
    *SYSTEM,
    *CALIBRATING,
    *NOT_THERE,
)
"""What an order may be refused with; a value of it may be such a text again."""
_EVENT = re.compile(r"^\w+(?= cannot happen now: )")
"""The name that the rules have for an event means nothing to a referee."""


def refusal_words(say: Say, text: str) -> str:
    """A refusal in the reader's language; as it is where nobody has foreseen it."""
    if not text:  # a catalogue answers an empty text with its own heading
        return text
    text = _EVENT.sub("this", text)
    whole = say(text)
    if whole != text:
        return whole
    for template in REFUSALS:
        found = _pattern(template).fullmatch(text)
        if found is not None:
            values = {name: refusal_words(say, value) for name, value in found.groupdict().items()}
            return say(template) % values
    name, colon, why = text.partition(": ")  # what a file is refused with stands behind its name
    return f"{name}{colon}{refusal_words(say, why)}"


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"%\((\w+)\)s", template)
    return re.compile(
        "".join(f"(?P<{part}>.+)" if i % 2 else re.escape(part) for i, part in enumerate(parts))
    )
