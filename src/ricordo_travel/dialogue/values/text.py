"""Messages as people type them, made regular: lower case, short forms written out, typing errors mended."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files

from ricordo_travel.dialogue.values.geography import is_unserved_word, place_words
from ricordo_travel.dialogue.values.memory_words import RELATION
from ricordo_travel.dialogue.values.numbers import NUMBER

MAX_LENGTH = 4_000
"""Characters of a message that are read."""
_MAX_WORD = 20
_MIN_CITY = 7
"""Letters of a word that may be a city with a typing error: shorter ones are as likely somebody's name."""
_SHORT_FORMS = {
    "pls": "please", "plz": "please", "plse": "please", "u": "you", "ur": "your", "r": "are", "thx": "thanks",
    "thanx": "thanks", "tx": "thanks", "ty": "thanks", "tysm": "thanks", "tmrw": "tomorrow", "tmr": "tomorrow",
    "tomoz": "tomorrow", "tmw": "tomorrow", "wknd": "weekend", "wkend": "weekend", "nite": "night",
    "nites": "nights", "ngt": "night", "nts": "nights", "ppl": "people", "pax": "people", "pers": "persons",
    "gonna": "going to", "wanna": "want to", "gotta": "have to", "gimme": "give me",
    "lemme": "let me", "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "cant": "can't", "wont": "won't",
    "isnt": "isn't", "arent": "aren't", "wasnt": "wasn't", "havent": "haven't", "whats": "what's",
    "wheres": "where's", "whens": "when's", "hows": "how's", "im": "i'm", "ive": "i've", "id": "i'd",
    "thats": "that's", "lets": "let's", "theres": "there's", "theyre": "they're", "weve": "we've",
    "hes": "he's", "shes": "she's", "veggies": "vegetarians",
    "youre": "you're", "yall": "you", "approx": "about", "ca": "about", "bout": "about", "abt": "about",
    "smth": "something", "outta": "out of", "smwhere": "somewhere", "sumwhere": "somewhere",
    "sth": "something", "sthg": "something", "hols": "holidays", "vacay": "vacation", "accom": "accommodation",
    "accomodation": "accommodation", "acc": "accommodation", "bf": "boyfriend", "gf": "girlfriend",
    "hubby": "husband", "wifey": "wife", "mum": "mother", "mom": "mother", "dad": "father", "kiddos": "kids",
    "kiddo": "kid", "min": "minimum", "max": "maximum", "pn": "a night", "pppn": "a night", "pp": "per person",
    "pd": "a day", "appt": "apartment",
    "veggie": "vegetarian", "vego": "vegetarian", "veg": "vegetarian", "fave": "favourite",
    "favorite": "favourite", "prob": "probably", "prolly": "probably", "def": "definitely", "cuz": "because",
    "coz": "because", "bc": "because", "btw": "by the way", "asap": "soon", "nvm": "never mind", "nm": "never mind",
    "idk": "i don't know", "dunno": "i don't know", "lmk": "let me know", "ya": "yes", "yea": "yes", "yeh": "yes",
    "yh": "yes", "yass": "yes", "yess": "yes", "y": "yes", "ye": "yes", "yup": "yes", "yep": "yes", "yeah": "yes",
    "jup": "yes", "jep": "yes", "jepp": "yes", "yas": "yes", "yus": "yes", "yessir": "yes",
    "aye": "yes", "ja": "yes", "oui": "yes", "si": "yes", "sim": "yes",
    "k": "ok", "kk": "ok", "okay": "ok", "okey": "ok", "oki": "ok", "okie": "ok",
    "alrighty": "alright", "nah": "no", "nope": "no", "n": "and", "naw": "no",
    "cheapo": "cheap", "traveling": "travelling", "traveler": "traveller", "travelers": "travellers",
    "canceled": "cancelled", "canceling": "cancelling", "center": "centre", "bday": "birthday", "mon": "monday",
    "tue": "tuesday", "tues": "tuesday", "wed": "wednesday", "weds": "wednesday", "thu": "thursday",
    "thur": "thursday", "thurs": "thursday", "fri": "friday", "jan": "january", "feb": "february", "mar": "march",
    "apr": "april", "jun": "june", "jul": "july", "aug": "august", "sep": "september", "sept": "september",
    "oct": "october", "nov": "november", "dec": "december", "1st": "first", "sidney": "sydney", "sat": "saturday",
    "lx": "lisbon", "bcn": "barcelona", "edinborough": "edinburgh", "edinboro": "edinburgh", "lisboa": "lisbon",
    "roma": "rome", "firenze": "florence", "napoli": "naples", "milano": "milan", "wien": "vienna",
    "munchen": "munich", "muenchen": "munich", "koln": "cologne", "koeln": "cologne", "kiev": "kyiv",
    "bombay": "mumbai", "saigon": "ho chi minh city", "marrakesh": "marrakech", "frisco": "san francisco",
    "la": "la", "w": "with", "wo": "without", "tonite": "tonight", "2moro": "tomorrow", "2nite": "tonight",
    "whatcha": "what do you", "bnb": "hotel", "airbnb": "hotel", "ev": "electric", "cabrio": "convertible",
    "minivan": "van", "4x4": "suv", "biz": "business", "brekkie": "breakfast", "brekky": "breakfast",
    "cancelation": "cancellation", "htl": "hotel", "htls": "hotels", "flt": "flight", "flts": "flights",
    "bfast": "breakfast", "bkfst": "breakfast", "sgl": "single", "dbl": "double", "rm": "room", "rms": "rooms",
}  # fmt: skip
_ANSWERS = frozenset("yes no ok sure yeah yep yup nope please thanks great perfect".split())
"""Words that people draw out: "yesss", "nooo"."""
_FIRST_WORD = re.compile(r"[A-Za-z]{2,20}\b")
_NO_NAMES = frozenset(
    "the this that there it what which where when how who everything nothing something someone everybody all both "
    "money breakfast dinner food weather sorry here today tomorrow these those flight hotel room car price one she he "
    "they not vegan vegetarian allergic retired married single new old fine ok okay yes no please thanks".split()
)
_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
_OF_DAY = rf"\b({_WEEKDAY}|\d(?:st|nd|rd|th)|tomorrow)"
_DAY_OF_MONTH = r"\b(\d{1,2} (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6})"
_PARTY = r"(?:people|ppl|pax|persons?|of us|adults?|passengers?|guests?|travell?ers?|seats?|tickets?)"
_MULTIWORD = (
    (
        re.compile(rf"\bfrom {NUMBER}(?: {_PARTY})? (?:down |up )?to (?=(?:just |only )?{NUMBER} {_PARTY}\b)"),
        "to ",
    ),
    (re.compile(rf"\bfrom {NUMBER} {_PARTY} (?:down |up )?to (?:just |only )?({NUMBER})\b"), r"to \1 people"),
    (re.compile(r"\b(?:strike|cross|scratch) (?:out )?(?=(?:that|the (?:bit|fact|note)) )"), "erase "),
    (re.compile(r"\bw/o\b"), "without"),
    (re.compile(r"\bb4\b"), "before"),
    (re.compile(r"\b(get|gets|getting|got|being|be) wed\b(?! the\b| \d)"), r"\1 married"),
    (
        re.compile(
            r"\b(?:don'?t|do not) forget (?:about )?"
            r"(?=(?:the|an?|our|my) (?:hotels?|flights?|car|rooms?|return|way back)\b)"
        ),
        "also ",
    ),
    (
        re.compile(
            r"(?:^|(?<=[,.;!?] )|(?<=\band )|(?<=\bbut )|(?<=\bso )|(?<=\bwhy )|(?<=\bhi )|(?<=\bhey )|(?<=\bhello ))"
            r"were(?= (?:(?:now|only|just|all|an?|still) )?(?:\d|two|three|four|five|six|seven|eight|family|couple|"
            r"group|looking|going|flying|planning|thinking|travelling|traveling|coming|staying)\b)"
        ),
        "we're",
    ),
    (re.compile(rf"\b((?:my|our) {RELATION})s(?= (?:name|age|birthday|illness)\b)"), r"\1's"),
    (re.compile(r"\b([01]?\d|2[0-3]) ?o'?clock\b"), r"\1:00"),
    (re.compile(r"\bw/"), "with "),
    (re.compile(r"(?<![\w.])(\d{1,2})p\b"), r"\1 people"),
    (re.compile(r"(?:^|(?<=\s))<\s?(?=[$€£]?\d)"), "under "),
    (re.compile(r"(?<=\d)/(?:nt|nite|night)\b"), " a night"),
    (re.compile(r"\bb ?& ?b\b"), "hotel"),
    (re.compile(r"\bsf\b"), "san francisco"),
    (re.compile(r"\br/t\b"), "return"),
    (re.compile(r"\b2mrw\b|\b2moro\b"), "tomorrow"),
    (re.compile(r"(?<=\d)\s?(?:nts?|nites?)\b"), " nights"),
    (re.compile(r"(?<=[1-5])\s?\*(?!\w)"), " stars"),
    (re.compile(r"\s&\s"), " and "),
    (re.compile(r"\bsun(?= ?(?:to|-|until|till) ?(?:mon|tue|wed|thu|fri))"), "sunday"),
    (re.compile(r"\bsun(?= (?:the )?\d)|(?<=\bto )sun\b|(?<=\btill )sun\b|(?<=\buntil )sun\b|(?<=-)sun\b"), "sunday"),
    (re.compile(r"\bsun(?= (?:am|pm|morning|noon|afternoon|evening|night|flights?|one)\b)"), "sunday"),
    (re.compile(rf"(?:{_OF_DAY}|{_DAY_OF_MONTH}) am\b"), r"\1\2 morning"),
    (re.compile(rf"(?:{_OF_DAY}|{_DAY_OF_MONTH}) pm\b"), r"\1\2 afternoon"),
    (
        re.compile(
            rf"{_OF_DAY} (morning|afternoon|evening|night) (back|home)\b"
            rf"(?! (?:on )?(?:the )?(?:next )?(?:\d|tomorrow|(?:{_WEEKDAY})\b))"  # "monday morning, back thursday"
        ),
        r"\3 on \1 \2",
    ),
    (re.compile(r"\ban (?=(?:the|my|a|an|i|then|our)\b)"), "and "),
)
_DOMAIN = """
    book first
    accommodation adults afternoon airport alone amenities anything apartment april august available baggage beach
    beaches bicycles birthday booked booking bookings breakfast budget business cabin calendar cancel cancelled
    cancelling cheap cheaper cheapest children christmas compact confirm convertible correct couple daughter december
    departure destination destinations diet different direct dollars driving economy electric evening expensive family
    february flight flights flying forget fourth friday friends garden girlfriend boyfriend guests holiday holidays
    hostel hotel hotels husband including instead interests itinerary january july june kitchen luggage luxury march
    midsize monday month morning museums nearest night nights nonstop november october option options parking partner
    passengers passport people person please pool prefer preferences premium president price recommend remember remove
    rental rented reservation restaurant restaurants return room rooms saturday sauna search second september seventh
    single something somewhere stars suggest suggestion suggestions sunday tuesday thursday thanks third ticket tickets
    tomorrow tonight travel travellers travelling trip trips under until vacation vegan vegetarian visa weather
    wednesday week weekend weeks window without yesterday double suite daytime allergic allergies hiking
    roomy snorkelling surfing sailing skiing diving nightlife shopping hopping history culture nature adventure
""".split()
_WORD = re.compile(r"(?<![\w'])[a-z]+(?:'[a-z]+)?(?!\w)|\b\d[a-z]\w{2,5}\b")


