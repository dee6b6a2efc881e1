"""Buttons, pedals, contact boxes and badge readers: what a hand does, told apart by device and never by content."""
