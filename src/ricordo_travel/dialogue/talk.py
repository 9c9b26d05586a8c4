"""Small talk, questions about the assistant, travel topics that it knows nothing of, and everything else."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.climate import wants_warmth
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.plan import Plan, join_words, say
from ricordo_travel.dialogue.questions import ASK_SUGGEST, TRIP_QUESTIONS
from ricordo_travel.dialogue.refusals import is_refused
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.suggestions import find_activities
from ricordo_travel.dialogue.telling import describe_profile
from ricordo_travel.dialogue.text import is_common_word
from ricordo_travel.places import all_places

NO_MODEL = (
    "No language model is configured, so I answer by plain rules from the timetable, the bookings and what I remember."
)
REFUSAL = (
    "I'm sorry, I can only help with travel: where to go, flights, hotels and rental cars. "
    "Is there a trip that I can help you with?"
)
ENGLISH_ONLY = "I'm sorry, I understand English only. Where would you like to go, and when?"
_MIN_FOREIGN = 0.6
NO_HURRY = "Of course, take your time. Nothing is booked until you say yes."
ABILITIES = "I can suggest destinations, search flights, hotels and rental cars, and book, list, move and cancel them."
_ABOUT_ASSISTANT = re.compile(
    r"\b(?:what (?:can|do|else can) you (?:actually )?do(?: for me)?|how do you work|are you (?:an? "
    r")?(?:\w+ )?(?:ai|llm|language model|bot|robot|human|chatgpt|gpt|real|person|machine|computer)|"
    r"which model|what model|language model|who are you|what are you|who made you|what's your name|"
    r"your name|how can you help|who am i (?:talking|speaking|chatting) (?:to|with)|are you (?:there|"
    r"chatgpt))\b|^\W*help\W*(?:me)?\W*$"
)
_WHICH_PLACES = re.compile(
    r"\b(?:where (?:can|do) (?:you|i|we) (?:fly|go|serve)|which (?:places|cities|destinations|"
    r"countries) do you|what (?:places|cities|destinations|countries) do you|do you (?:serve|cover|"
    r"fly to))\b|\b(?:which|what|list (?:me )?(?:the|all|your)) (?:\w+ ){0,2}(?:places|cit(?:y|ies)|destinations|"
    r"countries)\b"
    r".{0,30}\b(?:you|u) (?:have|serve|offer|fly|cover|got|go)\b|\bclosest (?:place|city)\b.{0,30}\byou (?:have|"
    r"serve)\b"
)
_HELLO = re.compile(
    r"^\W*(?:hi+|hello|hey+|hiya|good (?:morning|afternoon|evening|day)|g'day|yo|howdy|greetings|"
    r"morning|evening|sup|hallo|bonjour|ciao|hola)\b"
)
_THANKS = re.compile(
    r"\b(?:thanks?|thank you|cheers|ta|merci|danke|gracias|grazie|obrigad[oa]|much appreciated|grateful|"
    r"appreciate it|you're (?:the best|"
    r"great|awesome|a star|a legend|a lifesaver|brilliant|amazing)|legend|lovely job)\b"
)
_GOODBYE = re.compile(
    r"\b(?:bye+|goodbye|see (?:you|ya)|good night|that's (?:all|it|everything)|talk (?:to you "
    r")?(?:later|soon)|ttyl|cya|i'm off|gotta go|have to go|catch you later|take care|until next time|"
    r"nothing else|i'm done|we're done|all done|signing off|laters)\b"
)
_HOW_ARE_YOU = re.compile(
    r"\bhow(?: are|'s|'re| is| r) (?:you|it going|things|your day|life)\b|\bwhat's up\b|\bhow do you "
    r"do\b|\byou (?:ok|alright|good)\?"
)
_PRAISE = re.compile(
    r"^\W*(?:great|perfect|lovely|wonderful|cool|nice|ok|awesome|super|brilliant|excellent|amazing|"
    r"good|fine|sweet|wow|yay|woohoo|fantastic|alright|sounds good|got it|noted|i see|makes sense|"
    r"fair enough|haha|lol|hehe|phew|hooray|noice|done|understood|right|neat|love it|very good|sure|"
    r"yes|please|true|exactly|indeed|wicked|sick|rad|dope|ace|quite all right|no (?:problem|worries)|"
    r"all good)\b"
)
_COMPLAINT = re.compile(
    r"\b(?:useless|stupid|rubbish|terrible|awful|annoying|you(?:'re| are) (?:bad|dumb|slow|not "
    r"helpful)|doesn't work|not helpful|hopeless|ridiculous|daylight robbery|rip ?off|scam|hate "
    r"(?:this|you)|frustrat|that's not what i|you don't understand|not what i (?:asked|meant|said))\b"
)
_DELAY = re.compile(
    r"\b(?:let me (?:think|check|ask|see)|i'll (?:think|check|ask|see|get back|be back|come back|"
    r"sleep on it|let you know|decide)|think about it|need to (?:think|check|ask|talk)|have to (?:ask|"
    r"check|think)|get back to you|not yet|maybe later|not now|give me a (?:sec|moment|minute)|hang "
    r"on|one sec|brb|will check|not booking|later|hold on|wait)\b"
)
_DOUBT = re.compile(
    r"\b(?:not (?:so |really |quite |entirely )?(?:sure|certain|decided|convinced)(?! (?:where|what|which))|undecided|"
    r"haven't decided|(?:has|have|needs?) to (?:ask|check with|talk to|think)|let me think|think about|sleep on it)\b"
)
_FEELING = re.compile(
    r"\b(?:so excited|can't wait|exciting|tired|exhausted|stressed|bored|it's raining|long day|my "
    r"birthday|our anniversary|getting married|honeymoon|congrat|happy|sad|i'm back|me again|sorry|"
    r"oops|my bad|typo|omg|ouch|ugh|argh|hmm+|whoa|damn|oh no|oh well|never mind|wow)\b"
)
_TRAVEL_TOPIC: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "the weather",
        re.compile(
            r"\b(?:weather|rain(?:y|ing|s)?|sunny|temperature|climate|warm|cold|hot|snow|forecast|humid|"
            r"monsoon|season)\b"
        ),
    ),
    (
        "visas and passports",
        re.compile(r"\b(?:visas?|passports?|esta|entry (?:rules|requirements)|immigration|border|customs)\b"),
    ),
    (
        "packing",
        re.compile(r"\b(?:pack(?:ing)?|bring|wear|clothes|jacket|umbrella|adapter|plugs?|sunscreen|suitcase)\b"),
    ),
    (
        "health and vaccinations",
        re.compile(
            r"\b(?:vaccin\w*|jabs?|shots|malaria|tap water|health|doctor|hospital|pharmacy|"
            r"mosquito\w*)\b"
        ),
    ),
    ("safety", re.compile(r"\b(?:safe(?:ty)?|dangerous|crime|scams?|pickpocket\w*)\b")),
    ("money matters", re.compile(r"\b(?:currency|exchange rate|cash|atm|tip(?:ping)?|tips|credit cards?|euros|yen)\b")),
    (
        "trains, buses, boats and taxis",
        re.compile(
            r"\b(?:trains?|ferr(?:y|ies)|bus(?:es)?|cruises?|metro|subway|tram|taxis?|uber|transfer|"
            r"shuttle|public transport|get around|get (?:from|to) the airport|boat)\b"
        ),
    ),
    (
        "restaurants",
        re.compile(r"\b(?:restaurants?|where to eat|places to eat|dinner|lunch|cafes?|coffee|pizza|food|sushi|eat)\b"),
    ),
    ("bars and clubs", re.compile(r"\b(?:clubs?|bars?|pubs?|nightlife|party|cocktails?)\b")),
    (
        "sights and tours",
        re.compile(
            r"\b(?:museums?|sights?|sightseeing|tours?|things to do|what to (?:do|see)|attractions?|"
            r"itinerar(?:y|ies)|day trips?|beach(?:es)?|hikes?|trails?|concerts?|tickets? for|activities|"
            r"events?|festivals?|eiffel|monuments?|zoo|aquarium|theme park|disney\w*|shopping|markets?|"
            r"guide)\b"
        ),
    ),
    ("insurance", re.compile(r"\binsurance\b")),
    ("luggage", re.compile(r"\b(?:luggage|baggage|carry[ -]?on|bags?)\b")),
    (
        "airports, check-in and airlines",
        re.compile(
            r"\b(?:airports?|check ?-?in|boarding|lounge|terminal|airlines?|jet ?lag|time (?:zone|"
            r"difference)|miles|frequent flyer|seat selection|window seat|aisle|legroom|"
            r"delay(?:ed)?|strike)\b"
        ),
    ),
    (
        "languages and customs",
        re.compile(r"\b(?:speak english|language|etiquette|phrases?|local customs|how do you say)\b"),
    ),
    ("Wi-Fi and phones", re.compile(r"\b(?:wi-?fi|sim(?: card)?|roaming|esim|phone|internet)\b")),
    ("pets", re.compile(r"\b(?:dogs?|cats?|pets?)\b")),
    (
        "travelling with children",
        re.compile(
            r"\b(?:cots?|cribs?|babysit\w*|strollers?|prams?|buggy|child seats?|kid[ -]friendly|"
            r"high ?chairs?)\b"
        ),
    ),
    (
        "driving there",
        re.compile(r"\b(?:driv(?:e|ing)|licen[cs]e|tolls?|road|petrol|fuel|motorway|traffic|park(?:ing)?)\b"),
    ),
    (
        "payment and refunds",
        re.compile(
            r"\b(?:pay(?:ment|ing)?|refund\w*|deposit|invoice|receipt|voucher|discount|coupon|deal|points|"
            r"loyalty|fees?|free cancellation|card)\b"
        ),
    ),
    (
        "distances and maps",
        re.compile(
            r"\b(?:how far|distance|maps?|near(?:by|est)?|close to|walking distance|neighbou?rhoods?|area|"
            r"district|centre|downtown|address|location)\b"
        ),
    ),
)
_TRAVEL_WORDS = re.compile(
    r"\b(?:travel\w*|trips?|holidays?|vacations?|hotels?|flights?|fly|flying|cars?|rooms?|book(?:ed|"
    r"ing|ings)?|stay(?:ing)?|dest\w+|cit(?:y|ies)|countr(?:y|ies)|airports?|beach\w*|"
    r"island|sea|mountains?|nights?|weekend|summer|winter|spring|autumn|offers?|cheap\w*|price\w*|"
    r"cost\w*|expensive|budget|tour\w*|visit\w*|abroad|leave|arriv\w*|go(?:ing)?|getaway|honeymoon|"
    r"check(?:ing)? (?:in|out)|"
    r"breakfast|pool|stars?|option\w*|one|ones|there|dates?|days?|week|june|july|august|september|"
    r"october|november|december|january|february|march|april|friday|saturday|sunday|monday|tuesday|"
    r"wednesday|thursday)\b"
)
_OFF_TOPIC = re.compile(
    r"\b(?:homework|maths?|mathematics|equation|integral|algebra|calculus|physics|chemistry|essay|"
    r"thesis|assignment|exam|poem|poetry|haiku|story|novel|lyrics|song|joke|riddle|code|coding|python|"
    r"javascript|java|program(?:ming)?|script|function|sql|regex|debug|excel|spreadsheet|"
    r"president|election|elections|politics|politician|prime minister|government|party leader|vote|"
    r"war|religion|god|bible|stocks?|shares|bitcoin|crypto|invest(?:ment|ing)?|recipe|bake|cook me|"
    r"football|soccer|world cup|score|match|nba|movie|film|series|netflix|celebrity|"
    r"capital of|square root|translate|translation|summari[sz]e|resume|cv|cover letter|job interview|"
    r"email to|write (?:me )?(?:a|an|my|some)|tell me a|meaning of life|philosophy|relationship "
    r"advice|girlfriend problems|diagnose|symptoms?|medicine|lawyer|legal advice|tax(?:es)?|mortgage|"
    r"system prompt|your instructions|ignore (?:your|all|previous)|who won|how old is|who invented|"
    r"who wrote|what is \d|what's \d|\d ?[+*x/] ?\d|quantum|evolution|gpt|linux|windows|iphone|laptop|"
    r"wifi password|washing machine|dating|horoscope|astrology|weight loss|workout plan)\b"
)
_ASKS = re.compile(r"\?|\b(?:how|what|who|why|when|where|which|can you|could you)\b")
_HOW_TO = re.compile(
    r"\bhow (?:do|can|would|could|should) (?:i|you|we) (?!get|go|book|pay|cancel|change|find|reach|"
    r"fly)|\bhow to (?!get|go|book)"
)
_GENERAL = re.compile(
    r"^\W*(?:who|why|explain|define|solve|calculate|write|draw|sing|what(?:'s| is| are| was) (?:the|a|"
    r"an)\b|tell me (?:a|about)|translate|compose|prove|how (?:do|does|did|to))\b"
)
_QUESTION = re.compile(
    r"\?|^\W*(?:what|who|why|how|when|where|which|is|are|do|does|can|could|would|will|should|tell|"
    r"explain|write|solve|give|make|calculate|draw|sing|name|define|list)\b"
)
_TO_ASSISTANT = re.compile(r"\b(?:you|your|it|that|this|they|them|me|my|i|we|us|our|i'm|there|one|ones)\b")


def answer_about_assistant(state: DialogueState) -> Plan:
    """Say what the assistant is and does."""
    if _WHICH_PLACES.search(state.text):
        return say(f"I serve {len(all_places())} places: {join_words([place.name for place in all_places()])}.")
    return say(
        "I am a travel assistant. I suggest destinations, search flights, hotels and rental cars, book them when you "
        f"say yes, show, move and cancel your bookings, and remember what you tell me about yourself. {NO_MODEL}"
    )


def asks_about_assistant(state: DialogueState) -> bool:
    """Return whether the message asks what the assistant is, does or serves."""
    if _WHICH_PLACES.search(state.text):
        if wants_warmth(state.text) or find_activities(state.text):
            return False
        asked = state.text.split("?")[-2] if state.text.endswith("?") and state.text.count("?") > 1 else state.text
        named = [mention for mention in find_mentions(asked) if not is_refused(asked, mention)]
        return not any(mention.place and mention.name == mention.place.name for mention in named)
    return bool(_ABOUT_ASSISTANT.search(state.text))


def is_hello(text: str) -> bool:
    """Return whether a message begins with a greeting."""
    return bool(_HELLO.match(text))


def greet(state: DialogueState) -> Plan:
    """Greet, and mention what is known about the person."""
    known = describe_profile(state.memory)
    if known and state.is_new:
        return say(f"Hi again! I remember {join_words(known)}. What shall we plan this time?")
    if not state.is_new or known:
        return say("Hello! What shall we plan?")
    return say(
        "Hello! I'm your travel assistant: I answer by plain rules, in English, and remember what you tell me. "
        "Where would you like to go, or shall I suggest something?"
    )


def is_in_doubt(text: str) -> bool:
    """Return whether a message says that the person has not decided yet."""
    return bool(_DOUBT.search(text))


def is_off_topic(text: str) -> bool:
    """Return whether a message is plainly about something other than travel."""
    return bool(_OFF_TOPIC.search(text))


def find_topic(text: str) -> str | None:
    """Return the travel topic of a message that the assistant knows nothing of."""
    return next((name for name, pattern in _TRAVEL_TOPIC if pattern.search(text)), None)


def answer_topic(state: DialogueState) -> Plan:
    """Say that a travel topic is not known, and what is."""
    topic = find_topic(state.text)
    place = state.trip.destination
    about = f" What I know of {place.name}: {place.summary}." if place else ""
    return say(f"I'm afraid I do not know about {topic}, so please check that elsewhere.{about} {ABILITIES}")


def small_talk(state: DialogueState) -> str | None:
    """Return one friendly sentence for small talk, or None if the message is something else."""
    text = state.text
    if _HOW_ARE_YOU.search(text):
        return "I'm well, thank you! Where shall we go?"
    if _GOODBYE.search(text):
        return "Goodbye, and have a good trip!"
    if _THANKS.search(text):
        return "You're welcome! Tell me if there is anything else for your trip."
    if _COMPLAINT.search(text):
        return (
            "I'm sorry about that. Tell me in a few words what you need (place, day, how many of you), and I try again."
        )
    if _DELAY.search(text) or is_in_doubt(text):
        return NO_HURRY
    if _PRAISE.match(text) and len(text.split()) < 12 and not _ASKS.search(text):
        return "Good! Tell me what you would like next."
    if is_hello(text):
        return "Hello! What shall we plan?"
    if _FEELING.search(text):
        return "I see! Tell me when I can help with a flight, a hotel or a car."
    return None


def _is_foreign(text: str) -> bool:
    """Return whether most words of a message are not English."""
    words = re.findall(r"[^\W\d_]{4,}", text)
    unknown = [word for word in words if not is_common_word(word) and not find_mentions(word)]
    return len(words) > 1 and len(unknown) >= _MIN_FOREIGN * len(words)


def reply_otherwise(state: DialogueState) -> Plan:
    """Reply to a message that nothing else understands: refuse other topics, and ask again about travel."""
    text = state.text
    asked = [question for question in TRIP_QUESTIONS if question in state.last_reply]
    if _is_foreign(text):
        return say(ENGLISH_ONLY)
    is_travel = bool(_TRAVEL_WORDS.search(text) or find_mentions(text))
    if is_off_topic(text) and not asked:
        return say(REFUSAL)
    if not _TRAVEL_WORDS.search(text) and _HOW_TO.search(text):
        return say(REFUSAL)
    if not is_travel and _GENERAL.search(text) and not _TO_ASSISTANT.search(text):
        return say(REFUSAL)
    if asked:
        return say(f"Sorry, I did not understand that. {' '.join(asked[:2])}")
    if _QUESTION.search(text):
        return say(f"I'm afraid I do not know that. {ABILITIES}")
    return say(f"I see. {ABILITIES} {ASK_SUGGEST}")
