"""Card shoes: one file a protocol, and the simulated shoe."""
