"""The eyes: from a camera to a reading of the board."""
