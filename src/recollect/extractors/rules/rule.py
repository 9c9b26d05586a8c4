"""What a rule is: a wording, the slot that it fills, and examples that are its tests."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from recollect.extractors.rules.lexicon import (
    ADJECTIVE,
    AILMENTS,
    ALL_PETS,
    CREEDS,
    DIETS,
    DOERS,
    LANGUAGES,
    NATIONALITIES,
    NUMBER,
    PARENTS,
    PETS_BY_MENTION,
    POSSESSIONS,
    RELATIONS,
    STUDENTS,
    TRADE,
    TRAVELLERS,
    either,
)
from recollect.extractors.rules.shapes import ShapeName

_MONTHS = "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
_AMOUNT = r"(?:\d[\d,.]{0,12}\d|\d)(?:\s?k\b)?"
_CURRENCY = r"(?:dollars?|bucks|usd|aud|cad|euros?|eur|pounds?|gbp|quid|yen|jpy|rupees|inr|chf|francs|[$€£¥])"
_WORDY = r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|fifty|a few|a couple of)(?: hundred| thousand| grand| hundred thousand| million)"

MACROS = {
    "number": NUMBER,
    "adjective": f"(?:{ADJECTIVE})",
    "relation": either(RELATIONS),
    "parent": either(PARENTS),
    "pet": either(ALL_PETS),
    "my pet": either(PETS_BY_MENTION),
    "trade": TRADE,
    "student": STUDENTS,
    "doer": rf"(?:(?:{ADJECTIVE}){{0,2}}{either(DOERS)})",
    "traveller": rf"(?:(?:{ADJECTIVE}){{0,3}}{TRAVELLERS})",
    "diet": DIETS,
    "nationality": either(NATIONALITIES),
    "language": either([*(word.replace("-", " ") for word in LANGUAGES)]),
    "possession": POSSESSIONS,
    "ailment": AILMENTS,
    "creed": CREEDS,
    "age": r"(?:[1-9]\d|10\d|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|"
    r"(?:thir|four|fif|six|seven|eigh|nine)teen)",
    "money": rf"(?:(?:about|around|roughly|up to|under|over|approximately|approx\.?|maybe|max(?:imum)?(?: of)?|at most|no more than|less than|"
    rf"between|somewhere around|only|just|ca\.?) )?(?:[$€£¥]\s?{_AMOUNT}(?:\s?(?:-|\u2013|to|and)\s?[$€£¥]?\s?{_AMOUNT})?\+?(?:\s?{_CURRENCY})?|"
    rf"{_AMOUNT}(?:\s?(?:-|\u2013|to|and)\s?{_AMOUNT})?\+?\s?{_CURRENCY}|{_WORDY}(?:\s?{_CURRENCY})?)"
    r"(?: (?:per|a|each) (?:person|day|night|week|head|trip|month|year))?",
    "span": r"(?:(?:about|around|at least|at most|up to|roughly|usually) )?(?:an?|one|two|three|four|five|six|seven|ten|twelve|fourteen|\d{1,2}|"
    r"a few|a couple of|several)(?:(?:\s?[-\u2013]\s?| to | or )(?:two|three|four|five|six|seven|ten|\d{1,2}))?[ -]"
    r"(?:day|night|week|month|weekend)s?",
    "date": rf"(?:(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTHS})\b|(?:{_MONTHS})\b\.? \d{{1,2}}(?:st|nd|rd|th)?)"
    rf"(?:,? \d{{4}})?|(?:{_MONTHS})(?: \d{{4}})?\b|\d{{4}}-\d\d-\d\d|\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}})?)",
}
_MACRO = re.compile(r"\{([a-z ]+)\}")


@dataclass(frozen=True)
class Rule:
    """One way of saying something about oneself.

    ``pattern`` is matched from the beginning of a clause as ``clauses`` words it, ``{macro}`` standing for a list of
    words; its groups are there for ``content``. The group ``value`` is read by ``shape``; ``said`` is the value that is
    given where it is not the group itself. ``ended`` is the content where it is over; without it, nothing is learned then.
    ``gives`` are examples, each with the contents that it gives, and ``silent`` sentences that give nothing.
    """

    slot: str
    pattern: str
    content: str
    shape: ShapeName = "exact"
    said: str | None = None
    ended: str | None = None
    explicit: bool = True
    opens: bool = False
    gives: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    silent: tuple[str, ...] = ()

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """The pattern with its words put in."""
        return re.compile(with_macros(self.pattern), re.IGNORECASE)


def with_macros(pattern: str) -> str:
    """``pattern`` with the words of its macros put in."""
    return _MACRO.sub(lambda macro: MACROS[macro[1]], pattern)
