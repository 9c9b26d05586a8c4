"""A provider of all kinds of memory, with one recall and one message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pydantic import BaseModel

from agent_framework import AgentSession, SessionContext, SupportsAgentRun
from ricordo.agent_framework._base import BUDGET, DEADLINE, Found, MemoryProvider
from ricordo.agent_framework._memory import SupportsCorrection, SupportsProfiles, check_memory
from ricordo.agent_framework._placement import Placement, Refresh
from ricordo.agent_framework._run import Run
from ricordo.agent_framework.facts import FACT_KINDS, FACT_PROMPT
from ricordo.agent_framework.profile import (
    ASK_FOR_MISSING,
    PROFILE_PROMPT,
    AskForMissing,
    check_model,
    format_missing_fields,
    profile_lines,
    read_profile,
)
from ricordo.agent_framework.scope import ScopeSource, SearchScopeSource
from ricordo.agent_framework.summaries import SUMMARY_PROMPT, exclude_summary_of
from ricordo.agent_framework.tools import MemoryTools
from ricordo.prompt.render import CountTokens, Section
from ricordo.prompt.tokens import estimate_tokens
from ricordo.values import Hit, Kind
from ricordo.values.validation import check_choice, check_limit

HISTORY_PROMPT = "What was said before, oldest first:"

LIMIT = 40
"""Hits that are recalled for a block: twice as many as fit into the usual budget."""


class SupportsEverything(SupportsProfiles, SupportsCorrection, Protocol):
    """A memory with all the verbs that `RicordoProvider` uses."""


class RicordoProvider(MemoryProvider):
    """A provider of profile, facts, summaries and earlier turns, with one recall and one message.

    Args:
        memory: An open memory.
        scope: The scope, or a function of the session and the context that returns one.
        search_scope: The scope to search in, or a list of up to 8, or a function; everything of the person if left
            out.
        profile: A Pydantic model whose known fields are shown.
        ask_for_missing: Make the agent `ask` for missing fields, or `insist` on them.
        facts: Show learned facts.
        history: Show earlier turns, word for word.
        summaries: Show summaries of earlier conversations.
        tools: Give the model tools to remember, recall, correct and forget; see `MemoryTools`, whose own limits hold.
        limit: The number of hits at most. Fewer are shown where the budget ends or the scores fall off.
        placement: Put the block next to the newest message, or at the end of the instructions.
        refresh: Recall for each run, or once a session and then add only what is new.
        budget: Tokens that the block may take.
        count_tokens: Counts the tokens of a text, in place of the built-in estimate.
        deadline: Seconds that a hook may take.
        fail_open: Log errors and go on without memory. If False, raise them.
        source_id: The id of this provider in the agent.

    Examples:
        >>> provider = RicordoProvider(memory, scope=Scope(user="alice"))
        >>> agent = Agent(client=client, context_providers=[provider])
    """

    DEFAULT_SOURCE_ID = "ricordo"

    def __init__(
        self,
        memory: SupportsEverything,
        *,
        scope: ScopeSource,
        search_scope: SearchScopeSource | None = None,
        profile: type[BaseModel] | None = None,
        ask_for_missing: AskForMissing = "never",
        facts: bool = True,
        history: bool = True,
        summaries: bool = True,
        tools: bool = False,
        limit: int = LIMIT,
        placement: Placement = "message",
        refresh: Refresh = "turn",
        budget: int = BUDGET,
        count_tokens: CountTokens = estimate_tokens,
        deadline: float = DEADLINE,
        fail_open: bool = True,
        source_id: str = DEFAULT_SOURCE_ID,
    ) -> None:
        super().__init__(
            memory,
            source_id,
            scope=scope,
            search_scope=search_scope,
            placement=placement,
            refresh=refresh,
            budget=budget,
            count_tokens=count_tokens,
            deadline=deadline,
            fail_open=fail_open,
        )
        check_limit(limit)
        check_choice(ask_for_missing, "ask_for_missing", ASK_FOR_MISSING)
        self._everything = memory
        self._model = None if profile is None else check_model(profile)
        self._ask_for_missing: AskForMissing = ask_for_missing
        self._limit = limit
        self._kinds: list[Kind] = [
            *(FACT_KINDS if facts else ()),
            *(("profile",) if facts and profile is None else ()),  # with a model, these stand in the profile
            *(("summary",) if summaries else ()),
            *(("turn",) if history else ()),
        ]
        self._tools = (
            MemoryTools(
                memory,
                scope=scope,
                search_scope=search_scope,
                count_tokens=count_tokens,
                deadline=deadline,
                fail_open=fail_open,
            )
            if tools
            else None
        )
        if self._model is not None:
            check_memory(memory, "track", "profile")
            memory.track(self._model)

    def _prepare(self, agent: SupportsAgentRun, session: AgentSession, context: SessionContext) -> None:
        if self._tools:
            self._tools.offer(agent, session, context)

    async def _find(self, run: Run) -> Found:
        hits = await self._recall(run, limit=self._limit, kinds=self._kinds) if self._kinds else []
        hits = exclude_cited_turns(exclude_summary_of(hits, run.resolved.storage))
        if self._model is None:
            return Found(hits=hits)
        profile = await read_profile(self._everything, self._model, run)
        request = format_missing_fields(self._model, profile.missing, self._ask_for_missing)
        return Found(profile_lines(self._model, profile), hits, request)

    def _arrange(self, lines: Sequence[str], hits: Sequence[Hit]) -> list[Section]:
        return [Section(PROFILE_PROMPT, lines=lines), *make_sections(hits)]


def exclude_cited_turns(hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits without turns that a memory among them cites: it says the same in fewer words.

    Sessions may use the same id, so the quote has to be there too.
    """
    quotes: dict[str, list[str]] = {}
    for evidence in (evidence for hit in hits if hit.kind != "turn" for evidence in hit.evidence):
        quotes.setdefault(evidence.turn_id, []).append(evidence.quote)
    return [hit for hit in hits if hit.kind != "turn" or not any(quote in hit.text for quote in quotes.get(hit.id, ()))]


def make_sections(hits: Sequence[Hit]) -> list[Section]:
    """Return the hits as sections, one for each kind."""
    facts = [hit for hit in hits if hit.kind in {*FACT_KINDS, "profile"}]
    summaries = [hit for hit in hits if hit.kind == "summary"]
    said = [hit for hit in hits if hit.kind == "turn"]
    return [
        Section(FACT_PROMPT, facts, numbered=True),
        Section(SUMMARY_PROMPT, summaries, numbered=True),
        Section(HISTORY_PROMPT, said),
    ]
