"""A note says what its sentence says: nothing is turned round, put together anew, cut off or told of somebody else."""

from __future__ import annotations

import pytest

from ricordo_travel.notes.budgets import settle_budget
from ricordo_travel.notes.edits import Edit
from ricordo_travel.notes.faithful import complete_end, is_run, is_turned_round
from ricordo_travel.notes.people import find_other_relations, introduces
from ricordo_travel.notes.pronouns import carry_subject, find_meant
from ricordo_travel.notes.relatives import find_named
from ricordo_travel.notes.sentences import says_more, show_note, wants_forgotten
from ricordo_travel.notes.wording import is_garbled, mend_content
from tests.promises.hostile import assert_linear
from tests.ricordo_travel.notes.conftest import Learner


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("Does not like warm", "It should be warm, but I do not like when there are too many people."),
        ("Spends more than 1,800", "We would like to spend no more than 1,800 altogether."),
        ("Likes early flights", "nothing with early flights for me"),
        ("Does not drink wine", "we drink wine"),
    ],
)
def test_what_is_turned_round_is_seen(content: str, sentence: str) -> None:
    assert is_turned_round(content, "", sentence)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("Does not like fish", "i dont like meat and fish"),
        ("Loves jazz", "i dont eat meat and love jazz"),
        ("Is vegetarian", "im vegetarian not vegan"),
        ("Drives automatic", "we always drive automatic, never manual"),
        ("Is coeliac", "no wait its me whos coeliac"),
        ("Loves jazz", "no i love jazz"),
    ],
)
def test_what_is_denied_in_another_clause_turns_nothing_round(content: str, sentence: str) -> None:
    assert not is_turned_round(content, "", sentence)


@pytest.mark.parametrize(
    ("content", "subject", "sentence", "is_so"),
    [
        ("Has never been with changing gears", "", "I have never got on with changing gears", False),
        ("Got the emirates pref", "", "emirates pref i got their card silver", False),
        ("Children are four and seven and old", "children", "The children are four and seven years old", False),
        ("Always wants a 2A window", "", "I'm always 2A or otherwise front window", False),
        ("Does not like crowds", "", "we dont like crowds", True),
        ("Always wants an aisle seat", "", "Aisle seat. Always.", True),
        ("Lives in Edinburgh", "", "I am a teacher from Edinburgh", True),
        ("Kids are Zosia, 9, and Kuba, 5", "kids", "two kids, Zosia who is 9 and Kuba who is 5", True),
    ],
)
def test_words_stand_one_after_the_other(content: str, subject: str, sentence: str, is_so: bool) -> None:
    assert is_run(content, subject, sentence) is is_so


@pytest.mark.parametrize(
    ("content", "sentence", "whole"),
    [
        ("Sister Beth gets married", "beth gets married 24 oct", "Sister Beth gets married 24 oct"),
        ("Son lives with his wife", "he lives there with his wife priya", "Son lives with his wife Priya"),
        (
            "Mum travels for three",
            "mum travels for three weeks every winter",
            "Mum travels for three weeks every winter",
        ),
        ("Liked Compass Grand", "we liked Compass Grand Crete, thanks", "Liked Compass Grand Crete"),
        ("Lives in Porto", "i live in porto with my boyfriend marco", "Lives in Porto"),
        ("Hates early flights", "i hate early flights from berlin", "Hates early flights"),
        ("Travels with wife", "i travel with my wife to rome in june", "Travels with wife"),
        ("Was born in Leeds", "i was born in Leeds and want to see Rome", "Was born in Leeds"),
    ],
)
def test_a_place_a_day_and_a_name_are_not_cut_off(content: str, sentence: str, whole: str) -> None:
    assert complete_end(content, sentence) == whole


@pytest.mark.parametrize(
    ("garbled", "sentence", "content"),
    [
        (
            "Budget is a 1,800 euros",
            "no more than 1,800 euros altogether",
            "Budget is no more than 1,800 euros altogether",
        ),
        ("Cannot be £2,000 for the whole thing", "£2,000 for the whole thing", "Budget is £2,000 for the whole thing"),
        ("Budget in 900; Can be 1100", "my budget was 900 but I can do 1100", "Budget is 1100"),
        ("In own words: our budget is not 900 but 1100", "our budget is not 900 but 1100", "Budget is 1100"),
        ("Pays more than 900", "it must not cost more than 900 all in", "Budget is 900 all in"),
    ],
)
def test_a_budget_is_the_sum_that_holds(garbled: str, sentence: str, content: str) -> None:
    edits = [Edit("add", (), each) for each in garbled.split("; ")]
    assert [each.content for each in settle_budget(edits, sentence, ())] == [content]
    replaced = settle_budget(edits, sentence, ("Is vegan", "Budget is $700"))
    assert [(each.verb, each.notes) for each in replaced] == [("replace", (2,))]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("Budget is 1,800 in all", "our budget is 1,800 in all"),
        ("Company pays up to 350 a night", "company pays up to 350 a night"),
        ("Has 200 books", "I have 200 books and 300 records"),
        ("Was in Rome in 2019", "our budget is fine, we were in Rome in 2019"),
    ],
)
def test_what_is_right_or_no_budget_stays(content: str, sentence: str) -> None:
    edits = [Edit("add", (), content)]
    assert settle_budget(edits, sentence, ()) == edits


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("im the maid of honor its for my sister beth", "Honor"),
        ("im the maid of honor its for my sister beth", "Beth"),
        ("me and my two sons leo and ben", "Leo and Ben"),
        ("it's about my friend Ravi", "Ravi"),
    ],
)
def test_somebody_else_is_not_who_writes(message: str, name: str) -> None:
    assert not introduces(message, name)


