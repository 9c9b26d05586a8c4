"""What people say about themselves, as far as the assistant's own fields go. The bundled reader learns the rest."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.memory_words import RELATION
from ricordo_travel.dialogue.values.money import find_basis, parse_money
from ricordo_travel.dialogue.values.party import SOME_OF_US, parse_party
from ricordo_travel.dialogue.values.text import may_be_name, split_sentences

_DIETS = (
    "vegetarian|vegan|pescatarian|pescetarian|coeliac|celiac|lactose intolerant|lactose-intolerant|"
    "gluten[- ]free|gluten intolerant|"
    "diabetic|halal|kosher|keto|paleo|dairy[- ]free"
)
_DIET = re.compile(
    rf"\b(?:i'm|i am|we're|we are|i've been|being|am) (?:now |both |all |also |a |an |strictly |mostly |still |"
    rf"actually )*(?P<diet>{_DIETS})\b|"
    rf"\b(?:i|we) (?:only |have to |must |both |all )?eat (?P<eat>{_DIETS})\b|"
    rf"(?:^\W*|[,:] |\b(?:put|note|write)(?: down)? |\b(?:change|set|make) (?:it|that|this) (?:to )?)"
    rf"(?P<bare>{_DIETS})(?: (?:here|btw|by the way|too))?(?=\W*$|,)"
)
_NO_FOOD = re.compile(
    r"\b(?:i|we)(?: am|'m| are)? (?:don't|do not|can't|cannot|never|not|no) eat "
    r"(?P<food>[a-z]+(?: (?:or|and) [a-z]+)?)|"
    r"\bfor (?:my|our) diet[:,]? (?:please )?no (?P<diet>[a-z]+(?: (?:or|and) [a-z]+)?)|"
    r"\bno (?P<none>(?!one\b|problem|need)[a-z]{3,15}) for me\b|"
    r"\beats? (?:everything|anything|all) (?:except|but|apart from) (?P<but>[a-z]+)"
)
_ALLERGY = re.compile(
    r"\ballergic to (?P<what>(?!it\b|that\b|them\b|this\b|allerg)[a-z]+(?: (?:and|or) (?!(?:that|this|it|i|i'm|we|my|"
    r"he|she|they|a|the|am|have|can't|don't|hates?|loves?|likes?|prefers?|is|has|needs|please|so|not|need|want|"
    r"also)\b)[a-z]+\b(?! (?:gets?|is|has|hates|can't|cannot|won't|suffers|needs|eats|loves|likes|doesn't)\b))?)|"
    r"\b(?P<nut>nut|peanut|shellfish|dairy|egg|gluten) allergy\b"
)
_AND_TO = re.compile(r"(\ballergic to [a-z]{2,20}(?: [a-z]{2,20})?,? (?:and|or)) (?:also )?to (?=[a-z])", re.IGNORECASE)
_NOT_EATEN = re.compile(
    r"(?:feathers?|dust|dust mites?|mites?|pollen|hay|grass|mou?ld|cats?|dogs?|horses?|pets?|animals?|fur|wool|latex|"
    r"bees?|wasps?|insects?|bites?|perfumes?|scents?|chlorine|smoke|penicillin|aspirin|antibiotics?|nickel|sun)"
)
"""What people are allergic to that is no food."""
_SUBJECT = re.compile(
    rf"\b(?:i|i'm|i've|we|we're)\b|\b(?P<other>(?:my|our) [a-z]+|(?:the )?{RELATION}|she|he|they)\b(?!'s? allergy)"
)
_OF_OTHER = re.compile(r"\b(?!i\b|we\b|us\b)[a-z]{2,20}(?:'s| is| are| was| were| has) (?:[a-z]{1,12} ){0,2}$")
_WHO = re.compile(
    rf"\b(?P<own>i|i'm|i've|im|we|we're|me)\b|\b(?:{RELATION}|she|he|they)\b|"
    r"\b(?!it\b|that\b)(?P<name>[a-z]{2,20})(?:'s| is| isn't| eats) "
)
_NOT_DIET = re.compile(
    rf"\b(?:not|neither|(?:am|are|is|'m|'re) no|no longer|isn't|stopped being|quit being|gave up being) "
    rf"(?:a |an |really |actually |even )?(?P<word>{_DIETS})|\b(?:i|we) eat meat (?:again|now)\b|"
    rf"\b(?:not|no longer|isn't) allergic to (?P<what>[a-z]+)|\b(?:i|we) (?:do|can) eat (?P<eaten>[a-z]+)"
)
_NOT_LIKE = re.compile(
    r"\b(?:i|we) (?:really )?(?:don't|do not|no longer|never) (?:really )?(?:like|love|enjoy|care for|"
    r"go|do|want) (?P<thing>[a-z]+(?: [a-z]+)?)(?: (?:anymore|any more|any longer|now))|\b(?:i|we) no "
    r"longer (?:like|love|enjoy) (?P<other>[a-z]+)|"
    r"\b(?:i'm|we're) (?:not|no longer) into (?P<into>[a-z]+)"
)
_SAME_DIET = re.compile(
    rf"\b(?P<diet>{_DIETS})s?,? (?:and )?(?:me too|so am i|so are we|me as well|same (?:for|with) me|like me)\b"
)
"""What somebody eats as those do whom they speak of: "the kids are vegetarian, me too"."""
_HOME = re.compile(
    r"\b(?:i|we)(?:'ve)? (?:now |actually |currently |just |recently )*(?:live|moved to|am based|are "
    r"based)(?: (?:now|here|actually))? (?:in |near |to )?(?P<live>[a-z][a-z .-]{2,40})|\b(?:i'm|"
    r"we're|i am|we are|this is) (?:actually |originally |both )?(?:(?P<self>(?!based|living)[a-z]{2,20}),? (?=from))?"
    r"(?:based in|from|living in) "
    r"(?P<from>[a-z][a-z .-]{2,40})|"
    r"\b(?:my|our) home (?:city |town |airport )?is (?P<home>[a-z][a-z .-]{2,40})|\bin "
    r"(?P<where>[a-z][a-z -]{2,30}),? (?:that's )?where (?:i|we) live|\bhome is (?P<is>[a-z][a-z "
    r".-]{2,40})|"
    r"\b(?P<first>[a-z][a-z .-]{2,30}) is where (?:i|we)(?: all| both)?(?: live\b|(?:'m|'re) (?:based|from)\b)|"
    r"\b(?:i'm|we're|i am|we are) (?:all |both |mostly )?(?:in (?:and|or) around|located in) "
    r"(?P<around>[a-z][a-z .-]{2,40})|"
    r"\b(?:don't|dont|do not|not|no longer) (?:actually |really )?(?:live|living|based) in [a-z .'-]{2,30}?,? but "
    r"(?:rather )?(?:in |near )?(?P<but>[a-z][a-z .-]{2,40})|"
    r"\b(?:i|we)(?:'ve| have)?(?: just| recently)? moved(?: house| home| away)?(?:,| and| so| -) (?:and |so |now )*"
    r"(?:i'm |we're |i am |we are |i live |we live )?(?:now )?(?:in |to )?(?P<moved>[a-z][a-z .-]{2,40})"
)
_NO_HOME = re.compile(
    r"\b(?:different|separate|various|several|other|another|opposite|same|two|both|apart|together|alone|abroad|nearby|"
    r"here|there|cities|towns|countries|places|houses|flats?|apartments?|parts|ends)\b|^an? "
)
_GROUP_HOME = re.compile(
    r"\bwe(?:'re| are)\b[^.;!?]{0,80}?(?:\b(?:adults?|kids?|children|couple|people|students?|friends|family|of us)|"
    r"[\d)]) from (?P<from>[a-z][a-z .-]{2,40})|"
    r"\b(?:family|group|party) of [a-z\d]{1,6},? (?:from|in|based in) (?P<family>[a-z][a-z .-]{2,40})|"
    r"\bwe(?:'re| are) (?:an? )?(?:family|couple)\b[^.;!?]{0,80}? in (?P<in>[a-z][a-z .-]{2,40})|"
    r"\b(?:i'm|i am|we're|we are) (?:an? )?(?:\w{1,12} )?(?:students?|pensioners?|teachers?|nurses?|retired|living) "
    r"(?:here )?(?:in|from|near) (?P<who>[a-z][a-z .-]{2,40})|"
    r"\b(?:i|we) study (?:here )?in (?P<study>[a-z][a-z .-]{2,40})"
)
_PARTY = re.compile(
    r"\bwe(?:'re| are| will be|'ll be| were)\b|\bthere(?:'s| are| is| will be)\b.{0,20}\bof us\b|"
    r"\bit(?:'s| is| will be)\b.{0,25}\b(?:of us|me|us)\b|\b(?:i|we) (?:always |usually |normally |"
    r"mostly |only )*travel\b|\bof us (?:now|travelling|this time|always)\b|\btravell?ing (?:alone|"
    r"solo|with)\b"
    r"|^\W*(?:(?:hi|hello|hey)\W+)?(?:an? )?(?:family|group|party) of (?:\d{1,2}|[a-z]{3,6})\b"
    r"|\bwe (?:always |usually )*(?:go|come) as\b|\busual \w+ of us\b|\b(?:my|our) (?:family|party|group) (?:is|of)\b"
)
_FAMILY = re.compile(r"\bwe(?:'re| are) (?:\w+ )?adults? (?:and|with|plus) ")
_BUDGET = re.compile(
    r"\b(?:my|our) (?:absolute |upper |total |hotel |room |nightly ){0,2}(?:maximum|max|limit|cap)"
    r"(?: (?:for|on) (?:an? |the )?(?:hotels?|rooms?)| (?:per|a) night)? (?:is|would be)\b|"
    r"\bbudget\b(?! (?:airline|hotel|hostel|option|car|traveller|friendly|flight))|\bto spend\b|"
    r"\b(?:can|could|want to|would|will|'ll|don't want to|rather not|shouldn't|not) spend\b|\bspend "
    r"(?:more than|about|around|up to|maximum)|\bsaved (?:up )?|\bno more than\b.{0,20}\b(?:trip|all "
    r"of us|everything|holiday)\b|\brather not pay more than\b|"
    r"\b(?:i|we)(?:'ve got| have)(?: about| around| roughly| only| just){0,2} [$€£]?\d[\d,.]{2,8}k?(?: \w+)? "
    r"(?:for (?:everything|it all|all of it|the whole (?:trip|thing|holiday))|in (?:total|all)|altogether|all in)\b"
)
_SUM = (
    r"(?:(?:about|around|roughly|only|just|now) ){0,2}[$€£]?\d[\d,.]{2,8}k?(?: (?:dollars|euros?|pounds|eur|usd|gbp))?"
)
_OF_TRIP = (
    r"for (?:(?:the|this|that|our|my|next) ){0,2}(?:summer|winter|autumn|fall|spring|easter|christmas|trip|holidays?|"
    r"vacation|january|february|march|april|may|june|july|august|september|october|november|december)"
    r"(?: (?:one|trip|holidays?|vacation))?"
)
_HAS = r"\b(?:i|we)(?:'ve got| have| have got)(?: now| only)?"
_SUM_OF_TRIP = re.compile(rf"\b{_OF_TRIP},? (?:it's|{_HAS}) {_SUM}(?=[,.;!]|$| so\b| but\b)|{_HAS} {_SUM} {_OF_TRIP}\b")
"""What there is for one trip: "for the summer we have 2,800"."""
_LENGTH = re.compile(
    r"\b(?:usually|always|normally|generally|typically|tend to|like to|prefer to|prefer|"
    r"like)\b.{0,25}\b(?P<length>(?:for )?(?:a|one|two|three|four|five|ten|\d{1,2}|long|short)[ "
    r"-](?:week|weekend|fortnight|nights|weeks|days|weekends|breaks)s?)\b"
)
_STYLES = re.compile(
    r"\b(?:backpack(?:ing|er|ers)|luxury travell?er|budget travell?er|slow travel|travel (?:light|"
    r"slow|slowly|cheap|in style)|off the beaten (?:track|path)|all[ -]inclusive|road trips?|"
    r"camping)\b"
)
_STYLE_CUE = re.compile(
    r"\b(?:i|we|my|our)\b.{0,30}\b(?:style|travel|usually|always|like|love|prefer|into|'m|'re|am|are)\b"
)
_DISLIKES = re.compile(
    r"\b(?:not|no|never|don't|doesn't|isn't|aren't|can't|cannot|hates?|dislikes?|avoid|detest|without|instead of)\b"
)
_LIKINGS = re.compile(
    r"\b(?:my|our) (?:\w{4,9} )?(?P<name>interests?|hobb(?:y|ies)|preferences?) (?:is|are|should be|:)"
    r"(?: now| still| just| only| simply)? "
    r"(?P<value>(?!(?:not|wrong|right|correct|fine|ok|okay|still|all|the same|noted|in|there|gone|missing|what|also|"
    r"good|different|changed)\b)[a-z][a-z' ,-]{2,120}?)"
    r"(?= (?:but|so|not|because|please|thanks|now)\b|,? and (?:i|we|you|please)\b|[.!;]|$)"
)
_END = re.compile(
    r"\b(?:and|but|so|with|because|btw|by the way|though|these days|now|at the moment|if|for|since|"
    r"where|which|near|originally|anymore|from|in|on)\b|[,.;!?]"
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A field of the profile and the value that a message gives it; without a value, what no longer holds."""

    field: str
    value: str
    is_denied: bool = False


