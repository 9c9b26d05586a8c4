"""The phrases of a text, and what each of them says of one thing that was shown.

A phrase names a thing by a number, a code, a time, a name or a price, or says what it is like: its kind, which way it
goes, the cheapest, in the morning, with a pool. It is read without knowing what was shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from ricordo_travel.cars.fleet import CarClass
from ricordo_travel.dialogue.replies.offers import Offer
from ricordo_travel.dialogue.values.cabins import find_cabin
from ricordo_travel.dialogue.values.hours import Hours, parse_hours
from ricordo_travel.dialogue.values.numbers import parse_ordinal
from ricordo_travel.dialogue.values.wishes import WISHES, find_car_class, find_kinds, wants_airport
from ricordo_travel.dialogue.yes.choice import NAME, STYLE, STYLE_WORDS, find_times, split_refused_hotels
from ricordo_travel.flights.timetable import Cabin, timetable
from ricordo_travel.reservations import Kind

Leg = Literal["there", "back"]

_CUT = re.compile(
    r"[,;:!?.](?=\s|$)|\s\+\s|(?<=\d)\+(?=\d)|&|\s-\s|\b(?:and|plus|then|but|also|so|otherwise)\b|"
    r"\s(?=not (?:at|in|on|from|the|that)\b)"
)
_MARKS = ",;:!?."
_TRIM = f"{_MARKS} "
_LEAD = re.compile(r"^(?:(?:no|oh|ok|yes|well|hmm+|sorry|actually|wait|please|thanks|great|perfect|good|nice)\b\W*)+")
_CODE = re.compile(r"\b(?P<airline>kt|mr|ab|nl|tw|bh) ?(?P<number>\d{3,4})\b")
_THERE = re.compile(
    r"\b(?:outbound|outward|departure|way (?:there|out)|first leg)\b|(?<!check )(?<!find )(?<!work )\bout\b(?! of)|"
    r"(?<!is )(?<!are )(?<!was )(?<!get )(?<!be )\bthere\b(?! (?:is|are|was|were|be|has)\b)|"
    r"\bgoing\b(?! (?:to|for|with|on|back|home)\b)|\bgo\b(?! (?:with|for|ahead|on|to|back|home)\b)|\bto get there\b"
)
_BACK = re.compile(r"\b(?:back|return(?:ing|s)?|home|inbound|homeward)\b")
_EACH = re.compile(r"\b(?:each|both ways|either way|both flights|both directions|round ?trip|every)\b")
_ALL = re.compile(
    r"(?<!we )(?<!us )(?<!for )\b(?:both|everything|the lot|the pair|all (?:of )?(?:it|them|those|these|that|two|three|"
    r"four|five|six|[2-6]|flights|hotels|cars)|(?:book|take|reserve|want|yes|them|it) all|"
    r"(?:book|take|reserve) (?:them|those|these)|(?:those|these) (?:two|three|four)(?= (?:then|please|for)\b|\W*$)|"
    r"(?:the|those|these|my|our) (?:two |three |four |[2-4] )?(?:flights|hotels|cars)|"
    r"the (?:two|three|four|[2-4]) of them)\b(?! (?:of )?us\b)"
)
_REFUSED = re.compile(
    r"\b(?:not|no|don't|isn't|doesn't|without|except|never|neither|nor|instead of|rather than|"
    r"too (?:early|late|expensive|much|dear|far|long|pricey|short|small|big))\b"
)
_WISH = re.compile(
    r"\b(?:show|find|search|look(?:ing)? for|list (?:me|the|all|my)|any|anything|something|another|others?|different|"
    r"else|nothing|cancel|change|move|shift|extend|forget|remember|what|what's|which|how|when|where|who|why|does|"
    r"do (?:they|you|we|i)|did|tell me|compare|(?:is|are) (?:it|there|they|that|this)|have you|would it|will it)\b"
)
_INDEFINITE = re.compile(r"\b(?:a|an|some) (?:[a-z-]+ )?(?:hotel|flight|car|room|hostel|place|return)s?\b")
_ASKS = re.compile(r"^(?:is|are|does|do|did|has|have|was|were|will|would|can|could|what|which|how|when|where|who)\b")
_TAKE = re.compile(r"\b(?:book|take|reserve|go (?:with|for)|i'll have|we'll have|choose|buy|pick(?! up))\b")
_WHERE = re.compile(r"\b(?:in|at|from|near|to|on|by|with|for) (?:the|my|our|your) [a-z]+(?: ones?\b)?")
_DEFINITE = re.compile(r"\b(?:the|that|this|those|these|my|our|your|one|ones)\b")
_THING = r"(?:one|ones|option|hotel|flight|car|offer|choice|room|place|hostel|plane|of (?:them|those|these|the))"
_NOT_DAY = "".join(f"(?<!{word} the )(?<!{word} )" for word in "on by from until till to back home return".split())
_NTH = f"first|second|third|fourth|fifth|{_NOT_DAY}(?:1st|2nd|3rd|4th|5th)|last|latter|former|middle|top|bottom"
_POSITION = re.compile(
    rf"\b(?P<nth>{_NTH})\b(?! (?:time|class|week|weekend|day|dates?|days|night|trip|thing|name|year|month|floor|leg|"
    r"of (?!them|those|these|the))\b)(?! ?\d)"
)
_NUMBERED = re.compile(
    r"(?:\b(?:numbers?|options?|nr|no|nos|choice|offer)\.? ?|#)(?P<number>\d{1,2}|one|two|three|four|five)\b"
    r"(?! ?(?:nights?|days?|people|persons?|stars?|weeks?|adults?|kids?|pm|am|:|\.\d))"
)
_DIGITS = re.compile(
    r"(?<![\d$:.,/-])(?<!for )(?<!to )(?<!at )(?<!on )(?<!till )(?<!until )(?<!from )(?<!in )(?<!by )(?<!about )"
    r"(?<!we are )(?<!we're )"
    r"\b(?P<number>\d{1,2})\b(?![\d:/%-]|\.\d| ?(?:am|pm|of us)\b)"
)
_ROOMS = re.compile(r"\b\d{1,2} (?:\w+ )?rooms?\b(?: (?:of|for|with) \d{1,2}\b)?")
"""How many rooms, which is no number of a list: "2 rooms of 3"."""
_ROOM = re.compile(
    r"\b(?:normal|standard|regular|ordinary|basic|simple|economy|luxury) (?:\w+ )?(?:room|double|single|twin)s?\b"
)
"""A room by a word that is also one for a car."""
_ON_DAY = re.compile(r"\b(?:from|on) the \d{1,2}(?:st|nd|rd|th)\b")
_WORD_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_FILLERS = frozenset(
    """
    a i i'll i'd i'm we we'll we'd us me my our the then that that's this these those it its it's is are be was
    would will want like love prefer take book reserve choose pick get have go going with for of to on at as too
    also now instead rather do say says think guess please thanks thank you dear ok yes sure no well oh just only
    really very one ones number numbers option options nr choice offer flight flights hotel hotels car cars room
    rooms place way back return returning home out there outbound inbound outward leg both each in let's lets let
    fine good great nice lovely perfect works looks look sounds seems best better if possible maybe probably still
    again by hostel or difference between compare versus vs all work mate sir madam so much keep add put coming
    flying fly trip direction
    """.split()
)
_PRICE = re.compile(
    r"(?:\$ ?(?P<dollars>\d{1,2},\d{3}|\d{2,5})|\b(?:the|for|at) (?P<price>\d,\d{3}|\d{2,4})"
    r"(?= (?:one|flight|hotel|car|room|dollars?|bucks|a |(?:too|also|as well|please)\b)|\W*$)|"
    r"\b(?P<unit>\d{2,4}) (?:dollars|bucks|usd))\b"
)
_AT_HOUR = re.compile(r"\b(?:at|the) (?P<hour>\d{1,2})(?: ?o'?clock)?(?=$|\s(?:one|flight|o'?clock)\b|\W*$)")
_RATED = re.compile(r"\b(?:rated|rating(?: of)?|with(?: the| an?)?) \d\.\d\b|\b\d\.\d (?:one|hotel|rating|rated)\b")
_DOTTED = re.compile(r"(?<![\d.$])(?P<hour>[01]?\d|2[0-3])\.(?P<minute>[0-5]\d)(?![\d.])")
_BOUND = re.compile(r"\b(?:before|after|than|by|from|until|till) \d{1,2}(?:[:.]\d\d)?(?: ?[ap]m\b)?")
_CLOCK = re.compile(r"(?<![\d:])\d{1,2}[:.][0-5]\d(?: ?[ap]m\b)?|\b\d{1,2} ?[ap]m\b")
_STARS = re.compile(
    r"(?<!or )(?<!least )\b(?P<stars>[1-5]|one|two|three|four|five)[ -]?stars?\b"
    r"(?!\+| (?:or|and) (?:more|better|above|up))"
)
_NONSTOP = re.compile(r"\b(?:non-?stop|direct)\b")
_HOTEL = re.compile(
    rf"(?<!near )(?<!near the )(?<!from the )(?<!at the )(?<!by the )(?<!with )(?<!with a )\b(?P<name>{NAME})"
    rf"(?: (?P<style>{STYLE}))?\b"
)
_STYLE = re.compile(rf"\b(?P<style>{STYLE}|{'|'.join(sorted(STYLE_WORDS))})\b")
_AFTER_NAME = re.compile(r"^ (?:one|place|hotel|inn|hostel|is|looks|sounds|please|for|with|will|it)\b|^\W*$")
_BEFORE_NAME = re.compile(r"(?:^|\b(?:the|that|this|my|our|take|book|choose|want|prefer|rather|like|at|for|hotel))\s*$")
_OTHER = re.compile(r"\bthe other(?: (?:one|flight|hotel|car|room))?\b(?! (?:way|day|side|hand|direction))")
_SAME = re.compile(
    r"\b(?:the )?same (?:picks?|ones?|choices?|flights?|hotel|as (?:before|we had|i had|i said|picked))\b|"
    r"\b(?:picks|picked|chose|chosen|choice|wanted) before\b"
)


@dataclass(frozen=True, slots=True)
class Order:
    """A way to put offers in order, of which the first is meant: "the cheapest", "the later one"."""

    name: str
    kinds: tuple[Kind, ...]
    key: Callable[[Offer], float]


def _departure(offer: Offer) -> float:
    hour, minute = offer.flight.departs.split(":")
    return int(hour) * 60 + int(minute)


_ANY: tuple[Kind, ...] = ("flight", "hotel", "car")
_ORDERS: tuple[tuple[re.Pattern[str], Order], ...] = (
    (
        re.compile(
            r"\b(?:cheapest|(?:most|more) cheap|least expensive|lowest(?: price)?|best price|(?:the )?cheap one|"
            r"the (?:cheaper|less expensive)(?! (?:ones|hotels|flights|options)\b(?! (?:both|each|either|out)\b))|"
            r"(?<!a )(?<!any )(?<!some )(?:cheaper|less expensive) (?:one|of (?:the|them|those)|outbound|return|flight|"
            r"hotel|car|room|going|back|out|there))\b"
        ),
        Order("cheapest", _ANY, lambda offer: offer.unit_price),
    ),
    (
        re.compile(
            r"\b(?:dearest|most expensive|priciest|the (?:dearer|pricier|more expensive)|(?:dearer|pricier|"
            r"more expensive) one)\b"
        ),
        Order("dearest", _ANY, lambda offer: -offer.unit_price),
    ),
    (
        re.compile(
            r"\b(?:best[ -]rated|highest[ -]rated|top[ -]rated|better rated|best rating|best reviews?|best one|"
            r"best hotel|nicest|the best)\b"
        ),
        Order("best rated", ("hotel",), lambda offer: -offer.hotel.rating),
    ),
    (
        re.compile(r"\b(?:fastest|shortest|quickest|faster|quicker|shorter)\b(?! (?:stay|trip))"),
        Order("fastest", ("flight",), lambda offer: offer.flight.minutes),
    ),
    (
        re.compile(r"(?<!\bhow )\b(?:earliest|earlier|early)\b(?! (?:check|enough|in the year)\b)"),
        Order("earlier", ("flight",), _departure),
    ),
    (
        re.compile(r"(?<!\bhow )\b(?:latest|later|late)\b(?! (?:check|for|on)\b)"),
        Order("later", ("flight",), lambda offer: -_departure(offer)),
    ),
    (
        re.compile(r"\b(?:biggest|largest|the (?:bigger|larger))\b"),
        Order("biggest", ("car",), lambda offer: -offer.car.seats),
    ),
    (re.compile(r"\b(?:smallest|the smaller)\b"), Order("smallest", ("car",), lambda offer: offer.car.seats)),
)


_ONES = re.compile(r"\b(?:ones|flights|tickets)\b")


@dataclass(frozen=True, slots=True)
class Phrase:
    """What one phrase says of a thing.

    Attributes:
        start: Where it begins in the text.
        kinds: The kinds that it names by a word for them.
        numbers: Numbers of a list.
        position: The place in a list: "the second", -1 for the last.
        codes: Numbers of flights.
        times: Times of day, as a timetable writes them; one without am or pm may be twelve hours later.
        name: The name of a hotel, which is its first word.
        style: The style of a hotel, which is its second word.
        is_each: Whether one of each kind or each way is meant.
        is_all: Whether several things at once are meant: "both", "everything", "the flights".
        is_refused: Whether it says what is not wanted.
        is_wish: Whether it asks for something else than a thing that was shown.
        takes: Whether it says to take something.
    """

    text: str
    start: int = 0
    kinds: tuple[Kind, ...] = ()
    leg: Leg | None = None
    numbers: tuple[int, ...] = ()
    position: int | None = None
    codes: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    name: str | None = None
    style: str | None = None
    prices: tuple[int, ...] = ()
    hours: Hours | None = None
    order: Order | None = None
    amenities: tuple[str, ...] = ()
    stars: int | None = None
    airline: str | None = None
    cabin: Cabin | None = None
    is_nonstop: bool = False
    car_class: CarClass | None = None
    at_airport: bool | None = None
    is_each: bool = False
    is_all: bool = False
    is_other: bool = False
    is_same: bool = False
    is_refused: bool = False
    is_wish: bool = False
    is_definite: bool = False
    takes: bool = False

    @property
    def is_strong(self) -> bool:
        """Whether it names one thing: by number, code, time, name or price."""
        named = self.numbers or self.position or self.codes or self.times or self.name or self.prices
        return bool(named or (self.style and self.is_definite))

    @property
    def selects(self) -> bool:
        """Whether it says which one of several is meant."""
        return self.is_strong or self.describes

    @property
    def describes(self) -> bool:
        """Whether it says what a thing is like."""
        return bool(
            self.hours
            or self.order
            or self.amenities
            or self.stars
            or _RATED.search(self.text)
            or self.style
            or self.airline
            or self.is_nonstop
            or self.car_class
            or self.at_airport is not None
        )

    @property
    def is_pick(self) -> bool:
        """Whether it may pick a thing that was shown."""
        if self.is_refused or (self.is_wish and not (self.is_other or self.is_same)):
            return False
        is_head = self.is_definite or self.takes or self.order or self.leg or self.kinds or self.is_each or self.style
        return self.is_strong or self.is_other or self.is_same or self.is_all or (self.describes and bool(is_head))

    @property
    def implied_kinds(self) -> tuple[Kind, ...]:
        """The kinds that it can be about: those that it names, or those that have what it says."""
        if self.kinds:
            return self.kinds
        if self.name or self.style or self.amenities or self.stars:
            return ("hotel",)
        if self.codes or self.times or self.leg or self.airline or self.hours or self.is_nonstop:
            return ("flight",)
        if self.car_class or self.at_airport is not None:
            return ("car",)
        return self.order.kinds if self.order and len(self.order.kinds) == 1 else ()


def find_phrases(text: str) -> list[Phrase]:
    """Return the phrases of a text in lower case, in its order. One that only adds to the one before is part of it."""
    found: list[Phrase] = []
    for start, words, mark in _cut(text.replace("anything but ", f"{'not':13}")):
        phrase = replace(read_phrase(words, is_question="?" in mark), start=start)
        if found and _only_adds(phrase) and found[-1].selects:
            found[-1] = replace(read_phrase(f"{found[-1].text} {words}"), start=found[-1].start)
        else:
            found.append(_share_order(found[-1], phrase) if found else phrase)
    return found


def _share_order(before: Phrase, phrase: Phrase) -> Phrase:
    """Return a phrase that only names a way with the order of the one before: "the cheapest ones out / and back"."""
    is_shared = before.order and not before.is_refused and _ONES.search(before.text)
    is_way = phrase.leg and not phrase.selects and set(phrase.kinds) <= {"flight"} and not phrase.is_refused
    return replace(phrase, order=before.order) if is_shared and is_way else phrase


def _only_adds(phrase: Phrase) -> bool:
    """Return whether a phrase only says more of what the one before it names: "with a bar / and pool"."""
    return phrase.describes and not phrase.is_strong and not phrase.is_pick and not phrase.is_refused


def _cut(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the pieces of a text, each with its start and the marks that end it."""
    start = 0
    for match in _CUT.finditer(text):
        piece = text[start : match.end()] if match[0] in _MARKS else text[start : match.start()]
        if words := piece.strip(_TRIM):
            yield start, words, piece[len(piece.rstrip(_TRIM)) :]
        start = match.end()
    if words := text[start:].strip(_TRIM):
        yield start, words, ""


