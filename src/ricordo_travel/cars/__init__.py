"""Rental cars at the airport and in the town centre of every place."""
