"""Tools over the memory of one person, for the dialogue without a language model: read, set and erase."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from agent_framework import FunctionTool
from ricordo import Memory, Ricordo, RicordoError, Scope
from ricordo_travel.tool import make_schema
from ricordo_travel.traveller import PastTrip, Traveller

_MAX_MEMORIES = 200
_MAX_IDS = 50


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid", str_max_length=300)


class _SetField(_Arguments):
    field: str
    values: list[str] = Field(max_length=20, description="one value, or all values of a list")


class _EraseField(_Arguments):
    field: str


class _CorrectMemory(_Arguments):
    id: str
    content: str


class _NoteFact(_Arguments):
    content: str
    replaces: list[str] = Field(max_length=_MAX_IDS, description="ids of the memories whose place it takes")


class _MoveMemory(_Arguments):
    id: str
    content: str
    subject: str


class _EraseMemories(_Arguments):
    ids: list[str] = Field(max_length=_MAX_IDS)


def create_memory_tools(memory: Ricordo, scope: Scope) -> list[FunctionTool]:
    """Return the tools of one person. They see and change nothing outside of `scope`."""
    person = scope.owner()

    async def read_memory() -> dict[str, Any]:
        return await _read(memory, person)

    async def set_profile_field(field: str, values: list[str]) -> dict[str, Any]:
        await memory.set_profile(Traveller, {field: _to_value(field, values)}, scope=person)
        return await read_memory()

    async def erase_profile_field(field: str) -> dict[str, Any]:
        await memory.set_profile(Traveller, {field: None}, scope=person)
        return await read_memory()

    async def erase_memories(ids: list[str]) -> dict[str, Any]:
        receipt = await memory.forget(scope=person, ids=[*ids, *await _list_summaries(memory, person)])
        return {"erased": receipt.counts.get("memories", 0), **(await read_memory())}

    async def erase_everything() -> dict[str, Any]:
        receipt = await memory.forget(scope=person)
        return {"erased": receipt.counts.get("memories", 0), "turns": receipt.counts.get("turns", 0)}

    return [
        *_create_review_tools(memory, person),
        _tool("read_memory", "Read what is known about the person.", read_memory, _Arguments),
        _tool("set_profile_field", "Set a field of the profile.", set_profile_field, _SetField),
        _tool("erase_profile_field", "Erase a field of the profile.", erase_profile_field, _EraseField),
        _tool("erase_memories", "Erase memories for good.", erase_memories, _EraseMemories),
        _tool("erase_everything", "Erase all memories and conversations of the person.", erase_everything, _Arguments),
    ]


def _create_review_tools(memory: Ricordo, person: Scope) -> list[FunctionTool]:
    """Return the tools that confirm, correct and reject memories."""

    async def confirm_memories(ids: list[str]) -> dict[str, Any]:
        for id in ids:
            await memory.confirm(id, scope=person)
        return await _read(memory, person)

    async def correct_memory(id: str, content: str) -> dict[str, Any]:
        await memory.correct(id, content, scope=person)
        return await _read(memory, person)

    async def note_fact(content: str, replaces: list[str]) -> dict[str, Any]:
        noted = await memory.learn_fact(content, scope=person, replaces=replaces)
        return {"noted": noted.content, **(await _read(memory, person))}

    async def move_memory(id: str, content: str, subject: str) -> dict[str, Any]:
        every = memory.memories(scope=person, kinds=("episodic", "semantic", "profile"), state=None)
        found = [item async for item in every if item.id == id]
        if not found:
            raise ValueError("there is no such memory")
        old = found[0]
        await memory.learn_fact(
            content,
            scope=person,
            field=old.field,
            value=old.value,
            subject=subject,
            negated=old.negated,
            kind=old.kind,
            replaces=[id],
        )
        return await _read(memory, person)

    async def reject_memories(ids: list[str]) -> dict[str, Any]:
        for id in ids:
            await memory.reject(id, scope=person)
        return await _read(memory, person)

    return [
        _tool("confirm_memories", "Keep memories that were in doubt.", confirm_memories, _EraseMemories),
        _tool("correct_memory", "Change the words of a memory.", correct_memory, _CorrectMemory),
        _tool("note_fact", "Note a fact in words of the person's.", note_fact, _NoteFact),
        _tool("move_memory", "Give a memory of somebody to somebody else.", move_memory, _MoveMemory),
        _tool("reject_memories", "Mark memories as wrong.", reject_memories, _EraseMemories),
    ]


async def _read(memory: Ricordo, person: Scope) -> dict[str, Any]:
    profile = await memory.profile(Traveller, scope=person)
    fields = {
        name: {"value": format_value(field.value), "is_disputed": field.state == "disputed"}
        for name, field in profile.fields.items()
    }
    found = memory.memories(scope=person, kinds=("episodic", "semantic", "profile"), state=None)
    rows = [_row(item) async for item in found]
    known = [row for row in rows if row["state"] in {"current", "disputed"}]
    ended = [row for row in rows if row["state"] not in {"current", "disputed"}]
    return {
        "fields": fields,
        "memories": known[-_MAX_MEMORIES:],
        "ended": ended[-_MAX_MEMORIES:],
    }


async def _list_summaries(memory: Ricordo, person: Scope) -> list[str]:
    """Return the ids of summaries, which a model may have made before: they may say again what is erased."""
    return [item.id async for item in memory.memories(scope=person, kinds=("summary",), state=None)]


def format_value(value: Any) -> str:
    """Return a value of the profile as text."""
    if isinstance(value, list | tuple):
        return ", ".join(map(format_value, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    if isinstance(value, PastTrip):
        return f"{value.destination} ({value.rating})" if value.rating else str(value.destination)
    return str(value)


def _to_value(field: str, values: list[str]) -> Any:
    if field in {"interests", "preferences"}:
        return values
    if field == "past_destinations":
        return [PastTrip(destination=value, rating=None) for value in values]
    if field == "number_of_travelers":
        return int(values[0])
    return values[0]


def _row(item: Memory) -> dict[str, Any]:
    return {
        "id": item.id,
        "content": item.content,
        "kind": item.kind,
        "field": item.field,
        "value": item.value if isinstance(item.value, str) else None,
        "subject": item.subject,
        "state": item.state,
        "superseded_by": item.superseded_by,
        "quotes": [piece.quote for piece in item.evidence],
        "since": f"{item.valid_from.isoformat()} {item.created_at.isoformat()}",
    }


def _tool(
    name: str, description: str, act: Callable[..., Awaitable[dict[str, Any]]], arguments: type[BaseModel]
) -> FunctionTool:
    async def run(**given: Any) -> str:
        try:
            checked = arguments.model_validate(given)
            result = await act(**checked.model_dump())
        except (ValueError, RicordoError) as error:
            return json.dumps({"error": f"that did not work ({type(error).__name__})"})
        return json.dumps(result, ensure_ascii=False)

    return FunctionTool(
        name=name,
        description=description,
        func=run,
        input_model=make_schema(arguments),
        additional_properties={},
    )