_ONES = "first second third fourth fifth sixth seventh eighth ninth".split()
_TEENS = {
    word: number
    for number, word in enumerate(
        "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth "
        "nineteenth twentieth".split(),
        start=10,
    )
} | {"thirtieth": 30}
_SPELLED = re.compile(
    rf"\b(?:twenty|thirty)[- ](?:{'|'.join(_ONES)})\b|\b(?:{'|'.join([*_ONES[5:], *_TEENS])})\b"
    rf"|\b(?:{'|'.join(_ONES)})(?= of (?:january|february|march|april|may|june|july|august|september|"
    rf"october|november|december))"
)


def remove_accents(text: str) -> str:
    """Return a text with plain letters for those with an accent."""
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))


@lru_cache(maxsize=1_024)
def normalise(message: str) -> str:
    """Return a message in lower case, without accents, with short forms written out and typing errors mended."""
    text = unicodedata.normalize("NFKC", message[:MAX_LENGTH]).lower()
    text = remove_accents(text)
    text = re.sub(r"[’‘`´]", "'", text)
    text = re.sub(r"[–—]", "-", text)
    text = re.sub(r"[👍👌✅]", " yes ", text)
    text = re.sub(r"\b(max|min)\.(?= )", r"\1", text)
    for pattern, replacement in _MULTIWORD:
        text = pattern.sub(replacement, text)
    text = _WORD.sub(lambda match: _mend(match[0]), text)
    text = _SPELLED.sub(lambda match: _spell_day(match[0]), text)
    return " ".join(text.split())


