"""Hotels: a few fictional ones in every place, and their rooms."""
