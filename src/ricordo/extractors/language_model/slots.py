"""Slots for what a model found: where the rules see one in the same words, contradictions are found without a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ricordo.extractors.rules.extractor import candidates
from ricordo.language.words import terms
from ricordo.ports.extractor import Candidate
from ricordo.values import StoredTurn


def slotted(made: Candidate, turn: StoredTurn) -> Candidate:
    """A candidate with the slot that the rules find in its turn, if its words hold the value, and only that one."""
    words = set(terms(made.content))
    meant = [
        found
        for found in candidates(turn)
        if found.field and found.ended == made.ended and (said := set(terms(_text(found.value)))) and said <= words
    ]
    if len(meant) != 1:
        return made
    (found,) = meant
    return Candidate(
        made.kind, made.content, made.evidence, found.field, found.value, ended=made.ended, explicit=made.explicit
    )


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(str(part) for part in cast("Mapping[str, Any]", value).values() if part)
    return str(value)
