"""The referee of one table: readings to events, a journal, score sheets."""
