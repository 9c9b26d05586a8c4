"""Slots for the memories of a model: with a slot from the rules, contradictions are found without a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from ricordo.extractors.rules.extractor import candidates
from ricordo.language.words import terms
from ricordo.ports.extractor import Candidate
from ricordo.values import StoredTurn


def add_slot(candidate: Candidate, turn: StoredTurn) -> Candidate:
    """Return a candidate with the slot that the rules find in its turn.

    It stays as it is unless the words of exactly one slot's value occur in its content.
    """
    words = set(terms(candidate.content))
    matches = [
        found
        for found in candidates(turn)
        if found.field
        and found.ended == candidate.ended
        and (value := set(terms(_format_value(found.value))))
        and value <= words
    ]
    if len(matches) != 1:
        return candidate
    return replace(candidate, field=matches[0].field, value=matches[0].value)


def _format_value(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(str(part) for part in cast("Mapping[str, Any]", value).values() if part)
    return str(value)
