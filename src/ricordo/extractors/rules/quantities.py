"""Expressions for ages, amounts of money, lengths of time and dates, as people write them."""

from ricordo.language.calendar import MONTHS

_MONTHS = f"(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_UP_TO_NINE = r"one|two|three|four|five|six|seven|eight|nine"

_AMOUNT = r"(?:\d[\d,.]{0,12}\d|\d)(?:\s?k\b)?"
_SIGN = r"[$€£¥]"
_CURRENCY = rf"(?:dollars?|bucks|usd|aud|cad|euros?|eur|pounds?|gbp|quid|yen|jpy|rupees|inr|chf|francs|{_SIGN})"
_WORDY = (
    rf"(?:an?|{_UP_TO_NINE}|ten|fifteen|twenty|thirty|fifty|a few|a couple of)"
    r"(?: hundred thousand| hundred| thousand| grand| million)"
)
_ROUGHLY = (
    r"(?:(?:about|around|roughly|up to|under|over|approximately|approx\.?|maybe|max(?:imum)?(?: of)?|at most|"
    r"no more than|less than|between|somewhere around|only|just) )?"
)
_TO = r"\s?(?:-|\u2013|to|and)\s?"

AGE = (
    rf"(?:[1-9]\d|10\d|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty)(?:[ -](?:{_UP_TO_NINE}))?|"
    r"(?:thir|four|fif|six|seven|eigh|nine)teen)"
)
MONEY = (
    rf"{_ROUGHLY}(?:{_SIGN}\s?{_AMOUNT}(?:{_TO}{_SIGN}?\s?{_AMOUNT})?\+?(?:\s?{_CURRENCY})?|"
    rf"{_AMOUNT}(?:{_TO}{_AMOUNT})?\+?\s?{_CURRENCY}|{_WORDY}(?:\s?{_CURRENCY})?)"
    r"(?: (?:per|a|each) (?:person|day|night|week|head|trip|month|year))?"
)
SPAN = (
    r"(?:(?:about|around|at least|at most|up to|roughly|usually) )?"
    r"(?:an?|one|two|three|four|five|six|seven|ten|twelve|fourteen|\d{1,2}|a few|a couple of|several)"
    r"(?:(?:\s?[-\u2013]\s?| to | or )(?:two|three|four|five|six|seven|ten|\d{1,2}))?[ -]"
    r"(?:day|night|week|month|weekend)s?"
)
DATE = (
    rf"(?:(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:the )?"
    rf"(?:{_DAY}(?: of)? {_MONTHS}\b|{_MONTHS}\b\.? {_DAY})(?:,? \d{{4}})?|"
    rf"{_MONTHS}(?: \d{{4}})?\b|\d{{4}}-\d\d-\d\d|\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}})?)"
)
