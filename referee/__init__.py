"""From readings to events: the tracker, the round around it, and the table that joins them."""
