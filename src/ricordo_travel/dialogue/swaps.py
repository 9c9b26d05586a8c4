"""The memories whose words a message changes: "window seats, not aisle", "mia turned 10", "it should say …"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from ricordo_travel.dialogue.days import MONTH as _MONTH
from ricordo_travel.dialogue.endings import AGE, POLARITY, find_change
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.recollection import CHILDREN, RELATIONS, Row, find_named, find_topic, is_of_other
from ricordo_travel.dialogue.remembered import SLOTS, Known, stems_of
from ricordo_travel.dialogue.statements import find_other, find_statements
from ricordo_travel.dialogue.text import is_first_name, split_sentences

_CONTRASTS = (
    re.compile(
        r"\b(?:not|isn't) (?!only\b|just\b|merely\b)(?P<old>[\w' -]{1,40}?)"
        r"(?: any ?more)?(?:,? but|,? (?:rather|it's|its|it is|she's|he's)|,) "
        r"(?P<new>[\w' -]{1,60})"
    ),
    re.compile(
        r"(?P<new>[\w' -]{1,60}?)(?:,? (?:and )?not|,? instead of|,? rather than) (?!only\b|just\b|merely\b)"
        r"(?P<old>[\w' -]{1,40}?)"
        r"(?: (?:any ?more|now|please|thanks|lol))*\s*(?:[,.;!]|$)"
    ),
)
_FILLERS = frozenset(
    "no it is it's its that that's this actually now already really just sorry i i'm im am said say meant mean my our "
    "the a an in on at for of to please and but so well oh are was were be we we're they're she's he's should has have "
    "all only years old last week ok hey you with turned remember note write".split()
)
_GREW = re.compile(
    r"\b(?P<old>\d{1,2})[ -]years?[ -]old (?:(?:is|has|just|now|already|recently) ){0,3}"
    r"(?:turned |turns |become )?(?P<new>\d{1,2})\b"
)
"""How old a child is now who is called by the age before: "the 8 year old turned 9"."""
_AUXILIARY = re.compile(
    r"\b(?:do|does|did|am|is|are|was|were|can|could|should|would|will|have|has|i'm|we're|why|or|if)$"
)
_OF = re.compile(r" (?:to|of|in) ")
"""The word before what is denied: "not allergic to feathers, it's wool"."""
_FROM_NOW_ON = re.compile(
    r"\b(?:use|take|put|note|choose|set|have|start(?:ing)? (?:from|in)|fl(?:y|ying) (?:me )?from|it's|make it|be) "
    r"[^.;!?]{3,40}\b(?:from now on|in (?:the )?future|from here on|always|as (?:my|our) (?:usual |home )?airport)\b|"
    r"\b(?:from now on|in future)\b[^.;!?]{0,20}\b(?:use|take|from) [^.;!?]{3,30}"
)
_AIRPORT = re.compile(r"\bairport\b", re.IGNORECASE)
_ELDEST = re.compile(r"\b(?:eldest|oldest|older|big one)\b")
_YOUNGEST = re.compile(r"\b(?:youngest|younger|little one)\b")
_ASIDE = re.compile(r"\b(?:by the way|i think|i guess|to be honest),? ?")
_MAX_WORDS = 3
_SHOULD_SAY = re.compile(
    r"\b(?:it|that|this|(?:the|that|your) (?:note|line|entry)) (?:should|must|has to|ought to|needs to) (?:say|read|be)"
    r"(?: that)?:? (?P<words>[^.;!?\n]{3,200})|"
    r"\b(?:change|correct|update) (?:it|that|this)(?: one| note| line)? to(?: say| read)?(?: that)?:? "
    r"(?P<changed>[^.;!?\n]{3,200})",
    re.IGNORECASE,
)
_SPELT = re.compile(r"\b(?:spelt|spelled|written)(?: like| as)?:? (?P<name>[a-z]{3,20})\b")
_ALIKE = 0.7
_IS_MONTH = re.compile(_MONTH, re.IGNORECASE)
_AMOUNT = re.compile(
    r"(?<![\d.,:])(?P<number>\d{1,7}(?:[.,]\d{1,3})?)(?:st|nd|rd|th)?\b"
    r"(?: (?:of |a |an |per )?(?P<unit>(?!actually|now|not|these|since|so|please|pls|and|but|instead|then|from|for|or|"
    r"rather|thanks)[a-z]{3,12})\b)?",
    re.IGNORECASE,
)
"""A number with what it counts: "180 a night", "12 October"."""
_WHOLE = re.compile(r"\b(?:whole|entire|total|altogether|in all|for (?:the|a|this) trip|for everything)\b")
"""Words of an amount for all of a trip, which is none a night."""
_STATES = re.compile(
    r"(?!(?:i|we|you|it|that|this|there|what|who|which|where|how|when|she|he|they|please)\b)"
    r"(?:(?:my|our|the) )?[\w-]{2,20}(?:'s|'ll| is| are| will| goes| stays| sleeps) [a-z][^?]{2,200}$",
    re.IGNORECASE,
)
"""A plain sentence about somebody else or something, by its beginning."""


def find_contrasts(text: str) -> Iterator[tuple[list[str], list[str], set[str], str]]:
    """Yield what a text in lower case says is right, what not, the words of both before that, and of whom else.

    "window seats, not aisle", "not allergic to feathers, it's wool"
    """
    for sentence in split_sentences(_ASIDE.sub("", text)):
        if (grew := _GREW.search(sentence)) and not sentence.endswith("?"):
            yield [grew["new"]], [grew["old"]], set(), ""
            continue
        for pattern in _CONTRASTS:
            match = pattern.search(sentence)
            if match and not sentence.endswith("?") and not _AUXILIARY.search(match["new"].strip()):
                *before, denied = [match["old"]] if _OF.search(match["new"]) else _OF.split(match["old"])
                old = [word for word in denied.split() if word not in _FILLERS]
                if old and len(old) <= _MAX_WORDS:
                    yield (
                        match["new"].split(),
                        old,
                        keywords(" ".join(before)),
                        find_other(sentence[: match.start("old")]),
                    )


def find_swaps(text: str, rows: Sequence[Row]) -> dict[str, str]:
    """Return the new words of each memory that a contrast in a text changes, by its id."""
    found: dict[str, str] = {}
    for new, old, before, other in find_contrasts(text):
        pattern = re.compile(rf"\b(?:the )?{re.escape(' '.join(old))}\b", re.IGNORECASE)
        people = find_topic(" ".join(new), rows).people
        held = [row for row in rows if pattern.search(row["content"]) and before <= keywords(row["content"])]
        held = [row for row in held if not other or _is_about(other, row, rows)]
        about = find_named(find_topic(" ".join(new), rows), held) if people else held
        if not about and old[0].isdigit():
            about = [row for row in held if find_topic(row["content"].lower(), rows).people & CHILDREN]
        swapped = {row["id"]: content for row in about if (content := _swap(row, pattern, new, people))}
        words = sorted(map(keywords, swapped.values()), key=len)
        is_one = bool(words) and all(words[0] <= each for each in words)  # a field of the profile says it once more
        found |= swapped if people or is_one else {}
    return _find_other_start(text, rows) | found


def _is_about(who: str, row: Row, rows: Sequence[Row]) -> bool:
    """Return whether a memory is about somebody: a relative, a name, or "she"."""
    people = find_topic(who, rows).people | keywords(who)
    return is_of_other(row) if who in {"she", "he", "they"} else bool(people & stems_of(row))


def _find_other_start(text: str, rows: Sequence[Row]) -> dict[str, str]:
    """Return the notes of a usual airport with the one to take from now on: "please use Berlin for me from now on"."""
    match = _FROM_NOW_ON.search(text) if not text.endswith("?") else None
    named = [each for each in find_mentions(match[0]) if each.place] if match else []
    old = [
        (row, each) for row in rows if _AIRPORT.search(row["content"]) for each in find_mentions(row["content"].lower())
    ]
    if len(named) != 1 or len(old) != 1 or old[0][1].name == named[0].name:
        return {}
    row, place = old[0]
    content = row["content"]
    return {row["id"]: f"{content[: place.start]}{named[0].name}{content[place.end :]}"}


def _swap(row: Row, old: re.Pattern[str], new: Sequence[str], people: frozenset[str]) -> str:
    """Return the words of a memory with what is right in the place of what is not; empty if nothing is put there."""
    match = old.search(row["content"])
    is_name = bool(match and match.start() and match[0].istitle())
    known = (
        keywords(old.sub(" ", row["content"]))
        | RELATIONS
        | (frozenset[str]() if is_name else people)
        | keywords("name called s")
    )
    right = [word for word in new if word not in _FILLERS and (word.isdigit() or not keywords(word) <= known)]
    right = [word for word in right if is_name or not is_first_name(word)]
    right = [word for word in right if word.isdigit()] if match and match[0].isdigit() else right  # "the limit is 180"
    right = list(new[new.index(right[0]) : new.index(right[-1]) + 1]) if right else right
    has_numbers = [any(each.isdigit() for each in words) for words in (match[0].split() if match else [], right)]
    if not right or len(right) > _MAX_WORDS or has_numbers[0] != has_numbers[1]:
        return ""
    content = old.sub(" ".join(right).title() if is_name else " ".join(right), row["content"])
    return re.sub(r"\ban?(?= [a-z])", lambda each: "an" if content[each.end() + 1] in "aeiou" else "a", content)


def reword(text: str, row: Row) -> str:
    """Return a memory with the value that a text in lower case gives it, a word, a day or a number; empty if none."""
    content = row["content"]
    if swapped := find_swaps(text, [row]).get(row["id"]):
        return swapped
    if spelt := _SPELT.search(text):
        near = get_close_matches(spelt["name"].title(), re.findall(r"\w+", content), 1, _ALIKE)
        return re.sub(rf"\b{near[0]}\b", spelt["name"].title(), content) if near else ""
    old = list(_AMOUNT.finditer(content))
    new = {each["number"]: each for each in _AMOUNT.finditer(text) if all(each["number"] != o["number"] for o in old)}
    if len(old) != 1 or len(new) != 1:
        return ""
    (was,), (number, now) = old, new.popitem()
    is_of_part = was["unit"] in {"night", "day", "person"}
    if _repeats(text, was["number"], number) or (is_of_part and not now["unit"] and _WHOLE.search(text)):
        return ""
    units = [_IS_MONTH.fullmatch(each["unit"] or "") for each in (was, now)]
    if all(units):
        return f"{content[: was.start()]}{number} {now['unit'].title()}{content[was.end() :]}"
    is_same = not now["unit"] or keywords(now["unit"]) == keywords(was["unit"] or "")
    return f"{content[: was.start()]}{number}{content[was.end('number') :]}" if is_same else ""


def _repeats(text: str, held: str, other: str) -> bool:
    """Return whether a text in lower case says that a number of a note is right, beside one that is about other things.

    Such are "I told you, 800 per trip. It is 485, so that is fine" and "no, 800 and not 485".
    """
    if re.search(rf"\b(?:not|never|isn't|instead of|rather than) (?:the |only |just )?\$?{re.escape(other)}\b", text):
        return True
    said = re.search(rf"{_SAYS_AGAIN}[^.;!?\d]{{0,25}}\$?{re.escape(held)}\b", text)
    return bool(said) and not _SAYS_NEW.search(text)


_SAYS_AGAIN = (
    r"\b(?:i(?:'ve| have)? (?:already |just )?(?:told you|said|wrote|mentioned)|(?:limit|budget|maximum|cap|amount)"
    r"(?:'s| is)|still|stays?|remains?)\b"
)
_SAYS_NEW = re.compile(
    r"\b(?:but|actually|now|meant?|wrong|mistaken?|sorry|instead|any ?more|no longer|not|changed?|was|used to|"
    r"says|you(?:'ve| have)? (?:wrote|noted|written|put|got|have))\b|\bno,? \$?\d"
)
"""Words of somebody who gives another number than before."""


def find_edits(text: str, new: Sequence[Row], known: Known) -> dict[str, str]:
    """Return the new words of each memory that a message changes: by a contrast, or by what was learned from it."""
    ids = {row["id"] for row in new}
    old = [row for row in known.rows if row["id"] not in ids]
    stated = {each.field for each in find_statements(text) if not each.is_denied}
    edits = find_swaps(text, [row for row in old if SLOTS.get(row["field"] or "") not in stated])
    for each in new:
        for row in old:
            change = find_change(row, each, known.rows) if AGE.search(row["content"]) else None
            if change and row["id"] not in edits:
                content = row["content"].replace(*change)
                edits |= {row["id"]: content} if keywords(each["content"]) - POLARITY <= keywords(content) else {}
                edits |= _age_group(change, row, old, known)
    return _find_birthdays(text, new, old) | edits


def _find_birthdays(text: str, new: Sequence[Row], old: Sequence[Row]) -> dict[str, str]:
    """Return the lists of ages of children in which one has changed: "my eldest is 10 now", "my son turned 10"."""
    found: dict[str, str] = {}
    for each in new:
        age = AGE.search(each["content"])
        is_child = find_topic(each["content"].lower()).people & CHILDREN
        for row in old if age and is_child and age[1].isdigit() else ():
            content = found[row["id"]] if row["id"] in found else str(row["content"])
            listed = AGE.search(content)
            ages = [int(word) for word in re.findall(r"\d+", listed[1])] if listed else []
            before = _find_age_before(f"{each['content']} {text}".lower(), int(age[1]) if age else 0, ages)
            if before is not None and age:
                found[row["id"]] = re.sub(rf"\b{before}\b", age[1], content, count=1)
    return found


def _find_age_before(text: str, age: int, ages: Sequence[int]) -> int | None:
    """Return which of several ages was that of a child who is so old now; None if none surely was."""
    if len(ages) < 2 or age in ages:
        return None
    if _ELDEST.search(text):
        return max(ages) if age >= sorted(ages)[-2] else None
    if _YOUNGEST.search(text):
        return min(ages) if age <= sorted(ages)[1] else None
    return age - 1 if ages.count(age - 1) == 1 else None


def lists_age(row: Row, content: str) -> bool:
    """Return whether a memory lists the ages of several children, with the one that a sentence tells of a child."""
    told, listed = AGE.search(content), AGE.search(row["content"])
    is_child = find_topic(content.lower()).people & CHILDREN and find_topic(row["content"].lower()).people & CHILDREN
    ages = re.findall(r"\d+", listed[1]) if listed else []
    return told is not None and bool(is_child) and len(ages) > 1 and told[1] in ages


def find_outgrown(new: Sequence[Row], old: Sequence[Row]) -> list[Row]:
    """Return the lists of ages of children in whose place new memories say how old each of them is."""
    of_children = [each["content"] for each in new if find_topic(each["content"].lower()).people & CHILDREN]
    ages = sorted({int(word) for content in of_children for word in re.findall(r"\b\d{1,2}\b", content)})
    found: list[Row] = []
    for row in old:
        listed = AGE.search(row["content"]) if find_topic(row["content"].lower()).people & CHILDREN else None
        before = sorted(int(word) for word in re.findall(r"\d+", listed[1])) if listed else []
        is_whole = len(before) == len(ages) > 1 and before != ages
        found += [row] if is_whole and all(now >= age for age, now in zip(before, ages, strict=True)) else []
    return found


def find_rewritten(message: str, reply: str, new: Sequence[Row], known: Known) -> dict[str, str]:
    """Return the new words of the memory that a message dictates: "it should say that Rex stays with my sister".

    It is the one that the reply before names, or that of several which has most of the words.
    """
    match = _SHOULD_SAY.search(message)
    words = tell_of(match["words"] or match["changed"]) if match else ""
    ids = {row["id"] for row in new}
    named = [row for row in known.rows if row["id"] not in ids and row["content"] in reply]
    common = [len(keywords(row["content"]) & keywords(words)) for row in named]
    best = [row for row, count in zip(named, common, strict=True) if count == max(common)]
    if not words or len(best) != 1 or (len(named) > 1 and not max(common)):
        return {}
    return {best[0]["id"]: new[0]["content"] if new else words}


def dictates(message: str) -> bool:
    """Return whether a message gives the words that a note should have."""
    return bool(_SHOULD_SAY.search(message))


def states_instead(text: str) -> bool:
    """Return whether a sentence after what is to be erased says how it is: "Rex is going to my sister's"."""
    return bool(_STATES.match(text))


def tell_of(words: str) -> str:
    """Return words of a person as a note about them; empty if they are in the first person."""
    text = re.sub(r"\b(?:my|our) (?=\w)", "", words.strip(" ,"), flags=re.IGNORECASE)
    return "" if re.match(r"(?:i|we)\b", text, re.IGNORECASE) else f"{text[:1].upper()}{text[1:]}"


def _age_group(change: tuple[str, str], child: Row, rows: Sequence[Row], known: Known) -> dict[str, str]:
    """Return the memories of the ages of all children, with that of one of them changed."""
    if not find_topic(child["content"].lower(), known.rows).people & CHILDREN or not change[0].isdigit():
        return {}
    listed = [row for row in rows if (match := AGE.search(row["content"])) and change[0] in match[1].split()]
    return {row["id"]: re.sub(rf"\b{change[0]}\b", change[1], row["content"]) for row in listed if row is not child}
