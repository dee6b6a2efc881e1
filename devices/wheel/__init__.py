"""Roulette wheels: one file a protocol, and the simulated wheel."""
