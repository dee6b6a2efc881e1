"""Examples of what stands around the tables of a studio."""
