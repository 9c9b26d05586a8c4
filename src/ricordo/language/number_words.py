"""Numbers in words of German, Spanish, French, Italian, Portuguese, Japanese and Chinese.

The words below a hundred are made from small tables; hundreds and thousands are put together while reading. A word that
means something else in another language ("once", "due", "sei") counts only in a text of its own language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from ricordo.language.phrases import plain_letters

_GERMAN = "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split()
_GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_SPANISH = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
    "veintiocho veintinueve"
).split()
_SPANISH_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()
_FRENCH = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept "
    "dix-huit dix-neuf"
).split()
_FRENCH_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante", 80: "quatre-vingt"}
_BELGIAN_TENS = {70: "septante", 80: "huitante", 90: "nonante"}
_ITALIAN = (
    "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici "
    "diciassette diciotto diciannove"
).split()
_ITALIAN_TENS = "venti trenta quaranta cinquanta sessanta settanta ottanta novanta".split()
_PORTUGUESE = (
    "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito "
    "dezenove"
).split()
_PORTUGUESE_TENS = "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa".split()

_MORE = {
    "de": {"zwo": 2, "ein paar": 2, "anderthalb": 1.5, "eineinhalb": 1.5, "zweieinhalb": 2.5},
    "es": {"un par": 2, "cien": 100, "ciento": 100, "veintiún": 21},
    "fr": {"une paire": 2, "quatre-vingts": 80},
    "it": {"un paio": 2, "ventun": 21, "cento": 100},
    "pt": {
        "quatorze": 14,
        "dezasseis": 16,
        "dezassete": 17,
        "dezanove": 19,
        "um par": 2,
        "cem": 100,
        "cento": 100,
        "duas": 2,
    },
}
_SCALES = {
    "hundert": 100, "cent": 100, "cents": 100, "tausend": 1000, "mil": 1000, "mille": 1000, "mila": 1000,
    "million": 1e6, "millionen": 1e6, "millón": 1e6, "millones": 1e6, "millions": 1e6, "milione": 1e6, "milioni": 1e6,
    "milhão": 1e6, "milhões": 1e6,
}  # fmt: skip
_CONNECTORS = frozenset({"y", "e", "et", "und"})
_ARTICLES = frozenset({"un", "uno", "um", "ein", "una", "une", "uma", "eine"})
"""Words for one that are articles too. Like "a", they count nothing by themselves."""

_AMBIGUOUS = {
    **dict.fromkeys(("elf", "null", "acht", "million"), "de"),
    **dict.fromkeys(("once", "dos", "mil", "cien", "tres", "seis", "nueve"), "es"),
    **dict.fromkeys(
        ("six", "dix", "sept", "neuf", "cent", "cents", "mille", "onze", "quatre", "million", "millions"), "fr"
    ),
    **dict.fromkeys(("due", "tre", "sei", "sette", "otto", "venti", "mille"), "it"),
    **dict.fromkeys(("oito", "dez", "cem"), "pt"),
}
"""Words that mean something in another language, or are names. They need other words of their language beside them."""

_SHARED = {"mil": "es pt", "tres": "es pt", "seis": "es pt", "onze": "fr pt", "million": "de fr"}
"""Ambiguous words that belong to two languages."""

_NEEDS_NEIGHBOUR: dict[str, tuple[frozenset[str], str]] = {
    "sei": (frozenset("in siamo di per da con circa quasi le i gli e eravamo saremo tavolo".split()), "it"),
    "neuf": (frozenset("sommes à les pour a nous environ étions serons".split()), "fr"),
    "un": (frozenset(), "fr"),
}
"""Words that mean something else in their own language ("you are", "new"), and the words that may stand before them."""

LANGUAGE_WORDS = {
    "en": """
        the and i my we are with for you have was of this that it is to at just only me us went
    """,
    "de": """
        der die das und ich wir ist sind mit für nicht ein eine von zu im den mein meine noch auf bei nach zum tage
        tagen tag woche wochen monat monate monaten jahr jahre jahren stunde stunden personen leute leuten
        erwachsene kinder kind euro alle uhr
    """,
    "es": """
        el los las y que con para por somos soy mi una en tengo muy del años año días día semanas semana meses mes
        horas hora personas adultos niños euros es son éramos seremos
    """,
    "fr": """
        le la les et je nous sommes avec pour est une des du dans mon ma ans jours jour semaines semaine mois
        heures heure personnes adultes enfants enfant euros à j'ai étions serons nuits
    """,
    "it": """
        il lo gli e di che con per siamo sono una mio mia anni anno ho della nel giorni giorno settimane settimana
        mesi mese ore ora persone adulti bambini bambino euro in notti eravamo saremo
    """,
    "pt": """
        o os e que com para por somos sou uma em meu minha anos ano não do da dias dia semanas semana meses mês
        horas hora pessoas adultos crianças euros reais noites
    """,
}
"""Small words of each language, by which a text's language is guessed."""

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_MAX_WORDS = 4
_HUNDRED, _THOUSAND = 100, 1000
Word = tuple[str, int, int]
Found = tuple[float, int, int]
"""A value with its start and end in the text."""


