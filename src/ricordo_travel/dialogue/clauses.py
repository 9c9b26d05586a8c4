"""The clauses of a message that say something lasting about somebody. Only these are learned from.

Requests, questions, answers, picks and wishes for one trip are no statements. The first words of a clause tell them
apart: who it is about, and the verb. All patterns are bounded, so that a hostile text takes linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.memory_words import RELATION, TOLD, TOLD_AFTER
from ricordo_travel.dialogue.owners import name_owner
from ricordo_travel.dialogue.recollection import NOISE
from ricordo_travel.dialogue.spoken import speak
from ricordo_travel.dialogue.statements import find_statements
from ricordo_travel.dialogue.text import is_common_word, is_first_name, is_somebody, normalise, split_sentences

MAX_LENGTH = 4_000
_MAX_CLAUSES, _MAX_CLAUSE, _MAX_TOLD_WORDS = 40, 300, 7
_STARTS = (
    "i i'm im i've ive i'd i'll we we're we've we'd my our she he they she's he's it's its it there there's theres "
    "she'd he'd they'd hes shes please pls can could would what whats which where when how who why do does did is are "
    "any show book find search look want need get give prefer prefers always never usually like love loves hate hates "
    "don't dont doesn't can't remember note keep forget has lives works you will just living based working allergic "
    "retired"
)
_START = rf"(?=(?:{'|'.join(_STARTS.split())}|(?:her|his) name)(?![\w']))"
_JOINT = "and|but|so|because|since|as|plus|also|btw|by the way|though|although|cause|cos|then|while|that(?! is\\b)"
_BREAK = re.compile(
    rf"(?:\s{{0,3}},\s{{0,3}}|\s{{1,3}}-{{1,2}}\s{{1,3}}|\s{{1,3}})(?:(?:{_JOINT})\s{{1,3}}){{1,3}}{_START}"
    rf"|(?:\s{{0,3}},\s{{0,3}}|:\s{{1,3}}|\s{{1,3}}-{{1,2}}\s{{1,3}}){_START}"
    r"|\s{0,3},\s{0,3}(?=[a-z -]{2,30} (?:(?:always|every time)(?:$|[.,!;])|for (?:me|us)\b)|(?:an? )?(?:vegetarian|"
    r"vegan|pescatarian)\b)|\s(?=(?:can|could|will) (?:you|u) (?:please |also )?(?:remember|note)\b)"
    r"|(?:,\s|\s)(?:and|but|while)\s(?=(?P<name>[a-z]{2,20}) (?:gets?|is|has|hates|loves|likes|needs|eats|prefers|"
    r"can't|cant|cannot|doesn't|doesnt|won't|wont|never|always|usually|suffers|sleeps|travels|comes)\b)",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\s?\([^()]{0,200}\)")
_SUBJECT_ONLY = re.compile(
    r"(?:(?:and|but|so) )?(?:(?:i|we|she|he|they|(?:my|our) \w{1,20})(?: (?:am|is|are))?|"
    r"(?:can|could|would|will) (?:you|u)(?: please| pls)?)",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"(?:i|we|i'm|im|i've|we're|my|our|she|he|they)\b")
_FIRST = re.compile(r"(?:i|we)\b")
_LEAD = re.compile(
    r"(?:(?:and|but|so|well|oh|ok|okay|no(?=[,.!:]| (?:i|we|my|our|it|that|wait|no|the|he|she|they|you)\b)|"
    r"nope|nah|yes|yeah|yep|hi|hello|hey|hiya|yo|thanks|thank you|thx|great|perfect|cool|also|because|since|as|cos|"
    r"btw|by the way|fyi|actually|sorry|lol|haha|plus|then|"
    r"(?:(?:(?:i|we) have|there is|here is|just|one|an?|another|more|small|little|quick) ){1,4}correction|"
    r"that(?! is| was|'s)|please|pls|just|good|anyway|never mind|alright|all right|correction|dear|remind you|"
    r"(?:one more|another|one last) thing|just so you know|for the record|in fact|though|now|right|sure|honestly|"
    r"only(?= i\b)|(?:as |like )?i (?:already )?(?:said|told you|did tell you|mean|say|meant)|you know|the thing is|"
    r"for me|for us|in general|good (?:morning|afternoon|evening))\b[\s,:.!-]{0,5}){1,6}",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[\s,-]{0,3}(?<!\w)(?:(?:please )?remember (?:that|this|it)|keep (?:that|this|it) in mind|please remember|btw|"
    r"note that|by the way|lol|haha|pls|please|thanks|thx|too|as well|either|actually|you know|i told you|as i said|"
    r"(?<=, )(?:dear|darling)|"
    r"for me|for us|,? and me|(?<=, )me|and|but|so|because|(?:for|in) (?:the )?(?:next time|future|later)|"
    r"that'?s why [\w ]{1,40}|on (?:an?|our|this|the|my) (?:\w{1,10} ){0,2}(?:trip|holiday|journey|vacation|break)|"
    r"(?:(?:perhaps|maybe|can|could|you|please) ){0,3}(?:write|note) (?:that|this|it) down|"
    r"(?:(?:please|pls|can you) )?update(?: (?:it|that))?|(?<=\d )now|(?:(?<=, )|(?<=\d )|(?<=\d now ))(?:and )?"
    r"not (?:the |an? |in |on )?[\w'-]{1,20}(?: [\w'-]{1,20}|(?<=\d) any ?more(?: when [\w ]{1,30})?)?)$",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"(?:what|whats|what's|which|where|when|how|who|whose|why|any|(?:do|don't|does|did|didn't|can|could|can't|will|"
    r"would|won't|are|aren't|have|haven't|should|shall|may|is|isn't|was) (?:you|they|it|there|i|we|that|this|the|my|"
    r"our|u))\b"
)
_HABIT = re.compile(
    r"\b(?:always|usually|normally|generally|never|often|typically|tend to|rarely|mostly|"
    r"every (?:year|summer|winter|spring|autumn|time|trip)|(?:(?:fly|travel) only|only (?:ever )?(?:fly|travel))"
    r"(?= (?:in )?(?:business|economy|premium|first|direct|non)))\b"
)
_NO_HABIT = re.compile(
    r"\b(?:never|always) (?:said|say|says|asked|ask|told|wanted|booked|mentioned|mind|agreed|ordered|meant|been so|"
    r"heard|seen|(?:used|tried|done|did|had) (?:one|this|that|these|those|it|such|(?:an? )?(?:chat ?bots?|bots?|apps?|"
    r"websites?|computers?|assistants?|machines?)))\b|\bas always\b|\bas usual\b"
)
_SELF = r"(?:i|we|me and my \w{1,20}|(?:my|our) \w{1,20} and (?:i|me)|both of us|all of us)"
_ADVERBS = (
    r"(?:(?:also|really|both|all|just|still|only|actually|mostly|now|currently|absolutely|sometimes|personally|mainly|"
    r"honestly|recently|finally|do|definitely|especially|particularly|even|not|so|very|quite|already|kinda) ){0,3}"
)
_WHEN = re.compile(
    r"^(?:last (?:year|month|summer|winter|spring|autumn|week|time)|in (?:the )?\w{1,12}|these days|nowadays|"
    r"(?:on|when) (?:\w{1,12} ){1,3}|(?:\w{1,12} ){1,2}ago|at home|as a rule|by now),? (?=(?:i|we)\b)"
)
_IS = re.compile(rf"(?:{_SELF}(?:'m|'re| am| are| was| were)|im) {_ADVERBS}(?P<what>.{{1,300}})")
_PASSING_STATE = re.compile(
    r"(?!living|moving to|working|studying|travell?ing (?:alone|solo|with)|getting married|expecting|having a baby)"
    r"\w{1,20}ing\b|"
    r"(?:sure|certain|sorry|fine|ok|okay|good|great|back|here|there|done|ready|confused|lost|happy|excited|glad|at|on|"
    r"about|free|open|flexible|late|curious|able|unable|so|too|off|out|stuck|unsure|undecided|impressed|disappointed|"
    r"due|up|down|home|for|to|of|with|it|that|booked|told|want|interested in (?:the|this|that|it)|asked|set|all set|"
    r"called|allergic$|afraid (?:not|so|that|it|i|there|we|you)|tired|bored|starving|hungry|well|busy|"
    r"in (?!a wheelchair|my \w{1,12}ties|our))\b"
)
_VISITED = re.compile(rf"{_SELF} (?:was|were) {_ADVERBS}in ")
_HAS = re.compile(rf"(?:{_SELF} {_ADVERBS}(?:have|had|got|have got)|(?:i|we)'?ve(?: got)?) (?P<what>.{{1,300}})")
_PASSING_THING = re.compile(
    r"(?:to|booked|the \w{1,15} already|been "
    r"(?!to\b|vegetarian|vegan|married|retired|living|working)|seen|found|decided|changed|asked|told|"
    r"said|heard|read|enough|time|luggage|it|that|no (?:preference|plans|idea|time|problem|budget|clue)|not|already|"
    r"\w{1,8} (?:people|persons|adults)|(?:an? |some |one |the |two |2 |another )?(?:\w{1,15} )?(?:questions?|problem|"
    r"idea|flights?|hotel|rooms?|booking|bookings|meeting|appointment|reservation|luggage|bags?|suitcases?|look|"
    r"thought|choice|plans?|days?|weeks?|nights?|hours?|stopover|layover))\b"
)
_PASSING_VERB = re.compile(
    r"(?:in|at|on|for|wants?|needs?|fancy|crave|dream|consider|prefer to go|think|guess|suppose|mean|meant|says?|said|"
    r"ask|asked|tell|told|know|knew|see|saw|hope|wish|wonder|look|looked|book|booked|take|took|choose|chose|pick|"
    r"picked|decide|decided|plan|planned|forgot|forget|understand|thought|wanted|needed|found|find|go|come(?! from)|"
    r"leave|arrive|stay|fly|return|pay|paid|did|agree|accept|confirm|cancel|try|tried|appreciate|mind|care|will|shall|"
    r"should|might|may|must|could|can|would|'d|gotta|wanna|gonna|get(?! \w{0,8}sick)|put|make|made|hear|heard|believe|"
    r"expect|assume|start|add|noticed|require|request|read|check|checked|let|order|feel|sit|wait|call|land|rent|"
    r"manage|search|reserve|move(?! to [a-z]{3})|extend|keep|remember|sleep on|changed (?:my|our)|"
    r"got (?:it|that|the|your|no|an?)|have|'ll|ll)\b"
)
_DENIES = re.compile(
    r"(?:don't|dont|do not|didn't|didnt|did not|can't|cant|cannot|can not|won't|wont|will not|wouldn't|couldn't|"
    r"haven't|havent|have not|am not|not) (?:really |actually |even |quite |yet |always )?(?P<verb>.{1,300})"
)
_PASSING_DENIAL = re.compile(
    r"(?:know|want|need|think|see|understand|mind|care|mean|remember|get|find|says?|said|ask|believe|afford|wait|"
    r"make|come|go|book|tell|order|have (?:time|an?y? (?:booking|idea|time|preference|plans))|figure|access|pay|arrive|"
    r"leave|choose|hear|help|open|received?|confirm|fly (?:on|before the|to|from|that|this)|like (?:that|this|it|those|"
    r"these|the|any|your)|be|been|decide|do (?:that|this|it)|take)\b"
)
_WOULD = re.compile(
    rf"{_SELF}(?:'d| would) (?:always |much |really |both )?(?:rather|prefer)\b(?! to (?:go|fly|book|leave))"
)
_ONCE = re.compile(r"\b(?:this time|for once|(?:on|for) this trip|today|tomorrow|tonight|now|instead)\b")
_OF_TRIP = re.compile(
    r"\w+ (?:want|need|would|will|book|booked|said|told|asked|fly|go|leave|arrive|stay|return|think|mean|hope|am|are)\b"
)
_NEEDS = re.compile(
    rf"{_SELF} {_ADVERBS}(?:need|want|would like|would love) (?!to (?!have |sit )|(?:it|that|this|the|one|another)\b|"
    r"flights?\b|hotels?\b|some (?:help|ideas?)|(?:an?|two|\d{1,2}) (?:hotel|flight|car|room|trip|holiday)\b"
    r"(?! (?:on|with|without|near) (?:an? |the |any )?(?:\w{1,10} )?(?:floors?|lifts?|elevator|stairs|steps|shower)\b))"
    r".{1,300}"
)
_OBJECT = re.compile(
    rf"(?:{_SELF}(?:'d| would)? {_ADVERBS})?(?:like|love|prefer|enjoy|hate) (?:it\b|that|this|those|these|them|both|"
    rf"number|option|your|to (?:book|go|see|"
    rf"fly|stay|have|take|leave|know|arrive)|the cheap\w{{0,5}}\b|(?:the )?(?:first|second|third|last|other|later|"
    rf"earlier|one|ones|idea|look|sound|latter|former|\d{{1,4}})\b|the \w{{1,15}} (?:one|hotel|flight|car|room|option)|"
    rf"the (?:hotel|hostel|flight|car|room|option)\b(?! to be))"
)
_BARE = re.compile(
    r"(?:(?P<verb>prefer|hate|enjoy|dislike|can't stand|don't eat|don't drink|don't like|dont like|love|like|live in|"
    r"work (?:as|in|at|for)|was born|always|never|usually)(?= \S)|(?P<state>allergic to|(?:a )?(?:vegetarian|vegan)|"
    r"pescatarian|retired|living in|based in|working (?:as|in|at|for))(?= \S|$))"
)
_HEDGE = re.compile(
    r"(?:(?:or|and|but|so|then|hm+|well|i|we) ){0,3}(?:if|unless|whether|suppose|what if|in case|maybe|perhaps|"
    r"possibly|might)\b"
)
"""The beginning of a condition or of a thought, which states nothing."""
_DOES = (
    r"(?:is|are|was|were|has|have|had|loves?|likes?|hates?|needs?|lives?|works?|eats?|drinks?|speaks?|prefers?|enjoys?|"
    r"can't|cannot|can not|cant|won't|wont|will not|doesn't|does not|doesnt|don't|dont|do not|never|always|"
    r"usually|gets|turns?|turned|died|passed|uses?|plays?|study|studies|snores?|moved|retired|got married|smokes?|"
    r"sleeps?|travels?|suffers?|avoids?|dislikes?|isn't|aren't|hasn't|will be \d|will turn|"
    r"takes?(?= [\w' ]{0,20}(?:medic|insulin|pills|tablets)))"
)
_OTHER = re.compile(
    r"(?:my|our|the(?= new (?:company|firm|job|boss)\b)) "
    rf"(?P<who>(?:[\w'-]{{1,20}} ){{1,5}}?)(?P<verb>{_DOES})\b(?P<rest>.{{0,300}})"
    rf"|(?:my|our) (?P<short>[\w-]{{1,20}}(?: [\w-]{{1,20}}){{0,2}})'s (?P<what>.{{1,300}})"
)
_SENTENCE = re.compile(
    r"(?!(?:i|we|it|this|these|those|you|to|what|when|where|how|who|if|book|show|find|cancel|move|change|no|yes|ok|the "
    rf"(?:one|first|second|third|last))\b)(?:[\w'-]{{1,20}} ){{1,6}}?(?:{_DOES}|(?:get|come|go|make|matter|mean|drive|"
    r"give|keep|cost|pay|hurt|bother|want|take|help|expire|must|bring|annoy|scare|stress|suit|include|call|share)s?|"
    r"[a-z]{2,14}s(?= (?!only|early|daily|mostly|family|especially|preferably)[a-z]{2,12}ly\b))\b"
)
"""A sentence about anything, which is kept in its words if it is to be remembered: "Abena burns easily"."""
_THINGS = re.compile(
    r"(?:(?!(?:i|we|my|our|is|are|was|the)\b)[\w'-]{1,20}(?: [\w'-]{1,20}){0,2}(?:, |$)){2,8}", re.IGNORECASE
)
"""A list of things that are to be remembered, each of its own."""
_CLOSE = "sister|brother|mother|mum|mom|father|dad|wife|husband|partner|son|daughter|girlfriend|boyfriend|grandma"
_RELATIVE = re.compile(
    rf"(?P<my>(?:my|our) )?(?:the )?(?:(?P<who>{RELATION}(?: (?!is\b)[a-z]{{2,20}})?) (?P<verb>(?!needs?\b){_DOES})\b"
    rf"(?P<rest>.{{0,300}})|(?P<one>(?:{_CLOSE})(?: [a-z]{{2,20}})?) (?P<does>(?!(?:wants|says|thinks|comes|arrives|"
    r"leaves|joins|flies|goes|asks|books|stays|takes|pays|decides|plans|hopes|picks|sends|sometimes|perhaps|flights|"
    r"hotels|rooms)\b)[a-z]{2,14}[^\Ws]s)(?P<how> .{1,300}))",
    re.IGNORECASE,
)
"""What somebody around the writer is or does, with or without "my": "wife walks badly"."""
_FAVOUR = re.compile(r"\b(?:me|us)\b", re.IGNORECASE)
_TRAVEL_THING = re.compile(
    r"\b(?:flights?|hotel|rooms?|bookings?|trips?|car|reservation|stay|dates?|return|hostel|tickets?|choice|question|"
    r"mistake|mind|plans?|card|hotels|seats?|holidays?|vacation|itinerary|offer|account)\b"
)
_REPORTS = re.compile(r"\b(?:asks?|asked|says?|said|thinks?|thought|wants?|wonders?|hopes?|suggests?|whether|if)\b")
"""Words of what somebody says now, and not of how they are."""
_PROGRESS = re.compile(r" (?!getting married|having a baby|(?:expect|turn|liv|work|study|learn)ing)\w{1,20}ing\b")
_PASSING_OTHER = re.compile(
    r" (?:already |still )?(?:to|fine|ok|okay|here|there|with me|waiting|back|sure|not sure|not coming|make|come|"
    r"wait|decide|go|join|afford|an? (?:appointment|meeting|exam|doctor)|booked|found|said|told|asked|wrong|right|"
    r"(?:just |only )?(?:an?|one|\d{1,2}) (?:person|people|adults?))\b|"
    r" (?:(?:an?|his|her|their) )?(?:names?|age|birthday)$| (?:until|till|til) \d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?$|"
    r" (?:[a-z]{1,6} ){0,2}(?:good|nice|fine|great|perfect|lovely|best|better|cheap\w{0,3}|expensive|hotel|choice)$|"
    r" the (?:one|ones|first|second|third|last|other|later|earlier|cheap\w{0,5}|\w{1,15} (?:one|hotel|flight|room))\b"
)
_ON_DAY = re.compile(
    r"\b(?:on|until|till|from|by|before|after) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)\b|(?:mon|tues|wednes|thurs|fri|satur|"
    r"sun)day\b(?!s)|\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))|\b(?:tomorrow|tonight|next week)\b|"
    r"\byet$"
)
_YEARLY = re.compile(r"\b(?:birthday|anniversary|born|wedding|every|always|never|usually|turn(?:s|ed)?|married)\b")
_ALWAYS = re.compile(
    r"(?P<what>[a-z][a-z -]{2,40}) (?:always|every time)|always (?:(?:get|book|give|find|choose|take|pick|show)(?: me|"
    r" us)? |(?=(?:an? |the )?(?:\w{1,12} )?(?:window|aisle|seats?|rooms?|floor|class)\b))(?P<wish>[a-z][a-z -]{2,40})"
)
_FOR_WRITER = re.compile(r"\bfor (?:me|us|myself|ourselves)\b", re.IGNORECASE)
_OF_NAMED = re.compile(r"(?P<name>[A-Z][a-z-]{1,20})'s (?P<thing>[a-z]{3,20}) (?P<verb>is|are)\b(?P<rest>.{1,200})")
_NAMED = re.compile(rf"(?P<name>[A-Za-z][a-z-]{{2,20}}) (?P<verb>{_DOES})\b(?P<rest>.{{0,300}})")
_PRONOUN = re.compile(rf"(?:she|he|they)(?:'s|'re| (?P<verb>{_DOES}))(?=\W)(?P<rest>.{{0,300}})", re.IGNORECASE)
_THEIR_NAME = re.compile(r"(?:her|his) name(?:'s| is) (?P<name>[^\W\d_]{2,20})", re.IGNORECASE)
_GOES_ON = re.compile(
    r"(?!always (?:get|book|give|find|choose|take|pick|show)\b)"
    r"(?:(?:is(?! all\b)|has|loves|likes|hates|eats|needs|lives|works|prefers|can't|cannot|doesn't|won't|never|always)"
    r"(?! (?:it|there|that|this|the|to|any|anybody|you)\b) \S|(?:usually|often|normally|mostly) "
    r"(?:comes|travels|joins|goes|flies|stays|sleeps|needs|wants|eats|takes|has|gets|is)\b)"
)
_INTRODUCES = re.compile(
    r"(?:(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening))\W{1,3})?(?:it's|its|it is|this is|i'm|i am|im) "
    r"(?P<name>(?!(?:me|us|back|only)\b)[^\W\d_]{2,20}) (?:again|here)|"
    r"(?:(?:my name is|my name's|call me|i go by|(?:i'm|i am|im) called) (?P<given>(?!not\b)[^\W\d_]{2,20})|"
    r"(?:i'm|i am|im|this is|(?:my )?name'?s) (?P<self>[^\W\d_]{2,20}))(?:,? from [^\W\d_][\w ]{1,30}(?:, .{0,60})?)?",
    re.IGNORECASE,
)
_NOT_NAME = re.compile(r"my name is(?:n't| not)\b", re.IGNORECASE)
_ERASES = re.compile(
    r"(?i)(?:(?:please|pls|can you|could you|now) ){0,3}(?:forget|erase|delete|remove|wipe)(?: about)?"
    r"(?: the fact| the note)?"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause that states something.

    Attributes:
        text: The clause as it was typed.
        spoken: The clause with the subject that it leaves out or names by a pronoun.
        is_lasting: True if it holds beyond a doubt: a habit, a liking, a denial or what was asked to be remembered.
        owner: The person that it is about, unless it is the one who writes.
        name: The name that the one who writes gives.
    """

    text: str
    spoken: str
    is_lasting: bool = False
    owner: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class _Place:
    """What came before a clause.

    Attributes:
        owner: Who was named last.
        subject: Who was named last in the same message, unless the one who writes spoke of themselves since.
        is_told: True if the person asked to remember it.
        goes_on: True if the clause before states something.
        is_telling: True if the message tells something, so that a need is of its writer, and not of one trip.
    """

    owner: str | None = None
    subject: str | None = None
    is_told: bool = False
    goes_on: bool = False
    is_telling: bool = False


