"""Mend the words of a note as the reader writes it: its capital letters and its marks."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.keywords import keywords, list_keywords
from ricordo_travel.dialogue.values.memory_words import RELATION
from ricordo_travel.dialogue.values.text import is_common_word, is_first_name, remove_accents
from ricordo_travel.notes.people import call_alike

_CLAUSE = re.compile(r"[,;.!?]|\bbut\b|\band\b|(?= not\b)")
DENIAL = re.compile(
    r"\b(?:not|cannot|cant|dont|doesnt|didnt|isnt|arent|wasnt|wont|hasnt|havent|never|no|none|nothing|without|avoids?|"
    r"neither|nor|hates?|dislikes?)\b|n['’]t\b",
    re.IGNORECASE,
)
_LIMITS = re.compile(
    r"\b(?:only|just|wrong|instead|stopped|former|old|past|used to|gone|left|died|dead|without|except|quit|done)\b",
    re.IGNORECASE,
)
"""Words of a message that may take something out of a note."""
_PLAIN = keywords(
    "travels called likes loves wants prefers years old father mother children kids cannot goes found budget"
)
"""Words in which a note says what a message says in others."""
_UNENDED = frozenset("is are a an the of in to with and or not for at on".split())
"""Words that no note ends with."""
_IS_SOMETHING = re.compile(r"(?P<who>[\w'’ -]{0,40}?)\b(?:[Ii]s|[Hh]as) (?:an? )?(?P<what>[^\W\d][^.;]{2,60})")
_ONE_OF_MANY = re.compile(r"(?:Children|Kids|Parents|Grand(?:children|kids|parents)) (?:is|has|was|does)\b")
_BROKEN = re.compile(
    r"\b(?:[Hh]as|[Hh]ave|[Ww]ants) (?:from|in|at|on|is|are)\b|\b[Tt]ravels? as [A-Z]|"
    r"\b[Ii]s (?:got|has|have|was|am|does|did)\b|\b(?:[Ii]s|[Hh]as) an? (?:no|not|any|some|the|is|has|\w+s got)\b|"
    r"\b[Ii]s (?:an? )?(?:[a-z]+ )?(?:holidays|shifts|dates|flights|hotels|beds|rooms|trips)\b|"
    r"^Is (?:all )?\w+ (?:except|apart|but)\b|^\w+$|^Is (?:all|both)\b|\ba \d+[a-z]\b|"
    r"\b[2-9] (?:child|kid|son|daughter)\b|\b[Hh]as an? (?:aisle |window |front )?seat$|"
    r"\b(?:[Cc]annot|[Cc]an|[Dd]oes not|[Ww]ill) (?!bring\b|sing\b)\w{2,}ing\b"
)
_BEFORE_VOWEL = re.compile(r"\b(?P<a>[Aa]) (?=(?!eu|one\b|once\b|uni|us|ut)[aeiou])")
_ARTICLE_OF_MANY = re.compile(r"(?<=\b[Hh]as )an? (?=(?:twins|kids|children|sons|daughters|mates|friends|parents)\b)")
_NUMBER = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?!\d)|(?<![\d,])\d{1,9}")
_COUNTED = 20
"""A number up to which people say it in a word, or count: "the three of us"."""
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LONG = 4
"""Letters that a word has at least to be known without its accents."""
_NO_NAMES = frozenset(
    "are has had was were can cannot does did gets goes likes loves hates eats needs and who the also now not".split()
)
_OF_NAME = re.compile(rf"\b(?:called|named|{RELATION}) (?P<name>[a-z]{{2,20}})\b")


def mend_content(content: str, *sources: str) -> str:
    """Return the words of a note with capital letters as in the texts it comes from, and those of names and places."""
    text = _BEFORE_VOWEL.sub(r"\g<a>n ", _restore_marks(_ARTICLE_OF_MANY.sub("", content)))
    text = re.sub(r"[$€£](?=\d)", lambda sign: sign[0] if sign[0] in "".join(sources or sign[0]) else "", text)
    capitals = [word for source in sources for word in _find_capitals(source)]
    spelt = {remove_accents(word.lower()): word for word in capitals if len(word) >= _LONG} | {
        word.lower(): word for word in capitals
    }
    names = {match["name"] for match in _OF_NAME.finditer(text) if _is_called(match) or _may_be_name(match["name"])}
    said = list(dict.fromkeys(word.lower() for source in sources[:1] for word in _WORD.findall(source)))
    places = {word for each in find_mentions(text) for word in text[each.start : each.end].split()}

    def mend(match: re.Match[str]) -> str:
        word = match[0]
        if word in spelt:
            return spelt[word]
        if whole := [each for each in said if each.startswith(word) and len(each) - len(word) in {1, 2}]:
            return whole[0] if len(word) >= _LONG and word not in said and not is_common_word(word) else word
        if accented := [each for each in said if each != word and remove_accents(each) == word]:
            return accented[0]
        is_name = word in names or word in places or (is_first_name(word) and not is_common_word(word))
        return word.capitalize() if is_name else word

    return _WORD.sub(mend, text)


def _may_be_name(word: str) -> bool:
    return len(word) > 2 and word not in _NO_NAMES and (is_first_name(word) or not is_common_word(word))


def _is_called(match: re.Match[str]) -> bool:
    """Return whether a word is a name for sure: "is called Rose"."""
    return match[0].startswith(("called", "named")) and match["name"] not in _NO_NAMES


def mend_numbers(content: str, message: str, *others: str) -> str:
    """Return the words of a note with the number that a message names, where the reader wrote another one.

    Empty if it has a number that nobody has said, and it is not clear which one is meant.
    """
    said, known, own = _find_numbers(message), _find_numbers(" ".join(others)), _find_numbers(content)
    before, heard = {*known}, {*said, *known}
    new = [number for number in said if number not in before]
    strange = [number for number in dict.fromkeys(own) if number not in heard and int(number) > _COUNTED]
    if len(own) == 1 and len(new) == 1 and own[0] not in said and int(own[0]) > _COUNTED:
        strange = own  # the amount of before in the place of the new one
    if strange and len(new) != 1:
        return ""
    for number in strange:
        content = re.sub(rf"(?<!\d){'[,]?'.join(number)}(?!\d)", lambda old: _write_as(old[0], new[0]), content)
    return content


def _write_as(old: str, number: str) -> str:
    """Return a number with commas, unless it takes the place of one that has none where it could: a year."""
    return number if len(number) < 4 or (len(old) > 3 and "," not in old) else f"{int(number):,}"


def say_something(content: str) -> str:
    """Return a note; with the name alone if it says only who somebody is anyway, and empty if that has no name.

    "Friend Yuki is a friend" is "Friend is called Yuki", and "Wife is a wife" nothing.
    """
    subject, is_, rest = content.partition(" is ")
    if not is_ or not keywords(rest) <= keywords(subject):
        return content
    who, _, name = subject.rpartition(" ")
    return f"{who} is called {name}" if who and name[:1].isupper() else ""


def put_having_right(content: str, message: str) -> str:
    """Return a note that says what somebody has or eats, where the reader makes them that: "Dad is a bad knee"."""
    match = _IS_SOMETHING.fullmatch(content)
    if match is None:
        return content
    said = re.search(
        rf"\b(?P<verb>with|eats?|drinks?) (?P<what>(?:an? )?{re.escape(match['what'])})\b", message, re.IGNORECASE
    )
    if said is None:
        return content
    verb = {"w": "has", "e": "eats", "d": "drinks"}[said["verb"][0].lower()]
    return f"{match['who']}{verb if match['who'] else verb.capitalize()} {said['what']}"


def is_garbled(content: str) -> bool:
    """Return whether a note makes no sense: it says a word twice, breaks off, or has one verb for several people."""
    words = [word for word in list_keywords(content) if not word.isdecimal()]
    return (
        len({*words}) < len(words)
        or content.rsplit(maxsplit=1)[-1].lower() in _UNENDED
        or bool(_ONE_OF_MANY.match(content) or _BROKEN.search(content))
    )


def is_put_together(content: str, message: str, *before: str) -> bool:
    """Return whether a note makes sense, and says words that a message has one after the other, in that order.

    Whom it is about may have been named before.
    """
    told, said = (
        [word for word in list_keywords(call_alike(text)) if word not in _PLAIN] for text in (content, message)
    )
    named = {*told} - {*said}
    if not told or len({*told}) < len(told) or is_garbled(content):
        return False
    if not named <= keywords(call_alike(" ".join(before))) or len(named) > 1:
        return False
    places = [said.index(word) for word in told if word in said]
    return bool(places) and max(places) - min(places) <= len(places) and places == sorted(places)


def has_other_words(content: str, *sources: str) -> bool:
    """Return whether a note has words that none of some texts has, beside those that notes are written in."""
    return not keywords(call_alike(content)) <= keywords(call_alike(" ".join(sources))) | _PLAIN


def says_nothing_new(content: str, message: str, old: str) -> bool:
    """Return whether a note has no word that an old one has not, although its message denies or limits nothing."""
    return keywords(content) <= keywords(old) and not DENIAL.search(message) and not _LIMITS.search(message)


def takes_back(content: str, message: str) -> bool:
    """Return whether a message denies all that a note says: "i dont work in sun" and "Works in sun"."""
    words = keywords(content)
    named = [clause for clause in _CLAUSE.split(message) if words and words <= keywords(clause)]
    return bool(named) and not DENIAL.search(content) and all(DENIAL.search(clause) for clause in named)


def complete_list(content: str, before: str, message: str) -> str:
    """Return the words of a note that goes on with a list of the one before it, with what that begins with.

    Of "mad about dinosaurs and castles", the second one is written as "Is castles".
    """
    subject, is_, rest = content.partition(" is ") if " is " in content else ("", "", content.removeprefix("Is "))
    begins = f"{subject}{is_}" or "Is "
    if not rest or rest == content or not before.startswith(begins):
        return content
    words = before[len(begins) :].split()
    first = next((place for place, word in enumerate(words) if keywords(word)), len(words))  # not the "a" of "a nurse"
    for start in range(len(words) - 1, first, -1):
        if f"{' '.join(words[start:])} and {rest}".lower() in message.lower():
            return f"{begins}{' '.join(words[:start])} {rest}"
    return content


def _find_numbers(text: str) -> list[str]:
    return [each.replace(",", "") for each in _NUMBER.findall(text)]


def _find_capitals(source: str) -> list[str]:
    """Return the words of a text that have a capital letter in the middle of a sentence."""
    return [
        match[0]
        for match in _WORD.finditer(source)
        if not match[0].islower()
        and not re.search(r"(?:^|[.!?:;“\n•-]\s*|\d ?)$", source[max(0, match.start() - 3) : match.start()])
        and match[0] not in {"I", "I'm", "I've"}
        and not (match[0].isupper() and (len(match[0]) > 4 or is_common_word(match[0].lower())))
    ]


def _restore_marks(text: str) -> str:
    text = re.sub(r"(?<=\d) ?([.:]|,(?= ?\d{3}\b)) ?(?=\d)", r"\1", text)
    text = re.sub(r"([$€£]) (?=\d)", r"\1", text)
    text = re.sub(r"(?<=\w) ?(['’]) ?(?=(?:s|t|re|ve|m|ll|d)\b)", r"\1", text)
    text = re.sub(r"(?<=\w) - (?=\w)", "-", text)
    return re.sub(r" ([,.!?)%])", r"\1", text).strip()
