"""The profiles of the source documents."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from ricordo import Slot, count_days, count_people


class PastTrip(BaseModel):
    destination: str
    rating: str | None = None


class Traveller(BaseModel):
    travel_style: str | None = Field(None, description="travel style")
    budget_range: str | None = Field(None, description="budget")
    interests: list[str] = Field(default_factory=list, description="interests")
    past_destinations: Annotated[list[PastTrip], Slot("visited")] = Field(
        default_factory=list[PastTrip], title="Past trips"
    )
    number_of_travelers: Annotated[int | None, Slot("travellers", parse=count_people)] = Field(
        None, description="number of travellers"
    )
    trip_duration: Annotated[str | None, Slot("trip_length", parse=count_days)] = Field(
        None, description="preferred length of a trip"
    )
    dietary_requirements: str | None = Field(None, description="dietary requirements")


class UserInfo(BaseModel):
    name: str | None = None
    age: int | None = None
