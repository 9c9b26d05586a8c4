"""Memory as tools for the model, bound to a scope that it cannot widen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial, wraps
from typing import Annotated, Any

from agent_framework import AgentSession, Content, ContextProvider, FunctionTool, SessionContext, SupportsAgentRun
from ricordo.agent_framework import _telemetry
from ricordo.agent_framework._base import BUDGET, DEADLINE
from ricordo.agent_framework._block import Block, check_counter, make_block
from ricordo.agent_framework._fail_open import FailOpen
from ricordo.agent_framework._memory import SupportsCorrection, check_memory
from ricordo.agent_framework._run import check_source_ids, watch
from ricordo.agent_framework._toolbox import UNAVAILABLE, answer, check_tool_names, make_tool
from ricordo.agent_framework.scope import (
    ResolvedScope,
    ScopeResolver,
    ScopeSource,
    SearchScopes,
    SearchScopeSource,
    add_session,
    check_scope_source,
    check_search_source,
)
from ricordo.prompt.render import CountTokens, Section
from ricordo.prompt.tokens import estimate_tokens
from ricordo.values import ConsentError, NotFound, Scope, Turn, check_scopes
from ricordo.values.validation import check_choice, check_limit, check_name, check_whole

TOOLS = ("remember", "recall", "correct", "forget")

_DESCRIPTIONS = {
    "remember": "Keep something the user wants to be remembered in later conversations. One sentence, in full.",
    "recall": "Look into long-term memory for what the user said or what is known about them, with ids.",
    "correct": "Put a memory right that the user says is wrong. Find its id with the recall tool first.",
    "forget": "Erase memories for good because the user asked for it. Find their ids with the recall tool first.",
}
_MAX_IDS = 50

Verb = Callable[..., Awaitable[list[Content]]]
Render = Callable[[list[Section]], Awaitable[Block | None]]


class MemoryTools(ContextProvider):
    """A provider that gives the model tools to remember, recall, correct and forget.

    For an agent without context providers, `bind(scope)` returns the tools.

    Args:
        memory: An open memory.
        scope: The scope, or a function of the session and the context that returns one.
        search_scope: The scope to search in, or a list of up to 8, or a function; everything of the person if left
            out.
        only: The tools to offer.
        approval: The tools that need the person's approval at each call.
        prefix: The beginning of the tools' names.
        limit: The number of hits that a recall returns at most.
        budget: Tokens that a recall may take.
        count_tokens: Counts the tokens of a text, in place of the built-in estimate.
        deadline: Seconds that a call may take.
        fail_open: Log errors and tell the model that memory is unavailable. If False, raise them.
        source_id: The id of this provider in the agent.
    """

    DEFAULT_SOURCE_ID = "ricordo_tools"

    def __init__(
        self,
        memory: SupportsCorrection,
        *,
        scope: ScopeSource,
        search_scope: SearchScopeSource | None = None,
        only: Iterable[str] = TOOLS,
        approval: Iterable[str] = ("correct", "forget"),
        prefix: str = "memory_",
        limit: int = 10,
        budget: int = BUDGET,
        count_tokens: CountTokens = estimate_tokens,
        deadline: float = DEADLINE,
        fail_open: bool = True,
        source_id: str = DEFAULT_SOURCE_ID,
    ) -> None:
        super().__init__(check_name(source_id, "source_id"))
        check_scope_source(scope, "scope")
        check_search_source(search_scope)
        check_limit(limit)
        if check_whole(budget, "budget") < 1:
            raise ValueError("budget must be at least 1 token")
        self._only = tuple(check_choice(name, "only", TOOLS) for name in only)
        check_memory(memory, *self._only)
        self._memory = memory
        self._scopes = ScopeResolver(scope, search_scope)
        self._approval = frozenset(check_choice(name, "approval", TOOLS) for name in approval)
        self._prefix = prefix
        self._limit = limit
        self._budget = budget
        self._count_tokens = check_counter(count_tokens)
        self._fail_open = FailOpen(source_id, deadline=deadline, fail_open=fail_open)

    async def before_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Add the tools to the run, bound to its scope."""
        check_source_ids(agent, self)
        self.offer(agent, session, context)

    def offer(self, agent: SupportsAgentRun, session: AgentSession, context: SessionContext) -> None:
        """Add the tools to a run."""
        resolved = self._fail_open.call("scope", lambda: add_session(self._scopes.resolve(session, context)))
        if resolved is None:
            return
        watch(context)
        tools = self._bind(resolved, agent.name)
        check_tool_names(agent, context, [tool.name for tool in tools], option="prefix")
        context.extend_tools(self.source_id, tools)

    def bind(self, scope: Scope, *, search_scope: SearchScopes | None = None) -> list[FunctionTool]:
        """Return the tools of one scope, for `Agent(tools=…)`."""
        search = (scope.owner(),) if search_scope is None else check_scopes(search_scope)
        return self._bind(ResolvedScope(scope, search, scope.session or "", "scope"), None)

    def _bind(self, resolved: ResolvedScope, agent: str | None) -> list[FunctionTool]:
        render = partial(
            make_block,
            session=resolved.storage.session,
            budget=self._budget,
            scopes=resolved.search,
            count_tokens=self._count_tokens,
        )
        bound = _BoundTools(self._memory, resolved, agent, self._limit, render)
        verbs: dict[str, Verb] = {
            "remember": bound.remember,
            "recall": bound.recall,
            "correct": bound.correct,
            "forget": bound.forget,
        }
        return [
            make_tool(
                f"{self._prefix}{name}",
                _DESCRIPTIONS[name],
                self._guard(verbs[name], "recall" if name == "recall" else "store", resolved),
                approval=name in self._approval,
            )
            for name in self._only
        ]

    def _guard(self, verb: Verb, operation: _telemetry.Operation, resolved: ResolvedScope) -> Verb:
        """Return `verb` with a span around it and an answer for the model whatever happens."""

        async def attempt(*arguments: Any, **named: Any) -> list[Content]:
            with _telemetry.operation(operation, self.source_id, origin=resolved.origin):
                try:
                    return await verb(*arguments, **named)
                except NotFound:
                    return answer("There is no memory with this id. Find the right one with the recall tool.")
                except ConsentError:
                    return answer("The user has switched this off. Nothing was stored or changed.")

        @wraps(verb)
        async def wrapper(*arguments: Any, **named: Any) -> list[Content]:
            contents = await self._fail_open.attempt(operation, attempt(*arguments, **named))
            return answer(UNAVAILABLE) if contents is None else contents

        return wrapper


