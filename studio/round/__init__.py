"""The orchestrator: one table's procedure, its inputs matched to what it asks for, and everything else held."""
