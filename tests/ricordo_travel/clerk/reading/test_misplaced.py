"""Questions that were read as ones about a place, and those whether all is remembered."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.misplaced import settle_misplaced
from tests.ricordo_travel.clerk.conftest import Person


@pytest.mark.parametrize(
    ("written", "text", "meant"),
    [
        ("place porto | recall", "do u just remember all this for next time then?", "about | memory"),
        ("tell | im dani", "im dani. will you know this next time?", "tell | im dani ; about | memory"),
        ("recall", "do you remember everything i told you?", "recall"),
        ("place porto | recall ; tell | im dani", "im dani btw", "tell | im dani"),
        ("place porto | clubs", "any clubs there?", "place porto | clubs"),
        (
            "place porto | weather october ; thanks",
            "thanks, is it gonna rain?",
            "place porto | weather october ; thanks",
        ),
        ("place porto | port tasting ; thanks", "ta, any port tastings?", "place porto | port tasting ; thanks"),
        ("place porto | people 3 ; thanks", "thanks, porto for us then", "place porto | people 3 ; thanks"),
    ],
)
def test_a_place_is_asked_only_what_the_message_has_a_word_of(written: str, text: str, meant: str) -> None:
    assert settle_misplaced(text, parse_commands(written)) == parse_commands(meant)


async def test_whether_it_remembers_is_answered_beside_what_is_noted(person: Person) -> None:
    said = await person.say("tell | im a nurse ; about | memory", "im a nurse. do you save all of this for next time?")
    assert said.startswith("Thank you, I have noted “Is a nurse”.")
    assert "I remember what you tell me about yourself" in said
    assert "panel" in said
