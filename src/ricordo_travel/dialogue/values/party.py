"""The size of a party as people write it: "for three", "me + wife + 2 kids", "just us two", "one more person"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count
from ricordo_travel.dialogue.values.text import is_common_word, is_first_name

MAX_PEOPLE = 20
_GROWN_UP = 18
_ADULTS = (
    "people|persons?|pupils?|students?|teachers?|colleagues|players|members|ladies|men|women|lads|"
    "pensioners|adults?|grown ?ups?|guests?|passengers?|travell?ers?|seats?|tickets?|of us|heads"
)
_CHILDREN = "kids?|children|childs?|bab(?:y|ies)|infants?|toddlers?|teens?|teenagers?|little ones?|boys?|girls?"
_ONE = (
    "wife|husband|hubby|partner|girlfriend|boyfriend|fiancee?|mother|father|mate|friend|buddy|son|daughter|"
    "brother|sister|kid|grandson|granddaughter|grandchild|"
    "roommate|flatmate|housemate|roomie|child|baby|toddler|infant|teenager|boy|girl|little one|"
    "grandma|grandpa|grandmother|grandfather|granny|nan|aunt|"
    "uncle|cousin|niece|nephew|colleague|boss|spouse|fiance|nanny|better half|other half|dog sitter|gran|mum|mom|dad"
)
_TWO = "parents|grandkids|grandchildren|twins|in-laws|grandparents|kids|children|boys|girls|sons|daughters"
_FRIENDS = "friends|mates|buddies|girls|guys|lads|ladies|colleagues|cousins|brothers|sisters"
_ME_AND_NAMES = re.compile(
    r"(?<!\btell )(?<!\bshow )(?<!\blet )(?<!\bgive )(?<!\bfind )\bme(?P<names>(?: [a-z]{2,20}){1,4}?)"
    r"(?=,? (?:and|plus) )"
)
"""One who writes, and those who are named with no more than blanks between: "me priya and dad"."""
_PERSON = re.compile(
    rf"(?:(?:my|the|our|a|an|her|his)\s+)?(?:(?P<count>{NUMBER})\s+(?:of (?:the|my|"
    rf"our)\s+)?)?(?:(?:little|older|younger|small|best|old|other|"
    rf"new|grown|elderly|good|dear|twin)\s+)?(?P<noun>{_TWO}|{_FRIENDS}|{_ADULTS}|{_CHILDREN}|{_ONE})"
    r"\b(?:\s+[a-z]+(?=\s*(?:,|and|\+|plus|$)))?"
)
_SOMEBODY = re.compile(rf"\b(?:{_TWO}|{_FRIENDS}|{_CHILDREN}|{_ONE})\b")
_SEPARATOR = re.compile(
    rf"\s*(?:,\s*and\b|,\s*plus\b|,|\band\b|\+|\bplus\b|&|\bwith\b(?=\s+(?:my|our|an?|the|{NUMBER})\s))\s*(?:also\s+)?"
)
_ME = re.compile(r"\b(?:me|myself|us two|both of us)\b(?=\s*(?:,|(?:and|plus|with|my|our)\b|\+|&))(?:\s+with\b)?")
_TAKEN = re.compile(r"^,? ?(?:plus\b|\+)|\b(?:tak|bring)(?:e|ing)?(?: along)?(?= (?:my|our|an?) )")
"""Who comes along beside those who were counted: "we are two and would like to take our granddaughter"."""
_WITH = re.compile(rf"\b(?:with|bring(?:ing)?|tak(?:e|ing)|and) (?=(?:my|our|the|{NUMBER}|an?)\s)")
_WE = re.compile(r"\b(?:we|us|our)\b")
_CHILDREN_ALONG = re.compile(
    rf"(?:(?:our|the|an?) )?(?:{NUMBER} )?(?:(?:little|small|young|older|younger|twin|teenage) )?"
    rf"(?:{_CHILDREN}|sons?|daughters?|twins)\b"
)
_NAMES_PARENT = re.compile(r"\b(?:wife|husband|hubby|partner|spouse|single (?:mum|mom|dad|mother|father|parent))\b")
_FAMILY = re.compile(r"\b(?:my|our) (?:whole )?family(?:,|:| \() ?(?:my )?(?=wife|husband|partner|\d|two|three|four)")
_STAYS = re.compile(r"\b(?:stay|staying|live|living|sleep|sleeping) $")
_NAME_AND_ME = re.compile(
    r"(?P<start>^\W*|\b(?:for|with|just|only|both|us) )?(?<!is )(?<!i'm )(?<!am )(?<!called )(?<!it's )"
    r"(?<!in )(?<!near )(?<!to )(?<!from )\b(?P<name>[a-z]{3,20}) and (?:me|myself|i)\b"
)
_ROOM = r"(?:(?:one|other|another|second|own|single|double|twin|family|same|rooms?)(?: |\b))"
_OF_ROOM = re.compile(
    rf"\b(?:(?:an?|{NUMBER}) )?(?:kids?|child(?:ren)?(?:'?s)?|baby|infant) "
    rf"(?:club|pool|menu|area|corner|room|bed|seat|chair)s?\b|"
    rf" (?:in|share|sharing|ha[sv]e?|gets?|takes?) (?:(?:the|an?|his|her|their) )?{_ROOM}{{1,3}}(?!of |person|more)|"
    rf"(?:(?<=, )|(?<=\band )|(?<=\bplus ))(?:(?:the|an?) )?{_ROOM}{{1,3}}for (?=(?:my|our|the|me|{_ONE})\b)"
)
"""Who sleeps in which room, which does not cut a list of people: "my wife and i in one, the kids in the other"."""
_OF_FRIENDS = re.compile(
    rf"(?<!with )(?<!and )(?<!\+ )(?<!my )(?<!our )(?<!have )(?<!visit )(?<!see )(?<!meet )(?<!ing )(?<!plus )(?<!for )"
    rf"\b(?P<count>{NUMBER}) (?:(?:old|good|best|close|young|retired|single|school|university|uni|college|work|"
    rf"army|golf(?:ing)?|fellow|elderly|grown-up) ){{0,3}}(?:{_FRIENDS})\b"
)
_COUPLES = re.compile(rf"\b(?P<count>{NUMBER}) couples\b")
_YEARS = re.compile(
    rf"\b(?P<age>{NUMBER})[ -]?(?:(?:year|yr|month)(?P<many>s?)[ -]old(?P<plural>s?)|y/?o)\b"
    rf"(?P<who> (?:twin )?(?:{_TWO}|{_FRIENDS}|{_CHILDREN}|{_ONE})\b)?"
)
_AGE = re.compile(
    rf"\b(?:they|s?he|{_TWO}|{_FRIENDS}|{_CHILDREN}|{_ONE})(?:'re|'s| are| is| will be|'ll be| turns?| turned)"
    rf"(?: now| just| only| both| turning)? {NUMBER}\b(?: [^.;!?]{{0,40}}\bnot {NUMBER}\b|,? not {NUMBER}\b)?"
)
"""How old somebody is: "they're 5 in july, not 4 any more"."""
_NUMBERED = re.compile(
    rf"(?<!much for )(?<!expensive for )(?<!pricey for )\b(?P<count>{NUMBER}|an?|couple of)"
    rf"[ -](?:more |other )?(?P<noun>{_ADULTS}|{_CHILDREN})\b(?! for {NUMBER} (?:people|persons|adults|of us)\b)"
)
_MISSES = re.compile(
    rf"(?<!only )(?<!just )\b(?:(?P<count>{NUMBER}) of (?:us|them|my friends)|(?:my|our) (?:{_ONE})(?: [a-z]+)?|s?he"
    rf"|(?P<friends>{NUMBER}) (?:people|{_FRIENDS})|one friend)(?: (?:now|sadly|has|have|had|is|are|will|to)){{0,3}} "
    r"(?:(?:drop|bail|back|pull)(?:s|ed|ped|ing|ping)? out|bail(?:s|ed)|cancel(?:s|led)|stay(?:s|ing)? (?:at )?home|"
    r"(?:can't|cannot|can not|won't|isn't|aren't|not|no longer|doesn't|don't)(?: be| able to| want to){0,2} "
    r"(?:come|comes|coming|join|joins|joining|make it|going|go|travel|travelling))\b"
)
"""Some of the people who do not come after all: "one of us drops out", "my sister can't make it"."""
_SHOWN_FOR = re.compile(
    r"\b(?:(?:that|it|this)(?:'s| is)|(?:those|these|they) are|(?P<asks>(?:is|isn't|are) (?:that|it|this|th[eo]se)))"
    rf"(?: price| only| just| all){{0,2}} for (?:the )?(?P<count>{NUMBER})\b(?: guests?| persons?| people| of us)?"
)
"""For how many something that was shown is, which is no wish beside how many there are: "that's for 1, we are 2"."""
_A_SEAT = re.compile(
    r"(?<=\d)(?: ?(?:[$€£]|dollars|usd|bucks|euros?|eur|pounds|gbp|quid))? ?(?:for )?(?:an?|one|1|each|every) "
    r"(?:seat|ticket|person|passenger|head|adult|guest|travell?er)\b"
)
"""What a price is for, which is no party: "where did you get 630 a seat from?"."""
_PRICE_OF_SEAT = re.compile(
    r"\b(?:how much (?:is|was|are|does|for|would)|what (?:does|would|is)|costs?|price|pay)(?: [a-z]{2,8}){0,3}? "
    r"(?:an?|one|each|every) (?:seat|ticket|passenger)\b"
)
_ONE_OF_US = re.compile(r"(?<!only )(?<!just )\bone of us\b")
SOME_OF_US = re.compile(
    rf"(?<!the )(?<!all )(?<!only )(?<!just )\b(?P<count>{NUMBER}) of us (?:(?:are|live|come|start|fly|leave|will)"
    r"(?: [a-z]{2,9}){0,2} (?:in|from|at)|are (?:vegans?|vegetarians?|allergic|coeliac)|(?:don't )?eat)\b"
)
"""Some of more people, who are no party of their own: "two of us are in London"."""
_SO = re.compile(
    rf"\b(?:so|makes?) (?:we're |we are |that's |now |only |just |us |it |that )*(?P<count>{NUMBER})\W*$|"
    rf"(?:^|[,.!?] )(?:all )?(?P<all>{NUMBER}) after all\b"
)
_OF_US = re.compile(
    rf"\b(?:all |the |just |only )*(?P<count>{NUMBER}|both) of us\b(?: again| as always| as usual| this time)?|"
    rf"\bus (?!one\b|1\b)(?P<us>{NUMBER})\b(?! (?:\w+ )?(?:rooms?|hotels?|flights?|cars?|seats?|tickets?|nights?)\b)|"
    rf"\b(?:the|there are|there're) (?P<them>{NUMBER}) of them\b"
)
_ON_LAP = re.compile(
    rf"(?:,? (?:and|plus|with) )?\b(?:an?|the|our|my|one) (?:{_CHILDREN}|{_ONE})\b(?: (?!and\b)[a-z']{{1,12}}){{0,5}}"
    r" (?:on|in) (?:my|our|the|her|his) lap\b"
)
"""A baby that needs no seat."""
_FLY = re.compile(
    r"\b(?:flights?|tickets?|seats?|look)(?: [a-z]{2,12}){0,4} for (?=(?:my|our) )|"
    r"\b(?:send(?:ing)? (?=(?:my|our) )|treat(?:ing)? (?=(?:my|our) (?:grand)?parents\b))"
)
_ADDS = re.compile(r"\s*(?:,\s*)?(?:and\b|plus\b|\+|&)")
_GROUP = re.compile(
    rf"\b(?:(?:party|family|group|team|bunch) of|(?:travel|go|come) as) (?P<count>{NUMBER})\b|"
    r"\bwe(?:'re| are| will be|'ll be|'d be| would be|(?<=can we) be|(?<=could we) be) "
    rf"(?:always |usually |now |a |only |just |still |all )*(?P<we>{NUMBER})\b"
    r"(?! (?:nights?|days?|weeks?|hours?|minutes?|km|miles|stars?|years?|months?|%|families|couples|households))|"
    rf"\b(?:were|only|just|now|we) (?P<now>{NUMBER}) (?:this time|now|today|for this)\b"
)
_FOR = re.compile(
    rf"\bfor (?:the |all |just |only |us )*(?P<count>{NUMBER})\b(?! ?(?:nights?|days?|weeks?|months?|"
    rf"hours?|minutes?|stars?|"
    r"or |k\b|[$€£%]|dollars|bucks|euros?|usd|january|february|march|april|may|june|july|august|september|october|"
    r"november|december|st\b|nd\b|rd\b|th\b|a night|per|each|-|/|\.\d|,\d|in total|total|to \d|separate|single|"
    r"more|extra|other|last|whole|full|further|additional|double|rooms?|families|couples|households|"
    r"(?:[a-z]{2,8} )?(?:bags|suitcases|cases)\b))"
)
_ALONE = re.compile(
    r"\b(?:just|only) (?:for )?(?:me|myself)\b(?! (?:who|that) (?!trave|fl[iy]|com|go))|"
    r"\bby myself\b|\balone\b|\bsolo\b|\bon my own\b|\bone person\b|"
    r"\bi(?:'d be|'ll be|'m| am| will be| would be) (?:fly|travel|com)l?ing(?: from [a-z]{3,12})? myself\b|"
    r"\bme myself\b|\b(?:flights?|hotel|room) (?:is|are|will be) for me\b"
    r"(?! *(?:,|and|\+|plus|&|with|to|is|if|because)(?!\w))|\b(?:only|just) i (?:fly|need|go|travel|am)\b"
)
_PAIR = re.compile(
    r"\b(?:the|us|both|just) (?:the )?two of us\b|\bthe pair of us\b|\bboth of us\b|\bwe're a "
    r"couple\b|\bas a couple\b|\bcouples?\b(?! of)|\bhoneymoon\b|\bour (?:[a-z]+ )?anniversary\b|"
    r"\bfor (?:us |the )?both(?=\W*$|[,.;!?]| please\b)"
)
_COUPLE = re.compile(r"\bcouple (?:with|and|plus)\b")
_MORE = re.compile(
    rf"\b(?P<add>add )?(?P<count>{NUMBER}|an?|another) (?:(?P<more>more|extra|additional|less|fewer) "
    rf")?(?P<noun>person|people|adult|guest|kid|child|passenger|traveller|seat|friend)s?"
    r"(?P<after> (?:more|extra|less|too|as well|joining|is coming|joins|fewer|"
    r"on (?:the same|both|our|all) flights?))?\b"
)
_PLUS = re.compile(
    r"\b(?:likes?|wants?) to bring (?=(?:an?|another|one)\s)|"
    rf"\b(?:plus|add|along with|as well as|also (?:for|with)|(?<!and )bringing|for(?= my [a-z]+,? (?:too|as well)\b)) "
    rf"(?=(?:my|our|{NUMBER}|an?)\s)"
)
_DOES = re.compile(r" (?:comes?|will|is|are|goes|joins?|needs?|takes?|lives?|stays?|would|wants?|can|can't|arrives?)\b")
_ONLY = re.compile(r"\b(?:only|just|instead|this time|now|not all|after all)\b")
_COMES_ALONG = re.compile(
    r"\b(?:(?:is|are) (?:coming (?:too|along|with)|joining)|add (?:him|her)|joins? us|comes? (?:too|along)|"
    r"tags? along|wants? to come)\b"
)


NEEDS_SEAT = re.compile(
    r"\b[a-z]{2,20} (?:also )?needs (?:an? |one |her |his )?(?:own )?(?:seat|ticket)\b(?! (?:in|for the) )|"
    r"\bs?he(?:'d|'ll| would| will|'s going to)? (?:also )?(?:needs?|wants?|gets?|have|has)\b"
    r"[^.;!?]{0,40}?\b(?:seat|ticket)\b"
)
_OF_WRITER = re.compile(
    r"(?:\b(?:i'm|i am|im|as|she's|he's|s?he is|is|was)\b(?: (?!and\b)[a-z0-9]{1,12}){0,3}(?:,| and)? )"
    r"an? (?:[a-z]{3,12} )?(?:pupil|student|teacher|pensioner|player|member|man|woman|adult)\b|"
    r"\b(?:an? |any )?(?:student|pensioner|teacher|member|adult)s?'? (?:discounts?|fares?|prices?|rates?|cards?)\b"
)
"""What somebody is, which says nothing of how many travel: "I am 22 and a student"."""
_NOT_SO_MANY = re.compile(rf"\b(?:not|isn't|aren't) (?:just |only |for ){{0,2}}{NUMBER} (?:{_ADULTS})\b(?! but\b)")
_MAKES = re.compile(
    rf"\b(?:makes?|making)(?: us| it| that)?(?: a total of)? (?P<count>{NUMBER})(?! (?:nights?|days?)\b)\b"
)
_SAME_PEOPLE = re.compile(r" ?(?:[,:(]|[,.] (?:so|that's|they are|namely)) ?")
_NO_NAMES = frozenset(
    "i the it is then that this please thanks so but no yes we you they not just also hotel hotels flight "
    "flights car cars room rooms dear love mate thanks please sorry sir madam".split()
)


_FORMER = re.compile(
    rf"\b(?:my|our) (?:late|deceased|dear departed) (?:{_ONE})\b(?:,? [a-z]{{2,20}},?)?(?:,? and (?:i|me)\b)?|"
    r"\b(?:my|i|we)\b[^.;:!?,]{0,60}?\b(?:went|were|was|stayed|visited|travell?ed|flew|honeymooned|been|spent|came|got|did)\b"
    r"[^.;:!?,]{0,60}?\b(?:in (?:19\d\d|20[01]\d)|(?:years|months|ages|decades|a (?:long|few) \w{2,8}) ago|"
    r"last (?:year|time|summer|winter|autumn|spring|month)|as (?:kids|children|students))\b"
)
"""Somebody who has died, and a trip of the past with all who made it: they travel no more."""


def tells_former(text: str) -> bool:
    """Return whether a text in lower case speaks of a trip of the past, or of somebody who has died."""
    return bool(_FORMER.search(text))


def parse_party(text: str, known: int | None = None) -> int | None:
    """Return the number of people in a text in lower case, or None if it names none.

    Some of more people that are `known` are no other party: "my husband and I would rather share", of three.
    """
    text = _ME_AND_NAMES.sub(_part_names, _FORMER.sub(" ", text))
    if match := _SHOWN_FOR.search(text):
        people = parse_party(_SHOWN_FOR.sub(" ", text), known)
        if people or (match["asks"] and match["count"] in {"1", "one"}):
            return people
    text = _A_SEAT.sub(" ", text)
    text = text if (known or 1) == 1 or _ONLY.search(text) else _PRICE_OF_SEAT.sub(" ", text)
    text = SOME_OF_US.sub(lambda each: " " if parse_count(each["count"]) < (known or 0) else each[0], text)
    text = _NOT_SO_MANY.sub(" ", _OF_WRITER.sub(" ", NEEDS_SEAT.sub(" ", text)))
    text = _ON_LAP.sub(" ", _ONE_OF_US.sub(" ", _MISSES.sub(" ", _OF_ROOM.sub("", drop_ages(text)))))
    for read in _READERS:
        count = read(text)
        is_part = count and known and count < known and read in _PARTS and not _ONLY.search(text)
        if count and not is_part and (people := _limit(count)):
            return people
    return None


def _part_names(match: re.Match[str]) -> str:
    """Return "me" and those who are named right after it with commas between: "me, priya and my father"."""
    names = match["names"].split()
    are_names = all(is_first_name(each) or re.fullmatch(_ONE, each) for each in names)
    return ", ".join(["me", *names]) if are_names else match[0]


def parse_listed(text: str) -> int | None:
    """Return how many people a list names with the one who writes: "my wife, me and our three children"."""
    listed = _read_me_and_others(drop_ages(_ME_AND_NAMES.sub(_part_names, text)))
    return listed if listed and listed == parse_party(text) else None


def drop_ages(text: str) -> str:
    """Return a text in lower case without how old somebody is: "our 4 year old twins" are twins."""
    return _YEARS.sub(_name_aged, _AGE.sub(" ", text))


def _name_aged(match: re.Match[str]) -> str:
    """Return who is so old: "two 6 year olds" are two children."""
    if match["who"] or match["many"] or parse_count(match["age"]) >= _GROWN_UP:
        return (match["who"] or match[0]).strip()
    return "children" if match["plural"] else "child"


def _read_total(text: str) -> int | None:
    """Return how many people there are with all who come along: "plus my mum makes 5"."""
    match = _MAKES.search(text) if _SOMEBODY.search(text) else None
    return parse_count(match["count"]) if match else None


def _read_group(text: str) -> int | None:
    match = _GROUP.search(text)
    kinds = {bool(re.fullmatch(_ADULTS, each["noun"])) for each in _NUMBERED.finditer(text)}
    if match and not match["count"] and (len(kinds) == 2 or re.match(r" (?:adult|grown ?up)", text[match.end() :])):
        return None  # "we are 2 adults and 3 kids", "… and our twins"
    rest = text[match.end() :] if match else ""
    taken = _TAKEN.search(rest)
    more = _count_list(f" and {rest[taken.end() :].strip()}") if taken else 0
    return parse_count(next(filter(None, match.groups()))) + more if match else None


def _read_of_us(text: str) -> int | None:
    match = _OF_US.search(text)
    if not match:
        return None
    word, rest = match["count"] or match["us"] or match["them"], text[match.end() :]
    count = 2 if word == "both" else parse_count(word)
    return count + (_count_list(rest) if _ADDS.match(rest) else 0)


def _read_me_and_others(text: str) -> int | None:
    named = [match for match in _PERSON.finditer(text) if not re.fullmatch(_ADULTS, match["noun"])]
    starts = [match.start() for match in named[:MAX_PEOPLE]]
    if people := next((count for start in starts if (count := _count_with_me(text[start:]))), 0):
        return people
    if (match := _ME.search(text)) and (others := _count_others(text[match.end() :])):
        return (2 if "us" in match[0] else 1) + others
    return 2 if any(map(_is_name, _NAME_AND_ME.finditer(text))) else None


def _count_others(text: str) -> int:
    """Return how many people are named right after "me", with or without a separator: "me my husband and 2 kids"."""
    return _count_list(text if _SEPARATOR.match(text) else f" and {text.strip()}", with_names=True)


def _is_name(match: re.Match[str]) -> bool:
    """Return whether the word before "and me" is somebody's name."""
    starts = match["start"] is not None and match[0].endswith(" me")
    return match["name"] not in _NO_NAMES and (starts or not is_common_word(match["name"]))


