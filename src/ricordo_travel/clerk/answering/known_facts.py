"""Tell what is known of offers and bookings of every kind, and look facts up by their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date

from ricordo_travel.clerk.answering.unknown_facts import WHO, name, say_unknown
from ricordo_travel.clerk.scene import Item
from ricordo_travel.dialogue.facts.refunds import describe_money_back
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.replies.offers import count_people, first_day, format_day, last_day
from ricordo_travel.dialogue.trips.shares import format_share
from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.wording import count, format_days

Tell = Callable[[Item, date], str]
"""Says a fact of a thing on a day."""
Table = Sequence[tuple[str, Tell]]
"""Facts: a pattern of the words that name one, and what tells it. The first that fits is meant."""
EACH = re.compile(
    r"\beach\b|\bperson\b|\b(?:per|a) (?:head|guest|passenger)\b|\bpp\b|"
    r"\bseat\b|\bshare\b|\bfor one\b|\bfor (?:all|everyone|everybody|\d+|us)\b|\bof us\b"
)
PRICE = re.compile(r"\bprices?\b|\bcosts?\b|\bhow much\b|\bfares?\b|\brates?\b|\btotal\b|\bamount\b|\bmoney\b(?! back)")
_DISCOUNT = re.compile(
    r"\bdiscount|\breduc(?:ed|tion)|\b(?:price|fare|rate|cost)s?\b.*\b(?:child|kid|baby|infant|toddler|senior|student)|"
    r"\b(?:child|kid|baby|infant|toddler|senior|student)\w*\b.*\b(?:price|fare|rate|cost)s?\b"
)
_UNIT = re.compile(r"\b(?:nights?|nightly|days?|daily)\b")
_EXTRA_FEES = re.compile(
    r"\bfees?\b|\btax(?:es)?\b|\bextra\b|\bsurcharge|\bhidden\b|\bincluded\b|\bchild|\bkids?\b|\bbaby\b|\bdiscount"
)


PLAIN = re.compile(
    r"\b(?:what|when|where|which|who|how|is|are|do|does|can|could|will|would|it|its|they|there|that|this|these|we|us|our|"
    r"my|i|you|your|me|all|both|any|some|an?|the|of|on|in|at|to|for|from|with|and|or|by|until|per|have|has|get|got|take|"
    r"need|needed|allowed|possible|ok|please|if|not|no|exact(?:ly)?|time|times|day|date|place|much|many|long|far|late|"
    r"latest|later|early|earlier|earliest|first|last|next|best|better|most|least|near(?:est|er)?|close(?:st|r)?|"
    r"\w*(?:cheap|short|long|fast|quick|big|small|larg)(?:e|er|est)?|more|number|name|type|kind|rules?|policy|policies|"
    r"conditions?|terms|options?|details?|info|included?|includes|free|available|together|own|whole|total|"
    r"hotels?|flights?|planes?|cars?|rental|rentals?|tickets?|trip|return|way|back|outbound|out|online|local|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|\w+day|tomorrow|tonight|"
    r"morning|afternoon|evening|night|noon|midnight|[ap]m|before|after|around|about|\d[\d:.]*|one|two|three|four|five|"
    r"six|seven|old|new|really|still|also|too|yes|hand|cabin|carry|carry-on|daylight|deadline|us|suitable|good|fit|fits|use|extra)\b"
)
"""Words that ask for nothing beside the fact that others in it name."""
_OF_PRICE = re.compile(
    r"\b(?:rooms?|seats?|tickets?|difference|differences|breakdown|now|current|final|full|real|actual|week(?:ly)?|days?|"
    r"nights?|nightly|daily|persons?|people|adults?|head|guests?|passengers?|pp|each|way|round|amount|due|pay|paid|"
    r"tax(?:es)?|fees?|hidden|surcharges?|extras?|costs?|everything|else|stay|holiday|lower|higher|exactly)\b"
)
"""Words that a question about the price itself may have."""

_VAGUE = re.compile(
    r"hours?|times?|rooms?|place|airports?|town|stops?|seats?|people|late|early|open\w*|size|return|where|desk|space|"
    r"business|class|big|large|small|starts?|child|children|kids?|counter|address|location|clos\w+|window|days?|when"
)
"""Words that name a fact only if nothing else is named beside them: the hours of a pool are not those of a desk."""
_FEE = re.compile(r"\b(?:fees?|costs?|price|extra|surcharges?|charge)\b")
_SAYS_UNKNOWN = re.compile(r"\bplease ask\b|\bdo not know\b|\bcan tell you\b|\bcan say\b")


def tell_from(fact: str, table: Table, things: Sequence[Item], today: date) -> str:
    """Return what a table knows of things on a fact, and that it knows no more if the fact asks for more than that.

    It is empty if the table does not know the fact.
    """
    pattern, tell = next(((pattern, tell) for pattern, tell in table if re.search(pattern, fact)), ("", None))
    if tell is None:
        return ""
    said = tell_each(tell, things, today)
    rest = re.sub(pattern, " ", fact)
    is_more = _has_more(rest) and not any(re.search(words, rest) for words, _ in table)
    if _SAYS_UNKNOWN.search(said):
        return said
    if _FEE.search(rest) and not re.search(r"\$|\bfree\b", said):
        return f"{said} Whether it costs extra I do not know; please ask {WHO[things[0].kind]}."
    if not is_more:
        return said
    if all(_VAGUE.fullmatch(match[0]) for match in re.finditer(pattern, fact)):
        return ""
    return f"{said} I know no more about “{fact}”; please ask {WHO[things[0].kind]}."


def _has_more(rest: str) -> bool:
    """Return whether what is left of a fact has words that ask for something."""
    return bool(re.search(r"\w", PLAIN.sub(" ", rest).replace("'s", "")))


def tell_price_of(fact: str, things: Sequence[Item], today: date) -> str:
    """Return the price that a fact asks for, or that it is not known, as that of parking. Empty if it asks for none."""
    tell = tell_money(fact)
    if tell is None:
        return ""
    rest = _OF_PRICE.sub(" ", EACH.sub(" ", PRICE.sub(" ", fact)))
    return (
        say_unknown(fact, things) if tell is not tell_discount and _has_more(rest) else tell_each(tell, things, today)
    )


def tell_each(tell: Tell, things: Sequence[Item], today: date) -> str:
    """Return a fact of each of some things, in one sentence where it is the same: "Cancelling A and B is free …"."""
    said: dict[str, list[str]] = {}
    for each in things:
        sentence, title = tell(each, today), name(each.offer)
        is_open = sentence.startswith(f"{title}:") or not sentence.casefold().startswith(title.casefold())
        template = sentence.replace(title, "\0") if is_open and sentence.count(title) == 1 else sentence
        said.setdefault(template, []).append(title)
    return "\n".join(template.replace("\0", join_words(list(dict.fromkeys(names)))) for template, names in said.items())


def capitalise(text: str) -> str:
    """Return a sentence with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def tell_price(thing: Item, today: date) -> str:
    """Say what a thing costs: a night, a seat or a day, and in all."""
    del today
    offer = thing.offer
    return capitalise(
        f"{name(offer)} is {format_dollars(offer.unit_price)} a {offer.unit}, {format_dollars(offer.total)} in all."
    )


