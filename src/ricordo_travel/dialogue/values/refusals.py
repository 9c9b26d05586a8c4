"""Places that a person does not want: "not Berlin again", "Lisbon is too cold", "somewhere cheaper than Paris"."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.values.geography import Mention, find_mentions

_REACH = 30
_BEFORE = re.compile(
    r"\b(?:not|nothing|no longer|except|besides|any(?:thing|where) but|instead of|apart from|"
    r"(?:don't|do not) (?:want|like)|skip|leav(?:e|ing) out|exclud(?:e|ing)|"
    r"(?:cross|strike) off|no to|already (?:know|been to|seen|did|done)|"
    r"forget(?: about)?|without|tired of|sick of|bored of|enough of|"
    r"than|(?:expensive|affordable|far|far away) as|in addition to|(?:go(?:es|ing)?|fits?|match(?:es)?)"
    r"(?: (?:well|nicely|best|together)){0,2} with)"
    r"(?: (?:to|in|the|go to|going to|for|about|again|near|from)){0,2} $"
)
_RATHER = re.compile(r"\bprefer (?P<other>[a-z ]{3,20}) to $")
_NO = re.compile(r"\bno $")
_ROUTE = re.compile(r",? (?:to|-|and|hotel|flight|not)\b")
_AFTER = re.compile(
    r"^,? (?:no(?:\W*$|[.,;!?]| (?:thanks?|thx|way|longer|more|please|sorry|chance|i|we|it|that|not|but|rather)\b)|"
    r"(?:for (?:an? |the |our )?[a-z]+ )?(?:is|are)(?: an?)?(?: bit| way| really| so| much| far| very| rather| quite)? "
    r"(?:too|not|cold|expensive|boring|hilly|far|dear|pricey|much|useless|long (?:flight|way)|out\b|"
    r"no (?:good|use|help|option))|"
    r"(?:won't|doesn't|does not|will not) (?:do|work|suit|help)|isn't|aren't|ain'?t|"
    r"is(?: like| about)? \d{1,2} ?(?:hrs?|hours?|h) away|"
    r"(?:i|we)(?:'ve| have)? (?:already )?(?:know|done|did|been|seen)\b|"
    r"(?:sounds|looks|seems|feels|would be|might be|is) "
    r"(?:an? (?:little|bit|touch) (?:too )?|too |rather |very |quite |pretty )?"
    r"(?:too|cold|hot|chilly|far|boring|expensive|dear|crowded|noisy|pricey|busy)\b|"
    r"is (?:already )?(?:our|my|the) (?:first|other) (?:one|city|place|stop|week)|"
    r"is (?:already|all) (?:booked|settled|planned|fixed|decided|sorted|set|done|clear)|"
    r"again ?[?!]|was (?:too|awful|boring|last|a no\b))"
)
_KNOWN_TO_US = re.compile(
    r"^[^.!?]{0,30}\b(?:i|we)(?:'ve| have)? (?:already )?(?:know|been|were|seen|did|done|visited)"
    r"(?: (?:that|it|this|there|them|the)(?: \w+)?)?,? (?:already|before)\b"
)
_NEVER = re.compile(r"\b(?:too far|hates?|avoids?|never|(?:not|n't) (?:like|want))\b")
"""Words for what holds for every trip."""
_KNOWS = re.compile(r"\b(?:know|done|did|seen|been to) $")
_NO_TO_IT = re.compile(r"\s?\?{1,3} (?:oh |err? )?(?:no|nope|nah)\b(?! problem)")


def drop_doubted(text: str) -> str:
    """Return a text in lower case without the places that it asks for and refuses at once: "rome? no"."""
    for mention in reversed(find_mentions(text)):
        if _NO_TO_IT.match(text, mention.end):
            text = f"{text[: mention.start]}that{text[mention.end :]}"
    return text


def is_refused(text: str, mention: Mention) -> bool:
    """Return whether a message in lower case says that a place in it is not wanted."""
    before, after = text[max(0, mention.start - _REACH) : mention.start], text[mention.end : mention.end + _REACH]
    if (rather := _RATHER.search(before)) and find_mentions(rather["other"]):
        return True  # "i prefer Rome to Paris"
    is_no = _NO_TO_IT.match(after) or (_NO.search(before) and not _ROUTE.match(after))
    is_known = _KNOWS.search(before) and after.startswith(" already")
    is_known = is_known or bool(_KNOWN_TO_US.match(text[mention.end : mention.end + 2 * _REACH]))
    return bool(_BEFORE.search(before) or is_no or is_known or _AFTER.match(after))


def is_never_wanted(fact: str, mention: Mention) -> bool:
    """Return whether a fact in lower case says that somebody wants to go to a place on no trip: "it is too far"."""
    return bool(_NEVER.search(fact)) and is_refused(fact, mention)