def _read_numbered(text: str) -> int | None:
    numbered = list(_NUMBERED.finditer(text))
    if not numbered or _parse_more(text):
        return None
    adults = [each for each in numbered if re.fullmatch(_ADULTS, each["noun"])]
    if len(numbered) == 1 and any(_is_named_after(text, each) for each in adults):
        return _count_numbered(adults[0])  # "two people, mum and dad"
    listed = [_count_list(f"and {text[each.start() :]}") for each in adults[:1]]  # "2 adults and our twins"
    return max([sum(map(_count_numbered, numbered)), *listed]) if adults else None


def _is_named_after(text: str, match: re.Match[str]) -> bool:
    """Return whether those who are counted are named after it, and are no others."""
    link = _SAME_PEOPLE.match(text, match.end())
    return bool(link) and count_named(text[link.end() :]) == _count_numbered(match)


def _read_with_children(text: str) -> int | None:
    numbered = list(_NUMBERED.finditer(text))
    if not numbered or _parse_more(text):
        return None
    total = sum(map(_count_numbered, numbered))
    match = _FAMILY.search(text) or _WITH.search(text)
    if _COUPLE.search(text):
        return None  # "a couple with a baby"
    return _count_writers(text, match) + (_count_list(" and " + text[match.end() :]) or total) if match else None