def _spell() -> Iterator[tuple[str, float]]:
    """Yield the numbers below a hundred in words."""
    for value, word in enumerate(_GERMAN):
        yield word, value
    units = ["ein", *_GERMAN[2:10]]
    teens = {16: "sechzehn", 17: "siebzehn"} | {value: f"{_GERMAN[value - 10]}zehn" for value in (13, 14, 15, 18, 19)}
    yield from ((word, value) for value, word in teens.items())
    for tens, word in enumerate(_GERMAN_TENS, start=2):
        yield word, tens * 10
        yield from ((f"{unit}und{word}", tens * 10 + one) for one, unit in enumerate(units, start=1))
    yield from ((word, value) for value, word in enumerate(_SPANISH))
    yield from _spell_with_and(_SPANISH_TENS, 3, _SPANISH, " y ")
    yield from ((word, value) for value, word in enumerate(_FRENCH))
    for tens, word in (*_FRENCH_TENS.items(), *_BELGIAN_TENS.items()):
        yield word, tens
        for one in range(1, 20 if word in ("soixante", "quatre-vingt") else 10):
            joint = " et " if one in (1, 11) and word != "quatre-vingt" else "-"
            yield f"{word}{joint}{_FRENCH[one]}", tens + one
    yield from ((word, value) for value, word in enumerate(_ITALIAN))
    for tens, word in enumerate(_ITALIAN_TENS, start=2):
        yield word, tens * 10
        yield from (((word[:-1] if one in (1, 8) else word) + _ITALIAN[one], tens * 10 + one) for one in range(1, 10))
        yield f"{word}tré", tens * 10 + 3
    yield from ((word, value) for value, word in enumerate(_PORTUGUESE))
    yield from _spell_with_and(_PORTUGUESE_TENS, 2, _PORTUGUESE, " e ")
    hundreds = "duecento trecento quattrocento cinquecento seicento settecento ottocento novecento".split()
    yield from ((word, value * 100) for value, word in enumerate(hundreds, start=2))
    for stems in ("dos tres cuatro quin seis sete ocho nove", "duz trez quatroc quinh seisc setec oitoc novec"):
        for value, stem in enumerate(stems.split(), start=2):
            end = "ient" if stem == "quin" else "cient" if stems.startswith("dos") else "ent"
            yield from ((f"{stem}{end}{gender}s", value * 100) for gender in "oa")
    for more in _MORE.values():
        yield from more.items()


def _spell_with_and(tens: Sequence[str], first: int, units: Sequence[str], joint: str) -> Iterator[tuple[str, float]]:
    for value, word in enumerate(tens, start=first):
        yield word, value * 10
        yield from ((f"{word}{joint}{units[one]}", value * 10 + one) for one in range(1, 10))


@cache
def _values() -> dict[str, float]:
    """Return the value of each phrase, its words with single spaces between them, with and without accents."""
    found: dict[str, float] = {}
    for phrase, value in _spell():
        words = phrase.replace("-", " ").lower()
        for form in (words, plain_letters(words), words.replace("ß", "ss")):
            found[form] = value
    return found


_GERMAN_COMPOUND = re.compile(
    r"(?:(?P<thousands>\w{0,40}?)tausend)?(?:(?P<hundreds>\w{0,10}?)hundert)?(?:und)?(?P<rest>\w{0,24})"
)


