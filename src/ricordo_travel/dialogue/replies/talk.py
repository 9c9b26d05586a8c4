"""Small talk, questions about the assistant, travel topics that it knows nothing of, and everything else."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.plan import Plan, say
from ricordo_travel.dialogue.replies.questions import ASIDES
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.trips.booked import load_active
from ricordo_travel.dialogue.yes.context import find_open_questions
from ricordo_travel.notes.known import describe_known

REFUSAL = f"{ASIDES[0]}: where to go, flights, hotels and rental cars."
PRIVACY = (
    "This is a demo: what you write and what I remember stays in one SQLite file on this machine, and I send it to "
    "nobody. The console shows all of it and erases it; here, ask me what I know about you, or tell me what to forget."
)
ASK_NEXT = "What shall we plan this time?"
_QUOTED = 80
NO_HURRY = "Of course, take your time. Nothing is booked until you say yes."
ABILITIES = "I can suggest destinations, search flights, hotels and rental cars, and book, list, move and cancel them."
_HELLO = re.compile(
    r"^\W*(?:hi+|hello|hey+|hiya|good (?:morning|afternoon|evening|day)|g'day|yo|howdy|greetings|"
    r"(?:morning|evening)(?= (?:all|everyone|there)\b|\W*$|[,.!])|sup|hallo|bonjour|ciao|hola)\b"
)
_THANKS = re.compile(
    r"\b(?:thanks?|thank you|cheers|ta|merci|danke|gracias|grazie|obrigad[oa]|much appreciated|grateful|"
    r"appreciate it|you're (?:the best|"
    r"great|awesome|a star|a legend|a lifesaver|brilliant|amazing)|legend|lovely job)\b"
)
GOODBYE = "Goodbye, and have a good trip!"
_GOODBYE = re.compile(
    r"\b(?:bye+|goodbye|see (?:you|ya)|good night|that's (?:all|it|everything)|talk (?:to you "
    r")?(?:later|soon)|ttyl|cya|i'm off|gotta go|have to go|catch you later|take care|until next time|"
    r"nothing else|(?:that will|that'll|will) be all|i'm done|we're done|all done|signing off|laters)\b"
)
_CIAO = re.compile(r"\b(?:ciao|adi[oó]s|hasta luego|au revoir|tsch[uü]ss|hej d[aå]|arrivederci|sayonara)\b")
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
    r"\b(?:useless|stupid|rubbish|terrible|awful|annoying|dumb|hopeless|ridiculous|daylight robbery|rip ?off|"
    r"you(?:'re| are) (?:bad|slow|not (?:helpful|listening))|doesn't work|not helpful|hate (?:this|you)|frustrat\w*|"
    r"you don't (?:understand|get it|listen)|not what i (?:asked|meant|said|wanted)|"
    r"(?:did|does|do)(?:n't| not) (?:even )?(?:answer|understand|listen)|not an answer|"
    r"(?:already|just) (?:told(?! you about\b)|said|asked)|i (?:asked you|told you(?! about\b))|wtf|nonsense)\b"
)
_UNANSWERED = re.compile(r"(?:n't|\bnot) (?:even |really )?answer|\bnot an answer\b|\bi asked\b")
_GRIEF = re.compile(
    r"\b(?:died|passed away|passed last|funeral|widow(?:er|ed)?|in hospital|cancer|divorced?|broke up|split up|"
    r"miscarriage|grie(?:f|ving)|"
    r"lost (?:my|our) (?:job|mum|mom|dad|mother|father|husband|wife|son|daughter|dog|cat|baby))\b"
)
_JOY = re.compile(
    r"\b(?:excit\w+|can't wait|birthday|anniversary|married|engaged|wedding|honeymoon|congrat\w*|happy|yay|woohoo|"
    r"hooray|pregnant|baby|love it|dream|amazing|so good|looking forward)\b"
)
_WEARY = re.compile(
    r"\b(?:tired|exhausted|stress\w*|long day|burnt out|rough|raining|sick|ill|sad|lonely|scared|nervous)\b"
)
_SLIP = re.compile(r"\b(?:sorry|oops|my bad|typo|autocorrect|ignore that|wrong chat)\b")
_LAUGH = re.compile(r"\b(?:haha\w*|lol|lmao|hehe|rofl)\b")
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
_TRAVEL_TOPIC = {
    "the weather": (
        r"weather|rain(?:y|ing|s)?|sunny|temperature|climate|warm|cold|hot|snow|forecast|humid|monsoon|season"
    ),
    "visas and passports": r"visas?|passports?|esta|entry (?:rules|requirements)|immigration|border|customs",
    "packing": r"pack(?:ing)?|(?:what|should|must|can|(?:need|have) to) (?:i |we |to )?bring|wear|clothes|jacket|"
    r"umbrella|adapter|plugs?|sunscreen|suitcase",
    "health and vaccinations": r"vaccin\w*|jabs?|shots|malaria|tap water|health|doctor|hospital|pharmacy|mosquito\w*",
    "safety": r"safe(?:ty)?|dangerous|crime|scams?|pickpocket\w*",
    "money matters": r"currency|exchange rate|cash|atm|tipping|how much (?:to )?tip|credit cards?|euros|yen",
    "trains, buses, boats and taxis": (
        r"trains?|ferr(?:y|ies)|bus(?:es)?|cruises?|metro|subway|tram|taxis?|uber|transfer|shuttle|public "
        r"transport|get around|get (?:from|to) the airport|boat"
    ),
    "restaurants": r"restaurants?|where to eat|places to eat|dinner|lunch|cafes?|coffee|pizza|food|sushi|eat",
    "bars and clubs": r"clubs?|bars?|pubs?|nightlife|partying|(?:to|can|could|we|i) party|cocktails?",
    "sights and tours": (
        r"museums?|sights?|sightseeing|tours?|things to do|what to (?:do|see)|attractions?|itinerar(?:y|ies)|day "
        r"trips?|beach(?:es)?|hikes?|trails?|concerts?|tickets? for|activities|events?|festivals?|eiffel|"
        r"monuments?|zoo|aquarium|theme park|disney\w*|shopping|markets?|guide"
    ),
    "insurance": r"insurance",
    "luggage": r"luggage|baggage|carry[ -]?on|bags?",
    "seats on a flight": r"seat selection|(?:window|aisle|front) seats?|aisle|legroom|exit row",
    "airports, check-in and airlines": (
        r"(?<!usual )(?<!home )airports?|check ?-?in|boarding|lounge|terminal|airlines?|jet ?lag|"
        r"time (?:zone|difference)|miles|frequent flyer|delay(?:ed)?|strike"
    ),
    "languages and customs": r"speak english|language|etiquette|phrases?|local customs|how do you say",
    "Wi-Fi and phones": r"wi-?fi|sim(?: card)?|roaming|esim|phone|internet",
    "pets": r"dogs?|cats?|pets?",
    "travelling with children": (
        r"cots?|cribs?|babysit\w*|strollers?|prams?|buggy|child seats?|kid[ -]friendly|high ?chairs?"
    ),
    "driving there": r"(?<!wheel[ -])driv(?:e|ing)|licen[cs]e|tolls?|road|petrol|fuel|motorway|traffic|park(?:ing)?",
    "payment and refunds": (
        r"pay(?:ment|ing)?|refund\w*|deposit|invoice|receipt|voucher|discount|coupon|deal|points|loyalty|fees?|"
        r"free cancellation|card"
    ),
    "distances and maps": (
        r"how far|distance|maps?|near(?:by|est)?|close to|walking distance|neighbou?rhoods?|area|district|centre|"
        r"downtown|address|location"
    ),
}
"""Words of travel topics, the first that fits."""
UNKNOWN = {
    "visas and passports": "ask the consulate of the country",
    "safety": "look at the travel advice of your foreign office",
    "health and vaccinations": "ask a doctor",
    "insurance": "ask an insurer",
    "luggage": "ask the airline",
    "seats on a flight": "ask the airline at check-in",
    "airports, check-in and airlines": "ask the airline",
    "payment and refunds": "ask the airline, the hotel or the rental desk",
    "money matters": "check that elsewhere",
    "packing": "check that elsewhere",
    "languages and customs": "check that elsewhere",
    "Wi-Fi and phones": "check that elsewhere",
}
"""Topics that nothing is known of, and whom to ask."""
_ASKS = re.compile(r"\?|\b(?:how|what|who|why|when|where|which|can you|could you)\b")


def greet(state: DialogueState) -> Plan:
    """Greet, and mention what is known about somebody who comes back."""
    if not state.is_new:
        return "Hello! What shall we plan?"
    known = yield from describe_known()
    if not known and (yield from load_active()):
        known = "I have your bookings here; ask me for them at any time."
    if known:
        return f"Hi again! {known} {ASK_NEXT}"
    return (
        "Hello! I'm your travel assistant: I work without a language model, in English, and remember what you tell me. "
        "Where would you like to go, or shall I suggest something?"
    )


def is_in_doubt(text: str) -> bool:
    """Return whether a message says that the person has not decided yet."""
    return bool(_DOUBT.search(text))


def find_topics(text: str) -> list[str]:
    """Return the travel topics of a message of which the assistant knows little or nothing."""
    return [name for name, words in _TRAVEL_TOPIC.items() if re.search(rf"\b(?:{words})\b", text)]


def find_topic(text: str) -> str | None:
    """Return the first travel topic of a message of which the assistant knows little or nothing."""
    return next(iter(find_topics(text)), None)


def say_unknown(*topics: str) -> str:
    """Return that topics are not known, and whom to ask."""
    said = [f"about {topic}; please {UNKNOWN.get(topic, 'check that elsewhere')}" for topic in topics]
    return f"I'm afraid I do not know {'. Nor do I know '.join(said)}."


_MOODS: tuple[tuple[re.Pattern[str], str], ...] = (
    (_GRIEF, "I'm very sorry to hear that."),
    (_HOW_ARE_YOU, "I'm well, thank you!"),
    (_THANKS, "You're welcome!"),
    (_WEARY, ASIDES[1]),
    (_SLIP, ASIDES[3]),
    (_JOY, ASIDES[2]),
    (_LAUGH, ASIDES[4]),
    (_HELLO, "Hello!"),
)


def chat(state: DialogueState) -> Plan:
    """Reply to small talk with one friendly sentence, and ask again what is still open."""
    return say(small_talk(state) or " ".join([ASIDES[5], *_go_on(state)]))


def small_talk(state: DialogueState) -> str | None:
    """Return one friendly sentence for small talk, or None if the message is something else."""
    text = state.text
    if is_goodbye(text) or (_CIAO.search(text) and not state.is_new):
        return f"{'You are welcome! ' if _THANKS.search(text) else ''}{GOODBYE}"
    if is_complaint(text):
        return _apologise(state)
    if not _THANKS.search(text) and (_DELAY.search(text) or is_in_doubt(text)):
        return NO_HURRY
    if mood := next((reply for pattern, reply in _MOODS if pattern.search(text)), None):
        return " ".join([mood, *_go_on(state)])
    if _PRAISE.match(text) and len(text.split()) < 12 and not _ASKS.search(text):
        return " ".join(["Good!", *_go_on(state)])
    return None


def is_goodbye(text: str) -> bool:
    """Return whether a message in lower case takes leave."""
    return bool(_GOODBYE.search(text))


def is_complaint(text: str) -> bool:
    """Return whether a message in lower case complains about the assistant."""
    return bool(_COMPLAINT.search(text))


def _apologise(state: DialogueState) -> str:
    """Return an apology with the question that is open, or with what the person asked before."""
    questions = [text for role, text in state.history if role == "user" and "?" in text]
    asked = find_open_questions(state.last_reply)
    if questions and _UNANSWERED.search(state.text):
        return " ".join([f"I'm sorry, I know no more about this: “{questions[-1][:_QUOTED]}”", *asked])
    if asked:
        return " ".join(["I'm sorry about that. Let me ask again:", *asked])
    if state.question:
        return "I'm sorry about that."
    before = [text for role, text in state.history if role == "user"]
    quoted = f" You wrote “{before[-1][:_QUOTED]}”, and I did not understand it." if before else ""
    return f"I'm sorry about that.{quoted} Please say in other words what you need, and I try again."


def _go_on(state: DialogueState) -> list[str]:
    """Return the questions that are still open, or an invitation if there is none."""
    is_open = bool(state.question) or bool(state.offers)
    return find_open_questions(state.last_reply) or ([] if is_open else ["What shall we plan?"])


def refuse(state: DialogueState) -> Plan:
    """Say that only travel is helped with, and ask again what is still open."""
    asked = find_open_questions(state.last_reply) or ["Is there a trip that I can help you with?"]
    return say(" ".join([REFUSAL, *asked]))
