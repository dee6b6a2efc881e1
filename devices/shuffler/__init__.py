"""Card shufflers: states, count and batch colour, by a line grammar; and the simulated shuffler."""