def find_statements(text: str) -> list[Statement]:
    """Return the fields of the profile that a message in lower case fills or denies."""
    found: list[Statement] = []
    if "ricordo-memory" in text:
        return found
    finders = [find for find in _FINDERS if find is not _find_party] if is_of_one_trip(text) else _FINDERS
    for sentence in split_sentences(join_allergies(text)):
        if not sentence.endswith("?"):
            rest = _NOT_LIKE.sub(" ", _NOT_DIET.sub(" ", sentence))
            found += [*_find_denied(sentence), *(each for find in finders if (each := find(rest)))]
    return found


def is_of_one_trip(text: str) -> bool:
    """Return whether a text in lower case says who comes along on one trip, and not who travels as a rule."""
    return bool(_ONE_TRIP.search(text)) and not _ALWAYS.search(text)


def find_other(text: str) -> str:
    """Return somebody else who is the last subject of a text in lower case: "my wife is vegetarian, not …"."""
    subjects = [each for each in _WHO.finditer(text) if not each["name"] or may_be_name(each["name"])]
    return (subjects[-1]["name"] or subjects[-1][0]) if subjects and not subjects[-1]["own"] else ""


def join_allergies(text: str) -> str:
    """Return a text with what somebody is allergic to in one list: "allergic to nuts and to feathers"."""
    return _AND_TO.sub(r"\1 ", text)


