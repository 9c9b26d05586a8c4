"""The campaign: kills, outages, fuzzing and random scopes at length. `make campaign` runs it."""
