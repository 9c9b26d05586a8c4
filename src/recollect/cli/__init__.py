"""The command line."""

from recollect.cli.main import main

__all__ = ["main"]