def find_clauses(text: str, owner: str | None = None, *, is_telling: bool = False) -> list[Clause]:
    """Return the clauses of a message that state something about somebody. `owner` was named before it."""
    found: list[Clause] = []
    place, is_erased = _Place(owner, is_telling=is_telling), False
    for clause, is_question, is_told in _split(text[:MAX_LENGTH]):
        stripped = _strip(clause)
        if is_erased or _ERASES.match(stripped):
            is_erased = not is_erased and _ERASES.fullmatch(stripped) is not None  # what follows is to be forgotten
            continue
        told = TOLD.match(stripped)
        rest = _strip(stripped[told.end() :]) if told else stripped
        place = replace(place, is_told=place.is_told or is_told or told is not None)
        pieces = rest.split(", ") if told and _THINGS.fullmatch(rest) else [rest]
        of = replace(place, subject=None, goes_on=False) if _FOR_WRITER.search(clause) else place
        made = [each for piece in pieces if not is_question and piece and (each := _make_clause(_strip(piece), of))]
        found += made
        named = name_owner(clause) or (made[-1].owner if made else None)
        place = replace(
            place,
            owner=named or place.owner,
            subject=named or (None if made else place.subject),
            is_told=place.is_told and (bool(made) or not rest),
            goes_on=bool(made),
        )
    return found[:_MAX_CLAUSES]


