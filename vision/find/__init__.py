"""Where the board lies in the picture."""
