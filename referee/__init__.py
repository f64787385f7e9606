"""The referee: what happened at a table, kept in a journal, and the sheet that is signed."""
