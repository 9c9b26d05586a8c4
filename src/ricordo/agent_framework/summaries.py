"""What earlier conversations were about."""

from __future__ import annotations

from ricordo.agent_framework._base import BUDGET, DEADLINE, MemoryProvider
from ricordo.agent_framework._block import Block, make_block
from ricordo.agent_framework._memory import SupportsRecall
from ricordo.agent_framework._run import Run
from ricordo.agent_framework.scope import ScopeSource
from ricordo.prompt.render import Section
from ricordo.values import Hit

SUMMARY_PROMPT = "What earlier conversations were about:"


class SummaryMemoryProvider(MemoryProvider):
    """Gives the agent the summaries of earlier conversations that bear on this one.

    They are made when a conversation ends; see ``Conversation``, and ``Ricordo.summarise`` for doing it oneself.
    """

    DEFAULT_SOURCE_ID = "ricordo_summaries"

    def __init__(
        self,
        memory: SupportsRecall,
        *,
        scope: ScopeSource,
        search_scope: ScopeSource | None = None,
        limit: int = 3,
        context_prompt: str = SUMMARY_PROMPT,
        budget: int = BUDGET,
        deadline: float = DEADLINE,
        fail_open: bool = True,
        source_id: str = DEFAULT_SOURCE_ID,
    ) -> None:
        super().__init__(
            memory,
            source_id,
            scope=scope,
            search_scope=search_scope,
            budget=budget,
            deadline=deadline,
            fail_open=fail_open,
        )
        if limit < 1:
            raise ValueError(f"limit must be at least 1, not {limit}")
        self._limit = limit
        self._prompt = context_prompt

    async def _find(self, run: Run) -> Block | None:
        session = run.resolved.storage.session
        hits = of_others(await self._recalled(run, limit=self._limit + 1, kinds=["summary"]), session)[: self._limit]
        return make_block([Section(self._prompt, hits, numbered=True)], session=session, budget=self._budget)


def of_others(hits: list[Hit], session: str | None) -> list[Hit]:
    """Without the summary of this very conversation: its words are before the model already."""
    return [hit for hit in hits if hit.kind != "summary" or hit.scope.session != session]
