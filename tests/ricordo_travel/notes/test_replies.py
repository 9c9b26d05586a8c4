"""Replies about notes, and what is done with these: each claim is so, and nothing else goes."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from ricordo_travel.clerk.reading.reader import forget_programs, write_program
from ricordo_travel.notes.replies import KEPT_NOTHING, NOT_KNOWN, STAYS
from tests.ricordo_travel.notes.conftest import Person

_NOTED = re.compile(r"I have noted (?P<notes>[^.]+)\.|corrected: (?P<new>“[^”]+”)|I keep (?P<kept>“[^”]+”)")
_ERASED = re.compile(
    r"I have erased (?P<notes>“.+?”) from what I know about you|instead of (?P<old>“[^”]+”)|taken (?P<out>“.+?”) out"
)
_CONFIRM = "Please say yes or no."


async def _check_claims(person: Person, reply: str) -> None:
    """Fail if a reply says that something is noted or erased, and it is not."""
    notes = await person.notes()
    noted = [note for match in _NOTED.finditer(reply) for note in _list_quoted(match.groups())]
    gone = [note for match in _ERASED.finditer(reply) for note in _list_quoted(match.groups())]
    assert set(noted) <= set(notes), reply
    assert not set(gone) & set(notes), reply


def _list_quoted(texts: Sequence[str | None]) -> list[str]:
    return [note for text in texts if text for note in re.findall("“([^”]+)”", text)]


async def _tell(person: Person, *messages: str) -> list[str]:
    """Return the notes that some messages make, each of which is claimed rightly."""
    for message in messages:
        await _check_claims(person, await person.say(message))
    return await person.notes()


async def test_what_is_told_is_noted_and_said(person: Person) -> None:
    reply = await person.say("hi, i live in vienna and my wife anna is vegan")
    assert reply == "Thank you, I have noted “Lives in Vienna” and “Wife Anna is vegan”."
    assert await person.notes() == ["Lives in Vienna", "Wife Anna is vegan"]


async def test_what_is_told_beside_a_search_is_said_before_what_is_found(person: Person) -> None:
    reply = await person.say("hotel in rome from 10 june for 3 nights for two, i hate noisy streets")
    assert reply.startswith("Thank you, I have noted “Hates noisy streets”.\n\nHotels in Rome")


async def test_what_is_told_twice_is_known_already(person: Person) -> None:
    await person.say("i'm vegan", "my sister lives in oslo")
    reply = await person.say("i'm vegan")
    assert reply == "I know that already: “Is vegan”."
    assert sorted(await person.notes()) == ["Is vegan", "Sister lives in Oslo"]


async def test_a_correction_is_said_with_what_it_takes_the_place_of(person: Person) -> None:
    await _tell(person, "i live in vienna and i'm a nurse")
    assert await person.say("we moved, we live in graz now") == (
        "Thank you, corrected: “Lives in Graz” instead of “Lives in Vienna”."
    )
    assert sorted(await person.notes()) == ["Is a nurse", "Lives in Graz"]


@pytest.mark.parametrize(
    ("told", "message", "right", "wrong"),
    [
        ("i am vegan", "it's my sister who is vegan, not me", "Sister is vegan", "Is vegan"),
        (
            "my wife anna is allergic to nuts",
            "it's my daughter who is allergic to nuts, not anna",
            "Daughter is allergic to nuts",
            "Wife Anna is allergic to nuts",
        ),
    ],
)
async def test_what_is_of_somebody_else_is_not_of_both(
    person: Person, told: str, message: str, right: str, wrong: str
) -> None:
    await _tell(person, told)
    reply = await person.say(message)
    await _check_claims(person, reply)
    assert f"noted “{right}”" in reply
    assert f"I have taken “{wrong}” out of what I know about you." in reply
    assert await person.notes() == [right]


async def test_what_holds_of_two_people_stays(person: Person) -> None:
    assert await _tell(person, "i am vegan", "my sister is vegan too") == ["Is vegan", "Sister is vegan"]


async def test_what_is_not_so_any_more_is_taken_out(person: Person) -> None:
    await _tell(person, "we have two dogs", "i'm a nurse")
    reply = await person.say("we don't have the dogs any more")
    assert reply == "Thank you, corrected: I have taken “Has two dogs” out of what I know about you."
    assert await person.notes() == ["Is a nurse"]


@pytest.mark.parametrize(
    ("told", "message", "erased"),
    [
        (["i love hiking", "i love jazz", "my sister lives in oslo"], "forget that i love jazz", "Loves jazz"),
        (["i'm vegan", "and i love jazz"], "please forget that i'm vegan", "Is vegan"),
        (["i'm scared of flying", "i hate museums"], "forget the museum thing", "Hates museums"),
        (["i'm a nurse", "my budget is 900"], "forget the budget", "Budget is 900"),
        (["i'm a nurse", "my husband hates pools"], "delete what you know about my husband", "Husband hates pools"),
    ],
)
async def test_only_the_note_that_is_named_is_erased(
    person: Person, told: list[str], message: str, erased: str
) -> None:
    notes = await _tell(person, *told)
    assert await person.say(message) == f"Done: I have erased “{erased}” from what I know about you. {STAYS}"
    assert sorted(await person.notes()) == sorted(set(notes) - {erased})
    assert erased not in {row["content"] for row in await person.export()}


async def test_what_is_erased_is_gone_with_all_that_it_replaced_and_its_evidence(person: Person) -> None:
    await _tell(person, "i'm vegan", "i live in vienna", "we moved, we live in graz now")
    await _tell(person, "we moved again, we live in linz now")
    assert len(await person.export()) == 4
    reply = await person.say("forget where i live")
    assert reply.startswith("Done: I have erased “Lives in Linz” from")
    (row,) = await person.export()
    assert row["content"] == "Is vegan"
    assert [piece["quote"] for piece in row["evidence"]] == ["i'm vegan"]


async def test_nothing_is_erased_without_a_word_for_it(person: Person) -> None:
    notes = await _tell(person, "i'm scared of flying", "my sister lives in oslo")
    for message in ("no, that's wrong", "never mind the hotel", "ok, forget it", "i don't like that hotel"):
        assert "I have erased “" not in await person.say(message)
    assert await person.notes() == notes


async def test_erasing_all_asks_first_and_a_yes_erases(person: Person) -> None:
    notes = await _tell(person, "i'm a nurse and i love hiking", "my husband tom hates pools")
    reply = await person.say("forget everything about me")
    assert reply.startswith("Shall I erase everything that I know about you, and our conversations?")
    assert reply.endswith(_CONFIRM)
    assert await person.notes() == notes
    reply = await person.say("yes")
    assert reply.startswith("Done: everything that I knew about you is erased")
    assert await person.export() == []


async def test_a_no_erases_nothing(person: Person) -> None:
    notes = await _tell(person, "i'm a teacher", "we live in leeds")
    assert await person.say("delete everything about me please", "no") == "All right, I have erased nothing."
    assert await person.notes() == notes


@pytest.mark.parametrize(
    "message", ["please forget everything except that i have two cats", "keep the cats, but delete the rest"]
)
async def test_what_shall_stay_is_said_and_kept_when_all_else_is_erased(person: Person, message: str) -> None:
    notes = await _tell(person, "i'm a teacher", "i have two cats", "we live in leeds")
    reply = await person.say(message)
    assert "Shall I erase everything that I know about you, except “Has two cats”?" in reply
    assert await person.notes() == notes
    reply = await person.say("yes")
    assert reply.startswith("All right, I keep “Has two cats”, and have erased everything else")
    (row,) = await person.export()
    assert (row["content"], row["state"]) == ("Has two cats", "current")


async def test_a_long_list_of_what_shall_stay_is_kept(person: Person) -> None:
    """Many notes that are to stay must not make a yes erase all of them."""
    from ricordo_travel.notes.replies import _ASKED_EXCEPT, _ask_except

    rows = [{"content": f"{number} {'word ' * 30}".strip()} for number in range(20)]
    match = _ASKED_EXCEPT.search(_ask_except(rows))
    assert match is not None
    assert match["kept"].count("“") == 20


async def test_what_is_known_is_shown_as_it_is_asked_for(person: Person) -> None:
    await _tell(person, "my daughter mia is 7", "i'm a nurse", "i live in vienna", "my brother is vegan")
    assert await person.say("what do you know about my brother?") == "You told me: Brother is vegan."
    assert await person.say("where do i live?") == "You told me: Lives in Vienna."
    assert await person.say("do you know my budget?") == NOT_KNOWN
    assert len(await person.notes()) == 4


async def test_all_that_is_known_is_shown(person: Person) -> None:
    notes = await _tell(person, "i'm a teacher and i have two cats", "we live in leeds")
    reply = await person.say("tell me what you remember about me")
    assert reply.startswith("I remember that you live in Leeds.\n- Is a teacher\n- Has two cats\n")
    assert await person.notes() == notes


async def test_nothing_is_shown_where_nothing_is_known(person: Person) -> None:
    assert (await person.say("what do you know about me?")).startswith(("Nothing yet", NOT_KNOWN))
    assert await person.notes() == []


async def test_the_words_that_a_note_comes_from_are_shown(person: Person) -> None:
    await _tell(person, "i'm a nurse and i love hiking", "my sister lives in oslo")
    assert await person.say("how do you know that i'm a nurse?") == (
        "You told me: Is a nurse. You wrote: “i'm a nurse”."
    )


@pytest.mark.parametrize("message", ["yes, i'm still a teacher"])
async def test_what_is_to_stay_stays(person: Person, message: str) -> None:
    notes = await _tell(person, "i'm a teacher", "we live in leeds")
    assert await person.say(message) == "All right, I keep “Is a teacher”."
    assert await person.notes() == notes


@pytest.mark.parametrize(
    "message",
    [
        "please don't keep this but i just lost my job",
        "don't write this down but i'm diabetic",
        "please don't store anything about me",
    ],
)
async def test_what_is_private_is_not_kept(person: Person, message: str) -> None:
    await _tell(person, "we live in leeds")
    assert await person.say(message) == KEPT_NOTHING
    assert [row["content"] for row in await person.export()] == ["Lives in Leeds"]


async def test_what_was_told_before_stays_where_it_is_said_again_in_private(person: Person) -> None:
    await _tell(person, "i hate flying", "we live in leeds")
    await person.say("between us, i hate flying")
    assert sorted(await person.notes()) == ["Hates flying", "Lives in Leeds"]


async def test_what_is_wrong_is_asked_for(person: Person) -> None:
    notes = await _tell(person, "i'm a teacher", "we live in leeds")
    assert (await person.say("that's not right")).startswith("I'm sorry. What is right?")
    assert await person.notes() == notes


@pytest.mark.parametrize(
    "message",
    [
        "hotel in rome under 100 a night",
        "is my sister allowed to bring her dog?",
        "if i was rich i would go first class",
        "do you like jazz?",
        "thanks",
    ],
)
async def test_nothing_is_claimed_where_nothing_was_told(person: Person, message: str) -> None:
    reply = await person.say(message)
    assert not _NOTED.search(reply)
    assert not _ERASED.search(reply)
    assert await person.export() == []


async def test_each_claim_of_a_long_conversation_is_true(person: Person) -> None:
    for message in (
        "hi im maria and i live in vienna",
        "my husband tom hates pools and i am a nurse",
        "my daughter mia is 7",
        "flight to oslo on friday please. i always want an aisle seat",
        "mia is 8 now",
        "what do you know about my husband?",
        "forget that tom hates pools",
        "we moved, we live in graz now",
        "yes, i'm still a nurse",
        "forget the thing about the aisle seat",
        "what do you know about me?",
    ):
        await _check_claims(person, await person.say(message))
    notes = await person.notes()
    assert {"Daughter Mia is 8", "Lives in Graz", "Is a nurse"} <= set(notes)
    assert not {"Lives in Vienna", "Daughter Mia is 7", "Husband Tom hates pools"} & set(notes)


async def test_notes_are_known_in_another_conversation_and_to_nobody_else(person: Person) -> None:
    await _tell(person, "my sister lives in oslo")
    reply = await person.say("what do you know about my sister?", conversation="later")
    assert reply == "You told me: Sister lives in Oslo."
    other = Person(type(person.talk)(person.talk.assistant, "bob"))
    assert await other.say("what do you know about my sister?") == NOT_KNOWN


async def test_a_message_is_read_beside_the_same_notes_for_learning_and_for_the_reply(person: Person) -> None:
    await _tell(person, "i'm a nurse", "my sister lives in oslo")
    forget_programs()
    await person.say("my brother is vegan")
    before = write_program.cache_info().misses
    await person.say("i hate museums")
    assert write_program.cache_info().misses - before <= 2  # its commands, and its edits
