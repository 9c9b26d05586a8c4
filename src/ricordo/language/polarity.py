"""Polarity: whether a clause affirms or denies, by its words, in the languages that people write to us in."""

from __future__ import annotations

import re

from ricordo.tasks.word_caches import cache_words

_CACHE_SIZE = 4_096

_NEGATIVE = re.compile(
    r"\b(?:not|no|nor|none|never|neither|nobody|nothing|without|used to|quit|stop(?:ped|s)?|gave up|gives? up|given up|"
    r"former(?:ly)?|cannot|cant|dont|doesnt|isnt|wont|aint|free of|refuses?|ended|cancel(?:led|ed|s)?|decided against|"
    r"nicht|kein(?:e|en|em|er|es)?|nie|niemals|ohne|"
    r"nunca|jamás|sin|tampoco|ningun[oa]?|ningún|"
    r"pas|jamais|sans|aucune?|n(?:e |['’])\w{1,20} plus|"
    r"non|mai|senza|nessun[oa]?|"
    r"não|sem|nenhuma?)\b|n['’]t\b"
    r"|ない|ません|なし|ず(?:に|、)|不|没|沒|无|無|别",
    re.IGNORECASE,
)
_NOT_A_NEGATION = re.compile(
    r"\b(?:no problem|no worries|no doubt|not only|not just|why not|not to mention|no wait|no way|oh no|if not|or not|"
    r"no (?:máximo|mínimo|ano|mês|dia|fim|verão|inverno|outono|próximo|brasil|"
    r"porto|centro|trabalho)|or nothing|"
    r"no more than|not more than|nicht mehr als|nicht drin|pas plus (?:de|que)|no más de|non più di|"
    r"(?:don['’]?t|do not|never|not to) forget|nicht zu vergessen|nicht vergessen|vergiss nicht|vergesst nicht|"
    r"no (?:te |se )?olvid\w{1,4}|"
    r"n['’]oublie[sz]? pas|ne pas oublier|non dimentic\w{1,5}|não (?:se |te )?esque\w{1,5}|"
    r"não mais (?:de|do que)|warum nicht|por qué no|pourquoi pas)\b|\bno\.|^\W{0,9}(?:no|nope|nein|non|não),|"
    r"^\W{0,9}(?:no|nope|nah) (?=(?:it['’]?s|that['’]?s|my|our|i|i['’]?m|we|they|she|he['’]?s|he is|he was|he has)\b)",
    re.IGNORECASE,
)
"""Phrases with a negative word that deny nothing, and an answer's "no," that denies what was asked."""

_AVERSION = re.compile(
    r"\b(?:dislikes?|hates?|hated|loathes?|avoids?|(?:can['’]?t|cannot|can not) (?:stand|bear)|"
    r"not a (?:big |huge )?fan|not (?:really |so )?into|not keen|does not like|"
    r"(?:not|isn['’]?t|aren['’]?t) (?:really |quite )?my (?:thing|cup of tea)|"
    r"don['’]?t (?:really )?like|doesn['’]?t (?:really )?like|"
    r"hass(?:e|t)|vermeide[nt]?|mag(?:st)? (?:ich )?(?:gar )?(?:nicht|keine?n?)|odi[ao]|odeio|evit[ao]|"
    r"no (?:me|le) gustan?|no soport[ao]|déteste|évite|n['’]aime pas|non (?:mi|gli|le) piac\w{1,9})\b"
    r"|嫌い|苦手|讨厌|討厭",
    re.IGNORECASE,
)
_LIKING = re.compile(
    r"\b(?:likes?|loves?|enjoys?|adores?|prefers?|keen on|fond of|(?:big |huge )?fan of|mag(?:st)?|liebe[nt]?|"
    r"gern(?:e)?|encantan?|gustan?|adoro|aime|adore|préfère|piace|amo|gosto|prefiero)\b|好き|喜欢|喜歡",
    re.IGNORECASE,
)


@cache_words(_CACHE_SIZE)
def is_negative(text: str) -> bool:
    """Return whether a clause denies something or speaks against it: two negations cancel each other out."""
    rest, aversions = _AVERSION.subn(" ", text)
    return (aversions + _count_negations(rest)) % 2 == 1


@cache_words(_CACHE_SIZE)
def remove_negations(text: str) -> str:
    """Return a text without its negative words."""
    return _NEGATIVE.sub(" ", _AVERSION.sub(" ", text))


def is_contrary(one: str, other: str) -> bool | None:
    """Return whether two clauses about one thing contradict each other; None if their words do not tell.

    A like and an aversion do; so do a statement and its denial. "Hates crowds" and "crowds are hell" do not tell.
    """
    first, second = _attitude(one), _attitude(other)
    if first is not None and second is not None:
        return first != second
    if first is None and second is None:
        return is_negative(one) != is_negative(other)
    return None


def _attitude(text: str) -> bool | None:
    """Return whether a clause speaks of liking something; None if it speaks neither of that nor of aversion."""
    rest, aversions = _AVERSION.subn(" ", text)
    if not aversions and not _LIKING.search(rest):
        return None
    return (aversions + _count_negations(rest)) % 2 == 0


def _count_negations(text: str) -> int:
    return len(_NEGATIVE.findall(_NOT_A_NEGATION.sub(" ", text)))


_COMPARISON = re.compile(
    r"\b(?:rather than|instead of|prefers? .{1,80}? (?:to|over)|lieber .{1,80}? als|statt|en vez de|en lugar de|"
    r"plutôt que|au lieu de|invece di|em vez de)\b",
    re.IGNORECASE,
)


def is_comparison(text: str) -> bool:
    """Return whether a statement sets one thing against another: it affirms and denies at once."""
    return _COMPARISON.search(text[:500]) is not None
