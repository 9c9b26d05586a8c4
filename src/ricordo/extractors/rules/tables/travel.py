"""Rules for how somebody travels: budget, party, length, style, where they have been, where they are going."""

from ricordo.extractors.rules.rule import Rule

_TRIP = r"(?:trip|trips|holiday|holidays|vacation|vacations|getaway|stay|break|tour|visit)"

TRAVEL = (
    Rule(
        "budget",
        (
            r"(?:my|our) (?:(?:total|travel|overall|usual|whole|new|maximum|max|trip|vacation|"
            r"holiday) )*budget(?: (?:for (?:this|the|a|my|our) (?:\w+ )?\w+))? (?:is|'s|would "
            r"be|will be|has (?:gone up|risen|grown|changed|dropped) to|now is)(?: (?:now|still|"
            r"actually|currently|only|just|set at))* (?P<value>{money}|tight|small|flexible|limited|"
            r"low|modest|unlimited)"
        ),
        "Budget is {value}",
        gives={
            "My budget is about $2,000": ("Budget is about $2,000",),
            "Our travel budget is between 1500 and 2000 euros": ("Budget is between 1500 and 2000 euros",),
            "my budget is now $3,500 per person": ("Budget is $3,500 per person",),
            "I love hiking and coastal walks, and my budget is around $2,000": (
                "Likes hiking",
                "Likes coastal walks",
                "Budget is around $2,000",
            ),
            "my budget is 2000-3000 AUD": ("Budget is 2000-3000 AUD",),
        },
        silent=(
            "What is my budget?",
            "My budget is a mess",
            "The flight costs $200",
            "If my budget was $9,000 I would fly first class",
        ),
    ),
    Rule(
        "budget",
        (
            r"(?:i|we) (?:have|am on|am working with|work with|have set|have put aside|have saved)"
            r"(?: up)?(?: an?)? (?:(?:total|travel|maximum|max|rough) )*budget of (?P<value>{money})"
        ),
        "Budget is {value}",
        gives={"We have a budget of roughly €1,800.": ("Budget is roughly €1,800",)},
        silent=("I have a budget meeting",),
    ),
    Rule(
        "budget",
        (
            r"(?:i|we) (?:can|could|am (?:able|willing|happy|looking|planning|prepared) to|want "
            r"to|do not want to|cannot) (?:spend|afford|pay) (?P<value>(?:more than )?{money})"
            r"(?! (?:for|on) (?:a|the|this|that) (?:flight|room|ticket|car|hotel)\b)"
        ),
        "Can spend {value}",
        gives={"We can spend up to 4000 dollars": ("Can spend up to 4000 dollars",)},
        silent=("I spent $40 on lunch", "Can I spend $40?"),
    ),
    Rule(
        "budget",
        (
            r"(?:i|we) am on a (?P<value>(?:very |really |pretty )?(?:tight|small|low|limited|"
            r"strict|shoestring|modest|student)) budget"
        ),
        "Budget is {value}",
        gives={"I'm on a tight budget.": ("Budget is tight",)},
        silent=("I'm on a boat",),
    ),
    Rule(
        "travellers",
        r"we (?:am|will be) (?P<value>(?:two|three|four|five|six|\d{1,2}) (?:adults|people|"
        r"travell?ers)(?:,? (?:and )?(?:an?|one|two|three|four|\d) "
        r"(?:child(?:ren)?|kids?|toddlers?|infants?|bab(?:y|ies)))?)",
        "Travels in a party of {value}",
        gives={"We're two adults and three kids": ("Travels in a party of two adults and three kids",)},
        silent=("We are people too", "I need a room for two adults"),
    ),
    Rule(
        "travellers",
        (
            r"(?:(?:and|so|but|well|yes|,) )*(?:there(?:'s| is| are| will be|'ll be)|it(?:'s| "
            r"is| will be|'ll be)) (?:(?:usually|always|just|only|actually|going to be) )*(?:the "
            r")?(?P<value>two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) (?:of us|in (?:our|"
            r"my) (?:party|group|family)|people in (?:our|my) (?:party|group|family))"
        ),
        "Travels in a party of {value}",
        gives={
            "There are three of us.": ("Travels in a party of three",),
            "it's just the two of us": ("Travels in a party of two",),
        },
        silent=("There are three of them", "Are there three of us?", "There are two options"),
    ),
    Rule(
        "travellers",
        (
            r"(?:i|we) (?:am|travel as|will be|usually travel as)(?: usually| always)? (?:an? "
            r")?(?:(?:party|family|group) of )(?P<value>two|three|four|five|six|seven|eight|nine|"
            r"ten|\d{1,2})\b"
        ),
        "Travels in a party of {value}",
        gives={"We're a family of four.": ("Travels in a party of four",)},
        silent=("We are a group of nice people",),
    ),
    Rule(
        "travellers",
        (
            r"(?:(?:it's|its|it is|there's|oh|well|no|yes|,|it'll be|it will be) )*just (?P<value>me|"
            r"myself)\s*(?:$|[,.!]|travell?ing|on this)"
        ),
        "Travels alone",
        said="one",
        opens=True,
        gives={"Just me.": ("Travels alone",), "It's just me travelling": ("Travels alone",)},
        silent=("Is it just me or is it hot", "just me being silly", "She hates just me"),
    ),
    Rule(
        "travellers",
        r"i (?:am )?(?:travel(?:l?ing)?|go(?:ing)?) (?P<value>alone|solo|by myself|on my own)\b",
        "Travels alone",
        said="one",
        gives={"I usually travel solo": ("Travels alone",), "I'm travelling alone": ("Travels alone",)},
        silent=("I go alone to the cinema?",),
    ),
    Rule(
        "travellers",
        (
            r"(?:my (?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|friend|best friend|"
            r"sister|brother|mother|mom|mum|father|dad|son|daughter) and (?:i|me|myself)\b)\b(?P<value>)"
            r"(?= (?:are (?:travell?ing|going|flying|planning|looking|visiting|taking|heading)"
            r"|travel\b|want to (?:go|travel|visit|fly)|would like to (?:go|travel|visit|fly)|"
            r"usually travel|always travel)|\s*$)"
        ),
        "Travels in a party of two",
        said="two",
        gives={"My partner and I are planning a trip": ("Travels in a party of two",)},
        silent=("My wife and I have a cat named Bo?",),
    ),
    Rule(
        "trip_length",
        r"(?:i|we) (?:am (?:planning|thinking|looking)(?: (?:on|of|at|for))?|usually (?:go|"
        r"travel|stay)(?: away)?|go|travel|take|have|stay|go away|will be (?:away|there|travelling|"
        r"gone)|am (?:going|travell?ing|away|going away)|plan(?: on)?|prefer|like)(?: (?:away|"
        r"there|on (?:holiday|vacation)|trips of))?(?: (?:for|of))?(?: an?(?= \d| (?:two|three|"
        r"four|five|ten)))? (?P<value>{span})(?:'s?)?(?=\s*(?:$|[.!,]|"
        + _TRIP
        + (
            r"\b|off\b|away\b|there\b|long\b|(?:for|on) (?:the|this|our|my|a|holiday|vacation)"
            r"\b|in (?:total|all)\b|at a time\b|or so\b|[a-z-]*long "
        )
        + _TRIP
        + r"))(?! ago)",
        "Trip length is {value}",
        gives={
            "We usually go for two weeks": ("Trip length is two weeks",),
            "We're planning two weeks.": ("Trip length is two weeks",),
            "We are looking for a week-long trip": ("Trip length is a week",),
            "I'm planning a 10-day trip": ("Trip length is 10-day",),
        },
        silent=(
            "I have two weeks left to live",
            "I need a hotel for two nights",
            "I went two weeks ago",
            "How about two weeks?",
        ),
    ),
    Rule(
        "trip_length",
        (
            r"(?:my|our) (?:ideal |usual |typical |normal )?(?:trips?|holidays?|vacations?|stays?)"
            r"(?: (?:usually|always|typically|normally|generally))?(?: (?:are|is|last|lasts|will "
            r"be|would be|takes?))(?: (?:usually|always|typically|normally|about|generally))* "
            r"(?P<value>{span})"
        ),
        "Trip length is {value}",
        gives={"Our trips usually last ten days": ("Trip length is ten days",)},
        silent=("My trip is two days away?",),
    ),
    Rule(
        "travel_style",
        r"(?:i|we) am (?:more (?:of )?)?(?:an? )?(?P<value>{traveller})s?\b",
        "Travels as {a} {value}",
        gives={
            "I'm a luxury traveller.": ("Travels as a luxury traveller",),
            "i am an adventure seeker": ("Travels as an adventure seeker",),
        },
        silent=("I'm a job seeker", "Are you a backpacker?"),
    ),
    Rule(
        "travel_style",
        (
            r"(?:i|we) (?:(?:usually|always|mostly|like to|prefer to|love to) )*(?:travel|fly)"
            r" (?P<value>light|in style|business class|first class|economy|on a (?:tight |small "
            r"|shoestring )?budget|slowly|with (?:kids|children|the kids|our kids|my kids))\b"
        ),
        "Travels {value}",
        gives={
            "I always travel light.": ("Travels light",),
            "We prefer to fly business class": ("Travels business class",),
        },
        silent=("I travel light years in my dreams?",),
    ),
    Rule(
        "visited",
        (
            r"(?:i|we) (?:have )?(?:(?:ever|once|finally) )?(?:went (?:on (?:holiday|vacation|"
            r"a trip) )?to|been to|visited|have been to|travel+ed (?:to|around|through|in|across)"
            r"|vacationed in|holidayed in|spent (?:an? |two |three |\d+ )?(?:week|weeks|days|month|"
            r"months|weekend|summer|year|time|honeymoon)s? in|was in|toured|backpacked (?:through|"
            r"around|across|in)|honeymooned in|got back from|came back from|returned from) (?P<value>.+)"
        ),
        "Visited {value}{rated}",
        "known place",
        gives={
            "I went to Tasmania and loved it": ("Visited Tasmania: loved it",),
            "We visited Iceland last year, it was amazing!": ("Visited Iceland: amazing",),
            "I've been to Portugal and Spain.": ("Visited Portugal", "Visited Spain"),
            "i went to japan. it was disappointing": ("Visited Japan: disappointing",),
        },
        silent=(
            "I went to the store",
            "I went to bed",
            "I have never been to Oslo",
            "Have you been to Oslo?",
            "I want to visit Rome",
            "I went to Tom",
            "I was in trouble",
        ),
    ),
    Rule(
        "plans",
        (
            r"(?:i|we) (?:am|will be) (?P<doing>flying|travell?ing|going|moving|heading|driving|"
            r"sailing|relocating|off) (?P<to>(?:back )?(?:to|out to|over to) )(?P<value>[^\W\d_][\w'\u2019.-]*(?-i:("
            r"?: [A-Z][\w'\u2019.-]*){0,3}))(?P<when> (?:on |in |at the (?:end|beginning) of |"
            r"this |next )?(?:{date}|next (?:week|month|year|summer|spring|winter|autumn|fall|"
            r"\w+day)|this (?:summer|winter|spring|autumn|fall|weekend|\w+day)|tomorrow|in the "
            r"(?:summer|spring|fall|autumn|winter)|(?:spring|summer|autumn|fall|winter)))"
        ),
        "Is {doing} {to}{value}{when}",
        "known place",
        said="{doing} {to}{value}{when}",
        gives={
            "I'm flying to Oslo on 3 May.": ("Is flying to Oslo on 3 May",),
            "we're moving to Canada next summer": ("Is moving to Canada next summer",),
        },
        silent=(
            "I'm going to Target tomorrow?",
            "I'm going to bed",
            "I am going to sleep on 3 May",
            "I might be flying to Oslo on 3 May",
        ),
    ),
    Rule(
        "plans",
        (
            r"(?:i|we) am (?P<value>getting married|graduating|retiring|starting (?:a new job|"
            r"college|university|school)|moving (?:house|out|in)|having a baby|due|turning (?:\d\d|"
            r"thirty|forty|fifty|sixty))(?P<when> (?:on |in |this |next )?(?:{date}|next \w+|this "
            r"(?:summer|winter|spring|autumn|fall|year|month|weekend)|in (?:\d+|two|three|a few|"
            r"six) (?:days|weeks|months|years)))"
        ),
        "Is {value}{when}",
        said="{value}{when}",
        gives={"We're getting married on 14 June": ("Is getting married on 14 June",)},
        silent=("I'm getting coffee on 3 May",),
    ),
    Rule(
        "plans",
        (
            r"(?:i (?:want|would love|hope|plan|am (?:hoping|planning|studying|training|going "
            r"to school|in school|in college)|dream of|aspire) (?:to (?:be|become)|becoming|being)"
            r"|my (?:dream|goal|ambition) is (?:to (?:be|become)|becoming)) (?P<value>(?:an? )"
            r"{adjective}{0,2}{trade})\b"
        ),
        "Wants to be {value}",
        gives={"I want to be a marine biologist": ("Wants to be a marine biologist",)},
        silent=("I want to be a good person", "I want to be early", "I wanted to be a pilot as a kid"),
    ),
    Rule(
        "plans",
        (
            r"(?:i|we) am (?P<doing>training for|learning (?:how )?to|saving(?: up)? (?:for|to)"
            r"|writing(?= an? (?:\w+ )?(?:book|novel|memoir|screenplay|blog|thesis|dissertation)"
            r")|trying to (?:lose weight|quit smoking|become|learn)) (?P<value>(?!(?:(?:an?|the|"
            r"my) )?(?:look|message|email|break|list|trip|review))[a-z].+)"
        ),
        "Is {doing} {value}",
        "phrase",
        said="{doing} {value}",
        ended="Used to be {doing} {value}",
        gives={
            "I'm training for a triathlon": ("Is training for a triathlon",),
            "I am learning to sail": ("Is learning to sail",),
        },
        silent=("I'm writing you a mail", "I'm taking a break", "I'm writing this down", "I'm taking a look"),
    ),
    Rule(
        "plans",
        (
            r"my (?:(?:big|main|biggest|lifelong|ultimate|long-term) )?(?:dream|goal|ambition)"
            r" is to (?P<value>(?!be\b|become\b|have a\b).+)"
        ),
        "Dreams: to {value}",
        "phrase",
        gives={"My goal is to run a marathon": ("Dreams: to run a marathon",)},
        silent=("My goal is to book it",),
    ),
)
