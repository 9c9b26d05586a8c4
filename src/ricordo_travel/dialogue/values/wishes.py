"""Wishes for rooms, cars and seats in messages: amenities, stars, classes, cabins, and what kind of thing is meant."""

from __future__ import annotations

import re

from ricordo_travel.cars.fleet import CarClass
from ricordo_travel.dialogue.facts.hotel_facts import WISHES as FACT_WISHES
from ricordo_travel.dialogue.facts.hotel_facts import find_asked
from ricordo_travel.dialogue.replies.questions import CONFIRM
from ricordo_travel.dialogue.values.aims import drop_long_flights
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.numbers import NUMBER
from ricordo_travel.dialogue.yes.choice import drop_hotel_names
from ricordo_travel.reservations import Kind

AMENITIES = {
    "breakfast": r"breakfasts?",
    "pool": r"pools?|swimming(?! in\b)|where (?:we|i|the kids) can swim",
    "gym": r"gym|fitness(?: room| centre)?|workout|(?:to|can|i|we) work out"
    r"(?! (?:at|to|as|per|for|how|what|who|which|the|cheaper|more|less|dearer)\b)",
    "parking": r"parking|car ?park|garage|park (?:the|my|our|a) (?:rental )?(?:car|van|suv)|somewhere to park|"
    r"(?:can|could) (?:we|i) park",
    "kitchen": r"kitchen(?:ette)?|self[ -]?catering|cook|(?:my|our) own cooking|cooking (?:for )?(?:ourselves|myself)",
    "bar": r"bar",
    "bicycles": r"bicycles?|bikes?|cycles",
    "sauna": r"saunas?|spa",
    "garden": r"garden|(?:with|have|has|nice|own) gardens",
    "vegetarian menu": (
        r"(?:vegetarian|vegan) (?:menu|food|options?|meals?|restaurant|kitchen|dishes|breakfast)|"
        r"(?:some|any)thing (?:vegetarian|vegan)|(?:vegetarian|vegan) (?:ones?|hotels?|place)"
    ),
}
WISHES = {**AMENITIES, **FACT_WISHES}
"""What a hotel is wished to have or to be like, and the words for it."""
UNKNOWN_WISHES = {
    "the view": r"views?",
    "balconies": r"balcon(?:y|ies)|terraces?",
    "desks": r"desks?|work ?spaces?",
    "high chairs": r"high ?chairs?",
    "accessible bathrooms": r"(?:walk|roll)[ -]in shower|(?:accessible|disabled) (?:bath ?room|shower|toilet)s?",
    "assistance": r"(?:special|needs?|with) assistance",
    "how far it is from the centre": r"(?:close|next) to|near|far (?:\w+ ){0,3}(?:from|to)",
    "smoking rules": r"smok(?:e|ing)",
    "floors": r"(?:ground|first|second|top|upper|lower|high(?:er)?|low(?:er)?|same) floors?",
    "beds": r"(?:twin|double|two|three|separate|single|king|queen|2|3)(?: single| double)? beds?|king size|bunk",
    "babysitting": r"babysit\w*|child ?care",
    "clubs for children": r"(?:kids?'?|mini|children'?s) clubs?",
    "such extras": r"(?<!some )(?<!with )(?:champagne|prosecco|roses|petals|flowers|balloons|birthday cakes?)|"
    r"(?:can|could|would|will) (?:they|the hotel|the staff|the airline|the rental desk) "
    r"(?:please |maybe |also ){0,2}(?:put|leave|bring|arrange|prepare|organi[sz]e|decorate|set up|wake|surprise)",
    "refunds": r"refund(?:able|s)?|free cancellation|cancellation (?:fee|policy|terms)|deposit",
}
_EVENT = (
    r"(?:match(?:es)?|games?|football|soccer|rugby|tennis|concerts?|gigs?|festivals?|theat(?:re|er)|musicals?|opera|shows?|"
    r"museums?|stadium|final|grand prix|f1|zoo|aquarium|theme park|disney(?:land| ?world)?|cinema|exhibitions?|events?)"
)
EVENT_TICKETS = re.compile(
    rf"\b{_EVENT} (?:day )?tickets?\b|\btickets? (?:for|to|into|at) (?:[\w']{{1,15}} ){{0,3}}{_EVENT}\b|"
    rf"\btickets? (?:for|to) (?:the|an?) (?!flights?|plane|first|second|same|\d)\w+"
)
"""Tickets that are not for a flight."""
_FOUR_WHEELS = r"4 ?x ?4s?|4wd|(?:four|4|all)[ -]wheel(?:[ -]drives?|er)?"
_KINDS: dict[Kind, re.Pattern[str]] = {
    "flight": re.compile(
        r"\b(?:flights?|fly|flying|flew|planes?|airfares?|fares?|air ?tickets?|plane tickets?|tickets?|"
        r"airlines?|way (?:back|home|there|out)|outbound|inbound)\b"
    ),
    "hotel": re.compile(
        r"\b(?:hotels?|rooms?|stay|staying|accommodations?|hostels?|lodg(?:e|ing|ings)|(?:an?|cheap|cheapest) bed|beds|"
        r"motels?|resorts?|guest ?houses?|"
        r"apartments?|place (?:to (?:stay|sleep|crash)|"
        r"for (?:all|us|both|the \w+ of us|\d)|"
        r"with (?:an? |its own |our own )?(?:kitchen|pool|breakfast|sauna|garden))|"
        r"somewhere to (?:stay|sleep|crash)|sleep|suites?|inn|"
        r"digs|villa)\b"
    ),
    "car": re.compile(
        rf"\b(?:cars?|suvs?|{_FOUR_WHEELS}|vans?|minibus(?:es)?|"
        r"convertibles?|rental|rentals|rent|hire|vehicles?|wheels|something to "
        r"drive|drive around)\b"
    ),
}
_SORT_OF_HOTEL = re.compile(r"\b(?:hostels?|motels?|resorts?|guest ?houses?|apartments?|suites?|villa|inn)\b")
_FLIGHT = re.compile(r"\b(?:flights?|tickets?|airfares?)\b")
_BACK_ON = re.compile(r"\b(?:back|home|return(?:ing)?) (?:on )?(?:the )?\d")
_STAYS_FOR = re.compile(
    r"\b(?:(?:and |then )?staying|(?:i|we|i'll|we'll|i'd|we'd)(?: will| would)?(?: (?:want|like|plan|hope) to)? stay)"
    rf"(?: (?:for|there|about|around)){{0,3}} (?:{NUMBER}|an?|few|a (?:few|couple of)|couple of)"
    r" (?:nights?|days?|weeks?|fortnight|months?)\b"
)
"""How long somebody stays, which asks for no room beside a flight."""
_PIECE = re.compile(r"(?P<end>(?<![.;!?])[.;!?]+(?:\s|$))|[,:]\s|\b(?:and|plus|then|but|also|so|while)\b")
_SENTENCE_ENDS = frozenset(".;!?")
_ENDS_WITH_KIND = re.compile(r"\b(?:flights?|hotels?|rooms?|cars?|stay)\s*$")
_BEGINS_WITH_KIND = re.compile(r"\s*(?:an? |the |also |some )*(?:flights?|hotels?|rooms?|cars?)\b")
_CLAUSE = re.compile(r"[,;.!:](?:\s|$)|\b(?:and|plus|then|but|also)\b")
_HAVING = r"(?:have|include|offer|rent|hire|take|book|(?:be|come) with)"
_UNWANTED = re.compile(
    r"\b(?:(?:don't|do not|dont|doesn't|does not|won't|no longer|not) (?:really )?"
    rf"(?:(?:need|want|require|look for|care (?:about|for))(?: to {_HAVING})?|necessarily with|"
    rf"have to (?:{_HAVING}|be(?: right| directly)?)|"
    rf"care (?:if|whether) (?:it|they) (?:has|have))|(?:rather not|needn't|need not) {_HAVING})"
    r"(?: (?:a|an|the|any))? (?P<what>[a-z ]{3,20})|"
    r"\b(?:never|didn't|did not|haven't) (?:even |ever )?(?:ask(?:ed)? (?:you )?(?:for|about)|want(?:ed)?|need(?:ed)?|"
    r"say|said|mention(?:ed)?)(?: (?:an?|the|any))? (?P<never>[a-z]{3,12})|"
    r"\b(?:no need for|leave(?: out)?|hold|park|pause|without|forget(?: about)?|skip|drop|never mind|"
    r"ditch|lose|scrap|give up(?: on)?|no)(?: "
    r"(?:renting|hiring|having|a|an|the|any|second|other|more|extra|new)){0,2} (?P<thing>[a-z]{3,12}(?: menu)?)|"
    r"\b(?P<done>hotels?|flights?|cars?|rooms?) (?:is|are) (?:already |all )?(?:fine|booked|done|sorted|settled|ok)\b|"
    r"\b(?P<rather>[a-z]{3,12})(?:'s not| isn't| is not| is no longer| doesn't| not) (?:that |so |really )?"
    r"(?:important|matter|necessary|needed|a must)"
)
_SOFT = re.compile(
    r"\b(?:would be (?:nice|great|good|lovely|cool|a bonus|a plus)|nice to have|if (?:at all )?possible|ideally|"
    r"preferably|(?:no|not a|isn't a) must|optional|is a (?:bonus|plus))\b"
)
_SOFT_CUT = re.compile(r"[.;!?]|, (?!but\b)|\band\b")
_EITHER = re.compile(r"\s*(?:,\s*)?(?:or|/)\s*(?:at least |with |right |directly |just |on |at |by |an? |some |the )*")
_REACH = 40
_NO_STARS = re.compile(
    r"\bstars\b.{0,20}\b(?:don't|do not|not) (?:matter|important|needed|necessary)|\b(?:don't|do not) care (?:about|"
    r"how many) (?:the )?stars|"
    r"\b(?:any|whatever|forget(?: about)?|ignore|never mind|drop|skip)(?: the| number of| how many){0,2} stars?\b|"
    r"\b(?:needn't|(?:don't|do not|doesn't|does not|no) need)\b[^.;!?]{0,25}\bstars?\b|"
    r"\b(?:nothing|not|no need for|doesn't need to be|needn't be)(?: anything)?(?: too| so| that| very)? "
    r"(?:fancy|posh|luxurious|luxury|swanky|upscale)\b"
)
_STARS = re.compile(r"\b(?P<count>[1-5]|one|two|three|four|five)[ -]?stars?\b(?P<up>\+| or (?:more|better|above|up))?")
_NO_HOSTEL = re.compile(
    r"\b(?:no|not|non|isn't|aren't|without|hates?|avoid|except|other than|anything but|don't (?:want|like|need))"
    r"(?: any| the| an?)? (?:hostels?|backpackers?|dorms?)\b|"
    r"^\W*(?:h+m+|what|really|oh)?\W{0,4}(?:an? )?(?:hostel|backpackers?)(?: place)?\?"
)
_STARS_BETWEEN = re.compile(r"\b([1-5])(?:[ -]?stars?)? ?(?:or|to|-|/|and) ?([1-5])[ -]?stars?\b")
_LUXURY = re.compile(
    r"\b(?<!too )(?<!not )(?:luxur(?:y|ious)|fancy(?! (?:a|an|some)\b)|fancier|posh|upscale|high[ -]end|five star|"
    r"swanky|classy)\b"
)
_CLASSES: tuple[tuple[CarClass, str], ...] = (
    ("economy", r"econom(?:y|ical)"),
    ("compact", r"compact|small(?:ish|er)?|little|tiny"),
    ("midsize", r"mid ?-?size|medium|medium-sized|normal"),
    ("suv", rf"suvs?|off-?roader|jeep|{_FOUR_WHEELS}"),
    ("van", r"vans?|people carrier|minibus|mini ?bus|7[ -]seater|seven[ -]seater|8[ -]seater"),
    ("electric", r"electric|tesla|hybrid"),
    ("convertible", r"convertibles?|open top|roadster|soft top"),
    ("luxury", r"luxury|fancy|posh|premium|sports car"),
)
_BIGGER = re.compile(
    r"\b(?:bigger|larger|more (?:room|space|seats)|room(?:y|ier)|(?<!too )(?<!so )(?<!not )(?:big|large)|spacious|"
    r"(?:too|so) (?:small|tiny|little)|not (?:big|large) enough)\b"
)
_NO_BIGGER = re.compile(
    r"\b(?:don't|do not|doesn't|does not|needn't|no)(?: (?:need|want|have|to|be|an?|the|any|such|so|that|very)){1,6} "
    r"(?:big|bigger|large|larger|spacious)\b"
)
_NOT_CAR = re.compile(
    r"\b(?:too|so|not(?: (?:an?|the|that|this))?|(?:instead of|rather than|than) (?:an?|the|my)|"
    r"(?:swap|change|switch|exchange|trade|replace) (?:the|my|our|this|that)(?: booked)?|"
    r"(?<!can )(?<!could )(?<!may )(?:i|we)(?:'ve)?(?: already)? (?:have|got|booked) (?:the|an?)) [a-z]+"
)
"""What a car is not to be, is too much, or is already: "not the suv", "too small", "I have the economy one"."""
_NO_ROOM = re.compile(
    r"\b(?:room|space) (?:for|to (?:fit|put|take)) (?:[a-z0-9']+ ){0,3}(?:bags?|suitcases?|cases?|luggage|pushchairs?|"
    r"buggy|prams?|skis?|bikes?)\b|"
    r"\bnot (?:an? |the |any )?(?:hotels?|rooms?|flights?|cars?)(?: yet)?(?=\W{0,3}(?:$|[!.;,?]))"
)
"""Words that ask for no room or no thing of their kind: "room for 2 bags", "a car, not a room"."""
_THING = r"(?:flights?|tickets?|hotel|guest ?house|room|accommodation|place to stay|(?:rental )?car)"
_OWNED = re.compile(
    rf"\balready (?:have|got|booked|bought|paid for)(?: (?:the|my|our|an?|some|all))? {_THING}\b|"
    rf"\b(?:i|we)(?: have|'ve)(?: got)?(?: (?:the|my|our|an?|some|all))? {_THING}"
    r"(?: (?:to|in|from|for) [a-z]{3,15}){0,2} (?:booked|reserved|sorted|already)\b|"
    rf"\b{_THING} (?:that |which )?(?:(?:i|we)(?: have|'ve)? already (?:have|got|booked|bought)|"
    r"(?:i|we) (?:have|got|booked|bought)(?: got| booked)? already)\b|"
    rf"\b(?:with|around|match(?:es|ing)?|fit(?:s|ting)?(?: with)?|for) (?:my|our) {_THING}\b(?! (?:to|from|in|on)\b)"
)
"""Something that is booked, beside which something else is wanted: "the flights i have already", "to fit our hotel"."""
_SEATS = re.compile(r"\b(?P<count>[4-8])\+?[ -]?(?:seats?\b(?! back)|seaters?\b)")
_NEAR = re.compile(
    r"\b(?:far (?:\w+ ){0,3}(?:from|to)|near|close to|next to) "
    r"(?P<place>(?:(?:the|my|our) )?(?!the |my |our |by\b)[a-z]{3,}"
    r"(?: (?:du|de|of|la) [a-z]+| (?:station|stop|airport|centre|park|market|square|university|hospital|tower))?)"
)
_PICK_UP = re.compile(
    r"(?P<airport>\bairport\b(?! (?:transfer|shuttle|hotel|bus|taxi))|\bon (?:arrival|landing)\b|"
    r"\b(?:when|once|where|as soon as) (?:i|we) (?:land|arrive|get (?:there|in|off))\b)|"
    r"\b(?:in|into|from|around|middle of|near|(?:close|closer|nearer) to)(?: the)? (?:town|city)\b|"
    r"\b(?:down ?town|(?:town|city)?(?: |\b)centre)\b|"
    r"^\W{0,3}(?:the |rather |better )?(?:town|city)\b(?! (?:trip|break|tour))|\bthe (?:town|city) one\b|"
    r"\b(?:near|nearer|close|closer|next|by)(?: to)? (?:the|my|our) hotel\b"
)
_NOT_THERE = re.compile(
    r"\b(?:not|no|isn't|never|avoid|instead of|rather than|than|don't (?:want|need|like))"
    r"(?: (?:from|at|in|near|by|the|to|that|one|it|go|out|pick|picked|up)){0,5} ?$"
)
_TOO_FAR = re.compile(r" (?:(?:one )?(?:is|it's|that's) (?:too|so|not|no)|too|isn't|doesn't|won't|no (?:good|use))\b")
_ASKS_WHERE = re.compile(
    r"^\W{0,3}(?:(?:and|so) )?(?:is|are) (?:it|that|this|the|they|these)\b(?! possible)|"
    r"\bhow (?:far|do|can|long)\b|\b(?:which|what) (?:airport|town|city)\b|^\W{0,3}where\b|"
    r"\b(?:trains?|bus(?:es)?|taxis?|metro|shuttles?|transfers?)\b"
)
_LIVES_NEAR = re.compile(
    r"\b(?:live|lives|living|based|from|born|i'm|we're|am|are)(?: \w+)? (?:near(?:by)?|close to|not far from) \w+|"
    r"\brestaurants\b[^.;?]{0,40}\b(?:near(?:by)?|close)\b(?! \w+ (?:beach|centre))"
)
_SEA = re.compile(r"\b(?:beach(?:es)?|sea|ocean|water)\b")


