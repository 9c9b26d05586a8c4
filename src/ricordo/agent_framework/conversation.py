"""A conversation from its start to its end, with events for components.

MAF's providers see runs only. A conversation adds its start, checkpoints and end, each message, and each call of the
model. All providers of the agent use the conversation's scope while it runs.
"""

from __future__ import annotations

import copy
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from agent_framework import (
    Agent,
    AgentResponse,
    AgentResponseUpdate,
    AgentRunInputs,
    AgentSession,
    ChatContext,
    ChatMiddleware,
    FunctionTool,
    Message,
    normalize_messages,
)
from ricordo.agent_framework import _telemetry
from ricordo.agent_framework._base import DEADLINE
from ricordo.agent_framework._fail_open import FailOpen
from ricordo.agent_framework._forks import MAX_INHERITED, inherit, read_inherited
from ricordo.agent_framework._memory import SupportsSummaries, check_memory, read_last_turns
from ricordo.agent_framework._placement import Placer, make_placer, place_blocks
from ricordo.agent_framework.scope import SearchScopes, scoped
from ricordo.values import Memory, NotFound, Receipt, Scope, check_scope, check_scopes

_SOURCE = "ricordo_conversation"


class Component:
    """A listener for the events of conversations. Override the methods that you need.

    A component may serve many conversations. It keeps what it knows about one of them in `conversation.state_of(self)`,
    which is private to that conversation, saved at checkpoints and restored by `resume`.
    """

    name: str = ""
    """The name of its state; the class's name if empty."""

    async def on_start(self, conversation: Conversation, messages: Sequence[Message]) -> None:
        """Handle the start of the conversation, or its resumption, with the messages of its first run."""

    async def on_message(self, conversation: Conversation, message: Message) -> None:
        """Handle a message of the person or the agent."""

    async def on_model_call(self, conversation: Conversation, messages: Sequence[Message]) -> str | None:
        """Return text to add before a call of the model, or None. A run with tools calls it several times."""
        return None

    async def on_checkpoint(self, conversation: Conversation) -> None:
        """Handle a checkpoint, before the conversation is saved."""

    async def on_end(self, conversation: Conversation) -> None:
        """Handle the end of the conversation."""

    def tools(self, conversation: Conversation) -> Iterable[FunctionTool]:
        """Return tools for the agent."""
        return ()


class SupportsSessions(Protocol):
    """A store of suspended sessions: `RicordoSessionStore`, or any of MAF's session stores."""

    async def get(self, session_id: str) -> AgentSession | None: ...
    async def set(self, session_id: str, session: AgentSession) -> None: ...
    async def delete(self, session_id: str) -> None: ...


