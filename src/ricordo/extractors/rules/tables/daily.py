"""Rules for what somebody does."""

from ricordo.extractors.rules.rule import Rule

DAILY = (
    Rule(
        "activities",
        r"(?:i|we) (?:can )?(?P<verb>play|collect|coach|teach|write|paint|grow|practi[cs]e|"
        r"breed|race|restore|knit|crochet|sew|brew|do|build|make|sing|study|draw|train) "
        r"(?=(?:in |the |an? |some |my own |competitive |professional )?(?:[a-z][\w'-]* )?(?:piano|"
        r"guitar|violin|drums?|cello|bass|flute|saxophone|trumpet|ukulele|banjo|harp|clarinet|"
        r"keyboard|"
        r"instruments?|soccer|football|basketball|baseball|softball|tennis|golf|hockey|volleyball|"
        r"rugby|cricket|chess|poker|cards|darts|badminton|squash|lacrosse|sports?|video ?games|"
        r"computer games|board games|games|music|bagpipes|stamps|coins|records|vinyl|comics|"
        r"books|antiques|dolls|figurines|cards|little league|yoga|karate|judo|taekwondo|martial "
        r"arts|"
        r"pilates|ballet|gymnastics|crossfit|kickboxing|poetry|poems|songs|novels|short stories|"
        r"stories|fiction|fantasy|tomatoes|vegetables|flowers|roses|herbs|"
        r"crops|corn|wine|beer|furniture|quilts|sweaters|scarves|jewelry|jewellery|pottery|"
        r"portraits|landscapes|watercolou?rs|photography|band|choir|orchestra|team|league|"
        r"kids|children|preschool|kindergarten|elementary school|high school|math|maths|history|"
        r"english|science|meditation|crosswords|puzzles|crafts|cosplay|improv|community theater)"
        r"\b)(?P<value>.+)",
        "{Verbs} {value}",
        "thing",
        said="{doing}",
        ended="Used to {verb} {value}",
        gives={
            "I play the cello": ("Plays the cello",),
            "i collect old stamps": ("Collects old stamps",),
            "I used to play tennis": ("Used to play tennis",),
            "I do yoga every morning": ("Does yoga",),
        },
        silent=("I play with fire", "Do you play tennis?", "I will play tennis tomorrow", "I want to play chess"),
    ),
    Rule(
        "activities",
        (
            r"(?:i|we) (?:can )?(?P<verb>collect|coach|teach|farm|breed|sell|restore|race|ride|"
            r"grow|raise|compose|produce|design|repair|play|paint|write|bake|knit|study|practi[cs]e|"
            r"train) (?P<value>(?!with\b|at\b|on\b|in\b|along\b|around\b|out\b|up\b|to\b|from\b|"
            r"back\b|down\b|for\b|off\b|by\b|like\b|and\b|about\b|when\b|hard\b|dead\b|dumb\b|"
            r"a (?:role|part|letter|note|check|game)\b|the (?:role|part|bus|train)\b|emails?\b|"
            r"apart\b|too\b|more\b|late\b|tired\b|old\b).+)"
        ),
        "{Verbs} {value}",
        "thing",
        said="{doing}",
        ended="Used to {verb} {value}",
        gives={
            "I collect sea glass": ("Collects sea glass",),
            "we raise alpacas and bees": ("Has alpacas", "Raises alpacas", "Raises bees"),
            "I ride horses": ("Rides horses",),
        },
        silent=(
            "I play with my food",
            "I grow tired",
            "I ride to work",
            "I write this in a hurry",
            "I sell out",
            "I teach you",
        ),
    ),
    Rule(
        "activities",
        (
            r"(?:i|we) (?P<verb>volunteer|meditate|garden|knit|crochet|sew|farm|surf|ski|hike|"
            r"blog|skateboard|snowboard|babysit|kayak)(?P<value>)(?=\s*(?:$|[,.!]|and\b|but\b|"
            r"too\b|in my\b|with\b|when\b))"
        ),
        "{Verbs}",
        said="{doing}",
        ended="Used to {verb}",
        gives={"I knit.": ("Knits",)},
        silent=("Do you knit?", "I don't knit"),
    ),
    Rule(
        "activities",
        (
            r"(?:i|we) do (?P<value>(?:a lot of |lots of |some |quite a bit of )?(?:\w+ )?(?:photography|"
            r"charity work|volunteer work|volunteering|gymnastics|yoga|karate|gardening|woodworking|"
            r"pottery|crossfit|pilates|ballet|modeling|modelling|stand-?up|crafts|cosplay|martial "
            r"arts|crossword puzzles|puzzles|travell?ing|cooking|baking|walking|running|hiking|"
            r"reading|writing))\b"
        ),
        "Does {value}",
        gives={"I do some volunteer work": ("Does some volunteer work",)},
        silent=("I do the cooking tonight?", "I do not do yoga"),
    ),
    Rule(
        "activities",
        (
            r"(?:i|we) (?:go to|attend|visit) (?P<value>(?!bed|sleep|work|school|college|it|there)"
            r".+?)(?= (?:every|each|a lot|often|all the time|once|twice|weekly|daily|regularly|"
            r"on (?:sundays?|saturdays?|weekends?|fridays?)|almost every|religiously|several times|"
            r"three times)\b)"
        ),
        "Goes to {value}",
        "phrase",
        said="going to {value}",
        ended="Used to go to {value}",
        gives={"I go to a pub quiz every week": ("Goes to a pub quiz",)},
        silent=("I go to bed late every night", "I go to that every day"),
    ),
    Rule(
        "activities",
        (
            r"(?:i|we) (?:am|sing|play|perform|dance) in (?P<value>an? (?:[\w-]+ ){0,2}(?:band|"
            r"choir|club|league|team|orchestra|book club|theat(?:er|re) group|sorority|fraternity|"
            r"gang))\b"
        ),
        "Is in {value}",
        ended="Used to be in {value}",
        gives={"I sing in a gospel choir": ("Is in a gospel choir",)},
        silent=("I am in a hurry", "Are you in a band?"),
    ),
    Rule(
        "activities",
        r"(?:i|we) take (?P<value>(?:[\w-]+ ){0,2}(?:lessons|classes))\b",
        "Takes {value}",
        ended="Used to take {value}",
        gives={"I take cello lessons": ("Takes cello lessons",)},
        silent=("I should take cello lessons",),
    ),
    Rule(
        "activities",
        r"(?:i|we) (?:go )?(?P<value>(?:run|jog|hike|swim|ski|surf|knit|sew|crochet|meditate|"
        r"garden|camp|fish|hunt|paint|skateboard|snowboard|kayak|quilt|sail|climb|bike|cycle|"
        r"work ?out|cook|bake|sing|dance|draw|read|volunteer|farm|babysit|blog|podcast|exercise|"
        r"travel|scuba dive|rock climb|figure skate|skate|write|foster dogs|homeschool))"
        r"(?= (?:a lot|every|most|often|regularly|daily|all the time|twice|once|three|for "
        r"(?:fun|a living)|in my (?:free|spare) time|on (?:the )?weekends?|almost|competitively|"
        r"professionally|as (?:a|my) (?:hobby|job)|year round|each|whenever|quite|to (?:relax|"
        r"stay|keep fit|unwind|de-?stress|blow)|\d|at least)\b)",
        "{Verbs}",
        said="{doing}",
        ended="Used to {value}",
        gives={
            "I run every morning": ("Runs",),
            "i volunteer on weekends": ("Volunteers",),
            "I swim a lot": ("Swims",),
        },
        silent=("I run late", "I cook dinner tonight", "Do you hike often?", "I travel to work"),
    ),
    Rule(
        "activities",
        (
            r"(?:i|we) go (?P<value>(?:running|jogging|hiking|swimming|skiing|surfing|camping|"
            r"fishing|hunting|dancing|sailing|climbing|biking|cycling|bowling|shopping|kayaking|"
            r"snowboarding|skating|rock climbing|horseback riding|bird ?watching|diving|scuba "
            r"diving|clubbing|thrifting|to (?:church|the gym|mass|yoga|(?:a lot of |many )?concerts|"
            r"the beach|the theat(?:er|re)|festivals|the library|the movies)))\b"
        ),
        "Goes {value}",
        ended="Used to go {value}",
        gives={"I go to the gym after work": ("Goes to the gym",), "we go camping every summer": ("Goes camping",)},
        silent=("I go to bed early", "Let's go hiking", "I will go running", "Do you go camping?"),
    ),
    Rule(
        "activities",
        r"(?:i|we) (?:am )?(?:volunteer(?:ing)?) (?P<at>at|for|with|in|to help(?: at)?) (?P<value>.+)",
        "Volunteers {at} {value}",
        "phrase",
        said="volunteering {at} {value}",
        ended="Used to volunteer {at} {value}",
        gives={"I volunteer at the animal shelter.": ("Volunteers at the animal shelter",)},
        silent=("I volunteer for that", "I volunteer as tribute"),
    ),
    Rule(
        "activities",
        (
            r"(?:i|we) (?P<verb>listen to|watch|read|donate to|write|follow|teach|cook|bake|make|"
            r"raise|sell|fix|repair|eat|drink|wear) (?P<value>(?!to\b|up\b|out\b|through\b|from\b|"
            r"about\b|on\b|an? (?:good |new )?(?:movie|book|show|film|article|message|list|review)"
            r"\b|at\b).+?)(?= (?:a lot|all the time|every|most|often|regularly|daily|for (?:fun|"
            r"a living)|in my (?:free|spare) time|on weekends|too much|each|almost)\b)"
        ),
        "{Verbs} {value}",
        "thing",
        said="{doing}",
        ended="Used to {verb} {value}",
        gives={
            "I listen to jazz all the time": ("Listens to jazz",),
            "i read crime novels every night": ("Reads crime novels",),
        },
        silent=("I watch that every day", "I eat it all the time", "I read your mail every day"),
    ),
    Rule(
        "activities",
        (
            r"(?:i|we) (?:mostly |mainly )?(?P<verb>listen to|watch|read) (?P<value>(?:(?:a lot "
            r"of|lots of|many|mostly|only) )?(?:[a-z][\w'&-]* ){0,2}(?:music|rock|jazz|rap|hip "
            r"?hop|metal|pop|country|blues|edm|classical|podcasts|audiobooks|anime|movies|films|"
            r"documentaries|novels|books|comics|mysteries|fantasy|sci-?fi|science fiction|poetry|"
            r"soccer|football|basketball|baseball|hockey|wrestling|sports|cartoons|tv|television|"
            r"shows|news|romance|biographies|thrillers|manga))\b"
        ),
        "{Verbs} {value}",
        "thing",
        said="{doing}",
        ended="Used to {verb} {value}",
        gives={
            "I listen to baroque music": ("Listens to baroque music",),
            "I read science fiction": ("Reads science fiction",),
        },
        silent=("I read your books", "I watched a movie", "Do you watch anime?"),
    ),
    Rule(
        "activities",
        (
            r"(?:i|we) (?P<verb>listen to|donate to|volunteer with|meditate|root for|cheer for)"
            r" (?P<value>(?!music\s*$|reason|anything|any ).+)"
        ),
        "{Verbs} {value}",
        "phrase",
        said="{doing}",
        ended="Used to {verb} {value}",
        gives={
            "I donate to the cat shelter": ("Donates to the cat shelter",),
            "we listen to Radio Tundra": ("Listens to Radio Tundra",),
        },
        silent=("I listen to you", "I would donate to charity"),
    ),
    Rule(
        "activities",
        (
            r"i am (?:an? )(?P<value>{doer})\b(?=\s*(?:$|[,.!]|and\b|but\b|so\b|who\b|too\b|myself\b|"
            r"in\b|for\b|at\b|by\b|i\b|as\b|with\b|from\b|now\b|what\b))"
        ),
        "Is {a} {value}",
        ended="Used to be {a} {value}",
        gives={
            "I'm a keen birdwatcher": ("Is a keen birdwatcher",),
            "i am a badminton player": ("Is a badminton player",),
        },
        silent=("I'm not a runner", "Are you a gamer?", "I am a team player here?"),
    ),
    Rule(
        "likes",
        (
            r"(?:i|we) am (?:an? )(?:(?:big|huge|massive|total|avid|real|true|major|lifelong|serious)"
            r" )*(?P<value>(?!your\b)[a-z][\w'&-]*(?: [\w'&-]+){0,2}?) (?:lovers?|fan(?:atic)?s?|"
            r"enthusiasts?|addicts?|buffs?|nuts?|junkies?|junkie|nerds?|geeks?|aficionados?)\b(?! "
            r"(?:of|that|who|than))"
        ),
        "Likes {value}",
        "thing",
        gives={"I'm a huge jazz fan.": ("Likes jazz",), "i am an avid history buff": ("Likes history",)},
        silent=("I'm a bad person", "I'm a fan", "Are you a jazz fan?"),
    ),
)
