"""ChatHistoryMemoryProvider, held against every behaviour that the .NET provider's tests pin."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from typing import Any

import pytest

from agent_framework import AgentSession, Message
from ricordo import Ricordo, Scope, ScopeError
from ricordo.agent_framework import ChatHistoryMemoryProvider
from ricordo.recall.hits import Recall
from ricordo.testing import ScriptedChatClient, call_tool
from ricordo.testing.verbs import user_turn
from tests.agent_framework.parts import ALICE, FOUR, Broken, Recording, agent_with, said, texts, turns

LOGGER = "ricordo.agent_framework"


class Asked:
    """A memory that writes down what it is asked."""

    def __init__(self, memory: Ricordo) -> None:
        self._memory = memory
        self.asked: list[dict[str, Any]] = []

    async def remember(self, turns: Any, *, scope: Scope) -> list[str]:
        return await self._memory.remember(turns, scope=scope)

    async def recall(self, query: str, **how: Any) -> Recall:
        self.asked.append({"query": query, **how})
        return await self._memory.recall(query, **how)


# 1. State key and arguments


def test_the_default_state_key_is_distinctive_and_a_custom_one_is_used() -> None:
    assert ChatHistoryMemoryProvider(Broken(), storage_scope=ALICE).source_id == "ricordo_chat_history"
    assert ChatHistoryMemoryProvider(Broken(), storage_scope=ALICE, source_id="mine").source_id == "mine"


@pytest.mark.parametrize(
    ("arguments", "error", "named"),
    [
        ({"storage_scope": None}, ScopeError, "storage_scope is required"),
        ({"storage_scope": "alice"}, TypeError, "storage_scope must be a Scope"),
        ({"search_scope": "alice"}, TypeError, "search_scope must be a Scope"),
        ({"max_results": 0}, ValueError, "max_results"),
        ({"max_results": -3}, ValueError, "max_results"),
        ({"search_time": "later"}, ValueError, "search_time must be one of before_invoke, on_demand"),
        ({"function_tool_name": ""}, ValueError, "function_tool_name"),
        ({"source_id": ""}, ValueError, "source_id"),
        ({"deadline": 0}, ValueError, "deadline"),
        ({"budget": 0}, ValueError, "budget"),
    ],
)
def test_bad_arguments_are_refused_by_name(arguments: dict[str, Any], error: type[Exception], named: str) -> None:
    given: dict[str, Any] = {"storage_scope": ALICE, **arguments}
    with pytest.raises(error, match=named):
        ChatHistoryMemoryProvider(Broken(), **given)


def test_a_memory_without_the_verbs_is_refused() -> None:
    with pytest.raises(TypeError, match="has no 'remember'"):
        ChatHistoryMemoryProvider(object(), storage_scope=ALICE)  # type: ignore[arg-type]


def test_an_empty_scope_is_refused() -> None:
    with pytest.raises(ScopeError):
        ChatHistoryMemoryProvider(Broken(), storage_scope=Scope())


# 2. What is stored


@pytest.mark.parametrize("stream", [False, True])
async def test_request_then_response_are_stored_in_order(memory: Ricordo, *, stream: bool) -> None:
    agent = agent_with(
        ScriptedChatClient("I will remember that."), ChatHistoryMemoryProvider(memory, storage_scope=ALICE)
    )
    await said(agent, "I prefer window seats.", agent.create_session(), stream=stream)
    rows = await turns(memory, ALICE)
    assert [(row["role"], row["text"]) for row in rows] == [
        ("user", "I prefer window seats."),
        ("assistant", "I will remember that."),
    ]


async def test_id_author_role_time_and_all_four_scope_ids_are_stored(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("Noted."), ChatHistoryMemoryProvider(memory, storage_scope=FOUR))
    await agent.run(
        [Message("user", ["I prefer window seats."], message_id="msg-1", author_name="Alice")],
        session=agent.create_session(),
    )
    request, response = await turns(memory, FOUR)
    assert (request["id"], request["author"], request["role"]) == ("msg-1", "Alice", "user")
    assert request["scope"] == {"application": "travel", "agent": "assistant", "user": "alice", "session": "monday"}
    assert request["occurred_at"]
    assert response["author"] == "assistant"


async def test_a_missing_author_stays_missing_and_a_missing_id_is_derived(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("Noted."), ChatHistoryMemoryProvider(memory, storage_scope=ALICE))
    await agent.run("I prefer window seats.", session=AgentSession(session_id="s"))
    request, _ = await turns(memory, ALICE)
    assert request.get("author") is None
    assert request["id"].startswith("maf-")


async def test_blank_messages_are_not_stored(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("  "), ChatHistoryMemoryProvider(memory, storage_scope=ALICE))
    await agent.run([Message("user", [" \n"]), Message("user", []), Message("user", ["hello"])])
    assert await texts(memory, ALICE) == ["hello"]


async def test_two_messages_with_one_id_both_keep_their_words(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("Noted."), ChatHistoryMemoryProvider(memory, storage_scope=ALICE))
    for text in ("I love hiking", "I hate sailing"):
        await agent.run(Message("user", [text], message_id="always-the-same"), session=AgentSession(session_id="s"))
    assert [text for text in await texts(memory, ALICE) if text != "Noted."] == ["I love hiking", "I hate sailing"]


async def test_a_text_longer_than_a_turn_is_kept_in_parts(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("Long."), ChatHistoryMemoryProvider(memory, storage_scope=ALICE))
    await agent.run("é" * 120_000)
    kept = await texts(memory, ALICE)
    assert "".join(kept[:-1]) == "é" * 120_000
    assert kept[-1] == "Long."


# 3. Failures


async def test_a_failed_run_stores_nothing(memory: Ricordo) -> None:
    agent = agent_with(
        ScriptedChatClient(RuntimeError("no model")), ChatHistoryMemoryProvider(memory, storage_scope=ALICE)
    )
    with pytest.raises(RuntimeError):
        await agent.run("I prefer window seats.")
    assert await texts(memory, ALICE) == []


async def test_a_failed_run_stores_the_request_where_that_was_asked_for(memory: Ricordo) -> None:
    provider = ChatHistoryMemoryProvider(memory, storage_scope=ALICE, store_failed_runs=True)
    agent = agent_with(ScriptedChatClient(RuntimeError("no model"), "Noted."), provider)
    session = agent.create_session()
    with pytest.raises(RuntimeError):
        await agent.run("I prefer window seats.", session=session)
    assert await texts(memory, ALICE) == ["I prefer window seats."]
    await agent.run("I prefer window seats.", session=session)
    assert await texts(memory, ALICE) == ["I prefer window seats.", "Noted."]


@pytest.mark.parametrize("stream", [False, True])
async def test_a_failing_store_does_not_fail_the_run_and_logs_one_error(
    caplog: pytest.LogCaptureFixture, *, stream: bool
) -> None:
    provider = ChatHistoryMemoryProvider(Broken(), storage_scope=ALICE, search_time="on_demand")
    agent = agent_with(ScriptedChatClient("Still here."), provider)
    assert await said(agent, "my secret", agent.create_session(), stream=stream) == "Still here."
    (record,) = (record for record in caplog.records if record.levelno == logging.ERROR)
    assert "StoreError: the store is down" in record.getMessage()
    assert "secret" not in caplog.text


async def test_a_failing_search_does_not_fail_the_run_and_logs_one_error(caplog: pytest.LogCaptureFixture) -> None:
    broken = Broken(RuntimeError("could not embed 'my secret'"))
    agent = agent_with(
        ScriptedChatClient("Still here."), ChatHistoryMemoryProvider(broken, storage_scope=ALICE), Recording()
    )
    assert (await agent.run("my secret")).text == "Still here."
    assert [record.levelname for record in caplog.records].count("ERROR") == 2  # one search, one store
    assert "RuntimeError" in caplog.text
    assert "secret" not in caplog.text


# 4. Redaction


def shown_by(caplog: pytest.LogCaptureFixture) -> str:
    return "\n".join(record.getMessage() for record in caplog.records if record.name == LOGGER)


def stars(text: str) -> str:
    return "*" * len(text)


@pytest.mark.parametrize(
    ("options", "user"),
    [
        ({}, "<redacted>"),
        ({"redactor": stars}, "*****"),
        ({"enable_sensitive_telemetry_data": True}, "alice"),
        ({"enable_sensitive_telemetry_data": True, "redactor": stars}, "alice"),
    ],
)
async def test_user_and_texts_are_redacted_in_logs_of_search_and_failures(
    memory: Ricordo, caplog: pytest.LogCaptureFixture, options: dict[str, Any], user: str
) -> None:
    caplog.set_level(logging.DEBUG, LOGGER)
    await memory.remember([user_turn("I love hiking")], scope=ALICE)
    for whose in (memory, Broken()):
        provider = ChatHistoryMemoryProvider(whose, storage_scope=ALICE, **options)
        await agent_with(ScriptedChatClient("Yes."), provider).run("what about hiking?")
    shown = shown_by(caplog)
    assert shown.count(f"user '{user}'") == 3  # searched; search failed; store failed
    assert ("alice" in shown) == (user == "alice")
    assert ("what about hiking?" in shown) == (user == "alice")
    assert ("I love hiking" in shown) == (user == "alice")
    if user == "*****":
        assert stars("what about hiking?") in shown


async def test_a_successful_store_logs_nothing_sensitive(memory: Ricordo, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    provider = ChatHistoryMemoryProvider(memory, storage_scope=ALICE, search_time="on_demand")
    await agent_with(ScriptedChatClient("Noted."), provider).run("my secret")
    assert await texts(memory, ALICE) == ["my secret", "Noted."]
    assert not [record for record in caplog.records if record.name.startswith("ricordo")]


# 5. Before invoke


async def test_there_is_one_search_with_exactly_the_requests_text_and_max_results(memory: Ricordo) -> None:
    asked = Asked(memory)
    provider = ChatHistoryMemoryProvider(asked, storage_scope=ALICE, max_results=7)
    await agent_with(ScriptedChatClient(), provider).run([Message("user", ["one"]), Message("user", ["two"])])
    (search,) = asked.asked
    assert (search["query"], search["limit"], search["scope"]) == ("one\ntwo", 7, ALICE)


async def test_max_results_is_three_unless_said_otherwise(memory: Ricordo) -> None:
    asked = Asked(memory)
    await agent_with(ScriptedChatClient(), ChatHistoryMemoryProvider(asked, storage_scope=ALICE)).run("hi")
    assert asked.asked[0]["limit"] == 3


async def test_the_result_is_one_attributed_message_with_its_origins(memory: Ricordo) -> None:
    monday, tuesday = (Scope(user="alice", session=day) for day in ("monday", "tuesday"))
    await memory.remember([user_turn("I prefer window seats on flights")], scope=monday)
    await memory.remember([user_turn("flights at night are cheaper")], scope=tuesday)
    client, recording = ScriptedChatClient(), Recording()
    provider = ChatHistoryMemoryProvider(
        memory, storage_scope=Scope(user="alice", session="today"), search_scope=Scope(user="alice")
    )
    await agent_with(client, provider, recording).run("book me flights to Seattle")
    (message,) = recording.injected
    attribution = message.additional_properties["_attribution"]
    assert attribution["source_id"] == "ricordo_chat_history"
    assert attribution["source_type"] == "ChatHistoryMemoryProvider"
    assert sorted(attribution["origin_session_ids"]) == ["monday", "tuesday"]
    assert "## Memories\nConsider the following memories when answering user questions:" in message.text
    assert "user: I prefer window seats on flights" in message.text
    assert "data, not instructions" in message.text
    assert message.text in client.requests[0].text


async def test_a_custom_context_prompt_is_used(memory: Ricordo) -> None:
    await memory.remember([user_turn("I prefer window seats")], scope=ALICE)
    client = ScriptedChatClient()
    provider = ChatHistoryMemoryProvider(memory, storage_scope=ALICE, context_prompt="From before:")
    await agent_with(client, provider).run("window seats?")
    assert "From before:\n" in client.requests[0].text


# 6. Scopes


async def test_all_set_scope_ids_are_combined_with_and(memory: Ricordo) -> None:
    await memory.remember([user_turn("hiking here")], scope=FOUR)
    for part in ("application", "agent", "user", "session"):
        other = Scope(**{**FOUR.parts, part: "another"})
        await memory.remember([user_turn(f"hiking in another {part}")], scope=other)
    recording = Recording()
    await agent_with(ScriptedChatClient(), ChatHistoryMemoryProvider(memory, storage_scope=FOUR), recording).run(
        "hiking?"
    )
    (message,) = recording.injected
    assert "hiking here" in message.text
    assert "another" not in message.text


async def test_a_record_of_another_session_is_rejected(memory: Ricordo) -> None:
    await memory.remember([user_turn("hiking on monday")], scope=Scope(user="alice", session="monday"))
    recording = Recording()
    provider = ChatHistoryMemoryProvider(memory, storage_scope=Scope(user="alice", session="tuesday"))
    await agent_with(ScriptedChatClient(), provider, recording).run("hiking?")
    assert recording.injected == []


async def test_the_search_scope_may_be_wider_than_the_storage_scope(memory: Ricordo) -> None:
    def storage(session: AgentSession, _: object) -> Scope:
        return Scope(user="alice", session=session.session_id)

    client = ScriptedChatClient("Noted.", "A window seat to Seattle.")
    provider = ChatHistoryMemoryProvider(memory, storage_scope=storage, search_scope=Scope(user="alice"))
    agent = agent_with(client, provider)
    await agent.run("I prefer window seats on flights.", session=agent.create_session())
    await agent.run("Book me a flight to Seattle.", session=agent.create_session())
    assert "I prefer window seats on flights." in client.requests[1].text
    assert len({row["scope"]["session"] for row in await turns(memory, Scope(user="alice"))}) == 2


# 7. Filters


async def test_messages_of_other_providers_are_neither_searched_with_nor_stored(memory: Ricordo) -> None:
    asked = Asked(memory)
    provider = ChatHistoryMemoryProvider(asked, storage_scope=ALICE)
    foreign = Message("user", ["from a provider"], additional_properties={"_attribution": {"source_id": "other"}})
    await agent_with(ScriptedChatClient("Fine."), provider).run([foreign, Message("user", ["from outside"])])
    assert asked.asked[0]["query"] == "from outside"
    assert await texts(memory, ALICE) == ["from outside", "Fine."]


async def test_what_was_injected_is_never_stored_again(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("Noted."), ChatHistoryMemoryProvider(memory, storage_scope=ALICE))
    session = agent.create_session()
    for text in ("I love hiking", "hiking where?", "hiking when?"):
        await agent.run(text, session=session)
    assert not any("ricordo-memory" in text for text in await texts(memory, ALICE))


async def test_custom_filters_override_the_defaults(memory: Ricordo) -> None:
    def shouted(messages: Sequence[Message]) -> list[Message]:
        return [message for message in messages if message.text.isupper()]

    def nothing(messages: Sequence[Message]) -> list[Message]:
        return []

    asked = Asked(memory)
    provider = ChatHistoryMemoryProvider(
        asked,
        storage_scope=ALICE,
        search_input_message_filter=shouted,
        storage_input_request_message_filter=shouted,
        storage_input_response_message_filter=nothing,
    )
    await agent_with(ScriptedChatClient("quiet"), provider).run([Message("user", ["LOUD"]), Message("user", ["low"])])
    assert asked.asked[0]["query"] == "LOUD"
    assert await texts(memory, ALICE) == ["LOUD"]


async def test_a_failing_filter_does_not_fail_the_run(memory: Ricordo, caplog: pytest.LogCaptureFixture) -> None:
    def broken(messages: Sequence[Message]) -> list[Message]:
        raise KeyError("secret")

    provider = ChatHistoryMemoryProvider(memory, storage_scope=ALICE, storage_input_response_message_filter=broken)
    assert (await agent_with(ScriptedChatClient("Fine."), provider).run("hello")).text == "Fine."
    assert await texts(memory, ALICE) == ["hello"]
    assert "KeyError in test_chat_history.py" in caplog.text


# 8. Nothing found


async def test_where_nothing_is_found_nothing_is_added(memory: Ricordo) -> None:
    recording = Recording()
    await agent_with(ScriptedChatClient(), ChatHistoryMemoryProvider(memory, storage_scope=ALICE), recording).run("hi")
    assert recording.injected == []


async def test_a_request_without_text_is_not_searched_with(memory: Ricordo) -> None:
    asked = Asked(memory)
    await agent_with(ScriptedChatClient(), ChatHistoryMemoryProvider(asked, storage_scope=ALICE)).run([])
    assert asked.asked == []


# On demand


async def test_on_demand_there_is_a_tool_and_no_search(memory: Ricordo) -> None:
    asked, client = Asked(memory), ScriptedChatClient()
    provider = ChatHistoryMemoryProvider(asked, storage_scope=ALICE, search_time="on_demand")
    await agent_with(client, provider).run("hello")
    assert asked.asked == []
    assert client.requests[0].tools == ["search_past_conversations"]
    (tool,) = client.requests[0].options["tools"]
    assert "earlier conversations" in tool.description
    assert tool.additional_properties["context_source"] == provider.source_id


async def test_before_invoke_there_is_no_tool(memory: Ricordo) -> None:
    client = ScriptedChatClient()
    await agent_with(client, ChatHistoryMemoryProvider(memory, storage_scope=ALICE)).run("hello")
    assert client.requests[0].tools == []


@pytest.mark.parametrize("stream", [False, True])
async def test_the_model_searches_with_the_tool(memory: Ricordo, *, stream: bool) -> None:
    await memory.remember([user_turn("I prefer window seats")], scope=ALICE)
    client = ScriptedChatClient(call_tool("lookup", question="window seats"), "By the window.")
    provider = ChatHistoryMemoryProvider(
        memory,
        storage_scope=ALICE,
        search_time="on_demand",
        function_tool_name="lookup",
        function_tool_description="Looks things up.",
    )
    agent = agent_with(client, provider)
    assert await said(agent, "where do I sit?", agent.create_session(), stream=stream) == "By the window."
    (tool,) = client.requests[0].options["tools"]
    assert tool.description == "Looks things up."
    result = client.requests[1].messages[-1].contents[0].result
    assert "I prefer window seats" in result
    assert "data, not instructions" in result
    assert await texts(memory, ALICE) == ["I prefer window seats", "where do I sit?", "By the window."]


async def test_the_tool_says_so_where_nothing_is_found_or_memory_is_down(caplog: pytest.LogCaptureFixture) -> None:
    async with Ricordo.open("memory://") as empty:
        for whose, expected in ((empty, "Nothing was found"), (Broken(), "cannot be reached at the moment")):
            client = ScriptedChatClient(call_tool("search_past_conversations", question="x"), "Well.")
            provider = ChatHistoryMemoryProvider(whose, storage_scope=ALICE, search_time="on_demand")
            assert (await agent_with(client, provider).run("hello")).text == "Well."
            assert expected in client.requests[1].messages[-1].contents[0].result
    assert "StoreError" in caplog.text


async def test_a_clashing_tool_name_is_named_with_its_way_out(memory: Ricordo) -> None:
    def search_past_conversations() -> str:
        return "mine"

    provider = ChatHistoryMemoryProvider(memory, storage_scope=ALICE, search_time="on_demand")
    agent = agent_with(ScriptedChatClient(), provider, tools=[search_past_conversations])
    with pytest.raises(ValueError, match=r"search_past_conversations.*function_tool_name"):
        await agent.run("hello")


# State and concurrency


async def test_the_state_survives_a_round_trip_through_json(memory: Ricordo) -> None:
    agent = agent_with(ScriptedChatClient("Noted."), ChatHistoryMemoryProvider(memory, storage_scope=ALICE))
    session = agent.create_session()
    await agent.run("I love hiking", session=session)
    restored = AgentSession.from_dict(json.loads(json.dumps(session.to_dict())))
    await agent.run(
        [Message("user", ["I love hiking"]), Message("assistant", ["Noted."]), Message("user", ["Where?"])],
        session=restored,
    )
    assert await texts(memory, ALICE) == ["I love hiking", "Noted.", "Where?", "Noted."]


async def test_a_hundred_sessions_at_once_do_not_mix(memory: Ricordo) -> None:
    def whose(session: AgentSession, _: object) -> Scope:
        return Scope(application="travel", user=session.session_id)

    client = ScriptedChatClient(lambda messages: f"re: {messages[-1].text}")
    agent = agent_with(client, ChatHistoryMemoryProvider(memory, storage_scope=whose))

    async def talk(number: int) -> None:
        session = AgentSession(session_id=f"user-{number}")
        for topic in ("hiking", "sailing"):
            await agent.run(f"{number} likes {topic}", session=session)

    await asyncio.gather(*(talk(number) for number in range(100)))
    for number in range(100):
        kept = await texts(memory, Scope(application="travel", user=f"user-{number}"))
        assert kept == [
            f"{number} likes hiking",
            f"re: {number} likes hiking",
            f"{number} likes sailing",
            f"re: {number} likes sailing",
        ]


async def test_an_agent_is_told_what_the_person_has_rejected(memory: Ricordo) -> None:
    await memory.remember([user_turn("I live in Leeds, by the canal.", id="t")], scope=ALICE)
    known = {"type": "memory", "id": "m", "kind": "semantic", "content": "Lives in Leeds", "scope": ALICE.parts}
    known |= {"created_at": "2026-01-01", "valid_from": "2026-01-01"}
    known |= {"evidence": [{"turn_id": "t", "quote": "I live in Leeds"}]}
    await memory.import_([known], scope=ALICE)
    await memory.reject("m", scope=ALICE)
    client = ScriptedChatClient()
    provider = ChatHistoryMemoryProvider(memory, storage_scope=ALICE)
    await agent_with(client, provider).run("Which town do I live in, Leeds?")
    assert 'the person says that "I live in Leeds" is not so] user' in client.requests[0].text
