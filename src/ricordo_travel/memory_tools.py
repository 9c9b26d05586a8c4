"""Tools over the memory of one person, for the dialogue without a language model: read, confirm, reject and erase."""

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
_MAX_TURNS = 10
_MAX_SAID = 200


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid", str_max_length=300)


class _EraseMemories(_Arguments):
    ids: list[str] = Field(max_length=_MAX_IDS)


def create_memory_tools(memory: Ricordo, scope: Scope) -> list[FunctionTool]:
    """Return the tools of one person. They see and change nothing outside of `scope`."""
    person = scope.owner()

    async def read_memory() -> dict[str, Any]:
        return await _read(memory, scope)

    async def erase_memories(ids: list[str]) -> dict[str, Any]:
        receipt = await memory.forget(scope=person, ids=[*ids, *await _list_summaries(memory, person)])
        return {"erased": receipt.counts.get("memories", 0), **(await read_memory())}

    async def erase_everything() -> dict[str, Any]:
        receipt = await memory.forget(scope=person)
        return {"erased": receipt.counts.get("memories", 0), "turns": receipt.counts.get("turns", 0)}

    async def read_last_visit() -> dict[str, Any]:
        said = await memory.turns(scope=person, limit=_MAX_SAID)
        last = next((turn.scope.session for turn in reversed(said) if turn.scope.session != scope.session), None)
        return {"turns": [(turn.role, turn.text) for turn in said if turn.scope.session == last]}

    return [
        *_create_review_tools(memory, scope),
        _tool("read_last_visit", "Read what was said in the last conversation.", read_last_visit, _Arguments),
        _tool("read_memory", "Read what is known about the person.", read_memory, _Arguments),
        _tool("erase_memories", "Erase memories for good.", erase_memories, _EraseMemories),
        _tool("erase_everything", "Erase all memories and conversations of the person.", erase_everything, _Arguments),
    ]


def _create_review_tools(memory: Ricordo, scope: Scope) -> list[FunctionTool]:
    """Return the tools that confirm and reject memories."""
    person = scope.owner()

    async def confirm_memories(ids: list[str]) -> dict[str, Any]:
        for id in ids:
            await memory.confirm(id, scope=person)
        return await _read(memory, scope)

    async def reject_memories(ids: list[str]) -> dict[str, Any]:
        for id in ids:
            await memory.reject(id, scope=person)
        return await _read(memory, scope)

    return [
        _tool("confirm_memories", "Keep memories that were in doubt.", confirm_memories, _EraseMemories),
        _tool("reject_memories", "Mark memories as wrong.", reject_memories, _EraseMemories),
    ]


async def _read(memory: Ricordo, scope: Scope) -> dict[str, Any]:
    person = scope.owner()
    profile = await memory.profile(Traveller, scope=person)
    fields = {
        name: {"value": format_value(field.value), "is_disputed": field.state == "disputed"}
        for name, field in profile.fields.items()
    }
    found = memory.memories(scope=person, kinds=("episodic", "semantic", "profile"), state=None)
    rows = [_row(item) async for item in found]
    known = [row for row in rows if row["state"] in {"current", "disputed"}]
    ended = [row for row in rows if row["state"] not in {"current", "disputed"}]
    said = [turn for turn in await memory.turns(scope=scope, limit=_MAX_TURNS) if turn.role == "user"]
    return {
        "fields": fields,
        "memories": known[-_MAX_MEMORIES:],
        "ended": ended[-_MAX_MEMORIES:],
        "last_turn": {"id": said[-1].id, "text": said[-1].text} if said else None,
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
        "turns": [piece.turn_id for piece in item.evidence],
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
