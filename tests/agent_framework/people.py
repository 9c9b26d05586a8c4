"""The profiles of the source documents."""

from __future__ import annotations

from pydantic import BaseModel, Field


class PastTrip(BaseModel):
    destination: str
    rating: str | None = None


class Traveller(BaseModel):
    travel_style: str | None = Field(None, description="travel style")
    budget_range: str | None = Field(None, description="budget")
    interests: list[str] = Field(default_factory=list, description="interests")
    past_destinations: list[PastTrip] = Field(default_factory=list[PastTrip], title="Past trips")
    number_of_travelers: int | None = Field(None, description="number of travellers")
    trip_duration: str | None = Field(None, description="preferred length of a trip")
    dietary_requirements: str | None = Field(None, description="dietary requirements")


class UserInfo(BaseModel):
    name: str | None = None
    age: int | None = None
