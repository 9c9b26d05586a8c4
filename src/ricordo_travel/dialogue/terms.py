"""Questions about payment, rules and safety that nothing is known of: each gets an honest answer, beside all else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue.answers import is_no, is_yes
from ricordo_travel.dialogue.changed_prices import asks_what_change_costs
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.moving import BRINGS_BACK, CAR
from ricordo_travel.dialogue.offers import BOOKING_ID, find_offers
from ricordo_travel.dialogue.questions import ONE_WAY_CAR
from ricordo_travel.dialogue.service_facts import SECOND_DRIVER
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.talk import is_complaint
from ricordo_travel.dialogue.text import normalise, split_sentences
from ricordo_travel.dialogue.unmet import DESKS, NO_SEATS
from ricordo_travel.dialogue.wishes import EVENT_TICKETS, NO_TICKETS, find_kinds
from ricordo_travel.reservations import Kind

_ANYBODY = "the airline, the hotel or the rental desk"
_MONEY = r"(?:us dollars?|dollars?|usd|pounds?|gbp|sterling|euros?|eur|yen)"
_IS_IT = (
    r"^\W*(?:(?:and|but|so|oh|also) ){0,2}(?:is|are|would|will) (?!there\b)\w+(?: there)?(?: be)?(?: really| very)?"
)
"""The beginning of a question about a place or a thing."""
PASSES_ON = re.compile(
    r"\b(?:tell|inform|notify|warn|let|mention (?:it |this |that )?to) (?:the (?:airline|hotel|hostel|crew|staff|"
    r"reception|rental desk|car company)|them)\b(?! (?:have|go|be)\b)"
)
"""The wish that somebody else be told something, which changes nothing of what is booked."""
_TERMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"\b(?:is|are|was|were) (?:it|that|this|those|these|they|the (?:prices?|total|sum)|"
            rf"(?:the )?\$?\d[\d,]{{0,8}})(?: all| given)? (?:in )?{_MONEY}\b|\b{_MONEY} or (?:in )?{_MONEY}\b|"
            r"\b(?:what|which) currency (?:is|are|was) (?:it|that|this|these|the price)"
        ),
        "All my prices are in US dollars.",
    ),
    (
        re.compile(
            r"\b(?:need|require|have|accept|take|pay|leave)\b[^.;]{0,25}\b(?:credit ?cards?|debit cards?|cards?|cash|"
            r"deposit)\b|\b(?:is there|any|how (?:much|high|big) (?:is|are))\b[^.;]{0,15}\bdeposits?\b"
        ),
        "I do not know about credit cards, cash or deposits; please ask {who}.",
    ),
    (
        re.compile(
            r"\b(?:who|what|how much)\b(?![^.;?]{0,40}\beach\b)[^.;?]{0,40}\b(?:owes?|"
            r"pay(?:s|ing)?(?: (?:me|us|him|her|them))? back|give(?:s)? (?:me|us|him|her|them) back)\b"
        ),
        "I cannot work out who owes whom; say “how much is it per person?”, and I divide the sum.",
    ),
    (
        re.compile(
            r"\bdiscounts?\b|\b(?:reduced|child|children's|kids'?|student|senior) (?:price|fare|rate)s?\b|"
            r"\b(?:kids?|child|children|son|daughter|baby|twins|toddlers?)\b[^.;]{0,25}"
            r"\b(?:half|free|pay less|cheaper|(?:full|same|adult) (?:price|fare)|pay (?:the same|(?:in )?full|too))\b|"
            r"\b(?:full (?:price|fare)|cheaper|free|less|half price) for (?:\w+ ){0,2}"
            r"(?:kids|child|children|twins|baby)\b"
        ),
        "I do not know about discounts; my prices count everybody in full, so please ask {who}.",
    ),
    (
        re.compile(r"\b(?:old enough|too young|minimum age|age limit|how old (?:do|must|should|does))\b"),
        "I do not know how old one has to be; please ask {who}.",
    ),
    (
        re.compile(
            r"\bhow many (?:days?|nights?) (?:(?:(?:are|is|would be|will be) )?(?:\w+ )?enough|"
            r"(?:(?:should|do|does|would) )?(?:i|we|you|one) (?:need|recommend|suggest|plan))\b"
        ),
        "I do not know how many days are enough there; please look that up elsewhere.",
    ),
    (
        re.compile(
            r"\b(?:which|what) (?:papers|documents?|paperwork|id)\b|"
            r"\bwhat (?:do|should|must|will) (?:i|we) (?:have to |need to |need )?(?:bring|show|take)\b"
            r"[^.;?]{0,20}\b(?:car|rental|desk|check[ -]?in|pick)\b"
        ),
        "I do not know which papers you need to bring; please ask {who}.",
    ),
    (
        re.compile(
            rf"{_IS_IT} (?:ok|okay|good|suitable|suited|fine|nice|right|fun|too much) (?P<what>(?:for|with) "
            r"(?:an? |our |my |the )?(?:(?:small|little|young|old|elderly) )?"
            r"(?:child|children|kids?|baby|toddlers?|teenagers?|people|man|woman|lady|couple|parents))\b"
        ),
        "I do not know what it is like {what}; please look that up elsewhere.",
    ),
    (
        re.compile(
            rf"{_IS_IT} (?:(?:a|more|too|that|a bit) )?(?P<what>romantic|touristy|crowded|boring|lively|chill)\b"
        ),
        "I do not know whether it is {what}; please look that up elsewhere.",
    ),
    (
        re.compile(r"\b(?:phone|telephone|contact) (?:numbers?|details)\b|\bnumber (?:to call|i can call)\b"),
        "I do not know the phone number of {who}; please look it up elsewhere.",
    ),
    (
        re.compile(
            r"\b(?:safe|suitable|ok|fine|careful|problem|risk|answer|lots? of|full of|many|much|contains?|uses?)\b"
            r"[^.;]{0,30}\b(?:nuts?|peanuts?|gluten|lactose|shellfish|celiac|coeliac|allerg(?:y|ies|ic))\b"
        ),
        "I do not know whether it is safe with an allergy, so please ask {who} before you book.",
    ),
    (
        re.compile(
            r"\b(?:which|what)\b[^.;?]{0,25}\b(?:bookings?|reservations?|them|these|those)\b[^.;?]{0,10}"
            r"\b(?:(?:can|could|may) (?:i|we)|(?:i|we) (?:can|could|may))(?: still)? (?:change|move|cancel)\b|"
            r"\b(?:can|could|may) (?:i|we) still (?:change|move|cancel) (?:any|all|some|them|my|our|these|those|the) ?"
            r"(?:of )?(?:my |our |the )?(?:bookings?|reservations?)?\W{0,3}$"
        ),
        "I can change or cancel any of your bookings here when you say so; about fees for that, please ask {who}.",
    ),
    (
        re.compile(
            r"\b(?:change|move|switch|extend|shorten|adjust)\b"
            r"(?![^.;?]{0,25}\b(?:\d|an?|one|two|three|few|to|bit)(?: (?:days?|weeks?|hours?|bit|little))? later\b)"
            r"[^.;?]{0,25}\b(?:afterwards?|later(?! (?:dates?|days?|weeks?|flights?|ones?|time|in|on|than|the)\b))"
        ),
        "Yes, tell me to change it later, and I look what there is then; about fees for that, please ask {who}.",
    ),
    (
        re.compile(
            r"\b(?:pay|cost|costs|charged?) (?:\w+ )?extra\b|"
            r"\b(?:extra|additional|hidden|change) (?:fees?|costs?|charges?)\b"
        ),
        "I know of no fees beside the prices that you see here; whether there are some, {who} can tell you.",
    ),
)
"""What is asked, and the answer to it."""
_OF_CAR: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            rf"\b(?:{BRINGS_BACK}|leave (?!it){CAR})(?: {CAR})? "
            r"(?:(?:in|at|to) (?!the same|that\b|night|noon|\d|the \d)|elsewhere\b|some(?:where|place) else\b)|"
            rf"\bleave it (?:in (?!the (?:car|garage|hotel)\b)|elsewhere\b|somewhere else\b)|"
            r"\bone[ -]way (?:car )?(?:rentals?|hire)\b"
        ),
        ONE_WAY_CAR,
    ),
)
"""What is asked of a car that was chosen, and the answer to it."""
_NO_HELP = "I cannot order help at the airport; please ask the airline."
_EXTRAS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"\b(?:second|2nd|another|additional|extra|two|other) drivers?\b|\bas (?:an? |the )?(?:\w{3,10} )?driver\b|"
            r"\b(?:is|are|will be|be) driving(?: it)? (?:too|as well)\b|\b(?:drives?|also drives?)(?: it| the car)?"
            r"(?: too| as well| also)\b|\balso (?:wants? to )?drives?\b|\b(?:both|share the) (?:of us )?driv(?:e|ing)\b"
        ),
        SECOND_DRIVER,
    ),
    (
        re.compile(
            r"(?<!\bneed an )(?<!\bneed a )\b(?:aisle|window|front|exit row) seats?\b|"  # a need is noted
            r"\bseats? (?:together|next to each other|by the window)\b|\b(?:choose|pick)(?: an?| my| our)? seats?\b|"
            r"\b(?:which|what) seats? (?:do|did|will|are|have) (?:i|we)\b"
        ),
        NO_SEATS,
    ),
    (
        re.compile(
            r"\b(?:book )?(?:an? |the |some )?(?:wheelchair (?:help|assistance|service|(?:at|to) the (?:airport|gate))|"
            r"(?:help|assistance) (?:\w+ ){0,3}(?:wheelchair|airport|boarding)|(?:special|airport) assistance)\b"
        ),
        _NO_HELP,
    ),
)
"""Wishes for something that belongs to no booking here, and the answer to each."""
_DID_YOU = re.compile(r"\W*(?:(?:and|so|but|also) ){0,2}(?:did|have|has|will) (?:you|it|that)\b")
_HABIT = re.compile(
    r"\b(?:always|usually|normally|generally|never|prefers?|hates?|loves?|(?:i|we|he|she|wife|husband) likes?)\b"
)
_OF_BOOKED = re.compile(r"\b(?:the|my|our|that|this) (?:\w+ )?(?:cars?|suv|van|flights?|plane|rental|booking)\b")
_IS_POSSIBLE = re.compile(
    r"\W*(?:(?:and|so) )?(?:is|would|will) (?:that|it|this) (?:be )?(?:possible|ok|okay|allowed|fine)\W*"
)
_ADDITION = re.compile(r"\d[\d,]{0,8}(?: ?\+ ?\$?\d[\d,]{0,8}){1,12} ?= ?\$?\d[\d,]{0,8}")
ASKS = re.compile(
    r"\?|^\W*(?:(?:and|but|so|also|ok|oh|wait|hmm+)\b\W*)*(?:do|does|did|is|are|am|was|can|could|will|would|what|what's|"
    r"which|how|where|should|must|any)\b|\b(?:know|wonder(?:ing)?|ask) (?:if|whether)\b"
)
QUESTION_BEGINS = re.compile(
    r", (?!(?:do|does|is|are|can|will) (?:they|he|she|it|i|we)\W*$)"  # "the kids pay less, do they?" is one
    r"(?=(?:and |but |so )?(?:do|does|is|are|am|can|what|whats|which|how|will|(?:i|we) (?:just )?want to add)\b)|"
    r"(?<!bookings)(?<!reservations)(?<!them)(?<!these)(?<!those),? "
    r"(?=(?:(?:and|but) )?(?:can (?:i|we)|(?:i|we) can) (?:still |also )?(?:change|move|switch|extend)\b)",
    re.IGNORECASE,
)
_MEANT = re.compile(r"\W*(?:no\W+){0,2}(?:i|we) (?:meant|mean|asked)\b[^,.;]{0,30}\W*$", re.IGNORECASE)
_ASKS_FOR = re.compile(rf"{ASKS.pattern}|\b(?:get|need|want|buy|book|sort|arrange|order|find|add|include|like)\b")
_HAVE = re.compile(r"\b(?:i|we|he|she|they)(?:'ve| (?:already |have |got |bought |booked ))")
_WISHES = re.compile(r"\b(?:show|find|search|book|look|remember|forget|note|know about me)\b")


def answer_terms(message: str, who: str) -> tuple[list[str], str]:
    """Return the answers to questions in a message that nothing is known of, and the message without these."""
    answers: dict[str, None] = {}
    left: list[str] = []
    for sentence in split_sentences(message):
        for clause in QUESTION_BEGINS.split(" ".join(sentence.split())):
            answer = _find_answer(normalise(clause))
            if answer:
                answers[answer.format(who=who)] = None
            if answer == _NO_HELP and not ASKS.search(normalise(clause)):
                left.append(clause)  # it is noted, too
            elif (
                not answer and not _MEANT.match(clause) and not (answers and _IS_POSSIBLE.fullmatch(normalise(clause)))
            ):
                left.append(clause)
    return list(answers), " ".join(left) if answers else message


def _find_answer(text: str) -> str:
    if match := _ADDITION.search(text):
        return _check_addition(match[0])
    if PASSES_ON.search(text) and not _WISHES.search(text):
        return "I cannot pass anything on to {who}; please tell them yourself."
    if _asks_for_tickets(text):
        return NO_TICKETS
    if extra := next(((pattern, answer) for pattern, answer in _EXTRAS if pattern.search(text)), None):
        others, said = extra[0].sub(" ", text), f"No, {extra[1]}" if _DID_YOU.match(text) else extra[1]
        is_more = is_yes(text) or is_no(text) or _WISHES.search(others) or _HABIT.search(text) or re.search(r"\d", text)
        return "" if is_more or find_mentions(text) or find_kinds(_OF_BOOKED.sub(" ", text)) else said
    if _WISHES.search(text) or not (ASKS.search(text) or is_complaint(text)):
        return ""
    terms = _TERMS if find_kinds(_OF_BOOKED.sub(" ", text)) else (*_OF_CAR, *_TERMS)
    found = ((pattern.search(text), answer) for pattern, answer in terms)
    return next((answer.replace("{what}", match.groupdict().get("what", "")) for match, answer in found if match), "")


def _check_addition(text: str) -> str:
    """Return whether an addition of amounts is right: "678 + 735 = 1413"."""
    *parts, total = (int(number) for number in re.findall(r"\d+", text.replace(",", "")))
    return f"{'Yes, that is right' if sum(parts) == total else 'No, that is not right'}: it makes ${sum(parts):,}."


def _asks_for_tickets(text: str) -> bool:
    """Return whether a clause asks for tickets that are not for a flight, and for nothing else."""
    is_asked = bool(EVENT_TICKETS.search(text) and _ASKS_FOR.search(text)) and not _HAVE.search(text)
    return is_asked and not find_kinds(text) and not find_mentions(text)


def part_terms(state: DialogueState) -> tuple[str, DialogueState]:
    """Return the answers to questions about terms, and the state for what else a message says."""
    who = _find_who(state)
    answers, message = answer_terms(state.message, who)
    if not answers or asks_what_change_costs(state):
        return "", state
    parts = tuple(replace(part, text=text) for part in state.rest if (text := answer_terms(part.text, who)[1]))
    return " ".join(answers), replace(state, message=message, rest=parts)


def _find_who(state: DialogueState) -> str:
    """Return who can tell the terms of what a message names, or of what was spoken of last."""
    spoken_of = (kinds for reply in state.replies if (kinds := _find_spoken_of(reply)))
    named = set(find_kinds(state.text) or next(spoken_of, ()))
    return DESKS[named.pop()] if len(named) == 1 else _ANYBODY


def _find_spoken_of(reply: str) -> Sequence[Kind]:
    """Return the kinds of what a reply asks about; else of what it lists, else of what it says is booked."""
    offers = find_offers(reply)
    asked: list[Kind] = [offer.kind for offer in offers if offer.number is None]
    listed: list[Kind] = [offer.kind for offer in offers]
    booked: list[Kind] = [kind for id in BOOKING_ID.findall(reply) for kind in DESKS if kind[0] == id[0].lower()]
    return asked or listed or booked
