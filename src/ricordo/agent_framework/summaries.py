"""A provider of the summaries of earlier conversations."""

from __future__ import annotations

from collections.abc import Sequence

from ricordo.agent_framework._base import BUDGET, DEADLINE, Found, MemoryProvider
from ricordo.agent_framework._memory import SupportsRecall
from ricordo.agent_framework._placement import Placement, Refresh
from ricordo.agent_framework._run import Run
from ricordo.agent_framework.scope import ScopeSource, SearchScopeSource
from ricordo.prompt.render import CountTokens, Section
from ricordo.prompt.tokens import estimate_tokens
from ricordo.values import Hit, Scope
from ricordo.values.validation import check_limit

SUMMARY_PROMPT = "What earlier conversations were about:"


class SummaryMemoryProvider(MemoryProvider):
    """A provider that gives the agent the relevant summaries of earlier conversations.

    Summaries are made when a conversation ends; see `Conversation` and `Ricordo.summarise`.

    Args:
        memory: An open memory.
        scope: The scope, or a function of the session and the context that returns one.
        search_scope: The scope to search in, or a list of up to 8, or a function; everything of the person if left
            out.
        limit: The number of summaries at most.
        context_prompt: The heading of the block.
        placement: Put the block next to the newest message, or at the end of the instructions.
        refresh: Recall for each run, or once a session and then add only what is new.
        budget: Tokens that the block may take.
        count_tokens: Counts the tokens of a text, in place of the built-in estimate.
        deadline: Seconds that a hook may take.
        fail_open: Log errors and go on without memory. If False, raise them.
        source_id: The id of this provider in the agent.
    """

    DEFAULT_SOURCE_ID = "ricordo_summaries"

    def __init__(
        self,
        memory: SupportsRecall,
        *,
        scope: ScopeSource,
        search_scope: SearchScopeSource | None = None,
        limit: int = 3,
        context_prompt: str = SUMMARY_PROMPT,
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
        self._limit = limit
        self._prompt = context_prompt

    async def _find(self, run: Run) -> Found:
        found = await self._recall(run, limit=self._limit + 1, kinds=["summary"])
        return Found(hits=exclude_summary_of(found, run.resolved.storage)[: self._limit])

    def _arrange(self, lines: Sequence[str], hits: Sequence[Hit]) -> list[Section]:
        return [Section(self._prompt, hits, lines, numbered=True)]


def exclude_summary_of(hits: list[Hit], running: Scope) -> list[Hit]:
    """Return the hits without the summary of the running conversation, whose messages the model sees anyway.

    Conversations of somebody else may have the same id.
    """

    def is_running(scope: Scope) -> bool:
        return (scope.application, scope.user, scope.session) == (running.application, running.user, running.session)

    return [hit for hit in hits if hit.kind != "summary" or not is_running(hit.scope)]
