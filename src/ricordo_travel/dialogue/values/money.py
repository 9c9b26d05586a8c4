"""Money as people write it: "under 200 a night", "$2k for the whole trip", "no more than 500 in total"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ricordo_travel.dialogue.values.memory_words import RELATION
from ricordo_travel.dialogue.values.numbers import parse_numbers
from ricordo_travel.dialogue.values.text import normalise

_MIN = 15
_LAST_DAY = 31
_REACH = 20
Basis = Literal["night", "day", "person", "room", "total", "trip"]

_AMOUNT = r"\d[\d,.]{0,9}(?![\d,.])(?: ?(?:k\b|grand\b|thousand\b))?"
_MONEY = re.compile(
    rf"[$€£] ?{_AMOUNT}(?: ?(?:-|to) ?[$€£]?{_AMOUNT})?|\b{_AMOUNT}(?: ?(?:-|to) ?{_AMOUNT})? "
    rf"?(?:[$€£]|(?:dollars|usd|aud|bucks|euros?|eur|quid|pounds|gbp)\b)"
    rf"|\b(?:two|three|four|five|six|seven|eight|nine|ten|a|one) (?:grand|thousand|hundred)\b|"
    rf"\b\d{{1,3}}(?:\.\d)? ?k\b(?!m)"
)
_LIMIT_WORDS = (
    r"between|under|below|less than|maximum|up to|no more than|not more than|at most|cheaper than|not "
    r"over|within|less|over|above|"
    r"budget(?: is| of| would be| was|'s)?(?: about| around| roughly| like)?|spend(?: about| around| "
    r"up to)?|have(?: about| around)|keep it(?: under| to)?|"
    r"(?:only|just) (?:have|got)|have (?:only|just)|(?:have|need) to be exactly|"
    r"maximum of|ceiling of|cap of|limit(?: is| of)?|around|about|roughly|beyond|exceed|than|"
    r"(?:price|prices|cost|costs|pay|go)(?: is| goes| up| maximum)? (?:until|till|to)"
)
_LIMIT = re.compile(
    rf"\b(?:{_LIMIT_WORDS}) (?:is |of |about |around |like )*(?P<amount>{_AMOUNT}(?: ?(?:-|to|and) "
    rf"?{_AMOUNT})?)(?! ?(?:people|persons?|adults?|kids?|nights?|days?|weeks?|hours?|minutes?|km|"
    rf"stars?|am|pm|of\b|guests?|o'?clock|january|february|march|april|may|june|july|august|september|"
    rf"october|november|december|st\b|nd\b|rd\b|th\b|[:/]\d|(?:-|to|and) ?\d))"
)
_LIMIT_AFTER = re.compile(
    rf"\b(?P<amount>{_AMOUNT})(?: (?:is |would be |as )?(?:my |our |the |an? )?(?:absolute )?(?:maximum|tops|at most|"
    rf"limit|or (?:less|under|below|cheaper)|cap|all (?:i|we)(?:'ve| have)?(?: got| have)?|to spend)\b)"
)
_ROUGH = re.compile(r"(?:between|around|about|roughly)\b")
_ABOUT = re.compile(r"\b(?:around|about|roughly|approximately|approx|ca|circa|to be exactly) [$€£]?$")
_UNLIMITED = re.compile(
    r"\b(?:no|any|without an?|remove the|drop the) (?:price |budget )?(?:limit|cap)\b|"
    r"\bmoney (?:is no|isn't an) (?:object|issue)|"
    r"\b(?:price|prices|cost|costs|money|budget) (?:does|do|is|are)(?:n't| not) (?:really )?(?:matter|important|an? "
    r"(?:issue|problem))|\b(?:never mind|forget|ignore|regardless of|don't (?:mind|care)(?: about)?|whatever|no matter)"
    r"(?: about)? (?:the )?(?:price|cost|money|budget|limit|cap)\b|\b(?:at|for) any price\b|\bwhatever it costs\b"
)
_BARE = re.compile(r"^\D{0,30}?(?P<amount>\d[\d,.]{2,9}k?|\d{1,3} ?k)\b\D{0,40}$")
_WITH_BASIS = re.compile(
    rf"\b(?P<amount>{_AMOUNT}) ?(?:(?:a|per|each|/|the) ?(?:night|day|person|head|seat|room)|each|apiece|pp|"
    rf"for (?:both|all|the (?:two|three|four|five|six)) of us)\b"
)
_BASES: dict[Basis, str] = {
    "room": r"\b(?:per|each|every|/) ?room\b",
    "night": r"\b(?:a|per|each|every|/) ?night\b|/ ?night\b|\bnightly\b",
    "day": r"\b(?:a|per|each|/) ?day\b|/ ?day\b|\bdaily\b",
    "person": r"\b(?:a|per|/) ?(?:person|head|seat)\b|\beach\b|\bpp\b|\bfor one\b",
    "trip": (
        r"\b(?:whole|entire) (?:trip|holiday|vacation|thing)\b|\bfor the trip\b|\bfor everything\b|"
        r"\bbudget\b|\ball[ -]in(?:clusive)?\b|\ball in all\b|\bto spend\b|\bspend\b|\bfor a trip\b|"
        r"\bsave[dr]?\b|\bholiday\b|\bvacation\b"
    ),
    "total": r"\b(?:total|altogether|in all|for the (?:whole )?(?:stay|week(?:end)?)|overall|for all|"
    r"for (?:both|the (?:two|three|four|five|six)) of us)\b",
}
_NIGHT_FOR_EACH = re.compile(
    r"\b(?:each|(?:a|per) (?:person|head)|pp),? (?:(?:a|per|each|every|/) ?)?night\b|"
    r"\bnight(?:ly)?,? (?:each|(?:a|per) (?:person|head)|pp)\b"
)
_NO_AMOUNT = re.compile(
    r"\b\d{1,3} ?(?:°|(?:degrees?|celsius|fahrenheit)\b)|"
    r"\b(?:we|i|he|she|they|you)(?:'re| are|'m| am|'s| is)(?: (?:all|both|each|well|just|already|now))? "
    r"(?:over|above|under|below|past|almost|nearly|about|around) \d{2}(?:s|'s)?\b"
    r"(?! ?(?:[$€£]|(?:dollars|usd|bucks|euros?|pounds|a|per|each|maximum|total|in all)\b))|"
    r"\b(?:people|folks|adults|women|men|couples?) (?:over|above|under) \d{2}\b"
)
"""How old somebody is or how warm a place is, which is no amount: "we are over 40", "cooler than 25 degrees"."""
_SURELY = re.compile(r"\b(?:up to|maximum|at most|no more than)\b")
_STRICT = re.compile(
    r"\b(?:under|below|less|maximum|max|most|up to|more than|budget|within|limit|cap|tops|cheaper|spend)\b"
)
_TOLD = re.compile(r"\$(\d[\d,]{0,9})")
_NEARLY = 0.02
"""How far people round what they divide."""
_NOT_A_LIMIT = re.compile(
    r"\b(?:(?:that|it|this)(?:'s| is| makes| comes to| would be|'d be)|makes it)"
    r"(?: (?:about|around|over|under|roughly|only|just|almost|nearly|already|like)){0,2} \$?\d|"
    r"\b(?:saw|found|paid|cost|costs|was|booking\.com|elsewhere)\b|"
    r"^\W*(?:w+o+w+|whoa|omg|ugh|ouch|yikes|jee+z|gee+z|wtf|what)\W{1,3}(?:the )?\$?\d"
)


_IS_BUDGET = re.compile(
    r"\b(?:budget|limit|allowance)\b|\b(?:pays?|covers?|reimburses?|allows?|spends?|afford)\b[^.;]{0,40}"
    r"\b(?:up to|at most|maximum|no more than|not more than|only|(?:per|a|each|every) (?:business )?trip)\b"
)
_OF_PARTS = frozenset({"night", "day", "room"})
_OF_OTHER = re.compile(rf"(?:the )?{RELATION}\b")


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in dollars, what it is for if the text says so, and whether it may be a little more: "about 100"."""

    amount: int
    basis: Basis | None = None
    text: str = ""
    is_rough: bool = False


