"""Facts of one relative that belong to another, and what people do not want of hotels and places."""

from __future__ import annotations

from typing import Any

import pytest

from ricordo_travel.dialogue.aims import find_reference, refuses_long_flights
from ricordo_travel.dialogue.choice import split_refused_hotels
from ricordo_travel.dialogue.relatives import find_mistaken
from ricordo_travel.dialogue.remembered import Known, list_others
from ricordo_travel.dialogue.spoken import speak


def row(content: str, subject: str | None = None, field: str | None = None) -> dict[str, Any]:
    return {"id": content, "content": content, "subject": subject, "field": field, "value": None, "state": "current"}


ROWS = [
    row("Daughter Mia is allergic to nuts", "daughter Mia"),
    row("Daughter Mia hates fish", "daughter Mia"),
    row("Son hates museums", "son"),
    row("Wife is vegan", "wife"),
    row("Is allergic to shellfish"),
    row("Has a son, Emil"),
]


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        ("it's my son who is allergic to nuts, not my daughter", ["Son is allergic to nuts"]),
        ("my daughter isn't allergic, its my son who is allergic to nuts", ["Son is allergic to nuts"]),
        ("my son: allergic to nuts. my daughter: not", ["Son is allergic to nuts"]),
        ("no that's wrong, its the son with the nuts", ["Son is allergic to nuts"]),
        ("not my wife, my brother", ["Brother is vegan"]),
        ("not me, my husband is allergic to shellfish", ["Husband is allergic to shellfish"]),
        ("my daughter doesn't like fish but my son loves fish", []),
        ("my daughter isn't coming, my son is vegan", []),
        ("my son is allergic to nuts", []),
        ("isn't it my son who is allergic to nuts?", []),
        (
            "it is my son emil who is allergic to nuts, not mia. and the kids are 6 and 9",
            ["Son Emil is allergic to nuts"],
        ),
        ("no, that is wrong, mia is not allergic. emil is allergic to nuts", ["Emil is allergic to nuts"]),
        ("mia isn't allergic to nuts. emil hates fish", []),
        ("mia is not coming. emil is allergic to nuts", []),
    ],
)
def test_a_fact_goes_to_the_other_relative(text: str, contents: list[str]) -> None:
    assert [each.content for each in find_mistaken(text, ROWS)] == contents


@pytest.mark.parametrize(
    ("typed", "spoken"),
    [
        ("its my son who is allergic to nuts", "my son is allergic to nuts"),
        ("it's my son whos allergic", "my son is allergic"),
        ("my son: allergic to nuts", "my son is allergic to nuts"),
        ("my wife: hates boats", "my wife hates boats"),
        ("i am no eat pork", "i do not eat pork"),
    ],
)
def test_a_clause_is_made_a_sentence(typed: str, spoken: str) -> None:
    assert speak(typed) == spoken


def test_all_but_what_is_named_is_listed() -> None:
    rows = [row("Is vegan", field="diet"), row("Loves hiking", field="likes"), row("Son hates museums", "son")]
    fields = {"dietary_requirements": {"value": "vegan"}, "interests": {"value": "hiking, jazz"}}
    known = Known(fields, rows, ())

    def left(kept: str) -> set[str]:
        return {thing.words for thing in list_others(kept, known)}

    assert left("your diet (vegan)") == {"“Loves hiking”", "“Son hates museums”", "your interests (hiking, jazz)"}
    assert left("“Son hates museums” and your interests (hiking, jazz)") == {"“Is vegan”", "your diet (vegan)"}


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("no backpackers please", ["the backpackers"]),
        ("i don't want the lantern guesthouse", ["the lantern"]),
        ("anything but the grand", ["the grand"]),
        ("no, the lantern", []),
        ("the lantern, not tomorrow", []),
    ],
)
def test_refused_hotels_are_found(text: str, refused: list[str]) -> None:
    assert split_refused_hotels(text)[1] == refused


def test_places_to_stay_near_to_and_long_flights_are_found() -> None:
    near = find_reference("somewhere with a beach, close to brussels")
    assert near is not None
    assert near.name == "Brussels"
    assert find_reference("a hotel close to the beach in rome") is None
    assert refuses_long_flights("Hates long flights")
    assert not refuses_long_flights("a long weekend, flights from rome")
