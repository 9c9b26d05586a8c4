"""Secrets: passwords, keys, codes, credentials, and the numbers of cards, accounts and identity papers.

People also talk about passwords, passports and accounts without giving one away. A number counts as an identifier where
it follows the name of one and is neither a date, a year nor an amount. `secret_names` holds the names as tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ricordo.language.filters import secret_names as names
from ricordo.language.phrases import LazyPattern, phrases, plain_letters

MASK = "[secret]"
"""Stands for a secret, of whatever length it was."""

Span = tuple[int, int]

# ── by its form ──────────────────────────────────────────────────────────────────────────────────────────────────────

_FORMS = (
    re.compile(r"\b[A-Z]{2}\d\d(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b"),  # IBAN
    re.compile(r"\b(?:\d{3}-\d\d-\d{4}|[A-CEGHJ-PR-TW-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D])\b"),  # SSN, NINO
    re.compile(r"(?<![A-Za-z0-9])(?:\d{3}\.\d{3}\.\d{3}-\d\d|\d{17}[Xx])(?![A-Za-z0-9])"),  # CPF, Chinese identity card
    re.compile(
        r"(?<![A-Za-z0-9])[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z](?![A-Za-z0-9])", re.IGNORECASE
    ),  # codice fiscale
    re.compile(
        r"\bbearer [\w.~+/-]{8,200}"
        r"|\b(?:sk|pk|rk|ghp|gho|glpat|xox[a-z])[-_][\w-]{12,200}|\bAKIA[0-9A-Z]{12,40}|\beyJ[\w-]{10}[\w.-]{0,2000}"
        r"|\bAIza[\w-]{20,60}",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?<![A-Za-z0-9_])(?=[A-Za-z0-9_]{20})(?=[A-Za-z0-9_]{0,40}\d)(?=[A-Za-z0-9_]{0,40}[A-Za-z])[A-Za-z0-9_]++"
    ),
    re.compile(
        r"-----BEGIN [A-Z ]{1,40}-----(?:[A-Za-z0-9+/=\s]{0,8000}(?:-----END [A-Z ]{1,40}-----)?)?", re.IGNORECASE
    ),
    re.compile(r"(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)"),  # cards
    re.compile(r"://[^\s/:@]{1,60}:[^\s/@]{1,60}@"),
    re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{3,80} ?[:/|] ?(?!/)(?=\S{0,30}[A-Za-z])\S{4,60}"),
)
_DNI = re.compile(r"(?<![A-Za-z0-9])([XYZ]?)-?(\d{7,8})[ -]?([A-HJ-NP-TV-Z])(?![A-Za-z0-9])", re.IGNORECASE)
_DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"


def _spans_by_form(text: str) -> Iterator[Span]:
    for form in _FORMS:
        for match in form.finditer(text):
            yield match.span()
    for match in _DNI.finditer(text):
        number = int(match[2]) + 10_000_000 * max(0, "XYZ".find(match[1].upper() or " "))
        if len(match[1] + match[2]) == 8 and _DNI_LETTERS[number % 23] == match[3].upper():
            yield match.span()


# ── passwords ────────────────────────────────────────────────────────────────────────────────────────────────────────

_PASSWORD = LazyPattern(
    lambda: (
        rf"(?:(?P<topic>{phrases(names.TOPICS_BEFORE)})\s)?(?P<name>{phrases(names.PASSWORDS)})"
        rf"(?![\s-]{phrases(names.TOPICS)}|管理|マネージャ)"
    )
)
_SAYS = r"(?:[:=]|'s |\b(?:is|to|was|are|ist|war|lautet|es|era|est|e|sono|sao)\b|は|が|是|为|為)"
_VALUE_FOLLOWS = re.compile(rf"[^.!?。！？\n:=]{{0,40}}?{_SAYS}\s{{0,4}}")
_VALUE_STANDS_BEFORE = re.compile(
    r"(?:^|[\s,(「])(?P<value>[^\s,]{1,80}) (?:is|was|as|ist|war|als|es|est|e|como|comme|come) "
    r"(?:(?!(?:and|und|y|et|e|for) )[\w'-]{1,12} ){0,2}$"
)
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？\n]")
_NEXT_WORD = re.compile(r"\s{0,3}['\"(]?([^\s,;]{1,80})")
_ODD = re.compile(
    r"(?<!\S)(?=[^\s\d]{0,60}\d)(?=[^\sA-Za-z]{0,60}[A-Za-z])\S{4,80}|(?<!\S)\w{1,40}[@#$%^&*!_][^\s.!?]\S{1,60}"
)
_SMALL_WORDS = frozenset(
    """and or but to for of on in at with again when so that which because from i my the und oder aber zu mit im am
    wenn y o para de en con que et ou pour dans avec per di con da do na no em com e""".split()
)
_TALK_WORDS = _SMALL_WORDS | frozenset(
    """all every everywhere anywhere once twice too often constantly a an this these those since by into than as
    fur von vom der die das des dem den bei beim auf standig immer wieder schon seit del la las los el mi mis al cada
    siempre otra vez por du des le les mes ma mon a au aux sur chaque souvent encore della delle dello del dei degli
    al alla ogni spesso sempre dos das ao aos cada sempre outra vez""".split()
)
_REST_OF_WORD = re.compile(r"\S{0,200}")
_MAX_VALUE = 200
"""Characters around the name of a password in which its value is looked for."""


def _spans_of_passwords(text: str, plain: str) -> Iterator[Span]:
    sentence: Span | None = None
    for match in _PASSWORD.finditer(plain):
        start, end = _sentence_around(plain, match.start(), match.end())
        if match["topic"] or _is_talk(text, plain, match, (start, end)):
            continue
        yield match.start("name"), _end_of_password(plain, match.end())
        if before := _VALUE_STANDS_BEFORE.search(plain[start : match.start("name")]):
            yield start + before.start("value"), start + before.end("value")
        if (start, end) != sentence:
            sentence = start, end
            yield from ((start + odd.start(), start + odd.end()) for odd in _ODD.finditer(text[start:end]))


_TALK_BEFORE = LazyPattern(lambda: phrases(names.TALK_BEFORE))
_TALK_LATER = LazyPattern(lambda: phrases(names.TALK_LATER))
_TALK_AFTER = LazyPattern(lambda: phrases(names.TALK_AFTER))
_JUDGEMENT = LazyPattern(lambda: phrases(names.JUDGEMENTS))
_TELLS = re.compile(r"[:=\"'`「“”«»](?!s )|[0-9]")
_REST_OF_LINE = re.compile(r"[^\n]{0,80}")
_SAYS_SOMETHING = re.compile(rf"{_SAYS}\s{{0,4}}")


def _is_talk(text: str, plain: str, password: re.Match[str], sentence: Span) -> bool:
    """Return whether somebody speaks of a password without telling it: "I keep forgetting my password".

    A verb has to say so, and nothing in the sentence may be a value: no mark, no figure, no odd word, and after the
    name neither a word of its own nor one after "is".
    """
    start, end = sentence
    before, rest = plain[start : password.start("name")], plain[password.end() : end]
    is_talk = _TALK_BEFORE.search(before) or _TALK_AFTER.match(rest) or _TALK_LATER.search(rest)
    next_line = _REST_OF_LINE.match(text, end + 1) if text[end : end + 1] == "\n" else None
    if not is_talk or _TELLS.search(rest) or _ODD.search(text[start : next_line.end() if next_line else end]):
        return False
    word = _NEXT_WORD.match(rest)
    if word and word[1][0].isascii() and word[1][0].isalnum() and word[1] not in _TALK_WORDS:
        return False
    return all(_JUDGEMENT.match(rest, says.end()) for says in _SAYS_SOMETHING.finditer(rest))


def _end_of_password(plain: str, start: int) -> int:
    """Return where the value after the name of a password ends: with its sentence, or with the next word."""
    if follows := _VALUE_FOLLOWS.match(plain, start, start + 60):
        end = _SENTENCE_END.search(plain, follows.end(), follows.end() + _MAX_VALUE)
        return end.start() if end else _end_of_word(plain, min(len(plain), follows.end() + _MAX_VALUE))
    word = _NEXT_WORD.match(plain, start)
    return start if word is None or word[1] in _SMALL_WORDS or not word[1][0].isalnum() else word.end()


def _end_of_word(plain: str, place: int) -> int:
    rest = _REST_OF_WORD.match(plain, place)
    return rest.end() if rest else place


def _sentence_around(plain: str, start: int, end: int) -> Span:
    before = max(0, start - _MAX_VALUE)
    starts = [found.end() for found in _SENTENCE_END.finditer(plain, before, start)]
    after = _SENTENCE_END.search(plain, end, end + _MAX_VALUE)
    return (starts[-1] if starts else before), after.start() if after else min(len(plain), end + _MAX_VALUE)


_WEAK = LazyPattern(
    lambda: (
        rf"{phrases(names.WEAK_PASSWORDS)}\s{{0,3}}(?:[:=]\s{{0,3}}(?P<any>\S{{3,80}})"
        rf"|[^.!?\n:=]{{0,24}}?{_SAYS}\s{{0,3}}:?\s{{0,3}}(?P<odd>(?=[^\s\d]{{0,60}}\d)\S{{4,80}})"
        r"|\s(?P<direct>(?=[^\s\d]{0,60}\d)(?=[^\sa-z]{0,60}[a-z])\S{4,80}))"
    )
)
_CREDENTIALS = LazyPattern(
    lambda: (
        rf"{phrases(names.USERS)}[:=\s]{{1,4}}[^\s,;]{{1,60}}[\s,;:/|]{{1,4}}(?:(?:and|und|y|et|e)\s)?"
        rf"{phrases(names.PASSES)}(?:\s{{0,3}}[:=]\s{{0,3}}\S{{3,80}}|\s(?=[^\s\d]{{0,60}}\d)\S{{3,80}})"
        rf"|{phrases(names.LOGINS)}(?: (?:is|data|info|details))?\s{{0,3}}[:=]?\s{{0,3}}"
        r"[^\s/|]{2,60}\s?[/|]\s?(?=[^\s\d]{0,60}\d)[^\s/|]{4,60}"
        rf"|{phrases(names.LOGINS)}[^.!?\n:=/|]{{0,40}}[:=]\s{{0,3}}[^\s/|]{{1,60}}\s[/|]\s[^\s/|]{{1,60}}"
    )
)

# ── codes ────────────────────────────────────────────────────────────────────────────────────────────────────────────

_CODE = LazyPattern(
    lambda: (
        rf"{phrases(names.CODES)}(?:[\s-]{phrases('code, number, nummer, numero')})?"
        r"[^\w\n]{0,3}(?:[^\W\d_]{1,30}+[^\w\n]{1,3}){0,8}?[\u3040-\u30ff\u4e00-\u9fff]{0,6}[\s:：]{0,3}"
        r"(?P<code>\d[\d -]{1,20}\d|\d{1,4}[a-z]{1,3}\d{1,6}|[a-z]{1,3}\d{3,8})"
    )
)

# ── papers ───────────────────────────────────────────────────────────────────────────────────────────────────────────

_PAPER = LazyPattern(
    lambda: (
        rf"(?P<name>{phrases(names.PAPERS)})"
        rf"(?P<number>(?:'?s)?[ _-]?(?:{phrases(names.NUMBER_WORDS)}|{phrases(names.NUMBER_WORDS_UNSPACED)})\.?)?"
    )
)
_NUMBER_BEFORE = LazyPattern(lambda: rf"{phrases(names.NUMBER_WORDS)}\.?(?:\s\w{{1,8}}'?){{0,3}}\s?$")
_COMPOUND_NUMBER = re.compile(r"nummer|nr$")
_REACH = 40
"""Characters after the name of a paper in which its number is looked for."""

_BREAK = re.compile(r"[!?;\n。！？]|\.(?=\s)")
_DATE = re.compile(
    r"(?<![A-Za-z0-9])(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d\d)"
    r"|(?:19|20)\d\d(?: ?[-–/] ?(?:19|20)?\d\d)?)(?![A-Za-z0-9])"
)
_AMOUNT = LazyPattern(
    lambda: (
        r"[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥%円元块萬万人名件日年月]"
        rf"|{phrases(names.AMOUNTS)})"
    )
)
_IDENTIFIER = re.compile(r"[A-Za-z0-9]+(?:[ ./-][A-Za-z]{0,3}\d[A-Za-z0-9]*)*")
_REST_OF_IDENTIFIER = re.compile(r"[A-Za-z0-9]*(?:[ ./-][A-Za-z]{0,3}\d[A-Za-z0-9]*)*")
_THREE_DIGITS = re.compile(r"\d[^\d]{0,4}\d[^\d]{0,4}\d")
_MIN_DIGITS, _MIN_DIGITS_WITHOUT_NUMBER = 4, 6
_MIN_MIXED = 6
"""Characters from which letters and figures together are an identifier: `X123456`, `AB12 CDE`."""


def _spans_of_papers(text: str, plain: str) -> Iterator[Span]:
    for paper in _PAPER.finditer(plain):
        yield from _identifiers_after(text, plain, paper)


def _identifiers_after(text: str, plain: str, paper: re.Match[str]) -> Iterator[Span]:
    following = plain[paper.end() : paper.end() + _REACH]
    following = _BREAK.split(following, maxsplit=1)[0]
    following = _AMOUNT.sub(_blank, _DATE.sub(_blank, following))
    has_number = (
        paper["number"]
        or _COMPOUND_NUMBER.search(paper["name"])
        or _NUMBER_BEFORE.search(plain[max(0, paper.start() - 24) : paper.start()])
    )
    min_digits = _MIN_DIGITS if has_number else _MIN_DIGITS_WITHOUT_NUMBER
    for found in _IDENTIFIER.finditer(following):
        start, end = paper.end() + found.start(), paper.end() + found.end()
        if _is_identifier(text[start:end], min_digits):
            rest = _REST_OF_IDENTIFIER.match(text, end, end + _MAX_VALUE) if found.end() == _REACH else None
            start += _leading_word(text[start:end])
            yield start, rest.end() if rest else end


def _leading_word(token: str) -> int:
    """Return the length of a small word before an identifier: "is X1234567"."""
    word, _, rest = token.partition(" ")
    return len(word) + 1 if rest and word.isalpha() and word.islower() else 0


def _blank(match: re.Match[str]) -> str:
    return "," * len(match[0])


def _is_identifier(token: str, min_digits: int) -> bool:
    digits = sum(character.isdigit() for character in token)
    characters = sum(character.isalnum() for character in token)
    is_mixed = 3 <= digits < characters and characters >= _MIN_MIXED and token.upper() == token
    return digits >= min_digits or is_mixed


# ── all of them ──────────────────────────────────────────────────────────────────────────────────────────────────────


def holds_secret(text: str) -> bool:
    """Return whether `text` holds a password, a key, a code, or the number of a card, account or identity paper."""
    return next(_spans(text), None) is not None


def repeats_secret(text: str, secret_words: frozenset[str]) -> bool:
    """Return whether `text` holds one of the `secret_words` of another text, with or without the words for it."""
    return bool(secret_words) and any(word in secret_words for word in _values(text))


def find_secret_words(source: str) -> frozenset[str]:
    """Return the words that the secrets in `source` consist of, as far as they are no ordinary ones."""
    return frozenset(word for start, end in _spans(source) for word in _values(source[start:end]))


def _values(text: str) -> list[str]:
    """Return the words that are hardly ordinary ones: letters and figures mixed."""
    return [word for word in _VALUE.findall(text) if _MIXED.search(word)]


_VALUE = re.compile(r"[^\s,;:/|()]{4,80}")
_MIXED = re.compile(r"[A-Za-z][^A-Za-z\d]{0,9}\d|\d[^A-Za-z\d]{0,9}[A-Za-z]")


def mask_secrets(text: str) -> str:
    """Return `text` with every secret replaced by "[secret]", whatever its length. Other text stays as it is.

    `holds_secret` finds nothing in the result.
    """
    for _ in range(_MAX_ROUNDS):
        spans = sorted(_spans(text))
        if not spans:
            return text
        text = _replace(text, spans)
    lines = [MASK if holds_secret(line) else line for line in text.split("\n")]
    text = "\n".join(lines)
    return MASK if holds_secret(text) else text


_MAX_ROUNDS = 4
"""Rounds of masking: what a mask brings nearer to the name of a secret is found in the next one."""


def _spans(text: str) -> Iterator[Span]:
    """Yield the places of everything secret; they may overlap."""
    plain = plain_letters(text)
    yield from _spans_by_form(text)
    yield from _spans_of_passwords(text, plain)
    if _THREE_DIGITS.search(plain):  # most texts have no number that is long enough
        yield from (match.span("code") for match in _CODE.finditer(plain))
        yield from _spans_of_papers(text, plain)
    for pattern in (_WEAK, _CREDENTIALS):
        yield from (match.span() for match in pattern.finditer(plain))


def _replace(text: str, spans: list[Span]) -> str:
    parts: list[str] = []
    place = 0
    for start, end in spans:
        if start >= place:
            parts += [text[place:start], MASK]
        place = max(place, end)
    return "".join([*parts, text[place:]])
