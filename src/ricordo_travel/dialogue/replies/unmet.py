"""Wishes of a search that cannot be met: each is named in a short sentence, none is dropped without a word."""

from __future__ import annotations

from ricordo_travel.reservations import Kind

DESKS: dict[Kind, str] = {"hotel": "the hotel", "flight": "the airline", "car": "the rental desk"}
