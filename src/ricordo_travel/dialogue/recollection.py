"""Questions about single memories: whose memory and which aspect a message names, and the rows that fit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.memory_words import MINE
from ricordo_travel.dialogue.text import split_sentences

Row = Mapping[str, Any]
"""A memory as the tools return it: its id, content, field and quotes."""

_RELATIONS = (
    "kids kid children child little ones",
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
)
_GROUPS = tuple(frozenset(keywords(words)) for words in _RELATIONS)
_ALL_RELATIONS = frozenset(stem for group in _GROUPS for stem in group)
_ASPECTS: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (re.compile(r"\bnames?\b|\bcalled\b"), frozenset({"name"})),
    (
        re.compile(r"\bages?\b|\bhow old\b|\byears? old\b|\bturn(?:s|ed)? \d|\bbirthdays?\b"),
        frozenset({"age", "birthday"}),
    ),
    (
        re.compile(r"\beats?\b|\bdiets?\b|\ballerg(?:y|ies|ic)\b|\bfood\b|\bvegetarian\b|\bvegan\b"),
        frozenset({"diet", "allergies"}),
    ),
    (re.compile(r"\blives?\b"), frozenset({"home"})),
    (re.compile(r"\bjobs?\b|\bworks?\b|\bfor a living\b|\bprofession\b"), frozenset({"work", "employer"})),
    (re.compile(r"\blanguages?\b|\bspeaks?\b"), frozenset({"languages"})),
)
_ASKS = re.compile(
    r"\b(?:what|where|who|when|which)(?:'s| is| are| was)? (?:my|our)\b|\bhow (?:old|tall) (?:am i|is my|are (?:my|"
    r"our|we))\b|"
    r"\b(?:what|where|when|who|how|which) (?:do|does|did|can|can't|is|are|am) (?:my|our|i|we)\b|"
    r"\bwhat (?:language|languages|food|job|things) (?:do|does|can|can't) (?:my|our|i|we)\b|"
    r"\bdo you (?:still |even )?(?:know|remember|recall) (?:what|how|where|who|when|if|that|my|our|which)\b|"
    r"\bwhat do you (?:still )?(?:know|remember|have|recall) about (?:my|our)\b|"
    r"\b(?:did i (?:tell|mention|say)|have i told) you\b|\bam i (?:a |an )?(?:vegan|vegetarian|allergic)\b"
)
_REMEMBERS = re.compile(
    r"\bdo you (?:still |even )?(?:know|remember|recall)\b|\bdo you (?:still )?have about\b|"
    r"\bdid i (?:tell|mention)\b|\bhave i told you\b"
)
_NOISE = keywords(
    "forget erase delete remove wipe clear please know remember recall about that what said told tell say everything "
    "profile memory me my our from info can could you i'm now anymore stop thing fact still even like love hate prefer "
    "enjoy use is are am name age old live eat works call data did mention entry which when really ever ok hey also "
    "all again just keep never dislike have has had any longer more been being"
)


@dataclass(frozen=True, slots=True)
class Topic:
    """What a message names: stems of a relation, an aspect, and the other words."""

    people: frozenset[str]
    slots: frozenset[str]
    aspect: re.Pattern[str] | None
    words: frozenset[str]

    @property
    def is_single(self) -> bool:
        """True if the message names somebody, or something about the person who writes."""
        return bool(self.people or self.slots)


def find_topic(text: str) -> Topic:
    """Return what a text in lower case names."""
    stems = keywords(text)
    people = frozenset(stem for group in _GROUPS if group & stems for stem in group)
    aspect, slots = next(((each, slots) for each, slots in _ASPECTS if each.search(text)), (None, frozenset[str]()))
    return Topic(people, slots, aspect, frozenset(stems - _NOISE - people))


def asks_about_one(text: str) -> bool:
    """Return whether a text asks for something that the person may have said of themselves or of somebody."""
    if not _ASKS.search(text) or not MINE.search(text):
        return False
    return bool(_REMEMBERS.search(text)) or find_topic(text).is_single


def find_rows(topic: Topic, rows: Sequence[Row]) -> list[Row]:
    """Return the memories that a topic names: of somebody, of an aspect, or with all of its words."""
    if topic.people:
        found = [row for row in rows if keywords(row["content"]) & topic.people]
        if topic.aspect is None:
            return [row for row in found if topic.words <= keywords(row["content"])]
        return [row for row in found if row["field"] in topic.slots or topic.aspect.search(row["content"].lower())]
    if topic.slots:
        own = [row for row in rows if not keywords(row["content"]) & _ALL_RELATIONS]
        return [row for row in own if row["field"] in topic.slots]
    return [row for row in rows if topic.words and topic.words <= keywords(row["content"])]


def find_near_rows(topic: Topic, rows: Sequence[Row]) -> list[Row]:
    """Return the memories that share a word with a topic."""
    words = topic.words | topic.people
    return [row for row in rows if words & keywords(row["content"])]


def names_memory(text: str) -> bool:
    """Return whether a text asks what is remembered of the person or of somebody, in these words."""
    return any(asks_about_one(each) and bool(_REMEMBERS.search(each)) for each in split_sentences(text))
