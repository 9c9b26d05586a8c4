"""Memory in the model's own hands: four tools, bound to a scope that the model cannot widen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Annotated, Any

from agent_framework import AgentSession, Content, ContextProvider, FunctionTool, SessionContext, SupportsAgentRun
from ricordo.agent_framework import _telemetry
from ricordo.agent_framework._base import BUDGET, DEADLINE
from ricordo.agent_framework._block import make_block
from ricordo.agent_framework._failing import Failing
from ricordo.agent_framework._memory import SupportsCorrection, check_memory
from ricordo.agent_framework._run import check_source_ids, watch
from ricordo.agent_framework._toolbox import UNAVAILABLE, answer, check_tool_names, make_tool
from ricordo.agent_framework.scope import Resolved, ScopeResolver, ScopeSource, check_source, with_session
from ricordo.prompt.render import Section
from ricordo.values import ConsentError, NotFound, Scope, Turn
from ricordo.values.validation import check_choice, check_name

TOOLS = ("remember", "recall", "correct", "forget")

_DESCRIPTIONS = {
    "remember": "Keep something the user wants to be remembered in later conversations. One sentence, in full.",
    "recall": "Look into long-term memory for what the user said or what is known about them, with ids.",
    "correct": "Put a memory right that the user says is wrong. Find its id with the recall tool first.",
    "forget": "Erase memories for good because the user asked for it. Find their ids with the recall tool first.",
}
_MOST_IDS = 50


class MemoryTools(ContextProvider):
    """Gives the model tools to remember, recall, correct and forget.

    ``approval`` names the tools that need the person's approval at each call, ``only`` those that are offered; their
    names start with ``prefix``. For an agent without context providers, ``bound(scope)`` gives the tools themselves.
    """

    DEFAULT_SOURCE_ID = "ricordo_tools"

    def __init__(
        self,
        memory: SupportsCorrection,
        *,
        scope: ScopeSource,
        search_scope: ScopeSource | None = None,
        only: Iterable[str] = TOOLS,
        approval: Iterable[str] = ("correct", "forget"),
        prefix: str = "memory_",
        limit: int = 10,
        budget: int = BUDGET,
        deadline: float = DEADLINE,
        fail_open: bool = True,
        source_id: str = DEFAULT_SOURCE_ID,
    ) -> None:
        super().__init__(check_name(source_id, "source_id"))
        check_memory(memory)
        check_source(scope, "scope")
        if search_scope is not None:
            check_source(search_scope, "search_scope")
        if limit < 1:
            raise ValueError(f"limit must be at least 1, not {limit}")
        self._memory = memory
        self._scopes = ScopeResolver(scope, search_scope)
        self._only = tuple(check_choice(name, "only", TOOLS) for name in only)
        self._approval = frozenset(check_choice(name, "approval", TOOLS) for name in approval)
        self._prefix = prefix
        self._limit = limit
        self._budget = budget
        self._failing = Failing(source_id, deadline=deadline, fail_open=fail_open)

    async def before_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Offer the tools, bound to the scope of this run."""
        check_source_ids(agent, self)
        self.offer(agent, session, context)

    def offer(self, agent: SupportsAgentRun, session: AgentSession, context: SessionContext) -> None:
        """Put the tools into a run."""
        resolved = self._failing.asking("scope", lambda: with_session(self._scopes.resolve(session, context)))
        if resolved is None:
            return
        watch(context)
        tools = self._bound(resolved, agent.name)
        check_tool_names(agent, context, [tool.name for tool in tools], option="prefix")
        context.extend_tools(self.source_id, tools)

    def bound(self, scope: Scope, *, search_scope: Scope | None = None) -> list[FunctionTool]:
        """The tools of one scope, for ``Agent(tools=…)``."""
        return self._bound(Resolved(scope, search_scope or scope.owner(), scope.session or "", "scope"), None)

    def _bound(self, resolved: Resolved, agent: str | None) -> list[FunctionTool]:
        work = _Bound(self, resolved, agent)
        verbs: dict[str, Callable[..., Awaitable[list[Content]]]] = {
            "remember": work.remember,
            "recall": work.recall,
            "correct": work.correct,
            "forget": work.forget,
        }
        return [
            make_tool(f"{self._prefix}{name}", _DESCRIPTIONS[name], verbs[name], approval=name in self._approval)
            for name in self._only
        ]

    async def tried(
        self, operation: _telemetry.Operation, resolved: Resolved, work: Awaitable[list[Content]]
    ) -> list[Content]:
        """The answer of a tool, whatever happens."""

        async def spanned() -> list[Content]:
            with _telemetry.operation(operation, self.source_id, origin=resolved.origin):
                try:
                    return await work
                except NotFound:
                    return answer("There is no memory with this id. Find the right one with the recall tool.")
                except ConsentError:
                    return answer("The user has switched this off. Nothing was stored or changed.")

        done = await self._failing.finding(operation, spanned())
        return answer(UNAVAILABLE) if done is None else done

    async def remembered(self, resolved: Resolved, agent: str | None, content: str) -> list[Content]:
        await self._memory.remember([Turn("assistant", content.strip(), author=agent)], scope=resolved.storage)
        return answer("It is remembered.")

    async def recalled(self, resolved: Resolved, question: str) -> list[Content]:
        found = await self._memory.recall(question, scope=resolved.search or resolved.storage, limit=self._limit)
        section = Section(hits=found, numbered=True, ids=True)
        return answer(make_block([section], session=resolved.storage.session, budget=self._budget))

    async def corrected(self, resolved: Resolved, id: str, content: str) -> list[Content]:
        await self._memory.correct(id, content, scope=resolved.search or resolved.storage)
        return answer("It is corrected.")

    async def forgotten(self, resolved: Resolved, ids: list[str]) -> list[Content]:
        receipt = await self._memory.forget(scope=resolved.search or resolved.storage, ids=ids)
        count = receipt.counts.get("turns", 0) + receipt.counts.get("memories", 0)
        return answer(f"{count} memories are erased." if count else "There is no memory with these ids.")


class _Bound:
    """The four verbs of one run. The scope is in here, where the model cannot reach it."""

    def __init__(self, tools: MemoryTools, resolved: Resolved, agent: str | None) -> None:
        self._tools = tools
        self._resolved = resolved
        self._agent = agent

    async def remember(self, content: Annotated[str, "What to remember, as one full sentence"]) -> list[Content]:
        if not content.strip():
            return answer("There is nothing to remember in that.")
        work = self._tools.remembered(self._resolved, self._agent, content)
        return await self._tools.tried("store", self._resolved, work)

    async def recall(self, question: Annotated[str, "What to look for"]) -> list[Content]:
        if not question.strip():
            return answer("The question is blank. Say what to look for.")
        return await self._tools.tried("recall", self._resolved, self._tools.recalled(self._resolved, question))

    async def correct(
        self,
        id: Annotated[str, "The id of the memory"],
        content: Annotated[str, "What it should say, as one full sentence"],
    ) -> list[Content]:
        if not content.strip():
            return answer("There is nothing in that. To erase a memory, use the forget tool.")
        work = self._tools.corrected(self._resolved, id, content)
        return await self._tools.tried("store", self._resolved, work)

    async def forget(self, ids: Annotated[list[str], "The ids of the memories"]) -> list[Content]:
        if not ids or len(ids) > _MOST_IDS:
            return answer(f"Give between 1 and {_MOST_IDS} ids.")
        return await self._tools.tried("store", self._resolved, self._tools.forgotten(self._resolved, ids))
