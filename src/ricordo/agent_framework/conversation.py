"""A conversation from its start to its end, with the events that components of one's own need.

MAF's providers see runs. What a conversation is beyond that, a start, checkpoints, an end, each message, each call of
the model, is here. All providers of the agent use the conversation's scope while it runs.
"""

from __future__ import annotations

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
from ricordo.agent_framework._failing import Failing
from ricordo.agent_framework._memory import SupportsSummaries, check_memory, last_turns
from ricordo.agent_framework.scope import scoped
from ricordo.values import Memory, NotFound, Receipt, Scope, check_scope

_SOURCE = "ricordo_conversation"


class Component:
    """Something that takes part in a conversation: override what you need, the rest does nothing.

    A component may serve many conversations. What it has to know about one of them it keeps in
    ``conversation.state_of(self)``, which is private to that conversation, saved at checkpoints and back on resuming.
    """

    name: str = ""
    """Under which its state is kept; the class's name if empty."""

    async def on_start(self, conversation: Conversation) -> None:
        """The conversation begins, or is taken up again."""

    async def on_message(self, conversation: Conversation, message: Message) -> None:
        """Somebody said something: the person, or the agent."""

    async def on_model_call(self, conversation: Conversation, messages: Sequence[Message]) -> str | None:
        """The model is about to be called, several times in a run that uses tools; what it should know besides."""
        return None

    async def on_checkpoint(self, conversation: Conversation) -> None:
        """The conversation is about to be saved."""

    async def on_end(self, conversation: Conversation) -> None:
        """The conversation is over."""

    def tools(self, conversation: Conversation) -> Iterable[FunctionTool]:
        """Tools for the agent."""
        return ()


class SupportsSessions(Protocol):
    """Where suspended sessions are kept: ``RicordoSessionStore``, or any of MAF's session stores."""

    async def get(self, session_id: str) -> AgentSession | None: ...
    async def set(self, session_id: str, session: AgentSession) -> None: ...
    async def delete(self, session_id: str) -> None: ...


