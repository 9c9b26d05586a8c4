"""Hotels: a few in every place, all made up, and the rooms in them."""