def _split(text: str) -> Iterator[tuple[str, bool, bool]]:
    """Yield the clauses of a text as they were typed, each with whether it asks, and whether it is to be remembered."""
    sentences = list(split_sentences(text.replace("\u2019", "'")))
    for place, sentence in enumerate(sentences, 1):
        asks = is_thought = is_open = has_told = False
        is_told = bool(TOLD_AFTER.search(sentence)) or any(map(TOLD_AFTER.fullmatch, sentences[place:][:1]))
        parts = [part for part in _cut(sentence) if part.strip()]
        for number, part in enumerate(parts, 1):
            is_last = number == len(parts)
            said = _strip(part).lower()
            told = TOLD.match(said)
            asks = bool(_QUESTION.match(said, told.end() if told else 0)) or (asks and sentence.endswith("?"))
            is_thought = bool(_HEDGE.match(said)) or (is_thought and bool(_FIRST.match(said)) and not _holds(said))
            begins = _SUBJECT.match(said, told.end() if told else 0) if told or is_open else None
            is_open = bool(told) and told.end() >= len(said)
            is_question = asks or (is_last and part.rstrip().endswith("?") and not begins and not has_told)
            has_told = has_told or bool(begins)
            yield part.strip(), is_question or is_thought, is_told


def _holds(text: str) -> bool:
    return bool(_HABIT.search(text)) or bool(find_statements(text))


