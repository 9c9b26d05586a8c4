"""Fields of the reader's statements: where a slot is sure enough, and its value without the words around it."""

from __future__ import annotations

import re
from dataclasses import replace

from ricordo.extractors.reader.cues import LENGTH, Cue, find_cues
from ricordo.extractors.reader.model import Assertion
from ricordo.language.people import headcount
from ricordo.language.slots import GENERAL_SLOTS, count_days
from ricordo.values import MemoryKind

_MIN_VALUE_SCORE = 0.3
_DEFAULT_MIN_SLOT_SCORE = 0.7
_MIN_SLOT_SCORES = {
    "name": 0.3, "age": 0.45, "birthday": 0.45, "origin": 0.4, "work": 0.8, "employer": 0.4, "pets": 0.5, "diet": 0.5,
    "allergies": 0.65, "languages": 0.4, "dislikes": 0.6, "visited": 0.55, "budget": 0.55, "health": 0.5,
    "activities": 0.5, "possessions": 0.6, "plans": 0.5, "travellers": 0.5, "trip_length": 0.5, "travel_style": 0.5,
    "preferences": 0.6,
}  # fmt: skip
"""Scores of a slot below which a statement fills no field (`training/thresholds.py`)."""

_PARTY = (
    r"(?:(?:there (?:are|will be|'?s)|it(?:'?s|'ll be| is| will be)|we(?:'re| are|'ll be)|so|just|only) ){0,2}"
    r"(?:(?:the )?(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten) of us(?: now| in total| travell?ing| going)?"
    r"|(?:just|only) (?:me|us two|the two of us)|just \w{1,20} and (?:me|i))[.!]?$"
)
_CUES = tuple(
    (slot, re.compile(pattern, re.IGNORECASE))
    for slot, pattern in (
        ("likes", r"(?:i|we) (?:(?:really|also|absolutely|do|just) )?(?:love|like|enjoy|adore)\b"),
        ("dislikes", r"(?:i|we) (?:(?:really|also|absolutely|just) )?(?:hate|dislike|can'?t stand)\b"),
        ("preferences", r"(?:i|we) (?:(?:really|also|usually|always) )?prefer\b"),
        ("visited", r"(?:i|we)(?:'ve| have)? (?:went to|visited|been to|travell?ed to)\b"),
        ("travellers", _PARTY),
        ("trip_length", r"(?:my|our|the) (?:trip|holiday|vacation|stay) (?:is|will be|lasts)\b"),
        ("likes", r"(?:(?:my|our) )?(?:main |big |biggest )?(?:interests?|hobby|hobbies|passion)(?:'?s| is| are|:)"),
        (
            "budget",
            r"(?:(?:my|our|the|hotel|flight|trip|total) ){0,3}budget(?:'?s| is|:| of| around| about| for)?\b.{0,40}\d",
        ),
        ("name", r"my name(?:'?s| is)\b|call me\b"),
        ("home", r"(?:i|we) live in\b"),
        ("employer", r"(?:i|we) work (?:at|for)\b"),
    )
)
"""Openings that leave no doubt about the slot, where the model wavers between two."""

