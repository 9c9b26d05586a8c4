"""A provider that stores and searches all messages, like MAF's ChatHistoryMemoryProvider for .NET."""

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
from ricordo.agent_framework._block import Block, check_counter, make_block
from ricordo.agent_framework._fail_open import FailOpen
from ricordo.agent_framework._memory import SupportsRecall, check_memory
from ricordo.agent_framework._placement import PLACEMENTS, PlacedBlock, Placement, inject
from ricordo.agent_framework._run import MAX_QUERY, Run, check_source_ids, recover_state, start_run
from ricordo.agent_framework._toolbox import UNAVAILABLE, answer, check_tool_names, make_tool
from ricordo.agent_framework._turns import NewTurns, select_external, text_of
from ricordo.agent_framework.scope import (
    ResolvedScope,
    ScopeResolver,
    ScopeSource,
    SearchScopeSource,
    check_scope_source,
    check_search_source,
)
from ricordo.prompt.render import CountTokens, Section
from ricordo.prompt.tokens import estimate_tokens
from ricordo.remember.behind import embedding_behind
from ricordo.values.validation import MAX_TEXT, check_choice, check_limit, check_name, check_whole

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
    """A provider that stores every message, and finds messages of earlier conversations related to the request.

    Args:
        memory: An open memory.
        storage_scope: The scope to store in, or a function of the session and the context that returns one.
        search_scope: The scope to search in, or a list of up to 8; the storage scope if left out. It may be wider.
        search_time: Search `before_invoke` of the model, or `on_demand`, through a function tool.
        max_results: The number of messages to find at most.
        context_prompt: The heading of the block.
        function_tool_name: The name of the tool, with `on_demand`.
        function_tool_description: The description of the tool.
        search_input_message_filter: Selects the input messages to search with.
        storage_input_request_message_filter: Selects the request's messages to store.
        storage_input_response_message_filter: Selects the response's messages to store.
        enable_sensitive_telemetry_data: Write texts and user names to logs and spans.
        redactor: Replaces texts in logs otherwise.
        store_failed_runs: Store requests before the model is called. By default a failed run stores nothing.
        placement: Put the block next to the newest message, or at the end of the instructions.
        budget: Tokens that the block may take.
        count_tokens: Counts the tokens of a text, in place of the built-in estimate.
        deadline: Seconds that a hook may take.
        fail_open: Log errors and go on without memory. If False, raise them.
        source_id: The id of this provider in the agent.
    """

    DEFAULT_SOURCE_ID = "ricordo_chat_history"

    def __init__(
        self,
        memory: SupportsRecall,
        *,
        storage_scope: ScopeSource,
        search_scope: SearchScopeSource | None = None,
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
        placement: Placement = "message",
        budget: int = BUDGET,
        count_tokens: CountTokens = estimate_tokens,
        deadline: float = DEADLINE,
        fail_open: bool = True,
        source_id: str = DEFAULT_SOURCE_ID,
    ) -> None:
        super().__init__(check_name(source_id, "source_id"))
        check_memory(memory)
        check_scope_source(storage_scope, "storage_scope")
        check_search_source(search_scope)
        check_choice(search_time, "search_time", ("before_invoke", "on_demand"))
        check_limit(max_results, "max_results")
        check_choice(placement, "placement", PLACEMENTS)
        if check_whole(budget, "budget") < 1:
            raise ValueError("budget must be at least 1 token")
        self._memory = memory
        self._scopes = ScopeResolver(storage_scope, search_scope)
        self._search_time = search_time
        self._max_results = max_results
        self._prompt = context_prompt
        self._tool_name = check_name(function_tool_name, "function_tool_name")
        self._tool_description = check_name(function_tool_description, "function_tool_description")
        self._search_filter = search_input_message_filter or select_external
        self._request_filter = storage_input_request_message_filter or select_external
        self._response_filter = storage_input_response_message_filter or list
        self._redact = _Redactor(enable_sensitive_telemetry_data, redactor)
        self._store_failed_runs = store_failed_runs
        self._placement: Placement = placement
        self._budget = budget
        self._count_tokens = check_counter(count_tokens)
        self._deadline = deadline
        self._fail_open = FailOpen(source_id, deadline=deadline, fail_open=fail_open)

    async def before_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Search for messages related to the request, or give the model a tool for it."""
        check_source_ids(agent, self)
        request = self._fail_open.call("scope", lambda: self._read(session, context))
        if request is None:
            return
        resolved, requests, query = request
        await self._fail_open.attempt("recover", recover_state(self._memory, state, resolved))
        run = start_run(agent, context, state, resolved, requests)
        context.metadata[self._key] = run
        if self._search_time == "on_demand":
            check_tool_names(agent, context, [self._tool_name], option="function_tool_name")
            context.extend_tools(self.source_id, [self._tool(resolved)])
        elif query:
            block = await self._fail_open.attempt(
                "search", self._search(resolved, query), detail=self._describe_scope(resolved)
            )
            inject(agent, run, self, [PlacedBlock(block)] if block else [], self._placement)
        if self._store_failed_runs:
            run.inputs_stored = await self._keep(run, run.new_inputs)

    async def after_run(
        self, *, agent: SupportsAgentRun, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Store the messages of the request and of the response."""
        run = context.metadata.get(self._key)
        if not isinstance(run, Run) or context.response is None:
            return
        run.state = state
        said = self._fail_open.call(
            "filter", lambda: run.new_replies(self._response_filter, with_inputs=not run.inputs_stored)
        )
        await self._keep(run, run.new_inputs if said is None else said)

    async def drain(self) -> None:
        """Wait for writes that missed the deadline of their runs."""
        await self._fail_open.drain()

    def _read(self, session: AgentSession, context: SessionContext) -> tuple[ResolvedScope, list[Message], str]:
        """Return the scope of the run, the messages to store, and the query."""
        said = context.input_messages
        query = "\n".join(filter(None, map(text_of, self._search_filter(said))))
        return self._scopes.resolve(session, context), list(self._request_filter(said)), query

    @property
    def _key(self) -> str:
        return f"ricordo.run.{self.source_id}"

    async def _keep(self, run: Run, said: NewTurns) -> bool:
        if said.turns:
            work = store(self._memory, said, run.resolved, self.source_id)
            if not await self._fail_open.attempt_in_background(
                "store", work, detail=self._describe_scope(run.resolved)
            ):
                return False
        run.mark_stored(said)
        return True

    async def _search(self, resolved: ResolvedScope, query: str) -> Block | None:
        query = query if len(query.encode()) <= MAX_TEXT else query[-MAX_QUERY:]
        with embedding_behind(), _telemetry.operation("recall", self.source_id, origin=resolved.origin) as span:
            found = await self._memory.recall(
                query,
                scope=resolved.search_scopes,
                limit=self._max_results,
                kinds=["turn"],
                deadline=self._deadline,
            )
            _telemetry.record_hits(span, len(found), found.left_out)
            if self._redact.is_enabled:
                span.set_attribute("ricordo.query", query)
        section = Section(self._prompt, found)
        block = await make_block(
            [section],
            session=resolved.storage.session,
            budget=self._budget,
            scopes=resolved.search,
            count_tokens=self._count_tokens,
        )
        logger.info("searched chat history: %d results%s", len(found), self._describe_scope(resolved))
        if logger.isEnabledFor(logging.DEBUG):
            shown = self._redact(block.text if block else "")
            logger.debug("search of chat history: input %s, output %s", self._redact(query), shown)
        return block

    def _tool(self, resolved: ResolvedScope) -> FunctionTool:
        async def search(question: Annotated[str, "What to look for"]) -> list[Content]:
            if not question.strip():
                return answer("The question is blank. Say what to look for.")
            found = await self._fail_open.attempt(
                "search", self._answer_search(resolved, question), detail=self._describe_scope(resolved)
            )
            return answer(UNAVAILABLE) if found is None else found

        return make_tool(self._tool_name, self._tool_description, search)

    async def _answer_search(self, resolved: ResolvedScope, question: str) -> list[Content]:
        return answer(await self._search(resolved, question))

    def _describe_scope(self, resolved: ResolvedScope) -> str:
        scope = resolved.storage
        parts = {"application": scope.application, "agent": scope.agent, "session": scope.session}
        named = [f"{part} {name!r}" for part, name in parts.items() if name]
        if scope.user:
            named.append(f"user {self._redact(scope.user)!r}")
        return f" ({', '.join(named)})" if named else ""


class _Redactor:
    """A function that replaces a text in a log, unless sensitive data is enabled."""

    def __init__(self, is_enabled: bool, redactor: Redactor | None) -> None:  # noqa: FBT001 - private
        self.is_enabled = is_enabled
        self._redactor = redactor

    def __call__(self, text: str) -> str:
        if self.is_enabled:
            return text
        return self._redactor(text) if self._redactor else "<redacted>"
