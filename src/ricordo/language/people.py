"""Counting the people that a text speaks of: "three of us", "just me", "my wife and two kids", "zu dritt"."""

from __future__ import annotations

import re

from ricordo.language import people_words as words
from ricordo.language.number_words import guess_languages
from ricordo.language.numbers import Number, numbers
from ricordo.language.phrases import LazyPattern, compile_phrases, phrases, plain_letters

_ADULTS = LazyPattern(lambda: rf"[\s-]{{1,3}}(?:{phrases(words.ADJECTIVES)}\s){{0,3}}{phrases(words.ADULTS)}")
_OTHERS = LazyPattern(lambda: rf"[\s-]{{1,3}}(?:{phrases(words.ADJECTIVES)}\s){{0,3}}{phrases(words.OTHERS)}")
_THINGS = LazyPattern(lambda: rf"[\s-]{{0,2}}(?:{phrases(words.THINGS)}|[€$£¥%:])")
_OF_US = LazyPattern(lambda: rf"\s{{1,3}}{phrases(words.OF_US)}")
_PLUS = LazyPattern(lambda: rf"[\s,]{{1,3}}{phrases(words.PLUS)}")
_GROUP_BEFORE = LazyPattern(lambda: rf"{phrases(words.GROUPS)}\s{{0,3}}\Z")
_WE_ARE_BEFORE = LazyPattern(lambda: rf"{phrases(words.WE_ARE)}\s{{0,3}}\Z")
_RELATIVE = LazyPattern(
    lambda: (
        rf"(?:(?P<own>{phrases(words.POSSESSIVES)})|{phrases(words.ARTICLES)})\s{{0,3}}"
        rf"(?:(?P<too>{phrases(words.POSSESSIVES)})\s{{1,3}}|\w{{1,30}}+\s{{1,3}})?{phrases(words.RELATIVES)}"
    )
)
_PARENTS, _ALONE, _NOT_ALONE = (compile_phrases(table) for table in (words.PARENTS, words.ALONE, words.NOT_ALONE))
_SPEAKER, _WITH, _UNCOUNTED = (compile_phrases(table) for table in (words.SPEAKER, words.WITH, words.UNCOUNTED))
_JOINING = compile_phrases(words.JOINING)
_SOLO = re.compile(r"\bsolo\b")
_WITH_NAME = re.compile(
    r"\b(?:[Jj]ust|[Oo]nly) (?:[^\W\d_a-z][\w'’-]{1,30} and (?:me|I|myself)|(?:me|us) and [^\W\d_a-z][\w'’-]{1,30})\b"
)
"""The speaker and one other who is named: "just Ana and me"."""

_ZU = re.compile(rf"\bzu ({'|'.join(word.strip() for word in words.ZU.split(','))})\b")
_ZU_COUNTS = {
    "zweit": 2,
    "dritt": 3,
    "viert": 4,
    "funft": 5,
    "fuenft": 5,
    "sechst": 6,
    "siebt": 7,
    "acht": 8,
    "neunt": 9,
}
_REACH = 24
"""Characters before a number in which "a family of" is looked for."""

_MAX_PEOPLE = 100
"""The largest number that counts people where nothing says so."""


def tells_company(text: str) -> bool:
    """Return whether a text tells that somebody comes along: "my uncle joins us"."""
    return _JOINING.search(plain_letters(text)) is not None


def headcount(text: str) -> int | None:
    """Return how many people are meant, with the speaker; None if the text does not tell."""
    if _UNSPACED.search(text):
        return _count_unspaced(text)
    plain = plain_letters(text)
    if _WITH_NAME.search(text):
        return 2
    if zu := _ZU.search(plain):
        return _ZU_COUNTS.get(zu[1], 10)
    found = [number for number in numbers(text) if not _THINGS.match(plain, number.end)]
    for number in found:
        if of_us := _OF_US.match(plain, number.end):
            return _count(number.value + _count_besides(plain, of_us.end()))
        if _GROUP_BEFORE.search(_before(plain, number)):
            return _count(number.value)
    adults = [number for number in found if _ADULTS.match(plain, number.end)]
    others = [number for number in found if _OTHERS.match(plain, number.end)]
    known = {number.start for number in (*adults, *others)}
    rest = [number for number in found if number.start not in known]
    if len(rest) == 1 and _WE_ARE_BEFORE.search(_before(plain, rest[0])):
        return _count(rest[0].value)
    relatives = list(_RELATIVE.finditer(plain))
    parents = sum(1 for _ in _PARENTS.finditer(plain))
    kin = len(relatives) + 2 * parents
    own = parents > 0 or any(match["own"] or match["too"] for match in relatives)
    counted = adults + others
    if not counted and not kin:
        return _count_alone(plain, found)
    if rest or (not counted and _UNCOUNTED.search(plain)):
        return None
    speaker = _SPEAKER.search(plain) or (not adults and (own or _WITH.search(plain)))
    return _count(sum(number.value for number in counted) + kin + bool(speaker))