def read_phrase(words: str, *, is_question: bool = False) -> Phrase:
    """Return what one phrase in lower case says."""
    text = _LEAD.sub("", words) or words
    codes = tuple(f"{match['airline']}{match['number']}".upper() for match in _CODE.finditer(text))
    name, style, rest = _read_hotel(_CODE.sub(" ", text))
    times = _read_times(rest)
    rest = _CLOCK.sub(" ", rest)
    is_back = _BACK.search(rest)
    order = next((order for pattern, order in _ORDERS if pattern.search(rest)), None)
    is_all = bool(_ALL.search(rest))
    takes = bool(_TAKE.search(rest))
    numbers = _read_numbers(_ALL.sub(" ", rest))
    return Phrase(
        text=words,
        kinds=tuple(_read_kinds(rest)),
        leg="back" if is_back else "there" if _THERE.search(rest) else None,
        numbers=numbers,
        position=_read_position(rest),
        codes=codes,
        times=times,
        name=name,
        style=style,
        prices=tuple(
            int((match["dollars"] or match["price"] or match["unit"]).replace(",", ""))
            for match in _PRICE.finditer(rest)
        ),
        hours=parse_hours(rest),
        order=order,
        amenities=tuple(each for each, pattern in WISHES.items() if re.search(rf"\b(?:{pattern})\b", rest)),
        stars=_read_stars(rest),
        airline=next((each for each in _airlines() if re.search(rf"\b{each}\b", text)), None),
        cabin=find_cabin(rest),
        is_nonstop=bool(_NONSTOP.search(rest)),
        car_class=find_car_class(_ROOM.sub(" ", rest)),
        at_airport=wants_airport(rest),
        is_each=bool(_EACH.search(rest)) or (is_all and order is not None),
        is_all=is_all and not numbers and order is None and (takes or not _find_others(_ALL.sub(" ", rest))),
        is_other=bool(_OTHER.search(rest)),
        is_same=bool(_SAME.search(rest)),
        is_refused=bool(_REFUSED.search(rest) or split_refused_hotels(words)[1]),
        is_wish=bool(_WISH.search(rest) or _INDEFINITE.search(rest))
        or (is_question and not takes)
        or bool(_ASKS.match(text) and not takes),
        is_definite=bool(_DEFINITE.search(_WHERE.sub(" ", rest))) or (bool(style) and not _find_others(rest)),
        takes=takes,
    )