def _cut(sentence: str) -> Iterator[str]:
    """Yield the clauses of a sentence. What stands in brackets belongs to the words before it."""
    asides = [match.span() for match in _ASIDE.finditer(sentence)][:_MAX_CLAUSES]
    start = 0
    for match in _BREAK.finditer(sentence):
        is_aside = any(begin < match.start() < end for begin, end in asides)
        is_name = match["name"] is None or _is_name(match["name"])
        bare = TOLD.sub("", sentence[start : match.start()].strip(), count=1)
        if is_name and not is_aside and not _SUBJECT_ONLY.fullmatch(bare) and not is_first_name(bare.lower()):
            yield sentence[start : match.start()]
            start = match.end()
    yield sentence[start:]


def _strip(clause: str) -> str:
    ends = " \t,.;:!?-" if clause.count("(") == clause.count(")") else " \t,.;:!?-()"
    clause = clause.strip(ends)
    if lead := _LEAD.match(clause):
        clause = clause[lead.end() :]
    for _ in range(3):
        clause = _TAIL.sub("", clause).strip(ends)
    return clause


def drop_asides(text: str) -> str:
    """Return a text without what stands in brackets."""
    return _ASIDE.sub("", text)


def _make_clause(clause: str, place: _Place) -> Clause | None:
    """Return a clause that states something, or None."""
    spoken = speak(clause)
    plain = drop_asides(spoken)
    is_passing = _is_of_trip(plain.lower()) and not place.is_told
    if len(clause) > _MAX_CLAUSE or not plain or is_passing or _NOT_NAME.match(plain):
        return None
    if match := _INTRODUCES.fullmatch(plain):
        name = match["name"] or match["given"] or match["self"]
        if match["given"] or is_somebody(name):
            return Clause(clause, plain, name=name)
    made = _make_about_other(plain, place) or (None if _PRONOUN.match(plain) else _make_about_self(plain, place))
    if made is None:
        return None
    return Clause(clause, spoken if made.spoken == plain else made.spoken, made.is_lasting or place.is_told, made.owner)