class Conversation:
    """One conversation of a person with agents. Its first run starts it.

    `resume` continues one from its last checkpoint, and `fork` begins another with what was said so far.

    Args:
        agent: The agent that answers.
        memory: An open memory.
        session: The session of the agent; a new one if left out.
        scope: The scope of the person. The session's id is added to it.
        search_scope: The scope to search in, or a list of up to 8; everything of the person if left out. That of the
            agent's providers has no effect here.
        sessions: A store for checkpoints.
        components: Listeners for the events of the conversation.
        deadline: Seconds that a component may take for an event.
    """

    def __init__(
        self,
        agent: Agent[Any],
        memory: SupportsSummaries,
        session: AgentSession | None = None,
        *,
        scope: Scope,
        search_scope: SearchScopes | None = None,
        sessions: SupportsSessions | None = None,
        components: Iterable[Component] = (),
        deadline: float = DEADLINE,
    ) -> None:
        check_memory(memory, "forget", "export", "summarise")
        self.session = session or AgentSession(session_id=uuid.uuid4().hex)
        self.scope = replace(check_scope(scope), session=self.session.session_id)
        self.is_active = True
        self._search_scope = None if search_scope is None else check_scopes(search_scope)
        self._is_started = False
        self._agent = agent
        self._memory = memory
        self._sessions = sessions
        self._components = tuple(components)
        self._deadline = deadline
        self._fail_open = FailOpen(_SOURCE, deadline=deadline, fail_open=True)

    @classmethod
    async def start(
        cls,
        agent: Agent[Any],
        memory: SupportsSummaries,
        *,
        scope: Scope,
        search_scope: SearchScopes | None = None,
        id: str | None = None,
        sessions: SupportsSessions | None = None,
        components: Iterable[Component] = (),
    ) -> Conversation:
        """Return a new conversation, with an id of the caller's if there is one."""
        session = AgentSession(session_id=id) if id else None
        more: Any = {"search_scope": search_scope, "sessions": sessions, "components": components}
        return cls(agent, memory, session, scope=scope, **more)

    @classmethod
    async def resume(
        cls,
        agent: Agent[Any],
        memory: SupportsSummaries,
        id: str,
        *,
        scope: Scope,
        search_scope: SearchScopes | None = None,
        sessions: SupportsSessions,
        components: Iterable[Component] = (),
    ) -> Conversation:
        """Resume a conversation from its last checkpoint. Raise `NotFound` if there is none."""
        session = await sessions.get(id)
        if session is None:
            raise NotFound("there is no checkpoint of a conversation with this id in this scope")
        more: Any = {"search_scope": search_scope, "sessions": sessions, "components": components}
        return cls(agent, memory, session, scope=scope, **more)

    async def fork(self, *, id: str | None = None) -> Conversation:
        """Return another conversation that begins with what was said in this one. From here on each goes its own way.

        The turns stay in this conversation and are not stored again: what is forgotten here is gone there too. Only a
        history that lies in the session, as MAF's own does, is copied.

        Raises:
            RuntimeError: The conversation has ended, or its thread lives in a remote service.
            ValueError: `id` is the id of this conversation.
        """
        self._check_active()
        if id == self.id:
            raise ValueError("a fork needs an id of its own; leave it out for a new one")
        if self.session.service_session_id:
            raise RuntimeError(
                "this conversation lives in a remote service: start a new one, and tell it what it needs"
            )
        session = AgentSession(session_id=id or uuid.uuid4().hex)
        session.state = copy.deepcopy(self.session.state)
        turns = await read_last_turns(self._memory, self.scope, MAX_INHERITED)
        inherit(session.state, self.id, turns)
        return Conversation(
            self._agent,
            self._memory,
            session,
            scope=self.scope,
            search_scope=self._search_scope,
            sessions=self._sessions,
            components=self._components,
            deadline=self._deadline,
        )

    @property
    def id(self) -> str:
        """The id to resume the conversation by."""
        return self.session.session_id

    def state_of(self, component: Component) -> dict[str, Any]:
        """Return the state of a component in this conversation: a dict that is ready for JSON."""
        name = component.name or type(component).__name__
        state: dict[str, Any] = self.session.state.setdefault(f"component.{name}", {})
        return state

    async def run(self, messages: AgentRunInputs, *, agent: Agent[Any] | None = None) -> AgentResponse[Any]:
        """One exchange; with another ``agent``, it joins this conversation for the time being."""
        inputs = await self._prepare_inputs(messages)
        with scoped(self.scope, search_scope=self._search_scope):
            response = await (agent or self._agent).run(
                inputs, session=self.session, tools=self._tools(), middleware=[self._watch_model(agent, inputs)]
            )
        await self._notify_messages(response.messages)
        return response

    async def stream(
        self, messages: AgentRunInputs, *, agent: Agent[Any] | None = None
    ) -> AsyncIterator[AgentResponseUpdate]:
        """Run one exchange and yield the reply piece by piece."""
        inputs = await self._prepare_inputs(messages)
        running = (agent or self._agent).run(
            inputs,
            session=self.session,
            tools=self._tools(),
            middleware=[self._watch_model(agent, inputs)],
            stream=True,
        )
        pieces = aiter(running)
        # A context variable must not be held across a yield: whoever reads on may do so in another context.
        while True:
            with scoped(self.scope, search_scope=self._search_scope):
                update = await anext(pieces, None)
            if update is None:
                break
            yield update
        with scoped(self.scope, search_scope=self._search_scope):
            response = await running.get_final_response()
        await self._notify_messages(response.messages)

    async def history(self, *, last: int = 20) -> list[Message]:
        """Return the last messages of this conversation."""
        inherited = await read_inherited(self._memory, self.scope, self.session.state)
        turns = [*inherited, *await read_last_turns(self._memory, self.scope, last)][-last:]
        return [Message(turn.role, [turn.text], author_name=turn.author, message_id=turn.id) for turn in turns]

    async def checkpoint(self) -> None:
        """Save the conversation, to be resumed later or in another process."""
        self._check_active()
        await self._start(())
        await self._notify(lambda component: component.on_checkpoint(self))
        if self._sessions:
            await self._sessions.set(self.id, self.session)

    async def end(self) -> Memory | None:
        """End the conversation and return its summary, which later ones find; None if there is nothing to summarise."""
        self._check_active()
        self.is_active = False
        await self._start(())
        await self._notify(lambda component: component.on_end(self))
        if self._sessions:
            await self._sessions.delete(self.id)
        with _telemetry.operation("learn", _SOURCE):
            return await self._memory.summarise(scope=self.scope)

    async def delete(self) -> Receipt:
        """Erase the conversation: its turns, its summary, and the memories learned from it alone."""
        self.is_active = False
        if self._sessions:
            await self._sessions.delete(self.id)
        self.session.state.clear()
        return await self._memory.forget(scope=self.scope)

    async def context_for(self, messages: Sequence[Message]) -> list[Message]:
        """Return the messages that the components add to this call of the model."""
        added: list[Message] = []
        for component in self._components:
            text = await self._fail_open.attempt("component", component.on_model_call(self, messages))
            if text:
                mark = {"source_id": component.name or type(component).__name__}
                id = f"component-{uuid.uuid4().hex}"
                added.append(Message("user", [text], message_id=id, additional_properties={"_attribution": mark}))
        return added

    async def _prepare_inputs(self, messages: AgentRunInputs) -> list[Message]:
        self._check_active()
        inputs = normalize_messages(messages)
        await self._start(inputs)
        await self._notify_messages(inputs)
        return inputs

    async def _start(self, inputs: Sequence[Message]) -> None:
        if not self._is_started:
            self._is_started = True
            await self._notify(lambda component: component.on_start(self, inputs))

    async def _notify_messages(self, messages: Iterable[Message]) -> None:
        for message in messages:
            if message.text.strip():
                await self._notify(lambda component, message=message: component.on_message(self, message))

    async def _notify(self, event: Callable[[Component], Coroutine[Any, Any, None]]) -> None:
        for component in self._components:
            await self._fail_open.attempt("component", event(component))

    def _tools(self) -> list[FunctionTool]:
        return [tool for component in self._components for tool in component.tools(self)]

    def _watch_model(self, agent: Agent[Any] | None, inputs: Sequence[Message]) -> ChatMiddleware:
        return _ModelCallMiddleware(self, make_placer(agent or self._agent, inputs))

    def _check_active(self) -> None:
        if not self.is_active:
            raise RuntimeError("this conversation has ended: start a new one")


class _ModelCallMiddleware(ChatMiddleware):
    """Middleware that adds the components' messages to each call of the model, next to the newest message."""

    def __init__(self, conversation: Conversation, placer: Placer) -> None:
        self._conversation = conversation
        self._placer = placer

    async def process(self, context: ChatContext, call_next: Callable[[], Awaitable[None]]) -> None:
        added = await self._conversation.context_for(context.messages)
        self._placer.blocks = [(message, None) for message in added]
        place_blocks(context, self._placer)
        await call_next()
