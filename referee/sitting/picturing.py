"""Which pictures stand beside an event: the board before it, and as it is now."""

from __future__ import annotations

from calibration.pose import Pose
from referee import events as told
from referee.journal.pictures import BoardPicture, cut_out
from referee.round_events import CORRECTIONS
from referee.table import Table
from vision.frame import Frame

PICTURED = (
    *(told.Move, told.FaultFound, told.Mended, told.Corrected, told.Restored, told.TokenSet),
    *(told.Unsure, told.OutOfStep, told.Resync, told.Contradiction, told.Breach),
)
"""What somebody may want to look at afterwards."""


def pictures_for(event: told.Event, table: Table, frame: Frame | None) -> dict[str, BoardPicture]:
    """The board before and after, as far as it was seen; empty for events that need none."""
    told_so = isinstance(event, told.Told) and event.what in CORRECTIONS
    if not isinstance(event, PICTURED) and not told_so:
        return {}
    n = table.tracker.state.ledger.n
    if isinstance(event, told.Move | told.FaultFound | told.Mended | told.Corrected | told.Breach):
        n = event.n - 1
    shown: dict[str, BoardPicture] = {}
    before = table.seen_after(n)
    if before is not None:
        shown |= _cut("before", before.frame, before.pose)
    if frame is not None and table.pose is not None:
        shown |= _cut("after", frame, table.pose)
    return shown


def _cut(what: str, frame: Frame, pose: Pose) -> dict[str, BoardPicture]:
    try:
        return {what: cut_out(frame.picture, pose)}
    except ValueError:  # the board is not in this picture
        return {}