def tell_share(thing: Item, today: date) -> str:
    """Say what a thing costs for each person."""
    del today
    offer, people = thing.offer, count_people(thing.offer)
    total = format_dollars(offer.total)
    if offer.kind == "car":
        return f"The {offer.title} is {total} in all for the whole car, however many of you share it."
    if people == 1:
        return f"{offer.title} is {total} in all, for you alone."
    share = f"{format_share(offer.total / people)} each"
    nights = (last_day(offer) - first_day(offer)).days
    if offer.kind == "hotel" and nights > 1:
        share += f" ({format_share(offer.total / people / nights)} each a night)"
    return f"{offer.title} is {total} in all for the {people} of you, {share}."


def tell_days(thing: Item, today: date) -> str:
    """Say on which days a thing is."""
    del today
    offer = thing.offer
    first, last = first_day(offer), last_day(offer)
    if offer.kind == "flight":
        return f"{offer.title} leaves on {first:%A}, {format_day(first)}, at {offer.flight.departs}."
    length = count((last - first).days, "night" if offer.kind == "hotel" else "day")
    return capitalise(f"{name(offer)} is from {format_days(first.isoformat(), last.isoformat())}, {length}.")


def tell_party(thing: Item, today: date) -> str:
    """Say for how many people a thing is."""
    del today
    offer = thing.offer
    if offer.kind == "car":
        return f"The {offer.title} has {offer.car.seats} seats."
    people = count_people(offer)
    return f"{offer.title} is for {'one person' if people == 1 else f'{people} people'}."


