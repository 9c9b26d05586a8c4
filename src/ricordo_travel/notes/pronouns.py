"""Hold a note against the pronouns of its sentence: "he" is no girlfriend, and "she" is not the person who writes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue.values.keywords import keywords
from ricordo_travel.dialogue.values.text import may_be_name
from ricordo_travel.notes.edits import Edit
from ricordo_travel.notes.people import call_alike, find_subject

_SHE = re.compile(r"\b(?:she|her|hers|shes)\b", re.IGNORECASE)
_HE = re.compile(r"\b(?:he|his|him|hes)\b", re.IGNORECASE)
_WRITER = re.compile(r"\b(?:i|im|ive|my|me|mine|myself|we|our|us|both|who|what)\b", re.IGNORECASE)
_FEMALE = frozenset(
    "mother mum mom mam mummy mama wife missus daughter sister girlfriend gf fiancee aunt auntie grandma grandmother "
    "gran granny nan nana oma granddaughter niece stepmother stepmum stepmom stepdaughter goddaughter".split()
)
_MALE = frozenset(
    "father dad daddy papa pa husband hubby son brother boyfriend bf grandpa grandfather uncle nephew grandson stepson "
    "stepfather stepdad godson".split()
)
_OWN_VERB = re.compile(
    r"(?:Is|Has|Had|Does|Can|Cannot|Will|Likes|Loves|Hates|Eats|Needs|Wants|Prefers|Gets|Works|Lives|Never|Always|Uses|Still)\b"
)
_CLAUSE = re.compile(r"[,;:.!?]\s*(?:and |but |so |because )?|\s(?:and(?! i\b)|but|so|because) ", re.IGNORECASE)
_OWN_CLAUSE = re.compile(r"\b(?:i|im|we|me|us|my|our|am|is|are|was|were)\b|['’](?:m|re|s)\b", re.IGNORECASE)
_WE = re.compile(r"\W*(?:we|we['’]?re|i|i['’]?m)\b", re.IGNORECASE)
_NAME_IS = re.compile(
    r"\b(?P<whose>his|her) (?:real |right |actual |correct )?name(?:['’]?s| is)(?: actually| really| in fact)? "
    r"(?!misspel)(?P<name>[^\W\d_][\w'’-]{1,20})",
    re.IGNORECASE,
)
_MIN_NAME = 3
"""Letters of a name in lower case; "on" is none."""
_IS_CALLED = re.compile(r"(?P<who>[\w -]{3,40}) is call(?:ed)? (?P<name>[A-Z][\w'’-]{1,20})")
_LEADS = re.compile(
    r"(?:(?:no|yes|and|but|oh|well)\b,? )*(?:(?P<owns>her|his)|(?P<is>hes|shes|(?:he|she)(?:['’]s| is))|s?he)\b ",
    re.IGNORECASE,
)


def put_person_right(content: str, sentence: str, notes: Sequence[str]) -> str:
    """Return a note about whom the pronouns of its sentence mean; empty if that is not clear.

    Args:
        content: The note, with its capital letters.
        sentence: The sentence that it is read from.
        notes: The notes that are known, the latest last.
    """
    subject, wanted = find_subject(content), _find_kin(sentence)
    if subject is not None and _is_of_writer(content, subject, sentence):
        return ""
    if wanted is None or (subject is None and (_WRITER.search(sentence) or not _OWN_VERB.match(content))):
        return content
    if subject is not None and (
        _may_be(subject, wanted) or keywords(call_alike(subject)) & keywords(call_alike(sentence))
    ):
        return content
    rest = content[len(subject) + 1 :] if subject else content[:1].lower() + content[1:]
    who = _find_one(wanted, notes)
    return f"{who} {rest}" if who else ""


def carry_subject(content: str, sentence: str, before: Sequence[str]) -> str:
    """Return a note about whom the note before it of the same sentence is, if its clause has no subject and no verb.

    "My fiancée is vegetarian and a little afraid of flights" makes nobody afraid but her.
    """
    subject = find_subject(before[-1]) if before else None
    told = keywords(content)
    clauses = [each for each in _CLAUSE.split(sentence) if told & keywords(each)]
    if subject is None or not content.startswith("Is ") or len(clauses) != 1 or _OWN_CLAUSE.search(clauses[0]):
        return content
    return f"{subject[:1].upper()}{subject[1:]} is {content[3:]}"


def _is_of_writer(content: str, subject: str, sentence: str) -> bool:
    """Return whether all that a note says of somebody else is in a clause about the person: "we are too old"."""
    told = keywords(content[len(subject) :])
    clauses = [each for each in _CLAUSE.split(sentence) if told and told <= keywords(each)]
    return bool(clauses) and all(
        _WE.match(each) and not keywords(call_alike(subject)) & keywords(call_alike(each)) and _find_kin(each) is None
        for each in clauses
    )


def name_pronoun(said: str, subject: str) -> str:
    """Return words that begin with "she" or "his" with the one who is meant in its place; empty if they do not."""
    match = _LEADS.match(said)
    wanted = _find_kin(match[0]) if match else None
    if match is None or wanted is None or not subject or not _may_be(subject, wanted):
        return ""
    rest = said[match.end() :]
    verb = "'s" if match["owns"] else "" if not match["is"] else " has" if rest.startswith(("got ", "been ")) else " is"
    return f"{subject[:1].upper()}{subject[1:]}{verb} {rest}"


def find_meant(said: str, notes: Sequence[str]) -> str:
    """Return the only one of whom notes tell that "she" or "his" at the beginning of words can mean; empty if none."""
    wanted = _find_kin(match[0]) if (match := _LEADS.match(said)) else None
    return (_find_one(wanted, notes) or "") if wanted else ""


def find_renamed(sentence: str, notes: Sequence[str]) -> tuple[Edit, ...]:
    """Return an edit that puts right the name of the only one whom "her name is" can mean; none if it is right."""
    match = _NAME_IS.search(sentence)
    wanted = _find_kin(match["whose"]) if match else None
    if match is None or wanted is None or not _may_be_name(match["name"]):
        return ()
    called = [(at, of) for at, note in enumerate(notes, 1) if (of := _IS_CALLED.fullmatch(note))]
    meant = [(at, of) for at, of in called if set(of["who"].lower().split()) & wanted]
    if len(meant) != 1 or meant[0][1]["name"].lower() == match["name"].lower():
        return ()
    at, of = meant[0]
    return (Edit("replace", (at,), f"{of['who']} is called {match['name'][0].upper()}{match['name'][1:]}"),)


def _may_be_name(word: str) -> bool:
    return word[0].isupper() or (len(word) >= _MIN_NAME and may_be_name(word))


def _find_kin(text: str) -> frozenset[str] | None:
    """Return the relatives that the pronouns of a text may mean; None if they are of both kinds, or there are none."""
    is_she, is_he = bool(_SHE.search(text)), bool(_HE.search(text))
    return None if is_she == is_he else _FEMALE if is_she else _MALE


def _may_be(subject: str, wanted: frozenset[str]) -> bool:
    """Return whether somebody may be one of some relatives: those whom no word places may be anybody."""
    words = set(subject.lower().replace("-in-law", "").split())
    return bool(words & wanted) or not words & (_FEMALE | _MALE)


def _find_one(wanted: frozenset[str], notes: Sequence[str]) -> str | None:
    """Return the only one of some relatives whom notes are about, by their fullest name."""
    subjects = [subject for note in notes if (subject := find_subject(note)) and set(subject.lower().split()) & wanted]
    kinds = {call_alike(subject.split()[0]) for subject in subjects}
    best = max(subjects, key=len, default=None)
    return f"{best[:1].upper()}{best[1:]}" if best and len(kinds) == 1 else None
