"""The sentences of a message: those that are read by themselves, and the words that a note rests on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, pairwise

from ricordo_travel.dialogue.values.keywords import keywords

TO_REMEMBER = re.compile(
    r"(?<!\bi )(?<!\bwe )(?<!\byou )(?<!\bdid )(?<!\bcan't )(?<!\bcannot )"
    r"\b(?:remember|note|keep in mind|bear in mind|don'?t forget|do not forget|write down|save|store)(?: that\b|:|,)? "
    r"(?!(?:please|pls|thanks|thank you|for me|too)\W*$)(?P<told>[^?]{6,300})$",
    re.IGNORECASE,
)
"""What shall be remembered, in a message that says so."""
_SHE_IS = r"\s(?=s?he(?:['’]?s| (?:is|has|was|lives|works|likes|loves|hates|eats|wants|needs|can|does|gets))\s)"
"""Where a clause begins without a word between: "wife drives too shes 24"."""
_JOINT = re.compile(rf"[,;:]\s|\s(?:and|but|so|because)\s|{_SHE_IS}", re.IGNORECASE)
_ORDER_JOINT = re.compile(r"[,;:]\s|\s(?:and|but|so|because)\s", re.IGNORECASE)
_AND = re.compile(rf"\s(?:and|but|so|because)\s|{_SHE_IS}", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_LEAD = re.compile(
    r"^(?:(?:(?:and|but|also|so|yes|oh|well|btw|by the way|haha|actually)\b[,:]?|(?:no|sorry)[,:]) )*"
    r"(?:i (?:should|must|have to|want to|might|ought to) (?:also )?(?:add|mention|say)(?: that)? |"
    r"(?:for (?:the record|your (?:information|records|notes))|fyi)[,:]? ?)?",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\b(?:btw|by the way|tho|lol|haha|(?:(?:so|and|please|pls|kindly|(?:can|could|would|will) you) ){0,3}"
    r"(?:remember|note|save|keep|store|write)(?: down)? (?:that|this|it|these)(?: down| in mind)?"
    r"(?:,? (?:please|pls|thanks))?)$",
    re.IGNORECASE,
)
"""What says nothing at the end of a sentence, or only asks to remember it."""
LEADING_NO = re.compile(
    r"^\W*(?:no|nope|nah)\b[,\s]+(?:wait[,\s]+)?(?=(?:i|im|we|were|my|our|its?|s?he|they|this|that)\b)", re.IGNORECASE
)
"""A no to what was said before, which memory keeps with the quote, and nobody has to read: "no im gold now"."""
_GREETING = re.compile(
    r"^\W*(?:(?:hi+|hello|hey+|hiya)\W+)?(?:it['’]?s )?me again\b[\s,.!:-]*"
    r"(?:the one (?:with|who|that) [^.;!?]{1,80})?|"
    r"^\W*(?:(?:hi+|hiya|hello|hey+a?|heya|hola|sup|yo|dear|good (?:morning|evening|afternoon|day)|morning|evening)\b"
    r"(?: (?:there|all|again))?[\s,.!:-]*){1,3}"
    r"(?:(?:(?:it|this) ?(?:is|['’]?s)|i ?['’]?a?m)? ?[^\W\d_]{2,20} (?:again|here|back)\b[\s,.!:-]*)?",
    re.IGNORECASE,
)
"""How a message greets, and says who writes again: "hello its maureen again"."""
_FILLERS = keywords(
    "btw say said ought also anyway really oh well just mention tell know too please no yes now not old "
    "hi hello hey im lol haha"
)
"""What a sentence begins with that says nothing by it."""
OWN_WORDS = "In own words: "
"""How a note begins that is what a message says, as it says it."""
_MAX_OWN_WORDS = 120
_MAX_SENTENCES = 6
_ORDER = re.compile(
    r"\W*(?:(?:please|pls|and|now|just|kindly|also|so|then|ok|oh|no|actually|sorry|(?:can|could|would|will) you|"
    r"you (?:can|should|may|must)|i(?:['’]?d| would) like you to|i want you to)\b\W*){0,4}"
    r"(?:forget|erase|delete|remove|ignore)\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\W*(?:(?:and|but|so|also|yes|no|please|pls|ok|oh)\b\W*){0,3}"
    r"(?:(?:s?he|they|her|his|their|its?|those|that|this)\b|(?:s?he|they|it|that|this)(?:'?s|'?re)\b|"
    r"(?:always|never|ever|every time|please|pls|thanks|thank you|seriously|really|both of (?:us|them)|all of us)\W*$|"
    r"(?:[\w']+ ){0,4}?(?:that|this|it|them|these|those)(?: (?:one|line|note|thing|sentence))?"
    r"(?: (?:out|off|away|instead|too|pls|please)){0,3}\W*$)",
    re.IGNORECASE,
)
"""How a sentence goes on with the one before it: "she is 4", "take that one out", "always"."""


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text; one that goes on with the one before it is part of that, and so is a rest."""
    ends = [match.end() for match in islice(_SENTENCE.finditer(text), _MAX_SENTENCES - 1)]
    starts = [0, *(end for end in ends if text[:end].strip() and not _GOES_ON.match(text, end))]
    parts = [text[start:end].strip() for start, end in pairwise([*starts, len(text)])]
    return [each for each in parts if each] or [text]


