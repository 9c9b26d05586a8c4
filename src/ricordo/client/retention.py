"""The verbs of retention over HTTP."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ricordo.client.connection import Connection, Parameters
from ricordo.serialization import read
from ricordo.values import KINDS, Kind, Receipt, Retention, Scope, check_scope
from ricordo.values.retention import check_days
from ricordo.values.validation import check_choices, check_limit


class RetentionClient:
    """The verbs of ``Ricordo`` that are about retention."""

    _connection: Connection

    async def retention(self, *, scope: Scope) -> Retention:
        """See ``Ricordo.retention``."""
        parameters: Parameters = check_scope(scope).parts
        return read(Retention, await self._connection.call("GET", "/v1/retention", parameters=parameters))

    async def retentions(self, *, scope: Scope) -> dict[Scope, Retention]:
        """See ``Ricordo.retentions``."""
        parameters: Parameters = check_scope(scope).parts
        rows = (await self._connection.call("GET", "/v1/retentions", parameters=parameters))["retentions"]
        return {read(Scope, row["scope"]): read(Retention, row["retention"]) for row in rows}

    async def set_retention(self, *, scope: Scope, days: int | None, kinds: Iterable[Kind] | None = None) -> Retention:
        """See ``Ricordo.set_retention``."""
        body: dict[str, Any] = {"scope": check_scope(scope).parts, "days": check_days(days)}
        if kinds is not None:
            body["kinds"] = sorted(check_choices(kinds, KINDS, "kinds"))
        return read(Retention, await self._connection.call("PUT", "/v1/retention", body=body))

    async def receipts(self, *, scope: Scope, limit: int = 100) -> list[Receipt]:
        """See ``Ricordo.receipts``."""
        parameters: Parameters = {**check_scope(scope).parts, "limit": str(check_limit(limit))}
        rows = (await self._connection.call("GET", "/v1/receipts", parameters=parameters))["receipts"]
        return [read(Receipt, row) for row in rows]
