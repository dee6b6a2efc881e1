"""Outcomes of side bets, one file a game."""
