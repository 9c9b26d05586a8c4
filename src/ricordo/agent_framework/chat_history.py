"""Everything that was said, stored and searched: the provider that MAF has for .NET only."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Literal

from agent_framework import (
    AgentSession,
    Content,
    ContextProvider,
    FunctionTool,
    Message,
    SessionContext,
    SupportsAgentRun,
)
from ricordo.agent_framework import _telemetry
from ricordo.agent_framework._base import BUDGET, DEADLINE, store
from ricordo.agent_framework._block import Block, make_block
from ricordo.agent_framework._failing import Failing
from ricordo.agent_framework._memory import SupportsRecall, check_memory
from ricordo.agent_framework._run import MAX_QUERY, Run, begin, check_source_ids, recover
from ricordo.agent_framework._toolbox import UNAVAILABLE, answer, check_tool_names, make_tool
from ricordo.agent_framework._turns import Said, external, text_of
from ricordo.agent_framework.scope import Resolved, ScopeResolver, ScopeSource, check_source
from ricordo.prompt.render import Section
from ricordo.values.validation import MAX_LIMIT, MAX_TEXT, check_choice, check_name

logger = logging.getLogger("ricordo.agent_framework")

SearchTime = Literal["before_invoke", "on_demand"]
MessageFilter = Callable[[Sequence[Message]], Iterable[Message]]
Redactor = Callable[[str], str]

DEFAULT_CONTEXT_PROMPT = "## Memories\nConsider the following memories when answering user questions:"
DEFAULT_TOOL_NAME = "search_past_conversations"
DEFAULT_TOOL_DESCRIPTION = (
    "Search earlier conversations for messages related to a question. "
    "Use it when the user refers to something that was said before and is not in this conversation."
)


class ChatHistoryMemoryProvider(ContextProvider):
    """Stores every message of a run, and finds those of earlier conversations that are related to the next request.

    The search happens before the model is called, or when the model asks for it through a function tool. As in .NET,
    a run that fails stores nothing; with ``store_failed_runs`` requests are stored before the model is called.
    """

    DEFAULT_SOURCE_ID = "ricordo_chat_history"

    def __init__(
        self,
        memory: SupportsRecall,
        *,
        storage_scope: ScopeSource,
        search_scope: ScopeSource | None = None,
        search_time: SearchTime = "before_invoke",
        max_results: int = 3,
        context_prompt: str = DEFAULT_CONTEXT_PROMPT,
        function_tool_name: str = DEFAULT_TOOL_NAME,
        function_tool_description: str = DEFAULT_TOOL_DESCRIPTION,
        search_input_message_filter: MessageFilter | None = None,
        storage_input_request_message_filter: MessageFilter | None = None,
        storage_input_response_message_filter: MessageFilter | None = None,
        enable_sensitive_telemetry_data: bool = False,
        redactor: Redactor | None = None,
        store_failed_runs: bool = False,
        budget: int = BUDGET,
        deadline: float = DEADLINE,
        fail_open: bool = True,
        source_id: str = DEFAULT_SOURCE_ID,
    ) -> None:
        super().__init__(check_name(source_id, "source_id"))
        check_memory(memory)
        check_source(storage_scope, "storage_scope")
        if search_scope is not None:
            check_source(search_scope, "search_scope")
        check_choice(search_time, "search_time", ("before_invoke", "on_demand"))
        if not 1 <= max_results <= MAX_LIMIT:
            raise ValueError(f"max_results must be between 1 and {MAX_LIMIT:,}, not {max_results}")
        if budget < 1:
            raise ValueError("budget must be at least 1 token")
        self._memory = memory
        self._scopes = ScopeResolver(storage_scope, search_scope)
        self._search_time = search_time
        self._max_results = max_results
        self._prompt = context_prompt
        self._tool_name = check_name(function_tool_name, "function_tool_name")
        self._tool_description = check_name(function_tool_description, "function_tool_description")
        self._searched_with = search_input_message_filter or external
        self._stored_of_request = storage_input_request_message_filter or external
        self._stored_of_response = storage_input_response_message_filter or list
        self._shown = _Redaction(enable_sensitive_telemetry_data, redactor)
        self._store_failed_runs = store_failed_runs
        self._budget = budget
        self._deadline = deadline
        self._failing = Failing(source_id, deadline=deadline, fail_open=fail_open)

    async def before_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Search for what is related to the request, or hand the model a tool that does."""
        check_source_ids(agent, self)
        asked = self._failing.asking("scope", lambda: self._read(session, context))
        if asked is None:
            return
        resolved, requests, query = asked
        await self._failing.finding("recover", recover(self._memory, state, resolved))
        run = begin(agent, context, state, resolved, requests)
        context.metadata[self._key] = run
        if self._search_time == "on_demand":
            check_tool_names(agent, context, [self._tool_name], option="function_tool_name")
            context.extend_tools(self.source_id, [self._tool(resolved)])
        elif query:
            await self._inject(context, resolved, query)
        if self._store_failed_runs:
            run.kept = await self._keep(run, run.said)

    async def after_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Store the request's messages, then the response's."""
        run = context.metadata.get(self._key)
        if not isinstance(run, Run) or context.response is None:
            return
        run.state = state
        said = self._failing.asking("filter", lambda: run.replies(self._stored_of_response, with_inputs=not run.kept))
        await self._keep(run, run.said if said is None else said)

    async def drain(self) -> None:
        """Wait for stores that were late and went on behind their runs."""
        await self._failing.drain()

    def _read(self, session: AgentSession, context: SessionContext) -> tuple[Resolved, list[Message], str]:
        """Whose run it is, what of its input is to be stored, and what is to be searched for."""
        said = context.input_messages
        query = "\n".join(filter(None, map(text_of, self._searched_with(said))))
        return self._scopes.resolve(session, context), list(self._stored_of_request(said)), query

    @property
    def _key(self) -> str:
        return f"ricordo.run.{self.source_id}"

    async def _keep(self, run: Run, said: Said) -> bool:
        if said.turns:
            work = store(self._memory, said, run.resolved, self.source_id)
            if not await self._failing.keeping("store", work, detail=self._whose(run.resolved)):
                return False
        run.note(said)
        return True

    async def _inject(self, context: SessionContext, resolved: Resolved, query: str) -> None:
        block = await self._failing.finding("search", self._search(resolved, query), detail=self._whose(resolved))
        if block:
            with _telemetry.operation("inject", self.source_id, origin=resolved.origin) as span:
                context.extend_messages(self, [block.message()], origin_session_ids=block.origins)
                _telemetry.injected(span, tokens=block.tokens)

    async def _search(self, resolved: Resolved, query: str) -> Block | None:
        query = query if len(query.encode()) <= MAX_TEXT else query[-MAX_QUERY:]
        with _telemetry.operation("recall", self.source_id, origin=resolved.origin) as span:
            found = await self._memory.recall(
                query,
                scope=resolved.search or resolved.storage,
                limit=self._max_results,
                kinds=["turn"],
                deadline=self._deadline,
            )
            _telemetry.found(span, len(found), found.left_out)
            if self._shown.plainly:
                span.set_attribute("ricordo.query", query)
        section = Section(self._prompt, found)
        block = make_block([section], session=resolved.storage.session, budget=self._budget)
        logger.info("searched chat history: %d results%s", len(found), self._whose(resolved))
        if logger.isEnabledFor(logging.DEBUG):
            shown = self._shown(block.text if block else "")
            logger.debug("search of chat history: input %s, output %s", self._shown(query), shown)
        return block

    def _tool(self, resolved: Resolved) -> FunctionTool:
        async def search(question: Annotated[str, "What to look for"]) -> list[Content]:
            if not question.strip():
                return answer("The question is blank. Say what to look for.")
            found = await self._failing.finding(
                "search", self._answered(resolved, question), detail=self._whose(resolved)
            )
            return answer(UNAVAILABLE) if found is None else found

        return make_tool(self._tool_name, self._tool_description, search)

    async def _answered(self, resolved: Resolved, question: str) -> list[Content]:
        return answer(await self._search(resolved, question))

    def _whose(self, resolved: Resolved) -> str:
        scope = resolved.storage
        parts = {"application": scope.application, "agent": scope.agent, "session": scope.session}
        named = [f"{part} {name!r}" for part, name in parts.items() if name]
        if scope.user:
            named.append(f"user {self._shown(scope.user)!r}")
        return f" ({', '.join(named)})" if named else ""


class _Redaction:
    """What may stand in a log: the thing itself only where that was asked for."""

    def __init__(self, plainly: bool, redactor: Redactor | None) -> None:  # noqa: FBT001 - private
        self.plainly = plainly
        self._redactor = redactor

    def __call__(self, text: str) -> str:
        if self.plainly:
            return text
        return self._redactor(text) if self._redactor else "<redacted>"
