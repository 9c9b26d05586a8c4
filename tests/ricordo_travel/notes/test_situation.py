"""The situation that the reader of notes is given: at most twenty notes in order, and what was said."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ricordo_travel.notes.situation import MAX_NOTES, choose_notes, describe_notes


def test_twenty_notes_are_all_read() -> None:
    assert MAX_NOTES == 20
    assert choose_notes(["Likes jazz"] * 20, "hello") == list(range(20))
    assert choose_notes([], "hello") == []


def test_of_more_notes_those_that_share_words_are_read_and_then_the_last_ones() -> None:
    notes = [f"Likes {word}" for word in "jazz hiking opera".split()] + [f"Fact {n} of many" for n in range(40)]
    places = choose_notes(notes, "forget the opera", "we went hiking", "ok")
    assert places == [1, 2, *range(25, 43)]


@given(st.lists(st.text("abc ", max_size=12), max_size=60), st.lists(st.text("abc ", max_size=12), max_size=3))
def test_at_most_twenty_notes_are_chosen_in_order(notes: list[str], texts: list[str]) -> None:
    places = choose_notes(notes, *texts)
    assert places == sorted(set(places))
    assert set(places) <= set(range(len(notes)))
    assert len(places) == min(len(notes), 20)


def test_a_situation_has_what_was_said_the_reply_and_numbered_notes() -> None:
    situation = describe_notes("i'm vegan", "Thank you.", ["Is vegan", "Likes jazz; and rock"])
    assert situation == "said: i'm vegan\nreply: Thank you.\nnotes: 1 Is vegan; 2 Likes jazz, and rock"
    assert describe_notes("", " ", []) == "notes: none"


def test_each_part_of_a_situation_is_short() -> None:
    situation = describe_notes("s " * 500, "r " * 500, ["n " * 500] * 20)
    said, reply, notes = situation.splitlines()
    assert (said.count("s "), reply.count(" r")) == (39, 60)
    assert all(note.count("n") <= 24 for note in notes.removeprefix("notes: ").split(";"))


def test_of_a_long_reply_the_lines_about_notes_and_the_last_one_are_read() -> None:
    offers = [f"{n}. a hotel with a long name and many words in Rome, {n} nights" for n in range(20)]
    reply = "\n".join(["Thank you, I have noted “Is vegan”.", "Hotels in Rome:", *offers, "Which one shall I book?"])
    line = describe_notes("", reply, []).splitlines()[0]
    assert line == "reply: Thank you, I have noted “Is vegan”. Which one shall I book?"
    only = describe_notes("", "\n".join(["Hotels in Rome:", *offers, "Which one shall I book?"]), []).splitlines()[0]
    assert only == f"reply: Hotels in Rome: {offers[0]} Which one shall I book?"


@given(st.text(max_size=300), st.text(max_size=300), st.lists(st.text(max_size=60), max_size=20))
def test_any_texts_are_described_in_one_line_each(said: str, reply: str, notes: list[str]) -> None:
    situation = describe_notes(said, reply, notes)
    assert len(situation.splitlines()) == 1 + bool(said.strip()) + bool(reply.strip())
    assert situation.splitlines()[-1].startswith("notes: ")
