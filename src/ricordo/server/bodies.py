"""The bodies and query parameters of requests, and the bodies of responses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Depends, Query
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from ricordo.ports.status import JobReport
from ricordo.server.callers import Caller
from ricordo.server.service import TheCaller
from ricordo.server.tokens import DEFAULT_SECONDS, MAX_SECONDS
from ricordo.values import (
    MAX_SCOPES,
    Consent,
    ConversationInfo,
    Hit,
    Kind,
    Memory,
    MemoryKind,
    Receipt,
    Retention,
    Role,
    Scope,
    StoredTurn,
    Turn,
)
from ricordo.values.retention import MAX_DAYS
from ricordo.values.validation import MAX_BATCH, MAX_LIMIT, MAX_NAME, MAX_TAG, MAX_TAGS, MAX_TEXT

_NAME: dict[str, Any] = {"minLength": 1, "maxLength": MAX_NAME, "pattern": r"^[^\u0000-\u001f\u007f-\u009f]*\S.*$"}
_TEXT: dict[str, Any] = {"minLength": 1, "maxLength": MAX_TEXT}

_SCOPES: dict[str, Any] = {"minItems": 1, "maxItems": MAX_SCOPES}

Name = Annotated[str, Field(json_schema_extra=_NAME)]
Text = Annotated[str, Field(json_schema_extra=_TEXT)]


class Body(BaseModel):
    """A request's body. Values are not converted, and unknown names are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ScopeBody(Body):
    """The scope of a request; names that the key or token binds may be left out."""

    application: Name | None = None
    agent: Name | None = None
    user: Name | None = None
    session: Name | None = None


Scopes = Annotated[
    list[ScopeBody],
    Field(description="several scopes, each of which the key or token must open", json_schema_extra=_SCOPES),
]


class Scoped(Body):
    """A body with a scope."""

    scope: ScopeBody = Field(default_factory=ScopeBody)

    def scope_for(self, caller: Caller) -> Scope:
        return caller.scope(self.scope.model_dump())

    def scope_or_all(self, caller: Caller) -> Scope | None:
        """Return the scope; None, the whole store, if an operator gives no scope."""
        return _scope_or_all(caller, self.scope.model_dump())


def _time(value: object) -> datetime:
    """Parse a time in ISO format; refuse numbers, which a lenient parser would take for seconds."""
    if not isinstance(value, str):
        raise PydanticCustomError("time_type", "a time must be a string in ISO format")
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        raise PydanticCustomError("time_parsing", "a time must look like 2026-05-08T14:30:00+02:00") from None


Time = Annotated[datetime, BeforeValidator(_time)]


_TAG: dict[str, Any] = {"minLength": 1, "maxLength": MAX_TAG}
Tag = Annotated[str, Field(description="letters, digits and _ - . : / @ +", json_schema_extra=_TAG)]
Tags = Annotated[list[Tag], Field(json_schema_extra={"maxItems": MAX_TAGS})]


class TurnBody(Body):
    """A turn to store."""

    role: Role
    text: Text
    id: Name | None = None
    author: Name | None = None
    occurred_at: Time | None = None
    tags: Tags = Field(default_factory=list[str])


_PIECE = 256
"""Turns that are checked without a pause."""


class TurnsBody(Scoped):
    turns: list[TurnBody] = Field(description=f"at most {MAX_BATCH:,}, stored as a whole or not at all")

    async def values(self) -> list[Turn]:
        """Return the turns, checked; the error names the position of the first wrong one. Others go on meanwhile."""
        turns: list[Turn] = []
        for place, turn in enumerate(self.turns):
            if place % _PIECE == _PIECE - 1:
                await asyncio.sleep(0)
            try:
                turns.append(Turn(turn.role, turn.text, turn.id, turn.author, turn.occurred_at, turn.tags))
            except (ValueError, TypeError) as error:
                raise type(error)(f"turns[{place}]: {error}") from None
        return turns


class Ids(BaseModel):
    ids: list[str]


class TurnsPage(BaseModel):
    turns: list[StoredTurn]
    previous: str | None = Field(description="give it as `before` for the turns before these; null if there are none")
    next: str | None = Field(description="give it as `after` for the turns after these; null if there are none")


class ConversationsPage(BaseModel):
    conversations: list[ConversationInfo]
    next: str | None = Field(description="the cursor of older conversations; null on the last page")


class SearchBody(Body):
    """A body with one scope or several."""

    scope: ScopeBody | Scopes = Field(default_factory=ScopeBody)

    def scopes_for(self, caller: Caller) -> list[Scope]:
        """Return the scopes. If one of them is not the caller's, the request is refused as a whole."""
        given = self.scope if isinstance(self.scope, list) else [self.scope]
        return [caller.scope(one.model_dump()) for one in given]


class RecallBody(SearchBody):
    query: Text
    limit: int = Field(10, json_schema_extra={"minimum": 1, "maximum": MAX_LIMIT})
    kinds: list[Kind] | None = Field(None, json_schema_extra={"minItems": 1})
    as_of: Time | None = None
    since: Time | None = None
    until: Time | None = None
    tags: Tags | None = Field(None, json_schema_extra={"minItems": 1})
    deadline: float | None = Field(None, allow_inf_nan=False, json_schema_extra={"exclusiveMinimum": 0})
    budget: int | None = Field(None, ge=1, description="tokens; with it, the block that an agent is given comes along")


class HitsBody(SearchBody):
    ids: list[Name] = Field(description="of turns and memories", json_schema_extra={"maxItems": MAX_BATCH})


class Hits(BaseModel):
    hits: list[Hit]


