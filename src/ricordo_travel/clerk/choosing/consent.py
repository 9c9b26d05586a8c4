"""Read what a message agrees to and refuses of all that waits for a yes, by its commands and by its words.

A proposal is agreed to if the words of the message say so and no command speaks against it, or if a command says so and
neither another command, nor the words, nor the reader of answers speaks against it. A wrong booking is worse than a
question too many: in doubt a proposal waits on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean

from ricordo_travel.clerk.choosing import provisos
from ricordo_travel.clerk.choosing.apart import leave_out_apart
from ricordo_travel.clerk.choosing.chosen import settle_picks
from ricordo_travel.clerk.choosing.whole_yes import (
    Fates,
    agrees_in_so_many_words,
    agrees_to_change,
    says_yes_to_all,
    settle_whole,
)
from ricordo_travel.clerk.commands import Command, split_refs
from ricordo_travel.clerk.reading.left_out import keep_yes
from ricordo_travel.clerk.reading.pointed import points_beside
from ricordo_travel.clerk.scene import Read
from ricordo_travel.clerk.situation import WAITING, Situation, describe_line, describe_situation
from ricordo_travel.desk import Answer, Fate
from ricordo_travel.dialogue.replies.offers import Offer, find_offers
from ricordo_travel.dialogue.replies.questions import STILL
from ricordo_travel.dialogue.trips.booked import days_of
from ricordo_travel.dialogue.values.days import find_months, find_months_spoken_of
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.text import normalise, write_yes
from ricordo_travel.dialogue.yes.agreement import agrees_to_all, differs, read_answer
from ricordo_travel.dialogue.yes.answer_pieces import squeeze
from ricordo_travel.dialogue.yes.answer_reader import AnswerScores, score_answer
from ricordo_travel.dialogue.yes.answers import is_explicit_yes
from ricordo_travel.dialogue.yes.beside_yes import CANCELS_OLD
from ricordo_travel.proposals import Proposal
from ricordo_travel.wording import describe

History = Sequence[tuple[str, str]]
"""The messages of a conversation, each with its role."""

_ALL = frozenset("all both everything these them".split())
_IT = frozenset("it that this one".split())
_PLAIN = frozenset("yes thanks chat hello bye tell ask which place total bookings about recall compare again".split())
"""Verbs that leave what waits as it is."""
_ANSWERS = frozenset({"yes", "no", "wait", "keep"})
_QUESTIONS = frozenset({"ask", "which", "place", "total", "compare", "bookings"})
_ASKS = frozenset({"ask", "place", "total", "which", "compare", "find", "pick", "change", "cancel"})
"""Verbs of what may stand beside a yes, so that the reader of answers is less sure of it."""
_THAT_ONE = re.compile(
    r"(?:(?:ok|okay|great|good|fine|right|alright|perfect|oh|nice),? )*"
    r"(?:(?:i'll|we'll|let's|lets|i|we) (?:take|have|book) |book |take )?(?:that|this) one(?: then)?(?:,? please)?[.!]*"
)
"""Words that point to the offer that was told of last."""
_YES_TO_BOTH = re.compile(
    r"(?:(?:yes|yeah|yep|yup|ok|okay|sure|please|great|perfect|good|fine),? )+(?:please )?"
    r"(?:(?:to|book|take|do|for) )*both\b(?! (?:hotels?|flights?|cars?|rooms?|guesthouses?|ways?)\b)"
)
"""Words that agree to two things."""
_TURNS_BACK = re.compile(r"\b(?:but|instead|rather|wait|hang on|hold on|not|no)\b")
"""Words after a yes that may take it back."""
_SURE_ALONE = 0.95
_SURE_IF_ASKED = 0.2
"""Score from which a bare yes with nothing but a question after it counts."""
_SURE_OF_ALL = 0.9
_SURE_BESIDE = 0.5
"""Scores of the reader of answers from which a yes counts: alone, to all of several, and with something beside it."""
_SURE_ASKED = 0.9
"""Score from which a question, or what else is wished, explains words that a proposal does not have."""
_QUITE_SURE = 0.98
"""Score from which words without a number do not object to a yes: the reader compares numbers badly, words well."""
_KINDS = {
    "flights": "flight",
    "return": "flight",
    "hotels": "hotel",
    **{each: each for each in ("flight", "hotel", "car")},
}
"""Words of commands for the kinds of what can be booked."""
_SURE_OF_NO = 0.5
"""Score of the reader of answers from which it objects to a yes of the commands."""


@dataclass(frozen=True)
class Waiting:
    """A proposal, and how commands name it.

    Attributes:
        marks: Its letter, the number of its line in the list, and the letter of the booking that it changes.
        is_back: Whether it is the flight back of a journey.
    """

    proposal: Proposal
    marks: frozenset[str]
    is_back: bool = False

    @cached_property
    def names(self) -> frozenset[str]:
        """The words that name it: its kind, and its number or the first word of its name."""
        row = self.proposal.preview
        own = {"flight": row.get("flight_number"), "hotel": row.get("hotel"), "car": row.get("car_class")}
        kind = self.proposal.kind
        kinds = {"flight": {"flight", "flights"}, "hotel": {"hotel", "hotels", "room"}, "car": {"car", "cars"}}[kind]
        kinds |= {"return"} if self.is_back else set[str]()
        return frozenset({*kinds, str(own[kind]).lower().split()[0]})

    def is_meant(self, command: Command) -> bool:
        """Return whether a command means this one: it names it, or all, or nothing."""
        refs = {ref.lower() for ref in command.refs}
        return not refs or bool(refs & (_ALL | _IT | self.marks)) or self.is_named(command)

    def is_named(self, command: Command) -> bool:
        """Return whether a command names this one by its mark, its name or its kind, and by no other place."""
        for ref in split_refs(command.refs):
            words = set(ref.lower().split())
            if words & self.marks and len(words) == 1:
                return True
            if words & self.names and not _names_elsewhere(ref, self.proposal):
                return True
        return False


@dataclass(frozen=True)
class _Said:
    """A message: its commands, what its words say to the proposals, the offers shown before it, and if it is no yes."""

    message: str
    commands: tuple[Command, ...]
    proposals: tuple[Proposal, ...]
    words: Answer
    shown: tuple[Offer, ...]
    is_no_yes: bool


def read_consent(message: str, proposals: Sequence[Proposal], *, history: History, read: Read) -> Answer:
    """Return what a message says to the proposals of the last answer.

    Args:
        message: What the person wrote.
        proposals: What waits for a yes.
        history: The messages before it.
        read: Reads the commands of a message in its situation.
    """
    message = provisos.cut_yes(leave_out_apart(write_yes(message), proposals))
    if agrees_to_change(normalise(message), proposals):
        return Answer(tuple(proposals), (), (), keeps_others=True)
    words = read_answer(message, proposals)
    if not proposals:
        return words
    situation = describe_situation(history)
    commands = keep_yes(situation.text, message, read(situation.text, situation.mark_bookings(message.strip())))
    replies = [text for role, text in reversed(history) if role == "assistant"]
    commands = _mean_both(message, proposals, settle_picks(replies, message.strip(), commands))
    if words.agreed and _means_all(commands) and agrees_to_all(message, proposals):
        words = replace(words, agreed=tuple(proposals))  # all of them or none
    text = normalise(message)
    is_beside = points_beside(text, (each.text for each in proposals), replies) and not is_explicit_yes(text)
    if is_beside or _points_elsewhere(message, proposals, history):
        return Answer((), (), (), keeps_others=True)
    scores = _score(message, proposals, commands)
    waiting = find_waiting(proposals, history)
    is_no_yes = provisos.only_seems_yes(message, "".join(replies[:1]), waits_alone=len(proposals) == 1)
    is_no_yes |= STILL in "".join(replies[:1]) and not is_explicit_yes(text)  # "ok" is to what was asked
    if agrees_in_so_many_words(text, proposals) and not is_no_yes:
        return Answer(tuple(proposals), (), (), keeps_others=True)
    said = _Said(message, tuple(commands), tuple(proposals), words, tuple(_list_shown(history)), is_no_yes)
    fates: Fates = [(each.proposal, _find_fate(each, said, score)) for each, score in zip(waiting, scores, strict=True)]
    fates = settle_whole(text, fates)
    agreed, refused, unclear = (
        tuple(proposal for proposal, own in fates if own == fate) for fate in ("agreed", "refused", "unclear")
    )
    return Answer(agreed, refused, unclear, keeps_others=True)


def _mean_both(message: str, proposals: Sequence[Proposal], commands: Sequence[Command]) -> Sequence[Command]:
    """Return commands that say yes to both of two proposals, if the message does: one of them may have no letter."""
    if len(proposals) != 2 or not _YES_TO_BOTH.match(normalise(message)):
        return commands
    return [Command("yes", (), each.slots) if each.verb == "yes" else each for each in commands]


def _points_elsewhere(message: str, proposals: Sequence[Proposal], history: History) -> bool:
    """Return whether a message only says "that one" after a reply that tells of another offer than it proposes."""
    if not _THAT_ONE.fullmatch(normalise(message)):
        return False
    reply = next((text for role, text in reversed(history) if role == "assistant"), "")
    told = reply.partition("Shall I ")[0]
    own = {str(value) for each in proposals for value in each.preview.values()}
    names = {offer.hotel.name if offer.kind == "hotel" else offer.title.split()[-1] for offer in _list_shown(history)}
    return any(name in told and name not in own for name in names)


def _score(message: str, proposals: Sequence[Proposal], commands: Sequence[Command]) -> list[AnswerScores]:
    """Return how sure the reader of answers is of each proposal, and equally sure of all if a yes means all of them."""
    scores = score_answer(squeeze(message), proposals)
    if not _means_all(commands) or any(score.no >= _SURE_OF_NO for score in scores):
        return scores
    yes, asks, no = (fmean(values) for values in zip(*((each.yes, each.asks, each.no) for each in scores), strict=True))
    return [AnswerScores(yes, asks, no) for _ in scores]


def _means_all(commands: Sequence[Command]) -> bool:
    """Return whether the commands of a message say yes to all that waits, and nothing else to it."""
    answers = [each for each in commands if each.verb in _ANSWERS]
    return bool(answers) and all(each.verb == "yes" and set(each.refs) <= _ALL for each in answers)


def _find_fate(waiting: Waiting, said: _Said, score: AnswerScores) -> Fate:
    """Return what a message does to a proposal."""
    proposal = waiting.proposal
    is_off = said.is_no_yes or _hangs(waiting, said) or _is_left_out(waiting, said)
    if is_off and proposal not in said.words.refused:
        return "waiting"
    if _is_contradicted(waiting, said):
        return "agreed" if proposal in said.words.agreed and score.yes >= _SURE_ALONE else "waiting"
    if proposal in said.words.agreed:
        is_sure = score.yes >= _SURE_ALONE
        is_put_off = _is_put_off(waiting, said) and not (is_sure and len(said.proposals) > 1)  # letters get mixed up
        is_wanted = not _is_replaced(waiting, said) or (is_sure and _has_yes(said))
        return "agreed" if is_wanted and not is_put_off and not _chooses_anew(said) else "waiting"
    verbs = {each.verb for each in said.commands}
    is_question = bool(verbs) and verbs <= _QUESTIONS | {"wait"} and score.no < _SURE_OF_NO
    is_other = score.no < _SURE_ALONE and _refuses_others(waiting, said)
    is_spared = is_question or is_other or _only_chooses(said) or _only_corrects(said, proposal)
    if proposal in said.words.refused and is_spared and not _is_replaced(waiting, said):
        return "waiting"
    if proposal in said.words.refused:
        is_wanted = _says(waiting, said, "yes") or (score.yes >= _SURE_BESIDE and picks_beside(said.commands))
        return "waiting" if is_wanted and score.no < _SURE_OF_NO else "refused"
    if _says(waiting, said, "yes"):
        is_hindered = _is_put_off(waiting, said) or _is_replaced(waiting, said)
        if not is_hindered and not _is_doubted(proposal, said, score):
            return "unclear" if proposal in said.words.unclear else "agreed"
    elif _says(waiting, said, "no", "keep") and score.yes + score.asks < _SURE_OF_NO:
        return "refused"
    return "unclear" if proposal in said.words.unclear else "waiting"


def _has_yes(said: _Said) -> bool:
    """Return whether a message says yes by a command or in so many words: "till the 2nd, and the flights" does not."""
    return any(each.verb == "yes" for each in said.commands) or is_explicit_yes(normalise(said.message))


def _only_chooses(said: _Said) -> bool:
    """Return whether a message chooses something and refuses nothing: "a bit tight, the guesthouse instead"."""
    verbs = {each.verb for each in said.commands}
    return "pick" in verbs and not verbs & {"no", "wait", "cancel", "keep"}


def _only_corrects(said: _Said, proposal: Proposal) -> bool:
    """Return whether a message refuses nothing by its commands, and looks for a flight otherwise: "no, Tuesday"."""
    if proposal.action != "book" or {each.verb for each in said.commands} & {"no", "wait", "cancel", "keep"}:
        return False
    searches = [each for each in said.commands if each.verb == "find"]
    return bool(searches) and all(each.subject in {"flight", "return"} and not each.has("place") for each in searches)


def picks_beside(commands: Sequence[Command]) -> bool:
    """Return whether commands choose something, so that a no may only lead to it: "no, both, and the lodge"."""
    return any(each.verb == "pick" for each in commands)


def _refuses_others(waiting: Waiting, said: _Said) -> bool:
    """Return whether a message names what it refuses, and that is not this one: "not the hostel, the lodge"."""
    refusals = [each for each in said.commands if each.verb in {"no", "cancel"}]
    return bool(refusals) and not any(waiting.is_meant(each) for each in refusals)


def find_waiting(proposals: Sequence[Proposal], history: History) -> list[Waiting]:
    """Return proposals with the marks that they have in the situation after some messages."""
    situation = describe_situation(history)
    reply = next((text for role, text in reversed(history) if role == "assistant"), "")
    numbers = {offer.text.casefold(): str(offer.number) for offer in find_offers(reply) if offer.number}
    letters = find_letters(situation)
    booked = {id: mark for mark, id in situation.booked.items()}
    shown = _list_shown(history)
    found: list[Waiting] = []
    for each in proposals:
        marks = {letters.get(_describe(each)), booked.get(str(each.preview.get("booking_id")))}
        marks |= {numbers.get(each.text.casefold())} if each.action == "book" else set()
        found.append(Waiting(each, frozenset(mark for mark in marks if mark), _is_back(each, shown)))
    return found


def find_letters(situation: Situation) -> dict[str, str]:
    """Return the letters of what waits in a situation, by what it is in few words."""
    line = next((line for line in situation.text.splitlines() if line.startswith("waits: ")), "waits: ")
    parts = line.removeprefix("waits: ").split("; ")
    return {what: mark for mark, _, what in (part.partition(" ") for part in parts)}


def _describe(proposal: Proposal) -> str:
    """Return a proposal in few words, as the situation has it."""
    line = describe(proposal.preview)
    return f"{proposal.action} {describe_line(line[:1].upper() + line[1:])}"


def _list_shown(history: History) -> list[Offer]:
    """Return the offers of a conversation, the latest first."""
    return [offer for role, text in reversed(history) if role == "assistant" for offer in find_offers(text)]


def _is_back(proposal: Proposal, shown: Iterable[Offer]) -> bool:
    """Return whether a proposal is a flight back: one the other way was shown for an earlier day."""
    row = proposal.preview
    return proposal.kind == "flight" and any(
        (offer.flight.destination.name, offer.flight.origin.name) == (row["origin"], row["destination"])
        and offer.call.arguments["day"] < row["day"]
        for offer in shown
        if offer.kind == "flight"
    )


def _says(waiting: Waiting, said: _Said, *verbs: str) -> bool:
    """Return whether a command with one of some verbs means a proposal.

    One that names nothing does not mean what another one answers by its name: "yes a ; wait" waits with the rest.
    """
    answers = [each for each in said.commands if each.verb in _ANSWERS and _takes(each.verb, waiting)]
    named = {each.verb for each in answers if each.refs and waiting.is_meant(each)}
    others = {each.verb for each in answers if not each.refs}
    return bool((named | others if len(said.proposals) == 1 else named or others) & set(verbs))


def _takes(verb: str, waiting: Waiting) -> bool:
    """Return whether a verb can be said to a proposal: what is not booked yet is not kept."""
    return verb != "keep" or waiting.proposal.action != "book"


def _hangs(waiting: Waiting, said: _Said) -> bool:
    """Return whether a yes to a proposal hangs on a question about it, or on what a cancellation of all leaves out."""
    if waiting.proposal.action == "cancel" and len(said.proposals) == 1 and provisos.spares_some(said.message):
        return True
    if len(said.proposals) > 1 and provisos.doubts_whole(said.message) and any(e.verb == "ask" for e in said.commands):
        return True  # "yes, but is the hotel quiet?"
    kinds = {kind for each in said.commands if each.verb == "find" for kind in each.subject.split("+")}
    kinds |= {"flight"} if "return" in kinds else set[str]()
    if waiting.proposal.kind in kinds and "?" in said.message and provisos.reserves(said.message):
        return True  # "yes but is there a later one back?"
    sums = [{*each.refs} for each in said.commands if each.verb == "total" and "".join(each.refs).isalpha()]
    if provisos.reserves(said.message) and any(waiting.marks & own and own <= {*WAITING} for own in sums):
        return True  # "yes to the flights, but are they over my budget?"
    asked = [each for each in said.commands if each.verb == "ask" and waiting.is_meant(each)]
    return provisos.hangs_on_answer(said.message, waiting.proposal, asked)


def _is_left_out(waiting: Waiting, said: _Said) -> bool:
    """Return whether a message counts fewer things than wait for a yes, and its commands do not name this one."""
    count = provisos.parse_said_count(said.message)
    if count is None or count >= len(said.proposals) or says_yes_to_all(normalise(said.message)):
        return False
    return not any(each.verb == "yes" and each.refs and waiting.is_named(each) for each in said.commands)


def _is_contradicted(waiting: Waiting, said: _Said) -> bool:
    """Return whether the commands name a proposal in a yes and in a no, so that one of both was misread."""
    named = {each.verb for each in said.commands if each.refs and waiting.is_named(each)}
    return {"yes", "no"} <= named


def _chooses_anew(said: _Said) -> bool:
    """Return whether a message without a yes names what it wants, and that is not only what waits: "1, 3 and 7"."""
    if _has_yes(said):
        return False
    waiting = {each.text.casefold() for each in said.proposals}
    picked = [ref for each in said.commands if each.verb == "pick" for ref in split_refs(each.refs)]
    found = [offer for ref in picked for offer in _find_shown(ref, said.shown)[:1]]
    kinds = {_KINDS[word] for ref in picked for word in ref.lower().split() if word in _KINDS}
    if kinds - {each.kind for each in said.proposals}:
        return True  # "and the cheapest flights" is no yes to a hotel
    return any(offer.text.casefold() not in waiting for offer in found)


def _is_put_off(waiting: Waiting, said: _Said) -> bool:
    """Return whether a command refuses a proposal or waits with it."""
    return _says(waiting, said, "no", "wait", "keep")


def _is_replaced(waiting: Waiting, said: _Said) -> bool:
    """Return whether a command changes a proposal, or looks for something in its stead."""
    is_of_old = bool(CANCELS_OLD.search(normalise(said.message)))
    commands = [each for each in said.commands if each.verb != "cancel" or not is_of_old]
    return any(_replaces(waiting, each, said.shown) for each in commands)


def _replaces(waiting: Waiting, command: Command, shown: Sequence[Offer]) -> bool:
    if command.verb == "yes":
        return bool(command.slots) and waiting.is_meant(command)
    if command.verb == "cancel":
        return waiting.proposal.action != "cancel" and waiting.is_meant(command)
    if command.verb in {"change", "whatif", "undo"}:
        return waiting.is_meant(command)
    if command.verb == "pick":
        return _picks_instead(waiting, command, shown)
    if command.verb == "find":
        return _searches_instead(waiting, command)
    return command.verb == "suggest"


def _picks_instead(waiting: Waiting, command: Command, shown: Sequence[Offer]) -> bool:
    """Return whether a command chooses a proposal in another form, or something that would take its place."""
    if waiting.is_meant(command):
        return bool(command.slots)
    found = [offer for ref in split_refs(command.refs) for offer in _find_shown(ref, shown)]
    if not found:
        return not set(command.refs) & {"flight", "hotel", "car", "return"}
    return any(_is_rival(waiting.proposal, offer) for offer in found)


def _find_shown(ref: str, shown: Sequence[Offer]) -> list[Offer]:
    """Return the offers that a reference names: a number of the latest list, a hotel, or a flight by number or time."""
    if ref.isdigit():
        return [offer for offer in shown if offer.number == int(ref)][:1]
    words = {word.partition("@")[0] for word in ref.lower().split()}
    return [offer for offer in shown if words & _name(offer)]


def _name(offer: Offer) -> set[str]:
    """Return the words that name an offer: of a flight its number and its time, else the first word of its title."""
    if offer.kind == "flight":
        return {offer.flight.number.lower(), offer.flight.departs}
    return {offer.title.lower().split()[0]}


def _searches_instead(waiting: Waiting, command: Command) -> bool:
    """Return whether a command searches for something of the kind of a proposal, and for the same stay or way."""
    kinds = set(command.subject.split("+"))
    if "return" in kinds and waiting.proposal.kind == "flight":
        return waiting.is_back and not goes_elsewhere(waiting.proposal, command)
    return waiting.proposal.kind in kinds and not goes_elsewhere(waiting.proposal, command)


def goes_elsewhere(proposal: Proposal, command: Command) -> bool:
    """Return whether a command names another place than those of a proposal."""
    return _names_elsewhere(command.value("place") or "", proposal, "city", "origin", "destination")


def _names_elsewhere(text: str, proposal: Proposal, *ends: str) -> bool:
    """Return whether a text names a place, and that is not the one where a proposal is or goes."""
    mentions = find_mentions(text.lower())
    own = {str(proposal.preview[end]) for end in ends or ("city", "destination") if proposal.preview.get(end)}
    named = {mention.name for mention in mentions} | {place.name for mention in mentions for place in mention.places}
    return bool(named) and not own & named


def _is_rival(proposal: Proposal, offer: Offer) -> bool:
    """Return whether an offer would take the place of a proposal: the same way, or the same stay."""
    row = proposal.preview
    if proposal.kind != offer.kind:
        return False
    if offer.kind == "flight":
        return (offer.flight.origin.name, offer.flight.destination.name) == (row["origin"], row["destination"])
    names = ("check_in", "check_out") if offer.kind == "hotel" else ("pick_up", "drop_off")
    first, last = (offer.call.arguments[name] for name in names)
    place = offer.hotel.place if offer.kind == "hotel" else offer.car.location.place
    begins, ends = (day.isoformat() for day in days_of(row))
    return place.name == row["city"] and first < ends and begins < last


def _is_doubted(proposal: Proposal, said: _Said, score: AnswerScores) -> bool:
    """Return whether the reader of answers or the words of a message object to a yes of its commands."""
    verbs = {each.verb for each in said.commands}
    sure = score.yes + score.asks
    if _turns_to_other_trip(said) and proposal.action == "book":
        return score.no >= _SURE_OF_NO
    if provisos.only_asks(said.message) and {"yes"} < verbs <= {"yes", "ask", "place"} and proposal.action != "cancel":
        return sure < _SURE_IF_ASKED or score.no >= _SURE_IF_ASKED
    needed = _SURE_OF_ALL if len(said.proposals) > 1 and _means_all(said.commands) else _SURE_ALONE
    if sure < (_SURE_BESIDE if verbs & _ASKS else needed) or score.no >= _SURE_OF_NO:
        return True
    if score.yes >= _QUITE_SURE and not re.search(r"\d", said.message):
        return False
    if sure >= _SURE_ASKED and ("ask" in verbs or not verbs <= _PLAIN) and proposal.action != "cancel":
        return False
    return differs(said.message, proposal, said.proposals)


def _turns_to_other_trip(said: _Said) -> bool:
    """Return whether a message is a yes, and then changes or cancels something in a month in which nothing waits.

    A month to which something shall move may be meant for what waits: "yes. but in october".
    """
    yes, _, rest = said.message.strip().partition(". ")
    others = {each.verb for each in said.commands} - {"yes", "tell"}
    is_of_booked = bool(others) and others <= {"change", "cancel", "whatif", "ask"}
    if not is_explicit_yes(normalise(yes)) or not is_of_booked or _TURNS_BACK.search(normalise(rest)):
        return False
    firsts = [days_of(each.preview)[0] for each in said.proposals]
    months = {month.month for month in find_months_spoken_of(normalise(rest), firsts[0])}
    slots = " ".join(value for each in said.commands for _, value in each.slots)
    others_than = {first.month for first in firsts} | {day.month for day in find_months(normalise(slots), firsts[0])}
    return bool(months) and not months & others_than
