"""Profiles over HTTP, where there is no Pydantic class.

A model that the service was started with is known by its name, and its fields by their types. Without one, a profile is
what is known of each field, and any field can be set.
"""

from __future__ import annotations

import re
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, Field, create_model
from pydantic_core import to_jsonable_python

from ricordo.language.slots import slot_name
from ricordo.learn.profiles import FieldView, Profile, gives_value
from ricordo.memory import Ricordo
from ricordo.ports.paging import PAGE_CHARACTERS, count_characters
from ricordo.server.bodies import ProfileValues, QueryScope
from ricordo.server.routes.responses import ERRORS, respond
from ricordo.server.service import Service, TheCaller, TheMemory, TheService
from ricordo.values import Memory, MemoryKind, NotFound, Scope, State
from ricordo.values.validation import MAX_LIMIT

router = APIRouter(prefix="/v1", tags=["profile"], responses=ERRORS)

_FIELD_NAME = re.compile(r"(?!model_)[a-zA-Z][a-zA-Z0-9_]{0,63}")
_MAX_FIELDS = 200
_OPEN_STATES: tuple[State, ...] = ("current", "disputed")
_KINDS: tuple[MemoryKind, ...] = ("episodic", "semantic", "profile")
_MAX_PAGES = 10
"""Pages of memories that are looked through for one page of values. Few memories may give a field a value."""


class ProfileNames(BaseModel):
    """The models that the service fills, each with its JSON schema."""

    profiles: dict[str, dict[str, Any]]


class KnownValue(BaseModel):
    """A value of a field, with the memory that it comes from."""

    value: Any
    memory: Memory


class KnownFields(BaseModel):
    """The values of each field, newest last, a page of them."""

    fields: dict[str, list[KnownValue]]
    next: str | None = Field(description="the cursor of further values; null if there are none")


class TypedProfile(BaseModel):
    """A profile in the shape of its model."""

    profile: str
    known: dict[str, Any] = Field(description="the fields that are known, as the model has them")
    fields: dict[str, FieldView]
    missing: list[str]


@router.get("/profiles", response_model=ProfileNames)
async def list_profiles(service: TheService) -> Response:
    """List the profiles that the service fills."""
    known = {name: model.model_json_schema() for name, model in service.settings.profiles.items()}
    return respond({"profiles": known})


@router.get("/profile", response_model=KnownFields)
async def get_fields(scope: QueryScope, memory: TheMemory, cursor: str | None = None) -> Response:
    """Return known values by field, whichever profile they belong to, a page at a time: those that hold come first."""
    return respond(await _collect_fields(memory, scope, cursor))


@router.put("/profile", response_model=KnownFields)
async def set_fields(body: ProfileValues, caller: TheCaller, memory: TheMemory) -> Response:
    """Set fields of any name; null erases a field."""
    scope = body.scope_for(caller)
    if body.values:
        await memory.set_profile(_make_model(body.values), body.values, scope=scope)
    return respond(await _collect_fields(memory, scope))


@router.get("/profile/{profile}", response_model=TypedProfile)
async def get_profile(profile: str, scope: QueryScope, service: TheService) -> Response:
    """Return a profile that the service was started with."""
    model = _find_model(service, profile)
    return respond(_to_body(profile, await service.memory.profile(model, scope=scope)))


@router.put("/profile/{profile}", response_model=TypedProfile)
async def set_profile(profile: str, body: ProfileValues, caller: TheCaller, service: TheService) -> Response:
    """Set fields, checked by the model; null erases a field."""
    model = _find_model(service, profile)
    updated = await service.memory.set_profile(model, body.values, scope=body.scope_for(caller))
    return respond(_to_body(profile, updated))


def _find_model(service: Service, name: str) -> type[BaseModel]:
    model = service.settings.profiles.get(name)
    if model is None:
        raise NotFound("no profile of this name is known here; GET /v1/profiles lists those that are")
    return model


def _make_model(values: dict[str, Any]) -> type[BaseModel]:
    """Return a model with these fields, of any type."""
    if len(values) > _MAX_FIELDS:
        raise ValueError(f"values has {len(values):,} fields; the limit is {_MAX_FIELDS}")
    for name in values:
        if not _FIELD_NAME.fullmatch(name):
            raise ValueError("values: the name of a field is letters, digits and underscores, at most 64 of them")
    fields: dict[str, Any] = dict.fromkeys(values, (Any, None))
    return create_model("Fields", **fields)


async def _collect_fields(memory: Ricordo, scope: Scope, cursor: str | None = None) -> dict[str, Any]:
    """Return a page of values. The cursor is the state of the next memories, and their own cursor."""
    fields: dict[str, list[dict[str, Any]]] = {}
    state, after = _parse_cursor(cursor)
    characters = 0
    for _ in range(_MAX_PAGES):
        page = await memory.memories_page(scope=scope, kinds=_KINDS, state=state, after=after, limit=MAX_LIMIT)
        for item in page.items:
            if item.field is not None and gives_value(item, slot := slot_name(item.field), datetime.now(UTC)):
                value = item.content if item.value is None else item.value
                fields.setdefault(slot, []).append({"value": value, "memory": item})
                characters += count_characters(item)
        after = page.next
        if after is None:
            if state == _OPEN_STATES[-1]:
                return {"fields": fields, "next": None}
            state = _OPEN_STATES[_OPEN_STATES.index(state) + 1]
        if characters > PAGE_CHARACTERS:
            break
    return {"fields": fields, "next": f"{state}.{after or ''}"}


def _parse_cursor(cursor: str | None) -> tuple[State, str | None]:
    if cursor is None:
        return _OPEN_STATES[0], None
    name, _, after = cursor.partition(".")
    for state in _OPEN_STATES:
        if name == state:
            return state, after or None
    raise ValueError("cursor is not the `next` of another page")


def _to_body(name: str, profile: Profile[Any]) -> dict[str, Any]:
    known = profile.value.model_dump(mode="json", include=set(profile.known), warnings=False)
    fields = {
        field: {**asdict(view), "value": known.get(field, view.value), "others": to_jsonable_python(view.others)}
        for field, view in profile.fields.items()
    }
    return {"profile": name, "known": known, "fields": fields, "missing": profile.missing}
