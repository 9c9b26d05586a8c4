"""Profiles: any model works, fields are merged as annotated, and nothing is lost if the model changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from enum import Enum
from itertools import count
from typing import Annotated, Any, Literal, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from ricordo.language.slots import Slot, count_days, count_people
from ricordo.learn.profiles import Merge, Profile, check_model, multi_value_slots, profile_fields, validate_value
from ricordo.learn.profiles import build_profile as build_profile_at
from ricordo.testing.samples import minute
from ricordo.values import Evidence, Memory, Scope, State

PERSON = Scope(user="alice")
NOW = minute(1_000_000)
_numbers = count()
M = TypeVar("M", bound=BaseModel)


def row(field: str, value: Any, at: float = 0, *, state: State = "current", **more: Any) -> Memory:
    """Return a memory with a value for a slot."""
    return Memory(
        id=f"memory-{next(_numbers)}",
        kind="profile",
        content=f"{field}: {value}",
        scope=PERSON,
        created_at=minute(at),
        valid_from=minute(at),
        state=state,
        field=field,
        value=value,
        **more,
    )


def build_profile(model: type[M], memories: Sequence[Memory]) -> Profile[M]:
    return build_profile_at(model, memories, now=NOW)


class PastTrip(BaseModel):
    destination: str | None = None
    rating: str | None = None


class UserProfileMemory(BaseModel):
    """The traveller of the source document."""

    travel_style: str | None = None
    budget_range: str | None = None
    interests: Annotated[list[str], Merge("unite", cap=5)] = []
    past_destinations: Annotated[list[PastTrip], Slot("visited")] = []
    number_of_travelers: Annotated[int | None, Slot("travellers", parse=count_people)] = None
    trip_duration: Annotated[str | None, Slot("trip_length", parse=count_days)] = None
    dietary_requirements: str | None = None


class UserInfo(BaseModel):
    """Name and age, as in the source document."""

    user_name: str | None = None
    user_age: int | None = None


def test_the_traveller_is_filled_from_slots() -> None:
    known = [
        row("travel_style", "budget backpacker"),
        row("budget", "about $2,000"),
        row("likes", "hiking", 1),
        row("likes", "coastal walks", 2),
        row("likes", "Hiking", 3),
        row("visited", {"destination": "Tasmania"}, 4),
        row("visited", {"destination": "tasmania", "rating": "loved it"}, 5),
        row("visited", "Kyoto", 6),
        row("travellers", "three of us", 7),
        row("trip_length", "two weeks", 8),
        row("diet", "vegetarian", 9),
        row("diet", "gluten-free", 10),
    ]
    profile = build_profile(UserProfileMemory, known)
    assert profile.value == UserProfileMemory(
        travel_style="budget backpacker",
        budget_range="about $2,000",
        interests=["Hiking", "coastal walks"],
        past_destinations=[PastTrip(destination="tasmania", rating="loved it"), PastTrip(destination="Kyoto")],
        number_of_travelers=3,
        trip_duration="two weeks",
        dietary_requirements="gluten-free",
    )
    assert profile.missing == ()
    assert {field.state for field in profile.fields.values()} == {"current"}


def test_a_number_is_read_in_the_way_of_the_slot_that_the_field_is_named_after() -> None:
    class Trip(BaseModel):
        party_size: int | None = None
        trip_duration: int | None = None

    rows = [row("travellers", "my wife and two kids"), row("trip_length", "two weeks")]
    assert build_profile(Trip, rows).value == Trip(party_size=4, trip_duration=14)
    assert build_profile(Trip, [row("travellers", "just me")]).value.party_size == 1


def test_name_and_age_are_known_or_missing() -> None:
    profile = build_profile(UserInfo, [row("name", "Ruaidhrí")])
    assert profile.value == UserInfo(user_name="Ruaidhrí")
    assert profile.known == {"user_name": "Ruaidhrí"}
    assert profile.missing == ("user_age",)
    assert build_profile(UserInfo, [row("age", "I turned thirty-four")]).value.user_age == 34


def test_the_latest_statement_wins_whatever_order_the_rows_come_in() -> None:
    rows = [row("age", 33, 1), row("age", 34, 2), row("name", "Al", 3)]
    for order in (rows, rows[::-1]):
        profile = build_profile(UserInfo, order)
        assert profile.value == UserInfo(user_name="Al", user_age=34)
        assert profile.fields["user_age"].memory_ids == (rows[1].id,)
        assert profile.fields["user_age"].since == minute(2)


def test_what_is_set_once_stays_unless_the_person_sets_it() -> None:
    class Born(BaseModel):
        birthday: Annotated[date | None, Merge("once")] = None

    rows = [row("birthday", "1990-05-03", 1, state="superseded"), row("birthday", "1991-05-03", 2)]
    assert build_profile(Born, rows).value.birthday == date(1990, 5, 3)
    by_hand = row("birthday", "1992-05-03", 3, maker="person")
    assert build_profile(Born, [*rows, by_hand]).value.birthday == date(1992, 5, 3)


def test_of_a_capped_list_the_newest_are_kept_in_the_order_of_their_first_mention() -> None:
    things = ["a", "b", "c", "A", "d", "e", "f"]
    profile = build_profile(UserProfileMemory, [row("likes", thing, at) for at, thing in enumerate(things)])
    assert profile.value.interests == ["A", "c", "d", "e", "f"]
    assert len(profile.fields["interests"].memory_ids) == 5


def test_the_longest_length_of_a_list_is_its_cap() -> None:
    class Short(BaseModel):
        interests: list[str] = Field(default=[], max_length=2)

    assert build_profile(Short, [row("likes", thing, at) for at, thing in enumerate("abc")]).value.interests == [
        "b",
        "c",
    ]


def test_objects_merge_by_the_key_that_is_named_and_keep_what_only_the_older_says() -> None:
    class Visit(BaseModel):
        note: str | None = None
        city: str | None = None
        times: int = 1

    class Traveller(BaseModel):
        visited: Annotated[list[Visit], Merge("by", key="city")] = []

    rows = [
        row("visited", {"city": "Rome", "note": "hot", "times": 3}, 1),
        row("visited", {"city": "ROME", "note": "crowded"}, 2),
        row("visited", {"city": "Oslo"}, 3),
    ]
    visited = build_profile(Traveller, rows).value.visited
    assert visited == [Visit(city="ROME", note="crowded", times=3), Visit(city="Oslo")]


@pytest.mark.parametrize("bad", [{"policy": "newest"}, {"policy": "unite", "cap": 0}])
def test_a_policy_that_is_none_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="merge"):
        Merge(**bad)


def test_a_key_that_the_items_do_not_have_is_refused_when_the_model_is_given() -> None:
    class Wrong(BaseModel):
        visited: Annotated[list[PastTrip], Merge("by", key="town")] = []

    with pytest.raises(ValueError, match="town"):
        check_model(Wrong)
    with pytest.raises(TypeError, match="Pydantic"):
        check_model(dict)


def test_a_contradiction_that_waits_marks_the_field() -> None:
    profile = build_profile(
        UserProfileMemory, [row("budget", "$2,000", 1), row("budget", "$3,000", 2, state="disputed")]
    )
    assert profile.value.budget_range == "$2,000"
    assert profile.fields["budget_range"].state == "disputed"
    assert build_profile(UserInfo, [row("age", 34, state="disputed")]).known == {}
    assert build_profile(UserInfo, [row("age", 34, state="unsupported")]).known == {}


def test_what_does_not_fit_is_shown_but_not_forced() -> None:
    class Planner(BaseModel):
        budget: int | None = None

    profile = build_profile(Planner, [row("budget", "between 1,500 and 2,000")])
    assert profile.value == Planner()
    assert profile.fields["budget"].state == "unfit"
    assert profile.fields["budget"].value == "between 1,500 and 2,000"
    assert profile.missing == ("budget",)


def test_an_older_value_that_fits_stands_where_the_newest_does_not() -> None:
    assert build_profile(UserInfo, [row("age", 34, 1), row("age", "old enough", 2)]).value.user_age == 34


def test_a_model_may_gain_lose_and_retype_fields() -> None:
    rows = [row("budget", "about $2,000"), row("likes", "hiking"), row("shoe_size", "43")]

    class Before(BaseModel):
        budget: str | None = None
        interests: list[str] = []

    class After(BaseModel):
        budget: int | None = None
        shoe_size: float | None = None

    assert build_profile(Before, rows).value == Before(budget="about $2,000", interests=["hiking"])
    assert build_profile(After, rows).value == After(budget=2000, shoe_size=43.0)
    assert build_profile(Before, rows).value == Before(budget="about $2,000", interests=["hiking"])


def test_required_fields_that_are_unknown_are_none() -> None:
    class Strict(BaseModel):
        name: str
        age: int
        tags: list[str] = Field(default_factory=list)

    profile = build_profile(Strict, [row("age", "thirty-four")])
    assert (profile.value.name, profile.value.age, profile.value.tags) == (None, 34, [])
    assert profile.known == {"age": 34}
    assert profile.missing == ("name", "tags")
    assert type(profile.value) is Strict


def test_aliases_do_not_matter() -> None:
    class Aliased(BaseModel):
        home: str = Field(alias="homeCity")
        age: int | None = Field(default=None, validation_alias="userAge")

    profile = build_profile(Aliased, [row("home", "Lisbon"), row("age", 34)])
    assert profile.known == {"home": "Lisbon", "age": 34}
    assert [field.name for field in profile_fields([Aliased])] == ["home", "age"]
    assert profile_fields([Aliased])[1].schema == {"anyOf": [{"type": "integer"}, {"type": "null"}]}


class Validated(BaseModel):
    name: str
    age: int = Field(default=0, ge=0, le=130)
    home: str | None = None

    @field_validator("name")
    @classmethod
    def _title(cls, value: str) -> str:
        return value.title()

    @field_validator("home")
    @classmethod
    def _check_place(cls, value: str) -> str:
        if value == "Atlantis":
            raise ValueError("no such place")
        return value


def test_the_rules_of_a_model_are_kept() -> None:
    profile = build_profile(Validated, [row("name", "ada lovelace"), row("age", 300), row("home", "Atlantis")])
    assert profile.known == {"name": "Ada Lovelace"}
    assert profile.value == Validated(name="Ada Lovelace")
    assert {name: field.state for name, field in profile.fields.items()} == {
        "name": "current",
        "age": "unfit",
        "home": "unfit",
    }
    with pytest.raises(ValueError, match=r"Validated\.home"):
        validate_value(Validated, "home", "Atlantis")


def test_the_rules_of_a_model_are_kept_where_a_required_field_is_unknown() -> None:
    class Person(Validated):
        email: str

        @model_validator(mode="after")
        def _at(self) -> Person:
            assert "@" in self.email
            return self

    class Polite(Validated):
        email: str

    assert build_profile(Polite, [row("name", "ada")]).known == {"name": "Ada"}
    assert build_profile(Person, [row("name", "ada")]).known == {"name": "ada"}  # its rule needs what nobody knows


def test_the_wanted_fields_are_described_even_where_json_knows_them_not() -> None:
    class Node(BaseModel):
        name: str = Field(description="what it is called")
        friends: list[Node] = []

    class Opaque(BaseModel):
        model_config = ConfigDict(arbitrary_types_allowed=True)

        thing: object_type | None = None
        budget: int = 0

    fields = {field.name: field for field in profile_fields([Node, Opaque])}
    assert fields["name"].description == "what it is called"
    assert set(fields) == {"name", "friends", "thing", "budget"}
    assert multi_value_slots([Node, UserProfileMemory]) == {"friends", "likes", "visited"}


class object_type:  # noqa: N801
    """A type without a JSON schema."""


class Mood(Enum):
    CALM = "calm"


class Everything(BaseModel):
    trip_duration: timedelta | None = None
    birthday: date | None = None
    mood: Mood | None = None
    style: Literal["luxury", "cheap"] | None = None
    visited: list[PastTrip] = []
    likes: set[str] = set()
    has_pets: bool | None = None
    nested: PastTrip | None = None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("trip_duration", timedelta(days=14)),
        ("birthday", date(1990, 5, 3)),
        ("mood", Mood.CALM),
        ("style", "luxury"),
        ("visited", [PastTrip(destination="Hobart", rating="fine")]),
        ("likes", {"hiking"}),
        ("has_pets", True),
        ("nested", PastTrip(destination="Oslo")),
    ],
)
def test_what_is_set_by_hand_is_read_back(name: str, value: Any) -> None:
    stored = validate_value(Everything, name, value)
    rows = [row(name, item) for item in (stored if isinstance(stored, list) else [stored])]  # type: ignore[reportUnknownVariableType]
    assert build_profile(Everything, rows).known == {name: value}


def test_evidence_and_source_of_a_field_are_those_of_its_rows() -> None:
    evidence = (Evidence("turn-1", "I am 34"),)
    profile = build_profile(UserInfo, [row("age", 34, evidence=evidence, source="import")])
    assert profile.fields["user_age"].evidence == evidence
    assert profile.fields["user_age"].source == "import"


_texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)
_floats = st.floats(allow_nan=False, allow_infinity=False)
_values = st.none() | st.booleans() | st.integers(-5, 5) | _floats | _texts | st.lists(_texts, max_size=3)
_rows = st.lists(
    st.tuples(
        st.sampled_from(["age", "budget", "likes", "visited", "name", "travellers", "mood", "birthday"]),
        _values | st.dictionaries(st.sampled_from(["destination", "rating"]), _values, max_size=2),
        st.sampled_from(["current", "disputed", "superseded", "unsupported"]),
        st.integers(0, 5),
    ),
    max_size=8,
)


@given(_rows, st.sampled_from([UserProfileMemory, UserInfo, Validated, Everything]))
def test_a_profile_follows_from_anything(given_rows: list[Any], model: type[BaseModel]) -> None:
    rows = [row(field, value, at, state=state) for field, value, state, at in given_rows]
    profile = build_profile(model, rows)
    assert isinstance(profile.value, model)
    assert set(profile.known) | set(profile.missing) == set(model.model_fields)
    assert build_profile(model, rows[::-1]).missing == profile.missing


class Eater(BaseModel):
    home: str | None = None
    diet: str | None = None
    allergies: str | None = None
    likes: list[str] = []
    trips: list[PastTrip] = []


def test_what_is_not_so_has_ended_or_is_about_somebody_else_fills_no_field() -> None:
    reasons: list[dict[str, Any]] = [{"negated": True}, {"valid_until": minute(5)}, {"subject": "wife Anna"}]
    for more in reasons:
        profile = build_profile(Eater, [row("diet", "vegan", **more), row("likes", "jazz", **more)])
        assert (profile.known, profile.fields) == ({}, {})
    still = row("diet", "vegan", valid_until=NOW + timedelta(days=1))
    assert build_profile(Eater, [still]).value.diet == "vegan"
    ended = [row("diet", "vegan", state="superseded", valid_until=minute(5)), row("diet", "vegan", 5, negated=True)]
    assert build_profile(Eater, ended).fields == {}


def test_of_diets_the_latest_counts_and_of_allergies_all_do() -> None:
    known = [
        row("diet", "vegan", 1),
        row("diet", "eats fish", 2),
        row("allergies", "nuts", 1),
        row("allergies", "milk", 2),
    ]
    assert build_profile(Eater, known).known == {"diet": "eats fish", "allergies": "nuts, milk"}

    class UnitedEater(BaseModel):
        diet: Annotated[str | None, Merge("unite")] = None

    assert build_profile(UnitedEater, known).value.diet == "vegan, eats fish"


@pytest.mark.parametrize(
    "value",
    [
        "Likes long walks along the coast in the early morning light",
        "The person likes jazz",
        "I love jazz",
        "jazz is great",
        "ジャズが大好きです。",
        None,
    ],
)
def test_a_sentence_is_no_item_of_a_list(value: str | None) -> None:
    sentence = replace(row("likes", "x", 2), value=value, content="Likes jazz")
    known = [row("likes", "love songs", 1), sentence]
    assert build_profile(Eater, known).value.likes == ["love songs"]
    assert build_profile(Eater, [sentence]).fields == {}
    trip = replace(row("visited", "x"), value=value, content="Went to Rome, which was lovely")
    assert build_profile(Eater, [replace(trip, field="trips")]).fields == {}
    assert build_profile(Eater, [replace(sentence, value=["jazz", value])]).value.likes == ["jazz"] or value is None


def test_an_item_that_the_person_set_is_taken_as_it_is() -> None:
    said = "the music that my father is playing on Sundays in the kitchen"
    assert build_profile(Eater, [row("likes", said, maker="person")]).value.likes == [said]


def test_a_disputed_field_shows_both_values() -> None:
    known = [
        row("home", "Leeds", 1),
        row("home", "Harrogate", 2, state="disputed"),
        row("home", "leeds", 3, state="disputed"),
        row("likes", "tea", 1),
        row("likes", "mate", 2, state="disputed"),
    ]
    profile = build_profile(Eater, known)
    home, likes = profile.fields["home"], profile.fields["likes"]
    assert (home.value, home.others, home.state) == ("Leeds", ("Harrogate",), "disputed")
    assert (likes.value, likes.others, likes.state) == (["tea"], ("mate",), "disputed")
    assert profile.known == {"home": "Leeds", "likes": ["tea"]}


def test_the_first_value_does_not_come_back_when_its_correction_was_rejected() -> None:
    class Born(BaseModel):
        birthplace: Annotated[str | None, Merge("once")] = None

    first = row("birthplace", "Leeds", state="superseded", superseded_by="corrected")
    assert build_profile(Born, [first]).fields == {}
    second = row("birthplace", "York", 2)
    kept = replace(first, superseded_by=second.id)
    assert build_profile(Born, [kept, second]).value.birthplace == "Leeds"