def flies_for_stay(text: str) -> bool:
    """Return whether a text in lower case asks for a flight and says how long the stay is: it needs the way back."""
    return bool(_FLIGHT.search(text) and _STAYS_FOR.search(text))


def find_kinds(text: str) -> list[Kind]:
    """Return the kinds of bookings that a text in lower case asks for, in its order."""
    return find_spoken_kinds(_OWNED.sub(" ", text))


def names_owned(text: str) -> bool:
    """Return whether a text in lower case names something as booked already."""
    return bool(_OWNED.search(text))


def find_spoken_kinds(text: str) -> list[Kind]:
    """Return the kinds of bookings that a text in lower case speaks of, what is booked already among them."""
    text = drop_hotel_names(text)
    is_flown = _FLIGHT.search(text) or "flying" in text or _BACK_ON.search(text)
    text = _STAYS_FOR.sub(" ", text) if is_flown else text
    text = re.sub(
        r"\b(?:flying|fly|flew|driving|drive) (?:me |us )?(?:crazy|mad|nuts)\b|\bcar (?:park|seats?)\b|"
        r"\b(?:my|our) (?:own )?car\b|\b(?:go|going|come|coming|travel|travelling|arrive|arriving|get there) by car\b|"
        r"\b(?:lends?|lending|borrow(?:ing)?) (?:\w+ ){0,3}car\b|"
        r"\broom service\b|\bbi(?:kes?|cycles?) (?:to |for )?(?:rent|hire|rental)s?\b|"
        r"\b(?:rent|hire) (?:an? |some )?bi(?:kes?|cycles?)\b|"
        r"\b(?:hours?|hrs?|h)(?: of| in the| on a| in a)? (?:flight|flying|fly|plane)\b|"
        r"\b(?:don't|not|won't|can't)(?: \w+){0,2} fl(?:y|ying)\b|\bflight (?:time|longer|under|of \d)\b|"
        r"\b(?:like|as|near|(?:close|closer|nearer|next) to) (?:the|my|our) (?:flights?|hotel|car|room)\b|"
        r"\b(?:whole|entire|full) stay\b|"
        r"\b(?:when|after|once) (?:the |my |our )?(?:hotel|stay) (?:is|ends?|finish\w{0,3})\b",
        " ",
        EVENT_TICKETS.sub(" ", text),
    )
    text = drop_long_flights(_NO_ROOM.sub(" ", text))
    text = re.sub(r"\b(?:is|are) there (?:really |truly )?no\b", "is there any", text)
    text = re.sub(r"\bno (?=[a-z]{3,8} (?:under|below|with|for|near|around|cheaper|less)\b)", "any ", text)
    unwanted = {kind for kind in _unwanted_words(text) for kind in _kinds_in(kind)}
    found: dict[int, Kind] = {
        match.start(): kind
        for kind, pattern in _KINDS.items()
        if (match := pattern.search(text)) and kind not in unwanted
    }
    return [found[start] for start in sorted(found)]