def _count_numbered(match: re.Match[str]) -> int:
    return 2 if match["count"] == "couple of" else parse_count(match["count"])


def _read_friends(text: str) -> int | None:
    match = _OF_FRIENDS.search(text)
    return parse_count(match["count"]) if match else None


def _read_couples(text: str) -> int | None:
    match = _COUPLES.search(text)
    return 2 * parse_count(match["count"]) if match else None


def _read_others_who_fly(text: str) -> int | None:
    """Return for how many others a flight is: "flights for my son and daughter"."""
    match = None if _parse_more(text) else _FLY.search(text)
    rest = text[match.end() :] if match else ""
    is_counted = re.search(r"\b(?:too|as well|and (?:me|i|myself))\b|^my [a-z]+'s\b", rest)  # or it is no person
    return _count_list(f" and {rest}") or None if rest and not is_counted else None


def _read_alone(text: str) -> int | None:
    return 1 if _ALONE.search(text) else None


def _read_pair(text: str) -> int | None:
    match = _PAIR.search(text)
    rest = re.sub(r"^ with ", " and ", text[match.end() :]) if match and match[0].endswith(("couple", "us")) else ""
    return 2 + _count_list(rest) if match else None


def _read_for(text: str) -> int | None:
    match = _FOR.search(text) or _SO.search(text)
    return parse_count(next(filter(None, match.groups()))) if match else None


