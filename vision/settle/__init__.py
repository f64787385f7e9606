"""Is this frame worth reading? Tells a still board from hands, from resting arms and from bumps."""

from vision.settle.settler import Settler
from vision.settle.values import Settled, State

__all__ = ["Settled", "Settler", "State"]