def _is_of_trip(text: str) -> bool:
    """Return whether a clause holds for this trip only: it names a day that does not come again every year."""
    return bool(_ON_DAY.search(text)) and not _YEARLY.search(text)


def _make_about_self(clause: str, place: _Place) -> Clause | None:
    """Return a clause that states something about the one who writes, or None."""
    text = _WHEN.sub("", clause.lower())
    if _states_own(text):
        return Clause(clause, clause, is_lasting=_lasts(text))
    is_need = _NEEDS.match(text) and not _ONCE.search(text) and not find_mentions(text)
    is_told = place.is_told and _FIRST.match(text) and not _OF_TRIP.match(text) and not find_mentions(text)
    if is_told or (is_need and (place.is_telling or place.is_told)):
        return Clause(clause, clause, is_lasting=True)
    if (match := _ALWAYS.fullmatch(text)) and (place.is_telling or place.is_told) and _is_thing(match[0]):
        return Clause(clause, f"I always want {match['what'] or match['wish']}", is_lasting=True)
    if (match := _BARE.match(text)) and not _OBJECT.match(text) and not _NO_HABIT.search(text):
        is_sure = place.is_told or place.goes_on or bool(match["state"])
        return Clause(clause, f"I {clause}" if match["verb"] else f"I am {clause}", is_lasting=is_sure)
    if find_statements(normalise(clause)):
        return Clause(clause, clause)
    if place.is_told and text.startswith("no "):
        return Clause(clause, f"I want {clause}", is_lasting=True)
    if place.is_told and _SENTENCE.match(text):
        return Clause(clause, clause, is_lasting=True, owner=name_owner(clause))  # "the kids get car sick"
    return Clause(clause, f"I prefer {clause}", is_lasting=True) if place.is_told and _is_thing(text) else None


