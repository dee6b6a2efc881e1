"""The lottery drawer: its ball set, the tags that its reader sees, its pass counter, and the simulated drawer."""
