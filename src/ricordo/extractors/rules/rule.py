"""A rule: a wording, the slot that it fills, and examples that are its tests."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from ricordo.extractors.rules.lexicon import (
    ADJECTIVE,
    AILMENTS,
    ALL_PETS,
    CREEDS,
    DIETS,
    DOERS,
    LANGUAGES,
    NATIONALITIES,
    NOT_BY_MENTION,
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
from ricordo.extractors.rules.quantities import AGE, DATE, MONEY, SPAN
from ricordo.extractors.rules.shapes import ShapeName

MACROS = {
    "number": NUMBER,
    "adjective": f"(?:{ADJECTIVE})",
    "relation": either(RELATIONS),
    "my relation": either(RELATIONS.keys() - NOT_BY_MENTION),
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
    "age": AGE,
    "money": MONEY,
    "span": SPAN,
    "date": DATE,
}
_MACRO = re.compile(r"\{([a-z ]+)\}")


@dataclass(frozen=True)
class Rule:
    """One way of saying something about oneself.

    ``pattern`` is matched from the beginning of a clause as ``clauses`` words it, ``{macro}`` standing for a list of
    words; its groups are there for ``content``. The group ``value`` is read by ``shape``; ``said`` is the value that is
    given where it is not the group itself. ``ended`` is the content where it is over; without it, nothing is learned
    then. What a rule finds by mention only is not ``explicit``; one that ``opens`` needs the beginning of a sentence.
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