def _find_denied(sentence: str) -> list[Statement]:
    denied: list[Statement] = []
    if (match := _NOT_DIET.search(sentence)) and not find_other(sentence[: match.start()]):
        denied.append(
            Statement(
                "dietary_requirements", match["word"] or match["what"] or match["eaten"] or "vegetarian", is_denied=True
            )
        )
    if match := _NOT_LIKE.search(sentence):
        thing = match["thing"] or match["other"] or match["into"]
        denied.append(Statement("interests", thing.split()[0], is_denied=True))
    return denied


def _find_diet(sentence: str) -> Statement | None:
    if match := _SAME_DIET.search(sentence):
        return Statement("dietary_requirements", match["diet"])
    if match := _DIET.search(sentence):
        return Statement("dietary_requirements", (match["diet"] or match["eat"] or match["bare"]).replace("-", " "))
    if match := _ALLERGY.search(sentence):
        subjects = list(_SUBJECT.finditer(sentence, 0, match.start()))
        is_other = _OF_OTHER.search(sentence[: match.start()]) or (subjects and subjects[-1]["other"])
        if re.search(r"\bnot allergic\b", sentence) or is_other:
            return None
        what = match["what"] or match["nut"] + "s"
        eaten = [each for each in re.split(r" (?:and|or) ", what) if not _NOT_EATEN.fullmatch(each)]
        return Statement("dietary_requirements", f"allergic to {' and '.join(eaten)}") if eaten else None
    if match := _NO_FOOD.search(sentence):
        return Statement("dietary_requirements", f"no {next(filter(None, match.groups()))}")
    return None


