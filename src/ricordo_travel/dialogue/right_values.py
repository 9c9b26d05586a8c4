"""The value that a message says is right for a field of the profile. Thanks, a goodbye or a new request is none."""

from __future__ import annotations

import re
from dataclasses import replace

from ricordo_travel.dialogue.budgets import keep_unit
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.money import parse_money
from ricordo_travel.dialogue.party import parse_party
from ricordo_travel.dialogue.statements import Statement, find_statements, format_budget
from ricordo_travel.dialogue.talk import is_goodbye
from ricordo_travel.dialogue.text import normalise, split_sentences

_QUOTED = re.compile(r"(?<!\w)['\"“‘][^'\"”’]{1,80}['\"”’](?!\w)")
_WORDS = r"(?:(?:just|only|now|actually) )?(?P<value>[a-z][a-z' ,-]{2,120})"
_IT_IS = re.compile(
    rf"\b(?:it'?s|it is|it should be|that should be|should be|should say|make (?:it|that)|"
    rf"(?:change|set|correct|update|put) (?:it|that) to) {_WORDS}"
)
_NAMED = re.compile(
    r"\b(?:(?:my|our) (?:\w{3,12} ){0,2}(?:is|are)|(?:change|set|correct|update|fix) (?:my|our) (?:\w{3,12} ){1,2}to) "
    + _WORDS
)
"""A field by its name with its value, in a message of which that field is known."""
_PIECE = re.compile(r",? but |[,;:] ", re.IGNORECASE)
_NEGATED = re.compile(r"\b(?:not|don't|dont|doesn't|isn't|no longer|never)\b")
_LIVES = re.compile(
    r"\b(?:live|lives|living|based|moved|home|address)\b|^\W*(?:(?:no|actually|now),? ){0,2}(?:in|to|near) "
)
_PLACE = re.compile(r"\b(?:from|in|to|near|is) (?P<value>[A-Z][\w'-]{1,20}(?: [A-Z][\w'-]{1,20}){0,2})")
_JUST = re.compile(r"^(?:just|only|it's|it is|it should be)\s+", re.IGNORECASE)
_END = re.compile(r"\b(?:but|so|not|because|please|thanks|thank you|instead)\b|,? and (?=(?:i|we|you|please)\b)")
_NUMBER = re.compile(
    r"\b(?P<number>\d{1,2}|(?:just |only )?one(?=\W*$)|two|three|four|five|six|seven|eight)\b"
    r"(?! (?:nights?|days?|weeks?|months?|stars?|rooms?|hotels?|flights?|things?))"
)
_UNIT = re.compile(r"€|£|\$|\b(?:euros?|eur|pounds?|gbp|quid|dollars?|usd)\b|\b(?:a|per|each) (?:night|day|person)\b")
_NO_VALUE = re.compile(
    r"\b(?:i|i'm|i'll|i've|we|we're|we'll|you|your|my|me|he|she|they|it|it's|that|that's|this|these|those|there|"
    r"is|are|was|were|be|do|don't|dont|does|did|didn't|has|have|had|will|won't|would|can|can't|could|should|shall|"
    r"what|why|how|when|where|who|which|if|maybe|perhaps|yes|yeah|yep|nope|ok|okay|fine|good|great|perfect|alright|"
    r"cool|right|wrong|true|correct|corrected|thanks|thank|thx|cheers|bye|goodbye|ciao|hello|hi|sorry|please|pls|lol|"
    r"haha|nothing|anything|everything|all|none|enough|already|still|before|again|back|later|tomorrow|tonight|today|"
    r"soon|now|rest|thing|things|stuff|never|mind|wait|moment|leave|keep|change|changed|forget|erase|delete|deleted|"
    r"erased|gone|remove|book|show|find|says|said|meant|mean|tell|see|come|go|stop|itself|too)\b"
)
"""Words of a sentence, an answer or a farewell: a value has none of them."""
_NO_DIET = re.compile(r"\b(?:diet|the)\b")
_LISTED = re.compile(r",| and ")
_MAX_WORDS = 5
"""Words of a value, or of one of a list: more are a sentence."""


