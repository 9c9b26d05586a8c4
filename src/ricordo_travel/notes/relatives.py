"""Hold a note about somebody against the message: whose relative a name is, and who is how old.

The reader of notes mixes up the people of a message that names several: of "my husband Stefan, Emma 7", it may write
"Husband Stefan is 7".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue.values.keywords import keywords
from ricordo_travel.dialogue.values.memory_words import RELATION
from ricordo_travel.dialogue.values.text import may_be_name, normalise
from ricordo_travel.notes.edits import Edit
from ricordo_travel.notes.people import call_alike

_RELATED = re.compile(
    rf"(?:(?:best|older|younger|little|big|eldest|youngest|oldest) )?(?P<relation>(?i:{RELATION}|grandkids)) "
    r"(?P<called>is called )?(?P<name>[A-Z][\w'’-]+)(?=\W|$)"
)
"""Who somebody is, at the beginning of a note: "Son Leo has …", "Son is called Leo"."""
_BETWEEN = (
    r"(?:[,(:.]|\b(?:is|are|called|named|the|little|names?|who|whose|he|she|they|his|her|their)\b|['’]s?\b|\s){0,8}"
)
_OTHERS = (
    r"(?:(?<![\w'’-])[A-Z][\w'’-]*(?![\w'’-])|(?<!\w)[\w'’-]+(?=,| and\b| &| ?\()|(?<!\d)\d{1,2}(?!\d)|"
    r"\b(?:and|the|little|is|years|old)\b|[,()&\s]){0,24}"
)
"""Names and ages of a list: "kids (Emma 7, Jakob 5 and the little Leni 2)"."""
_OF_MANY = frozenset({"child", "grandchild"})
"""Words that stand for several relatives as well."""
_SAID_AS = {
    "son": "sons?|boys?",
    "daughter": "daughters?|girls?",
    "grandson": "grandsons?",
    "granddaughter": "granddaughters?",
}
"""Words of who says that a child is a son or a daughter: "our children Nico and Lara" does not."""
_IS_MINE = (
    r"(?:\s?[,(]?\s?(?:he|she|they)? ?(?:'s|’s|is|are|was|being)?,? ?(?:my|our|the|an?)|[^.;!?]{0,40}?\b(?:s?he|they) "
    r"(?:is|are|was) (?:my|our|the|an?)|[^.;!?]{0,40}?\b(?:s?he)['’]s (?:my|our|the|an?)) (?:\w+ ){0,2}?"
)
_AGED = re.compile(
    r"(?P<who>(?:[\w'’-]+ ){0,2}?(?P<name>[A-Z][\w'’-]+)) (?:is|turned|turns) (?P<age>\d{1,2})\b(?P<rest>.*)"
)
_OWNER = (
    r"(?P<owner>[^\W\d_]{{2,20}}),?(?: (?:is|was|s?he'?s|s?he is|turned|turns|aged|has|now|just|almost|soon)|"
    r"['’]?s)?[ (,]*(?:now |already |just |soon |aged |age )?{age}(?!\d|[.,:/]\d| ?(?:-|–|to|%|€|\$))"
)
_ONE_AGED = (
    r"(?:(?:the |our )?(?:little|baby|big) )?[^\W\d_][\w'’-]{1,20}(?:,? ?\(?|,? (?:is |aged? )?)"
    r"\d{1,2}(?!\d|[.:/]\d)(?: years old| years| yo)?\)?"
    r"(?! (?:min\w*|hours?|hrs?|days?|nights?|weeks?|am|pm|km|euros?|dollars?|percent|degrees|o'?clock)\b)"
)
_LISTED = re.compile(
    r"\b(?P<who>kids|children|boys|girls|sons|daughters|grand(?:kids|children|sons|daughters)|nephews|nieces)"
    rf"(?: are| named| called|[,:(]|\b)\s?\(?(?P<list>{_ONE_AGED}(?:(?:, and |, | and | & |; ){_ONE_AGED}){{1,7}})",
    re.IGNORECASE,
)
"""Relatives of one kind with their ages: "our kids Nico, 3, and Lara (6)"."""
_EACH_AGED = re.compile(r"(?P<name>[^\W\d_][\w'’-]{1,20})(?P<between>(?:,? ?\(?|,? (?:is |aged? )?))(?P<age>\d{1,2})")
_OF_LIST = re.compile(r"(?P<who>[\w ]{3,30}) are (?P<list>[^\W\d_][\w'’-]{1,20}, \d{1,2}, .{0,200})")
_NAMED = re.compile(
    r"\b(?:my|our) (?:(?:two|three|four|\d|best|old|little) ){0,2}(?P<who>kids|children|boys|girls|sons|daughters|"
    r"mates|friends|brothers|sisters|cousins|colleagues|twins|parents|nephews|nieces|grand(?:kids|children|sons|daughters))"
    r"(?:,| are| called|:){0,2} (?P<list>[^\W\d_]{2,20}(?:, [^\W\d_]{2,20}){0,5},? and [^\W\d_]{2,20})(?!\w| \()",
    re.IGNORECASE,
)
_PARENT_OF = re.compile(
    r"\b(?:mum|mom|mother|mama|dad|father|papa|parents?) (?:of|to) (?:two|three|four|five|six|\d)\b[^.;!?\d]{0,20}"
    r"(?P<ages>\d{1,2}(?:, \d{1,2}){0,4},? (?:and|&) \d{1,2})(?!\d|[.:/]\d)",
    re.IGNORECASE,
)
"""Somebody with children of some ages: "mum of three (2, 6 and 11)"."""
_NOT_NAMED = keywords("called two three four own words")
_MONTHS = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug "
    "sept sep oct nov dec".split()
)
_NOW_AGED = (
    r"\b{name}\b(?P<gap>[^.;!?\d]{{0,60}})\b(?:is|turned|turns|now|became|becomes|become|already|just) "
    r"(?:now |already )?(?P<age>\d{{1,2}})(?:,? (?:years old|years|yo))?"
    r"(?=$|[.,;!)]|,? (?:now|already|today|too|as well|and|not|since|last|this week|so|but|please|pls)\b)"
)
_TURNS = (
    r"\b(?:turns|turning|will be|going to be|gonna be) {age}(?!\d)(?: years old)?"
    r"(?P<when> (?:on|in|next|this) [^,.;!?]{{2,40}}?)?(?= and\b| so\b| but\b| when\b|[,.;!?]|$)"
)
"""An age that is to come."""
_NO_OWNERS = frozenset(
    "is are was am im i'm he she his her hes shes they we and or the my our for of to in on at about age aged turned "
    "now just already soon not room flight day days number nights people from until till under over max june july "
    "august may".split()
)


def put_relation_right(content: str, sentence: str, before: str, notes: Sequence[str]) -> str:
    """Return a note without what somebody is to the person, if nobody says that of them; empty if nothing is left.

    Args:
        content: The note.
        sentence: The sentence that it is read from.
        before: What was said before it.
        notes: The notes that are known.
    """
    match = _RELATED.search(content)
    if match is None or _is_noted(match["relation"], match["name"], notes):
        return content
    relation, name = match["relation"].split()[-1], match["name"]
    said_as = _SAID_AS.get(relation.lower())
    is_guess = said_as and not any(
        re.search(rf"\b(?:{said_as})\b", text, re.IGNORECASE) for text in (sentence, before, *notes)
    )
    if not is_guess and any(_is_related(relation, name, text) for text in (sentence, before)):
        return content
    is_named = any(re.search(rf"\b{re.escape(name)}", text, re.IGNORECASE) for text in (sentence, before, *notes))
    return content[: match.start()] + content[match.start("name") :] if is_named and not match["called"] else ""


def _is_noted(relation: str, name: str, notes: Sequence[str]) -> bool:
    """Return whether a note says already that a name is that of a relative."""
    own = call_alike(relation.lower())
    known = (_RELATED.match(note) for note in notes)
    return any(match and match["name"] == name and call_alike(match["relation"].lower()) == own for match in known)


def _is_related(relation: str, name: str, text: str) -> bool:
    """Return whether a text names a relative so, beside each other: "my son Leo", "Leo is our son"."""
    kin, called = re.escape(call_alike(relation)), re.escape(name)
    among = rf"(?i:{kin})s{_BETWEEN}{_OTHERS}" if kin not in _OF_MANY else rf"(?i:{kin})s?{_BETWEEN}{_OTHERS}"
    beside = re.compile(rf"\b(?:(?i:{kin}){_BETWEEN}|{among})\b(?i:{called})\b|\b(?i:{called}){_IS_MINE}(?i:{kin})\b")
    return any(beside.search(call_alike(said)) for said in (text, normalise(text)))


def _is_relative(word: str) -> bool:
    """Return whether a word says what somebody is to somebody: "son"."""
    return bool(re.fullmatch(RELATION, word.lower()))


def put_age_right(content: str, sentence: str) -> str:
    """Return a note that says how old somebody is with the name beside that number in the sentence."""
    match = _AGED.fullmatch(content)
    if match is None:
        return content
    own = match["name"].casefold()
    owners = [
        found["owner"]
        for found in re.finditer(_OWNER.format(age=match["age"]), sentence, re.IGNORECASE)
        if found["owner"].casefold() not in _NO_OWNERS and _may_own(found["owner"])
    ]
    if not owners or any(owner.casefold().startswith(own) for owner in owners):
        return content
    owner = owners[-1]
    if _is_relative(owner):
        return content
    return f"{owner[:1].upper()}{owner[1:]} is {match['age']}{match['rest']}"


def _may_own(word: str) -> bool:
    """Return whether a word may be somebody who has an age: a name or a relative, and not "week" or "still"."""
    return may_be_name(word.lower()) or _is_relative(word)


def put_turning(edit: Edit, sentence: str) -> Edit:
    """Return an edit that says how old somebody is as what is to come, if it is: "she turns 9 in May"."""
    match = _AGED.fullmatch(edit.content)
    turns = re.search(_TURNS.format(age=match["age"]), sentence, re.IGNORECASE) if match else None
    if match is None or turns is None:
        return edit
    return Edit("add", (), f"{match['who']} turns {match['age']}{turns['when'] or ''}", chance=edit.chance)


def find_list(sentence: str, notes: Sequence[str]) -> tuple[Edit, ...]:
    """Return edits that note relatives told together with their ages, or that put an age in such a note right."""
    if parent := _PARENT_OF.search(sentence):
        return (Edit("add", (), f"Children are {parent['ages']}"),)
    match = _LISTED.search(sentence)
    told = [(each["name"], each["age"]) for each in _EACH_AGED.finditer(match["list"])] if match else []
    if match is None or not all(_may_be_child(name) for name, _ in told):
        right = [edit for number, note in enumerate(notes, 1) if (edit := _put_listed_right(sentence, number, note))]
        return tuple(right) if len(right) == 1 else ()
    who = {"kids": "Children", "grandkids": "Grandchildren"}.get(match["who"].lower(), match["who"].capitalize())
    names = {name.casefold() for name, _ in told}
    old: list[int] = []
    for number, note in enumerate(notes, 1):
        listed = _OF_LIST.fullmatch(note)
        if listed and listed["who"] == who and names & {name.casefold() for name in list_names(note)}:
            before = [(each["name"], each["age"]) for each in _EACH_AGED.finditer(listed["list"])]
            told = [*(each for each in before if each[0].casefold() not in names), *told]
            old.append(number)
    *most, last = (f"{name[:1].upper()}{name[1:]}, {age}" for name, age in told)
    return (Edit("replace" if old else "add", tuple(old), f"{who} are {', '.join(most)}, and {last}"),)


def find_named(sentence: str, notes: Sequence[str]) -> tuple[Edit, ...]:
    """Return an edit that notes relatives of one kind who are told by their names alone: "our sons Kuba and Jan"."""
    match = _NAMED.search(sentence)
    names = re.split(r", (?:and )?| and ", match["list"]) if match else []
    is_known = any(all(name.casefold() in note.casefold() for name in names) for note in notes)
    if match is None or is_known or any(_is_relative(name) or name.lower() in _NO_OWNERS for name in names):
        return ()
    if not any(may_be_name(name.lower()) for name in names):
        return ()
    *most, last = (f"{name[:1].upper()}{name[1:]}" for name in names)
    return (Edit("add", (), f"{match['who'].capitalize()} are called {', '.join(most)} and {last}"),)


def list_names(note: str) -> list[str]:
    """Return the names of a note that lists relatives with their ages; none of another note."""
    match = _OF_LIST.fullmatch(note)
    return [each["name"] for each in _EACH_AGED.finditer(match["list"])] if match else []


def _may_be_child(word: str) -> bool:
    """Return whether a word beside a number may be a name, and not a month or a thing."""
    return word not in _NO_OWNERS and word.casefold() not in _MONTHS and may_be_name(word.casefold())


def is_of_list(content: str, listed: Sequence[Edit]) -> bool:
    """Return whether a note says nothing that a list of relatives does not say."""
    words = {word for word in keywords(call_alike(content)) if not _is_relative(word)} - _NOT_NAMED
    return bool(words) and any(words <= keywords(edit.content) for edit in listed)


def _put_listed_right(sentence: str, number: int, note: str) -> Edit | None:
    """Return an edit of a note that lists relatives with the ages that a sentence says they have now."""
    match, content = _OF_LIST.fullmatch(note), note
    names = {name.casefold() for name in list_names(note)}
    for each in _EACH_AGED.finditer(match["list"]) if match else ():
        now = re.search(_NOW_AGED.format(name=re.escape(each["name"])), sentence, re.IGNORECASE)
        if now and now["age"] != each["age"] and not names & {word.casefold() for word in now["gap"].split()}:
            content = content.replace(each[0], f"{each['name']}{each['between']}{now['age']}")
    return Edit("replace", (number,), content) if content != note else None


def replace_age(edit: Edit, notes: Sequence[str]) -> Edit:
    """Return an edit that says how old somebody is now in the place of all notes that say how old they were."""
    match = _AGED.fullmatch(edit.content) if edit.verb == "replace" else None
    if match is None:
        return edit
    others = [(number, other) for number, note in enumerate(notes, 1) if (other := _AGED.fullmatch(note))]
    old = [
        number
        for number, other in others
        if other["name"].casefold() == match["name"].casefold()
        and other["age"] != match["age"]
        and " turns " not in other[0]
    ]
    return replace(edit, notes=tuple(dict.fromkeys((*edit.notes, *old))))
