"""The labels that annotators give, in the order in which the models number them.

Append only: the order is in the weights.
"""

from __future__ import annotations

SLOTS = (
    "name", "age", "birthday", "home", "origin", "work", "employer", "studies", "family", "pets", "likes",
    "preferences", "dislikes", "diet", "allergies", "budget", "travellers", "trip_length", "travel_style",
    "visited", "plans", "languages", "possessions", "activities", "health", "traits", None,
)  # fmt: skip
HOWS = ("holds", "ended", "hedged", "planned", "negated", "wish")
RELATIONS = ("same", "finer", "replaces", "ends", "independent")
SUPPORT = ("yes", "no", "opposite")