def _make_about_other(clause: str, place: _Place) -> Clause | None:
    """Return a clause that states something about somebody else, or None."""
    text, owner = clause.lower(), place.owner
    if match := _PRONOUN.match(clause):
        is_fact = owner is not None and not _is_passing(match["verb"] or "is", match["rest"])
        verb = match["verb"] or ("are" if text.startswith("they") else "is")
        return Clause(clause, f"my {owner} {verb}{match['rest']}", is_lasting=True, owner=owner) if is_fact else None
    if owner and (match := _THEIR_NAME.fullmatch(clause)):
        return Clause(clause, f"my {owner} is called {match['name']}", is_lasting=True, owner=owner)
    if (match := _OTHER.match(text)) and _is_about_other(match):
        return Clause(clause, clause, is_lasting=True, owner=name_owner(clause))
    match = _RELATIVE.match(clause)
    is_fact = match and not _is_passing(match["verb"] or "", match["rest"] or match["how"] or "")
    is_favour = match and _FAVOUR.search(match["how"] or "")
    if match and is_fact and not is_favour and not is_first_name((match["does"] or "").lower()):
        spoken = clause if match["my"] else f"my {clause[max(match.start('who'), match.start('one')) :]}"
        return Clause(clause, spoken, is_lasting=True, owner=name_owner(spoken))
    if (match := _NAMED.match(clause)) and _is_name(match["name"]) and not _is_passing(match["verb"], match["rest"]):
        return Clause(clause, clause, is_lasting=True, owner=match["name"])
    if (match := _OF_NAMED.match(clause)) and is_somebody(match["name"]) and not _TRAVEL_THING.search(match["thing"]):
        return Clause(clause, clause, is_lasting=True, owner=match["name"])
    is_state = bool((match := _BARE.match(text)) and match["state"])
    if place.subject and (is_state or _GOES_ON.match(text)):
        return Clause(clause, f"my {place.subject} {'is ' * is_state}{clause}", is_lasting=True, owner=place.subject)
    return None