def _find_home(sentence: str) -> Statement | None:
    match = _HOME.search(sentence) or _GROUP_HOME.search(sentence)
    if match and match["from"]:
        match = _HOME.search(sentence, match.start("from")) or match  # "from poland, but i live in oslo"
    own = match.groupdict().get("self") if match else None
    if match is None or (own and not may_be_name(own)):
        return None
    words = next(each for each in match.groups() if each and each != own)
    if mentions := find_mentions(words):
        return Statement("home", mentions[0].name)
    place = _END.split(words)[0].strip()
    is_named = match.groupdict().get("live") or match.groupdict().get("but")
    is_said = bool(place) and is_named and len(place.split()) <= 3 and not is_no_home(place)
    return Statement("home", place.title()) if is_said else None


def is_no_home(words: str) -> bool:
    """Return whether words in lower case say how somebody lives, and name no place: "in different cities"."""
    return bool(_NO_HOME.search(words))


def _find_party(sentence: str) -> Statement | None:
    people = parse_party(sentence) if _PARTY.search(sentence) and not SOME_OF_US.search(sentence) else None
    is_wish = not _FAMILY.search(sentence) and re.search(
        r"\b(?:hotel|flight|room|car)s?\b|\bthis time\b|\btoday\b|\bfor this\b|\bfor once\b", sentence
    )
    return Statement("number_of_travelers", str(people)) if people and not is_wish else None


