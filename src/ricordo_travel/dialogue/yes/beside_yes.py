"""What stands beside a yes: whether it leaves what was proposed as it is, or doubts or changes it."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.facts.service_facts import names_fact
from ricordo_travel.dialogue.facts.terms import PASSES_ON
from ricordo_travel.dialogue.replies.inquiries import asks_about_bookings
from ricordo_travel.dialogue.values.memory_words import RELATION
from ricordo_travel.dialogue.values.wishes import find_amenities, find_kinds, names_unsure
from ricordo_travel.dialogue.yes.act_reader import SURE
from ricordo_travel.dialogue.yes.answers import HEDGE, HOLDS
from ricordo_travel.dialogue.yes.choice import find_number, names_other_hotel
from ricordo_travel.dialogue.yes.differences import (
    BACK,
    ONE_MORE,
    asks_for_sum,
    asks_for_the_way,
    asks_for_what_it_has,
    asks_to_know,
    changes_party,
    describes_other,
    is_other_kind,
    is_same_car,
    measures_days,
    names_other_flight,
    names_other_place,
    names_other_thing,
    names_something_else,
    picks_other,
    turns_away,
)
from ricordo_travel.dialogue.yes.pieces import Piece
from ricordo_travel.dialogue.yes.plain_yes import is_plain
from ricordo_travel.proposals import Proposal

BUT = re.compile(r"but\b(?! (?:also|first|now|then)\b)", re.IGNORECASE)
ONLY_NAMES = re.compile(
    r"\W*(?:(?:the|that|this|my|our|both|all|two|for|to|in|from|of|and|please|too|also|it|one|ones|yes|thanks|then|"
    r"flights?|hotels?|rooms?|hostels?|cars?|vans?|suv|stay|return|outbound|back|there|out|home|way)\b\W*)+"
)
CONDITION = re.compile(
    r"\b(?:(?<!tell me )(?<!tell us )(?<!know )if|(?<!can't )wait|unless|hold on|depends|(?:but|check) first|"
    r"first (?:i|let|we|show|find|tell|look|see)|or (?:none|nothing)|otherwise|what else(?! is booked)|any others|"
    r"see \w{2,12} first|the wrong (?:one|flight|hotel|room|car|day)|let me|until i|"
    r"(?:ask|check|talk|speak|think)\b[^.]{0,40}\bfirst|"
    r"(?<!cancel the )(?<!cancel my )(?<!cancel our )"
    r"old (?:dates?|days?|ones?|hotel|flight|room|booking)|refund\w{0,4}|money back|"
    r"how much (?:do|will|would|can) (?:i|we) get|kidding|joking|jk|pigs|april fools?|a mistake|by mistake|"
    r"that was for my)\b"
)
GOES_ON = re.compile(r"\b(?:and|n|also|plus|then|too|now|next)\b", re.IGNORECASE)
_ABOUT_PROPOSAL = re.compile(
    r"\b(?:it|this|they|them|one|ones|hotels?|flights?|rooms?|cars?|vans?|cost|costs|price|pay|"
    r"paid|cancel\w*|free|included|fees?|times?|leave|arrive|but|not|no|wait|if|actually|instead|before|first|hold|"
    r"stop|maybe|change|rather|sorry|hmm+)\b"
)
_ADDS_PERSON = re.compile(
    rf"\b(?:my|our|the) (?:{RELATION}|baby|toddler)\b[^.?!]{{0,20}}\b(?:too|as well|with (?:us|me)|shares?|fl(?:y|ies)|"
    rf"comes?|coming|joins?)\b|^(?:one )?for (?:my|our) (?:{RELATION})\b|"
    rf"^(?:my|our|the) (?:{RELATION}|baby|toddler)\b\W*$"
)
"""Words with which somebody is added who may not be counted yet: "and my sister flies too"."""
CANCELS_OLD = re.compile(r"\bcancel (?:the |my |our |that |those )?(?:old|previous|former|original|existing)\b")
"""Words that cancel what is booked, in whose place a proposal comes."""
_CANCELS = re.compile(rf"(?<!n't )(?<!not )(?!{CANCELS_OLD.pattern})\bcancel\b(?! nothing)")
_DOUBTS_PRICE = re.compile(
    r"\b(?:afford|too (?:much|expensive|dear)|(?:fits?|in|within|over|under|above|below)"
    r"(?: \w+){0,3} (?:budget|limit))\b"
)
_HAS_ONE = re.compile(
    r"\balready (?:have|got|booked|reserved)\b|"
    r"\b(?:have|got|booked|reserved) (?:it|that|one|an?|my|our)\b[^.]{0,20}\balready\b"
)
_OTHERWISE = re.compile(
    r"\d|\b(?:one|two|three|four|five|with|without|bring\w{0,3}|join\w{0,3}|coming|come|alone|only|just|more|extra|"
    r"instead|not|no|another|other|want|need|don't|can't|won't|isn't|longer|earlier)\b"
)
"""Words of a message to be passed on that may change what is booked: "tell them I bring my sister"."""
_ABOUT_IT = re.compile(r"\b(?:it|this|that|they|them|the (?:hotel|flight|room|car|van))\b")
MEMORY = re.compile(
    r"\bwhat (?:(?:do|did) )?you (?:still )?(?:know|remember|have)\b|\b(?:know|remember) about (?:me|us|my|our)\b|"
    r"\b(?:remember|forget|keep in mind|note) (?:that|my|i|we)\b|\bplease (?:remember|note|forget)\b"
)
_BESIDE = frozenset({"tell", "talk", "recall", "forget", "bookings", "place", "assistant", "other"})
"""Acts beside a yes that leave it as it is."""
_ABOUT_ASSISTANT = frozenset({"recall", "forget", "bookings", "assistant"})
"""Acts that are about no offer."""
_ASKS = frozenset({"tell", "talk", "place", "other", "ask_offer"})
"""Acts of questions that may be about what was proposed."""
_CHOOSES = frozenset({"pick", "search"})
_ONE_TOO = re.compile(r"\b(?:too|also|as well)\b", re.IGNORECASE)
"""Words with which one of a list is taken beside what a yes is to: "and number 2 as well"."""
_OF_PLACE = re.compile(r"\b(?:weather|rain\w{0,4}|visas?|hikes?|hiking|trains?)\b")
_ASIDE = re.compile(
    r"\b(?:insurance(?! included| covered)|(?:which|what|choose|pick)(?: an?| my| our| the)? seats?|sit together|"
    r"(?:should|do) (?:i|we) (?:need to )?(?:pack|wear)|currency|restaurants|(?:places?|where) to eat|things to do|"
    r"(?:what is there|what can (?:i|we)) (?:to )?(?:do|see|visit)|passports?|documents?|vaccinations?)\b"
)
"""What no flight and no room has or lacks, so that the answer changes nothing about it."""
_NEWS = re.compile(
    rf"\b(?:(?:my|our) (?:{RELATION})(?:'s name)? is(?: called| named)? [a-z]{{2,20}}|(?:his|her|my|our|their) "
    r"(?:\w+ )?(?:birthday|anniversary|honeymoon)|(?:i'm|i am|we're|we are) (?:an? )?(?:vegans?|vegetarians?)|"
    r"allerg(?:y|ic))\b(?!.{0,60}\b(?:can|could|wi?ll|would|fl(?:y|ies|ying)|com(?:es?|ing)|joins?|go|goes|going|"
    r"travel\w*|too|also|then)\b)"
)
"""What is told of people, who do not come along by that, and asks nothing of what is booked."""
_HINDERS = re.compile(
    r"\b(?:(?:has|have|had|did)(?:n't| not) (?:\w{1,12} ){1,6}yet|(?:may|might|could) still|tak(?:es?|ing) my place|"
    r"lost my (?:licen[cs]e|passport|wallet|card|job)|(?:licen[cs]e|passport|visa)\b.{0,12}\b(?:expire[sd]?|runs? out)|"
    r"(?:it|they|that) (?:has to|have to|must|needs? to) be|(?:reviews|ratings?) worr(?:y|ies)|"
    r"(?:conference|meeting|wedding|event|fair|party|flight|trip) (?:has |was |got |is |were )?(?:been )?"
    r"(?:moved|postponed|put off|called off|cancelled))\b"
)
"""News that stands in the way of what was agreed to: "yes. my husband hasn't said yes yet"."""
_ITS = re.compile(r"\bit's (?=(?:his|her|my|our|their)\b)")
_CLAIMS = re.compile(
    r"\b(?:it|its|this|that|them|ones?|refund\w*|cancel\w*|available|still|left|enough|full|(?<!do i )(?<!do we )need|"
    r"needs|want|must|only|so|or|nothing|please|can't|cannot)\b"
)
"""Words with which a question or news may be about what was proposed after all."""
WISHES = frozenset({"search", "suggest", "change", "cancel", "pick", "bookings", "correct"})


def leaves_it(piece: Piece, proposal: Proposal) -> bool:
    """Return whether a piece beside a yes leaves a proposal as it is."""
    text, row = piece.text, proposal.preview
    if (
        CONDITION.search(text)
        or (hinders(text) and not is_other_kind(text, proposal))
        or (_ADDS_PERSON.search(text) and not is_other_kind(text, proposal))
        or takes_back(text, proposal)
        or (picks_other(text, proposal) and not GOES_ON.search(piece.raw) and not _asks_for_other_one(piece, proposal))
    ):
        return False
    if _HAS_ONE.search(text) and proposal.action == "book" and not is_other_kind(text, proposal):
        return False
    if "?" in text and (ONLY_NAMES.fullmatch(text) or _DOUBTS_PRICE.search(text)):
        return False  # "yes, and the flight?", "yes. can we afford that?"
    if "?" not in text and piece.act in {"yes", "talk"} and is_plain(text, [proposal]):
        is_other = names_something_else(text, row) or describes_other(text, proposal)
        return is_other_kind(text, proposal) or not is_other
    if PASSES_ON.search(text):
        is_otherwise = _OTHERWISE.search(text) or names_something_else(text, row) or changes_party(text, row)
        return not (is_otherwise or BUT.match(piece.raw))
    is_about = "?" in text and piece.act in _ASKS and bool(_ABOUT_IT.search(text))
    is_about = is_about and not _asks_about_place(piece, proposal)
    if piece.act in _BESIDE and not is_about and (piece.score >= SURE or "?" in text):
        return not changes_party(text, row)
    if asks_to_know(text) and not BUT.match(piece.raw):
        return asks_for_the_way(text) or not names_something_else(text, row)
    is_same = piece.act == "yes" and is_same_car(text, row)
    if is_same or is_aside(piece, proposal) or _asks_for_other_one(piece, proposal):
        return True
    if BUT.match(piece.raw) and not is_other_kind(text, proposal):
        return False  # "yes but ..." is no yes, unless it goes on with another thing
    return _is_another_wish(text, proposal, piece.act)


def hinders(text: str) -> bool:
    """Return whether a text waits with an answer, or tells what stands in the way of a yes."""
    return bool(HOLDS.search(text) or _HINDERS.search(text))


def takes_back(text: str, proposal: Proposal) -> bool:
    """Return whether a text cancels what a proposal would book: "cancel it" agrees to no booking."""
    is_other = names_other_thing(text, proposal.preview) or is_other_kind(text, proposal)
    return proposal.action != "cancel" and bool(_CANCELS.search(text)) and not is_other


def is_aside(piece: Piece, proposal: Proposal) -> bool:
    """Return whether a piece tells of people, or asks what cannot matter to a proposal: "which seat do I get?"."""
    text = _ITS.sub("", piece.text)
    is_doubt = any(each.search(text) for each in (_CLAIMS, CONDITION, HEDGE)) or turns_away(text)
    if is_doubt or hinders(text) or BUT.match(piece.raw) or changes_party(text, proposal.preview):
        return False
    if piece.act == "tell" and _NEWS.search(text):
        return piece.score >= SURE
    is_of_another = "?" in text and not piece.meant and is_other_kind(text, proposal)
    is_about_none = proposal.kind != "car" and bool(_ASIDE.search(text)) and not find_kinds(text)
    return (is_of_another or is_about_none) and proposal.action == "book" and (piece.act in _ASKS or piece.score < SURE)


def is_met(piece: Piece, proposal: Proposal) -> bool:
    """Return whether a question beside a yes asks for what the proposal has: "yes. does it have a gym?"."""
    return not BUT.match(piece.raw) and asks_for_what_it_has(piece.text, proposal)


def _asks_for_other_one(piece: Piece, proposal: Proposal) -> bool:
    """Return whether a part of a message asks for the flight back or takes one more of a list, beside a yes."""
    is_read = piece.act in {"pick", "change"} or piece.score < SURE
    is_wish = piece.act == "search" or (is_read and bool(GOES_ON.match(piece.raw)))
    is_doubt = CONDITION.search(piece.text) or turns_away(measures_days(piece.text))
    is_own = piece.is_some and proposal in piece.meant  # it waits itself: "yes to both, but the return on the 20th"
    is_one_more = find_number(piece.text, 9) is not None and _ONE_TOO.search(piece.raw)
    if not is_wish or is_doubt or is_own or not (BACK.search(piece.text) or is_one_more):
        return False
    row = proposal.preview
    is_of_stay = find_kinds(piece.text) or _ABOUT_IT.search(piece.text) or names_something_else(piece.text, row)
    return row["kind"] == "flight" or not is_of_stay  # "yes to the hotel, and the 16:35 home"


def is_apart(piece: Piece, proposal: Proposal) -> bool:
    """Return whether a piece is surely about something else than a proposal: memory, or a wish for another thing."""
    if asks_for_the_way(piece.text) or asks_for_sum(piece.text) or is_aside(piece, proposal):
        return not BUT.match(piece.raw)
    if _asks_about_place(piece, proposal):
        return not _ABOUT_PROPOSAL.search(piece.text)
    if piece.act in _ABOUT_ASSISTANT or MEMORY.search(piece.text):
        return piece.score >= SURE or bool(MEMORY.search(piece.text))
    if PASSES_ON.search(piece.text):
        return leaves_it(piece, proposal)
    is_other = _names_another(piece.text, proposal, piece.act) or _asks_for_other_one(piece, proposal)
    return is_other and (piece.act in WISHES or bool(GOES_ON.search(piece.raw)))


def _asks_about_place(piece: Piece, proposal: Proposal) -> bool:
    """Return whether a piece is surely about a place. What is said of that may be about a stay or a car, too."""
    is_about = proposal.kind == "flight" or bool(_OF_PLACE.search(piece.text))
    return piece.act == "place" and piece.score >= SURE and is_about


def _names_another(text: str, proposal: Proposal, act: str) -> bool:
    row = proposal.preview
    return bool(
        MEMORY.search(text)
        or asks_about_bookings(text)
        or is_other_kind(text, proposal)
        or names_other_flight(text, row)
        or (names_other_hotel(text, row.get("hotel")) and (row["kind"] != "hotel" or ONE_MORE.search(text)))
        or (act == "cancel" and names_other_thing(text, row))
        or (act in WISHES and names_other_place(text, row))
    )


def _is_another_wish(text: str, proposal: Proposal, act: str = "search") -> bool:
    """Return whether the rest of a message with a yes is about something else than what was proposed."""
    row = proposal.preview
    kinds = find_kinds(text)
    if CONDITION.search(text):
        return False
    if _names_another(text, proposal, act):
        return True
    if proposal.action == "cancel" and act in WISHES - {"cancel", "change"}:
        return "?" not in text and not turns_away(text.replace("instead", ""))
    is_unsure = names_unsure(text) or names_fact(text)
    if turns_away(text) or is_unsure or (act in _CHOOSES and describes_other(text, proposal)):
        return False
    if "?" in text and (_ABOUT_PROPOSAL.search(text) or find_amenities(text)[0]):
        return False
    return act != "no" and not names_something_else(text, row) and not kinds and not HEDGE.search(text)