NO_LIMIT = Money(0)
"""The maximum price of what may cost whatever it costs."""


def parse_money(text: str, *, is_asked: bool = False) -> Money | None:
    """Return the amount in a text in lower case, of a range the upper end. `is_asked` takes a bare number, too."""
    text = _NO_AMOUNT.sub(" ", text)
    patterns = [_WITH_BASIS, _MONEY, _LIMIT, _LIMIT_AFTER, *([_BARE] if is_asked else [])]
    for pattern in patterns:
        if match := pattern.search(text.strip()):
            words = match.groupdict().get("amount") or match[0]
            amounts = parse_numbers(words.replace("-", " to ").rstrip(".,"))
            if "a grand" in words or "a thousand" in words:
                amounts = [1000.0]
            if len(amounts) == 2 and amounts[0] < 100 <= amounts[1] and "k" in words:
                amounts = [amounts[1]]
            is_day = pattern is _LIMIT and _ROUGH.match(match[0]) and max(amounts, default=0) <= _LAST_DAY
            if is_day and not find_basis(text):
                continue  # "between 24 and 31" are days
            if amounts and _MIN <= max(amounts) < 10_000_000:
                beside = text.strip()[match.start() : match.end() + _REACH]
                basis = (find_basis(beside) if pattern is _WITH_BASIS else None) or find_basis(text)
                before = text.strip()[: match.start("amount" if "amount" in match.groupdict() else 0)]
                is_rough = bool(_ABOUT.search(before))
                return Money(int(max(amounts)), basis, words.strip(), is_rough)
    return None


def find_noted_budget(notes: Sequence[str]) -> Money | None:
    """Return the budget that notes tell, of several the latest: "Company pays max 800 for a trip"."""
    told = [text for note in notes if _IS_BUDGET.search(text := normalise(note)) and not _OF_OTHER.match(text)]
    found = [money for text in told if (money := parse_money(text, is_asked=True)) and money.basis not in _OF_PARTS]
    return found[-1] if found else None


def find_basis(text: str) -> Basis | None:
    """Return what an amount in a text is for: "100 each per night" is for a person."""
    if _NIGHT_FOR_EACH.search(text):
        return "person"
    return next((basis for basis, pattern in _BASES.items() if re.search(pattern, text)), None)


def is_limit(text: str) -> bool:
    """Return whether an amount in a text may be a limit, and no price that somebody saw or paid."""
    return not _NOT_A_LIMIT.search(text) or bool(_SURELY.search(text))


def is_share(money: Money, text: str, people: int, reply: str) -> bool:
    """Return whether an amount is what a sum in a reply is for each, and no limit: "so about 630 each" of $2,530."""
    if money.basis != "person" or people < 2 or _STRICT.search(text):
        return False
    told = [int(each.replace(",", "")) for each in _TOLD.findall(reply)]
    return any(abs(total - money.amount * people) <= total * _NEARLY for total in told)


def is_unlimited(text: str) -> bool:
    """Return whether a text says that the price does not matter."""
    return bool(_UNLIMITED.search(text))


def format_dollars(amount: float) -> str:
    return f"${amount:,.0f}"
