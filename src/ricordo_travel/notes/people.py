"""Find who somebody is: a relation that a message puts right, and the name of the person who writes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.values.memory_words import RELATION
from ricordo_travel.dialogue.values.text import may_be_name
from ricordo_travel.notes.edits import Edit

_A = r"(?:my|our|an?|the)"
_RELATIONS = (
    rf"(?:{RELATION}|grand(?:parents?|children|kids)|in-laws|family|ex(?:-\w+)?|flatmate|roommate|neighbou?r|puppy|kitten|pet|"
    r"team|group|client|customer|assistant|carer|nanny|spouse|stepmother|stepfather|stepsons?|stepdaughters?|godson|"
    r"goddaughter|stepdad|stepmum|stepmom|hubby|missus|auntie|gran|granny|nan|nana|oma|opa|nephews?|nieces|cousins?|"
    r"colleagues?)"
)
_QUALITY = r"(?:best|old|elder|older|younger|youngest|eldest|little|big|other|new)"
_SUBJECT = re.compile(
    rf"(?P<who>(?i:(?:{_QUALITY} )?{_RELATIONS})"
    r"(?: [A-Z][\w'-]+)?|[A-Z][a-z'-]+)"
    r"(?= (?:are|were|have|had|do|did|can|cannot|will|would|must|may|turned|only|never|always|often|usually|"
    r"like|love|hate|eat|need|want|prefer|live|work|speak|get|use|take|wear|walk|sleep|play|\w+s)\b)"
)
"""Whom a note is about, if it is not the person: "Wife Anna is vegan"."""
_RELATION = re.compile(rf"(?i:(?:{_QUALITY} )?{_RELATIONS})\b")
_OWN = re.compile(
    r"(?:Is|Are|Was|Has|Had|Does|Did|Can|Cannot|Will|Would|Likes?|Loves?|Hates?|Eats?|Needs?|Wants?|Prefers?|Lives?|"
    r"Works?|Speaks?|Budget|Diet|Travels?|Never|Always|Often|Usually|Only|Must|Home|Usual|Company|Car|Flat|House|Job|Work|Doctor)\b"
)
_RIGHT = re.compile(
    rf"\b(?:(?P<name>[A-Z][a-z'-]+)(?: is|'s)|(?i:he|she|they)(?: is|'s| are)|(?i:it'?s)) {_A} "
    rf"(?P<right>(?i:{RELATION}))\b"
)
_WRONG = re.compile(
    rf"\b(?:not|isn['’]?t|neither|nor|never) (?:really )?(?:{_A} )?(?P<wrong>{RELATION})\b", re.IGNORECASE
)
_OF_NAMED = re.compile(r"(?P<who>[\w-]+) (?:is called )?(?P<name>[A-Z][\w'’-]*)\b")
_FAMILIES = {
    **dict.fromkeys(("mum", "mom", "mam", "mummy", "mama"), "mother"),
    **dict.fromkeys(("dad", "daddy", "papa", "pa"), "father"),
    **dict.fromkeys(("kids", "children", "child", "kid", "little ones", "boys", "girls", "son", "daughter"), "child"),
    **dict.fromkeys(("grandkids", "grandchildren", "grandson", "granddaughter", "grandchild"), "grandchild"),
    **dict.fromkeys(("hubby", "husband", "wife", "missus", "spouse", "partner", "fiance", "fiancee"), "spouse"),
    **dict.fromkeys(("gf", "girlfriend", "bf", "boyfriend", "ex"), "partner"),
    **dict.fromkeys(("gran", "granny", "nan", "grandma", "grandmother"), "grandmother"),
}
_RELATIVE = re.compile(rf"\b(?P<who>{'|'.join(sorted(_FAMILIES, key=len, reverse=True))})(?:['’]?s)?\b", re.IGNORECASE)
_PRONOUNS = frozenset({"He", "She", "It", "They", "That", "This"})
_MAX_MENDED = 6
_CALLED = "Is called "
_OWN_NAME = re.compile(
    r"\b[Mm]y (?:own |full |real |proper )?name(?: is|'s|: it is|:|, it is| should be)(?: in fact| really)? "
    r"(?P<name>[A-Z][\w'’-]{1,20}(?: [A-Z][\w'’-]{1,20}){0,2})(?=\W|$)"
)
_HERE = re.compile(
    r"\W*(?:(?:hi|hello|hey|good \w+)\b\W*)?(?P<it>(?:it|this)(?:['’]?s| is) )?(?P<name>[^\W\d_]{2,20}) here\b",
    re.IGNORECASE,
)
_RARE_NAME = re.compile(r"(?!\w+day\b|Christmas|Easter)[A-Z][^\W\d_]+")
"""A name as it stands behind "it's", which may be a word as well: "it's Morag here"."""
_INTRODUCES = (
    r"(?:\b(?:my name|name'?s|i'?m|i am|im|call me|called|this is|it'?s|its|here is|here's|spell\w*|spelt|meant)\b\W+"
    r"(?:(?!(?:the|an?|my|our|his|her|of|in|at|for|from|with|to)\b)[\w'-]+\W+){0,3}|^\W*)"
)


def find_other_relations(message: str, notes: Sequence[str]) -> tuple[Edit, ...]:
    """Return edits that give somebody the relation that a message says is right, in all notes that have the wrong one.

    "Oliver is my grandson, not my son" renames "Son Oliver likes castles".
    """
    wrong = [match["wrong"].lower() for match in _WRONG.finditer(message)]
    right = next((match for match in _RIGHT.finditer(message) if match["right"].lower() not in wrong), None)
    if not wrong or right is None:
        return ()
    is_named = right["name"] and right["name"] not in _PRONOUNS
    names = {right["name"].lower()} if is_named else set(re.findall(r"[^\W\d_]+", message.lower()))
    edits: list[Edit] = []
    for number, note in enumerate(notes, 1):
        match = _OF_NAMED.match(note)
        if match and match["who"].lower() in wrong and match["name"].lower() in names:
            edits.append(Edit("replace", (number,), f"{right['right'].capitalize()}{note[match.end('who') :]}"))
    return tuple(edits[:_MAX_MENDED])


def find_own_name(message: str, notes: Sequence[str]) -> tuple[Edit, ...]:
    """Return an edit of the name of the person, if a message says it outright: "my own name: it is Ed Farrow"."""
    known = [(number, note) for number, note in enumerate(notes, 1) if note.startswith(_CALLED)]
    match, here = _OWN_NAME.search(message), _HERE.match(message)
    may_be = here and (may_be_name(here["name"].lower()) or (here["it"] and _RARE_NAME.fullmatch(here["name"])))
    if here and may_be and not known and not re.fullmatch(RELATION, here["name"].lower()):
        name = here["name"].capitalize()
        return (Edit("add", (), f"{_CALLED}{name}", "name", name),)
    if match is None or not known or any(note == f"{_CALLED}{match['name']}" for _, note in known):
        return ()
    name = match["name"]
    return (Edit("replace", tuple(number for number, _ in known), f"{_CALLED}{name}", "name", name),)


def replace_name(edit: Edit, notes: Sequence[str]) -> Edit:
    """Return an edit of the person's name as one that keeps the note which has their surname, too."""
    own = edit.content.partition("is called ")[2].casefold() if edit.slot == "name" else ""
    fuller = [n for n, note in enumerate(notes, 1) if own and note.casefold().startswith(f"is called {own} ")]
    return Edit("keep", tuple(fuller), chance=edit.chance) if fuller else edit


