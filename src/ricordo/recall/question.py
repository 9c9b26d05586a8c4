"""A question, read once: its words, what it says about time, and what kind of question it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from ricordo.language.words import terms_and_words
from ricordo.recall.times import Period, Span, periods

_MAX_TERMS = 64
"""Different words of a question that are looked up: of a long message its beginning and its end."""

_MAX_DENSE = 480
"""Characters of a question that are embedded: of a long message its beginning and its end."""

_MAX_TIMES_TEXT = 2_000
"""Characters of a question that are looked through for times: of a long message its beginning and its end."""

_MAX_SHORT = 150
_FIRST_PERSON = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|ours)\b", re.IGNORECASE)
_ABOUT_THE_ASSISTANT = re.compile(
    r"\b(?:did|have|had|could|can) you\b|\byou(?:'ve| have| had)? (?:sa(?:y|id)|told?|tell|suggest|recommend|mention"
    r"|g[ia]ve|propos|advis|list|wr[io]te)|\byour (?:suggest|recommend|advice|answer|plan|list|idea|propos)",
    re.IGNORECASE,
)
_PAST_WORDS = re.compile(
    r"\b(?:used? to (?!it\b)|previous(?:ly)?\b|former(?:ly)?\b|originally\b|back then\b|back when\b|in the past\b"
    r"|(?:my|our|his|her|their) (?:old|ex)\b|(?:was|were|had) (?:i|we|he|she|they) \w"
    r"|before\s*(?:[?.!,;]|$|that\b|this\b|then\b|now\b|moving\b|i (?:moved|changed|switched)\b)"
    r"|früher|damals\b|ehemals\b|vorher\b|zuvor\b|antes\b|antiguamente\b|solía|avant\b|autrefois\b|auparavant\b"
    r"|una volta\b|in passato\b|antigamente\b|anteriormente\b)|以前|昔|从前",
    re.IGNORECASE,
)
_DID = re.compile(  # "where did I live", but not "where did I say that I live"
    r"\bdid (?!you\b)(?>(?:my|our|his|her|their|the) \w+|\w+) (?!say|tell|mention|ask|write|talk|speak|call|give)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the arms of a search need it. ``words`` maps each keyword to the word in the question."""

    text: str
    terms: Mapping[str, int]
    words: Mapping[str, str]
    periods: tuple[Period, ...]
    asked_at: datetime

    @property
    def dense_text(self) -> str:
        """The part of the question that is embedded."""
        return _ends(self.text, _MAX_DENSE)

    @property
    def is_about_oneself(self) -> bool:
        """True for a short question in the first person, unless it is about what the assistant said."""
        if len(self.text) > _MAX_SHORT:
            return False
        text = self.text.replace("’", "'")
        return _FIRST_PERSON.search(text) is not None and _ABOUT_THE_ASSISTANT.search(text) is None

    @property
    def is_about_the_past(self) -> bool:
        """True if the question asks for what was so before, or names a time that is over."""
        over = any(isinstance(period, Span) and period.end < self.asked_at for period in self.periods)
        text = _ends(self.text, _MAX_TIMES_TEXT)
        return over or _PAST_WORDS.search(text) is not None or _DID.search(text) is not None


def read(text: str, now: datetime) -> Question:
    """Read a question that is asked at the time ``now``."""
    counts: Counter[str] = Counter()
    words: dict[str, str] = {}
    for term, word in terms_and_words(text):
        counts[term] += 1
        words.setdefault(term, word)
    if len(counts) > _MAX_TERMS:
        ordered = list(counts)
        kept = {*ordered[: _MAX_TERMS // 2], *ordered[-_MAX_TERMS // 2 :]}
        counts = Counter({term: count for term, count in counts.items() if term in kept})
    return Question(text, counts, words, tuple(periods(_ends(text, _MAX_TIMES_TEXT), now)), now)


def _ends(text: str, length: int) -> str:
    """Return the beginning and the end of a long text."""
    return text if len(text) <= length else f"{text[: length // 2]} {text[-length // 2 :]}"
