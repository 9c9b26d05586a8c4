"""Numbers, durations, headcounts and dates in texts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo.language.calendar import date_in
from ricordo.language.numbers import duration_in, numbers, numbers_in
from ricordo.language.people import headcount

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def spell(number: int) -> str:
    """Return a number in English words."""
    if number < 20:
        return _UNITS[number]
    if number < 100:
        tens = _TENS[number // 10 - 2]
        return f"{tens}-{_UNITS[number % 10]}" if number % 10 else tens
    if number < 1_000:
        rest = f" and {spell(number % 100)}" if number % 100 else ""
        return f"{_UNITS[number // 100]} hundred{rest}"
    rest = f" {spell(number % 1_000)}" if number % 1_000 else ""
    return f"{spell(number // 1_000)} thousand{rest}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("three of us", [3]),
        ("a family of four", [4]),
        ("about $2,000", [2000]),
        ("2k", [2000]),
        ("1.5k", [1500]),
        ("$2m", [2_000_000]),
        ("1.80 m tall", [1.8]),
        ("between 1,500 and 2,000", [1500, 2000]),
        ("three and two", [3, 2]),
        ("I turned thirty-four", [34]),
        ("twentyone", [21]),
        ("a hundred", [100]),
        ("one hundred and fifty", [150]),
        ("two thousand, five hundred", [2500]),
        ("a couple of thousand", [2000]),
        ("half a million", [500_000]),
        ("two and a half", [2.5]),
        ("two dozen eggs", [24]),
        ("12 345", [12_345]),
        ("1990-05-03", [1990, 5, 3]),
        ("I'm single, and someone is none of my business", []),
        ("1,2,3", [1, 2, 3]),
        ("9" * 400, []),
        ("", []),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, found: list[float]) -> None:
    assert numbers_in(text) == found


NUMBERS = {
    "de": {
        0: "null", 1: "eins", 2: "zwei", 5: "fünf", 12: "zwölf", 16: "sechzehn", 17: "siebzehn", 21: "einundzwanzig",
        22: "zweiundzwanzig", 30: "dreißig", 37: "siebenunddreißig", 66: "sechsundsechzig", 99: "neunundneunzig",
        100: "hundert", 200: "zweihundert", 350: "dreihundertfünfzig", 1_000: "tausend", 2_000: "zweitausend",
        2_304: "zweitausenddreihundertvier", 25_000: "fünfundzwanzigtausend", 3_000_000: "drei Millionen",
    },
    "es": {
        0: "cero", 3: "tres", 7: "siete", 12: "doce", 16: "dieciséis", 22: "veintidós", 23: "veintitres",
        31: "treinta y uno", 45: "cuarenta y cinco", 99: "noventa y nueve", 100: "cien", 120: "ciento veinte",
        200: "doscientos", 500: "quinientas", 700: "setecientos", 1_000: "mil", 1_500: "mil quinientos",
        2_000: "dos mil", 2_000_000: "dos millones",
    },
    "fr": {
        0: "zéro", 2: "deux", 8: "huit", 16: "seize", 17: "dix-sept", 21: "vingt et un", 22: "vingt-deux",
        70: "soixante-dix", 71: "soixante et onze", 77: "soixante-dix-sept", 80: "quatre-vingts",
        81: "quatre-vingt-un", 90: "quatre-vingt-dix", 99: "quatre-vingt-dix-neuf", 95: "nonante-cinq",
        200: "deux cents", 250: "deux cent cinquante", 2_000: "deux mille", 1_200: "mille deux cents",
        300_000: "trois cent mille",
    },
    "it": {
        0: "zero", 4: "quattro", 11: "undici", 17: "diciassette", 21: "ventuno", 23: "ventitré", 28: "ventotto",
        33: "trentatre", 40: "quaranta", 58: "cinquantotto", 99: "novantanove", 200: "duecento",
        1_500: "mille cinquecento", 2_000: "duemila", 2_500: "duemila cinquecento", 3_000_000: "tre milioni",
    },
    "pt": {
        0: "zero", 2: "dois", 3: "três", 14: "quatorze", 16: "dezesseis", 19: "dezanove", 22: "vinte e dois",
        35: "trinta e cinco", 99: "noventa e nove", 100: "cem", 120: "cento e vinte", 200: "duzentos",
        320: "trezentos e vinte", 1_000: "mil", 2_000: "dois mil", 2_500: "dois mil e quinhentos",
        2_000_000: "dois milhões",
    },
    "ja and zh": {
        1: "一", 10: "十", 12: "十二", 20: "二十", 23: "二十三", 99: "九十九", 100: "百", 120: "一百二十",
        365: "三百六十五", 1_000: "千", 3_000: "三千", 20_000: "2万", 25_000: "2万5千", 15_000: "1.5万",
        30_000: "三万", 2_025: "二〇二五", 100_000_000: "一億", 105: "一百零五",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("number", "words"), [(number, words) for table in NUMBERS.values() for number, words in table.items()]
)
def test_a_number_in_words_of_another_language_is_read(number: int, words: str) -> None:
    assert numbers_in(words) == [number]
    if words.isascii() or words[0] < "\u3000":
        assert numbers_in(words.upper().replace("SS", "ss")) == [number] or "ß" in words


def test_every_number_below_a_hundred_has_a_word() -> None:
    for spelled in number_words_by_language():
        assert [numbers_in(word) for word in spelled] == [[value] for value in range(100)]


def number_words_by_language() -> Iterator[list[str]]:
    """Yield the numbers below a hundred in four languages, built by the rules of each."""
    units = "null ein zwei drei vier fünf sechs sieben acht neun".split()
    tens = "zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
    teens = "zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split()
    german = ["null", "eins", *units[2:], *teens]
    german += [f"{units[n % 10]}und{tens[n // 10 - 1]}" if n % 10 else tens[n // 10 - 1] for n in range(20, 100)]
    yield german
    kanji = "〇一二三四五六七八九"
    yield [
        "零",
        *kanji[1:],
        *(f"{kanji[n // 10] if n > 19 else ''}十{kanji[n % 10] if n % 10 else ''}" for n in range(10, 100)),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2.000 Euro", [2000]),
        ("2 000 €", [2000]),
        ("1.400,50", [1400.5]),
        ("1 400,50", [1400.5]),
        ("1'400.50", [1400.5]),
        ("3,5 Stunden", [3.5]),
        ("1.234.567", [1_234_567]),
        ("0.500", [0.5]),
        ("2.5", [2.5]),
        ("30 mil", [30_000]),
        ("3 Tausend", [3000]),
        ("2 millones", [2_000_000]),
        ("5000円", [5000]),
        ("ein paar Tage", [2]),
        ("un par de días", [2]),
        ("un paio di giorni", [2]),
        # words of one language that mean something else in another
        ("I was there once", []),
        ("an elf and a cent", []),
        ("the rent is due", []),
        ("my brother Otto", []),
        ("sei gentile", []),
        ("Sie sei krank, sagt der Arzt", []),
        ("un appartement neuf", []),
        ("Je suis très content", []),
        ("um, I don't know", []),
        ("o nome dos meus filhos", []),
        ("un hombre y una mujer", []),
        ("ein Haus und eine Katze", []),
        ("vinte por cento", [20]),
        ("一緒に一番いい千葉へ", []),
        ("十分です", []),
        ("somos once", [11]),
        ("siamo in sei", [6]),
        ("nous sommes neuf", [9]),
        ("elf Tage", [11]),
    ],
)
def test_numbers_are_read_as_other_countries_write_them(text: str, found: list[float]) -> None:
    assert numbers_in(text) == found


@given(st.integers(0, 999_999))
def test_a_number_in_words_is_read_back(number: int) -> None:
    assert numbers_in(spell(number)) == [number]
    assert numbers_in(f"I have {spell(number).upper()} of them") == [number]


@given(st.integers(0, 10**12), st.sampled_from(["{}", "{:,}", "${:,}", "about {}", "{} dollars", "<{}>"]))
def test_a_number_in_figures_is_read_back(number: int, form: str) -> None:
    assert numbers_in(form.format(number)) == [number]


@given(st.text(alphabet=st.sampled_from("0123456789.,- $kKm\u0660ａone twohundredthousandhalfa weekdays"), max_size=60))
def test_no_text_is_too_odd(text: str) -> None:
    for number in numbers(text):
        assert 0 <= number.value <= 1e15
        assert text[number.start : number.end].strip()
    length = duration_in(text)
    assert length is None or length >= timedelta(0)
    people = headcount(text)
    assert people is None or people >= 1


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("two weeks", 14),
        ("10 days", 10),
        ("for 3 nights", 3),
        ("a weekend", 2),
        ("a long weekend", 3),
        ("two long weekends", 6),
        ("a 2-week holiday", 14),
        ("a week and a half", 10.5),
        ("two and a half weeks", 17.5),
        ("a couple of weeks", 14),
        ("1 month+", 30),
        ("half a year", 182.5),
        ("a fortnight", 14),
        ("3 of us for a week", 7),
        ("in 2025, ten days", 10),
        ("two weeks in May 2025", 14),
        ("a week or so", 7),
        ("90 minutes", 1.5 / 24),
        ("a week or two", None),
        ("one or two weeks", None),
        ("10-14 days", None),
        ("a week to ten days", None),
        ("two days and three nights", None),
        ("some time", None),
        (f"{'9' * 30} years", None),
        ("zwei Wochen", 14),
        ("für 10 Tage", 10),
        ("ein halbes Jahr", 182.5),
        ("anderthalb Wochen", 10.5),
        ("zwei bis drei Wochen", None),
        ("una semana", 7),
        ("dos semanas y media", 17.5),
        ("un par de semanas", 14),
        ("quince días", 15),
        ("media hora", 0.5 / 24),
        ("dix jours", 10),
        ("une semaine", 7),
        ("trois mois", 90),
        ("2 ans", 730),
        ("due settimane", 14),
        ("un mese e mezzo", 45),
        ("tre ore", 0.125),
        ("duas semanas", 14),
        ("dez dias", 10),
        ("um mês", 30),
        ("10日間", 10),
        ("二週間", 14),
        ("三泊", 3),
        ("半年", 182.5),
        ("3ヶ月", 90),
        ("5月10日", None),
        ("2025年", None),
        ("一周", 7),
        ("两个星期", 14),
        ("十天", 10),
        ("三个月", 90),
        ("二三日", None),
        ("99999999 years", None),
    ],
)
def test_a_length_of_time_is_read_if_there_is_one(text: str, days: float | None) -> None:
    assert duration_in(text) == (None if days is None else timedelta(days=days))


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("three of us", 3),
        ("a family of four", 4),
        ("just me", 1),
        ("I travel solo", 1),
        ("by myself", 1),
        ("me and my wife", 2),
        ("my wife and I", 2),
        ("my wife and myself", 2),
        ("with my husband", 2),
        ("me, my wife and two kids", 4),
        ("my wife and our baby", 3),
        ("two adults and two kids", 4),
        ("me and 3 friends", 4),
        ("with two friends", 3),
        ("I'm booking for 4 people", 4),
        ("my parents and me", 3),
        ("2", 2),
        ("we are five", 5),
        ("me and my kids", None),
        ("a group of friends", None),
        ("not alone", None),
        ("3 or 4", None),
        ("the whole family", None),
    ],
)
def test_people_are_counted_with_the_speaker(text: str, people: int | None) -> None:
    assert headcount(text) == people


@pytest.mark.parametrize(
    "text", ["1990-05-03", "3 May 1990", "May 3rd, 1990", "the 3rd of May 1990", "3.5.1990", "I was born on May 3 1990"]
)
def test_a_date_in_full_is_read(text: str) -> None:
    assert date_in(text) == date(1990, 5, 3)


@pytest.mark.parametrize("text", ["3 May", "1990", "31 February 2020", "3 May 1990 or 4 May 1990", "2020-13-01", ""])
def test_what_is_not_one_date_is_none(text: str) -> None:
    assert date_in(text) is None


@given(st.dates(min_value=date(1000, 1, 1)))
def test_a_date_is_read_back(day: date) -> None:
    assert date_in(f"on {day.isoformat()}, yes") == day
