"""Commands as the reader writes them."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands


@pytest.mark.parametrize(
    ("program", "refs"),
    [
        ("which 1 2 2 | nearest beach", ("1", "2")),
        ("change z z | shift +1 day", ("z",)),
        ("pick Orchard Grand Orchard House", ("Orchard", "Grand", "Orchard", "House")),
    ],
)
def test_a_mark_is_meant_once_and_a_word_of_a_name_as_often_as_it_is_there(program: str, refs: tuple[str, ...]) -> None:
    (command,) = parse_commands(program)
    assert command.refs == refs