def parse_company(text: str) -> int | None:
    """Return the number of people if a text says who comes along: "with my wife", "with the little one"."""
    text = drop_ages(text)
    starts = [
        match
        for match in _WITH.finditer(text)
        if match[0].startswith(("with", "bring", "tak")) and not _STAYS.search(text[: match.start()])
    ]
    counts = ((start, _count_list(" and " + text[start.end() :])) for start in starts[:5])
    return next((_count_writers(text, start) + others for start, others in counts if others), None)


def _count_writers(text: str, match: re.Match[str]) -> int:
    """Return how many write of those whom they take along from a match on: "we … with our kids" are two parents."""
    are_parents = _WE.search(text[: match.end()]) and _CHILDREN_ALONG.match(text, match.end())
    return 2 if are_parents and not _NAMES_PARENT.search(text) else 1


_READERS = (
    _read_total,
    _read_group,
    _read_of_us,
    _read_me_and_others,
    _read_numbered,
    _read_with_children,
    _read_friends,
    _read_others_who_fly,
    _read_alone,
    _read_couples,
    _read_pair,
    _read_for,
)
_PARTS = frozenset({_read_me_and_others, _read_with_children, _read_friends, _read_pair})
"""Readers of people who may be some of those who travel."""


def parse_party_change(text: str, known: int | None = None) -> int | None:
    """Return by how many people the party grows or shrinks: "one more person", "my mother is coming too"."""
    if change := _parse_more(text):
        return change
    if NEEDS_SEAT.search(text) and (known or 1) == 1:
        return 1
    if match := _MISSES.search(text):
        return -parse_count(match["count"] or match["friends"] or "one")
    if parse_party(text) is not None:
        return None
    if match := _PLUS.search(text):
        if match[0].startswith("for ") and (known or 1) > 1:
            return None  # "for my daughter too", who is counted already
        return _count_list(" and " + text[match.end() :]) or None
    return 1 if _COMES_ALONG.search(text) else None


