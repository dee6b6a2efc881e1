"""Devices that are keyboards to the machine: keypads, pedals, scanners and badge readers that type."""
