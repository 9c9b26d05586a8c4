"""Control: what is kept, learned and shared; taking everything along, bringing it back, erasing it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse

from ricordo.serialization import NDJSON, dump_line, parse_line
from ricordo.server.pages import notes, reading
from ricordo.server.pages.forms import Form, TheForm, ThePerson
from ricordo.server.pages.rendering import PageRoute, keep_note, redirect, render
from ricordo.server.service import TheMemory, TheService
from ricordo.values import Consent, Scope

router = APIRouter(prefix="/me", route_class=PageRoute, include_in_schema=False)

_SAID = {
    ("capture", False): "Paused: nothing you say is kept any more.",
    ("capture", True): "Resumed: what you say is kept again.",
    ("learning", False): "Learning is off: what you say is kept, and nothing is learned from it.",
    ("learning", True): "Learning is on again.",
    ("sharing", False): "Sharing is off: an agent keeps what you told it to itself.",
    ("sharing", True): "Sharing is on again.",
}
ERASE = "erase"
"""The word that has to be typed."""


@router.get("/control")
async def control(request: Request, session: ThePerson, memory: TheMemory) -> Response:
    """All switches, and what becomes of the whole."""
    assert session.person is not None
    person = session.person
    own = dict(await memory.store.consents(person))
    agents = {
        agent: own.get(replace(person, agent=agent), Consent()) for agent in await reading.agents(memory.store, person)
    }
    private = [where.session for where, consent in own.items() if where.session and not consent.capture]
    return render(
        request,
        "control.html",
        consent=await memory.consent(scope=person),
        own=own.get(person, Consent()),
        agents=agents,
        private=private,
        erase=ERASE,
        limit=request.app.state.service.settings.limits.body_bytes // 2**20,
    )


@router.post("/consent")
async def set_consent(request: Request, form: TheForm, session: ThePerson, service: TheService) -> Response:
    """Turn one switch: for everything, for one agent, or for one conversation."""
    assert session.person is not None
    where = _where(session.person, form)
    switch, on = form.text("switch"), form.text("to") == "on"
    if (switch, on) not in _SAID:
        raise ValueError("there is no such switch")
    given: dict[str, bool] = {switch: on}
    await service.memory.set_consent(scope=where, **given)
    said = _SAID[switch, on]
    if where.session is not None and switch == "capture":
        said = "On the record again." if on else "Off the record: nothing more of this conversation is kept."
        answer = redirect("/me/conversation", id=where.session)
    else:
        answer = redirect("/me/control")
    keep_note(request, answer, notes.write_cookie(service.keys.cookie_signer, session, said, None, service.clock()))
    return answer


def _where(person: Scope, form: Form) -> Scope:
    """What a switch is for: never for another person."""
    agent, session = form.name("agent"), form.name("conversation")
    return replace(person, agent=agent or person.agent, session=session or person.session)


@router.get("/export")
async def export(session: ThePerson, memory: TheMemory) -> StreamingResponse:
    """Everything, one JSON object a line, as a file."""
    assert session.person is not None
    rows = memory.export(scope=session.person)

    async def lines() -> AsyncIterator[bytes]:
        async for row in rows:
            yield dump_line(row)

    headers = {"Content-Disposition": 'attachment; filename="ricordo-export.jsonl"'}
    return StreamingResponse(lines(), media_type=NDJSON, headers=headers)


@router.post("/import")
async def import_(request: Request, form: TheForm, session: ThePerson, service: TheService) -> Response:
    """Bring an export back."""
    assert session.person is not None
    if not form.file.strip():
        raise ValueError("choose a file first: one that an export made")
    count = await service.memory.import_(_rows(form.file), scope=session.person)
    said = f"Imported: {count:,} {'entry was' if count == 1 else 'entries were'} new."
    answer = redirect("/me/control")
    keep_note(request, answer, notes.write_cookie(service.keys.cookie_signer, session, said, None, service.clock()))
    return answer


def _rows(file: bytes) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(file.splitlines(), 1):
        if line.strip():
            try:
                rows.append(parse_line(line, f"line {number} of the file"))
            except (ValueError, TypeError) as error:
                raise ValueError(f"{error}; nothing was imported") from None
    return rows


@router.post("/erase")
async def erase(request: Request, form: TheForm, session: ThePerson, memory: TheMemory) -> Response:
    """Erase everything, for good; the receipt is the answer."""
    assert session.person is not None
    if form.text("sure").lower() != ERASE:
        raise ValueError(f"nothing was erased: type the word “{ERASE}” to say that you are sure")
    receipt = await memory.forget(scope=session.person)
    return render(request, "receipt.html", receipt=receipt, everything=True)