_ONE_TRIP = re.compile(
    r"\b(?:this time|for once|today|(?:on|for) this (?:trip|one|holiday|vacation|weekend)|just me and|weekend|"
    r"(?:comes?|coming|tags?|tagging) along|joins? (?:me|us)|"
    r"without (?:the|my|our) (?:kids|children|family|husband|wife|partner)|"
    r"(?:kids|children|wife|husband|partner|family|son|daughter)(?: will|'ll| can)? (?:stays?|(?:are|is) staying))\b"
)
_ALWAYS = re.compile(r"\b(?:always|usually|normally|every|as a rule|mostly)\b")


def _find_budget(sentence: str) -> Statement | None:
    match = _SUM_OF_TRIP.search(sentence)
    sentence = match[0] if match else sentence
    money = parse_money(sentence, is_asked=True) if match or _BUDGET.search(sentence) else None
    if money is None:
        return None
    return Statement("budget_range", format_budget(money.amount, sentence))


def format_budget(amount: int, text: str) -> str:
    """Return an amount in the currency that a text names, dollars if it names none, and what it is for."""
    said = find_currency(text)
    per = {"night": " a night", "day": " a day", "person": " a person"}.get(find_basis(text) or "", "")
    return f"{amount:,} {said}{per}" if said else f"${amount:,}{per}"


def find_currency(text: str) -> str | None:
    """Return the currency other than dollars that a text in lower case names."""
    return next((currency for currency, pattern in _CURRENCIES if pattern.search(text)), None)


_CURRENCIES = (
    ("euros", re.compile(r"(?<!not in )(?<!not )(?:€|\b(?:euros?|eur)\b)")),
    ("pounds", re.compile(r"(?<!not in )(?<!not )(?:£|\b(?:pounds?|gbp|quid)\b)")),
)


def _find_length(sentence: str) -> Statement | None:
    match = _LENGTH.search(sentence)
    return Statement("trip_duration", match["length"].removeprefix("for ")) if match else None


def _find_style(sentence: str) -> Statement | None:
    match = _STYLES.search(sentence)
    is_own = match and _STYLE_CUE.search(sentence) and not _DISLIKES.search(sentence, 0, match.start())
    return Statement("travel_style", match[0]) if match and is_own else None


def _find_liking(sentence: str) -> Statement | None:
    """Return all that somebody says are their interests or preferences: "my interests are music and old churches"."""
    match = _LIKINGS.search(sentence)
    name = ("preferences" if match["name"].startswith("pref") else "interests") if match else ""
    return Statement(name, match["value"].strip(" .!,")) if match else None


_FINDERS = (_find_diet, _find_home, _find_party, _find_budget, _find_length, _find_style, _find_liking)
