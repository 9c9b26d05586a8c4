"""The edits of notes as they are written: what each says, and what of them makes no sense."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo_travel.notes.edits import SLOTS, Edit, parse_edits


@pytest.mark.parametrize(
    ("program", "edit"),
    [
        ("add | Is a nurse", Edit("add", (), "Is a nurse")),
        ("add | Lives in Graz | home Graz", Edit("add", (), "Lives in Graz", "home", "Graz")),
        ("replace 2 | Is 41", Edit("replace", (2,), "Is 41")),
        (
            "replace 1 3 | Budget is $900 | budget $900",
            Edit("replace", (1, 3), "Budget is $900", "budget", "$900"),
        ),
        ("drop 3", Edit("drop", (3,))),
        ("erase 1 2", Edit("erase", (1, 2))),
        ("erase all", Edit("erase", is_all=True)),
        ("erase all but 2", Edit("erase", (2,), is_all=True)),
        ("keep 1", Edit("keep", (1,))),
        ("show 1 3", Edit("show", (1, 3))),
        ("show all", Edit("show", is_all=True)),
        ("show none", Edit("show")),
        ("wrong", Edit("wrong")),
        ("private", Edit("private")),
    ],
)
def test_every_verb_is_read(program: str, edit: Edit) -> None:
    assert parse_edits(program, 3) == (edit,)


def test_none_is_no_edit() -> None:
    assert parse_edits("none", 3) == ()
    assert parse_edits("", 3) == ()


def test_edits_are_read_in_their_order_and_once() -> None:
    edits = parse_edits("erase 2 ; add | Likes jazz | likes jazz ; none ; erase 2", 2)
    assert edits == (Edit("erase", (2,)), Edit("add", (), "Likes jazz", "likes", "jazz"))


@pytest.mark.parametrize("program", ["forget 1", "ADD | Is vegan", "| Is vegan", "1", "tell | i am vegan", "add"])
def test_what_is_no_edit_is_left_out(program: str) -> None:
    assert parse_edits(f"{program} ; keep 1", 1) == (Edit("keep", (1,)),)


@pytest.mark.parametrize(
    "program", ["add |", "add |  ", "replace 1", "replace 1 | ", "drop", "erase", "keep", "erase none"]
)
def test_an_edit_that_lacks_its_note_or_content_is_left_out(program: str) -> None:
    assert parse_edits(program, 3) == ()


@pytest.mark.parametrize("number", ["0", "4", "-1", "999", "99999999999999999999", "1.5", "²", "two"])
def test_a_number_of_no_note_names_none(number: str) -> None:
    assert parse_edits(f"erase {number}", 3) == ()
    assert parse_edits(f"erase {number} 2 2", 3) == (Edit("erase", (2,)),)


def test_what_replaces_no_note_is_added() -> None:
    assert parse_edits("replace 7 | Lives in Graz | home Graz", 3) == (
        Edit("add", (), "Lives in Graz", "home", "Graz"),
    )


def test_all_is_not_erased_where_what_shall_stay_is_no_note() -> None:
    assert parse_edits("erase all but 7", 3) == ()
    assert parse_edits("erase all but 7 2", 3) == (Edit("erase", (2,), is_all=True),)


@pytest.mark.parametrize("program", ["drop all", "drop all but 1", "keep all but 2", "replace all | Is vegan"])
def test_only_what_erases_or_shows_is_of_all_notes(program: str) -> None:
    assert parse_edits(program, 3) == ()


@pytest.mark.parametrize(
    ("written", "slot", "value"),
    [
        ("trip_length a week", "trip_length", "a week"),
        ("trip _ length a week", "trip_length", "a week"),
        ("travel _ style slow", "travel_style", "slow"),
        ("likes hiking and skiing", "likes", "hiking and skiing"),
        ("colour red", None, None),
        ("home", None, None),
        ("home  ", None, None),
        ("", None, None),
    ],
)
def test_a_note_fills_a_slot_of_the_profile_with_a_value(written: str, slot: str | None, value: str | None) -> None:
    (edit,) = parse_edits(f"add | Is so | {written}", 0)
    assert (edit.content, edit.slot, edit.value) == ("Is so", slot, value)


def test_only_what_is_told_has_content() -> None:
    assert parse_edits("erase 1 | Is vegan", 1) == (Edit("erase", (1,)),)


_WORDS = st.sampled_from(
    [*"add replace drop erase keep show wrong private none all but | ; 0 1 2 3 999 ٣ ² _ | ;".split(), "home Graz", "x"]
)


@given(st.text(max_size=200) | st.lists(_WORDS, max_size=40).map(" ".join), st.integers(0, 20))
def test_any_text_is_read_and_names_no_note_that_there_is_not(program: str, count: int) -> None:
    for edit in parse_edits(program, count):
        assert set(edit.notes) <= set(range(1, count + 1))
        assert len(set(edit.notes)) == len(edit.notes)
        assert (edit.verb in {"add", "replace"}) == bool(edit.content)
        assert edit.slot is None or (edit.slot in SLOTS and edit.value)
        assert edit.verb not in {"replace", "drop", "erase", "keep"} or edit.notes or edit.is_all
        assert not edit.is_all or edit.verb in {"erase", "show"}


def test_a_long_program_is_not_read_to_its_end() -> None:
    assert len(parse_edits(" ; ".join(f"add | Is {number}" for number in range(100)), 0)) == 8