def find_right_value(message: str, field: str, held: str = "", *, is_asked: bool = False) -> Statement | None:
    """Return the value that a message states for a field, None if it states none.

    What it quotes is the wrong value. `held` is what the field has. If the value was asked for, it may stand alone.
    """
    text = _QUOTED.sub(" ", normalise(message))
    stated = next((each for each in find_statements(text) if each.field == field), None)
    if field == "budget_range":
        stated = stated or _find_budget(text, held)
        return stated and replace(stated, value=keep_unit(stated.value, held, text))
    if stated:
        return stated
    if field == "number_of_travelers":
        return _find_party(text)
    said = [*(_find_named(each, field) for each in split_sentences(text) if not each.endswith("?"))]
    value = next(filter(None, said), "")
    if not value and field == "home":
        value = _find_place(message)
    if not value and is_asked:
        value = _find_alone(message, field)
    return Statement(field, value.title() if field == "home" else value) if value else None


def _find_named(sentence: str, field: str) -> str:
    """Return the value that a sentence gives to the field that it is about, in words that say so."""
    for pattern in (_IT_IS, _NAMED):
        if match := pattern.search(sentence):
            value = re.sub(r"^(?:now|actually|in|against|to)\s+", "", match["value"])
            value = _END.split(value)[0].strip(" ,")
            if _is_value(field, value):
                return value
    return ""


def _find_place(message: str) -> str:
    """Return the place where somebody lives as a message says, but not where they do not: "not in Dublin but in Bray".

    A place that is not known must be written like a name.
    """
    for sentence in split_sentences(message):
        said = [each for each in _PIECE.split(sentence) if each.strip() and not _NEGATED.search(each.lower())]
        if not _LIVES.search(sentence.lower()) or sentence.endswith("?"):
            continue
        for piece in said:
            if places := find_mentions(normalise(piece)):
                return places[-1].name
            if match := _PLACE.search(piece):
                return match["value"]
    return ""


def _find_alone(message: str, field: str) -> str:
    """Return the value in an answer that is hardly more than that: "Hannover. Just Hannover, please."."""
    end = r"[.!?;,](?:\s|$)" if field == "home" else r"[.!?;](?:\s|$)"
    value = _JUST.sub("", re.split(end, message.strip())[0])[:120].strip(" .!?,")
    value = re.sub(r",? (?:please|thanks|thank you|thx)$", "", value, flags=re.IGNORECASE)
    is_name = value.istitle() and len(value.split()) <= _MAX_WORDS
    if field == "home" and not is_name and not find_mentions(value.lower()):
        return ""
    return value if "?" not in message and _is_value(field, value.lower(), is_name=is_name) else ""


def _is_value(field: str, value: str, *, is_name: bool = False) -> bool:
    """Return whether words may be the value of a field: a home is a place, a diet is something that is eaten or not."""
    items = [each.strip() for each in _LISTED.split(value) if each.strip()]
    if not items or is_goodbye(value) or any(len(each.split()) > _MAX_WORDS for each in items):
        return False
    if _NO_VALUE.search(value):
        return False
    if field == "home":
        return is_name or bool(find_mentions(value))
    return field != "dietary_requirements" or not _NO_DIET.search(value)


def _find_budget(text: str, held: str) -> Statement | None:
    clause = re.sub(r"\bnot (?:\$? ?[\d,.]+k?)\b", "", text)
    amounts = [
        money
        for part in re.split(r"\bbut\b|\bit'?s\b|;|\bnot\b|\bis\b", clause)[::-1]
        if (money := parse_money(part, is_asked=True))
    ]
    known = parse_money(held.lower(), is_asked=True)
    if amounts:
        return Statement("budget_range", format_budget(amounts[0].amount, text))
    is_unit = known and _UNIT.search(text)
    return Statement("budget_range", format_budget(known.amount, text)) if known and is_unit else None


def _find_party(text: str) -> Statement | None:
    people = parse_party(text)
    if not people and (match := _NUMBER.search(text)):
        people = parse_party(f"for {match['number'].split()[-1]}")
    return Statement("number_of_travelers", str(people)) if people else None
