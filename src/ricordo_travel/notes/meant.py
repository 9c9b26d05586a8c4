"""Decide whether a message can mean a note, so that nothing is erased that it does not speak of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.values.keywords import keywords
from ricordo_travel.dialogue.values.memory_words import RELATION
from ricordo_travel.notes.known import Row
from ricordo_travel.notes.people import call_alike
from ricordo_travel.notes.relatives import list_names
from ricordo_travel.notes.sentences import OWN_WORDS, show_note

_STEM = 5
_FEW = 4
"""Of how many words of a note one has to be said, so that a message speaks of it."""
_TOPICS = {
    "home": "home address town city where live place",
    "budget": "budget money spend limit price",
    "diet": "diet food eat dietary vegan vegetarian",
    "likes": "likes interests hobbies",
    "preferences": "preferences prefer wishes",
    "travellers": "party travellers people group number how many",
    "trip_length": "length nights days long",
    "visited": "trips past visited places",
    "name": "name called",
}
"""What people call each slot by."""
_CALLED = re.compile(r"\bis called (?P<name>[A-Z][\w'’-]+)")
_OF_NAME = re.compile(r"\b\w+ is called [A-Z]")
_OF_RELATIVE = re.compile(rf"\b(?:my|our) {RELATION}\b(?!'s)")
_OF_WRITER = re.compile(r"\b(?:i|i'm|i've|we|we're|me)\b")
_POINTS = re.compile(
    r"\b(?:it|them|both|yes)\b|"
    r"\b(?:that|this|those|these)\b(?=\W*$|[,.;:!?]| (?:too|please|pls|out|off|away|again|now|as well|then)\b)"
)
"""Words that point at what was said last; "that Emma is my son" does not."""
_ERASED_THING = re.compile(r"\b(?:forget|erase|delete|remove|bin|wipe|clear|drop|scrap)\b (?P<what>[^.,;:!?]{1,60})")
_ASKS_ABOUT = re.compile(
    r"\b(?:know|remember|have|got|told|say|is|was) (?:\w+ ){0,3}?(?:about|on|of)\b|\bwho is\b|\ballerg"
)
_ERASES = (
    r"(?:^|[.,;:!?] |\b(?:and|but|please|pls|kindly|also|so|no|then|just|to|(?:can|could|would|will) you) )"
    r"(?:please |also |just |kindly )?"
    r"(?:forget|erase|delete|remove|bin|scrap)\b"
)
_ERASED_WORDS = re.compile(
    rf"{_ERASES}(?P<what>(?:(?!\b(?:but|except|keep|remember|leave)\b)[^.,;:!?]){{1,200}})(?!\?)"
)
_REASON = re.compile(
    r"\b(?:since|because|cause|cos|as (?:i|we|he|she|they|my|our|it)\b)|\b(?:s?he|they|i|we) (?:is|are|am|will|isn)\b"
)
_SAME_KIN = {
    **dict.fromkeys(("mum", "mom", "mam", "mummy", "mama"), "mother"),
    **dict.fromkeys(("dad", "daddy", "papa", "pa"), "father"),
    **dict.fromkeys(("gran", "granny", "nan", "grandma"), "grandmother"),
    "grandpa": "grandfather",
    "kids": "children",
    "hubby": "husband",
    "missus": "wife",
    "gf": "girlfriend",
    "bf": "boyfriend",
}
"""Words for the same relative, and for no other one."""
_POINTING = keywords(
    "forget erase delete remove wipe clear scrap drop lose take out off note thing bit one last first "
    "second third fourth line sentence entry please pls thanks ok okay yes no both all two three again "
    "say said tell told wrote mean meant wrong old keep need know store save diet food eat age work job "
    "health name called home live budget money everything anything stuff about only just actually really"
)
"""Words that point at a note, or name what it is about in words of their own."""


def is_meant(state: DialogueState, row: Row, notes: Sequence[Row]) -> bool:
    """Return whether a message can mean a note: by its words, or by pointing at the last reply while it names no other.

    Who names somebody and something else that the note does not say means another one: "the swimming thing of Lina".
    """
    said = keywords(call_alike(find_erased_words(state.text))) - _POINTING
    said = said or keywords(call_alike(state.text)) - _POINTING  # "we broke up, so forget about him"
    if not said or _is_named(said, row):
        return True
    if (what := _ERASED_THING.search(state.text)) and row in find_of_slots(what["what"], [row]):
        return True
    is_pointed = show_note(row["content"]) in state.last_reply and _POINTS.search(state.text)
    return bool(is_pointed) and not any(_is_named(said, each) for each in notes)


def speaks_of(state: DialogueState, row: Row) -> bool:
    """Return whether a message speaks of what a note says, and does not share one word of many with it.

    Who corrects what the last reply shows may speak of it in other words.
    """
    said, held = keywords(call_alike(state.text)), keywords(call_alike(row["content"].removeprefix(OWN_WORDS)))
    shared = [
        word
        for word in held
        if word in said or any(word[:_STEM] == each[:_STEM] for each in said if len(each) >= _STEM)
    ]
    return len(shared) * _FEW >= len(held) or show_note(row["content"]) in state.last_reply


def find_erased_words(text: str) -> str:
    """Return what a text in lower case asks to erase, without a reason; all of it if it asks for nothing."""
    asked = [match["what"] for match in _ERASED_WORDS.finditer(text)]
    return " ".join(_REASON.split(each)[0] for each in asked) or text


def names_surely(text: str, row: Row, notes: Sequence[Row]) -> bool:
    """Return whether all that a text in lower case asks to erase is in one note, and in no other."""
    said = keywords(call_alike(find_erased_words(text))) - _POINTING
    holders = [each for each in notes if said <= keywords(call_alike(f"{each['content']} {each['subject'] or ''}"))]
    return bool(said) and find_erased_words(text) != text and holders == [row]


def names_more(text: str, row: Row) -> bool:
    """Return whether a text in lower case asks to erase something that a note does not say: "the night ferry"."""
    what = find_erased_words(text)
    held = keywords(call_alike(f"{row['content']} {row['subject'] or ''} {_TOPICS.get(row['field'] or '', '')}"))
    more = keywords(call_alike(what)) - _POINTING - held
    return what != text and any(len(word) > 2 for word in more)  # not the "m" of "I'm"


def find_people(text: str, rows: Sequence[Row], *, by_name: bool = False) -> list[Row]:
    """Return all notes about the people whom a text names, by a name or as a relative; none if a name is wanted."""
    said = keywords(call_alike(text))
    if by_name and not any(said & _find_names(row) for row in rows):
        return []
    return [row for row in rows if said & (keywords(call_alike(row["subject"] or "")) - _POINTING | _find_names(row))]


def find_nearest(text: str, rows: Sequence[Row]) -> list[Row]:
    """Return the notes that share most words with a text."""
    said = keywords(call_alike(text)) - _POINTING
    shared = [len(said & keywords(call_alike(row["content"]))) for row in rows]
    return [row for row, count in zip(rows, shared, strict=True) if count == max(shared) > 0]


def find_named(state: DialogueState, notes: Sequence[Row]) -> list[Row]:
    """Return the notes that the words of a message name."""
    said = keywords(call_alike(state.text)) - _POINTING
    return [row for row in notes if _is_named(said, row)]


def _is_named(said: set[str], row: Row) -> bool:
    """Return whether words that were said name a note: what it says, or just whom it is about."""
    held, people = keywords(call_alike(row["content"])), keywords(call_alike(row["subject"] or ""))
    held |= keywords(_TOPICS.get(row["field"] or "", ""))
    people |= held if _OF_NAME.search(row["content"]) else set()
    return _is_shared(said - people, held - people) or bool(said & people and said <= people)


def find_topic(topic: str, rows: Sequence[Row]) -> list[Row]:
    """Return the notes of the slot that a topic names: "my home" means where somebody lives."""
    words = keywords(topic)
    slots = {slot for slot, named in _TOPICS.items() if words and words <= keywords(named)}
    return [row for row in rows if row["field"] in slots and not row["subject"]]


def find_whole(text: str, rows: Sequence[Row]) -> list[Row]:
    """Return the notes that a text in lower case asks to erase by all that they say: "forget that Rui is too old"."""
    asked = [set(list_words(match["what"])) for match in _ERASED_WORDS.finditer(text)]
    found: list[Row] = []
    pointed: list[Row] = []
    for row in rows:
        words = [word for word in list_words(show_note(row["content"])) if not re.fullmatch(RELATION, word)]
        rest = {*words} - {*list_words(row["subject"] or "")}
        if len(words) > 1 and any({*words} <= said for said in asked):
            found.append(row)
        elif row["subject"] and len(rest) > 1 and any(rest <= said and said & {"she", "he"} for said in asked):
            pointed.append(row)  # "forget that she is vegan"
    return found or (pointed if len(pointed) == 1 else [])


def count_erasures(text: str) -> int:
    """Return how often a text in lower case asks to erase something."""
    return len(re.findall(_ERASES, text))


def list_words(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return re.findall(r"[^\W_]+(?:['’][^\W_]+)?", text.lower())


def find_of_slots(text: str, rows: Sequence[Row]) -> list[Row]:
    """Return the notes of all slots that a text names: "my home and the budget"."""
    words = keywords(text)
    slots = {slot for slot, named in _TOPICS.items() if words & keywords(named)}
    return [row for row in rows if row["field"] in slots and not row["subject"]]


def _is_shared(said: set[str], held: set[str]) -> bool:
    """Return whether a word is in both, or another form of it."""
    return bool(said & held) or any(one[:_STEM] == other[:_STEM] for one in said for other in held if len(one) >= _STEM)


def find_more_of(text: str, rows: Sequence[Row], notes: Sequence[Row]) -> list[Row]:
    """Return the other notes about just whom some notes are about, if a text in lower case names nothing but them."""
    said = keywords(call_alike(text)) - _POINTING
    people = set[str]().union(*(keywords(call_alike(row["subject"] or "")) for row in rows))
    if not said or not said <= people:
        return []
    own = [row["subject"] for row in rows if row["subject"]]
    return [
        row for row in notes if row not in rows and any(_is_same_person(row["subject"] or "", each) for each in own)
    ]


def _is_same_person(one: str, other: str) -> bool:
    """Return whether two subjects are the same person: of one relation, and of one name if both have a name."""
    (kin, name), (other_kin, other_name) = (_split_subject(each) for each in (one, other))
    is_kin = kin == other_kin if kin and other_kin else bool(name and other_name)
    return is_kin and (not name or not other_name or name == other_name)


def _split_subject(subject: str) -> tuple[str, str]:
    """Return what somebody is to the person, in one word for each relation, and their name; empty where it lacks."""
    words = subject.split()
    kin = " ".join(word.lower() for word in words if not word[:1].isupper())
    return _SAME_KIN.get(kin, kin), " ".join(word for word in words if word[:1].isupper())


def find_about(state: DialogueState, rows: Sequence[Row]) -> list[Row]:
    """Return all notes about the people whom a message names, if it asks what is known about them."""
    return find_people(state.text, rows) if _ASKS_ABOUT.search(state.text) else []


def names_some_of(text: str, row: Row) -> bool:
    """Return whether a text in lower case names some of the people whom a note lists, and not all: "forget Emma"."""
    names = [name.lower() for name in list_names(row["content"])]
    said = {*list_words(text)}
    return 0 < sum(name in said for name in names) < len(names)


def find_of_named(state: DialogueState, rows: Sequence[Row], notes: Sequence[Row]) -> list[Row]:
    """Return the notes about somebody whom a message names, if some other notes that it shares words with are not."""
    said = keywords(state.text)
    names = {name for row in notes for name in _find_names(row) if name in said}
    if not names or any(names & keywords(row["content"]) for row in rows):
        return []
    rest = said - names - _POINTING
    return [row for row in notes if names & keywords(row["content"]) and rest & keywords(row["content"])]


def _find_names(row: Row) -> set[str]:
    """Return the names of whom a note is about: "priya" of "girlfriend Priya"."""
    called = _CALLED.search(row["content"])
    words = (row["subject"] or "").split() + ([called["name"]] if called else [])
    return keywords(" ".join(word for word in words if word[:1].isupper()))


def says_too(row: Row, other: Row) -> bool:
    """Return whether a note in the person's own words says what another note says."""
    words = keywords(call_alike(other["content"])) - keywords(call_alike(other["subject"] or ""))
    is_own = row["content"].startswith(OWN_WORDS) and not other["content"].startswith(OWN_WORDS)
    return is_own and len(words) > 1 and words <= keywords(row["content"])


def is_of_another(text: str, row: Row, notes: Sequence[Row]) -> bool:
    """Return whether a text in lower case speaks of somebody else only, and a note is about the person."""
    names = "|".join(sorted({re.escape(name) for each in notes if each["subject"] for name in _find_names(each)}))
    is_named = bool(names) and re.search(rf"\b(?:{names}) (?:is|was|isn|wasn|has|had|does|doesn|can|likes|eats)", text)
    is_of_relative = _OF_RELATIVE.search(text) and not _OF_WRITER.search(text)
    return not row["subject"] and bool(is_named or is_of_relative)
