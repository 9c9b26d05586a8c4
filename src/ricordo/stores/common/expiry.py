"""A condition in SQL on the documents that a rule of retention no longer keeps."""

from __future__ import annotations

from ricordo.ports.changes import Expire
from ricordo.stores.common.codes import KIND_CODES, STATE_CODES, SUMMARY
from ricordo.stores.common.times import to_micros
from ricordo.values import BY_HAND


def expired_condition(change: Expire, words: str) -> str:
    """Return a condition on the table ``document d``.

    A memory is as old as the newest turn of its evidence. One that was rejected or superseded stays with its turns: it
    is the mark on words in them that do not hold.

    Args:
        change: The rule.
        words: The words of the document as ``FROM`` and ``WHERE`` of a subquery; the memory's maker is among them.
    """
    # Numbers of our own, not a caller's text.
    cases = " ".join(f"WHEN {KIND_CODES[kind]} THEN {to_micros(limit)}" for kind, limit in change.limits.items())
    limit = f"CASE d.kind {cases} END" if cases else "NULL"
    evidence = (
        "EXISTS (SELECT 1 FROM evidence e JOIN document t ON t.owner = e.turn_owner AND t.number = e.turn "
        "WHERE e.owner = d.owner AND e.number = d.number"
    )
    rejected = f"d.state = {STATE_CODES['unsupported']} AND EXISTS (SELECT 1 {words} AND maker = '{BY_HAND}')"
    closed = (
        f"d.kind <> {SUMMARY} AND (d.state = {STATE_CODES['superseded']} OR "
        f"(d.state = {STATE_CODES['unsupported']} AND d.successor IS NOT NULL) OR ({rejected}))"
    )
    return f"d.recorded < {limit} AND NOT {evidence} AND t.recorded >= {limit}) AND NOT ({closed} AND {evidence}))"
