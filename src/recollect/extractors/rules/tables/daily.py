"""What somebody does, owns and is like."""

from recollect.extractors.rules.rule import Rule

_END = r"(?=\s*(?:$|[,.!]|and\b|but\b|so\b|because\b|as\b|for\b|in\b|at\b|on\b|with\b|every\b|too\b|most\b|all\b|when\b|whenever\b|since\b|to (?:stay|keep|relax|de)|once\b|twice\b|i\b|a lot\b|sometimes\b|often\b|regularly\b|daily\b|while\b|if\b|competitively\b|professionally\b|which\b|myself\b|there\b|almost\b|about\b|around\b|outside\b))"

DAILY = (
    Rule(
        "activities",
        r"(?:i|we) (?:can )?(?P<verb>play|collect|coach|teach|write|paint|grow|practi[cs]e|breed|race|restore|knit|crochet|sew|brew|do|build|make|sing|study|draw|train) "
        r"(?P<value>(?:in |the |an? |some |my own |competitive |professional )?(?:[a-z][\w'-]* )?(?:piano|guitar|violin|drums?|cello|bass|flute|saxophone|trumpet|ukulele|banjo|harp|clarinet|keyboard|"
        r"instruments?|soccer|football|basketball|baseball|softball|tennis|golf|hockey|volleyball|rugby|cricket|chess|poker|cards|darts|badminton|squash|lacrosse|sports?|video ?games|"
        r"computer games|board games|games|music|bagpipes|stamps|coins|records|vinyl|comics|books|antiques|dolls|figurines|cards|little league|yoga|karate|judo|taekwondo|martial arts|"
        r"pilates|ballet|gymnastics|crossfit|kickboxing|poetry|poems|songs|novels|short stories|stories|fiction|fantasy|tomatoes|vegetables|flowers|roses|herbs|"
        r"crops|corn|wine|beer|furniture|quilts|sweaters|scarves|jewelry|jewellery|pottery|portraits|landscapes|watercolou?rs|photography|band|choir|orchestra|team|league|"
        r"kids|children|preschool|kindergarten|elementary school|high school|math|maths|history|english|science|meditation|crosswords|puzzles|crafts|cosplay|improv|community theater))\b",
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
        silent=(
            "I play with fire",
            "Do you play tennis?",
            "I don't play golf",
            "I will play tennis tomorrow",
            "I want to play chess",
        ),
    ),
    Rule(
        "activities",
        r"(?:i|we) (?:go )?(?P<value>(?:run|jog|hike|swim|ski|surf|knit|sew|crochet|meditate|garden|camp|fish|hunt|paint|skateboard|snowboard|kayak|quilt|sail|climb|bike|cycle|work ?out|cook|bake|sing|dance|draw|read|volunteer|farm|babysit|blog|podcast|exercise|travel|scuba dive|rock climb|figure skate|skate|write|foster dogs|homeschool))"
        r"(?= (?:a lot|every|most|often|regularly|daily|all the time|twice|once|three|for (?:fun|a living)|in my (?:free|spare) time|on (?:the )?weekends?|almost|competitively|professionally|as (?:a|my) (?:hobby|job)|year round|each|whenever|quite|to (?:relax|stay|keep fit|unwind|de-?stress|blow)|\d|at least)\b)",
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
        r"(?:i|we) go (?P<value>(?:running|jogging|hiking|swimming|skiing|surfing|camping|fishing|hunting|dancing|sailing|climbing|biking|cycling|bowling|shopping|kayaking|snowboarding|skating|rock climbing|horseback riding|bird ?watching|diving|scuba diving|clubbing|thrifting|to (?:church|the gym|mass|yoga|(?:a lot of |many )?concerts|the beach|the theat(?:er|re)|festivals|the library|the movies)))\b",
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
        r"(?:i|we) (?P<verb>listen to|watch|read|donate to|write|follow|teach|cook|bake|make|raise|sell|fix|repair|eat|drink|wear) (?P<value>(?!to\b|up\b|out\b|through\b|from\b|about\b|on\b|an? (?:good |new )?(?:movie|book|show|film|article|message|list|review)\b|at\b).+?)(?= (?:a lot|all the time|every|most|often|regularly|daily|for (?:fun|a living)|in my (?:free|spare) time|on weekends|too much|each|almost)\b)",
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
        r"(?:i|we) (?:mostly |mainly )?(?P<verb>listen to|watch|read) (?P<value>(?:(?:a lot of|lots of|many|mostly|only) )?(?:[a-z][\w'&-]* ){0,2}(?:music|rock|jazz|rap|hip ?hop|metal|pop|country|blues|edm|classical|podcasts|audiobooks|anime|movies|films|documentaries|novels|books|comics|mysteries|fantasy|sci-?fi|science fiction|poetry|soccer|football|basketball|baseball|hockey|wrestling|sports|cartoons|tv|television|shows|news|romance|biographies|thrillers|manga))\b",
        "{Verbs} {value}",
        "thing",
        said="{doing}",
        ended="Used to {verb} {value}",
        gives={
            "I listen to country music": ("Listens to country music",),
            "I read science fiction": ("Reads science fiction",),
        },
        silent=("I read your books", "I watched a movie", "Do you watch anime?"),
    ),
    Rule(
        "activities",
        r"i am (?:an? )(?P<value>{doer})\b(?=\s*(?:$|[,.!]|and\b|but\b|so\b|who\b|too\b|myself\b|in\b|for\b|at\b|by\b|i\b|as\b|with\b|from\b|now\b|what\b))",
        "Is {a} {value}",
        ended="Used to be {a} {value}",
        gives={"I'm a keen birdwatcher": ("Is a keen birdwatcher",), "i am a tennis player": ("Is a tennis player",)},
        silent=("I'm not a runner", "Are you a gamer?", "I am a team player here?"),
    ),
    Rule(
        "likes",
        r"(?:i|we) am (?:an? )(?:(?:big|huge|massive|total|avid|real|true|major|lifelong|serious) )*(?P<value>(?!your\b)[a-z][\w'&-]*(?: [\w'&-]+){0,2}?) (?:lovers?|fan(?:atic)?s?|enthusiasts?|addicts?|buffs?|nuts?|junkies?|junkie|nerds?|geeks?|aficionados?)\b(?! (?:of|that|who|than))",
        "Likes {value}",
        "thing",
        gives={"I'm a huge jazz fan.": ("Likes jazz",), "i am an avid history buff": ("Likes history",)},
        silent=("I'm a bad person", "I'm a fan", "Are you a jazz fan?"),
    ),
    Rule(
        "possessions",
        r"(?:i|we) (?:have|own|drive|ride|bought|just bought|purchased|recently bought|sail) (?P<value>(?:an? |{number} |my own |our own )(?:[\w'-]+ ){0,3}?{possession}s?)\b(?! (?:booked|reserved|rental|reservation|for (?:the|a|two|three|one) |to (?:catch|sell|do|rent|book|show)|party|key|keys|seat|insurance|payment|accident|trouble|problem|that (?:is|was|needs)|in mind|booking|lesson|mate|loan|model|warming))",
        "Has {value}",
        said="{value}",
        ended="Used to have {value}",
        gives={
            "I drive an old Volvo": ("Has an old Volvo",),
            "we own a cabin in the woods": ("Has a cabin",),
            "i have a red motorbike": ("Has a red motorbike",),
            "I no longer own a car": ("Used to have a car",),
        },
        silent=(
            "I need a car",
            "I rented a car",
            "I have a car booked",
            "Do you have a car?",
            "I want a boat",
            "I have a car reservation",
        ),
    ),
    Rule(
        "possessions",
        r"(?:i|we) (?:do not (?:have|own)|have no) (?:an? |any )?(?P<value>car|driver'?s licen[cs]e|licen[cs]e|tv|television|house|garden|smartphone|bike|passport)(?=\s*(?:$|[,.!]|and\b|but\b|so\b|or\b|i\b|anymore\b|because\b|yet\b|to\b))",
        "Has no {value}",
        said="no {value}",
        gives={"I don't have a car, so trains it is": ("Has no car",)},
        silent=("I don't have a car preference",),
    ),
    Rule(
        "health",
        r"(?:i|we) (?:have|suffer from|am living with|live with|struggle with|was diagnosed with|have been diagnosed with|am recovering from|beat|survived|deal with|battle) (?P<value>(?:(?:severe|mild|bad|really bad|chronic|terrible|social|bad) )?{ailment})\b(?!-)",
        "Has {value}",
        said="{value}",
        ended="Used to have {value}",
        gives={"I have asthma": ("Has asthma",), "i was diagnosed with ADHD": ("Has ADHD",)},
        silent=("I don't have asthma", "Do you have asthma?", "I have add-ons"),
    ),
    Rule(
        "health",
        r"(?:i|we) am (?P<value>diabetic|asthmatic|epileptic|in a wheelchair|a wheelchair user|a cancer survivor|an? (?:recovering )?(?:alcoholic|addict)|overweight|disabled|anemic|hard of hearing)\b",
        "Is {value}",
        ended="Is no longer {value}",
        gives={"I'm diabetic.": ("Is diabetic",)},
        silent=("I'm not diabetic",),
    ),
    Rule(
        "traits",
        r"(?:i|we) am (?:an? |very |deeply |quite )?(?P<value>{creed})" + _END,
        "Is {value}",
        ended="Is no longer {value}",
        gives={"I'm left-handed.": ("Is left-handed",), "I am an early bird": ("Is an early bird",)},
        silent=("I am blind to that?", "Are you religious?", "I'm not religious"),
    ),
    Rule(
        "traits",
        r"(?:i|we) have (?P<value>(?:(?:a|an|very|really|natural|naturally|long|short|curly|straight|wavy|dark|light|bright|big|beautiful|brown|blonde?|black|red|gray|grey|white|blue|green|hazel|ginger|purple|pink|thick|auburn|olive|fair|pale|two|three|four|many|several|some|lots of|\d+) ){1,4}(?:hair|eyes|skin|freckles|tattoos?|piercings?|dimples|beard|braces))\b",
        "Has {value}",
        said="{value}",
        ended="Used to have {value}",
        gives={"I have curly red hair": ("Has curly red hair",), "i have two tattoos": ("Has two tattoos",)},
        silent=("I have hair in my soup", "Do you have blue eyes?"),
    ),
    Rule(
        "traits",
        r"my (?P<what>hair|eyes|eye colou?r|hair colou?r|skin) (?:is|are) (?P<value>(?:(?:very|really|naturally|dark|light|bright|long|short|curly|straight) )*(?:brown|blonde?|black|red|gr[ae]y|white|blue|green|hazel|ginger|purple|pink|curly|long|short|auburn))\b",
        "{What_} is {value}",
        said="{what} {value}",
        gives={"My hair is naturally red": ("Hair is naturally red",)},
        silent=("My eyes are tired",),
    ),
    Rule(
        "traits",
        r"i am (?P<value>(?:about |only |over |almost )?(?:[4-7](?:'| ?f(?:ee|oo)?t ?)\s?(?:\d{1,2}\"?)?|1\.\d\d ?m|1\d\d ?cm))(?: tall)?",
        "Is {value} tall",
        gives={"I'm 6 foot 2 tall": ("Is 6 foot 2 tall",)},
        silent=("I am 5 minutes away",),
    ),
)
