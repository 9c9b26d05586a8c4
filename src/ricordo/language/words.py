"""From text to keywords: folded, stemmed, without the words that carry no meaning."""

from __future__ import annotations

import re
import threading
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any

import snowballstemmer

from ricordo.tasks.word_caches import cache_words

_of_thread = threading.local()
"""A stemmer for each thread: it keeps the word that it works on."""

# Function words, question words and the leftovers of contractions ("don't" leaves "don"). "May" and "will" are not
# here: one is a month and the other a name.
STOP_WORDS = frozenset(
    """
    a about above after again against ain all also am an and any are aren as at be because been before being below
    between both but by can cannot could couldn did didn do does doesn doing don down during each few for from
    further had hadn has hasn have haven having he her here hers herself him himself his how i if in into is isn it
    its itself just let me mightn more most mustn my myself needn no nor not now of off on once only or other ought
    our ours ourselves out over own please same shall shan she should shouldn so some such than that the their
    theirs them themselves then there these they this those through to too under until up very was wasn we were
    weren what when where which while who whom whose why with won would wouldn yes you your yours yourself
    yourselves
    """.split()
)

_MAX_WORD = 64
"""Characters of a keyword that count. What is longer is not a word but a key, a hash or an attack."""

_MAX_MARKS = 30
"""Combining marks of one letter that count, as in Unicode's stream-safe text format."""

_HALF_WIDTH_MARKS = "\uff9e\uff9f"
_MARKS = re.compile(rf"(?:[^\w\x00-\x7f]|[{_HALF_WIDTH_MARKS}]){{{_MAX_MARKS + 1},}}")
_NUMBER_WITH_COMMAS = re.compile(r"(?<![\d,])\d{1,3}(?:,\d{3})+(?!\d|,\d)")
_LETTERS = "(?:[^\\W_]|[\u0900-\u0d7f])+"  # vowel signs of Indian scripts are part of their words
_TOKEN = re.compile(rf"{_LETTERS}(?:['./:@_&+-]{_LETTERS})*")
_PIECE = re.compile(_LETTERS)
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u00b4`", "'"))
_CONTRACTION = re.compile(r"'(?:s|m|d|t|re|ve|ll|em)\Z")
_NOT_SPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+"
)


def terms(text: str) -> list[str]:
    """Return the keywords of ``text``, in order and with repetitions."""
    found: list[str] = []
    for token in _tokens(text):
        if not (token.isascii() and token.isalpha()):
            found += [term for term, _ in _terms_of_token(token)]
        elif token not in STOP_WORDS:
            found.append(stem(token))
    return found


def count_terms(text: str) -> Counter[str]:
    """Return the keywords of ``text``, counted. A word that is repeated is read once."""
    counts: Counter[str] = Counter()
    for token, count in Counter(_tokens(text)).items():
        if not (token.isascii() and token.isalpha()):
            for term, _ in _terms_of_token(token):
                counts[term] += count
        elif token not in STOP_WORDS:
            counts[stem(token)] += count
    return counts


def terms_and_words(text: str) -> list[tuple[str, str]]:
    """Return the keywords of ``text``, each with the word that it was made from."""
    found: list[tuple[str, str]] = []
    for token in _tokens(text):
        if not (token.isascii() and token.isalpha()):
            found += _terms_of_token(token)
        elif token not in STOP_WORDS:  # most tokens are plain words
            found.append((stem(token), token))
    return found


def _tokens(text: str) -> list[str]:
    folded = fold(text)
    if "," in folded:
        folded = _NUMBER_WITH_COMMAS.sub(lambda number: number[0].replace(",", ""), folded)
    return _TOKEN.findall(folded)


def fold(text: str) -> str:
    """Return ``text`` without differences that nobody searches for: case, accents, width, kind of apostrophe."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", _MARKS.sub(_limit_marks, text)).translate(_APOSTROPHES).casefold()
    return unicodedata.normalize("NFKC", "".join(c for c in decomposed if not "\u0300" <= c <= "\u036f"))


def _limit_marks(run: re.Match[str]) -> str:
    """Keep only the first marks of a letter: normalising sorts them, in time that grows with their square."""
    kept: list[str] = []
    marks = 0
    for character in run[0]:
        is_mark = unicodedata.category(character)[0] == "M" or character in _HALF_WIDTH_MARKS
        marks = marks + 1 if is_mark else 0
        if marks <= _MAX_MARKS:
            kept.append(character)
    return "".join(kept)


def _terms_of_token(token: str) -> Iterator[tuple[str, str]]:
    word = _CONTRACTION.sub("", token).replace("'", "")
    pieces = _PIECE.findall(word)
    # An invoice number, an address or AT&T is found by its parts and, better, as a whole.
    if len(pieces) > 1 and any(character.isdigit() or character in "@&+" for character in word):
        yield word[:_MAX_WORD], word
    for piece in pieces:
        yield from _pairs(piece) if _NOT_SPACED.search(piece) else _term(piece)


def _term(piece: str) -> Iterator[tuple[str, str]]:
    if piece not in STOP_WORDS:
        ordinal = _ORDINAL.fullmatch(piece[:_MAX_WORD])
        yield stem(ordinal[1] if ordinal else piece), piece


def _pairs(piece: str) -> Iterator[tuple[str, str]]:
    """Yield pairs of characters, for scripts without spaces; a word of another script stays whole."""
    for run in re.split(f"({_NOT_SPACED.pattern})", piece):
        if not run:
            continue
        if not _NOT_SPACED.match(run):
            yield from _term(run)
        elif len(run) == 1:
            yield run, run
        else:
            yield from ((run[i : i + 2], run[i : i + 2]) for i in range(len(run) - 1))


def stem(word: str) -> str:
    """Return the stem of an English word; words of other scripts and numbers stay as they are."""
    return _stem(word[:_MAX_WORD])


@cache_words(50_000)
def _stem(word: str) -> str:
    return str(_stemmer().stemWord(word)) if word.isascii() and word.isalpha() else word


def _stemmer() -> Any:
    if not hasattr(_of_thread, "english"):
        _of_thread.english = snowballstemmer.stemmer("english")
    return _of_thread.english
