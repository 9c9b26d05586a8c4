"""Storing turns, with their vectors or before them."""
