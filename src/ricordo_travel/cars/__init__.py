"""Rental cars: at the airport and in the centre of every place."""
