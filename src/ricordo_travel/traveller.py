"""The profile of a traveller."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from ricordo import Merge, Slot, count_days, count_people


class PastTrip(BaseModel):
    """A past trip and how the traveller liked it."""

    destination: str | None = None
    rating: str | None = Field(None, description='such as "loved it", "okay" or "disappointing"')


class Traveller(BaseModel):
    """A traveller, as learned from what they say."""

    travel_style: str | None = Field(None, title="Travel style", description="how they like to travel")
    budget_range: str | None = Field(None, title="Budget", description="what a trip may cost")
    interests: Annotated[list[str] | None, Merge("unite", cap=8)] = Field(
        None, title="Interests", description="what they like to do on a trip"
    )
    preferences: Annotated[list[str] | None, Merge("unite", cap=8)] = Field(
        None, title="Preferences", description="what they would rather have"
    )
    past_destinations: Annotated[list[PastTrip] | None, Slot("visited")] = Field(
        None, title="Past trips", description="where they have been, and how it was"
    )
    number_of_travelers: Annotated[int | None, Slot("travellers", parse=count_people)] = Field(
        None, title="Travellers", description="number of people travelling together"
    )
    trip_duration: Annotated[str | None, Slot("trip_length", parse=count_days)] = Field(
        None, title="Trip length", description="how long they like to be away"
    )
    dietary_requirements: str | None = Field(None, title="Diet", description="what they do not eat")
    home: str | None = Field(None, title="Home", description="the city that they live in")


LABELS = {name: field.title or name for name, field in Traveller.model_fields.items()}
"""The title of each field."""