def tell_cancelling(thing: Item, today: date) -> str:
    """Say until when a thing can be cancelled free of charge."""
    return describe_money_back(thing.offer, today)


def tell_change(thing: Item, today: date) -> str:
    """Say that a thing can be changed, and who knows about fees and until when."""
    del today
    return (
        f"You can change {name(thing.offer)} here, for the price of the new days; until when, "
        f"and whether there is a fee for that, I do not know, please ask {WHO[thing.kind]}."
    )


def tell_number(thing: Item, today: date) -> str:
    """Say the number of a booking."""
    del today
    if thing.row is None:
        return capitalise(f"{name(thing.offer)} is not booked, so it has no booking number.")
    return f"The booking number of {name(thing.offer)} is {thing.row['booking_id']}."


def tell_state(thing: Item, today: date) -> str:
    """Say whether a thing is booked."""
    del today
    said = {"booked": "is booked", "waiting": "is not booked yet: it waits for your yes", "shown": "is not booked"}
    number = f" ({thing.row['booking_id']})" if thing.row else ""
    return capitalise(f"{name(thing.offer)} {said[thing.state]}{number}.")


def tell_discount(thing: Item, today: date) -> str:
    """Say that nothing is known about discounts."""
    del today
    return f"I do not know about discounts; my prices count everybody in full, so please ask {WHO[thing.kind]}."


def tell_payment(thing: Item, today: date) -> str:
    """Say that nothing is paid here, and who takes the money."""
    del today
    who = WHO[thing.kind]
    return f"I take no payment here: you pay {who}. About cards, cash and deposits, please ask {who}."


def tell_deposit(thing: Item, today: date) -> str:
    """Say that nothing is known about cards, cash and deposits."""
    del today
    return f"I do not know about credit cards, cash or deposits; please ask {WHO[thing.kind]}."


def tell_availability(thing: Item, today: date) -> str:
    """Say that a thing was there when it was shown, or is booked."""
    if thing.row:
        return tell_state(thing, today)
    return capitalise(f"{name(thing.offer)} was available when I looked; say yes to it, and I book it.")


def tell_cheapest_day(thing: Item, today: date) -> str:
    """Say that the cheapest day is not known."""
    del today
    return f"I do not know on which day {name(thing.offer)} is the cheapest; name some days, and I look."


def tell_fees(thing: Item, today: date) -> str:
    """Say the price, and that no fees beside it are known."""
    known = "I know of no fees beside that; whether there are some,"
    return f"{tell_price(thing, today)} {known} {WHO[thing.kind]} can tell you."


def tell_money(fact: str) -> Tell | None:
    """Return what tells the price that a fact names, or None if it names none: for each person, a night, or in all."""
    if _DISCOUNT.search(fact):
        return tell_discount
    if not PRICE.search(fact) and not re.search(r"\bper (?:person|head|night|day)\b|^each$", fact):
        return None
    if EACH.search(fact):
        return tell_share
    return tell_fees if _EXTRA_FEES.search(fact) and not _UNIT.search(fact) else tell_price


COMMON: Table = (
    (r"\b(?:change|changed|changing|changeable|rebook\w*|amend\w*|modif\w+|flexib\w+)\b", tell_change),
    (r"\bcancel\w*|\brefund\w*|\bmoney back\b", tell_cancelling),
    (r"\b(?:booking|reservation|confirmation) (?:number|id|code|reference)\b|\breference\b", tell_number),
    (r"\b(?:booked|confirmed|status|reserved)\b", tell_state),
    (r"\bdiscount|\breduc(?:ed|tion)", tell_discount),
    (r"\b(?:deposit|credit cards?|cards?|cash)\b", tell_deposit),
    (r"\b(?:pay(?:ment|ing)?|paid|prepa\w+|when to pay)\b", tell_payment),
    (r"\bavailab\w+|\bsold out\b|\bstill free\b|\b(?:rooms|seats|cars) left\b", tell_availability),
    (r"\bcheap\w* (?:days?|times?|dates?|weeks?|months?)\b", tell_cheapest_day),
    (r"^(?:people|persons?|guests?|passengers?|party)\b|\bhow many (?:of us|people|guests)\b", tell_party),
    (r"\b(?:dates?|days?|when|nights|weekday|how long)\b", tell_days),
    (r"\b(?:fees?|tax(?:es)?|surcharges?|hidden)\b", tell_fees),
)
"""Facts of all kinds, for what the table of the kind itself does not have."""
