"""The keys of the referee's page as a list: on a tablet they stand on no button."""

from __future__ import annotations

from referee.desk.lines import Say
from referee.desk.parts import acts_of
from referee.sitting import Sitting


def keys_of(sitting: Sitting, say: Say) -> list[tuple[str, str]]:
    """Each key with what it does: buttons that are always there, then those that come and go."""
    with sitting.held():
        acts = acts_of(sitting, sitting.standing(), say)
        mangala = sitting.tracker.game.name == "mangala"
    told = {act.key: act.text for act in acts if act.key}
    told[" "] = f"{say('Pause')} / {say('Go on')}"
    if mangala:
        told["s"] = say("Count this pit")
    told |= {"y": say("Yes, finished"), "n": say("No, still moving")}
    told |= {"1": say("The first answer of a card"), "2": say("The second answer of a card")}
    return [(say("Space") if key == " " else key.upper(), text) for key, text in told.items()]