class Recalled(BaseModel):
    hits: list[Hit]
    left_out: list[str]
    block: str | None = None


class MemoriesPage(BaseModel):
    memories: list[Memory]
    next: str | None = Field(description="the cursor of the next page; null on the last")


class ContentBody(Scoped):
    content: Text


@dataclass(frozen=True, slots=True)
class ReviewedMemory(Memory):
    """A memory after the person's review, with the text that `POST /v1/undo` takes."""

    undo: str | None = None


class UndoBody(Scoped):
    undo: str = Field(description="the `undo` of a correction, confirmation or rejection")


class MemoryHistory(BaseModel):
    before: list[Memory]
    memory: Memory
    after: list[Memory]


class ForgetBody(Scoped):
    ids: list[Name] | None = None
    before: Time | None = None
    with_evidence: bool = Field(False, description="erase the turns that the memories in `ids` rest on, too")


class ConsentBody(Scoped):
    capture: bool | None = None
    learning: bool | None = None
    sharing: bool | None = None


class ScopedConsent(BaseModel):
    scope: Scope
    consent: Consent


class Consents(BaseModel):
    consents: list[ScopedConsent]


class RetentionBody(Scoped):
    days: int | None = Field(
        description="days after which it is erased; null to keep it for good",
        json_schema_extra={"minimum": 1, "maximum": MAX_DAYS},
    )
    kinds: list[Kind] | None = Field(None, json_schema_extra={"minItems": 1})


class ScopedRetention(BaseModel):
    scope: Scope
    retention: Retention


class Retentions(BaseModel):
    retentions: list[ScopedRetention]


class Receipts(BaseModel):
    receipts: list[Receipt]


class TokenBody(Scoped):
    seconds: int = Field(DEFAULT_SECONDS, ge=1, le=MAX_SECONDS)


class MintedToken(BaseModel):
    token: str
    expires_at: datetime
    scope: Scope


class Used(BaseModel):
    calls: int
    input_tokens: int
    output_tokens: int
    days: dict[str, list[int]] = Field(description="calls, input and output tokens of each day")


class Rows(BaseModel):
    rows: int


def _storable(value: Any) -> Any:
    """Return ``value`` if it is JSON; Python also parses NaN and half of a surrogate pair, which are not."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise PydanticCustomError("not_json", "this is not JSON") from None
    return value


class ProfileValues(Scoped):
    values: Annotated[dict[str, Any], AfterValidator(_storable)]


class FactBody(Scoped):
    """A fact that the application states; see `learn_fact`."""

    content: Text
    field: Name | None = None
    value: Annotated[Any, AfterValidator(_storable)] = None
    subject: Name | None = None
    negated: bool = False
    kind: Literal["episodic", "semantic", "profile"] = "semantic"
    valid_from: Time | None = None
    valid_until: Time | None = None
    replaces: list[Name] = Field(default_factory=list[Name], description="ids of memories whose place it takes")
    tags: Tags = Field(default_factory=list[str])


class SettleBody(Scoped):
    timeout: float = Field(10.0, gt=0, le=20, description="seconds to wait; ask again if it was not enough")


class Settled(BaseModel):
    settled: bool


class Jobs(BaseModel):
    jobs: list[JobReport]


class Pending(BaseModel):
    pending: int


class Retried(BaseModel):
    jobs: int


class SummaryResponse(BaseModel):
    summary: Memory | None


async def names_in_query(
    application: Annotated[str | None, Query(json_schema_extra=_NAME)] = None,
    agent: Annotated[str | None, Query(json_schema_extra=_NAME)] = None,
    user: Annotated[str | None, Query(json_schema_extra=_NAME)] = None,
    session: Annotated[str | None, Query(json_schema_extra=_NAME)] = None,
) -> dict[str, str | None]:
    """Return the names of the scope in a query."""
    return {"application": application, "agent": agent, "user": user, "session": session}


Names = Annotated[dict[str, str | None], Depends(names_in_query)]


async def scope_in_query(caller: TheCaller, names: Names) -> Scope:
    """Return the scope in a query."""
    return caller.scope(names)


def _scope_or_all(caller: Caller, names: Mapping[str, str | None]) -> Scope | None:
    # An empty name is a name, and refused as one: it must not widen a request to everybody.
    nothing_said = all(name is None for name in names.values())
    return None if caller.is_operator and nothing_said else caller.scope(names)


async def scope_in_query_or_all(caller: TheCaller, names: Names) -> Scope | None:
    """Return the scope; None, the whole store, if an operator gives no scope."""
    return _scope_or_all(caller, names)


QueryScopeOrAll = Annotated[Scope | None, Depends(scope_in_query_or_all)]
QueryScope = Annotated[Scope, Depends(scope_in_query)]
Kinds = Annotated[list[MemoryKind] | None, Query(alias="kind")]
QueryTime = Annotated[Time | None, Query()]


async def filters_in_query(
    kind: Kinds = None,
    tag: Annotated[list[Tag] | None, Query(json_schema_extra={"maxItems": MAX_TAGS})] = None,
    since: QueryTime = None,
    until: QueryTime = None,
    field: Annotated[str | None, Query(json_schema_extra=_NAME)] = None,
    subject: Annotated[str | None, Query(json_schema_extra=_NAME)] = None,
) -> dict[str, Any]:
    """Return the filters of `memories_page` in a query."""
    return {"kinds": kind, "tags": tag, "since": since, "until": until, "field": field, "subject": subject}


MemoryFilters = Annotated[dict[str, Any], Depends(filters_in_query)]
