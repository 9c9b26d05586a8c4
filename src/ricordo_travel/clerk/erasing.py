"""The notes that a message asks to erase by words of its own: those that it quotes, and those that it describes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ricordo_travel.clerk.keeping import ERASING, FORGOTTEN, HAS_TO_GO, asks_to_erase
from ricordo_travel.dialogue import forgetting, memory_words
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.note_reader import list_notes
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.questions import NOTHING_ERASED
from ricordo_travel.dialogue.recollection import (
    CHILDREN,
    GRANDCHILDREN,
    NOISE,
    find_named,
    find_rows,
    find_topic,
    list_learned,
)
from ricordo_travel.dialogue.remembered import Known, Thing, count_common, fills, find_near, quote, stems_of
from ricordo_travel.dialogue.text import normalise

_QUOTE = re.compile(
    r"[\"“„](?P<double>[^\"“”„\n]{3,200})[\"”“]|"
    r"(?<!\w)['‘](?P<single>(?:[^'‘’\"\n]|(?<=\w)['’](?=\w)){3,200})['’](?!\w)"
)
_FIGURE = re.compile(r"[.,]?\d[\d.,]*")
_MASK = re.compile(r"«(\d{1,2})»")
_CLAUSE = re.compile(
    r"(?<=[.!?;]) |,? (?:and|but|so|then) (?=(?:(?:please|also|just|then|can you|could you) )*"
    r"(?:keep|remember|note|leave|don't|do not|show|tell|list|what|who|how|erase|delete|remove|forget|wipe)\b)"
)
_POINTS = re.compile(
    r"\b(?:that|it|this|them|those|the (?:sentence|note|line|entry|bit|thing|memory))"
    r"(?= \w+ has\b|\W*$| (?:again|please|pls|now|too|then|from|out|off)\b)"
)
_ONLY_ONE = r"(?:that|it|this|the)(?: (?:one|single|line|note|sentence|entry|bit|thing|part|memory|fact|remark)){0,2}"
_ONE = re.compile(
    rf"\b(?:{ERASING} {_ONLY_ONE}(?: (?:please|pls|again|now|too|then|from|out|off)\b|\W*$|(?=[,;]))|"
    rf"take {_ONLY_ONE} (?:out|off)\b)"
)
"""One thing to erase that is only pointed at: "please delete that one"."""
_SEVERAL = re.compile(r"\b(?:both|two|three|all|them|these|those)\b")
_KEEPS = re.compile(r"\b(?:keep|kept|stays?|(?:is|was|are|were) (?:right|correct|true|fine|ok))\b")
_NEXT = re.compile(
    r",? (?:and|or|plus) (?=(?:also )?(?:the|that|this|my|our) (?:one|note|entry|bit|line|thing|part|remark|fact)\b)"
)
"""Where a list of things to erase goes on: "the diet note and the one about Lina"."""
_NEEDLESS = re.compile(
    r"^(?:(?:and|but|also|oh) )*(?:the |that |this |my |our )?(?P<what>[a-z][\w' -]{2,60}?),? you "
    r"(?:(?:don't|do not) (?:need|have) to (?:keep|remember|store|save|note)|can (?:forget|erase|delete|drop|remove))\b"
)
"""What need not be kept: "the birthday you don't need to keep"."""
_TELLING = keywords("like love hate prefer enjoy eat live work dislike use name age call")
_POINTING = (NOISE - _TELLING) | keywords("remark comment silly entries notes memory sentence wrong old")
_LEAST, _MAX_ASKED = 2, 5


@dataclass(frozen=True, slots=True)
class Named:
    """What a message names to erase: the notes that it means, those among which it leaves the choice, and its words.

    `unknown` are quoted words of which nothing is known.
    """

    things: tuple[Thing, ...] = ()
    doubtful: tuple[Thing, ...] = ()
    unknown: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    is_quoted: bool = False

    def covers(self, topic: str, message: str) -> bool:
        """Return whether a topic that was read of a message is one of the things, or is none of its words."""
        words = keywords(topic) - _POINTING
        rest = normalise(_QUOTE.sub(" ", message) if self.is_quoted else message)
        if not words:
            return (self.is_quoted or self.is_found) and not memory_words.ALL.search(rest)
        if self.is_quoted:
            return not words <= keywords(rest)
        is_said = count_common(words, keywords(rest)) or memory_words.find_field(rest)
        return self.is_found and (words <= self.words or not is_said)

    @property
    def is_found(self) -> bool:
        """True if something that is named is known."""
        return bool(self.things or self.doubtful)


def find_to_erase(message: str, known: Known, shown: str = "") -> Named:
    """Return the notes that a message asks to erase: quoted, described by two words or more, or the one it points at.

    `shown` are the replies before it: what they have is none of its own statements.
    """
    quoted: list[str] = []

    def mask(match: re.Match[str]) -> str:
        quoted.append(match["double"] or match["single"])
        return f"«{len(quoted) - 1}»"

    text = normalise(_QUOTE.sub(mask, message))
    clauses = [each for each in _CLAUSE.split(text) if _asks(each)]
    pointing = " ".join(each for each in _CLAUSE.split(text) if not _KEEPS.search(each))
    named = [mark for clause in clauses for mark in _MASK.findall(clause)]
    named = named or (_MASK.findall(pointing) if any(map(_POINTS.search, clauses)) else [])
    named = [quoted[int(each)] for each in named if int(each) < len(quoted)]
    if named:
        return _find_quoted(named, known)
    found = _find_described(clauses, known)
    return found if found.is_found or found.unknown else _find_pointed(message, clauses, known, shown)


def _find_pointed(message: str, clauses: Sequence[str], known: Known, shown: str) -> Named:
    """Return the one note that a message is most like and asks to erase as "that one"; several like it are in doubt."""
    text = normalise(message)
    if memory_words.ALL.search(text) or not any(_ONE.search(each) and not _SEVERAL.search(each) for each in clauses):
        return Named()
    learned = {row["id"] for row in list_learned(message, known.rows) if row["content"] not in shown}
    notes = list_notes(known, learned)
    at = max(text.find(each) + len(each) for each in clauses)
    for said in (text[:at], text[at:]):  # what stands before "delete that one" says which, else what stands behind
        words = keywords(said) - _POINTING
        counts = {thing: count_common(words, keywords(note)) for note, thing in notes.items()}
        most = max(counts.values(), default=0)
        best = tuple(thing for thing, count in counts.items() if most and count == most)
        if best:
            one, several = (best, ()) if len(best) == 1 else ((), best)
            return Named(one, several, words=frozenset(keywords(text)))
    return Named()


def ask_further(named: Named) -> str:
    """Return the question which notes are meant, and that nothing is known of quoted words; empty if all is clear."""
    unknown = join_words([f"“{each}”" for each in named.unknown])
    denied = f"I have nothing like {unknown} in memory, {forgetting.NOTHING_TO_ERASE}" if unknown else ""
    asked = forgetting.ask_which(list(dict.fromkeys(named.doubtful))[:_MAX_ASKED]) if named.doubtful else ""
    asked = asked.removesuffix(f" {NOTHING_ERASED}") if named.things else asked
    return " ".join(filter(None, [denied, asked]))


def find_unmeant(topic: str, message: str, known: Known) -> list[Thing]:
    """Return what is known of somebody, if a topic means all of it and the message does not.

    "The children" may be grandchildren: if something is known of both, it is left open whom the message means.
    """
    meant, said = find_topic(topic, known.every_row), find_topic(normalise(message), known.every_row)
    if meant.people >= CHILDREN | GRANDCHILDREN and "grand" not in message.lower():
        rows = find_rows(meant, known.rows)
        young = [row for row in rows if stems_of(row) & GRANDCHILDREN]
        return [quote(row) for row in rows][-_MAX_ASKED:] if 0 < len(young) < len(rows) else []
    if not meant.people or meant.aspect or meant.words:
        return []
    clauses = [each for each in _CLAUSE.split(normalise(message)) if _asks(each)]
    objects = [each for clause in clauses for each, _ in _find_objects(clause) if keywords(each) & meant.people]
    more = {word for each in objects for word in keywords(each) - meant.people - _POINTING}
    is_said = meant.people <= said.people and not more
    if is_said or any(map(memory_words.ALL.search, clauses)):
        return []
    return [quote(row) for row in find_named(meant, known.rows)][-_MAX_ASKED:]


def find_holding(topic: str, known: Known) -> list[Thing]:
    """Return the notes, of whomever they are, that have all words of a topic."""
    return _find_with(keywords(topic) - _POINTING, known)[:_MAX_ASKED]


def _asks(clause: str) -> bool:
    return bool(_NEEDLESS.search(clause) or HAS_TO_GO.search(clause)) or asks_to_erase(clause)


def _find_quoted(quoted: Sequence[str], known: Known) -> Named:
    """Return the notes in whose words a message names them; those that hold the words if there is one only."""
    things: list[Thing] = []
    doubtful: list[Thing] = []
    unknown: list[str] = []
    for each in quoted:
        held = _find_in_words(each, known)
        near = held or find_near(normalise(each), known)[-_MAX_ASKED:]
        if len(held) == 1:
            things += held
        elif near:
            doubtful += near
        else:
            unknown.append(each)
    return Named(tuple(things), tuple(doubtful), tuple(unknown), frozenset(keywords(" ".join(quoted))), is_quoted=True)


def _find_in_words(quoted: str, known: Known) -> list[Thing]:
    """Return the note that reads as quoted, else all that hold the quoted words."""
    notes = {row["content"]: quote(row) for row in known.rows} | list_notes(known)
    said = _plain(quoted)
    same = [thing for text, thing in notes.items() if said in {_plain(text), _plain(text.partition(": ")[2])}]
    held = {text: thing for text, thing in notes.items() if f" {said} " in f" {_plain(text)} "}
    exact = [thing for text, thing in held.items() if _holds_figures(text, quoted)]
    return same[:1] or exact or list(held.values())


def _holds_figures(text: str, named: str) -> bool:
    """Return whether a text has all figures of another as they are written there: ",000" is not in "$2,000"."""
    figures = [each.rstrip(".,") for each in _FIGURE.findall(named)]
    return all(re.search(rf"(?<![\d.,]){re.escape(each)}(?![\d])", text) for each in figures)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[\w']+", text.lower().replace("’", "'")))


def _find_described(clauses: Sequence[str], known: Known) -> Named:
    """Return the notes that have all words by which a message names something to erase; several are in doubt."""
    found: dict[bool, list[Thing]] = {True: [], False: []}
    words: set[str] = set()
    for described, least in [pair for clause in clauses for pair in _find_objects(clause)]:
        named = keywords(described) - _POINTING
        if written := _find_written(described, known):
            words |= named
            found[len(written) == 1] += written
            continue
        people = find_topic(described, known.every_row).people
        if len(named) < least or named <= people:
            continue
        rest = named - _TELLING
        held = _find_with(named, known) or (_find_with(rest, known) if not rest <= people else [])
        words |= named if held else set()
        found[len(held) == 1] += held
    return Named(tuple(found[True]), tuple(found[False]), words=frozenset(words))


def _find_written(described: str, known: Known) -> list[Thing]:
    """Return the notes that have the figures by which something is described: "the sentence with ,000"."""
    notes = {row["content"]: quote(row) for row in known.rows} | list_notes(known)
    written = [text for text in notes if _FIGURE.search(described) and _holds_figures(text, described)]
    return [notes[text] for text in written]


def _find_objects(clause: str) -> list[tuple[str, int]]:
    """Return what a clause asks to erase, each with the number of words by which it must be named at least."""
    if match := _NEEDLESS.search(clause) or HAS_TO_GO.search(clause):
        return [(match["what"], 1)]
    match = FORGOTTEN.search(clause)
    return [(each, _LEAST) for each in _NEXT.split(match["what"])] if match else []


def _find_with(words: set[str], known: Known) -> list[Thing]:
    """Return the notes beside the profile that have some words and no others, else those that have all of them."""
    rows = [row for row in known.rows if words and count_common(words, stems_of(row)) == len(words)]
    if any(fills(row, name) for row in rows for name in known.fields):
        return []
    same = [row for row in rows if keywords(row["content"]) - _POINTING == words]
    notes = list_notes(known)
    return [notes.get(row["content"], quote(row)) for row in same or rows]
