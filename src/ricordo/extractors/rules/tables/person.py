"""Rules for who somebody is: name, age, home, origin, languages."""

from ricordo.extractors.rules.rule import Rule

PERSON = (
    Rule(
        "name",
        r"my (?:full |first |real )?name(?: is|'?s| ) (?P<value>.+)",
        "Name is {value}",
        "name",
        gives={
            "Hi there! My name is Ruaidhrí.": ("Name is Ruaidhrí",),
            "my names oskar and i live in turku": ("Name is Oskar", "Lives in Turku"),
            "My name is Ana Maria Lopes, nice to meet you": ("Name is Ana Maria Lopes",),
        },
        silent=(
            "My name is not important.",
            "My name is on the list",
            "What is my name?",
            "My wife's name is a secret",
        ),
    ),
    Rule(
        "name",
        (
            r"(?:(?:everyone|everybody|people|friends|you can|please|just|so|but|and) ){0,2}calls? "
            r"me (?P<value>[^\W\d_]\S*)\s*(?:$|[,.!]|instead|for short)"
        ),
        "Name is {value}",
        "name",
        gives={"Please call me Jo.": ("Name is Jo",), "You can call me Mats": ("Name is Mats",)},
        silent=("Call me later.", "Call me when you can", "Please call me a taxi", "Call me tomorrow"),
    ),
    Rule(
        "name",
        r"i (?:go by|am called|am known as) (?:the name (?:of )?)?(?P<value>[^\W\d_]\S*)\s*(?:$|[,.!]|and\b)",
        "Name is {value}",
        "name",
        gives={"I go by Wren.": ("Name is Wren",)},
        silent=("I go by bus", "I go by train every day"),
    ),
    Rule(
        "name",
        r"i am (?P<value>[^\W\d_]+(?: [A-Z][\w'-]+)?)\s*(?:$|[,.!]|and\b|by the way|from\b)",
        "Name is {value}",
        "known name",
        gives={"Hello! I'm Ingrid.": ("Name is Ingrid",), "hi im fiona from oslo": ("Name is Fiona",)},
        silent=("I'm happy.", "I'm back!", "I'm sorry", "I'm game", "I'm Sure"),
    ),
    Rule(
        "age",
        r"(?:i am|at) (?P<value>{age})(?=\s*(?:$|[,.!)]|[fm]\b|years?(?: "
        r"old| of age)?\b|yrs?\b|yo\b|y/o\b|and\b|but\b|so\b|now\b|already\b|i\b))"
        r"(?! years? (?:into|in|away|ago|late|behind|ahead|sober|clean|married))",
        "Is {value} years old",
        gives={
            "I am 20 years old": ("Is 20 years old",),
            "im 34 and i live in lisbon": ("Is 34 years old", "Lives in Lisbon"),
        },
        silent=(
            "I'm 20 minutes away",
            "I am 100% sure",
            "I am 50 pounds overweight",
            "When I am 60 I will retire",
            "I am 30 years sober",
            "I wish I was 25",
            "How old am I?",
        ),
    ),
    Rule(
        "age",
        r"i (?:have )?(?:just |recently )?turned (?P<value>{age})(?=\s*(?:$|[,.!)]|and\b|but\b|"
        r"so\b|last\b|this\b|in\b|on\b|"
        r"today\b|yesterday\b|years old\b|two\b|a\b))",
        "Is {value} years old",
        gives={"I just turned forty-one!": ("Is forty-one years old",), "I turned 30 last week": ("Is 30 years old",)},
        silent=("I turned 20 pages", "I turned around"),
    ),
    Rule(
        "age",
        r"i am [^\W\d_]+, (?P<value>{age})(?=\s*(?:$|[,.!]))",
        "Is {value} years old",
        gives={"Hi, I'm Ingrid, 42, and new here": ("Name is Ingrid", "Is 42 years old")},
        silent=("I'm happy, 42 is the answer",),
    ),
    Rule(
        "age",
        r"i am an? (?P<value>{age})[ -](?:year|yr)s?[ -]olds?\b",
        "Is {value} years old",
        gives={
            "I'm a 34 year old nurse": ("Is 34 years old", "Works as a nurse"),
            "I am a 52-year-old.": ("Is 52 years old",),
        },
        silent=("I saw a 34 year old car",),
    ),
    Rule(
        "birthday",
        (
            r"(?:my (?:birthday|date of birth|birth ?date)(?: is|'s| falls)?(?: on)?|i (?:was|"
            r"am) born (?:on|in)) (?P<value>{date}|(?:19|20)\d\d\b)"
        ),
        "Birthday is {value}",
        gives={
            "My birthday is on 3 May.": ("Birthday is 3 May",),
            "I was born on June 12th, 1988": ("Birthday is June 12th, 1988",),
        },
        silent=("My birthday is coming up", "Her birthday is on 3 May", "My birthday is next week"),
    ),
    Rule(
        "home",
        r"(?:i|we) live and work in (?P<value>.+)",
        "Lives in {value}",
        "place",
        ended="Used to live in {value}",
        gives={"I live and work in Dublin": ("Lives in Dublin",)},
        silent=("I live and learn",),
    ),
    Rule(
        "home",
        (
            r"(?:i|we) (?:am |have )?(?:live|living|lived|resid(?:e|ing)|am based|based|been living)"
            r"(?: (?:over|out|up|down|here))?(?: (?:in|near|outside(?: of)?)) (?P<value>.+)"
        ),
        "Lives in {value}",
        "place",
        ended="Used to live in {value}",
        gives={
            "I live in Lisbon.": ("Lives in Lisbon",),
            "I'm currently living in a small town near Ghent": ("Lives in a small town near Ghent",),
            "I used to live in Berlin but now I live in Porto": ("Used to live in Berlin", "Lives in Porto"),
            "We don't live in Oslo anymore": ("Used to live in Oslo",),
            "I am based in Graz, Austria": ("Lives in Graz, Austria",),
        },
        silent=(
            "I live in fear",
            "I don't live in Lisbon",
            "I would love to live in Rome",
            "If I lived in Rome I would walk more",
            "Do you live in Lisbon?",
            "He lives in Lisbon",
            "I live in the moment",
            "I live in a bubble",
            "Where I live in winter it snows",
        ),
    ),
    Rule(
        "home",
        (
            r"(?:i|we) (?:am )?liv(?:e|ing) on (?P<value>an? (?:\w+ ){0,2}(?:farm|ranch|island|"
            r"boat|houseboat|campus|lake|mountain|hill|reservation))"
        ),
        "Lives on {value}",
        ended="Used to live on {value}",
        gives={"I live on a small sheep farm.": ("Lives on a small sheep farm",)},
        silent=("I live on coffee", "I live on a budget"),
    ),
    Rule(
        "home",
        r"(?:i|we) (?:have )?(?:moved|relocated)(?: (?:back|here|over|out|up|down))? to (?P<value>.+?)(?: from .*)?$",
        "Moved to {value}",
        "known place",
        gives={
            "I recently moved to Porto.": ("Moved to Porto",),
            "we moved to canada from chile": ("Moved to Canada",),
        },
        silent=("I moved to another team", "I moved to the back", "I want to move to Rome"),
    ),
    Rule(
        "home",
        r"my home(?: ?town)? is(?: in)? (?P<value>.+)",
        "Home is {value}",
        "known place",
        gives={"My home is in Bologna.": ("Home is Bologna",)},
        silent=("My home is my castle", "My home is far away"),
    ),
    Rule(
        "origin",
        r"(?:i|we) (?:(?:am|come) (?:originally |actually )?from|hail from) (?P<value>.+)",
        "Is from {value}",
        "place",
        gives={"I'm originally from Ghana.": ("Is from Ghana",), "well i am from la": ("Is from LA",)},
        silent=("I'm from the same place", "Are you from Ghana?"),
    ),
    Rule(
        "origin",
        (
            r"i (?:was |am )?(?P<how>born and raised|born|raised) (?P<at>in|on|near) (?P<value>(?!(?:19|"
            r"20)\d\d|the (?:\d|summer|winter|fall)).+)"
        ),
        "Was {how} {at} {value}",
        "place",
        gives={
            "I was born in Ghent.": ("Was born in Ghent",),
            "born and raised in Cork": ("Was born and raised in Cork",),
        },
        silent=("I was born in a hurry?",),
    ),
    Rule(
        "origin",
        r"i grew up (?P<at>in|on|near) (?P<value>(?!(?:19|20)\d\d|the \d).+)",
        "Grew up {at} {value}",
        "place",
        gives={"I grew up in a small village": ("Grew up in a small village",)},
        silent=("I grew up in the seventies", "I grew up in the 80s"),
    ),
    Rule(
        "origin",
        (
            r"(?:i|we) (?:just |recently )?(?:moved|came|emigrated|immigrated)(?: (?:here|over|"
            r"back|to the us|to america))* from (?P<value>.+)"
        ),
        "Moved from {value}",
        "known place",
        gives={"We moved here from Chile": ("Moved from Chile",)},
        silent=("I came from work", "I just came from the gym"),
    ),
    Rule(
        "origin",
        r"i am (?P<value>(?:half |part )?{nationality})(?: (?:myself|by birth|too|as well|actually|and\b.*|but\b.*))?$",
        "Is {value}",
        gives={"I'm Portuguese.": ("Is Portuguese",), "I am half Danish": ("Is half Danish",)},
        silent=("I am Spanish food's biggest critic",),
    ),
    Rule(
        "languages",
        (
            r"(?:i|we) (?:can (?:only )?)?(?:speak|am fluent in|know how to speak|am bilingual "
            r"in) (?:(?:fluent|some|a little|a bit of|good|basic|native|only|both) )*(?P<value>{language}\b.*)"
        ),
        "Speaks {value}",
        "thing",
        gives={
            "I speak Portuguese and some French": ("Speaks Portuguese", "Speaks French"),
            "im fluent in german": ("Speaks german",),
        },
        silent=("I speak quietly", "I don't speak German", "Do you speak French?"),
    ),
    Rule(
        "languages",
        (
            r"(?:i am (?:currently )?(?:learning|studying|trying to learn|teaching myself)|i (?:study|"
            r"learn)|my (?:native|first|mother) (?:language|tongue) is) (?P<value>{language})\b"
        ),
        "Is learning {value}",
        gives={"I'm learning Finnish.": ("Is learning Finnish",)},
        silent=("I should learn Finnish",),
    ),
)