def _read_kinds(text: str) -> list[Kind]:
    return find_kinds(re.sub(r"\b(?:coming|flying|fly|going) (?:home|back)\b", " ", text))


def _read_hotel(text: str) -> tuple[str | None, str | None, str]:
    """Return the name and the style of a hotel in a phrase, and the phrase without them."""
    for match in _HOTEL.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        if match["style"] or _AFTER_NAME.match(after) or _BEFORE_NAME.search(before):
            return match["name"], match["style"], f"{before} hotel {after}"
    if match := _STYLE.search(text):
        before = text[: match.start()].rstrip()
        is_own = not before or re.search(r"\b(?:the|that|this|my|our|take|book|choose)(?: \w+)?$", before)
        if is_own:
            style = STYLE_WORDS.get(match["style"], match["style"])
            return None, style, f"{text[: match.start()]} hotel {text[match.end() :]}"
    return None, None, text


def _read_times(text: str) -> tuple[str, ...]:
    text = _BOUND.sub(" ", text)
    found = find_times(text)
    found += [f"{int(match['hour']):02}:{match['minute']}" for match in _DOTTED.finditer(text)]
    if not found and (match := _AT_HOUR.search(text)) and int(match["hour"]) < 24 and match[0].startswith("at"):
        found.append(f"{int(match['hour']):02}:00")
    return tuple(found)


