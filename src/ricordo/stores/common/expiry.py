"""A condition in SQL on the documents that a rule of retention no longer keeps."""

from __future__ import annotations

from ricordo.ports.changes import Expire
from ricordo.stores.common.codes import KIND_CODES
from ricordo.stores.common.times import to_micros


def expired_condition(change: Expire) -> str:
    """Return a condition on the table ``document d``. A memory is as old as the newest turn of its evidence."""
    # Numbers of our own, not a caller's text.
    cases = " ".join(f"WHEN {KIND_CODES[kind]} THEN {to_micros(limit)}" for kind, limit in change.limits.items())
    limit = f"CASE d.kind {cases} END" if cases else "NULL"
    return (
        f"d.recorded < {limit} AND NOT EXISTS (SELECT 1 FROM evidence e JOIN document t ON t.owner = e.turn_owner AND "
        f"t.number = e.turn WHERE e.owner = d.owner AND e.number = d.number AND t.recorded >= {limit})"
    )
