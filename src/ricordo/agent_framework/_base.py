"""The base of the long-term memory providers."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from agent_framework import AgentSession, ContextProvider, SessionContext, SupportsAgentRun
from ricordo.agent_framework import _seen, _telemetry
from ricordo.agent_framework._block import Block, check_counter, make_block
from ricordo.agent_framework._fail_open import FailOpen
from ricordo.agent_framework._forks import list_inherited_ids
from ricordo.agent_framework._kept_blocks import KeptBlocks
from ricordo.agent_framework._memory import SupportsHits, SupportsRecall, check_can_read_again, check_memory
from ricordo.agent_framework._placement import PLACEMENTS, REFRESHES, PlacedBlock, Placement, Refresh, inject
from ricordo.agent_framework._run import Run, check_source_ids, recover_state, start_run
from ricordo.agent_framework._turns import NewTurns, select_agent_messages, select_external, select_spoken
from ricordo.agent_framework.scope import (
    ResolvedScope,
    ScopeResolver,
    ScopeSource,
    SearchScopeSource,
    add_session,
    check_scope_source,
    check_search_source,
)
from ricordo.prompt.render import CountTokens, Section
from ricordo.prompt.tokens import estimate_tokens
from ricordo.remember.behind import embedding_behind
from ricordo.values import Hit, Kind
from ricordo.values.validation import check_choice, check_name, check_whole

DEADLINE = 1.0
"""Seconds that a hook may take: about a hundred times the usual, and still less than a model's answer."""

BUDGET = 800
"""Tokens of memory that a provider adds to a run."""

_MAX_SESSION_BUDGETS = 2
"""The blocks of a session together may take this many times the budget of a run."""

_RECALL_SHARE = 0.8
"""The share of the deadline that a recall may take, so that it returns before the hook gives up on it."""


@dataclass(frozen=True, slots=True)
class Found:
    """The lines and hits that a provider found for a run.

    Attributes:
        lines: Lines of the block, such as the fields of a profile.
        hits: Hits of a recall, best first.
        request: An instruction to the model, in the developer's words, such as to ask for something.
    """

    lines: Sequence[str] = ()
    hits: Sequence[Hit] = ()
    request: str = ""


