"""Conversations, the turns of one of them, and an explanation of why an answer was given."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ricordo.memory import Ricordo
from ricordo.recall.hits import Recall
from ricordo.server.pages import charts
from ricordo.server.pages.forms import ThePerson
from ricordo.server.pages.highlight import split_at_quotes
from ricordo.server.pages.queries import find_memory, find_turns, list_agents, list_private_sessions
from ricordo.server.pages.rendering import PageRoute, anchor, render
from ricordo.server.service import TheMemory
from ricordo.values import NotFound, Scope, StoredTurn

router = APIRouter(prefix="/me", route_class=PageRoute, include_in_schema=False)

_HITS = 10
_TURNS_BEFORE_ANSWER = 20
_FORGOTTEN = "this turn is not here any more: it was forgotten"


@router.get("/conversations")
async def conversations(request: Request, session: ThePerson, memory: TheMemory, cursor: str | None = None) -> Response:
    """List the conversations, newest first."""
    person = session.scope()
    page = await memory.conversations(scope=person, after=cursor)
    return render(
        request,
        "conversations.html",
        found=page,
        older=page.next,
        private=await list_private_sessions(memory, person),
        first=cursor is None,
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
    """Show one conversation: around ``turn``, and with the words marked that the memory ``because`` rests on."""
    person = session.scope()
    scope = session.scope(conversation=id or None)
    try:
        page = await memory.turns_page(scope=scope, around=turn or None, before=before, after=after)
    except NotFound:
        raise NotFound(_FORGOTTEN) from None
    turns = [said for said in page if scope.session or said.scope.session is None]
    reason = await find_memory(memory, person, because) if because else None
    quotes: dict[str, list[str]] = {}
    for evidence in reason.evidence if reason else ():
        quotes.setdefault(evidence.turn_id, []).append(evidence.quote)
    return render(
        request,
        "conversation.html",
        name=scope.session or "",
        turns=[(said, split_at_quotes(said.text, quotes.get(said.id, []))) for said in turns],
        shown=turn,
        place=anchor(turn) if turn else None,
        because=because if quotes else "",
        earlier=page.previous,
        later=page.next,
        consent=await memory.consent(scope=scope),
        own=(await memory.consents(scope=person)).get(scope),
    )


@router.get("/why")
async def why(
    request: Request, session: ThePerson, memory: TheMemory, q: str = "", answer: str = "", agent: str = ""
) -> Response:
    """Show the hits for a question with the reasons, or those that were there for an earlier ``answer``."""
    person = session.scope()
    agents = [person.agent] if person.agent else await list_agents(memory, person)
    found: Recall | None = None
    question, given = q.strip(), None
    if answer:
        asked, given = await _find_question(memory, person, answer)
        question = asked.text if asked else ""
        if asked is not None:
            # Just before the question: it must not find itself, nor what was learned from it.
            moment = asked.occurred_at - timedelta(microseconds=1)
            found = await memory.recall(question, scope=person, limit=_HITS, as_of=moment)
    elif question:
        found = await memory.recall(question, scope=session.scope(agent=agent or None), limit=_HITS)
    return render(request, "why.html", q=question, answer=given, agent=agent, agents=agents, **explain(found))


def explain(found: Recall | None) -> dict[str, Any]:
    """Return the values that templates explain a recall with: hits with their score's parts, and each arm's order."""
    hits = list(found or ())
    arms: dict[str, list[tuple[int, int]]] = {}
    for place, hit in enumerate(hits):
        for arm, rank in hit.why.ranks.items():
            arms.setdefault(arm, []).append((rank, place))
    return {
        "found": found,
        "hits": list(zip(hits, charts.draw_scores(hits), strict=True)),
        "arms": {arm: [(rank, hits[place], place + 1) for rank, place in sorted(order)] for arm, order in arms.items()},
        "parts_of_score": charts.PARTS,
        "width": charts.WIDTH,
    }


async def _find_question(memory: Ricordo, person: Scope, id: str) -> tuple[StoredTurn | None, StoredTurn]:
    """Return the answer ``id`` and, before it, the turn of the person in the same conversation that it answers."""
    answer = (await find_turns(memory, person, [id])).get(id)
    if answer is None:
        raise NotFound(_FORGOTTEN)
    page = await memory.turns_page(scope=answer.scope, around=id, limit=2 * _TURNS_BEFORE_ANSWER)
    before = page[: page.index(answer)]
    return next((turn for turn in reversed(before) if turn.role == "user"), None), answer
