"""The travel assistant: a MAF agent with a profile, facts, recent messages and 27 tools."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Any, Literal, get_args

from agent_framework import Agent, AgentSession, FunctionTool, MCPStdioTool, SupportsChatGetResponse
from ricordo import Ricordo, Scope, Turn
from ricordo.agent_framework import FactMemoryProvider, ProfileMemoryProvider, RicordoHistoryProvider
from ricordo_travel.clerk.choosing.consent import read_consent
from ricordo_travel.clerk.client import DialogueClient
from ricordo_travel.clerk.reading.reader import read
from ricordo_travel.clerk.scene import Read
from ricordo_travel.desk import Desk, Heard
from ricordo_travel.dialogue.yes.agreement import read_answer
from ricordo_travel.memory_tools import create_memory_tools
from ricordo_travel.offers import find_offers
from ricordo_travel.outcomes import OutcomeProvider
from ricordo_travel.proposals import Proposal
from ricordo_travel.reservations import Kind
from ricordo_travel.told import ToldProvider
from ricordo_travel.tool_servers import ToolServers
from ricordo_travel.toolbox import Toolbox
from ricordo_travel.traveller import Traveller
from ricordo_travel.wording import describe

APPLICATION = "travel"
PROFILE_HEADING = "=== TRAVELLER PROFILE ==="
MAX_MESSAGES = 20
MAX_MESSAGES_WITHOUT_MODEL = 200
"""The clerk follows the whole conversation for each answer; what it has read of it is kept."""
DEADLINE = 20.0
"""Seconds that memory may take: a busy machine answers late rather than without what it was just told."""
MAX_FACTS = 5
MAX_INPUT_LENGTH = 4_000
"""Characters in one message."""
CLERK = "a clerk without a language model"
ASK = "Please say yes or no."
CHOICE = "This one, please."
"""What a person says who presses the button of an offer. Names and prices in it would be learned."""
GONE = "That is not open any more. Please ask for it again."

Button = Literal["offer", "proposal", "booking"]
"""A button of the page: book an offer, say yes to a proposal, cancel a booking."""
BUTTONS: tuple[Button, ...] = get_args(Button)


@cache
def load_persona() -> str:
    """Return the instructions of the assistant."""
    return files("ricordo_travel").joinpath("persona.md").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Assistant:
    """The assistant over one memory and one set of tools. Without a chat client, the clerk answers.

    Attributes:
        servers: The MCP servers that have the tools; without them, the tools run in this process.
        read: Reads messages as commands where there is no chat client.
    """

    memory: Ricordo
    toolbox: Toolbox
    client: SupportsChatGetResponse[Any] | None = None
    servers: ToolServers | None = None
    read: Read = read

    @property
    def has_model(self) -> bool:
        return self.client is not None

    @property
    def answerer(self) -> str:
        """Who answers: the clerk, or the name of the model and its client."""
        if self.client is None:
            return CLERK
        name = type(self.client).__name__
        model = next((value for key in ("model", "model_id") if (value := getattr(self.client, key, None))), None)
        return f"{model} ({name})" if isinstance(model, str) else name

    async def answer(self, text: str, *, person: str, conversation: str) -> AsyncIterator[str]:
        """Yield the answer in pieces, as they come. A yes to the proposal of the last answer is carried out first."""
        desk, scope = self.toolbox.desk_for(person, conversation), scope_of(person, conversation)
        heard = await self._hear(desk, scope, text)
        said = ""
        async with self._open_agent(scope, heard) as agent:
            stream = agent.run(text, session=AgentSession(session_id=conversation), stream=True)
            async for update in stream:
                if update.text:
                    said += update.text
                    yield update.text
            run = await stream.get_final_response()
        await desk.add_offers(find_offers(run.messages, said))
        await desk.end_exchange()
        for proposal in await desk.list_open():
            if (
                proposal.text.casefold() not in said.casefold()
            ):  # the person must have read what a yes would do, whatever a model says
                yield f"\n\n{ask_for(proposal)}"

    async def press(self, button: Button, value: str, *, person: str, conversation: str) -> str:
        """Do what a button of the page says, without the agent, and return the answer. Both are kept as turns."""
        desk = self.toolbox.desk_for(person, conversation)
        said, answer, kind = await _PRESSES[button](desk, value)
        answer = "\n\n".join([answer, *map(ask_for, await desk.show_again(without=kind))])
        turns = [Turn("user", said), Turn("assistant", answer)]
        await self.memory.remember(turns, scope=scope_of(person, conversation))
        await desk.end_exchange()
        return answer

    def create_agent(
        self, scope: Scope, heard: Heard | None = None, tools: Sequence[FunctionTool | MCPStdioTool] | None = None
    ) -> Agent[Any]:
        """Return an agent whose memory and tools are bound to the person in `scope`."""
        assert scope.user is not None
        return Agent(
            client=self.client or DialogueClient(self.read, today=self.toolbox.today),
            name="travel-assistant",
            instructions=load_persona(),
            tools=[*(tools or self.toolbox.tools_for(scope.user, scope.session or "")), *self._list_own_tools(scope)],
            context_providers=[
                RicordoHistoryProvider(
                    self.memory, scope=scope, last=MAX_MESSAGES if self.has_model else MAX_MESSAGES_WITHOUT_MODEL
                ),
                FactMemoryProvider(self.memory, scope=scope, limit=MAX_FACTS, deadline=DEADLINE),
                ProfileMemoryProvider(
                    self.memory, Traveller, scope=scope, context_prompt=PROFILE_HEADING, deadline=DEADLINE
                ),
                *([] if self.has_model else [ToldProvider(self.memory, scope)]),
                OutcomeProvider(heard or Heard()),
            ],
        )

    async def _hear(self, desk: Desk, scope: Scope, text: str) -> Heard:
        """Carry out what a message says yes to: a bare yes beside a model, and else by its commands and its words."""
        if self.has_model:
            return await desk.hear(text)
        if not await desk.list_open():
            return await desk.hear(text, read_answer)
        history = RicordoHistoryProvider(self.memory, scope=scope, last=MAX_MESSAGES_WITHOUT_MODEL)
        messages = await history.get_messages(scope.session)
        said = [(str(each.role), each.text.strip()) for each in messages if each.text.strip()]
        return await desk.hear(text, partial(read_consent, history=said, read=self.read))

    def _list_own_tools(self, scope: Scope) -> list[FunctionTool]:
        """Return the tools that the dialogue talks about memory with; a model gets none of them."""
        return [] if self.has_model else create_memory_tools(self.memory, scope)

    @asynccontextmanager
    async def _open_agent(self, scope: Scope, heard: Heard) -> AsyncGenerator[Agent[Any]]:
        if self.servers is None:
            yield self.create_agent(scope, heard)
            return
        assert scope.user is not None
        async with self.servers.borrow(scope.user, scope.session or "") as tools:
            yield self.create_agent(scope, heard, tools)


def scope_of(person: str, conversation: str | None = None) -> Scope:
    """Return the scope of a person, or of one of their conversations."""
    return Scope(application=APPLICATION, user=person, session=conversation)


def ask_for(proposal: Proposal) -> str:
    """Return the question whether to carry a proposal out."""
    verb = {"book": "book this", "change": "do this", "cancel": "do this"}[proposal.action]
    return f"Shall I {verb}? {proposal.line}. {ASK}"


def describe_outcome(proposal: Proposal) -> str:
    """Return what came of a yes to a proposal."""
    outcome = proposal.outcome or {}
    if "error" in outcome:
        return f"That did not work: {outcome['error']}. Nothing was changed."
    done = {"book": "Booked", "change": "Changed", "cancel": "Cancelled"}[proposal.action]
    return f"{done}: {describe(outcome)}. The booking is {outcome['booking_id']}."


def describe_yes(proposal: Proposal) -> str:
    """Return what a person says who presses the button of a proposal."""
    return {"book": "Yes, book it.", "change": "Yes, change it.", "cancel": "Yes, cancel it."}[proposal.action]


_Pressed = tuple[str, str, Kind | None]
"""What a person says who presses a button, the answer, and the kind of thing that it proposes instead of others."""


async def _press_offer(desk: Desk, code: str) -> _Pressed:
    try:
        proposal = await desk.choose(code)
    except ValueError as error:
        return CHOICE, f"That cannot be booked: {error}.", None
    return (CHOICE, ask_for(proposal), proposal.kind) if proposal else (CHOICE, GONE, None)


async def _press_proposal(desk: Desk, code: str) -> _Pressed:
    proposal = await desk.confirm(code)
    return (describe_yes(proposal), describe_outcome(proposal), None) if proposal else ("Yes.", GONE, None)


async def _press_booking(desk: Desk, id: str) -> _Pressed:
    kinds = {"F": "flight", "H": "hotel", "C": "car"}
    said = "Cancel this booking."
    try:
        proposal = await desk.propose(f"cancel_{kinds.get(id[:1], 'car')}_booking", booking_id=id)
    except ValueError as error:
        return said, f"That cannot be cancelled: {error}.", None
    return said, ask_for(proposal), None


_PRESSES = {"offer": _press_offer, "proposal": _press_proposal, "booking": _press_booking}
