"""Measuring: quality on conversations with known answers, speed on this machine. ``recollect bench --help``."""
