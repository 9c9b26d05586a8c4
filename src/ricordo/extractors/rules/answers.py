"""Short answers: what the assistant asked gives meaning to "about 2,000 dollars", "34" or "Lisbon".

Only a question that asks for one thing counts, only the assistant's last question, and only an answer that is nothing
but an answer. "Yes please" to a suggestion is no fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ricordo.extractors.rules.rule import with_macros
from ricordo.extractors.rules.shapes import SHAPES, ShapeName
from ricordo.extractors.rules.voice import own_voice
from ricordo.language.filters import holds_secret

_LONGEST_ANSWER = 160
_OPENER = (
    r"(?:(?:oh|well|um+|uh|yes|yeah|sure|ok|okay|hi|hello|hmm|so|maybe|probably|i think|i'?d say|"
    r"i would say|it'?s|it is|that'?s|that would be|we'?re|let'?s say|we are|i am|i'?m|im|in|from)"
    r"[,:.! ]+){0,3}"
)


@dataclass(frozen=True)
class AnswerRule:
    """A question of the assistant's, and the answers that it gives meaning to."""

    slot: str
    question: str
    answer: str
    content: str
    shape: ShapeName = "exact"
    said: str | None = None
    gives: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict[tuple[str, str], tuple[str, ...]])
    silent: tuple[tuple[str, str], ...] = ()


ANSWERS = (
    AnswerRule(
        "budget",
        (
            r"\bbudget\b|how much (?:would|do|can|are|were) you (?:like|want|able|willing|looking|"
            r"planning|hoping)?\s?(?:to )?spend"
        ),
        (
            r"(?P<value>{money}|(?:(?:about|around|roughly|up to|under|max|maximum) )?\d[\d,.]{1,9}k?(?:\s?(?:-|"
            r"to)\s?\d[\d,.]{1,9}k?)?)(?: (?:or so|max|maximum|total|in total|tops))?"
        ),
        "Budget is {value}",
        gives={
            ("What's your budget for this trip?", "Around $2,000"): ("Budget is around $2,000",),
            ("What is your budget?", "about 2,000 dollars"): ("Budget is about 2,000 dollars",),
        },
        silent=(
            ("What is your budget?", "I don't know"),
            ("Shall I book it?", "about 2,000 dollars"),
            ("What is your budget?", "Why?"),
        ),
    ),
    AnswerRule(
        "age",
        r"how old are you|what(?:'s| is) your age|\byour age\b",
        r"(?P<value>{age})(?: years?(?: old)?)?",
        "Is {value} years old",
        gives={
            ("How old are you?", "34"): ("Is 34 years old",),
            ("May I ask your age?", "28 years old"): ("Is 28 years old",),
        },
        silent=(("How old are you?", "old enough"), ("How many nights?", "34")),
    ),
    AnswerRule(
        "name",
        (
            r"what(?:'s| is) your (?:first |full )?name|may i (?:have|know|ask) your name|who "
            r"am i (?:speaking|talking) (?:to|with)|tell me your name|\byour name\b"
        ),
        r"(?P<value>[^\W\d_][\w'\u2019.-]*(?: [A-Z][\w'\u2019.-]*){0,2})",
        "Name is {value}",
        "name",
        gives={("What is your name?", "Ruaidhrí"): ("Name is Ruaidhrí",)},
        silent=(
            ("What is your name?", "why"),
            ("What is your name?", "no thanks"),
            ("What is your dog's name?", "Rex"),
        ),
    ),
    AnswerRule(
        "home",
        r"where do you live|where are you (?:living|based)|which city do you live in|where(?:'s| is) (?:your )?home",
        r"(?P<value>[^\W\d_][\w'\u2019. ,-]{1,40})",
        "Lives in {value}",
        "known place",
        gives={
            ("Where do you live?", "Lisbon"): ("Lives in Lisbon",),
            ("Where do you live?", "in porto"): ("Lives in Porto",),
        },
        silent=(("Where do you live?", "far away"), ("Where do you want to go?", "Lisbon")),
    ),
    AnswerRule(
        "origin",
        r"where are you (?:originally )?from|where do you come from",
        r"(?P<value>[^\W\d_][\w'\u2019. ,-]{1,40})",
        "Is from {value}",
        "known place",
        gives={("Where are you from?", "Ghana!"): ("Is from Ghana",)},
        silent=(("Where are you flying from?", "Ghana"),),
    ),
    AnswerRule(
        "travellers",
        r"how many (?:people|travell?ers|of you|persons|guests|adults)\b",
        (
            r"(?:just |only )?(?:the )?(?P<value>one|two|three|four|five|six|seven|eight|nine|"
            r"ten|\d{1,2})(?: of us| people| travell?ers| adults| persons)?"
        ),
        "Travels in a party of {value}",
        gives={("How many of you are travelling?", "three of us"): ("Travels in a party of three",)},
        silent=(("How many nights?", "three"), ("How many people live there?", "dunno")),
    ),
    AnswerRule(
        "trip_length",
        (
            r"how (?:long|many (?:days|weeks|nights))\b[^?]{0,60}\b(?:trip|stay|travel|vacation|"
            r"holiday|away|go|gone|be)\b|how long (?:is|will be) (?:the|your)"
        ),
        r"(?:for )?(?P<value>{span})",
        "Trip length is {value}",
        gives={("How long would you like to travel?", "two weeks"): ("Trip length is two weeks",)},
        silent=(("How long have you waited?", "two weeks"),),
    ),
    AnswerRule(
        "diet",
        r"\bdiet|dietary|food (?:restrictions|requirements)|vegetarian or vegan",
        r"(?:an? )?(?P<value>{diet})",
        "Is {value}",
        gives={("Any dietary requirements?", "vegetarian"): ("Is vegetarian",)},
        silent=(("Any dietary requirements?", "none"), ("Shall I find a vegan place?", "yes")),
    ),
    AnswerRule(
        "work",
        r"what do you do(?: for (?:a living|work))?\s*\?|what(?:'s| is) your (?:job|profession|occupation)",
        r"(?:an? )?(?P<value>{trade})",
        "Works as {value}",
        gives={("What do you do for a living?", "Carpenter"): ("Works as carpenter",)},
        silent=(("What do you do for fun?", "carpenter"), ("What do you do?", "nothing")),
    ),
    AnswerRule(
        "likes",
        (
            r"what (?:kind|type|sort)s? of (?:experiences|activities|things) do you (?:enjoy|like)"
            r"|what (?:do you (?:enjoy|like)(?: (?:to do|doing))?|are your (?:hobbies|interests)"
            r")"
        ),
        (
            r"(?P<value>(?!yes|no|nothing|not|i\b|i'm\b|anything|everything|something|maybe|well\b|"
            r"it\b|all\b|why|what)[a-z][\w' -]{2,60}(?:, [\w' -]{2,40}){0,6})"
        ),
        "Likes {value}",
        "thing",
        gives={("What are your hobbies?", "Hiking and chess"): ("Likes Hiking", "Likes chess")},
        silent=(("What are your hobbies?", "nothing special"), ("What would you like?", "a window seat")),
    ),
)

