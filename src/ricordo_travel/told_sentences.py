"""What people tell as sentences about them: "Always flies business", "Sister's birthday is …"."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.clauses import Clause
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.memory_words import RELATION
from ricordo_travel.dialogue.text import is_common_word, is_first_name

VERB = re.compile(
    r"\b(?:i|we|is|are|am|was|were|has|have|had|do|does|don't|can't|cannot|not|no|never|always|loves?|likes?|hates?|"
    r"needs?|lives?|works?|eats?|prefers?|moved|died|passed|called)\b|'m\b|'s\b|'re\b|'ve\b|\bim\b",
    re.IGNORECASE,
)
_CALLED = re.compile(r"^(?:Has an? )?([\w-]{2,20})'s called (\w{2,20})(?=$|,)")
_RELATED = re.compile(rf"\b(?P<who>(?i:{RELATION})) (?P<name>[a-z]{{2,20}})\b(?!')")
_DAY_NAMES = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|april|june|july|august|september|october|"
    r"november|december)\b|\b(?:march|may) (?=\d)|\b(?:(?<=of )|(?<=in ))(?:march|may)\b"
)
_PROFESSIONS = re.compile(
    r"\b([Ii]s) (student|teacher|nurse|doctor|lawyer|pensioner|designer|developer|photographer|writer|musician|"
    r"driver)\b"
)
_SEVERAL_ARE = re.compile(
    r"^Is (?=(?:both|all) |(?!an? )(?:\w{1,15} ){0,3}(?:fans|supporters|vegetarians|vegans|students|friends)\b)"
)
_TURNED = re.compile(
    r"\b(?:has |have )?(?:just |recently |finally |now |already )?"
    r"(?:turned (\d{1,3})|(?:had|celebrated) (?:her|his|their) (\d{1,3})(?:st|nd|rd|th) birthday)\b.{0,30}$"
)
_FANS = re.compile(r"\b([a-z]{3,20})(?= (?:fans?|supporters?)\b)")
_ENDS = {"am": "is", "are": "is", "'m": "is", "'re": "is", "have": "has", "do": "does", "don't": "does not",
         "dont": "does not", "can't": "cannot", "cant": "cannot", "go": "goes", "'ve": "has", "would": "would",
         "can": "can", "was": "was", "were": "was", "will": "will", "'d": "would"}  # fmt: skip
_FIRST_WORD = re.compile(
    r"(?:i|we)(?P<short>'m|'re|'ve|'d)? (?P<adverbs>(?:(?:also|really|both|always|usually|normally|never|often|just|"
    r"still|"
    r"only|mostly|generally|typically|rarely|tend to|all|sometimes|much|"
    r"actually) ){0,4})(?P<verb>[\w']{1,20})(?P<rest>.{0,300})",
    re.IGNORECASE,
)
_BOTH_ARE = re.compile(
    rf"(?:my|our) (?P<who>{RELATION}) and (?:i|me) are (?:both )?(?P<state>[a-z][\w' -]{{2,40}})|"
    rf"(?:me|i) and my (?P<other>{RELATION}) are (?:both )?(?P<how>[a-z][\w' -]{{2,40}})",
    re.IGNORECASE,
)
"""What two people are: "my wife and I are retired"."""


def describe(clause: Clause) -> str:
    """Return a clause as a sentence about the person: "Always flies business"."""
    words = re.sub(r"^(?:my|our) ", "", clause.spoken, flags=re.IGNORECASE) if clause.owner else clause.spoken
    if both := _BOTH_ARE.fullmatch(clause.spoken):
        who, state = both["who"] or both["other"], both["state"] or both["how"]
        return f"Is {state}, and so is the {who.lower()}"
    match = None if clause.owner else _FIRST_WORD.fullmatch(re.sub(r"^im (?=\w)", "I'm ", words, flags=re.IGNORECASE))
    if match:
        verb = match["short"] or match["verb"]
        rest = f" {match['verb']}{match['rest']}" if match["short"] else match["rest"]
        words = f"{match['adverbs']}{_conjugate(verb.lower())}{rest}"
    words = re.sub(r"\bis (?:my|our) (?=[aeiou])", "is an ", words, flags=re.IGNORECASE)
    words = re.sub(r"\bis (?:my|our) (?=\w)", "is a ", words, flags=re.IGNORECASE)
    words = re.sub(r"\b(?:my|our) (?=\w)", "", words, flags=re.IGNORECASE)
    return _polish(words[:1].upper() + words[1:])


def speaks_of_both(clause: Clause) -> bool:
    """Return whether a clause says what the person and somebody else are."""
    return bool(_BOTH_ARE.fullmatch(clause.spoken))


def _conjugate(verb: str) -> str:
    if verb in _ENDS:
        return _ENDS[verb]
    if verb.endswith("ed") and verb != "need":
        return verb
    if verb.endswith(("ss", "sh", "ch", "x", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}s"


def mend_sentence(content: str) -> str:
    """Return the words of a memory as a sentence: "Sister's birthday is …" for "Sister her birthday is …"."""
    content = re.sub(r"^(?:Both|Also) (\w)", lambda match: match[1].upper(), content)
    content = re.sub(r"^(\w+ is|\w+ are|Is|Are) also ", r"\1 ", content)
    content = re.sub(r"^(?:Is|Are) both ", "Both are ", _SEVERAL_ARE.sub("Are ", content))
    content = re.sub(r"^(Need|Want) ", r"\1s ", content)
    content = re.sub(r"^(\w+) (?:her|his|their) ", r"\1's ", content)
    content = re.sub(r"^(?!Does|Is|Has|Was|Can|Will|Would|Do|Are)(\w+) not ", r"\1 is not ", content)
    return _polish(content)


def _polish(content: str) -> str:
    """Return a sentence in good English: names and places with capital letters, and the article of a profession."""
    for mention in reversed(find_mentions(content.lower())[:5]):
        typed = content[mention.start : mention.end]
        if typed.lower() == mention.name.lower():
            content = f"{content[: mention.start]}{mention.name}{content[mention.end :]}"
    content = _TURNED.sub(lambda match: f"is {match[1] or match[2]}", content)
    content = re.sub(r"^(Daughters|Sons|Kids|Boys|Girls|Twins|Children|Parents) is\b", r"\1 are", content)
    content = _FANS.sub(lambda match: match[0] if is_common_word(match[1]) else match[0].capitalize(), content)
    content = _DAY_NAMES.sub(lambda match: match[0].capitalize(), content)
    content = re.sub(
        r"^(\w+?)(?:'s)? name is (\w+)", lambda match: f"{match[1]}'s name is {match[2].capitalize()}", content
    )
    content = _CALLED.sub(lambda match: f"{match[1].capitalize()} is called {match[2].capitalize()}", content)
    content = re.sub(r"\bis called ([a-z])", lambda match: f"is called {match[1].upper()}", content)
    content = re.sub(r"\b(ca|does|do|is|wo)nt\b", r"\1n't", content)
    content = _RELATED.sub(_capitalise_name, content)
    return re.sub(_PROFESSIONS, r"\1 a \2", content)


def _capitalise_name(match: re.Match[str]) -> str:
    name = match["name"]
    is_name = is_first_name(name) or (not is_common_word(name) and VERB.match(match.string, match.end() + 1))
    return f"{match['who']} {name.capitalize()}" if is_name and keywords(name) else match[0]
