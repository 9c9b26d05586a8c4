"""A provider of learned facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ricordo.agent_framework._base import BUDGET, DEADLINE, Found, MemoryProvider
from ricordo.agent_framework._memory import SupportsRecall
from ricordo.agent_framework._placement import Placement, Refresh
from ricordo.agent_framework._run import Run
from ricordo.agent_framework.scope import ScopeSource, SearchScopeSource
from ricordo.prompt.render import CountTokens, Section
from ricordo.prompt.tokens import estimate_tokens
from ricordo.values import MEMORY_KINDS, Hit, MemoryKind
from ricordo.values.validation import check_choice, check_limit

FACT_KINDS: tuple[MemoryKind, ...] = ("episodic", "semantic")
FACT_PROMPT = "Facts that may be relevant; use them where they are:"


class FactMemoryProvider(MemoryProvider):
    """A provider that gives the agent the relevant facts learned about the person and their world.

    Args:
        memory: An open memory.
        scope: The scope, or a function of the session and the context that returns one.
        search_scope: The scope to search in, or a list of up to 8, or a function; everything of the person if left
            out.
        limit: The number of facts at most.
        kinds: The kinds of memories.
        context_prompt: The heading of the block.
        placement: Put the block next to the newest message, or at the end of the instructions.
        refresh: Recall for each run, or once a session and then add only what is new.
        budget: Tokens that the block may take.
        count_tokens: Counts the tokens of a text, in place of the built-in estimate.
        deadline: Seconds that a hook may take.
        fail_open: Log errors and go on without memory. If False, raise them.
        source_id: The id of this provider in the agent.
    """

    DEFAULT_SOURCE_ID = "ricordo_facts"

    def __init__(
        self,
        memory: SupportsRecall,
        *,
        scope: ScopeSource,
        search_scope: SearchScopeSource | None = None,
        limit: int = 5,
        kinds: Iterable[MemoryKind] = FACT_KINDS,
        context_prompt: str = FACT_PROMPT,
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
        self._kinds: tuple[MemoryKind, ...] = tuple(kinds)
        for kind in self._kinds:
            check_choice(kind, "kinds", MEMORY_KINDS)
        if not self._kinds:
            raise ValueError(f"kinds is empty; leave it out for {' and '.join(FACT_KINDS)}")
        self._prompt = context_prompt

    async def _find(self, run: Run) -> Found:
        return Found(hits=await self._recall(run, limit=self._limit, kinds=self._kinds))

    def _arrange(self, lines: Sequence[str], hits: Sequence[Hit]) -> list[Section]:
        return [Section(self._prompt, hits, lines, numbered=True)]