def _read_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of a list in a phrase: with a word for them, or alone but for words that say nothing."""
    named = [_WORD_NUMBERS.get(match["number"]) or int(match["number"]) for match in _NUMBERED.finditer(text)]
    if named:
        return tuple(named)
    text = _ON_DAY.sub(" ", _ROOMS.sub(" rooms ", text))
    numbers = [int(match["number"]) for match in _DIGITS.finditer(text)]
    others = _find_others(text)
    return tuple(numbers) if numbers and len(numbers) == len(others) and all(map(str.isdigit, others)) else ()


def _find_others(text: str) -> list[str]:
    """Return the words of a phrase that say something, and its numbers."""
    return [word for word in re.findall(r"[a-z']+|\d\w*", text) if word not in _FILLERS]


def _read_position(text: str) -> int | None:
    match = _POSITION.search(text)
    if match is None:
        return None
    after = text[match.end() :].strip()
    if not re.match(rf"{_THING}\b", after) and _find_others(f"{text[: match.start()]} {after}"):
        return None
    special = {"last": -1, "latter": -1, "bottom": -1, "former": 1, "top": 1, "middle": 2}
    return special.get(match["nth"]) or parse_ordinal(match["nth"])


def _read_stars(text: str) -> int | None:
    match = _STARS.search(text)
    return (_WORD_NUMBERS.get(match["stars"]) or int(match["stars"])) if match else None


@cache
def _airlines() -> tuple[str, ...]:
    """Return the names of the airlines in lower case, those of one word more also by the first if no hotel has it."""
    names = {flight.airline.lower() for flight in timetable().values()}
    return tuple(sorted(names | {name.split()[0] for name in names if name.endswith(("lines", "air"))}))