def _german_compound(word: str) -> float | None:
    """Return the value of a word such as "zweitausenddreihundertvier"."""
    if "hundert" not in word and "tausend" not in word:
        return None
    match = _GERMAN_COMPOUND.fullmatch(word[:80])
    if match is None:
        return None
    total = 0.0
    for part, scale in ((match["thousands"], 1000), (match["hundreds"], 100), (match["rest"], 1)):
        if part is None:
            continue
        value = (1.0 if scale > 1 else 0.0) if part in ("", "ein") else _values().get(part) or _german_compound(part)
        if value is None:
            return None
        total += value * scale
    return total


def _value_of_word(word: str) -> float | None:
    value = _values().get(word)
    if value is not None:
        return value
    if word.endswith("mila") and (thousands := _values().get(word[:-4])):
        return thousands * 1000
    return _german_compound(word)


def guess_languages(text: str) -> frozenset[str]:
    """Return the languages that most of the small words of a text belong to."""
    words = [word[0] for word in _WORD.finditer(text.lower())][:400]
    scores = {language: sum(word in table for word in words) for language, table in _language_tables().items()}
    best = max(scores.values())
    return frozenset(language for language, score in scores.items() if score == best and best > 0)


@cache
def _language_tables() -> dict[str, frozenset[str]]:
    return {language: frozenset(words.split()) for language, words in LANGUAGE_WORDS.items()}


def numbers_in_words(text: str) -> list[Found]:
    """Return the numbers that a text spells in other languages than English."""
    low = text.lower()
    if len(low) != len(text):
        low = plain_letters(text)
    words = [(word[0], word.start(), word.end()) for word in _WORD.finditer(low)]
    found: list[Found] = []
    languages: frozenset[str] | None = None
    place = 0
    while place < len(words):
        number = _read(low, words, place) if _may_begin(words[place][0]) else None
        if number is None:
            place += 1
            continue
        value, count = number
        word = words[place][0]
        if count == 1 and word in _AMBIGUOUS:
            languages = guess_languages(text) if languages is None else languages
        if count > 1 or _counts(words, place, languages or frozenset(), low):
            found.append((value, words[place][1], words[place + count - 1][2]))
        place += count
    return found


def _may_begin(word: str) -> bool:
    return word in _first_words() or word.endswith("mila") or "hundert" in word or "tausend" in word


@cache
def _first_words() -> frozenset[str]:
    return frozenset(phrase.split()[0] for phrase in (*_values(), *_scales()))


def _counts(words: list[Word], place: int, languages: frozenset[str], text: str) -> bool:
    """Return whether a single word is a number here."""
    word = words[place][0]
    if word in _ARTICLES:
        return False
    before = words[place - 1][0] if place else ""
    after = words[place + 1][0] if place + 1 < len(words) else ""
    if word in {"cento", "cent", "ciento"} and before in {"per", "por", "pour"}:
        return False
    if word in _NEEDS_NEIGHBOUR:
        allowed, language = _NEEDS_NEIGHBOUR[word]
        return before in allowed or (language in languages and after in _language_tables()[language] and len(after) > 2)
    if word not in _AMBIGUOUS or text.strip() == word:
        return True
    own = {_AMBIGUOUS[word], *_SHARED.get(word, "").split()}
    return bool(own & languages) and "en" not in languages


def _read(text: str, words: list[Word], place: int) -> tuple[float, int] | None:
    """Read the number that begins with a word; return its value and how many words it takes."""
    total, low = 0.0, 0.0
    count = 0
    last = float("inf")  # what is added must be smaller than the place of what stands before
    while place + count < len(words) and (not count or _is_joined(text, words, place + count)):
        step = int(count > 0 and words[place + count][0] in _CONNECTORS)
        piece = _piece(text, words, place + count + step)
        if piece is None or (step and not _is_joined(text, words, place + count + 1)):
            break
        value, taken, is_scale = piece
        if is_scale and step:
            break
        if is_scale and value == _HUNDRED and low < _HUNDRED:
            low, last = (low or 1.0) * value, value
        elif is_scale and value > _HUNDRED and (low or not total):
            total, low, last = total + (low or 1.0) * value, 0.0, value
        elif not is_scale and value < last:
            low += value
            last = 1 if value < _HUNDRED else _HUNDRED if value < _THOUSAND else _THOUSAND
        else:
            break
        count += step + taken
    return (total + low, count) if count else None


