"""The values: what they refuse, what they promise, and that they do not change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, replace
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo.values import (
    MEMORY_KINDS,
    PARTS,
    ROLES,
    SOURCES,
    STATES,
    Consent,
    Evidence,
    Memory,
    Receipt,
    RicordoError,
    Scope,
    ScopeError,
    StoredTurn,
    Turn,
    check_scope,
    digest_of,
)
from ricordo.values.validation import MAX_NAME, MAX_TEXT, check_choice, check_name, check_text, check_time

NOON = datetime(2026, 5, 20, 12, tzinfo=UTC)
ALICE = Scope(user="alice")
SECRET = "my secret diary"

GOOD: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "scope": (Scope, {}),
    "turn": (Turn, {"role": "user", "text": "x"}),
    "evidence": (Evidence, {"turn_id": "t", "quote": "x"}),
    "memory": (
        Memory,
        {"id": "m", "kind": "episodic", "content": "x", "scope": ALICE, "created_at": NOON, "valid_from": NOON},
    ),
}


def built(value: str, **given: Any) -> Any:
    """A good value with some of its fields as given."""
    make, good = GOOD[value]
    return make(**(good | given))


NAMES = [
    *(("scope", part, ScopeError) for part in PARTS),
    ("turn", "id", ValueError),
    ("turn", "author", ValueError),
    ("evidence", "turn_id", ValueError),
    *(("memory", field, ValueError) for field in ("id", "field", "subject", "maker", "superseded_by")),
]
TEXTS = [("turn", "text"), ("evidence", "quote"), ("memory", "content")]
TIMES = [("turn", "occurred_at"), ("memory", "created_at"), ("memory", "valid_from"), ("memory", "valid_until")]
CHOICES = [
    ("turn", "role", ROLES),
    ("memory", "kind", MEMORY_KINDS),
    ("memory", "state", STATES),
    ("memory", "source", SOURCES),
]


def refused(value: str, field: str, bad: object, error: type[Exception]) -> str:
    """The message with which a bad field is refused; it names the field and nothing that was given."""
    with pytest.raises(error) as caught:
        built(value, **{field: bad})
    message = str(caught.value)
    assert type(caught.value) is error
    assert f"{value}.{field}" in message
    assert SECRET not in message
    return message


# ── what is refused ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("value", "field", "error"), NAMES)
@pytest.mark.parametrize(
    "bad",
    ["", "   ", "\t", f"{SECRET}\n", f"\0{SECRET}", f"{SECRET}\x7f", f"{SECRET}\x85", SECRET * 100, f"{SECRET}\ud800"],
)
def test_a_bad_name_is_refused_without_repeating_it(value: str, field: str, error: type[Exception], bad: str) -> None:
    refused(value, field, bad, error)


@pytest.mark.parametrize(("value", "field", "_"), NAMES)
@pytest.mark.parametrize("bad", [7, SECRET.encode(), [SECRET], {"a": SECRET}, True])
def test_a_name_that_is_no_string_is_a_type_error(value: str, field: str, _: type[Exception], bad: object) -> None:
    assert type(bad).__name__ in refused(value, field, bad, TypeError)


@pytest.mark.parametrize(("value", "field", "_"), NAMES)
@pytest.mark.parametrize("good", ["a", "x" * MAX_NAME, "Zoë 日本 🎉", " padded ", "urn:uuid:1", "a@b.c", "\u200b"])
def test_a_short_name_is_kept_letter_for_letter(value: str, field: str, _: type[Exception], good: str) -> None:
    assert getattr(built(value, **{field: good}), field) == good


@pytest.mark.parametrize(("value", "field"), TEXTS)
@pytest.mark.parametrize("bad", ["", " \n\t ", f"{SECRET}\0", f"{SECRET}\udfff", SECRET * 10_000, "é" * MAX_TEXT])
def test_a_bad_text_is_refused_without_repeating_it(value: str, field: str, bad: str) -> None:
    refused(value, field, bad, ValueError)


@pytest.mark.parametrize(("value", "field"), TEXTS)
@pytest.mark.parametrize("bad", [None, 7, SECRET.encode(), [SECRET]])
def test_a_text_that_is_no_string_is_a_type_error(value: str, field: str, bad: object) -> None:
    assert type(bad).__name__ in refused(value, field, bad, TypeError)


@pytest.mark.parametrize(("value", "field"), TEXTS)
@pytest.mark.parametrize("good", ["x", " \n padded \t", "x" * MAX_TEXT, "\x1b[0m", "<b>", "日本", "\u200b"])
def test_a_text_is_kept_letter_for_letter(value: str, field: str, good: str) -> None:
    assert getattr(built(value, **{field: good}), field) == good


@pytest.mark.parametrize(("value", "field"), TIMES)
@pytest.mark.parametrize("bad", [SECRET, "2026-05-20", 1_700_000_000, date(2026, 5, 20)])
def test_a_time_that_is_no_datetime_is_a_type_error(value: str, field: str, bad: object) -> None:
    assert type(bad).__name__ in refused(value, field, bad, TypeError)


@pytest.mark.parametrize(("value", "field"), TIMES)
@pytest.mark.parametrize(
    "bad",
    [
        datetime.min.replace(tzinfo=timezone(timedelta(hours=1))),
        datetime.max.replace(tzinfo=timezone(timedelta(hours=-1))),
    ],
)
def test_a_time_that_leaves_the_calendar_in_utc_is_refused(value: str, field: str, bad: datetime) -> None:
    refused(value, field, bad, ValueError)


@pytest.mark.parametrize("bad", [None, 0, "no", SECRET])
def test_a_negation_is_true_or_false(bad: object) -> None:
    assert type(bad).__name__ in refused("memory", "negated", bad, TypeError)
    assert built("memory", negated=True) != built("memory")


@pytest.mark.parametrize(("value", "field"), [("memory", "created_at"), ("memory", "valid_from")])
def test_a_memory_needs_its_times(value: str, field: str) -> None:
    refused(value, field, None, TypeError)


@pytest.mark.parametrize(("value", "field", "allowed"), CHOICES)
def test_a_choice_is_one_of_a_few_words_and_a_refusal_lists_them(
    value: str, field: str, allowed: tuple[str, ...]
) -> None:
    for word in allowed:
        assert getattr(built(value, **{field: word}), field) == word
    message = refused(value, field, SECRET, ValueError)
    assert all(word in message for word in allowed)
    for near in ("", f" {allowed[0]}", allowed[0].upper()):
        refused(value, field, near, ValueError)
    for bad in (None, 1, [allowed[0]]):
        refused(value, field, bad, TypeError)


def test_a_memory_without_a_scope_is_refused() -> None:
    with pytest.raises(ScopeError, match="scope"):
        built("memory", scope=None)
    with pytest.raises(TypeError, match="scope") as caught:
        built("memory", scope=SECRET)
    assert SECRET not in str(caught.value)


@given(st.text() | st.integers() | st.none() | st.binary())
@settings(max_examples=60, deadline=None)
def test_a_check_returns_what_it_was_given_or_refuses_it(value: object) -> None:
    for check in (check_text, check_name):
        try:
            outcome = check(value, "it")
        except (TypeError, ValueError) as error:
            outcome = str(error)
        assert outcome == value or outcome.startswith("it ")


def test_the_checks_name_what_was_wrong() -> None:
    assert check_choice("a", "it", ("a", "b")) == "a"
    with pytest.raises(ValueError, match="position 3"):
        check_text("abc\0", "it")
    with pytest.raises(ValueError, match="position 2"):
        check_text("ab\ud800", "it")
    with pytest.raises(ValueError, match=r"100,001 bytes.*100,000"):
        check_text("x" * (MAX_TEXT + 1), "it")
    with pytest.raises(ValueError, match=r"257 characters.*256"):
        check_name("x" * (MAX_NAME + 1), "it")


# ── times ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("value", "field"), TIMES)
def test_a_time_without_a_zone_is_utc(value: str, field: str) -> None:
    naive = datetime(2026, 5, 20, 12)  # noqa: DTZ001 - what a caller may well pass
    assert getattr(built(value, **{field: naive}), field) == NOON


@pytest.mark.parametrize(("value", "field"), TIMES)
def test_a_time_of_another_zone_becomes_utc(value: str, field: str) -> None:
    stored = getattr(built(value, **{field: datetime(2026, 5, 20, 14, tzinfo=timezone(timedelta(hours=2)))}), field)
    assert (stored, stored.tzinfo) == (NOON, UTC)


@pytest.mark.parametrize("far", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_the_ends_of_the_calendar_are_times_like_any_other(far: datetime) -> None:
    assert check_time(far, "it") == check_time(far.replace(tzinfo=None), "it") == far


zones = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


@given(st.datetimes(timezones=st.none() | zones))
@settings(max_examples=60, deadline=None)
def test_any_time_becomes_the_same_moment_in_utc_or_is_refused(at: datetime) -> None:
    try:
        checked = check_time(at, "it")
    except ValueError:
        assert at.year in {1, 9999}
    else:
        assert checked.tzinfo is UTC
        assert checked == (at if at.tzinfo else at.replace(tzinfo=UTC))


# ── scopes ───────────────────────────────────────────────────────────────────────────────────────────────────────────

names = st.sampled_from(["a", "b"])
scopes = st.fixed_dictionaries({}, optional=dict.fromkeys(PARTS, names)).filter(bool).map(lambda parts: Scope(**parts))
EVERY_SCOPE = [
    Scope(*parts) for parts in product([None, "a", "b"], repeat=len(PARTS)) if any(part is not None for part in parts)
]


def test_a_scope_that_names_nobody_is_refused() -> None:
    with pytest.raises(ScopeError, match="application, agent, user, session"):
        Scope()
    assert issubclass(ScopeError, RicordoError)
    assert issubclass(ScopeError, ValueError)


@pytest.mark.parametrize("bad", [None, SECRET, {"user": SECRET}, ("user",), Scope])
def test_only_a_scope_is_a_scope(bad: object) -> None:
    with pytest.raises(ScopeError if bad is None else TypeError, match="scope") as caught:
        check_scope(bad)
    assert SECRET not in str(caught.value)
    assert check_scope(ALICE) is ALICE


def test_names_are_compared_letter_for_letter() -> None:
    assert Scope(user="Alice") != ALICE
    assert not Scope(user="Alice").covers(ALICE)
    assert not Scope(user="alice ").covers(ALICE)


@given(scopes, scopes, scopes)
@settings(max_examples=130, deadline=None)
def test_covering_is_an_order(one: Scope, two: Scope, three: Scope) -> None:
    assert one.covers(one)
    assert not (one.covers(two) and two.covers(one)) or one == two
    assert not (one.covers(two) and two.covers(three)) or one.covers(three)


@given(scopes, scopes)
@settings(max_examples=60, deadline=None)
def test_a_scope_covers_what_says_the_same_or_more(one: Scope, two: Scope) -> None:
    agrees = all(getattr(two, part) == name for part, name in one.parts.items())
    assert one.covers(two) == agrees


@given(scopes)
@settings(max_examples=50, deadline=None)
def test_the_wider_scopes_are_those_that_cover_it(scope: Scope) -> None:
    wider = scope.wider()
    assert len(set(wider)) == len(wider)
    assert set(wider) == {other for other in EVERY_SCOPE if other.covers(scope)}
    assert scope in wider


@given(scopes, scopes)
@settings(max_examples=60, deadline=None)
def test_a_scope_moved_into_another_is_covered_by_it(scope: Scope, wider: Scope) -> None:
    moved = scope.within(wider)
    assert wider.covers(moved)
    assert moved.within(wider) == moved
    assert moved.parts == scope.parts | wider.parts


@given(scopes)
@settings(max_examples=50, deadline=None)
def test_the_owner_is_the_person_whatever_the_session(scope: Scope) -> None:
    owner = scope.owner()
    assert owner.covers(scope)
    assert owner.owner() == owner
    assert owner == (scope if scope.user is None else replace(scope, session=None))


@given(scopes)
@settings(max_examples=30, deadline=None)
def test_the_parts_of_a_scope_make_it_again(scope: Scope) -> None:
    assert Scope(**scope.parts) == scope
    assert list(scope.parts) == [part for part in PARTS if part in scope.parts]


# ── turns, consent, receipts ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("author", "speaker"), [(None, "user"), ("Ann", "Ann")])
def test_the_speaker_is_the_author_or_else_the_role(author: str | None, speaker: str) -> None:
    assert Turn("user", "x", author=author).speaker == speaker
    assert StoredTurn("1", "user", "x", author, NOON, NOON, ALICE).speaker == speaker


consents = st.builds(Consent, st.booleans(), st.booleans(), st.booleans())


@given(consents, consents, consents)
@settings(max_examples=40, deadline=None)
def test_two_consents_together_allow_what_both_allow(one: Consent, two: Consent, three: Consent) -> None:
    for allowed in fields(Consent):
        both = getattr(one, allowed.name) and getattr(two, allowed.name)
        assert getattr(one & two, allowed.name) is both
    assert one & two == two & one
    assert (one & two) & three == one & (two & three)
    assert one & one == one & Consent() == one


counts_of = st.dictionaries(st.sampled_from(["turns", "memories", "vectors"]), st.integers(0, 9))


@given(st.lists(st.text(max_size=5), max_size=6), counts_of, st.data())
@settings(max_examples=40, deadline=None)
def test_a_digest_does_not_depend_on_order(ids: list[str], counts: dict[str, int], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(ids))
    backwards = dict(reversed(counts.items()))
    digest = digest_of(ids, counts, NOON)
    assert digest_of(shuffled, backwards, NOON) == digest
    assert len(digest) == 64
    assert int(digest, 16) >= 0


def test_a_digest_tells_what_when_and_how_many() -> None:
    facts = [
        digest_of(["a", "b"], {"turns": 2}, NOON),
        digest_of(["a"], {"turns": 2}, NOON),
        digest_of(["a", "b"], {"turns": 1}, NOON),
        digest_of(["a", "b"], {"turns": 2}, NOON + timedelta(microseconds=1)),
        digest_of(["a,b"], {"turns": 2}, NOON),
        digest_of(['a","b'], {"turns": 2}, NOON),
        digest_of([], {}, NOON),
    ]
    assert len(set(facts)) == len(facts)


@pytest.mark.parametrize(
    "value",
    [
        ALICE,
        Turn("user", "x"),
        StoredTurn("1", "user", "x", None, NOON, NOON, ALICE),
        Evidence("t", "x"),
        built("memory"),
        Consent(),
        Receipt(ALICE, NOON),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_do_not_change(value: Any) -> None:
    for field in fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field.name, getattr(value, field.name))
        with pytest.raises(FrozenInstanceError):
            delattr(value, field.name)
    assert not hasattr(value, "__dict__")
    assert replace(value) == value