def _states_own(text: str) -> bool:
    """Return whether a clause says how the one who writes is, lives or travels, and not what they want now."""
    if _OBJECT.match(text):
        return False
    if re.match(rf"(?:{_SELF}|i'm|we're|im|i've|we've)\b", text) and _HABIT.search(text):
        return not _NO_HABIT.search(text)
    if match := _HAS.match(text):
        return not _PASSING_THING.match(match["what"])
    if match := _IS.match(text):
        return bool(_VISITED.match(text)) or not _PASSING_STATE.match(match["what"])
    if _WOULD.match(text):
        return True
    match = re.match(rf"{_SELF} {_ADVERBS}(?P<rest>.{{1,300}})", text)
    if match is None:
        return bool(re.match(r"(?:call me|my name|my budget|our budget)\b", text))
    if denial := _DENIES.match(match["rest"]):
        return not _PASSING_DENIAL.match(denial["verb"])
    return not _PASSING_VERB.match(match["rest"])


def _lasts(text: str) -> bool:
    """Return whether a clause of the one who writes holds beyond a doubt, even if the reader does not mark it."""
    is_liking = re.match(
        rf"{_SELF}(?:'d| would)? {_ADVERBS}(?:(?:don't|dont|do not|can't|cannot|can not) (?:really )?)?(?:much )?"
        r"(?:like|love|hate|prefer|rather|enjoy|avoid|dislike|stand|eat|drink|drive|walk|smoke|speak|swim|collect|"
        r"play|study|use|work|move to)\b|(?:i|we)(?:'m| am|'re| are) (?:an? )?(?:\w{1,12} )?(?:moving to|students?|"
        r"teachers?|nurses?|doctors?|engineers?|pensioners?|lawyers?|retired|widow(?:er|ed)?|pregnant|diabetic|"
        r"disabled|deaf|blind)\b",
        text,
    )
    return bool(_HABIT.search(text) or is_liking)


