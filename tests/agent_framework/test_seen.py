"""Replays are told from repetitions: the pure part of storing every message once."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ricordo import Scope
from ricordo.agent_framework import _seen
from ricordo.agent_framework._seen import MAX_CONVERSATIONS, MAX_MARKS, SeenMessages

messages = st.lists(st.sampled_from("abcdef"), max_size=30)


def after(*said: str) -> SeenMessages:
    """The seen of a conversation that went like this, message by message."""
    seen = SeenMessages()
    return seen.append_marks(seen.make_marks(said))


@given(messages)
def test_a_whole_transcript_again_is_nothing_new(said: list[str]) -> None:
    assert after(*said).count_replayed(said) == len(said)


@given(messages, messages)
def test_a_transcript_that_grew_brings_only_what_was_added(said: list[str], more: list[str]) -> None:
    distinct = [f"{position}{text}" for position, text in enumerate(said)]
    added = [f"new {position}{text}" for position, text in enumerate(more)]
    assert after(*distinct).count_replayed([*distinct, *added]) == len(distinct)


@given(st.lists(st.text(max_size=3), min_size=3, max_size=60, unique=True), st.data())
def test_a_window_of_the_transcript_is_a_replay(said: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(said) - 2))
    assert after(*said).count_replayed([*said[start:], "something new"]) == len(said) - start


@given(messages)
def test_what_is_new_never_has_a_mark_that_is_known(said: list[str]) -> None:
    seen = after(*said)
    assert not set(seen.marks) & set(seen.make_marks("abcdef"))
    assert len(set(seen.marks)) == len(said)


def test_the_last_question_again_is_a_retry() -> None:
    assert after("hello").count_replayed(["hello"]) == 1
    assert after("a", "b", "hello").count_replayed(["hello"]) == 1


def test_the_same_answer_to_another_question_is_said_again() -> None:
    seen = after("yes", "really?")
    assert seen.count_replayed(["yes"]) == 0
    assert seen.make_marks(["yes"]) == ["yes-1"]


def test_an_edited_conversation_brings_what_changed() -> None:
    assert after("q1", "a1", "q2", "a2").count_replayed(["q1", "a1", "q2 edited"]) == 2


def test_a_conversation_longer_than_what_is_kept_is_still_recognised() -> None:
    said = [f"message {number}" for number in range(MAX_MARKS + 50)]
    seen = after(*said)
    assert len(seen.marks) == MAX_MARKS
    assert seen.count_replayed([*said, "one more"]) == len(said)


def test_a_reply_that_was_given_before_does_not_hide_the_question_before_it() -> None:
    assert after("Noted.").count_replayed(["I hate sailing", "Noted."]) == 0


def test_the_conversations_of_many_callers_are_kept_apart_and_bounded() -> None:
    state: dict[str, Any] = {}
    for number in range(MAX_CONVERSATIONS + 5):
        _seen.save(state, Scope(user=f"user {number}"), "c", after(f"from {number}"))
    assert _seen.load(state, Scope(user="user 0"), "c") == SeenMessages()
    assert _seen.load(state, Scope(user=f"user {MAX_CONVERSATIONS}"), "c") == after(f"from {MAX_CONVERSATIONS}")
    assert _seen.load(state, Scope(user=f"user {MAX_CONVERSATIONS}"), "another conversation") == SeenMessages()
    assert len(state["seen"]) == MAX_CONVERSATIONS
