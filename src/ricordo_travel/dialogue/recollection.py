"""Questions about single memories: whose memory and which aspect a message names, and the rows that fit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.memory_words import MINE
from ricordo_travel.dialogue.text import may_be_name

Row = Mapping[str, Any]
"""A memory as the tools return it: its id, content, field and quotes."""

_RELATIONS = (
    "kids kid children child",
    "sons son boys boy",
    "daughters daughter girls girl",
    "husband hubby",
    "wife wifey",
    "partner spouse",
    "girlfriend gf",
    "boyfriend bf",
    "fiance fiancee",
    "mother mum mom",
    "father dad",
    "parents",
    "brother brothers",
    "sister sisters",
    "grandma grandmother granny",
    "grandpa grandfather",
    "friend friends mate mates",
    "boss",
    "colleague colleagues",
    "dog dogs",
    "cat cats",
    "baby",
    "aunt auntie",
    "uncle",
    "cousin cousins",
    "nephew nephews",
    "niece nieces",
    "grandchildren grandchild grandkids grandson granddaughter",
    "sisterinlaw",
    "brotherinlaw",
    "soninlaw",
    "daughterinlaw",
    "motherinlaw",
    "fatherinlaw",
    "inlaws",
    "youngest",
    "oldest eldest",
    "twins twin",
)
_GROUPS = tuple(frozenset(keywords(words)) for words in _RELATIONS)
RELATIONS = frozenset(stem for group in _GROUPS for stem in group)
CHILDREN = frozenset(keywords("kids children sons boys daughters girls baby youngest oldest eldest twins"))
GRANDCHILDREN = frozenset(keywords("grandchildren grandchild grandkids grandson granddaughter"))
_PETS = frozenset(keywords("pet pets dog dogs cat cats"))
_PARENTS = frozenset(keywords("parents mother mum mom father dad"))
_ASPECTS: tuple[tuple[re.Pattern[str], frozenset[str], re.Pattern[str] | None], ...] = (
    (
        re.compile(r"\bnames?\b|\bcalled\b"),
        frozenset({"name"}),
        re.compile(r"\bnames?\b|\bcalled\b|^has an? [\w -]+, \w+$"),
    ),
    (
        re.compile(r"\bages?\b|\bhow old\b|\byears? old\b|\bturn(?:s|ed)? \d|\bbirthdays?\b"),
        frozenset({"age", "birthday"}),
        re.compile(
            r"\baged?\b|\bbirthday\b|\bturn(?:s|ed)? \d|\b(?:is|are) (?:now )?\d{1,2}(?:(?:,|,? and) \d{1,2}){0,9}"
            r"(?: now)?$|\byears? old\b|\b\d{1,2}[ -]year"
        ),
    ),
    (
        re.compile(r"\beats?\b|\bdiets?\b|\ballerg(?:y|ies|ic)\b|\bfood\b|\bvegetarian\b|\bvegan\b"),
        frozenset({"diet", "allergies"}),
        re.compile(r"\beats?\b|\ballerg|\bvegetarian\b|\bvegan\b|\bgluten\b|\bdiet\b|\bcoeliac\b"),
    ),
    (
        re.compile(
            r"\billness(?:es)?\b|\bdiseases?\b|\bhealth\b|\bmedical\b|\b(?:ill|sick)\b|\bmobility\b|\bdisabilit(?:y|ies)\b"
        ),
        frozenset({"health", "allergies"}),
        re.compile(
            r"\bdiabet|\bill\b|\bsick\b|\basthma|\bwalk|\bwheelchair|\bblood\b|\bheart\b|\bknee\b|\bback\b|\bstairs\b|"
            r"\bclimb\b"
        ),
    ),
    (re.compile(r"\blives?\b"), frozenset({"home"}), re.compile(r"\blives?\b|\bmoved to\b")),
    (re.compile(r"\bjobs?\b|\bworks?\b|\bfor a living\b|\bprofession\b"), frozenset({"work", "employer"}), None),
    (re.compile(r"\blanguages?\b|\bspeaks?\b"), frozenset({"languages"}), None),
    (re.compile(r"\bseats?\b|\bsit\b"), frozenset(), re.compile(r"\baisle\b|\bwindow\b|\bseats?\b|\bsits?\b|\brow\b")),
    (
        re.compile(r"\bclass\b|\bcabin\b"),
        frozenset(),
        re.compile(r"\bbusiness\b|\beconomy\b|\bfirst class\b|\bpremium\b|\bcabin\b"),
    ),
    (
        re.compile(r"\bteams?\b|\bsupport\b|\b(?:which|what|favou?rite) sports?\b|\bmy sports?\b"),
        frozenset(),
        re.compile(
            r"\bfans?\b|\bsupport|\bsports?\b|\bfootball\b|\btennis\b|\brugby\b|\bgolf\b|"
            r"\b(?:swimm|cycl|hik|climb|surf|ski|div|sail)ing\b"
        ),
    ),
    (re.compile(r"\bfavou?rite airline\b|\bairlines?\b"), frozenset(), re.compile(r"\bairlines?\b|\bair\b|\blines\b")),
)
"""What a question may be about: its words, the slots of its answers, and the words of answers without a slot."""
_ASKS = re.compile(
    r"\b(?:what|where|who|when|which)(?:'s| is| are| was)? (?:my|our)\b|\bhow (?:old|tall) (?:am i|is my|are (?:my|"
    r"our|we))\b|"
    r"\b(?:what|where|when|who|how|which) (?:do|does|did|can|can't|is|are|am) (?:my|our|i|we)\b|"
    r"\bwhat (?:language|languages|food|job|things) (?:do|does|can|can't) (?:my|our|i|we)\b|"
    r"\bdo you (?:still |even )?(?:know|remember|recall) (?:what|how|where|who|when|if|that|my|our|which)\b|"
    r"\bwhat do you (?:still )?(?:know|remember|have|recall) about (?:my|our)\b|"
    r"\b(?:what|which) (?:\w+ ){1,3}(?:do|does|did) (?:my \w+|our \w+|i|we) (?:\w+ )?(?:like|love|prefer|hate|fly|sit|"
    r"take|avoid|enjoy|need|support)\b|"
    r"\bremember (?:what|which|where|how|who|when|whether|if) (?:\w+ ){0,4}(?:i|we|my|our)\b|"
    r"\b(?:did i (?:tell|mention|say)|have i told) you\b|\bam i (?:a |an )?(?:vegan|vegetarian|allergic)\b"
)
_REMEMBERS = re.compile(
    r"\bdo you (?:still |even )?(?:know|remember|recall)\b|\bdo you (?:still )?have about\b|"
    r"\bdid i (?:tell|mention)\b|\bhave i told you\b|\bremember (?:what|which|where|how|who|when|whether|if)\b|"
    r"\bknow about (?:my|our)\b"
)
NOISE = keywords(
    "forget erase delete remove wipe clear please know remember recall about that what said told tell say everything "
    "profile memory me my our from info can could you i'm now anymore stop thing fact still even like love hate prefer "
    "enjoy use is are am name age old live eat works call data did mention entry which when really ever ok hey also "
    "forgotten forgot erased deleted removed gone wiped so one ones line stuff "
    "all again just keep never dislike have has had any longer more been being note bit part entirely actually only "
    "t s d m re ve ll don doesn didn isn aren wasn weren won wouldn couldn hasn haven hadn shouldn dont doesnt isnt "
    "cant"
)


_ADDS_NOTHING = keywords(
    "interests preferences travels wants needs would rather usually normally mostly both especially very much lot"
)


_PRONOUN = re.compile(r"\b(?:she|he|they|her|his|their|him|them)\b")
_IN_LAW = re.compile(r"\b(\w{2,10})[ -]in[ -]laws?\b")
_LITTLE_ONES = re.compile(r"\blittle ones?\b")
_NAME = re.compile(r"\b[A-Z][a-z]{1,20}\b")
_DATES = re.compile(
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tues|wednes|thurs|fri|satur|sun)(?:[a-z]{0,6}|day)$"
)
_DOES = re.compile(
    r"'s | (?:is|was|has|had|loves|likes|hates|needs|lives|works|eats|prefers|can't|cannot|doesn't|turns|turned|died|"
    r"passed|"
    r"enjoys|does|never|always|drinks|speaks|uses|plays|snores)\b"
)
_ASKS_OF = re.compile(
    r"\?$|^\W{0,3}(?:(?:and|so|ok|but|hi|hello) )?(?:what|where|who|when|which|how|does|can|tell me|do you)\b|"
    r"\bknow about\b|\bremember (?:about|what|who|how)\b"
)


@dataclass(frozen=True, slots=True)
class Topic:
    """What a message names: stems of a relation or of names, an aspect, the other words, and whether it says "my".

    `asked` are the words by which it names the aspect.
    """

    people: frozenset[str]
    slots: frozenset[str]
    aspect: re.Pattern[str] | None
    words: frozenset[str]
    is_own: bool = True
    asked: frozenset[str] = frozenset()

    @property
    def is_single(self) -> bool:
        """True if the message names somebody, or something about the person who writes."""
        return bool(self.people or self.aspect)


def find_topic(text: str, rows: Sequence[Row] = ()) -> Topic:
    """Return what a text in lower case names. Names count if a memory has them, and mean who is called so."""
    stems = _find_stems(text)
    people = frozenset(stem for group in _GROUPS if group & stems for stem in group)
    people |= _PETS if stems & keywords("pet") else frozenset()
    people |= CHILDREN if stems & _GROUPS[0] else frozenset()
    people |= GRANDCHILDREN if stems & _GROUPS[0] and not any(map(_is_of_own_child, rows)) else frozenset()
    people |= _PARENTS if stems & _PARENTS & keywords("parents") else frozenset()
    for names in _find_names(rows):
        people |= names if names & (stems | people) else frozenset()
    found = next(((slots, words or each, each) for each, slots, words in _ASPECTS if each.search(text)), None)
    slots, aspect, asked = found or (frozenset[str](), None, None)
    named = keywords(" ".join(match[0] for match in asked.finditer(text))) if asked else set[str]()
    return Topic(people, slots, aspect, frozenset(stems - NOISE - people), bool(MINE.search(text)), frozenset(named))


def _is_of_own_child(row: Row) -> bool:
    """Return whether a memory names a child of the person: "children" alone may be grandchildren."""
    stems = _stems_of(row)
    return bool(stems & CHILDREN) and (row["content"].startswith("Has ") or bool(stems & CHILDREN - _GROUPS[0]))


def asks_about_one(text: str, facts: Sequence[str] = ()) -> bool:
    """Return whether a text asks for something that the person may have said of themselves or of somebody."""
    if asks_about_named(text, facts):
        return True
    if not _ASKS.search(text) or not MINE.search(text):
        return False
    return bool(_REMEMBERS.search(text)) or find_topic(text).is_single


def asks_about_named(text: str, facts: Sequence[str]) -> bool:
    """Return whether a text asks about somebody by a name that facts have."""
    rows = [{"content": fact, "subject": None} for fact in facts]
    return bool(_ASKS_OF.search(text)) and names_somebody(text, rows)


def names_somebody(text: str, rows: Sequence[Row]) -> bool:
    """Return whether a text in lower case names somebody by a name that memories have."""
    return bool(find_topic(text, rows).people - find_topic(text).people)


def find_rows(topic: Topic, rows: Sequence[Row]) -> list[Row]:
    """Return the memories that a topic names: of somebody, of an aspect, or with all of its words."""
    if topic.people:
        found = find_named(topic, rows)
        if topic.aspect is None:
            return [row for row in found if topic.words <= _stems_of(row)]
        return _narrow(topic, [row for row in found if _has_aspect(topic, row)])
    if topic.aspect:
        is_own = topic.is_own
        return _narrow(topic, [row for row in rows if not (is_own and is_of_other(row)) and _has_aspect(topic, row)])
    return [row for row in rows if topic.words and topic.words <= _stems_of(row)]


def _narrow(topic: Topic, rows: list[Row]) -> list[Row]:
    """Return those of several memories of an aspect that have another word of the topic; all if none has."""
    words = topic.words - topic.asked
    return [row for row in rows if words & _stems_of(row)] or rows


def list_learned(message: str, rows: Sequence[Row]) -> list[Row]:
    """Return the memories that rest on words of a message which it does not deny."""
    typed = _squeeze(message)
    named, has_pronoun = keywords(typed), bool(_PRONOUN.search(typed))
    return [
        row
        for row in rows
        if any((said := _squeeze(quote)) in typed.replace(f"not {said}", "") for quote in row["quotes"])
        and (has_pronoun or not row.get("subject") or keywords(row["subject"]) & named)
    ]


def _squeeze(text: str) -> str:
    return " ".join(text.lower().replace("\u2019", "'").split())


def find_of_others(topic: Topic, rows: Sequence[Row]) -> list[Row]:
    """Return the memories of other people that have the aspect of a topic."""
    return [row for row in rows if topic.aspect and is_of_other(row) and _has_aspect(topic, row)]


def says_more(row: Row) -> bool:
    """Return whether a memory says more than the value that its field has of it."""
    said = keywords(str(row.get("value") or "")) | NOISE | _ADDS_NOTHING
    return row["field"] in {"likes", "preferences", "travel_style"} and not keywords(row["content"]) <= said


def find_named(topic: Topic, rows: Sequence[Row]) -> list[Row]:
    """Return the memories about the people that a topic names."""
    return [row for row in rows if _stems_of(row) & topic.people]


def find_near_rows(topic: Topic, rows: Sequence[Row]) -> list[Row]:
    """Return the memories that share a word with a topic."""
    words = topic.words | topic.people
    return [row for row in rows if words & _stems_of(row)]


def is_of_other(row: Row) -> bool:
    """Return whether a memory is about somebody else than the person."""
    return bool(row.get("subject") or _stems_of(row) & RELATIONS)


def _has_aspect(topic: Topic, row: Row) -> bool:
    return row["field"] in topic.slots or bool(topic.aspect and topic.aspect.search(row["content"].lower()))


def _find_stems(text: str) -> set[str]:
    return keywords(_LITTLE_ONES.sub("kids", _IN_LAW.sub(r"\1inlaw", text.lower())))


def _stems_of(row: Row) -> set[str]:
    return _find_stems(f"{row['content']} {row.get('subject') or ''}")


def find_names(rows: Sequence[Row]) -> list[str]:
    """Return the names of people in memories, each once."""
    names = (match[0] for row in rows for match in _NAME.finditer(row["content"]) if _is_name(match, row))
    return list(dict.fromkeys(names))


def find_strangers(text: str, rows: Sequence[Row]) -> list[Row]:
    """Return the memories of those who may be the relatives that a text names: only their name is known."""
    people, named = find_topic(text).people, _find_names(rows)
    if not people or any(names & people for names in named if not people & CHILDREN):
        return []
    known = frozenset(stem for names in named if names & RELATIONS for stem in names)
    strange = frozenset(stem for names in named if not names & known for stem in names)
    return [row for row in rows if row.get("subject") and keywords(row["subject"]) <= strange]


def _find_names(rows: Sequence[Row]) -> list[frozenset[str]]:
    """Return the names in memories, each with the relation that stands beside it: "Husband Karl", "Karl"."""
    found: list[frozenset[str]] = []
    for row in rows:
        content = row["content"]
        names = [match[0] for match in _NAME.finditer(content) if _is_name(match, row)]
        relations = _find_stems(content[:60]) & RELATIONS
        if len(names) == 1:
            group = next((each for each in _GROUPS if len(relations) == 1 and each & relations), frozenset[str]())
            found.append(frozenset(keywords(names[0])) | group)
    return found


def _is_name(match: re.Match[str], row: Row) -> bool:
    """Return whether a word with a capital letter is a name. The first word of a sentence has one anyway."""
    lower = match[0].lower()
    is_first = match.start() == 0 and match[0] not in (row.get("subject") or "").split()
    return not (
        (is_first and (not may_be_name(lower) or not _DOES.match(match.string, match.end())))
        or keywords(lower) & RELATIONS
        or find_mentions(lower)
        or _DATES.match(lower)
    )
