"""Rules for what somebody works as and studies, and where."""

from ricordo.extractors.rules.rule import Rule

WORK = (
    Rule(
        "work",
        r"i am (?:an? |the )?(?P<value>(?:retired|former|ex)[ -]{trade})\b",
        "Is {a} {value}",
        gives={"I'm a retired teacher from Ohio": ("Is a retired teacher",)},
        silent=("He is a retired teacher",),
    ),
    Rule(
        "work",
        r"as an? (?P<value>{trade})$",
        "Works as {a} {value}",
        opens=True,
        gives={"As a nurse I see a lot": ("Works as a nurse",)},
        silent=("As a nurse would tell you", "He came as a pilot"),
    ),
    Rule(
        "work",
        r"i am (?:an? |the )?(?:\d\d[ -]years?[ -]old )?(?P<value>(?:retired |former |ex-?)"
        r"?{trade})s?\b(?! (?:major|student|fan|lover|enthusiast|in training|wannabe|of the|"
        r"at heart|when|too many|for halloween|before|until|back))"
        r"(?=\s*(?:$|[,.!]|by\b|in\b|at\b|for\b|and\b|but\b|so\b|now\b|too\b|who\b|with\b|"
        r"from\b|myself\b|on\b|of\b|as well\b|i\b|actually\b|that\b|here\b|right\b|currently\b|"
        r"working\b|specializ\w+|specialis\w+|because|since|which))",
        "Works as {a} {value}",
        ended="Used to be {a} {value}",
        gives={
            "i m a nurse": ("Works as a nurse",),
            "I am an electrical engineer at a small firm": ("Works as an electrical engineer",),
            "I used to be a bus driver.": ("Used to be a bus driver",),
            "I'm no longer a teacher": ("Used to be a teacher",),
        },
        silent=(
            "Are you a nurse?",
            "If I were a pilot I would fly",
            "I'm not a doctor",
            "My dad said I am a nurse",
            "I should be a writer",
            "I wish I was an actor",
        ),
    ),
    Rule(
        "work",
        (
            r"i (?:am )?(?:work(?:ing)?|employed)(?: (?:part|full)[ -]?time)? as (?P<value>(?:an? "
            r"|the )[a-z][\w' -]{2,40}?|{trade})(?=\s*(?:$|[,.!]|\b(?:in|at|for|and|but|so|now|"
            r"with|from|on|i|because|which|while)\b))"
        ),
        "Works as {value}",
        "phrase",
        ended="Used to work as {value}",
        gives={
            "I work as a landscape gardener.": ("Works as a landscape gardener",),
            "i used to work as a waiter": ("Used to work as a waiter",),
        },
        silent=("I work as hard as I can", "I work as much as you do", "I would like to work as a pilot"),
    ),
    Rule(
        "work",
        r"my (?:job|profession|occupation|day job) is (?:(?:to be|being|as) )?(?P<value>(?:an? )?{trade})\b",
        "Works as {value}",
        gives={"My job is graphic designer": ("Works as graphic designer",)},
        silent=("My job is boring", "My job is killing me"),
    ),
    Rule(
        "work",
        (
            r"(?:i|we) (?:am )?(?:work(?:ing)?|have a job|have worked) in (?P<value>(?!the (?:morning|"
            r"evening|night|afternoon|same|past|garden|yard)|an? (?:team|group|rush)|my|order|"
            r"shifts|peace).+)"
        ),
        "Works in {value}",
        "phrase",
        ended="Used to work in {value}",
        gives={"I work in forestry.": ("Works in forestry",), "i work in a flower shop": ("Works in a flower shop",)},
        silent=("I work in the morning", "I work in shifts", "Do you work in forestry?"),
    ),
    Rule(
        "employer",
        (
            r"i (?:am )?(?:work(?:ing)?|have a job|am employed|employed|have worked|have been "
            r"working)(?: (?:part|full)[ -]?time)?(?: (?:for|at)) (?P<value>.+)"
        ),
        "Works at {value}",
        "organisation",
        ended="Used to work at {value}",
        gives={
            "I work at a bakery.": ("Works at a bakery",),
            "I no longer work at Siemens": ("Used to work at Siemens",),
            "I work for Doctors Without Borders": ("Works at Doctors Without Borders",),
        },
        silent=("I work at home", "I work at night", "I'm at work", "I will work for food tomorrow, who knows"),
    ),
    Rule(
        "employer",
        (
            r"my (?:new |current |day |second |part-time |full-time )?job (?:at|with) (?P<value>(?!night|"
            r"home)(?:[\w'&-]++ ?){1,4}?)(?= (?:is|keeps|has|as|and|gives|makes|pays|lets|means|"
            r"takes|starts|requires)\b|\s*(?:$|[,.!]))"
        ),
        "Works at {value}",
        "organisation",
        gives={"My job at the observatory means late nights": ("Works at the observatory",)},
        silent=("My job at the moment is to wait", "My old job at the observatory was dull"),
    ),
    Rule(
        "work",
        (
            r"i (?:am )?work(?:ing)? with (?P<value>(?!(?:a|an) (?:\w+ )?(?:budget|team|guy|lady|"
            r"woman|man)|the team|people who).+)"
        ),
        "Works with {value}",
        "phrase",
        ended="Used to work with {value}",
        gives={"I work with horses": ("Works with horses",)},
        silent=("I work with him", "I can work with that"),
    ),
    Rule(
        "work",
        (
            r"i (?:served|enlisted) (?P<value>in the (?:army|navy|military|air force|marines|marine "
            r"corps|coast guard|peace corps))\b"
        ),
        "Served {value}",
        gives={"I served in the navy": ("Served in the navy",)},
        silent=("I served in the kitchen",),
    ),
    Rule(
        "work",
        (
            r"i (?:just |recently )?(?:started|have|begin|began|landed|found) (?P<value>a new "
            r"job(?: (?:at|as|in|with) (?:[\w'&-]++ ?){1,4})?)(?=\s*(?:$|[,.!]|and\b|but\b|so\b|"
            r"last\b|this\b|recently\b|i\b))"
        ),
        "Has {value}",
        gives={"I just started a new job at the library": ("Has a new job at the library",)},
        silent=("I need a new job", "I have a new job offer?"),
    ),
    Rule(
        "work",
        (
            r"i am (?P<value>(?:currently |now )?(?:retired|unemployed|self[ -]employed|freelancing|"
            r"a stay[ -]at[ -]home (?:mom|mum|dad|parent|wife|mother|father)|in the (?:army|navy|"
            r"military|air force|marines)))\b(?! (?:in|to|for) )"
        ),
        "Is {value}",
        ended="Used to be {value}",
        gives={"I'm retired.": ("Is retired",), "I am self-employed": ("Is self-employed",)},
        silent=("I'm tired.", "I want to be retired"),
    ),
    Rule(
        "work",
        (
            r"i (?P<does>work from home|work nights|work night shifts|work remotely|work for myself|"
            r"work two jobs|work part[ -]time)\b"
        ),
        "{does}",
        said="{does}",
        gives={"I work from home most days": ("Works from home",)},
        silent=("I worked from home yesterday because of the storm",),
    ),
    Rule(
        "work",
        (
            r"i (?:own|run|have|manage) (?P<value>(?:an? |my own ){adjective}{0,3}(?:business|"
            r"restaurant|store|shop|bakery|company|bookstore|cafe|café|salon|farm|ranch|hotel|"
            r"bar|gym|dealership|studio|brewery|agency|start-?up|firm|practice|daycare|clinic|"
            r"franchise|boutique|bookshop))\b"
        ),
        "Runs {value}",
        ended="Used to run {value}",
        gives={
            "I own a small bookshop in Leeds": ("Runs a small bookshop",),
            "I own my own landscaping business": ("Runs own landscaping business",),
            "I run a bakery with my sister": ("Runs a bakery", "Has a sister"),
        },
        silent=("I run to the store", "I have a store credit"),
    ),
    Rule(
        "studies",
        (
            r"i (?:have )?(?:studied|majored in) (?P<value>(?!hard|for|at|abroad|late|in|with|"
            r"a lot|all|every|them|it).+?)(?: (?:at|in) .*)?$"
        ),
        "Studied {value}",
        "thing",
        gives={"I studied architecture at Delft": ("Studied architecture",)},
        silent=("I studied hard", "I studied all night"),
    ),
    Rule(
        "studies",
        (
            r"i (?:am )?(?:study(?:ing)?|major(?:ing)? in|am a major in|am doing a degree "
            r"in|am majoring in) (?P<value>(?!hard|for|at|abroad|"
            r"late|in|with|a lot|all|every|them|it).+)"
        ),
        "Studies {value}",
        "thing",
        ended="Used to study {value}",
        gives={"I'm studying marine biology.": ("Studies marine biology",), "i study law at night": ("Studies law",)},
        silent=("I study hard", "I'm studying for a test", "I study at home"),
    ),
    Rule(
        "studies",
        (
            r"i (?:have|earned|got|completed|am (?:getting|doing|working on|pursuing|finishing)"
            r"|graduated with) (?:an? |my )?(?P<value>(?:[\w'.]+ )?(?:degree|ph\.?d\.?|doctorate|"
            r"master'?s?(?: degree)?|bachelor'?s?(?: degree)?|mba|diploma) in (?:[\w-]++ ?){1,3}?)"
            r"(?= (?:from|at|and|but|so|in)\b|\s*(?:$|[,.!]))"
        ),
        "Has {a} {value}",
        gives={"I have a master's degree in geology": ("Has a master's degree in geology",)},
        silent=("I have a degree of doubt",),
    ),
    Rule(
        "studies",
        (
            r"i (?P<what>graduated|dropped out)(?P<value> (?:from|of) (?:high school|college|university|"
            r"law school|[A-Z][\w' ]{2,30}))(?= (?:in|last|two|three|and|with|but|this|a few)\b|"
            r"\s*(?:$|[,.!]))"
        ),
        "{what} {value}",
        said="{what} {value}",
        gives={"I graduated from high school": ("Graduated from high school",)},
        silent=("I graduated to a bigger board",),
    ),
    Rule(
        "studies",
        r"i (?:am|was) (?:an? )?(?P<value>{student})\b",
        "Is {a} {value}",
        ended="Used to be {a} {value}",
        gives={"I am a chemistry student": ("Is a chemistry student",), "im a physics major": ("Is a physics major",)},
        silent=("I am not a student", "Are you a student?"),
    ),
    Rule(
        "studies",
        (
            r"i am (?P<value>in (?:college|university|high school|middle school|elementary school|"
            r"law school|med(?:ical)? school|grad(?:uate)? school|nursing school|art school|(?:first|"
            r"second|third|fourth|fifth|sixth|seventh|eighth|(?:\d|1[0-2])(?:st|nd|rd|th)) grade)"
            r")\b"
        ),
        "Is {value}",
        ended="Used to be {value}",
        gives={"I'm in law school right now": ("Is in law school",)},
        silent=("I'm in college town traffic?",),
    ),
    Rule(
        "studies",
        (
            r"i (?:go to|attend) (?P<value>(?:college|university|school|community college|law "
            r"school|med school|art school)(?: (?:at|in) [A-Z][\w' ]{2,30})?)\b"
        ),
        "Goes to {value}",
        ended="Used to go to {value}",
        gives={"I go to college in Leeds": ("Goes to college in Leeds",)},
        silent=("I go to school events sometimes?",),
    ),
)
