"""What was said: conversations, the turns of one of them, and why an answer was as it was."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ricordo.memory import Ricordo
from ricordo.recall.hits import Recall
from ricordo.server.cursors import cursor_of, place_of
from ricordo.server.pages import charts, reading
from ricordo.server.pages.forms import ThePerson
from ricordo.server.pages.highlight import pieces
from ricordo.server.pages.rendering import PageRoute, anchor, render
from ricordo.server.service import TheMemory
from ricordo.values import Evidence, NotFound, Scope, StoredTurn

router = APIRouter(prefix="/me", route_class=PageRoute, include_in_schema=False)

_HITS = 10


@router.get("/conversations")
async def conversations(request: Request, session: ThePerson, memory: TheMemory, cursor: str | None = None) -> Response:
    """Every conversation, newest first."""
    assert session.person is not None
    found, older = await reading.conversations(memory.store, session.person, place_of(cursor))
    private = {
        where.session
        for where, consent in await memory.store.consents(session.person)
        if where.session and not consent.capture
    }
    return render(
        request, "conversations.html", found=found, older=cursor_of(older), private=private, first=cursor is None
    )


@router.get("/conversation")
async def conversation(
    request: Request,
    session: ThePerson,
    memory: TheMemory,
    id: str = "",
    turn: str = "",
    because: str = "",
    before: str | None = None,
    after: str | None = None,
) -> Response:
    """One conversation; with ``turn`` around that one, and with ``because`` the words marked that a memory rests on."""
    assert session.person is not None
    where = reading.in_session(session.person, id or None)
    around = await _place(memory, where, turn)
    found = await reading.stretch(memory.store, where, before=place_of(before), after=place_of(after), around=around)
    turns = [said for said in found.turns if id or said.scope.session is None]
    quoted = await _quoted(memory, session.person, because)
    return render(
        request,
        "conversation.html",
        name=id,
        turns=[(said, pieces(said.text, [part.quote for part in quoted if part.turn_id == said.id])) for said in turns],
        shown=turn,
        place=anchor(turn) if turn else None,
        because=because if quoted else "",
        earlier=cursor_of(found.earlier),
        later=cursor_of(found.later),
        consent=await memory.consent(scope=where),
        own=dict(await memory.store.consents(session.person)).get(where),
    )


async def _place(memory: Ricordo, where: Scope, turn: str) -> int | None:
    if not turn:
        return None
    found = await reading.turns_with_ids(memory.store, where, [turn])
    if turn not in found:
        raise NotFound("this turn is not here any more: it was forgotten")
    return found[turn][0]


async def _quoted(memory: Ricordo, person: Scope, id: str) -> tuple[Evidence, ...]:
    known = await reading.with_ids(memory.store, person, [id] if id else [])
    return known[id].evidence if id in known else ()


@router.get("/why")
async def why(
    request: Request, session: ThePerson, memory: TheMemory, q: str = "", answer: str = "", agent: str = ""
) -> Response:
    """What is recalled for a question and why, or was there to be recalled for an answer that was given."""
    assert session.person is not None
    person = session.person
    agents = await reading.agents(memory.store, person)
    found: Recall | None = None
    question, given = q.strip(), None
    if answer:
        asked, given = await _question_of(memory, person, answer)
        question = asked.text if asked else ""
        if asked is not None:
            # Just before the question: it shall not find itself, nor what was learned from it.
            found = await memory.recall(
                question, scope=person, limit=_HITS, as_of=asked.occurred_at - timedelta(microseconds=1)
            )
    elif question:
        found = await memory.recall(question, scope=replace(person, agent=agent or person.agent), limit=_HITS)
    return render(request, "why.html", q=question, answer=given, agent=agent, agents=agents, **explained(found))


def explained(found: Recall | None) -> dict[str, Any]:
    """What a template needs to say why: hits with the parts of their scores, and the order of each arm."""
    hits = list(found or ())
    arms: dict[str, list[tuple[int, int]]] = {}
    for place, hit in enumerate(hits):
        for arm, rank in hit.why.ranks.items():
            arms.setdefault(arm, []).append((rank, place))
    return {
        "found": found,
        "hits": list(zip(hits, charts.score_parts(hits), strict=True)),
        "arms": {arm: [(rank, hits[place], place + 1) for rank, place in sorted(order)] for arm, order in arms.items()},
        "parts_of_score": charts.PARTS,
        "width": charts.WIDTH,
    }


async def _question_of(memory: Ricordo, person: Scope, id: str) -> tuple[StoredTurn | None, StoredTurn]:
    """The answer with this id, and what the person had said just before it in the same conversation."""
    found = await reading.turns_with_ids(memory.store, person, [id])
    if id not in found:
        raise NotFound("this turn is not here any more: it was forgotten")
    place, given = found[id]
    before = await memory.store.latest(given.scope, before=place, limit=20)
    asked = next((turn for _, turn in reversed(before) if turn.role == "user"), None)
    return asked, given