def write_yes(message: str) -> str:
    """Return a message with a plain yes for the drawn out or playful one that it begins with: "yesss", "jep"."""
    match = _FIRST_WORD.match(message)
    word = match[0].lower() if match else "yes"
    return f"yes{message[len(word) :]}" if word not in _ANSWERS and _mend(word) == "yes" else message


def _spell_day(words: str) -> str:
    """Return a day that is written in letters as a number: "14th" for "fourteenth"."""
    tens, _, ones = words.replace("-", " ").rpartition(" ")
    base = {"twenty": 20, "thirty": 30}.get(tens, 0)
    return f"{base + (_ONES.index(ones) + 1 if ones in _ONES else _TEENS[ones])}th"


def forget_words() -> None:
    """Empty the caches of what people have said."""
    normalise.cache_clear()
    _mend.cache_clear()


@cache
def english_words() -> frozenset[str]:
    """Return common English words, which are no typing errors.

    They are the words of the turns in `training/data`, and those of the tokenizer that look like a word of the domain.
    """
    return frozenset(files("ricordo_travel.dialogue").joinpath("english.txt").read_text("utf-8").split())


def is_common_word(word: str) -> bool:
    """Return whether a word in lower case is common English, or one that the dialogue reads."""
    return word in english_words() or word in _domain_words() or word in _SHORT_FORMS