def _count_besides(plain: str, place: int) -> int:
    """Return how many relatives come besides: two for "the two of us plus my in-laws"."""
    if not _PLUS.match(plain, place):
        return 0
    rest = plain[place:]
    return 2 * sum(1 for _ in _PARENTS.finditer(rest)) + sum(1 for _ in _RELATIVE.finditer(rest))


def _before(plain: str, number: Number) -> str:
    return plain[max(0, number.start - _REACH) : number.start]


def _count_alone(plain: str, found: list[Number]) -> int | None:
    if (_ALONE.search(plain) or _is_solo(plain)) and not _NOT_ALONE.search(plain):
        return 1
    return _count(found[0].value) if len(found) == 1 and found[0].value < _MAX_PEOPLE else None


def _is_solo(plain: str) -> bool:
    """Return whether "solo" means alone, and not "only" as in Spanish and Italian."""
    return _SOLO.search(plain) is not None and (guess_languages(plain) == frozenset({"en"}) or len(plain.split()) == 1)


def _count(number: float) -> int | None:
    return int(number) if number == int(number) and number >= 1 else None


# ── Japanese and Chinese ─────────────────────────────────────────────────────────────────────────────────────────────

_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_KIN = re.compile(
    "女朋友|男朋友|妻子|妻|夫婦|夫妻|丈夫|夫|嫁|旦那|主人|家内|彼女|彼氏|太太|老婆|老公|妈妈|媽媽|母亲|母親|爸爸|父亲|父親|"
    "おばあちゃん|おじいちゃん|お母さん|お父さん|母|父(?!母)|両親|父母|爸妈|息子|儿子|兒子|女儿|女兒|娘|赤ちゃん|宝宝|"
    "哥哥|弟弟|姐姐|妹妹|兄|弟|姉|妹|祖母|祖父|奶奶|爷爷|外婆|外公|友人|先生"
)
_TWO = frozenset({"両親", "父母", "爸妈"})
_COUPLES = frozenset({"夫婦", "夫妻"})
_COUNTABLE = "子供たち|子ども|子供|孩子|小孩|儿童|友達|朋友|同僚|同事|小学生|幼児|大人|成人|名大人"
_PERSONS = re.compile(rf"\s?(?:人|名|位|个|個|口)(?!月)(?:人)?の?(?P<noun>{_COUNTABLE}|{_KIN.pattern})?")
_NOUN_BEFORE = re.compile(rf"(?P<noun>{_COUNTABLE}|{_KIN.pattern})(?:が|は|は我的)?\s?\Z")
_HIRAGANA = re.compile("ひとり|ふたり")
_MYSELF = re.compile("私|僕|俺|自分|我(?!们|們)")
_ALONE_UNSPACED = re.compile("独り|独自|单独|自分だけ|私だけ|僕だけ|只有我|就我自己|就我一个|我自己|ソロ")
_ONLY_CHILD = re.compile("一人っ子|一人息子|一人娘|ひとりっ子|一人暮らし")
_UNCOUNTED_UNSPACED = re.compile("家族|家人|みんな|大家|友達|朋友|子供|子ども|孩子|小孩|同僚|同事|グループ|全家")


def _count_unspaced(text: str) -> int | None:
    if _ONLY_CHILD.search(text):
        return None
    counted: list[tuple[float, str, int, int]] = []
    total: list[float] = [2 if match[0] == "ふたり" else 1 for match in _HIRAGANA.finditer(text)]
    for number in numbers(text):
        persons = _PERSONS.match(text, number.end)
        if persons is None:
            continue
        before = _NOUN_BEFORE.search(text[max(0, number.start - 8) : number.start])
        noun = persons["noun"] or (before["noun"] if before else "")
        if noun:
            start = number.start if persons["noun"] else number.start - len(noun)
            counted.append((number.value, noun, start, persons.end()))
        else:
            total.append(number.value)
    if total:
        return _count(total[0]) if len(total) == 1 else None
    rest = "".join(text[start:end] for start, end in _gaps(counted, len(text)))
    kin = [match[0] for match in _KIN.finditer(rest)]
    if not counted and not kin:
        return 1 if _ALONE_UNSPACED.search(text) and "ない" not in text and "不是" not in text else None
    if _UNCOUNTED_UNSPACED.search(rest):
        return None
    has_adults = any(noun in {"大人", "成人", "名大人"} for _, noun, _, _ in counted)
    people = sum(value for value, _, _, _ in counted) + sum(2 if one in _TWO else 1 for one in kin)
    is_speaker_told = any(one in _COUPLES for one in kin) or not has_adults or _MYSELF.search(rest)
    return _count(people + bool(is_speaker_told))


def _gaps(counted: list[tuple[float, str, int, int]], length: int) -> list[tuple[int, int]]:
    ends = [0, *(end for _, _, _, end in counted)]
    starts = [*(start for _, _, start, _ in counted), length]
    return list(zip(ends, starts, strict=True))