_COMPILED = tuple(
    (
        answer,
        re.compile(answer.question, re.IGNORECASE),
        re.compile(
            (
                rf"\s*{_OPENER}(?:an? (?=\d))?(?P<whole>{with_macros(answer.answer)})\s*(?:please|"
                rf"thanks|thank you|i think|i guess|right now)?[\s.!,]*$"
            ),
            re.IGNORECASE,
        ),
    )
    for answer in ANSWERS
)


def find_answers(question: str, text: str) -> Iterator[tuple[str, str, str, str]]:
    """Slot, content, value and quotation of what ``text`` answers to ``question``."""
    if len(text) > _LONGEST_ANSWER or holds_secret(text):
        return
    asked = _last_question(question)
    voice = own_voice(text)
    for answer, expected, form in _COMPILED:
        if not asked or not expected.search(asked) or not (match := form.match(voice)):
            continue
        said = match["value"] if answer.shape != "exact" else match["value"][:1].lower() + match["value"][1:]
        for value in SHAPES[answer.shape](said):
            yield answer.slot, answer.content.format(value=value), answer.said or value, text.strip()
        return


def _last_question(text: str) -> str | None:
    """Return the assistant's question if it asks exactly one thing, at the end of its message."""
    asked = [part.strip() for part in re.findall(r"[^.!?\n]{3,300}\?", own_voice(text[-1500:]))]
    return asked[-1] if len(asked) == 1 else None