def introduces(message: str, name: str) -> bool:
    """Return whether a message says that its writer is called so, and not that it speaks of somebody with that name."""
    named = re.escape(name)
    return bool(
        re.search(rf"{_INTRODUCES}{named}\b", message, re.IGNORECASE)
        or re.search(rf"\b{named}\b,? (?:here|again)\b", message, re.IGNORECASE)
    )


def tells_own_age(message: str, age: str) -> bool:
    """Return whether a message says that its writer is so old, and not that somebody else is."""
    return bool(
        re.search(
            rf"\b(?:i|i'?m|i am|im|me|age|aged|turned|myself)\b[^.;!?]{{0,30}}\b{re.escape(age)}\b",
            message,
            re.IGNORECASE,
        )
    )


def call_alike(text: str) -> str:
    """Return a text with one word for each relative, whatever people call them."""
    return _RELATIVE.sub(lambda match: _FAMILIES[match["who"].lower()], text)


def find_subject(content: str) -> str | None:
    """Return whom a note is about as the person calls them; None if it is the person."""
    match = _SUBJECT.match(content)
    if match is None or _OWN.match(content):
        return None
    who = match["who"]
    if _RELATION.match(who):
        return who[:1].lower() + who[1:]
    return who if may_be_name(who.lower()) else None  # "Gets migraines", "Plays tennis"
