"""A check that a text was said, by its names, numbers and words. Paraphrases pass, inventions do not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ricordo.language.calendar import date_in, dates_in, follows_from
from ricordo.language.calendar_words import MONTHS_BY_NUMBER
from ricordo.language.clauses import split_clauses
from ricordo.language.numbers import duration_in, numbers, numbers_in
from ricordo.language.polarity import is_comparison, is_contrary, is_negative, remove_negations
from ricordo.language.slots import GENERAL_SLOTS, SlotRegistry
from ricordo.language.words import STOP_WORDS, fold, terms
from ricordo.learn.relation_words import RELATIONS, SYNONYMS

_NAME = re.compile(r"(?<!^)(?<![.!?:] )\b[A-Z][\w’']{2,}")
_PREFIX_LENGTH = 5
"""Letters that two words must share to count as forms of one word, also between related languages."""

_MIN_TOPIC_SHARE = 0.5
"""The share of a candidate's words from which a clause speaks of the same thing."""

_WORDS_BEFORE, _WORDS_AFTER = 6, 3
"""Words around a topic in which a negation denies it."""

_MIN_WORDS_SHARE = 0.5
_MIN_PAIRS_SHARE = 0.3
_MIN_SIGNS_SHARE = 0.75
"""The share of a candidate's words that must have been said; without spaces, of its letter pairs or of its signs."""

_GENERIC_WORDS = frozenset(
    """
    user person client customer they he she speaker has had have having is are was be been being own like likes love
    enjoy prefer favourit favorit want wish plan intend hope go live resid work job studi describ mention said say state
    name call year old age interest hobbi prefer current recent usual often alway regular general particular activ
    experi visit travel trip feel find use tri get take make do know think consid budget about amount number cost per
    the and not don doesn longer former previous anymor still already also veri really new thing someth
    der die das den dem des ein eine einen sein seine seiner ihr ihre und mit los las una uno sus les une ses elle del
    nutzer nutzerin benutzer person personen mag hat ist lebt wohnt arbeit heißt reist liebt gern gerne reise urlaub
    jahre jahr woche wochen tage unterkunft familie leute
    usuario usuaria vive tiene gusta encanta trabaja llama prefiere viaja está
    utilisateur utilisatrice aime habite travaill préfère voyage possède
    """.split()
)
"""Words of any sentence about a person. That they were not said proves nothing."""

_STEM_SYNONYMS = {
    **dict.fromkeys(("kid", "kiddo", "children"), "child"),
    **dict.fromkeys(("mom", "mum", "mommi", "mama"), "mother"),
    **dict.fromkeys(("dad", "daddi", "papa"), "father"),
    **dict.fromkeys(("girl",), "daughter"),
    **dict.fromkeys(("boy",), "son"),
    **dict.fromkeys(("pass", "dead", "death", "deceas", "lost"), "die"),
    **dict.fromkeys(("workout", "gym"), "work"),
    **dict.fromkeys(("doggo", "puppi", "pup"), "dog"),
    **dict.fromkeys(("kitti", "kitten"), "cat"),
}
"""Stems of everyday words, and the stem that stands for them."""

_MONTH_NAMES = frozenset(name for names in MONTHS_BY_NUMBER for name in names.split(", ")) | {"may", "march"}
_GERMAN = re.compile(r"\b(?:der|die|das|dem|den|und|ist|sind|nicht|für|mit|nach|ein|eine|im|am|zu|hat|will|wohnt)\b")
_BEFORE_NOUN = re.compile(
    r"(?:\b(?:der|die|das|dem|den|des|im|am|zum|zur|vom|beim|ein|sein|ihr|kein|viel|zwei|drei|vier|fünf|sechs|\d{1,4})"
    r"|[a-zäöüß]{2,20}(?:e|en|er|es|em))\s$",
)
"""Words after which a German noun follows, and hardly ever a name: articles, numbers, adjectives."""

_GENERIC_PREFIXES = frozenset(word[:_PREFIX_LENGTH] for word in _GENERIC_WORDS)
_CAPITALS = re.compile(r"\b[A-Z]\w{1,30}(?: [A-Z]\w{1,30}){1,3}")
_ELIDED = re.compile(r"\b(trent|quarant|cinquant|sessant|settant|ottant|novant)['’]anni\b", re.IGNORECASE)
"""Italian tens before "anni", which lose their last letter."""