class _BoundTools:
    """The four verbs, bound to the scope of one run, which the model cannot reach."""

    def __init__(
        self, memory: SupportsCorrection, resolved: ResolvedScope, agent: str | None, limit: int, render: Render
    ) -> None:
        self._memory = memory
        self._scope = resolved.storage
        self._searched = resolved.search_scopes
        self._search_scopes = resolved.search
        self._agent = agent
        self._limit = limit
        self._render = render

    async def remember(self, content: Annotated[str, "What to remember, as one full sentence"]) -> list[Content]:
        if not content.strip():
            return answer("There is nothing to remember in that.")
        await self._memory.remember([Turn("assistant", content.strip(), author=self._agent)], scope=self._scope)
        return answer("It is remembered.")

    async def recall(self, question: Annotated[str, "What to look for"]) -> list[Content]:
        if not question.strip():
            return answer("The question is blank. Say what to look for.")
        found = await self._memory.recall(question, scope=self._searched, limit=self._limit)
        return answer(await self._render([Section(hits=found, numbered=True, ids=True)]))

    async def correct(
        self,
        id: Annotated[str, "The id of the memory"],
        content: Annotated[str, "What it should say, as one full sentence"],
    ) -> list[Content]:
        if not content.strip():
            return answer("There is nothing in that. To erase a memory, use the forget tool.")
        *others, last = self._search_scopes
        for scope in others:
            with suppress(NotFound):
                await self._memory.correct(id, content, scope=scope)
                return answer("It is corrected.")
        await self._memory.correct(id, content, scope=last)
        return answer("It is corrected.")

    async def forget(self, ids: Annotated[list[str], "The ids of the memories"]) -> list[Content]:
        if not ids or len(ids) > _MAX_IDS:
            return answer(f"Give between 1 and {_MAX_IDS} ids.")
        receipts = [await self._memory.forget(scope=scope, ids=ids) for scope in self._search_scopes]
        count = sum(receipt.counts.get(kind, 0) for receipt in receipts for kind in ("turns", "memories"))
        return answer(f"{count} memories are erased." if count else "There is no memory with these ids.")