def find_quote(text: str, content: str) -> str:
    """Return the words of a text that a note rests on: a clause that has all that it shares, else the sentence."""
    best = _find_sentence(split_sentences(text), content)
    best = told["told"].strip() if (told := TO_REMEMBER.search(best)) else best
    return _narrow(best, content, _JOINT)


def quote_instead(content: str, message: str) -> str:
    """Return a note that says what a message does in the message's own words; empty if these tell nothing.

    A reader that guesses garbles notes; what was really said is true.
    """
    said = _find_sentence(_SENTENCE.split(message), content)
    said = told["told"].strip() if (told := TO_REMEMBER.search(said)) else said
    said = _narrow(_leave_out_orders(said), content, _JOINT if said.endswith("?") else _AND)
    said = _strip(_leave_out_orders(said)).rstrip(".!")
    is_told = keywords(said) & keywords(content) and not said.endswith("?") and len(said) <= _MAX_OWN_WORDS
    return f"{OWN_WORDS}{said}" if is_told else ""


def quote_whole(sentence: str) -> str:
    """Return a sentence without what says nothing at its ends; empty if it is too long for a note."""
    said = _strip(sentence).rstrip(".!")
    return said if len(said) <= _MAX_OWN_WORDS else ""


def _leave_out_orders(said: str) -> str:
    """Return words without the clauses that want something forgotten, which are no notes."""
    clauses = [said[start:end] for start, end in _split_clauses(said, _ORDER_JOINT)]
    return ", ".join(each for each in clauses if not _ORDER.match(each)) if any(map(_ORDER.match, clauses)) else said


def wants_forgotten(sentence: str, content: str) -> bool:
    """Return whether a sentence says what a note says only where it wants that forgotten: "forget that I like jazz"."""
    words = keywords(content)
    clauses = [sentence[start:end] for start, end in _split_clauses(sentence, _JOINT)]
    told = [each for each in clauses if words & keywords(each)]
    return bool(told) and all(_ORDER.match(each) for each in told)


def show_note(content: str) -> str:
    """Return a note as people are shown it: their own words stand for themselves."""
    own = content.removeprefix(OWN_WORDS)
    return own if own == content else LEADING_NO.sub("", own)


def leave_out_said(said: str, contents: Sequence[str]) -> tuple[str, bool]:
    """Return words without the clauses at their beginning and end of which notes say all; empty if none is left.

    Tell beside it whether they go on with a clause that is left out: "she is afraid of flying".
    """
    known = set[str]().union(_FILLERS, *(keywords(content) for content in contents))
    clauses, goes_on = _split_clauses(said, _JOINT), False
    while clauses and keywords(said[slice(*clauses[-1])]) <= known:
        clauses.pop()
    while clauses and keywords(said[slice(*clauses[0])]) <= known:
        goes_on = bool(_GOES_ON.match(said, clauses[0][1]))
        clauses.pop(0)
    return _strip(said[clauses[0][0] : clauses[-1][1]]) if clauses else "", goes_on


def _strip(said: str) -> str:
    """Return words without those at their beginning and end that say nothing."""
    return _TAIL.sub("", _LEAD.sub("", _GREETING.sub("", said)).rstrip(" \n,;:")).rstrip(" ,;:")


def says_more(sentence: str, content: str) -> bool:
    """Return whether a sentence says more than a note does, a greeting aside."""
    return bool(keywords(_strip(sentence)) - keywords(content) - _FILLERS)


def _split_clauses(sentence: str, joint: re.Pattern[str]) -> list[tuple[int, int]]:
    """Return where the clauses of a sentence begin and end."""
    joints = [match.span() for match in joint.finditer(sentence)]
    return [*zip([0, *(end for _, end in joints)], [*(start for start, _ in joints), len(sentence)], strict=True)]


def _narrow(sentence: str, content: str, joint: re.Pattern[str]) -> str:
    """Return the shortest run of clauses of a sentence that has all that it shares with a note."""
    words = keywords(content)
    clauses = _split_clauses(sentence, joint)
    told = [keywords(sentence[start:end]) & words for start, end in clauses]
    shared, best, first = set[str]().union(*told), (0, len(sentence)), 0
    for last in range(len(clauses)):
        while shared and shared <= set[str]().union(*told[first : last + 1]):
            run = (clauses[first][0], clauses[last][1])
            best = min(best, run, key=lambda span: span[1] - span[0])
            first += 1
    return sentence[best[0] : best[1]].strip()


def _find_sentence(sentences: Sequence[str], content: str) -> str:
    """Return the sentence that shares most words with a note."""
    words = keywords(content)
    return max(sentences, key=lambda each: len(keywords(each) & words)).strip()
