"""Tell whether what stands beside a yes only tells of people: what they eat, like and cannot stand."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.yes.choice import NAME, STYLE

_LEAD = re.compile(
    r"(?:(?:fyi|oh|also|and|ps|please)[,:]? )*(?P<asks>(?:(?:may|can|could|would|will) (?:i|you)"
    r"(?: (?:please|also|just))* |please )?(?:mention|add|say|remember|note|make a note|keep in mind)(?: that|:)? )?"
)
"""How somebody begins to tell something: "and may I mention that"."""
_CLAUSES = re.compile(r"[,.;:!?]+ *|\b(?:although|though|while|whereas|but)\b")
_WHO = r"(?:(?:my|our|his|her) )?[a-z]{1,20}(?: (?:and )?[a-z]{2,20}){0,3}"
_IS = r"(?:(?<=\w)'(?:s|m|re)| (?:is|are|am))"
_OFTEN = r"(?: (?:do(?:es)? not|do(?:es)?n't|never|always|also|really|just|only|both|absolutely))*"
_TELLS = re.compile(
    rf"(?:(?:also|and) )?(?:{_WHO}{_IS} not|{_WHO}{_IS}{_OFTEN}(?: not)?(?: an?)?(?: (?:also|both|strictly))? "
    r"(?:vegans?|vegetarians?|coeliacs?|celiacs?|diabetics?|(?:lactose|gluten) intolerant|allergic to(?: [a-z]+){1,6}|"
    r"(?:into|fond of)(?: [a-z]+){1,6})|"
    rf"{_WHO}{_OFTEN} (?:eats?|drinks?|hates?|loves?|likes?|enjoys?|avoids?|(?:can't|cannot) (?:stand|eat)|"
    r"prefers? (?:an? )?(?:aisle|window)(?= seats?))(?: [a-z]+){1,8})(?:,? (?:fyi|too|as well))?"
)
"""A clause that tells of somebody's food or taste."""
_OF_TRIP = re.compile(
    r"\d|\b(?:if|unless|so|then|instead|rather|when|once|until|before|after|without|not sure|"
    r"i'd|we'd|would|the|it|its|this|"
    r"that|these|those|they|them|there|here|one|ones|other|others|another|first|second|third|last|two|three|four|five|"
    r"hotels?|hostels?|flights?|planes?|fly\w*|rooms?|beds?|doubles?|singles?|twins?|suites?|cars?|earlier|later|cheap\w*|"
    r"expensive|dear|price\w*|money|budget|book\w*|cancel\w*|chang\w*|com(?:e|es|ing)|join\w*|go|goes|going|travel\w*|"
    r"stay\w*|arriv\w*|leav\w*|wait\w*|needs?|wants?|trip|days?|nights?|yet|no|nothing|idea|paying|pay|"
    rf"{NAME}|{STYLE})\b"
)
"""Words of a clause that may be about what waits for the yes, or hold it."""


def tells_of_people(text: str) -> bool:
    """Return whether all that a text says is what some people eat, like or cannot stand."""
    text = re.sub(r"\bby the way\b", ",", normalise(text)).strip(" ,")
    lead = _LEAD.match(text)
    rest = text[lead.end() :] if lead else text
    if re.match(r"but\b", rest) or ("?" in rest and not (lead and lead["asks"])) or find_mentions(rest):
        return False
    clauses = [each.strip() for each in _CLAUSES.split(rest) if each.strip()]
    return bool(clauses) and all(_TELLS.fullmatch(each) and not _OF_TRIP.search(each) for each in clauses)