def cut_by_kind(text: str) -> list[tuple[list[Kind], str]]:
    """Return a text in pieces, each with the kinds that it is about: "flights for me" and "the hotel for both of us".

    What names no kind belongs to what it stands beside in its sentence, "flights and a hotel" to both.
    """
    pieces: list[tuple[list[Kind], str]] = []
    start, mark = 0, "."
    for match in (*_PIECE.finditer(text), None):
        words = text[start : match.start() if match else len(text)]
        kinds, joint = find_kinds(words), f"{mark}{words}"
        before = pieces[-1][0] if pieces and mark not in _SENTENCE_ENDS else None
        if before is not None and (not before or not kinds or _is_joined(pieces[-1][1], mark, words)):
            pieces[-1] = ([*before, *(kind for kind in kinds if kind not in before)], pieces[-1][1] + joint)
        elif words.strip():
            pieces.append((kinds, words))
        start = match.end() if match else len(text)
        if match and (words.strip() or mark not in _SENTENCE_ENDS):  # "6 of us. And what …": a new sentence
            mark = match[0].strip()[:1] if match["end"] else match[0]
    return pieces


def _is_joined(before: str, mark: str, words: str) -> bool:
    """Return whether two kinds are named in one breath: "flights and a hotel"."""
    return mark.strip() in {"and", "plus"} and bool(
        _ENDS_WITH_KIND.search(before[-_REACH:]) and _BEGINS_WITH_KIND.match(words)
    )


