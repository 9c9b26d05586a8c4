"""Corrections in free words, and the check of what a reply says about memory."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo_travel.dialogue.claims import find_false_claims
from ricordo_travel.dialogue.clauses import find_clauses
from ricordo_travel.dialogue.money import find_noted_budget
from ricordo_travel.dialogue.remembered import Known
from ricordo_travel.dialogue.swaps import find_edits, find_rewritten, find_swaps, reword, states_instead
from ricordo_travel.dialogue.told_parts import read_message


def row(id: str, content: str) -> dict[str, Any]:
    return {"id": id, "content": content, "subject": None, "field": None, "state": "current"}


ROWS = [
    row("seat", "Always wants an aisle seat"),
    row("kids", "Kids are 3 and 8"),
    row("girl", "Daughter Nora is 8"),
    row("cat", "Has a cat, Luna"),
    row("food", "Brother is allergic to nuts"),
]


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        ("window please, not aisle", {"seat": "Always wants a window seat"}),
        ("nora is 9 now not 8", {"girl": "Daughter Nora is 9"}),
        ("the cat is called nala, not luna", {"cat": "Has a cat, Nala"}),
        ("he's allergic to shellfish, not nuts", {"food": "Brother is allergic to shellfish"}),
        ("not aisle but window", {"seat": "Always wants a window seat"}),
        ("i do not eat nuts", {}),
        ("the second one, not the first", {}),
        ("is it a window seat, not aisle?", {}),
    ],
)
def test_a_contrast_changes_what_it_denies_and_nothing_else(text: str, edits: dict[str, str]) -> None:
    assert find_swaps(text, ROWS) == edits


def test_a_new_age_replaces_the_old_one_and_that_among_the_ages_of_all_children() -> None:
    new = row("new", "Nora is 9")
    edits = find_edits("nora turned 9 on friday", [new], Known({}, [*ROWS, new], ()))
    assert edits == {"girl": "Daughter Nora is 9", "kids": "Kids are 3 and 9"}


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("please remember that for next time", []),
        ("i love thailand", ["i love thailand"]),
        ("maybe we walk, or if it rains we drive", []),
        ("if we are four we take a van", []),
        (
            "can you remember my wife name is Mei and she no eat pork",
            ["my wife name is Mei", "my wife does not eat pork"],
        ),
        ("husband hears badly", ["my husband hears badly"]),
        ("theo is 6 now, not 5", ["theo is 6"]),
        ("can you remember my wife's name?", []),
        ("kids friendly hotels with baby cots in rome", []),
    ],
)
def test_a_clause_has_the_words_of_the_statement_only(text: str, spoken: list[str]) -> None:
    assert [clause.spoken for clause in find_clauses(text, is_telling=True)] == spoken


def test_what_is_to_be_forgotten_and_what_is_stated_after_it_are_two_parts() -> None:
    parts = read_message("forget that i live in Oslo, i moved to Bergen", None)
    assert [(part.act, part.text) for part in parts] == [
        ("forget", "forget that i live in Oslo,"),
        ("tell", "i moved to Bergen"),
    ]


CONTENTS = st.lists(st.text("abc xyz", min_size=3, max_size=12).map(str.strip).filter(bool), min_size=1, unique=True)


@given(CONTENTS, st.text("defg", min_size=1, max_size=5))
def test_a_claim_is_false_unless_memory_holds_it(contents: list[str], other: str) -> None:
    told = " and ".join(f"“{each}”" for each in contents)
    noted = f"Thank you, I have noted home: {other} and {told}."
    fields = {"home": {"value": other, "is_disputed": False}}
    assert find_false_claims(noted, contents, fields) == []
    assert find_false_claims(noted, contents[1:], fields) == [noted]
    assert find_false_claims(noted, contents, {}) == [noted]
    erased = f"I have erased {told} from what I know about you."
    assert find_false_claims(erased, [other], fields) == []
    assert find_false_claims(erased, contents[:1], fields) == [erased]


@pytest.mark.parametrize(
    ("message", "reply", "edits"),
    [
        ("Yes. It should say Luna stays with my sister.", "“Has a cat, Luna”", {"cat": "Luna stays with sister"}),
        ("the cat should be gone", "“Has a cat, Luna”", {}),
        (
            "that should say that my brother is vegan",
            "- Has a cat, Luna\n- Brother is allergic to nuts",
            {"food": "Brother is vegan"},
        ),
        ("it should say Rex stays at home", "- Has a cat, Luna\n- Brother is allergic to nuts", {}),
        ("it should be 3 nights", "Hotels in Rome", {}),
    ],
)
def test_a_note_gets_the_words_that_it_should_have(message: str, reply: str, edits: dict[str, str]) -> None:
    assert find_rewritten(message, reply, [], Known({}, ROWS, [])) == edits


@pytest.mark.parametrize(
    ("sentence", "is_statement"),
    [
        ("Biscuit's going to my sister's.", True),
        ("My mum will be at home", True),
        ("She's just told us she's away", False),
        ("It's wrong now", False),
        ("I live in Rome", False),
        ("Biscuit is going where?", False),
    ],
)
def test_what_holds_instead_is_a_sentence_about_somebody_else(sentence: str, is_statement: bool) -> None:
    assert states_instead(sentence) == is_statement


@pytest.mark.parametrize("text", ["Shaz works till 5", "my sister works until 17:30"])
def test_hours_of_a_day_are_not_noted(text: str) -> None:
    assert not find_clauses(text)


@pytest.mark.parametrize(
    ("text", "learned", "ages"),
    [
        ("my eldest just turned 10", "Eldest is 10", "6 and 10"),
        ("the youngest is 7 now", "Youngest is 7", "7 and 9"),
        ("my son turned 10", "Son is 10", "6 and 10"),
        ("my son is 12", "Son is 12", None),
        ("my eldest is 4", "Eldest is 4", None),
        ("my eldest is 9", "Eldest is 9", None),
    ],
)
def test_one_age_of_several_changes(text: str, learned: str, ages: str | None) -> None:
    new, old = row("new", learned), row("kids", "Has two kids, aged 6 and 9")
    assert find_edits(text, [new], Known({}, [old, new], ())) == (
        {"kids": f"Has two kids, aged {ages}"} if ages else {}
    )


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("i'm not allergic to feathers, it's wool.", "Is allergic to wool"),
        ("the allergy: please remember wool instead of feathers.", "Is allergic to wool"),
        ("i'm not afraid of feathers, it's wool.", None),
    ],
)
def test_what_is_denied_is_replaced_in_the_note_that_says_it(text: str, content: str | None) -> None:
    rows = [row("feathers", "Is allergic to feathers")]
    assert find_swaps(text, rows) == ({"feathers": content} if content else {})


def test_a_swap_keeps_the_noun_of_both() -> None:
    rows = [row("seat", "Prefers aisle seats")]
    assert find_swaps("it's not aisle seats, it's window seats", rows) == {"seat": "Prefers window seats"}


@pytest.mark.parametrize(
    ("message", "acts"),
    [
        ("What do you mean by 'prefers next time'? Please take that out", ["forget"]),
        ("it says I prefer wool, which is quite wrong. Please erase that.", ["forget"]),
        ("We want a week in Rome in July. Can you help?", ["search"]),
    ],
)
def test_a_short_request_belongs_to_what_stands_before_it(message: str, acts: list[str]) -> None:
    assert [part.act for part in read_message(message, None)] == acts


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("i told you, 800 per trip. it's 485, so that is fine", ""),
        ("no, the limit is 800, the trip costs 485", ""),
        ("i said 800, and this is 485", ""),
        ("it is still 800, we pay 485", ""),
        ("800 and not 485", ""),
        ("the budget is not 800 any more, it's 700 per trip now", "Company pays max 700 for a trip"),
        ("i told you 800, but it's 700 now", "Company pays max 700 for a trip"),
        ("you wrote that the limit is 800, it's 700", "Company pays max 700 for a trip"),
        ("my company pays 700", "Company pays max 700 for a trip"),
    ],
)
def test_a_number_that_is_said_again_stays_beside_another_one(text: str, content: str) -> None:
    assert reword(text, row("pay", "Company pays max 800 for a trip")) == content


@pytest.mark.parametrize("text", ["for two again, my sister cant", "my brother won't", "our friends can not."])
def test_a_statement_without_its_verb_is_not_noted(text: str) -> None:
    assert not find_clauses(text)


def test_what_somebody_can_never_do_is_noted() -> None:
    assert [each.spoken for each in find_clauses("my sister can't eat nuts")] == ["my sister can't eat nuts"]


@pytest.mark.parametrize(
    ("notes", "amount"),
    [
        (["Company pays max 800 for a trip"], 800),
        (["Company pays up to 500 a trip", "Budget is 600"], 600),
        (["Budget is 800, the trip costs 485"], 800),
        (["Can spend at most $900"], 900),
        (["Sister's budget is 300"], None),
        (["Pays at most 90 a night"], None),
        (["Is 45", "Likes an aisle seat"], None),
    ],
)
def test_a_budget_is_found_in_notes(notes: list[str], amount: int | None) -> None:
    budget = find_noted_budget(notes)
    assert (budget.amount if budget else None) == amount
