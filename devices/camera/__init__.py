"""A camera over the shoe's window: every card carries a code of its own, and is read from frames."""