class MemoryProvider(ContextProvider, ABC):
    """A context provider that stores the turns of each run, and adds to it what a subclass finds in memory.

    The person's words are stored before the model is called, so that a run that fails or is cancelled does not lose
    them, and the reply when it is complete. Learning never happens in the run.
    """

    def __init__(
        self,
        memory: SupportsRecall,
        source_id: str,
        *,
        scope: ScopeSource,
        search_scope: SearchScopeSource | None = None,
        placement: Placement = "message",
        refresh: Refresh = "turn",
        budget: int = BUDGET,
        count_tokens: CountTokens = estimate_tokens,
        deadline: float = DEADLINE,
        fail_open: bool = True,
    ) -> None:
        super().__init__(check_name(source_id, "source_id"))
        check_memory(memory)
        check_choice(placement, "placement", PLACEMENTS)
        if check_choice(refresh, "refresh", REFRESHES) == "session":
            check_can_read_again(memory)
        if check_whole(budget, "budget") < 1:
            raise ValueError("budget must be at least 1 token")
        check_scope_source(scope, "scope")
        check_search_source(search_scope)
        self._memory = memory
        self._scopes = ScopeResolver(scope, search_scope)
        self._placement: Placement = placement
        self._refresh: Refresh = refresh
        self._budget = budget
        self._count_tokens = check_counter(count_tokens)
        self._deadline = deadline
        self._fail_open = FailOpen(source_id, deadline=deadline, fail_open=fail_open)

    @abstractmethod
    async def _find(self, run: Run) -> Found:
        """Return what is known for this run. It is searched for while the run's inputs are stored."""

    @abstractmethod
    def _arrange(self, lines: Sequence[str], hits: Sequence[Hit]) -> list[Section]:
        """Return the sections of a block of these lines and hits."""

    def _prepare(self, agent: SupportsAgentRun, session: AgentSession, context: SessionContext) -> None:
        """Add whatever else a subclass adds to the run, such as tools."""

    async def before_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Store the inputs of the run, and add what is remembered to it."""
        check_source_ids(agent, self)
        resolved = self._fail_open.call("scope", lambda: self._resolve(session, context))
        if resolved is None:
            return
        await self._fail_open.attempt("recover", recover_state(self._memory, state, resolved))
        run = start_run(agent, context, state, resolved, select_spoken(select_external(context.input_messages)))
        run.inherited = list_inherited_ids(session.state)
        context.metadata[self._run_key] = run
        self._prepare(agent, session, context)
        _, blocks = await asyncio.gather(
            self._keep_inputs(run), self._fail_open.attempt("recall", self._recall_blocks(run))
        )
        inject(agent, run, self, blocks or [], self._placement)

    async def after_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Store the reply, and the inputs if they could not be stored before."""
        run = context.metadata.get(self._run_key)
        if isinstance(run, Run):
            run.state = state
            if kept := context.metadata.get(self._blocks_key):
                kept.save()
            await self._keep(run, run.new_replies(select_agent_messages, with_inputs=not run.inputs_stored))

    async def drain(self) -> None:
        """Wait for writes that missed the deadline of their runs."""
        await self._fail_open.drain()

    async def _recall_blocks(self, run: Run) -> list[PlacedBlock]:
        found = await self._find(run)
        if self._refresh == "session":
            blocks = await self._continue_session(run, found)
        else:
            block = await self._render(run, found.lines, found.hits)
            blocks = [PlacedBlock(block)] if block else []
        request = Block(found.request, self._count_tokens(found.request))
        return [*blocks, PlacedBlock(request)] if found.request else blocks

    async def _continue_session(self, run: Run, found: Found) -> list[PlacedBlock]:
        """Return the blocks of the session so far, and one of what is new."""
        key = _seen.conversation_key(run.resolved.storage, run.resolved.conversation)
        kept = KeptBlocks.load(run.state, key)
        kept.add_new(found.lines, found.hits)
        blocks = await self._render_kept(run, found, kept)
        if sum(each.block.tokens for each in blocks) > _MAX_SESSION_BUDGETS * self._budget:
            kept.blocks.clear()  # begin anew: the whole grows no further
            kept.add_new(found.lines, found.hits)
            blocks = await self._render_kept(run, found, kept)
        run.context.metadata[self._blocks_key] = kept
        if run.context.service_session_id:  # the service has the blocks of the runs before
            return [each for each in blocks if each.kept and each.kept.is_new]
        return blocks

    async def _render_kept(self, run: Run, found: Found, kept: KeptBlocks) -> list[PlacedBlock]:
        memory = cast("SupportsHits", self._memory)
        ids = dict.fromkeys(id for block in kept.blocks for id in block.ids)
        hits = await memory.hits(ids, scope=run.resolved.search_scopes)
        blocks = [
            (block, await self._render(run, block.select_lines(found.lines), block.select_hits(hits)))
            for block in kept.blocks
        ]
        return [PlacedBlock(block, each) for each, block in blocks if block]

    async def _render(self, run: Run, lines: Sequence[str], hits: Sequence[Hit]) -> Block | None:
        resolved = run.resolved
        return await make_block(
            self._arrange(lines, hits),
            session=resolved.storage.session,
            budget=self._budget,
            scopes=resolved.search,
            count_tokens=self._count_tokens,
        )

    @property
    def _blocks_key(self) -> str:
        return f"ricordo.blocks.{self.source_id}"

    @property
    def _run_key(self) -> str:
        return f"ricordo.run.{self.source_id}"

    def _resolve(self, session: AgentSession, context: SessionContext) -> ResolvedScope:
        return add_session(self._scopes.resolve(session, context))

    async def _keep_inputs(self, run: Run) -> None:
        try:
            await self._keep(run, run.new_inputs)
        finally:
            run.inputs_done.set()

    async def _keep(self, run: Run, turns: NewTurns) -> None:
        if not turns.turns:
            run.mark_stored(turns)
        elif await self._fail_open.attempt_in_background(
            "store", store(self._memory, turns, run.resolved, self.source_id)
        ):
            run.mark_stored(turns)
            run.inputs_stored = True

    async def _recall(self, run: Run, *, limit: int, kinds: Iterable[Kind] | None) -> list[Hit]:
        """Return the hits that are relevant to this run and not in it already."""
        if not run.query:
            return []
        with embedding_behind(), _telemetry.operation("recall", self.source_id, origin=run.resolved.origin) as span:
            recall = await self._memory.recall(
                run.query,
                scope=run.resolved.search_scopes,
                # The new turns are the best hits for themselves and are dropped again: ask for that many more.
                limit=limit + len(run.new_inputs.turns),
                kinds=kinds,
                deadline=self._deadline * _RECALL_SHARE,
            )
            hits = run.exclude_recent(recall)[:limit]
            _telemetry.record_hits(span, len(hits), recall.left_out)
        return hits


async def store(memory: SupportsRecall, turns: NewTurns, resolved: ResolvedScope, source_id: str) -> bool:
    """Store turns and return True when they are durable. Their vectors are not waited for."""
    with embedding_behind(), _telemetry.operation("store", source_id, origin=resolved.origin) as span:
        try:
            await memory.remember(turns.turns, scope=resolved.storage)
        except ValueError:
            # A service gave one id to two different messages: store them under ids of our own.
            await memory.remember(turns.with_own_ids().turns, scope=resolved.storage)
        _telemetry.record_stored(span, len(turns.turns))
    return True