def _parse_more(text: str) -> int | None:
    for match in _MORE.finditer(text):
        how = (
            match["more"]
            or (match["after"] or "").strip()
            or ("more" if match["count"] == "another" or match["add"] else "")
        )
        if how:
            count = 1 if match["count"] == "another" else parse_count(match["count"])
            return -count if how in {"less", "fewer"} else count
    return None


def _count_with_me(text: str) -> int:
    """Return how many people a list names if the one who writes is among them: "my husband, me and our daughter"."""
    counts = list(_list_people(f"and {text}"))
    return sum(count or 1 for count in counts) if None in counts else 0


def _count_list(text: str, *, with_names: bool = False) -> int:
    """Return how many others a list names that begins with a separator: ", tom and the 2 kids"."""
    return sum(count or 0 for count in itertools.takewhile(bool, _list_people(text, with_names=with_names)))


def count_named(text: str) -> int:
    """Return how many others a text in lower case names that begins with them: "my parents and my sister"."""
    return _count_list(f" and {text}")


def _list_people(text: str, *, with_names: bool = False) -> Iterator[int | None]:
    """Yield how many people each item of a list is that begins with a separator; None for the one who writes."""
    is_person = False
    while separator := _SEPARATOR.match(text):
        text = text[separator.end() :]
        with_names = with_names and not (is_person and separator[0].strip() == ",")  # "me and my husband, museums"
        if person := _PERSON.match(text):
            several = re.fullmatch(rf"{_TWO}|{_FRIENDS}", person["noun"])
            if separator[0].strip() == "," and _DOES.match(text, person.end()):
                return  # "me and my mother, my brother comes by train"
            yield parse_count(person["count"]) if person["count"] else 2 if several else 1
            text, is_person = text[person.end() :], True
        elif own := re.match(r"(?:me|myself)\b" if separator[0].strip() == "," else r"(?:me|myself|i)\b", text):
            yield None
            text = text[own.end() :]
        elif (name := re.match(r"[a-z]{2,12}\b(?= *(?:,|and\b|\+|plus\b|&|$|[.!?]))", text)) and (
            (with_names and name[0] not in _NO_NAMES) or not is_common_word(name[0])
        ):
            yield 1
            text = text[name.end() :]
        else:
            return


def _limit(count: int) -> int | None:
    return count if 1 <= count <= MAX_PEOPLE else None
