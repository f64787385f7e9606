"""What stands on the board: one file a game."""
