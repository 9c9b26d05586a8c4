"""Comparison of statements with known memories: a table of cases, and properties of all statements."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo.learn.reconcile import Known, Relation, Statement, Thresholds, compare, is_same_value
from ricordo.ports import judge
from ricordo.testing import HashEmbedder
from ricordo.testing.samples import minute
from ricordo.values import Memory, Scope

THRESHOLDS = Thresholds(same=0.9, related=0.5)
PERSON = Scope(user="alice")
_numbers = count()


def make_known(content: str, field: str | None = None, value: Any = None, *, cosine: float = -1.0) -> Known:
    """Return a known memory with its cosine."""
    number = next(_numbers)
    memory = Memory(
        id=f"memory-{number}",
        kind="semantic",
        content=content,
        scope=PERSON,
        created_at=minute(number),
        valid_from=minute(number),
        field=field,
        value=value,
    )
    return Known(memory, cosine)


def relation(statement: Statement, *others: Known, many: frozenset[str] = frozenset()) -> Relation:
    return compare(statement, others, THRESHOLDS, many=many).relation


@pytest.mark.parametrize(
    ("field", "old", "new", "expected"),
    [
        ("home", "Lisbon", "Lisbon", "same"),
        ("home", "Lisbon", "lisbon!", "same"),
        ("home", "Lisbon", "Porto", "contradicts"),
        ("home", "Lisbon", "Lisbon, Portugal", "refines"),
        ("home", "Lisbon, Portugal", "Lisbon", "same"),
        ("home", "New York", "York", "contradicts"),
        ("home", "York", "New York", "contradicts"),
        ("home_city", "Lisbon", "Porto", "contradicts"),
        ("budget", "$2,000", "2k", "same"),
        ("budget", "about $2,000", "around 2000 dollars", "same"),
        ("budget", "about $2,000", "$3,000", "contradicts"),
        ("budget", "$2,000", "€2,000", "contradicts"),
        ("budget", "$2,000", "2,000 USD", "same"),
        ("budget_range", 2000, "$2,000", "same"),
        ("age", "34", "34 years old", "same"),
        ("age", 34, 35, "contradicts"),
        ("age", "thirty-four", 34, "same"),
        ("trip_length", "two weeks", "14 days", "same"),
        ("trip_length", "two weeks", "two days", "contradicts"),
        ("trip_length", "2 weeks", "2", "contradicts"),
        ("travellers", "three of us", "two of us", "contradicts"),
        ("name", "Ann", "Ann Smith", "refines"),
        ("name", "Ann Smith", "Ann", "same"),
        ("work", "engineer", "software engineer", "refines"),
        ("work", "software engineer", "engineer", "same"),
        ("work", "nurse", "teacher", "contradicts"),
        ("likes", "hiking", "sailing", "new"),
        ("likes", "hiking", "Hiking", "same"),
        ("likes", "dogs", "dog", "same"),
        ("likes", "coffee", "coffee cake", "new"),
        ("likes", "dogs", "hot dogs", "new"),
        ("likes", "hiking", "hiking in the Alps", "refines"),
        ("likes", "spicy food", "not spicy food", "new"),
        ("likes", "C++", "C#", "new"),
        ("pets", "a dog", "a dog called Rex", "refines"),
        ("pets", "a dog called Rex", "a dog", "same"),
        ("pets", "two cats", "two dogs", "new"),
        ("pets", "two cats", "2 cats", "same"),
        ("visited", {"destination": "Hobart"}, {"destination": "hobart"}, "same"),
        ("visited", {"destination": "Hobart"}, {"destination": "Hobart", "rating": "loved it"}, "refines"),
        ("visited", {"destination": "Hobart", "rating": "fine"}, {"rating": "bad", "destination": "Hobart"}, "refines"),
        ("visited", {"destination": "Hobart", "rating": "fine"}, {"destination": "Hobart"}, "same"),
        ("visited", {"destination": "Hobart"}, {"destination": "Kyoto"}, "new"),
        ("visited", "Hobart", {"destination": "Hobart"}, "same"),
        ("shoe_size", "43", "44", "contradicts"),
        ("shoe_size", "43", "size 43", "same"),
    ],
)
def test_slots_decide_where_there_are_any(field: str, old: Any, new: Any, expected: Relation) -> None:
    statement = Statement(f"now {new}", field, new)
    assert relation(statement, make_known(f"once {old}", field, old)) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (("likes", "hiking"), ("dislikes", "Hiking"), "contradicts"),
        (("dislikes", "crowds"), ("likes", "crowds"), "contradicts"),
        (("likes", "hiking"), ("dislikes", "crowds"), "new"),
        (("likes", "hiking"), ("activities", "hiking"), "new"),
        (("home", "Lisbon"), ("origin", "Porto"), "new"),
    ],
)
def test_opposite_slots_cannot_hold_the_same(old: tuple[str, str], new: tuple[str, str], expected: Relation) -> None:
    assert relation(Statement("b", *new), make_known("a", *old)) == expected


@pytest.mark.parametrize(
    ("field", "old", "ended", "expected"),
    [
        ("home", "Lisbon", "Lisbon", "ends"),
        ("home", "Lisbon, Portugal", "Lisbon", "ends"),
        ("home", "Porto", "Lisbon", "new"),
        ("home", "Porto", None, "ends"),
        ("likes", "hiking", "hiking", "ends"),
        ("likes", "sailing", "hiking", "new"),
    ],
)
def test_what_is_over_ends_what_it_is_about(field: str, old: str, ended: str | None, expected: Relation) -> None:
    assert relation(Statement("no more", field, ended, ended=True), make_known("a", field, old)) == expected


def test_a_profile_that_wants_a_list_makes_a_slot_of_its_own_take_many() -> None:
    statement = Statement("b", "instruments", "piano")
    assert relation(statement, make_known("a", "instruments", "guitar")) == "contradicts"
    assert relation(statement, make_known("a", "instruments", "guitar"), many=frozenset({"instruments"})) == "new"


@pytest.mark.parametrize(
    ("old", "new", "cosine", "expected"),
    [
        ("User loves hiking", "User loves hiking.", -1.0, "same"),
        ("User loves hiking", "The user enjoys hikes", 0.95, "same"),
        ("User loves hiking", "The user enjoys hikes", 0.3, "new"),
        ("User loves hiking", "User owns a boat", 0.6, "new"),
        ("Has 2 cats", "Has 3 cats", 0.95, "contradicts"),
        ("Has two cats", "Has 2 cats", 0.95, "same"),
        ("Visited Rome in 2019", "Visited Rome in 2021", 0.95, "new"),
        ("Plans a trip of 10 days", "Plans a trip of 14 days", 0.95, "contradicts"),
        ("Eats meat", "Does not eat meat", 0.9, "contradicts"),
        ("Eats meat", "Doesn’t eat meat any more", 0.9, "contradicts"),
        ("Does not eat meat any more", "Eats meat", 0.9, "contradicts"),
        ("Likes discos at night", "Likes discos at night a lot", 0.95, "same"),
        ("Likes hiking in Italy with friends", "Does not like hiking in Spain with friends", 0.9, "new"),
        ("Lives in Lisbon", "Lives in Porto", 0.95, "new"),
        ("Has a dog", "Has a dog named Rex", 0.8, "refines"),
        ("Likes coffee", "Likes coffee cake", 0.8, "new"),
        ("Likes coffee", "Likes coffee with milk", 0.8, "refines"),
        ("Likes tea and figs", "Likes tea", 0.8, "new"),
        ("Hates cilantro", "Hates cilantro a lot", 0.95, "same"),
        ("Loves cilantro", "Hates cilantro", 0.8, "contradicts"),
        ("Isst Fleisch", "Isst kein Fleisch", 0.9, "contradicts"),
    ],
)
def test_words_decide_where_there_is_no_slot(old: str, new: str, cosine: float, expected: Relation) -> None:
    assert relation(Statement(new), make_known(old, cosine=cosine)) == expected


def test_what_is_over_ends_what_says_it_in_words() -> None:
    smokes = make_known("Smokes cigarettes", cosine=0.8)
    assert relation(Statement("Quit smoking cigarettes", ended=True), smokes) == "ends"
    assert relation(Statement("Quit drinking tea", ended=True), smokes) == "new"


NEAR = Thresholds(same=0.9, related=0.5, near=0.4, near_same=0.7)


def judged(new: Statement, old: Known, relation: judge.Relation, probability: float = 0.9) -> Relation:
    """Return the relation of a statement to a memory of which a judge has an opinion."""
    return compare(new, [replace(old, opinion={relation: probability})], NEAR).relation


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        (("Drives a van", None), ("Drives an old coupe", None, 0.6), "contradicts"),  # a common word
        (("Shoots with a big camera", None), ("Is 52", "age", 0.9), "new"),  # an age is changed by an age only
        (("Budget is 90 a night", "budget"), ("Stays 4 nights", "trip_length", 0.8), "new"),
        (("Budget is 90 a night", "budget"), ("A heavy lens", None, 0.6), "new"),
        (("Turned to swimming", None), ("Runs every day", "activities", 0.8), "contradicts"),  # near enough
        (("Turned to swimming", None), ("Runs every day", "activities", 0.6), "new"),
        (("Still drives a van", None), ("Wants to drive a van", None, 0.8), "new"),  # what goes on changes nothing
    ],
)
def test_a_judge_changes_only_what_has_the_same_topic(
    new: tuple[str, str | None], old: tuple[str, str | None, float], expected: Relation
) -> None:
    known = make_known(old[0], old[1], old[0] if old[1] else None, cosine=old[2])
    assert judged(Statement(new[0], new[1], new[0] if new[1] else None), known, "replaces") == expected


def test_a_word_of_wishing_alone_is_no_common_topic() -> None:
    seat = make_known("Needs an aisle seat")
    assert judged(Statement("Needs a room on a low floor"), seat, "replaces") == "new"
    assert judged(Statement("Needs a window seat"), seat, "replaces") == "contradicts"


def test_a_name_alone_is_no_common_topic() -> None:
    old = replace(make_known("Aunt Vera is 70", "age", "70"), opinion={"replaces": 0.95})
    old = replace(old, memory=replace(old.memory, subject="aunt Vera"))
    assert compare(Statement("Aunt Vera sings", subject="aunt Vera"), [old], NEAR).relation == "new"


@pytest.mark.parametrize(
    ("new", "old", "probability", "expected"),
    [
        ("Lives in a flat in Bergen", "Lives in a flat", 0.9, "new"),  # a name more is not the same
        ("Has two cats", "Has cats", 0.9, "new"),  # nor is a number more
        ("Never drinks wine", "Drinks wine", 0.8, "new"),
        ("Is teetotal", "Never drinks alcohol", 0.9, "same"),
        ("Owns a bicycle", "Has a bike", 0.7, "same"),
        ("Owns a bicycle", "Has a bike", 0.5, "new"),
    ],
)
def test_a_judge_is_believed_where_the_words_allow_it(
    old: str, new: str, probability: float, expected: Relation
) -> None:
    assert judged(Statement(new), make_known(old), "same", probability) == expected


def test_who_is_gone_ends_the_memory_that_names_them() -> None:
    cat = make_known("Has a cat called Tilly", "pets", "cat called Tilly")
    gone = Statement("Tilly died in March", "pets", "Tilly", ended=True, subject="Tilly")
    assert relation(gone, cat) == "ends"
    assert relation(replace(gone, ended=False), cat) == "new"
    assert relation(replace(gone, subject="Otto", value="Otto"), cat) == "new"


def test_an_end_concerns_all_that_its_words_cover() -> None:
    marathons = make_known("Runs marathons", "activities", "run marathons")
    assert relation(Statement("No more running", "activities", "running", ended=True), marathons) == "ends"
    assert relation(Statement("No more chess", "activities", "chess", ended=True), marathons) == "new"
    car = make_known("Has a new estate car", "possessions", "estate car")
    assert relation(Statement("The estate car broke down", "possessions", "estate car", ended=True), car) == "ends"
    assert relation(Statement("The old estate car broke down", "possessions", "estate car", ended=True), car) == "new"


def test_signs_alone_are_not_the_same() -> None:
    assert relation(Statement("❤️"), make_known("👍")) == "new"


_texts = st.lists(
    st.sampled_from("lives likes not two 3 2,000 Lisbon Porto tea coffee cake never weeks $ dog called Rex".split()),
    min_size=1,
    max_size=5,
).map(" ".join)
_fields = st.none() | st.sampled_from(["home", "likes", "dislikes", "pets", "budget", "visited", "other"])
_values = _texts | st.integers(0, 5) | st.fixed_dictionaries({"destination": _texts}, optional={"rating": _texts})


@st.composite
def _statements(draw: st.DrawFn) -> Statement:
    field = draw(_fields)
    return Statement(draw(_texts), field, draw(_values) if field else None, draw(st.booleans()))


@st.composite
def _memories(draw: st.DrawFn) -> Known:
    field = draw(_fields)
    return make_known(draw(_texts), field, draw(_values) if field else None, cosine=draw(st.floats(-1, 1)))


@given(_statements(), st.lists(_memories(), max_size=5))
def test_deciding_is_deterministic_and_names_what_is_known(statement: Statement, others: list[Known]) -> None:
    verdict = compare(statement, others, THRESHOLDS)
    assert verdict == compare(statement, others, THRESHOLDS)
    assert {memory.id for memory in verdict.memories} <= {item.memory.id for item in others}
    assert bool(verdict.memories) == (verdict.relation != "new")
    if statement.ended:
        assert verdict.relation in {"ends", "new"}


@given(_memories())
def test_a_statement_is_the_same_as_itself(item: Known) -> None:
    assert relation(Statement.of(item.memory), item) == "same"


@given(_values, _values)
def test_sameness_goes_both_ways(one: Any, other: Any) -> None:
    assert is_same_value(one, one)
    assert is_same_value(one, other) == is_same_value(other, one)


def test_amounts_a_night_are_the_same_only_by_their_amount() -> None:
    assert not is_same_value("$250 a night", "$200 a night")
    assert is_same_value("$250 a night", "250 a night")


@given(st.text(max_size=30), st.text(max_size=30))
def test_no_text_is_too_odd(one: str, other: str) -> None:
    is_same_value(one, other)
    others = [make_known(other, cosine=1.0)] if other.strip() and other.isprintable() else []
    compare(Statement(one), others, THRESHOLDS)


async def test_the_fake_embedder_is_near_enough_for_these_tests() -> None:
    one, other = await HashEmbedder().embed(["likes tea with milk", "likes tea"])
    assert float(one @ other) > HashEmbedder.calibration.related
