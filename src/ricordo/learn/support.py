"""Whether something was said, as far as names, numbers and words can tell: paraphrases pass, inventions do not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from ricordo.language.dates import date_in
from ricordo.language.numbers import duration_in, numbers, numbers_in
from ricordo.language.people import headcount
from ricordo.language.slots import slot_name
from ricordo.language.words import fold, terms

_NAME = re.compile(r"(?<!^)(?<![.!?:] )\b[A-Z][\w’']{2,}")
_PREFIX = 5
"""Letters that two words must share to count as the same in another form, or in a neighbouring language."""

_ENOUGH = 0.5
_ENOUGH_PAIRS = 0.3
"""The share of a candidate's words that must have been said; of the pairs of letters in a script without spaces."""

_FRAME = frozenset(
    """
    user person client customer they he she speaker has had have having is are was be been being own like likes love
    enjoy prefer favourit favorit want wish plan intend hope go live resid work job studi describ mention said say state
    name call year old age interest hobbi prefer current recent usual often alway regular general particular activ
    experi visit travel trip feel find use tri get take make do know think consid budget about amount number cost per
    the and not don doesn longer former previous anymor still already also veri really new thing someth
    der die das den dem des ein eine einen sein seine seiner ihr ihre und mit los las una uno sus les une ses elle del
    nutzer nutzerin benutzer person mag hat ist lebt wohnt arbeit heißt reist liebt gern gerne
    usuario usuaria vive tiene gusta encanta trabaja llama prefiere viaja está
    utilisateur utilisatrice aime habite travaill préfère voyage possède
    """.split()
)
"""Words that a sentence about somebody is put together with: that they were not said proves nothing."""

_MEANING = {
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
"""Everyday words for the same thing, by their stems."""

_FRAME_PREFIXES = frozenset(word[:_PREFIX] for word in _FRAME)
_FRAME_UNSPACED = re.compile("ユーザーは?|利用者は?|用户|使用者|사용자는?|この人は|彼は|彼女は")
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class SourceText:
    """What was said: ``everything`` that counts, the turns that are ``cited``, and what of them is ``quoted``.

    Where the person ``agreed`` to what was said to them, the cited turn need not repeat any of it.
    """

    everything: str
    cited: str
    quoted: str = ""
    agreed: bool = False

    def supports(self, content: str, field: str = "") -> bool:
        """Whether ``content`` was said; ``field`` names what it is about, if that is known."""
        text = _FRAME_UNSPACED.sub(" ", content)
        return self._names(text) and self._numbers(text, field) and self._words(text)

    def _names(self, content: str) -> bool:
        """Whether all names were said, perhaps in another form; German nouns look like names too."""
        spoken = fold(self.everything)
        begins = {word[: max(4, len(word) - 3)] for word in re.findall(r"\w+", spoken)}
        for name in _NAME.findall(content):
            word = fold(re.sub(r"['’].*", "", name))
            framed = word[:_PREFIX] in _FRAME_PREFIXES or len(word) < 3
            if not framed and word not in spoken and not any(word.startswith(start) for start in begins if start):
                return False
        return True

    def _numbers(self, content: str, field: str) -> bool:
        """Whether all numbers were said, in figures, in words, or as what they come to; "a dog" is one dog."""
        values, figures = set(numbers_in(self.everything)), _figures(self.everything)
        missing = {
            number.value
            for number in numbers(content)
            if number.value not in values
            and re.sub(r"\D", "", content[number.start : number.end]) not in figures
            and not _is_article(content[number.start : number.end])
        }
        return not missing or missing <= self._implied(field)

    def _implied(self, field: str) -> set[float]:
        """Numbers that follow from what was said for a field: people, days, the parts of a date."""
        implied: set[float] = set()
        for words in (self.cited, self.quoted):
            if slot_name(field) == "travellers" and (people := headcount(words)) is not None:
                implied.add(float(people))
            if (length := duration_in(words)) is not None:
                implied |= {length / timedelta(days=days) for days in (1, 7, 30)}
            if (day := date_in(words)) is not None:
                implied |= {float(day.year), float(day.month), float(day.day)}
        return implied

    def _words(self, content: str) -> bool:
        """Whether enough of the words were said, and one of them at least in what is cited."""
        meant = {word[:_PREFIX] for word in _terms(content)} - _FRAME_PREFIXES
        if not meant:
            framed = {word[:_PREFIX] for word in _terms(content)} & {word[:_PREFIX] for word in _terms(self.cited)}
            spelled = set(re.findall(r"\w+", fold(content))) <= set(re.findall(r"\w+", fold(self.cited)))
            return bool(framed) or bool(numbers_in(content)) or spelled
        there = {word[:_PREFIX] for word in _terms(self.everything)}
        here = {word[:_PREFIX] for word in _terms(self.cited)}
        enough = _ENOUGH_PAIRS if _UNSPACED.search(content) else _ENOUGH
        return len(meant & there) >= enough * len(meant) and (self.agreed or bool(meant & here))


def _terms(text: str) -> list[str]:
    """The words that carry meaning: no figures, which are looked at by themselves, and no Latin word of two letters."""
    found = (_MEANING.get(word, word) for word in terms(text) if re.search(r"[^\W\d]", word))
    return [word for word in found if len(word) > 2 or not word.isascii()]


def _figures(text: str) -> set[str]:
    """Figures without what groups them, which differs from country to country: 2.000 and 2,000."""
    return {re.sub(r"\D", "", figures) for figures in re.findall(r"\d[\d.,'’\u202f\u00a0]*", text)}


def _is_article(words: str) -> bool:
    return words.lower() in {"one", "half", "pair", "couple", "a couple"}
