"""Measuring: quality on conversations with known answers, speed on this machine. ``ricordo bench --help``."""
