"""`RicordoClient`: the verbs over HTTP."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Self, TypeVar, cast
from urllib.parse import quote

import httpx2
from pydantic import BaseModel

from ricordo.client.connection import Connection, Parameters
from ricordo.client.paging import read_last_turns
from ricordo.client.retention import RetentionClient
from ricordo.learn.profile_store import check_field_name
from ricordo.learn.profiles import Profile, build_profile, check_model, validate_value
from ricordo.maintenance import Status
from ricordo.opening import Opening, check_url
from ricordo.ports.status import JobReport, Usage
from ricordo.recall.hits import Recall
from ricordo.recall.views import memories_view
from ricordo.remember.rememberer import check_turns
from ricordo.serialization import dump_line, jsonable, read
from ricordo.values import (
    MEMORY_KINDS,
    Consent,
    ConversationInfo,
    History,
    Hit,
    Kind,
    Memory,
    MemoryKind,
    Page,
    Receipt,
    Review,
    Scope,
    State,
    StoredTurn,
    Turn,
    check_scope,
    check_scopes,
)
from ricordo.values.ids import new_id
from ricordo.values.validation import (
    check_choices,
    check_flag,
    check_ids,
    check_name,
    check_strings,
    check_tags,
    check_text,
    check_time,
)

logger = logging.getLogger("ricordo.client")

M = TypeVar("M", bound=BaseModel)

_PROFILE_KINDS: tuple[MemoryKind, ...] = ("episodic", "semantic", "profile")
_SETTLE_SECONDS = 10.0
"""Seconds that the service waits in one request."""
_IDS_PER_REQUEST = 20
"""Ids of the greatest length fit into one address."""


class RicordoClient(RetentionClient):
    """A client of a Ricordo service, with the verbs, values and errors of `Ricordo`.

    Args:
        base_url: The address of the service.
        key: An application's key, an operator's key, or a token.
        timeout: Seconds to wait for an answer.
        retries: How often to repeat a request that failed, if repeating it changes nothing more.
        transport: An httpx transport, for tests.

    Examples:
        ```python
        async with RicordoClient("https://memory.example", key="rk_…") as memory:
            await memory.remember([Turn("user", "I love hiking.")], scope=Scope(user="alice"))
        ```
    """

    def __init__(
        self,
        base_url: str,
        *,
        key: str | None = None,
        timeout: float = 30.0,
        retries: int = 2,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        check_url(base_url, "base_url")
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        self._http = httpx2.AsyncClient(base_url=base_url, headers=headers, timeout=timeout, transport=transport)
        self._connection = Connection(self._http, retries)
        self._tracked: dict[str, type[BaseModel]] = {}

    @classmethod
    def open(
        cls,
        base_url: str,
        *,
        key: str | None = None,
        timeout: float = 30.0,
        retries: int = 2,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> Opening[Self]:
        """Open a client, with `async with` or with `await`, as `Ricordo.open` does."""
        check_url(base_url, "base_url")

        async def connect() -> Self:
            return cls(base_url, key=key, timeout=timeout, retries=retries, transport=transport)

        return Opening(connect, "RicordoClient.open")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections. Closing twice does no harm."""
        await self._http.aclose()

    async def remember(self, turns: Iterable[Turn], *, scope: Scope) -> list[str]:
        """See ``Ricordo.remember``. Turns without an id get one here, so that a retry stores nothing twice."""
        named = [turn if turn.id else replace(turn, id=new_id()) for turn in check_turns(turns)]
        body = {"scope": check_scope(scope).parts, "turns": [_drop_none(jsonable(turn)) for turn in named]}
        await self._check_tracked()
        return (await self._connection.call("POST", "/v1/turns", body=body))["ids"]

    async def recall(  # noqa: PLR0913  # as Ricordo.recall
        self,
        query: str,
        *,
        scope: Scope | Sequence[Scope],
        limit: int = 10,
        kinds: Iterable[Kind] | None = None,
        as_of: datetime | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        tags: Iterable[str] | None = None,
        deadline: float | None = None,
    ) -> Recall:
        """See ``Ricordo.recall``."""
        scopes = check_scopes(scope)
        body = _drop_none(
            {
                "scope": _send_scopes(scopes),
                "query": check_text(query, "query"),
                "limit": limit,
                "kinds": _to_list(kinds),
                "as_of": _time(as_of, "as_of"),
                "since": _time(since, "since"),
                "until": _time(until, "until"),
                "tags": _to_list(tags),
                "deadline": deadline,
            }
        )
        found = await self._connection.call("POST", "/v1/recall", body=body)
        found.pop("block", None)
        return replace(read(Recall, found), scopes=scopes)

    async def hits(self, ids: Iterable[str], *, scope: Scope | Sequence[Scope]) -> list[Hit]:
        """See ``Ricordo.hits``."""
        body = {"scope": _send_scopes(check_scopes(scope)), "ids": check_ids(ids)}
        return [read(Hit, row) for row in (await self._connection.call("POST", "/v1/hits", body=body))["hits"]]

    async def memories(  # as Ricordo.memories
        self,
        *,
        scope: Scope,
        kinds: Iterable[MemoryKind] | None = None,
        state: State | None = "current",
        tags: Iterable[str] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        field: str | None = None,
        subject: str | None = None,
    ) -> AsyncIterator[Memory]:
        """See ``Ricordo.memories``."""
        filters: dict[str, Any] = {
            "kinds": None if kinds is None else _memory_kinds(kinds),
            "state": state,
            "tags": _to_list(tags),
            "since": since,
            "until": until,
            "field": field,
            "subject": subject,
        }
        page = await self.memories_page(scope=scope, **filters)
        for memory in page:
            yield memory
        while page.next is not None:
            page = await self.memories_page(scope=scope, **filters, after=page.next)
            for memory in page:
                yield memory

    async def memories_page(  # noqa: PLR0913  # as Ricordo.memories_page
        self,
        *,
        scope: Scope,
        kinds: Iterable[MemoryKind] | None = None,
        state: State | None = "current",
        tags: Iterable[str] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        field: str | None = None,
        subject: str | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> Page[Memory]:
        """See ``Ricordo.memories_page``."""
        parameters: dict[str, str | Sequence[str]] = {
            **check_scope(scope).parts,
            **_drop_none({"cursor": after, "field": field, "subject": subject}),
            **_drop_none({"since": _time(since, "since"), "until": _time(until, "until")}),
            "state": state or "all",
            "limit": str(limit),
        }
        if kinds is not None:
            parameters["kind"] = _memory_kinds(kinds)
        if (view := memories_view(scope, None, state, tags=tags)).tags is not None:
            parameters["tag"] = sorted(view.tags)
        page = await self._connection.call("GET", "/v1/memories", parameters=parameters)
        return Page(tuple(read(Memory, row) for row in page["memories"]), next=page["next"])

    async def get(self, id: str, *, scope: Scope) -> Memory:
        """See ``Ricordo.get``."""
        parameters: Parameters = check_scope(scope).parts
        return read(Memory, await self._connection.call("GET", _memory_path(id), parameters=parameters))

    async def history(self, id: str, *, scope: Scope) -> History:
        """See ``Ricordo.history``."""
        parameters: Parameters = check_scope(scope).parts
        path = f"{_memory_path(id)}/history"
        return read(History, await self._connection.call("GET", path, parameters=parameters))

    async def turns(self, *, scope: Scope, ids: Iterable[str] | None = None, limit: int = 20) -> list[StoredTurn]:
        """See ``Ricordo.turns``."""
        if ids is None:
            return await read_last_turns(self.turns_page, scope, limit)
        wanted = list(dict.fromkeys(check_name(id, "ids") for id in check_strings(ids, "ids")))
        rows: list[Any] = []
        for start in range(0, len(wanted), _IDS_PER_REQUEST):
            parameters: Parameters = {**check_scope(scope).parts, "id": wanted[start : start + _IDS_PER_REQUEST]}
            rows += (await self._connection.call("GET", "/v1/turns", parameters=parameters))["turns"]
        return [read(StoredTurn, row) for row in rows]

    async def turns_page(
        self,
        *,
        scope: Scope,
        around: str | None = None,
        before: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page[StoredTurn]:
        """See ``Ricordo.turns_page``."""
        place = _drop_none({"around": around, "before": before, "after": after})
        parameters: Parameters = {**check_scope(scope).parts, **place, "limit": str(limit)}
        page = await self._connection.call("GET", "/v1/turns", parameters=parameters)
        return Page(tuple(read(StoredTurn, row) for row in page["turns"]), page["previous"], page["next"])

    async def conversations(self, *, scope: Scope, after: str | None = None) -> Page[ConversationInfo]:
        """See ``Ricordo.conversations``."""
        parameters: Parameters = {**check_scope(scope).parts, **_drop_none({"cursor": after})}
        page = await self._connection.call("GET", "/v1/conversations", parameters=parameters)
        return Page(tuple(read(ConversationInfo, row) for row in page["conversations"]), next=page["next"])

    def track(self, model: type[BaseModel]) -> None:
        """Expect the service to fill this profile; the next ``remember`` warns if it was not started with it."""
        self._tracked[check_model(model).__name__] = model

    async def profile(self, model: type[M], *, scope: Scope) -> Profile[M]:
        """See ``Ricordo.profile``. The service need not know the model: it is filled here."""
        check_model(model)
        known = [memory async for memory in self.memories(scope=scope, kinds=_PROFILE_KINDS, state=None)]
        return build_profile(
            model, [memory for memory in known if memory.state != "unsupported"], now=datetime.now(UTC)
        )

    async def set_profile(self, model: type[M], values: Mapping[str, Any], *, scope: Scope) -> Profile[M]:
        """See ``Ricordo.set_profile``. The model checks the values here, before they are sent."""
        check_model(model)
        checked = {
            check_field_name(model, name): None if value is None else validate_value(model, name, value)
            for name, value in values.items()
        }
        body = {"scope": check_scope(scope).parts, "values": checked}
        await self._connection.call("PUT", "/v1/profile", body=body)
        return await self.profile(model, scope=scope)

    async def learn_fact(  # noqa: PLR0913  # as Ricordo.learn_fact
        self,
        content: str,
        *,
        scope: Scope,
        field: str | None = None,
        value: Any = None,
        subject: str | None = None,
        negated: bool = False,
        kind: MemoryKind = "semantic",
        valid_from: datetime | None = None,
        valid_until: datetime | None = None,
        replaces: Iterable[str] = (),
        tags: Iterable[str] = (),
    ) -> Memory:
        """See ``Ricordo.learn_fact``."""
        body = _drop_none(
            {
                "scope": check_scope(scope).parts,
                "content": check_text(content, "content"),
                "field": field,
                "value": value,
                "subject": subject,
                "negated": check_flag(negated, "negated"),
                "kind": kind,
                "valid_from": _time(valid_from, "valid_from"),
                "valid_until": _time(valid_until, "valid_until"),
                "replaces": [check_name(id, "replaces") for id in check_strings(replaces, "replaces")],
                "tags": list(check_tags(tags, "tags")),
            }
        )
        return read(Memory, await self._connection.call("POST", "/v1/memories", body=body))

    async def correct(self, id: str, content: str, *, scope: Scope) -> Review:
        """See ``Ricordo.correct``."""
        body = {"scope": check_scope(scope).parts, "content": check_text(content, "content")}
        return _read_review(await self._connection.call("PATCH", _memory_path(id), body=body, repeatable=False))

    async def confirm(self, id: str, *, scope: Scope) -> Review:
        """See ``Ricordo.confirm``."""
        body = {"scope": check_scope(scope).parts}
        return _read_review(await self._connection.call("POST", f"{_memory_path(id)}/confirm", body=body))

    async def reject(self, id: str, *, scope: Scope) -> Review:
        """See ``Ricordo.reject``."""
        body = {"scope": check_scope(scope).parts}
        return _read_review(await self._connection.call("POST", f"{_memory_path(id)}/reject", body=body))

    async def undo(self, undo_text: str, *, scope: Scope) -> Memory:
        """See ``Ricordo.undo``."""
        body = {"scope": check_scope(scope).parts, "undo": undo_text}
        return read(Memory, await self._connection.call("POST", "/v1/undo", body=body, repeatable=False))

    async def summarise(self, *, scope: Scope) -> Memory | None:
        """See ``Ricordo.summarise``."""
        body = {"scope": check_scope(scope).parts}
        summary = (await self._connection.call("POST", "/v1/summarise", body=body))["summary"]
        return None if summary is None else read(Memory, summary)

    async def settle(self, *, scope: Scope | None = None, timeout: float | None = None) -> None:
        """See ``Ricordo.settle``. Without a scope: everything that the key sees."""
        async with asyncio.timeout(timeout):
            settled = False
            while not settled:
                body = {"scope": _parts(scope), "timeout": _SETTLE_SECONDS}
                settled = (await self._connection.call("POST", "/v1/settle", body=body))["settled"]

    async def jobs(self, *, scope: Scope | None = None, limit: int = 100) -> list[JobReport]:
        """See ``Ricordo.jobs``. Without a scope: everything that the key sees."""
        parameters: Parameters = {**_parts(scope), "limit": str(limit)}
        found = await self._connection.call("GET", "/v1/jobs", parameters=parameters)
        return [read(JobReport, row) for row in found["jobs"]]

    async def pending(self, *, scope: Scope | None = None) -> int:
        """See ``Ricordo.pending``. Without a scope: everything that the key sees."""
        return (await self._connection.call("GET", "/v1/pending", parameters=_parts(scope)))["pending"]

    async def retry(self, *, scope: Scope | None = None) -> int:
        """See ``Ricordo.retry``. Without a scope: everything that the key sees."""
        return (await self._connection.call("POST", "/v1/jobs/retry", body={"scope": _parts(scope)}))["jobs"]

    async def forget(
        self,
        *,
        scope: Scope,
        ids: Iterable[str] | None = None,
        before: datetime | None = None,
        with_evidence: bool = False,
    ) -> Receipt:
        """See ``Ricordo.forget``."""
        body = {"scope": check_scope(scope).parts, "ids": _to_list(ids), "before": _time(before, "before")}
        body |= {"with_evidence": with_evidence or None}
        return read(Receipt, await self._connection.call("POST", "/v1/forget", body=_drop_none(body), repeatable=False))

    def export(self, *, scope: Scope, since: datetime | None = None) -> AsyncIterator[dict[str, Any]]:
        """See ``Ricordo.export``."""
        parameters: Parameters = {**check_scope(scope).parts, **_drop_none({"since": _time(since, "since")})}
        return self._connection.lines("/v1/export", parameters=parameters)

    async def import_(
        self, rows: Iterable[Mapping[str, Any]] | AsyncIterable[Mapping[str, Any]], *, scope: Scope
    ) -> int:
        """See ``Ricordo.import_``."""
        parameters: Parameters = check_scope(scope).parts
        return (await self._connection.send("/v1/import", parameters=parameters, content=_lines(rows)))["rows"]

    async def consent(self, *, scope: Scope) -> Consent:
        """See ``Ricordo.consent``."""
        parameters: Parameters = check_scope(scope).parts
        return read(Consent, await self._connection.call("GET", "/v1/consent", parameters=parameters))

    async def consents(self, *, scope: Scope) -> dict[Scope, Consent]:
        """See ``Ricordo.consents``."""
        parameters: Parameters = check_scope(scope).parts
        rows = (await self._connection.call("GET", "/v1/consents", parameters=parameters))["consents"]
        return {read(Scope, row["scope"]): read(Consent, row["consent"]) for row in rows}

    async def set_consent(
        self, *, scope: Scope, capture: bool | None = None, learning: bool | None = None, sharing: bool | None = None
    ) -> Consent:
        """See ``Ricordo.set_consent``."""
        body = {"scope": check_scope(scope).parts, "capture": capture, "learning": learning, "sharing": sharing}
        return read(Consent, await self._connection.call("PUT", "/v1/consent", body=_drop_none(body)))

    async def usage(self, *, scope: Scope) -> Usage:
        """See ``Ricordo.usage``."""
        parameters = _parts(check_scope(scope))
        return read(Usage, await self._connection.call("GET", "/v1/usage", parameters=parameters))

    async def status(self) -> Status:
        """See ``Ricordo.status``. For operators."""
        return read(Status, await self._connection.call("GET", "/v1/status"))

    async def _check_tracked(self) -> None:
        """Log, once, the tracked profiles that the service does not fill."""
        if not self._tracked:
            return
        names, self._tracked = list(self._tracked), {}
        known = (await self._connection.call("GET", "/v1/profiles"))["profiles"]
        if missing := [name for name in names if name not in known]:
            logger.warning("the service does not fill %s; start it with --profile", ", ".join(missing))

    async def mint_token(self, *, scope: Scope, seconds: int = 900) -> str:
        """Mint a token for one person that expires after ``seconds``, for a browser or an MCP client."""
        body = {"scope": check_scope(scope).parts, "seconds": seconds}
        return (await self._connection.call("POST", "/v1/tokens", body=body))["token"]


def _parts(scope: Scope | None) -> dict[str, str]:
    return {} if scope is None else check_scope(scope).parts


def _send_scopes(scopes: Sequence[Scope]) -> dict[str, str] | list[dict[str, str]]:
    return scopes[0].parts if len(scopes) == 1 else [scope.parts for scope in scopes]


def _read_review(row: Any) -> Review:
    undo = row.pop("undo", None)
    return Review(read(Memory, row), undo)


def _memory_path(id: str) -> str:
    return f"/v1/memories/{quote(check_name(id, 'id'), safe='')}"


def _drop_none(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``body`` without the names that are None."""
    return {name: value for name, value in body.items() if value is not None}


def _to_list(values: Iterable[str] | None) -> Any:
    """Return ``values`` as a list; a single string stays as it is, for the service to refuse."""
    return values if values is None or isinstance(values, str) else list(values)


def _memory_kinds(kinds: Iterable[MemoryKind]) -> list[MemoryKind]:
    return sorted(check_choices(kinds, MEMORY_KINDS, "kinds"))


def _time(value: datetime | None, name: str) -> str | None:
    return None if value is None else check_time(value, name).isoformat()


async def _lines(rows: Iterable[Mapping[str, Any]] | AsyncIterable[Mapping[str, Any]]) -> AsyncIterator[bytes]:
    number = 0
    if isinstance(rows, AsyncIterable):
        async for row in rows:
            yield _line(row, number)
            number += 1
        return
    for number, row in enumerate(rows):
        yield _line(row, number)


def _line(row: object, number: int) -> bytes:
    """Return a row as a line of JSON; the service checks the rest."""
    try:
        given = dict(cast("Mapping[str, Any]", row)) if isinstance(row, Mapping) else row
        return dump_line(given)
    except (TypeError, ValueError, RecursionError):
        raise ValueError(f"rows[{number}] is not ready for JSON") from None
