"""Screens of the studio. They know `studio.client` and `studio.messages`, and nothing else of it."""