@cache
def _first_names() -> frozenset[str]:
    return frozenset(files("ricordo_travel.dialogue").joinpath("names.txt").read_text("utf-8").split())


def is_first_name(word: str) -> bool:
    """Return whether a word in lower case is a frequent first name, and nothing else."""
    return word in _first_names()


def may_be_name(word: str) -> bool:
    """Return whether a word in lower case may be somebody's name: a frequent one, or no common English word."""
    return is_first_name(word) or not is_common_word(word)


@lru_cache(maxsize=8_192)
def _mend(word: str) -> str:
    if word in _SHORT_FORMS:
        return _SHORT_FORMS[word]
    if (short := re.sub(r"(.)\1+", r"\1", word)) != word and short in _ANSWERS:
        return _SHORT_FORMS.get(short, short)
    if not 4 <= len(word) <= _MAX_WORD or "'" in word or is_common_word(word):
        return word
    squeezed = re.sub(r"(.)\1{2,}", r"\1\1", word)
    return _nearest(squeezed) or squeezed


def _nearest(word: str) -> str | None:
    """Return the word of the domain that is the fewest typing errors away: one, or two in long words.

    A place that is not served is none for a word with another first letter, which is as likely another such place.
    """
    allowed = 1 if len(word) < 9 else 2
    candidates = {near for key in _deletions(word, allowed) for near in _deletion_index().get(key, ())}
    found = sorted((_count_errors(word, near), near[0] != word[0], near) for near in candidates)
    near = found[0][2] if found and found[0][0] <= allowed else None
    is_other = near is not None and (len(word) < _MIN_CITY or near[0] != word[0])
    return None if near and is_other and is_unserved_word(near) else near


@cache
def _domain_words() -> frozenset[str]:

    return frozenset(_DOMAIN) | place_words()


@cache
def _deletion_index() -> dict[str, list[str]]:
    """Return the words of the domain by what remains when up to two letters are left out of them."""
    index: dict[str, list[str]] = {}
    for word in sorted(_domain_words()):
        if 4 <= len(word) <= _MAX_WORD:
            for key in _deletions(word, 1 if len(word) < 6 else 2):
                index.setdefault(key, []).append(word)
    return index


def _deletions(word: str, count: int) -> set[str]:
    found = {word}
    layer = found
    for _ in range(count):
        layer = {each[:n] + each[n + 1 :] for each in layer for n in range(len(each))}
        found = found | layer
    return found


def _count_errors(one: str, other: str) -> int:
    """Return how many letters are wrong, missing, too many or swapped."""
    previous: list[int] = []
    row = list(range(len(other) + 1))
    for n, letter in enumerate(one, 1):
        before, previous, row = previous, row, [n]
        for m, wanted in enumerate(other, 1):
            cost = min(previous[m] + 1, row[m - 1] + 1, previous[m - 1] + (letter != wanted))
            if n > 1 and m > 1 and letter == other[m - 2] and one[n - 2] == wanted:
                cost = min(cost, before[m - 2] + 1)
            row.append(cost)
    return row[-1]


def split_sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, each with the mark that ends it."""
    for sentence in re.findall(r"[^.!?;\n]+(?:\.(?=\d)[^.!?;\n]+)*[.!?;]*", text):
        if sentence.strip():
            yield sentence.strip()