class Conversation:
    """One conversation of a person with agents. Begin with ``start`` or ``resume``."""

    def __init__(
        self,
        agent: Agent[Any],
        memory: SupportsSummaries,
        session: AgentSession,
        *,
        scope: Scope,
        sessions: SupportsSessions | None = None,
        components: Iterable[Component] = (),
        deadline: float = DEADLINE,
    ) -> None:
        check_memory(memory)
        self.session = session
        self.scope = replace(check_scope(scope), session=session.session_id)
        self.is_active = True
        self._agent = agent
        self._memory = memory
        self._sessions = sessions
        self._components = tuple(components)
        self._failing = Failing(_SOURCE, deadline=deadline, fail_open=True)

    @classmethod
    async def start(
        cls,
        agent: Agent[Any],
        memory: SupportsSummaries,
        *,
        scope: Scope,
        id: str | None = None,
        sessions: SupportsSessions | None = None,
        components: Iterable[Component] = (),
    ) -> Conversation:
        """Begin a new conversation."""
        session = AgentSession(session_id=id or uuid.uuid4().hex)
        begun = cls(agent, memory, session, scope=scope, sessions=sessions, components=components)
        await begun._tell(lambda component: component.on_start(begun))
        return begun

    @classmethod
    async def resume(
        cls,
        agent: Agent[Any],
        memory: SupportsSummaries,
        id: str,
        *,
        scope: Scope,
        sessions: SupportsSessions,
        components: Iterable[Component] = (),
    ) -> Conversation:
        """Take a conversation up again where its last checkpoint left it."""
        session = await sessions.get(id)
        if session is None:
            raise NotFound("there is no checkpoint of a conversation with this id in this scope")
        resumed = cls(agent, memory, session, scope=scope, sessions=sessions, components=components)
        await resumed._tell(lambda component: component.on_start(resumed))
        return resumed

    @property
    def id(self) -> str:
        """What to resume it by."""
        return self.session.session_id

    def state_of(self, component: Component) -> dict[str, Any]:
        """What a component knows about this conversation; plain JSON."""
        name = component.name or type(component).__name__
        state: dict[str, Any] = self.session.state.setdefault(f"component.{name}", {})
        return state

    async def run(self, messages: AgentRunInputs, *, agent: Agent[Any] | None = None) -> AgentResponse[Any]:
        """One exchange; with another ``agent``, it joins this conversation for the time being."""
        inputs = await self._told(messages)
        with scoped(self.scope):
            response = await (agent or self._agent).run(
                inputs, session=self.session, tools=self._tools(), middleware=[_ModelCalls(self)]
            )
        await self._heard(response.messages)
        return response

    async def stream(
        self, messages: AgentRunInputs, *, agent: Agent[Any] | None = None
    ) -> AsyncIterator[AgentResponseUpdate]:
        """One exchange, piece by piece."""
        inputs = await self._told(messages)
        running = (agent or self._agent).run(
            inputs, session=self.session, tools=self._tools(), middleware=[_ModelCalls(self)], stream=True
        )
        pieces = aiter(running)
        # A context variable must not be held across a yield: whoever reads on may do so in another context.
        while True:
            with scoped(self.scope):
                update = await anext(pieces, None)
            if update is None:
                break
            yield update
        with scoped(self.scope):
            response = await running.get_final_response()
        await self._heard(response.messages)

    async def history(self, *, last: int = 20) -> list[Message]:
        """What was said in this conversation."""
        turns = await last_turns(self._memory, self.scope, last)
        return [Message(turn.role, [turn.text], author_name=turn.author, message_id=turn.id) for turn in turns]

    async def checkpoint(self) -> None:
        """Save where the conversation stands, so that it can be resumed elsewhere and later."""
        self._check_active()
        await self._tell(lambda component: component.on_checkpoint(self))
        if self._sessions:
            await self._sessions.set(self.id, self.session)

    async def end(self) -> Memory | None:
        """End the conversation and sum it up; the summary is found in later ones. None if there is nothing to say."""
        self._check_active()
        self.is_active = False
        await self._tell(lambda component: component.on_end(self))
        if self._sessions:
            await self._sessions.delete(self.id)
        with _telemetry.operation("learn", _SOURCE):
            return await self._memory.summarise(scope=self.scope)

    async def delete(self) -> Receipt:
        """Erase what was private to this conversation: its words, its summary, what was learned from it alone."""
        self.is_active = False
        if self._sessions:
            await self._sessions.delete(self.id)
        self.session.state.clear()
        return await self._memory.forget(scope=self.scope)

    async def context_for(self, messages: Sequence[Message]) -> list[Message]:
        """What the components want the model to know at this call."""
        added: list[Message] = []
        for component in self._components:
            text = await self._failing.finding("component", component.on_model_call(self, messages))
            if text:
                mark = {"source_id": component.name or type(component).__name__}
                added.append(Message("user", [text], additional_properties={"_attribution": mark}))
        return added

    async def _told(self, messages: AgentRunInputs) -> list[Message]:
        self._check_active()
        inputs = normalize_messages(messages)
        await self._heard(inputs)
        return inputs

    async def _heard(self, messages: Iterable[Message]) -> None:
        for message in messages:
            if message.text.strip():
                await self._tell(lambda component, message=message: component.on_message(self, message))

    async def _tell(self, event: Callable[[Component], Coroutine[Any, Any, None]]) -> None:
        for component in self._components:
            await self._failing.finding("component", event(component))

    def _tools(self) -> list[FunctionTool]:
        return [tool for component in self._components for tool in component.tools(self)]

    def _check_active(self) -> None:
        if not self.is_active:
            raise RuntimeError("this conversation has ended: start a new one")


class _ModelCalls(ChatMiddleware):
    """Asks the components before each call of the model."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    async def process(self, context: ChatContext, call_next: Callable[[], Awaitable[None]]) -> None:
        added = await self._conversation.context_for(context.messages)
        context.messages = [*added, *context.messages]
        await call_next()
