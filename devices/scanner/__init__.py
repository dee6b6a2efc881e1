"""Barcode scanners, by keyboard and by serial line: codes to cards by a checked table."""