def split_by_kind(text: str) -> dict[Kind, str]:
    """Return the clauses of a text about each kind: those that name it, and those after them that name none."""
    about: dict[Kind, list[str]] = {}
    before: list[str] = []
    current: list[Kind] = []
    for clause in _CLAUSE.split(text):
        current = find_kinds(clause) or current
        if not current:
            before.append(clause)
        for kind in current:
            about.setdefault(kind, []).append(clause)
    if about:
        first = next(iter(about))
        about[first] = [*before, *about[first]]
    return {kind: " ".join(clauses) for kind, clauses in about.items()}


def _kinds_in(text: str) -> list[Kind]:
    """Return the kinds that words name; a sort of hotel is none: who wants no hostel still wants a hotel."""
    text = _SORT_OF_HOTEL.sub(" ", text)
    return [kind for kind, pattern in _KINDS.items() if pattern.search(text)]


def find_unwanted_kinds(text: str) -> list[Kind]:
    """Return the kinds that a text says are not needed, or are booked already."""
    return [kind for words in [*_unwanted_words(text), *_OWNED.findall(text)] for kind in _kinds_in(words)]


_NOT_WITHOUT = re.compile(
    r"\b(?:not?|never|don't|won't|can't|cannot|wouldn't|hates?|dislikes?|avoid) (?!mind|care|need|matter)"
    r"(?:[\w']{1,15} ){0,6}?without\b|\bwithout\b(?=[^,.;!?]{1,30} (?:is|are) (?:no |out\b|not (?:ok|good|an option)))"
)
"""What is wanted all the more: "i don't like hotels without breakfast"."""
_ONLY = re.compile(
    r"\b(?:just|only|all (?:i|we) (?:want|need|asked for) (?:is|was)|"
    r"(?P<whatever>(?:whatever|whichever)(?: one| hotel| place)?|as long as|so long as))"
    r"(?: (?:i|we|it|there|they|want|needs?|asked|for|with|has|have|is|that)){0,3}(?: an?| the)? "
    rf"(?:{'|'.join(AMENITIES.values())})\b"
)
"""Words that give up the wishes of before for the one that they name: "just a pool", "whatever has a pool"."""


