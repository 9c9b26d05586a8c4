"""Consents, and a person's memory as a whole: export, import and erasure."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse

from ricordo.serialization import NDJSON, dump_line, parse_line
from ricordo.server.pages.forms import SubmittedForm, ThePerson
from ricordo.server.pages.queries import list_agents, list_private_sessions
from ricordo.server.pages.rendering import PageRoute, flash_next, redirect, render
from ricordo.server.service import TheMemory, TheService
from ricordo.values import Consent

router = APIRouter(prefix="/me", route_class=PageRoute, include_in_schema=False)

_MESSAGES = {
    ("capture", False): "Paused: nothing you say is kept any more.",
    ("capture", True): "Resumed: what you say is kept again.",
    ("learning", False): "Learning is off: what you say is kept, and nothing is learned from it.",
    ("learning", True): "Learning is on again.",
    ("sharing", False): "Sharing is off: an agent keeps what you told it to itself.",
    ("sharing", True): "Sharing is on again.",
}
ERASE = "erase"
"""The word that the person has to type to erase everything."""


@router.get("/control")
async def control(request: Request, session: ThePerson, service: TheService) -> Response:
    """Show all switches, and the forms for export, import and erasure."""
    person, memory = session.scope(), service.memory
    own = await memory.consents(scope=person)
    # A switch for each agent, unless the session is bound to one: then the switches above are that agent's.
    names = [] if person.agent else await list_agents(memory, person)
    return render(
        request,
        "control.html",
        consent=await memory.consent(scope=person),
        own=own.get(person, Consent()),
        agents={name: own.get(replace(person, agent=name), Consent()) for name in names},
        private=await list_private_sessions(memory, person),
        erase=ERASE,
        limit=service.settings.limits.body_bytes // 2**20,
    )


@router.post("/consent")
async def set_consent(request: Request, form: SubmittedForm, session: ThePerson, memory: TheMemory) -> Response:
    """Turn one switch: for everything, for one agent, or for one conversation."""
    scope = session.scope(agent=form.optional_text("agent"), conversation=form.optional_text("conversation"))
    switch, on = form.text("switch"), form.text("to") == "on"
    if (switch, on) not in _MESSAGES:
        raise ValueError("there is no such switch")
    changes: dict[str, bool] = {switch: on}
    await memory.set_consent(scope=scope, **changes)
    message = _MESSAGES[switch, on]
    if scope.session is not None and switch == "capture":
        message = "On the record again." if on else "Off the record: nothing more of this conversation is kept."
        answer = redirect("/me/conversation", id=scope.session)
    else:
        answer = redirect("/me/control")
    flash_next(request, answer, message)
    return answer


@router.get("/export")
async def export(session: ThePerson, memory: TheMemory) -> StreamingResponse:
    """Send everything as a file, one JSON object a line."""
    rows = memory.export(scope=session.scope())

    async def lines() -> AsyncIterator[bytes]:
        async for row in rows:
            yield dump_line(row)

    headers = {"Content-Disposition": 'attachment; filename="ricordo-export.jsonl"'}
    return StreamingResponse(lines(), media_type=NDJSON, headers=headers)


@router.post("/import")
async def import_(request: Request, form: SubmittedForm, session: ThePerson, memory: TheMemory) -> Response:
    """Import a file that an export made."""
    if not form.file.strip():
        raise ValueError("choose a file first: one that an export made")
    count = await memory.import_(_parse_rows(form.file), scope=session.scope())
    answer = redirect("/me/control")
    flash_next(request, answer, f"Imported: {count:,} {'entry was' if count == 1 else 'entries were'} new.")
    return answer


def _parse_rows(file: bytes) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(file.splitlines(), 1):
        if line.strip():
            try:
                rows.append(parse_line(line, f"line {number} of the file"))
            except (ValueError, TypeError) as error:
                raise ValueError(f"{error}; nothing was imported") from None
    return rows


@router.post("/erase")
async def erase(request: Request, form: SubmittedForm, session: ThePerson, service: TheService) -> Response:
    """Erase everything for good, and show the receipt."""
    if form.text("sure").lower() != ERASE:
        raise ValueError(f"nothing was erased: type the word “{ERASE}” to say that you are sure")
    receipt = await service.forget(session.scope())
    return render(request, "receipt.html", receipt=receipt, everything=True, back="")
