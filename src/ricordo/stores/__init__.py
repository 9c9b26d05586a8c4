"""Stores of turns and memories: one package for each backend, and ``common`` for what they share."""
