"""One table being refereed: what is seen and what people say, in a journal before it is shown."""

from referee.sitting.acts import NotYetWritten
from referee.sitting.beginning import Beginning
from referee.sitting.recordings import Patience
from referee.sitting.sitting import Sitting
from referee.sitting.standing import Standing
from referee.sitting.written import Written

__all__ = ["Beginning", "NotYetWritten", "Patience", "Sitting", "Standing", "Written"]