_MAX_PARTY = 20
_PEOPLE = re.compile(
    r"\b(?:us|we|me|and i|wife|husband|kids?|children|parents|in-laws|mum|mom|dad|family|friends?|wir|ich|frau|mann|"
    r"jungs|mädels|kinder|eltern|familie|freunde|yo|nosotros|marido|mujer|niñ[oa]s|hij[oa]s|bebé|moi|nous|femme|mari|enfants|"
    r"io|noi|moglie|marito|figli|bambini|eu|nós|mulher|filh[oa]s)\b|人|妻|夫|家族|孩子|我们",
    re.IGNORECASE,
)
"""Words for people who may travel together. Their number can follow from them in ways that are not counted here."""

_KIN = RELATIONS | SYNONYMS.keys()
_OF_ANOTHER = re.compile(
    r"(?:\b(?:his|her|their|seine?[mnrs]?|ihre?[mnrs]?|sus?|leurs?|suo|sua|loro|seus?|suas?)|\w['’]s)\s(?:\w{1,20}\s)?$",
    re.IGNORECASE,
)
"""Words before a relative or friend of somebody else: "his", "Tom's"."""

_GENERIC_UNSPACED = re.compile("ユーザーは?|利用者は?|用户|使用者|사용자는?|この人は|彼は|彼女は")
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_MEANINGFUL = re.compile(
    "[\u30a0-\u30ff]+|(?![我你他她的是了在很也都有人私僕])[\u3400-\u9fff]|[a-z0-9]+", re.IGNORECASE
)
"""Characters that carry meaning: katakana words and signs, without the commonest ones."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """The words that may support a candidate.

    Attributes:
        everything: All words that count.
        cited: The words of the cited turns.
        quoted: The quotes.
        asked: The question that the cited turns answer. It explains words, but adds no names or numbers.
        names: Texts whose names may be used: what is known already.
        known: Texts whose numbers may be used: what is known already.
        dates: ISO dates that follow from what was said.
        said_on: When the cited turns were said.
        slots: The slots, which know what numbers follow from words.
    """

    everything: str
    cited: str
    quoted: str = ""
    asked: str = ""
    names: str = ""
    known: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    said_on: tuple[datetime, ...] = ()
    slots: SlotRegistry = GENERAL_SLOTS

    def supports(self, content: str, field: str = "", *, is_close: bool = False, min_share: float = 0.0) -> bool:
        """Return whether ``content`` was said.

        ``field`` is the slot that it is a value of, if any. If a model found it to be a paraphrase, ``is_close``, its
        words may be others. ``min_share`` asks for a larger share of its words than usual.
        """
        text = self._shorten_names(_GENERIC_UNSPACED.sub(" ", content))
        return self.has_names(text) and self.has_numbers(text, field) and (is_close or self._has_words(text, min_share))

    def has_names(self, content: str) -> bool:
        """Return whether all names were said, perhaps in another form."""
        spoken = self._spoken()
        prefixes = {word[: max(4, len(word) - 3)] for word in re.findall(r"\w+", spoken)}
        names = (fold(re.sub(r"['’].*", "", name)) for name in _find_names(self._shorten_names(content)))
        return all(
            _is_generic(name) or name in spoken or any(name[:end] in prefixes for end in range(1, len(name) + 1))
            for name in names
        )

    def _spoken(self) -> str:
        return fold(f"{self.everything} {self.names}")

    def _shorten_names(self, content: str) -> str:
        """Return ``content`` with the initials of names of several words that were said so: "NZ" for New Zealand."""
        words = frozenset(re.findall(r"\w+", self._spoken()))
        return _CAPITALS.sub(lambda run: _shorten(run[0], words), content)

    def has_numbers(self, content: str, field: str = "") -> bool:
        """Return whether all numbers were said, in figures or in words, or follow from it; "a dog" is one dog."""
        everything = _ELIDED.sub(r"\1a anni", self.everything)
        values, figures = set(numbers_in(everything)), _find_figures(everything)
        missing = {
            number.value
            for number in numbers(content)
            if number.value not in values
            and re.sub(r"\D", "", content[number.start : number.end]) not in figures
            and not _is_vague_number(content[number.start : number.end])
            and not _is_word_of(content[number.start : number.end], everything)  # "due in May" counts nothing
        }
        derived = self._derive_numbers(field)
        slot = self.slots.find(field)
        counted = slot.parse(content) if slot and slot.parse else None  # "zu dritt" names a number, too
        is_total_named = any(number.value in derived for number in numbers(content))
        missing |= {counted} if counted is not None and counted not in values and not is_total_named else set()
        return not missing or missing <= derived | self._derive_date_numbers(content)

    def _derive_date_numbers(self, content: str) -> set[float]:
        """Return the numbers of the dates in ``content`` that follow from the cited words and when they were said."""
        derived = {float(part) for day in self.dates for part in day.split("-")}
        derived |= {number for text in self.known for number in numbers_in(text)}
        derived |= {float(said_at.year) for said_at in self.said_on}  # "in August" means this year's
        for date in dates_in(content):
            if any(follows_from(date, self.everything, said_at) for said_at in self.said_on):
                derived |= {float(part) for part in date.split("-")}
        return derived

    def _derive_numbers(self, field: str) -> set[float]:
        """Return the numbers that follow from the cited words: people, days, the parts of a date."""
        derived: set[float] = set()
        slot = self.slots.find(field)
        for words in (self.cited, self.quoted, *split_clauses(self.quoted)):
            number = slot.parse(words) if slot and slot.parse else None
            if number is not None:
                derived.add(float(number))
            elif slot and slot.name == "travellers" and _PEOPLE.search(words):
                derived |= set(map(float, range(2, _MAX_PARTY)))
            if (length := duration_in(words)) is not None:
                derived |= {length / timedelta(days=days) for days in (1, 7, 30)}
            if (day := date_in(words)) is not None:
                derived |= {float(day.year), float(day.month), float(day.day)}
        return derived

    def _has_words(self, content: str, min_share: float) -> bool:
        """Return whether enough of the words were said, and at least one of them in the cited turns."""
        expected = {word[:_PREFIX_LENGTH] for word in _find_stems(content)} - _GENERIC_PREFIXES
        if not expected:
            generic = {word[:_PREFIX_LENGTH] for word in _find_stems(content)} & {
                word[:_PREFIX_LENGTH] for word in _find_stems(self.cited)
            }
            is_repeated = set(re.findall(r"\w+", fold(content))) <= set(re.findall(r"\w+", fold(self.cited)))
            return bool(generic) or bool(numbers_in(content)) or is_repeated
        signs = _find_signs(content)
        if len(signs) > 1 and _share(signs, _find_signs(self.cited)) >= _MIN_SIGNS_SHARE:
            return True
        said = {word[:_PREFIX_LENGTH] for word in _find_stems(f"{self.everything} {self.asked}")}
        cited = {word[:_PREFIX_LENGTH] for word in _find_stems(f"{self.cited} {self.asked}")}
        usual = _MIN_PAIRS_SHARE if _UNSPACED.search(content) else _MIN_WORDS_SHARE
        min_share = max(min_share, usual)
        return len(expected & said) >= min_share * len(expected) and bool(expected & cited)


def _shorten(run: str, spoken: frozenset[str]) -> str:
    """Return words with a capital with the initials of the first of them, the longest that were said."""
    words = run.split()
    for end in range(len(words), 1, -1):
        initials = "".join(word[0] for word in words[:end])
        if initials.casefold() in spoken:
            return " ".join([initials, *words[end:]])
    return run


def _find_names(content: str) -> list[str]:
    """Return the words with a capital. German writes every noun so; there, an article or adjective tells a noun."""
    found = [(match.start(), match[0]) for match in _NAME.finditer(content)]
    if not _GERMAN.search(content):
        return [name for _, name in found]
    return [name for start, name in found if not _BEFORE_NOUN.search(content[max(0, start - 30) : start])]


def _is_generic(name: str) -> bool:
    """Return whether a word with a capital is no name: a common noun, a month, or too short to tell."""
    return name[:_PREFIX_LENGTH] in _GENERIC_PREFIXES or len(name) < 3 or name in _MONTH_NAMES


def is_within(part: str, whole: str) -> bool:
    """Return whether all words of a text stand in another one, in whatever form."""
    return find_word_beginnings(part) <= find_word_beginnings(whole)


def find_topical(content: str, clauses: Sequence[str]) -> list[str]:
    """Return the clauses that speak of the same thing as ``content``; all of them if none does."""
    expected = _find_topic(content)
    topical = [clause for clause in clauses if _share(expected, _find_topic(clause)) >= _MIN_TOPIC_SHARE]
    return topical or list(clauses)


def find_word_beginnings(text: str) -> frozenset[str]:
    """Return the beginnings of the words of a text, which words have in common in whatever form."""
    return frozenset(word[:_PREFIX_LENGTH] for word in terms(text))


def is_opposite(content: str, clauses: Sequence[str]) -> bool:
    """Return whether ``content`` is denied wherever ``clauses`` speak of the same thing, or the reverse."""
    said = split_clauses(content)
    if is_comparison(content) or (any(map(is_negative, said)) and any(map(is_negative, clauses))):
        return False
    if len(said) > 1:  # "for the climate" denies nothing
        said = [clause for clause in said if len(_find_stems(remove_negations(clause))) > 1]
    topics = [(clause, _find_topic(clause)) for clause in clauses]
    answers = [_is_denied(clause, topics) for clause in said]
    return True in answers and False not in answers


def _is_denied(content: str, topics: Sequence[tuple[str, set[str]]]) -> bool | None:
    """Return whether all clauses about the same thing say the opposite; None if there are none.

    People deny in many ways, so a statement that something is not so is refused only if all its words were said.
    """
    expected = _find_topic(content)
    min_share = 1.0 if is_negative(content) else _MIN_TOPIC_SHARE
    same_topic = [clause for clause, topic in topics if _share(expected, topic) >= min_share]
    if not same_topic:
        return None
    after = 0 if _names_people_only(content) else _WORDS_AFTER
    return all(is_contrary(content, _cut_to_topic(clause, expected, after)) for clause in same_topic)


def _names_people_only(content: str) -> bool:
    """Return whether a statement says no more than that there is somebody: "Has a wife called Greta".

    Whoever speaks of their wife has one, whatever it is that she does not do.
    """
    words = {word for word in re.findall(r"[^\W\d_]{2,}", content.casefold()) if not _is_common(word)}
    people = words & _KIN
    return bool(people) and words - people <= {name.casefold() for name in _find_names(content)}


def is_of_another(content: str, clauses: Sequence[str]) -> bool:
    """Return whether ``content`` names a relative or friend of somebody else: "Tom's wife", "his husband"."""
    if not _names_people_only(content):
        return False
    named = frozenset(re.findall(r"[^\W\d_]{2,}", content.casefold())) & _KIN
    before = [
        clause[max(0, word.start() - 40) : word.start()]
        for clause in clauses
        for word in re.finditer(r"[^\W\d_]{2,}", clause)
        if word[0].casefold() in named
    ]
    return bool(before) and all(map(_OF_ANOTHER.search, before))


def _is_common(word: str) -> bool:
    return word in STOP_WORDS or word[:_PREFIX_LENGTH] in _GENERIC_PREFIXES


def _cut_to_topic(clause: str, expected: set[str], after: int) -> str:
    """Return the words of a clause about a topic with those around it: elsewhere it may deny other things."""
    words = clause.split()
    places = [
        place for place, word in enumerate(words) if {found[:_PREFIX_LENGTH] for found in _find_stems(word)} & expected
    ]
    return " ".join(words[max(0, places[0] - _WORDS_BEFORE) : places[-1] + 1 + after]) if places else clause


def _find_topic(text: str) -> set[str]:
    """Return the words that tell what a clause is about. A script without spaces tells it by its single characters."""
    plain = remove_negations(_GENERIC_UNSPACED.sub(" ", text))
    return _find_signs(plain) or {word[:_PREFIX_LENGTH] for word in _find_stems(plain)} - _GENERIC_PREFIXES


def _find_signs(text: str) -> set[str]:
    """Return the signs and katakana words of a text; none if its script has spaces."""
    return set(_MEANINGFUL.findall(remove_negations(text))) if _UNSPACED.search(text) else set()


def _share(expected: set[str], found: set[str]) -> float:
    """Return the share of the expected words that were found; 0 if nothing is expected."""
    return len(expected & found) / len(expected) if expected else 0.0


def _find_stems(text: str) -> list[str]:
    """Return the stems of a text without figures, which are compared as numbers, and without short Latin words."""
    found = (_STEM_SYNONYMS.get(word, word) for word in terms(text) if re.search(r"[^\W\d]", word))
    return [word for word in found if len(word) > 2 or not word.isascii()]


def _find_figures(text: str) -> set[str]:
    """Return the figures of a text without separators, which differ between countries: 2.000 and 2,000."""
    return {re.sub(r"\D", "", figures) for figures in re.findall(r"\d[\d.,'’\u202f\u00a0]*", text)}


def _is_word_of(words: str, text: str) -> bool:
    return words.isalpha() and re.search(rf"\b{re.escape(words)}\b", text, re.IGNORECASE) is not None


def _is_vague_number(words: str) -> bool:
    return words.lower() in {"one", "half", "pair", "couple", "a couple"}