def find_amenities(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the amenities that a text asks for, and those that it says are not needed.

    "Breakfast or a kitchen" is one wish: either will do.
    """
    text = _NOT_WITHOUT.sub(" with", drop_hotel_names(text))
    places = {name: match for name, pattern in WISHES.items() if (match := re.search(rf"\b(?:{pattern})\b", text))}
    if "sea view" in places and not re.search(r"\bbeach (?!view)|\bbeach$", text):
        places.pop("near the beach", None)
    unwanted = " ".join(_unwanted_words(text))
    dropped = tuple(name for name in places if re.search(rf"\b(?:{WISHES[name]})\b", unwanted))
    wanted: list[str] = []
    end = 0
    for name in sorted(places, key=lambda each: places[each].start()):
        if name not in dropped:
            is_either = wanted and _EITHER.fullmatch(text, end, places[name].start())
            wanted[-1:] = [f"{wanted[-1]} or {name}"] if is_either else [*wanted[-1:], name]
            end = places[name].end()
    return tuple(wanted), dropped


def leave_out_wish(wish: str, dropped: set[str]) -> str:
    """Return what is left of a wish, which may leave the choice, without what is dropped; empty if it is all of it."""
    return "" if wish in dropped else " or ".join(each for each in wish.split(" or ") if each not in dropped)


def find_given_up(text: str) -> frozenset[str]:
    """Return the kinds of wishes of before that a text in lower case gives up: for "just a pool", other amenities."""
    match = _ONLY.search(text)
    if match is None:
        return frozenset()
    return frozenset({"amenities", "stars"} if match["whatever"] else {"amenities"})


def find_soft_amenities(text: str) -> tuple[str, ...]:
    """Return the amenities that a text would like, but does not ask for: "a pool would be nice but no must"."""
    soft = " ".join(
        _SOFT_CUT.split(text[max(0, match.start() - _REACH) : match.start()])[-1]
        + _CLAUSE.split(text[match.end() : match.end() + _REACH])[0]
        for match in _SOFT.finditer(text)
    )
    named = find_amenities(text)[0]
    return tuple(name for name in named if re.search(rf"\b(?:{WISHES[name.split(' or ')[0]]})\b", soft))


def find_unknown_wishes(text: str) -> list[str]:
    """Return what a text asks for that is not known of hotels, cars or flights."""
    text = _LIVES_NEAR.sub(" ", drop_hotel_names(text))
    near = next((it for it in _NEAR.finditer(text) if not (find_asked(it[0]) or find_mentions(it["place"]))), None)
    names = [name for name, pattern in UNKNOWN_WISHES.items() if re.search(rf"\b(?:{pattern})(?!\w)", text)]
    if near is None:
        return [name for name in names if "the centre" not in name and not (name == "the view" and _SEA.search(text))]
    return [name.replace("the centre", near["place"]) for name in names]


def names_unsure(text: str) -> bool:
    """Return whether a text in lower case names what a proposal may not be like, known of it or not."""
    return bool(find_unknown_wishes(text) or find_asked(text))


def find_stars(text: str) -> int | None:
    """Return the number of stars that a text asks for; 0 if it says that stars do not matter."""
    if _NO_STARS.search(text):
        return 0
    if match := _STARS_BETWEEN.search(text):
        return min(int(match[1]), int(match[2]))
    if match := _STARS.search(text):
        words = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
        return words.get(match["count"]) or int(match["count"])
    if _LUXURY.search(text):
        return 4
    return 3 if _NO_HOSTEL.search(text) else None  # hostels have one or two


def find_most_stars(text: str) -> int | None:
    """Return the most stars that a text allows, if there are more: four for "3 or 4 stars"."""
    match = _STARS_BETWEEN.search(text)
    most = max(int(match[1]), int(match[2])) if match else 5
    return most if most < 5 else None


def find_car_class(text: str) -> CarClass | None:
    """Return the class of car that a text in lower case names."""
    text = _NOT_CAR.sub(" ", text)
    return next((name for name, pattern in _CLASSES if re.search(rf"\b(?:{pattern})\b(?! class)", text)), None)


def find_seats(text: str) -> int | None:
    """Return the number of seats that a text asks of a car."""
    match = _SEATS.search(text)
    return int(match["count"]) if match else None


def wants_airport(text: str) -> bool | None:
    """Return whether a text asks for a car at the airport, or False for one in town; None if it names no place."""
    if _ASKS_WHERE.search(text):
        return None
    named = {
        (match["airport"] is not None) is not _is_refused_there(text, match.start(), match.end())
        for match in _PICK_UP.finditer(text)
    }
    return named.pop() if len(named) == 1 else None


def _is_refused_there(text: str, start: int, end: int) -> bool:
    """Return whether a text says of the place between two positions that it is not wanted."""
    return bool(_NOT_THERE.search(text[max(0, start - _REACH) : start]) or _TOO_FAR.match(text, end, end + _REACH))


def wants_bigger(text: str) -> bool:
    """Return whether a text asks for something with more room."""
    return bool(_BIGGER.search(_NO_BIGGER.sub(" ", text)))


def _unwanted_words(text: str) -> list[str]:
    return [next(filter(None, match.groups())) for match in _UNWANTED.finditer(text)]


_AMENITY = rf"(?:{'|'.join(AMENITIES.values())})"
_ONE = r"(?:it|they|th(?:at|is)(?: one| place| hotel)?|number \d|the [a-z]{3,12}(?: [a-z]{3,12}){0,2})"
_ASKED_OF = re.compile(
    rf"\b(?:(?:does|do|has|have) {_ONE} (?:also |really |even |actually )?(?:have|got|offer|do|serve|include|provide)\b"
    r"(?! (?:ones?|anything|something|others?|rooms?|hotels?)\b)[^?.;]{1,60}|"
    rf"(?:do|will|would|can) (?:we|i) (?:also )?get (?:an? |the |any )?{_AMENITY}[^?.;]{{0,40}}|"
    rf"is (?:the )?{_AMENITY} (?:there )?(?:included|includes|free|extra|part of|in the price|available|served|at)\b"
    r"[^?.;]{0,50}|"
    rf"is there (?:also )?(?:an? |any )?{_AMENITY}(?: there| too| (?:in|at) (?:the|my|our|that|this) [a-z ]{{3,25}})?)"
    r"(?:\?|\W*$)(?:\s*(?:and |or |also )?(?:(?:what|how) about|is there|any|and|or)\b[^?.;]{1,30}\?)?|"
    r"\b(?:is|are) (?:it|they|that one|this one|number \d|the [a-z]{3,9} (?:one|flight)) (?:also |really )?(?:a )?"
    r"(?:non-?stop|direct)\b[^?.;]{0,20}\?"
)
_OF_OFFERS = re.compile(
    rf"^\d+\. |\b[FHC]-[0-9A-Z]{{8}}\b|\bthe hotel can tell\b|\bask the hotel\b|\bhas (?:no |an? )?{_AMENITY}\b",
    re.MULTILINE,
)
"""What stands in a reply about offers or bookings."""
_ASKS_FACT = re.compile(
    r"(?:^|(?<=[.?!;,] )|(?<=\band ))(?:(?:and|but|so|ok|okay|also|oh) ){0,2}"
    r"(?:(?:does|do|has|is|are|can|could|will) (?!there (?:any|an?|some)? ?(?:hotel|place|one|other)|you\b)|"
    r"which (?:one|of)\b|how (?:far|close|near|central|quiet|noisy)\b|(?:and )?an? (?=\w+\?$))[^?.;!]{0,100}(?:\?|$)"
)
"""A question about hotels that were shown, which wishes for no others: "which of them is near the beach?"."""
_OF_OWN = re.compile(
    r"(?:^|(?<=[.?!;,] ))[^?.;!]{0,60}\b(?:my|our) (?:hotel|hostel|room|guest ?house|lodge)\b[^?.;!]{0,80}\?"
)
_PICKED = re.compile(r"\bthe (?:one|hotel|place) (?:with|that has) (?:the |an? )?(?P<what>[a-z]+)")
_HOTEL = re.compile(r"\b(?:Backpackers|Guesthouse|Lodge|House|Grand) [A-Z]")
_NUMBERED = re.compile(r"^\d+\. ", re.MULTILINE)


def drop_shown(text: str, last_reply: str) -> str:
    """Return a text without what it says of offers in a reply, which is no wish: "the one with the pool"."""
    if CONFIRM in last_reply or _OF_OFFERS.search(last_reply):
        text = _ASKED_OF.sub(lambda match: match[0] if find_car_class(match[0]) else " ", text)
    if CONFIRM in last_reply or _NUMBERED.search(last_reply) or _HOTEL.search(last_reply):
        text = _ASKS_FACT.sub(
            lambda match: " " if find_asked(match[0]) and not find_car_class(match[0]) else match[0], text
        )
    text = _OF_OWN.sub(" ", text)
    is_shown = any(match["what"] in last_reply for match in _PICKED.finditer(text))
    return _PICKED.sub(" ", text) if is_shown else text
