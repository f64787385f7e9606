"""The desk: the web face of one table, for the referee, for players and for other programs."""
