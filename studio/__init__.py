"""The control system of a live-dealer studio: from device readings to acknowledged results."""