def _piece(text: str, words: list[Word], place: int) -> tuple[float, int, bool] | None:
    """Return the longest phrase that begins with a word: its value, its words, and whether it multiplies."""
    if place >= len(words):
        return None
    phrase = ""
    best: tuple[float, int, bool] | None = None
    for count in range(min(_MAX_WORDS, len(words) - place)):
        if count and not _is_joined(text, words, place + count):
            break
        phrase = f"{phrase} {words[place + count][0]}".strip()
        value = _values().get(phrase) if count else _value_of_word(phrase)
        if value is not None:
            best = value, count + 1, False
    scale = _scales().get(words[place][0])
    return (scale, 1, True) if scale is not None and (best is None or best[1] == 1) else best


@cache
def _scales() -> dict[str, float]:
    return {form: value for word, value in _SCALES.items() for form in (word, plain_letters(word))}


def _is_joined(text: str, words: list[Word], place: int) -> bool:
    return text[words[place - 1][2] : words[place][1]] in {" ", "-", "\u00a0"}


# ── Japanese and Chinese ─────────────────────────────────────────────────────────────────────────────────────────────

_FIGURES = {figure: value for value, figure in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "兩": 2, "二": 2}
_PLACES = {"十": 10, "百": 100, "千": 1000}
_LARGE = {"万": 10_000, "萬": 10_000, "億": 100_000_000, "亿": 100_000_000}
_CHARACTERS = "".join([*_FIGURES, *_PLACES, *_LARGE])
COUNTERS = (
    "人 名 個 个 位 日 天 週 周 星期 月 か月 ヶ月 カ月 箇月 年 歳 才 岁 歲 円 元 块 塊 時 小时 小時 分 秒 回 "
    "次 匹 頭 本 冊 枚 台 泊 晩 晚 夜 階 楼 つ 口 家 只 条 隻 杯 歩 倍 番 号 號 代 度 大人 子供 子ども 孩子 "
    "美元 欧元 ユーロ ドル 米 公里 キロ"
).split()
_NUMERAL = re.compile(rf"(?:\d{{1,15}}(?:\.\d{{1,6}})?[{_CHARACTERS}]|[{_CHARACTERS}])[\d{_CHARACTERS}]{{0,30}}")
_COUNTER = re.compile("|".join(sorted(COUNTERS, key=len, reverse=True)))
_NOT_NUMBERS = re.compile("十分(?!钟|鐘|間)|一番|一点|一次性|千万(?!円|元|人)|百合|一家|万一|三日月|一口|一度")


def numerals(text: str) -> list[Found]:
    """Return the numbers in Chinese characters: with a counter behind them, or of several characters."""
    found: list[Found] = []
    whole = text.strip()
    for match in _NUMERAL.finditer(text):
        run = match[0]
        if _NOT_NUMBERS.match(text, match.start()):
            continue
        has_counter = _COUNTER.match(text, match.end()) is not None
        is_long = len(run) > 1 and any(character in run for character in (*_PLACES, *_LARGE))
        if not (has_counter or is_long or run == whole or "〇" in run[1:] or "零" in run[1:]):
            continue
        if (value := _numeral(run)) is not None:
            found.append((value, match.start(), match.end()))
        elif all(figure in _FIGURES for figure in run) and len(run) == 2:  # "二三日": two or three days
            found += [(_FIGURES[run[i]], match.start() + i, match.start() + i + 1) for i in range(2)]
    return found


def _numeral(run: str) -> float | None:
    if all(figure in _FIGURES for figure in run) and len(run) > 1:
        is_positional = len(run) >= 4 or "〇" in run or "零" in run
        return float("".join(str(_FIGURES[figure]) for figure in run)) if is_positional else None
    total, section, low = 0.0, 0.0, None
    for piece in re.findall(r"\d+(?:\.\d+)?|.", run):
        if piece in _PLACES:
            section, low = section + (1.0 if low is None else low) * _PLACES[piece], None
        elif piece in _LARGE:
            if not section and low is None:
                return None
            total, section, low = total + (section + (low or 0.0)) * _LARGE[piece], 0.0, None
        elif low is None or low == 0:
            low = float(_FIGURES[piece]) if piece in _FIGURES else float(piece)
        else:
            return None
    return total + section + (low or 0.0)
