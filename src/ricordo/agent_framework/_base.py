"""What all long-term memory providers do: keep what is said around each run, and put something into it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from agent_framework import AgentSession, ContextProvider, SessionContext, SupportsAgentRun
from ricordo.agent_framework import _telemetry
from ricordo.agent_framework._block import Block
from ricordo.agent_framework._failing import Failing
from ricordo.agent_framework._memory import SupportsRecall, check_memory
from ricordo.agent_framework._run import Run, begin, check_source_ids, recover
from ricordo.agent_framework._turns import Said, external, said_by_agents, spoken
from ricordo.agent_framework.scope import Resolved, ScopeResolver, ScopeSource, check_source, with_session
from ricordo.values import Hit, Kind, Scope
from ricordo.values.validation import check_name

DEADLINE = 1.0
"""Seconds that a hook may take. Some hundred times what it takes as a rule, and still less than a model's answer."""

BUDGET = 800
"""Tokens of memory in a run."""

_SHARE_OF_RECALL = 0.8
"""Of the deadline: a recall that leaves a slow arm out must be back before the hook gives up on it."""


class MemoryProvider(ContextProvider, ABC):
    """Keeps what is said around each run, and puts into the run what a subclass finds in memory.

    The person's words are stored before the model is called, so that a run that fails or is cancelled does not lose
    them; the reply when it is complete. Learning happens elsewhere, never in the run.
    """

    def __init__(
        self,
        memory: SupportsRecall,
        source_id: str,
        *,
        scope: ScopeSource,
        search_scope: ScopeSource | None = None,
        budget: int = BUDGET,
        deadline: float = DEADLINE,
        fail_open: bool = True,
    ) -> None:
        super().__init__(check_name(source_id, "source_id"))
        check_memory(memory)
        if budget < 1:
            raise ValueError("budget must be at least 1 token")
        check_source(scope, "scope")
        if search_scope is not None:
            check_source(search_scope, "search_scope")
        self._memory = memory
        self._scopes = ScopeResolver(scope, search_scope)
        self._budget = budget
        self._deadline = deadline
        self._failing = Failing(source_id, deadline=deadline, fail_open=fail_open)

    @abstractmethod
    async def _find(self, run: Run) -> Block | None:
        """What of memory belongs into this run. It is looked for while the run's inputs are being stored."""

    def _prepare(self, agent: SupportsAgentRun, session: AgentSession, context: SessionContext) -> None:
        """Whatever else a subclass adds to the run, such as tools."""

    async def before_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Store what was said, and put into the run what is remembered."""
        check_source_ids(agent, self)
        resolved = self._failing.asking("scope", lambda: self._resolve(session, context))
        if resolved is None:
            return
        await self._failing.finding("recover", recover(self._memory, state, resolved))
        run = begin(agent, context, state, resolved, spoken(external(context.input_messages)))
        context.metadata[self._key] = run
        self._prepare(agent, session, context)
        _, block = await asyncio.gather(self._keep_inputs(run), self._found(run))
        if block:
            with _telemetry.operation("inject", self.source_id, origin=resolved.origin) as span:
                context.extend_messages(self, [block.message()], origin_session_ids=block.origins)
                _telemetry.injected(span, tokens=block.tokens)

    async def after_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Store the reply; and what was said before it, where that could not be stored then."""
        run = context.metadata.get(self._key)
        if isinstance(run, Run):
            run.state = state
            await self._keep(run, run.replies(said_by_agents, with_inputs=not run.kept))

    async def drain(self) -> None:
        """Wait for stores that were late and went on behind their runs."""
        await self._failing.drain()

    @property
    def _key(self) -> str:
        return f"ricordo.run.{self.source_id}"

    def _resolve(self, session: AgentSession, context: SessionContext) -> Resolved:
        return with_session(self._scopes.resolve(session, context))

    async def _keep_inputs(self, run: Run) -> None:
        try:
            await self._keep(run, run.said)
        finally:
            run.settled.set()

    async def _keep(self, run: Run, said: Said) -> None:
        if not said.turns:
            run.note(said)
        elif await self._failing.keeping("store", store(self._memory, said, run.resolved, self.source_id)):
            run.note(said)
            run.kept = True

    async def _found(self, run: Run) -> Block | None:
        return await self._failing.finding("recall", self._find(run))

    async def _recalled(self, run: Run, *, limit: int, kinds: Iterable[Kind] | None) -> list[Hit]:
        """What is relevant to this run, without what stands in it anyway."""
        if not run.query:
            return []
        with _telemetry.operation("recall", self.source_id, origin=run.resolved.origin) as span:
            recall = await self._memory.recall(
                run.query,
                scope=_search(run.resolved),
                # What was just said is found best of all and dropped again: ask for that many more.
                limit=limit + len(run.said.turns),
                kinds=kinds,
                deadline=self._deadline * _SHARE_OF_RECALL,
            )
            hits = run.not_just_said(recall)[:limit]
            _telemetry.found(span, len(hits), recall.left_out)
        return hits


async def store(memory: SupportsRecall, said: Said, resolved: Resolved, source_id: str) -> bool:
    """Keep turns; true when they are durable."""
    with _telemetry.operation("store", source_id, origin=resolved.origin) as span:
        try:
            await memory.remember(said.turns, scope=resolved.storage)
        except ValueError:
            # A service that gives one id to two messages would lose the second one's words.
            await memory.remember(said.under_own_ids().turns, scope=resolved.storage)
        _telemetry.stored(span, len(said.turns))
    return True


def _search(resolved: Resolved) -> Scope:
    return resolved.search or resolved.storage
