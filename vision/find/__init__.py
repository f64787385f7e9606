"""Where the board lies in the picture: a learned guess, moved onto the lattice, made a pose."""

from vision.find.finder import BoardFinder, Found, find_any
from vision.find.lying import outline, top_of, upright

__all__ = ["BoardFinder", "Found", "find_any", "outline", "top_of", "upright"]
