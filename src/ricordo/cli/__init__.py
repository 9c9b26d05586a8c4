"""The command line."""

from ricordo.cli.main import main

__all__ = ["main"]