@pytest.mark.parametrize("message", ["its really just gwen", "im sanne 24 from utrecht", "hello it's Sanne again"])
def test_who_writes_is_named(message: str) -> None:
    assert introduces(message, "Gwen") or introduces(message, "Sanne")


@pytest.mark.parametrize(
    ("sentence", "content"),
    [
        ("my wife Ola and our sons Kuba and Staś", "Sons are called Kuba and Staś"),
        ("with my 2 mates dan and lou", "Mates are called Dan and Lou"),
        ("our kids Emma, Paul and Mia come along", "Kids are called Emma, Paul and Mia"),
    ],
)
def test_several_who_are_named_together_are_one_note(sentence: str, content: str) -> None:
    assert [each.content for each in find_named(sentence, ())] == [content]
    assert find_named(sentence, (content,)) == ()


@pytest.mark.parametrize(
    "sentence", ["our sons and daughters", "my friends love it and hate it", "my sons and my wife"]
)
def test_no_names_are_no_note(sentence: str) -> None:
    assert find_named(sentence, ()) == ()


def test_a_relation_that_changes_is_found_whatever_the_letters() -> None:
    notes = ("Boyfriend is called Marco", "Boyfriend Marco is afraid of heights")
    edits = find_other_relations("marco isnt my boyfriend any more he is my husband since may", notes)
    assert [each.content for each in edits] == ["Husband is called Marco", "Husband Marco is afraid of heights"]


def test_a_clause_without_subject_and_verb_is_about_the_same_person() -> None:
    sentence, before = "My fiancée is vegetarian and a little afraid of flights", ["Fiancée is vegetarian"]
    assert carry_subject("Is afraid of flights", sentence, before) == "Fiancée is afraid of flights"
    said = "my son is shy and i am loud"
    assert carry_subject("Is loud", said, ["Son is shy"]) == "Is loud"


def test_a_pronoun_is_the_only_one_whom_it_can_mean() -> None:
    assert find_meant("she loves opera", ["Mom lives in Leeds", "Son is 4"]) == "Mom"
    assert find_meant("she loves opera", ["Mom lives in Leeds", "Sister is 4"]) == ""


@pytest.mark.parametrize("content", ["Is vegetarian except Arjun", "Priya", "Is all vegetarian", "Has an aisle seat"])
def test_what_makes_no_sense_is_garbled(content: str) -> None:
    assert is_garbled(content)


def test_words_are_mended_as_they_were_said() -> None:
    assert mend_content("has a twins", "our twins") == "has twins"
    assert mend_content("budget is £3500", "not a cent over 3500") == "budget is 3500"
    assert mend_content("fiancee is vegan", "my fiancée is vegan") == "fiancée is vegan"
    assert mend_content("pays 350 a night", "company pays 350 a night", "I'm always 2A") == "pays 350 a night"


@pytest.mark.parametrize("message", ["hello its maureen again", "hiya maureen again", "good morning, Maureen here!"])
def test_a_greeting_says_no_more_than_a_name(message: str) -> None:
    assert not says_more(message, "Is called Maureen")


def test_an_order_to_forget_tells_nothing() -> None:
    assert wants_forgotten("Kindly forget that I prefer an automatic, since he drives", "Prefers an automatic")
    assert wants_forgotten("could you please forget I like golf", "Likes golf")


def test_a_no_before_own_words_is_not_shown() -> None:
    assert show_note("In own words: no im gold now") == "im gold now"
    assert show_note("In own words: no ryanair ever") == "no ryanair ever"


@pytest.mark.parametrize(
    ("messages", "notes"),
    [
        (["I'm Maureen", "hello its maureen again"], {"Is called Maureen"}),
        (["im the maid of honor its for my sister beth"], {"Sister is called Beth"}),
        (["We're all vegetarian except Arjun"], {"In own words: We're all vegetarian except Arjun"}),
        (["Family of five: me, Arjun and my mother-in-law who uses a wheelchair"], {"Travels as five"}),
        (["love hiking n cheap eats, hate museums"], {"Loves hiking", "Loves cheap eats", "Hates museums"}),
        (["wife drives too shes 24"], {"In own words: wife drives too", "Wife is 24"}),
    ],
)
async def test_only_what_is_said_is_noted(learner: Learner, messages: list[str], notes: set[str]) -> None:
    known = set(await learner.tell(*messages))
    assert notes <= known
    assert not any(each.startswith("Is called") for each in known - notes)


def test_reading_is_linear() -> None:
    texts = ["my budget was 900 but ", "no more than 1,800 ", "she is ", "hello its me again ", "with my 2 sons leo, "]
    for each in texts:
        text = ("", each, "")
        assert_linear(lambda said: settle_budget([Edit("add", (), "Pays 900")], said, ()), [text])
        assert_linear(lambda said: complete_end("Lives in Rome", said), [text])
        assert_linear(lambda said: is_turned_round("Likes golf", "", said), [text])
        assert_linear(lambda said: says_more(said, "Likes golf"), [text])
        assert_linear(lambda said: find_named(said, ()), [text])