def _is_about_other(match: re.Match[str]) -> bool:
    who = match["who"] or match["short"] or ""
    rest = match["rest"] if match["who"] else f" {match['what']}"
    is_no_one = _TRAVEL_THING.search(who) or _REPORTS.search(who) or " would " in who
    return not is_no_one and not _is_passing(match["verb"] or "is", rest)


def _is_name(word: str) -> bool:
    """Return whether the first word of a clause is a name. Its capital letter alone does not make it one."""
    return is_somebody(word) and (is_first_name(word.lower()) or not is_common_word(word.lower()))


def _is_passing(verb: str, rest: str) -> bool:
    """Return whether what somebody does or is holds for a moment only."""
    verb, rest = verb.lower(), rest.lower()
    is_now = verb in {"is", "are", "was", "were"} and (rest.startswith(" the ") or _PROGRESS.match(rest))
    return bool(is_now or _PASSING_OTHER.match(rest) or (verb.endswith("t") and not rest))  # "for 2, my sister can't"


def _is_thing(text: str) -> bool:
    """Return whether words name a thing to remember: "aisle seat"."""
    is_short = len(text.split()) <= _MAX_TOLD_WORDS and not {"i", "we"} & set(text.split())
    return is_short and bool(keywords(text) - NOISE) and not _NO_THING.match(text)


_NO_THING = re.compile(
    r"(?:book|show|find|search|cancel|move|change|make|give|get|take|look|yes|no|ok|send|add|the|this|that|it|me|us|to|"
    r"my|our|his|her|for|about|if|from|what|how|where|when|who|you|next)\b|.{1,60} (?:instead of|rather than) "
)