_MAY_BE_LENGTHS = frozenset({"trip_length", "plans", "travel_style", None})
_LENGTH = re.compile(
    r"(?:(?:only|just|about|for|around) ){0,2}(?:a|one|\d{1,2}(?: ?- ?\d{1,2})?|two|three|four|five|six|ten) "
    r"(?:days?|weeks?|nights?)(?: (?:in|at) [\w ]{1,20})?",
    re.IGNORECASE,
)
_ANYWHERE_LENGTH = re.compile(rf"\b{LENGTH}\b", re.IGNORECASE)
_TRIP_FOR = re.compile(
    rf"\b(?:fly|flying|go|going|travel|travell?ing|trip|away|visit|visiting|stay|staying|holiday|vacation|heading|off|"
    rf"be in)\b.{{0,60}}? for (?:about |around |only |just |roughly )?(?P<length>{LENGTH})\b",
    re.IGNORECASE,
)
_COMPANY = re.compile(
    r"(?:me and (?:my|our) \w{1,20}(?! and)|(?:my|our) \w{1,20}(?:,? (?:my|our) \w{1,20})? and (?:i|me))\b",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\b\d{1,2} ?(?:-|–|to|or) ?\d{1,2} (?:days|nights|weeks|months)\b", re.IGNORECASE)
_ANSWERS = {
    "likes": frozenset({"likes", "activities", "preferences"}),
    "visited": frozenset({"visited", "likes", "plans"}),
    "travel_style": frozenset({"travel_style", "preferences", "likes"}),
    "travellers": frozenset({"travellers", "family", "plans", None}),
}
"""Slots that the model takes for the one that was asked for."""

_SURE_OF_OTHER = 0.8
"""The score from which on the model's slot stands against the one that was asked for."""

_OPENING = re.compile(r"^(?:(?:and|but|so|well|oh|also|i think|i guess|maybe)\b,? )+", re.IGNORECASE)
_DOUBTFUL = 0.5
_MIN_ENDED_SLOT_SCORE = 0.4
"""An end needs something that it ends, so its slot may be less sure."""

_AVOIDS = re.compile(
    r"(?:\b(?:don't|dont|do not|can't|cant|cannot|never|doesn't|no longer|not|no)(?: \w{1,12})? (?:eat|have|do|drink|"
    r"touch|tolerate)(?: any| much)?|\b(?:no|without|avoid|gave up|given up|cut out|stopped eating|quit)"
    r"(?: any| all)?) $",
    re.IGNORECASE,
)
_DOES_NOT = re.compile(r"\b(?:don't|dont|do not|never) $", re.IGNORECASE)
_FIELD_HOWS = frozenset({"holds", "ended", "hedged", "negated", "planned"})
_PLANNED_SLOTS = frozenset({"plans", "budget", "travellers", "trip_length", "birthday"})
"""How a statement may be to fill a field, and slots that a plan may fill. A home that is planned is none yet."""

_MIN_OTHER_SLOT_SCORE = 0.2
_AT_EMPLOYER = re.compile(r"(\w[^,;]{1,60}?) (?:at|for|with) (?:the )?(\w[^,;]{1,60})", re.IGNORECASE)

_MOVED = re.compile(r"\bmoved\b.{0,40}?\bto ([A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2})")
_MAX_VALUE_WORDS = 8
_LEAD = re.compile(
    r"(?:(?:my|our|me|just|only|maybe|about|around|roughly|approximately|approx\.?|circa|some|like|probably|mostly|"
    r"currently|called|named)\s+)+(?=\S)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:an?|the)\s+(?=\S)", re.IGNORECASE)
_WITHOUT_ARTICLE = frozenset({"work", "employer", "studies", "allergies", "diet", "likes", "dislikes"})
_TRAIL = re.compile(r"\s+(?:now|currently|too|as well|though|tho|please|lol|or so|ish)$", re.IGNORECASE)
_LISTED_SLOTS = frozenset({"likes", "dislikes", "allergies", "languages", "visited"})
_MORE_ITEMS = re.compile(
    r"(?:, [^\W\d]\w{1,20}(?: \w{1,20})?){0,4},? and (?!i |we |my )[^\W\d]\w{1,20}(?: \w{1,20})?", re.IGNORECASE
)
_EARLIER_ITEMS = re.compile(
    r"(?:(?:i|we)(?:'ve| have)? )?(?:(?:really|also|absolutely|do|just|both) )?"
    r"(?:love|like|enjoy|adore|hate|dislike|prefer|speak|visited|been to|(?:am |'m )?allergic to|can't stand|into) "
    r"((?:[^\W\d]\w{1,20}(?: \w{1,20}){0,2}, ){0,4}[^\W\d]\w{1,20}(?: \w{1,20}){0,2}(?:,? and |, ))",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r",? and |, ", re.IGNORECASE)
_MAX_PART_WORDS = 3
_HAS_FIGURE = re.compile(r"\d|\b(?:hundred|thousand|grand|million|k)\b", re.IGNORECASE)
_HAS_LETTER = re.compile(r"[^\W\d_]")
_NO_HOME = re.compile(r"\b(?:moved?|moving|live|living|from|to|with|am|is|at home|home)\b", re.IGNORECASE)
_IS_NO_NAME = re.compile(r"\b(?:don['\u2019]?t|do not|never|not)\b", re.IGNORECASE)
_NOT_A_NAME = re.compile(r"\b(?:i|my|is|the|name|called|me)\b|\d|[@/]", re.IGNORECASE)


def find_certain(statement: Assertion) -> list[Cue]:
    """Return the phrases of a statement of the person that leave no doubt about their slot and value."""
    if statement.subject is not None or statement.how in {"ended", "negated"}:
        return []
    cues = find_cues(statement.quote)
    length = _TRIP_FOR.search(statement.quote) if statement.how in {"planned", "hedged", "wish"} else None
    if length and all(cue.slot != "trip_length" for cue in cues):
        cues.append(Cue("trip_length", length["length"], length.start("length"), length.end("length")))
    return cues


def find_company(statement: Assertion) -> Cue | None:
    """Return who goes along on a plan: "me and my sister" of "me and my sister want to see Rome"."""
    company = _COMPANY.match(statement.quote)
    is_plan = statement.slot == "plans" and statement.subject is None and statement.how != "ended"
    if company is None or not is_plan or headcount(company[0]) is None:
        return None
    return Cue("travellers", company[0], 0, company.end())


def find_fields(statement: Assertion, asked: str | None = None) -> list[tuple[str, str, str]]:
    """Return the slots that a statement fills: each with the words of its value, and one value of these.

    `asked` is the slot that the assistant just asked for. It is empty where the statement stays a sentence.
    """
    if statement.how not in _FIELD_HOWS:
        return []
    if _answers(statement, asked):
        statement = replace(statement, slot=asked, slot_score=1.0)
        if asked == "trip_length" and (length := _ANYWHERE_LENGTH.search(statement.quote)):
            statement = replace(statement, value=length[0], value_score=1.0)
    if statement.value_score < _MIN_VALUE_SCORE:
        return []
    slot = find_slot(statement)
    if slot is None or (statement.how == "planned" and slot not in _PLANNED_SLOTS):
        return []
    if slot == "name" and _IS_NO_NAME.search(statement.quote):
        return []
    whole = _complete_list(slot, _with_currency(statement), statement.quote)
    both = _AT_EMPLOYER.fullmatch(clean_value("work", whole)) if _is_job_and_employer(statement) else None
    if both:
        return [("work", both[1], both[1]), ("employer", both[2], both[2])]
    value = _find_value(slot, statement.quote, clean_value(slot, whole))
    if not value or not _fits(slot, value):
        return []
    if slot == "diet":
        value = _deny(value, statement.quote)
    return [(slot, value, part) for part in split_values(slot, value)]


def _answers(statement: Assertion, asked: str | None) -> bool:
    """Return whether a statement answers the question for a slot: its value is of that kind."""
    if asked is None or statement.subject is not None or statement.how in {"ended", "negated"}:
        return False
    if statement.slot == asked:
        return True
    if asked in _ANSWERS and statement.slot not in _ANSWERS[asked]:
        return False
    if asked == "travellers":
        return headcount(statement.quote) is not None
    if asked == "visited":
        return statement.how == "holds" and statement.value[:1].isupper()
    if asked in {"likes", "travel_style"}:
        return True
    if statement.slot_score >= _SURE_OF_OTHER:
        return False
    found = _ANYWHERE_LENGTH if asked == "trip_length" else _HAS_FIGURE if asked == "budget" else None
    return found is not None and found.search(statement.quote) is not None


def _deny(value: str, quote: str) -> str:
    """Return what somebody does not eat or drink with the word that says so: "no pork", "does not drink"."""
    before = quote[: max(0, quote.find(value))].replace("\u2019", "'")
    if _AVOIDS.search(before):
        return f"no {value}"
    return f"does not {value}" if _DOES_NOT.search(before) else value


def _find_value(slot: str, quote: str, value: str) -> str:
    """Return the value of a slot where the words say more plainly what it is: the whole party, the end of a move."""
    if slot == "travellers" and (count := headcount(quote)) is not None and count != headcount(value):
        return " ".join(quote.split())
    moved = _MOVED.search(quote) if slot == "home" else None
    return moved[1] if moved else value


def _is_job_and_employer(statement: Assertion) -> bool:
    slots = {statement.slot, statement.other_slot if statement.other_slot_score >= _MIN_OTHER_SLOT_SCORE else None}
    return slots == {"work", "employer"}


def split_values(slot: str, value: str) -> list[str]:
    """Return the values in a list of them: "hiking and coastal walks" are two. A slot of one value is never split."""
    parts = [part.strip() for part in _SEPARATOR.split(value)] if slot in _LISTED_SLOTS else [value]
    is_list = all(part and len(part.split()) <= _MAX_PART_WORDS for part in parts)
    return parts if is_list else [value]


def find_slot(statement: Assertion) -> str | None:
    """Return the slot of a statement if the model is sure of it, or its first words leave no doubt."""
    quote = _OPENING.sub("", statement.quote.replace("\u2019", "'"), count=1)
    if cue := next((slot for slot, pattern in _CUES if pattern.match(quote)), None):
        return cue
    slot = statement.slot
    if (slot in _MAY_BE_LENGTHS or statement.slot_score < _DOUBTFUL) and _LENGTH.fullmatch(quote.strip(" .,!")):
        return "trip_length"
    least = _MIN_SLOT_SCORES.get(slot or "", _DEFAULT_MIN_SLOT_SCORE)
    is_sure = slot and statement.slot_score >= (
        min(least, _MIN_ENDED_SLOT_SCORE) if statement.how == "ended" else least
    )
    return slot if is_sure else None


def clean_value(slot: str, value: str) -> str:
    """Return a value without the words around it: "about $2,000" is "$2,000"."""
    cleaned = " ".join(value.split()).strip(" ,.;:!?\"'“”()")
    cleaned = _TRAIL.sub("", _LEAD.sub("", cleaned, count=1) if _LEAD.match(cleaned) else cleaned)
    return _ARTICLE.sub("", cleaned, count=1) if slot in _WITHOUT_ARTICLE and _ARTICLE.match(cleaned) else cleaned


def slot_kind(slot: str) -> MemoryKind:
    """Return the kind of a memory that fills a slot. A slot that only a profile knows belongs to a profile."""
    known = GENERAL_SLOTS.find(slot)
    return known.kind if known else "profile"


def _complete_list(slot: str, value: str, quote: str) -> str:
    """Return a value with the other items of its list: "hiking" of "I love hiking and coastal walks"."""
    at = quote.find(value)
    if slot not in _LISTED_SLOTS or at < 0:
        return value
    rest = _MORE_ITEMS.fullmatch(quote[at + len(value) :].rstrip(" .!"))
    whole = f"{value}{rest[0]}" if rest else value
    earlier = _EARLIER_ITEMS.fullmatch(quote[:at])
    return f"{earlier[1]}{whole}" if earlier else whole


def _with_currency(statement: Assertion) -> str:
    """Return a value with the currency sign that stands before it."""
    at = statement.quote.find(statement.value)
    has_sign = at > 0 and statement.quote[at - 1] in "$€£¥"
    return f"{statement.quote[at - 1]}{statement.value}" if has_sign else statement.value


def _fits(slot: str, value: str) -> bool:
    """Return whether a value is of the kind that its slot takes."""
    if len(value.split()) > _MAX_VALUE_WORDS:
        return False
    if slot == "travellers":
        return headcount(value) is not None
    if slot == "trip_length":
        return count_days(value) is not None or _RANGE.search(value) is not None
    if slot == "budget":
        return _HAS_FIGURE.search(value) is not None
    if slot == "home":
        return _NO_HOME.search(value) is None
    if slot == "name":
        is_acronym = len(value) > 3 and value.isupper()
        return len(value.split()) <= 4 and not _NOT_A_NAME.search(value) and not is_acronym
    return slot == "age" or _HAS_LETTER.search(value) is not None
