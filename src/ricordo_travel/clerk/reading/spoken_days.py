"""Hold the days of a search against the words around them: of an event, for one day, of the days before and after."""

from __future__ import annotations

import re
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import AROUND
from ricordo_travel.clerk.reading.weekdays import WEEKDAY
from ricordo_travel.clerk.searching.weeks import WEEKS

_OTHER_DAYS = re.compile(r"\b(?:other|another|different|any|flexible)\b")
_OTHER_WEEK = re.compile(r"\b(?:an)?other weeks?\b|\b(?:different|any) weeks?\b")
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{1,2}(?:st|nd|rd|th)?"
_EVENTS = r"(?:meetings?|conference|workshop|trade fair|fair|congress|seminar|training|exams?|client visit)"
_EVENT = re.compile(rf"\b{_EVENTS}\b(?: \w+){{0,4}}? (?:is |are |on |from |starts? |begins? )*(?:the )?(?:{_DAY})\b")
"""Something for which one must be there when it begins, with its days."""
_DAY_THERE, _DAY_BACK = (
    re.compile(rf"\b(?:{words})(?: (?!for\b|{_EVENTS}\b)[a-z]{{2,12}}){{0,5}} (?:{_DAY})\b")
    for words in (r"fly(?:ing)?|flights?|leav\w+|depart\w*|arriv\w*", r"back|home|return\w*")
)
"""Words that name the days of the flights themselves."""
_EITHER_WAY = re.compile(
    r"\bweeks?(?: or (?:two|so))? (?:(?:earlier|before|sooner) or (?:an? \w+ )?(?:later|after)|"
    r"(?:later|after) or (?:an? \w+ )?(?:earlier|before|sooner))\b"
)
"""Words of somebody who asks for the weeks before and after a trip."""
_FOR_DAY = re.compile(rf"\b(?:for|just|only) (?:the )?{WEEKDAY.pattern}(?! ?(?:to|till|until|and|-)\b)")
"""Words of somebody who rents something for one day."""


def settle_days(text: str, command: Command) -> Command:
    """Return a search with the days that a text in lower case means: there before an event, a car for a day alone."""
    is_day = command.subject == "car" and command.has("on") and not command.has("until", "nights")
    if is_day and _FOR_DAY.search(text):
        return replace(command, slots=(*command.slots, ("nights", "1")))
    return _come_before(text, _look_on_other_days(text, command))


def _look_on_other_days(text: str, command: Command) -> Command:
    """Return a search for what is cheaper on other days as one for flights, as rooms cost the same on all of them."""
    said = command.value("on") or ""
    is_open = command.has("cheaper") and _OTHER_DAYS.search(said)
    is_either = command.has("shift") and _EITHER_WAY.search(text)
    if is_either or ("flight" in command.subject and _OTHER_WEEK.search(said)):
        return Command("find", ("flight",), ((WEEKS, ""),))
    if not is_open or "flight" not in command.subject:
        return command
    return replace(command, refs=("flight",), slots=(("cheaper", ""),))


def _come_before(text: str, command: Command) -> Command:
    """Return a search for flights as one that is there the day before its first day, if there are meetings on that."""
    if "flight" not in command.subject or not command.has("on") or not _EVENT.search(text):
        return command
    ends = " ".join(name for name, said in (("there", _DAY_THERE), ("back", _DAY_BACK)) if not said.search(text))
    return replace(command, slots=(*command.slots, (AROUND, ends)))
