"""Rules for what somebody owns, and what they are like."""

from ricordo.extractors.rules.rule import Rule

_END = (
    r"(?=\s*(?:$|[,.!]|and\b|but\b|so\b|because\b|as\b|for\b|in\b|at\b|on\b|with\b|every\b|too\b|"
    r"most\b|all\b|when\b|whenever\b|since\b|to (?:stay|keep|relax|de)|once\b|twice\b|i\b|a lot\b|"
    r"sometimes\b|often\b|regularly\b|daily\b|while\b|if\b|competitively\b|professionally\b|which\b|"
    r"myself\b|there\b|almost\b|about\b|around\b|outside\b))"
)

TRAITS = (
    Rule(
        "traits",
        (
            r"(?:i|we) (?:do not|never) (?P<verb>watch|play|follow|drive|read|listen to|go to|"
            r"use|wear|celebrate) (?P<value>.+)"
        ),
        "Does not {verb} {value}",
        "phrase",
        said="does not {verb} {value}",
        gives={"I don't follow politics": ("Does not follow politics",)},
        silent=("I don't watch that", "I don't use it", "Don't go there", "I don't go out much"),
    ),
    Rule(
        "traits",
        (
            r"(?:i|we) (?:do not|never) (?P<value>drive|cook|dance|swim|travel|exercise|work out|"
            r"gamble|fly|sleep well)(?=\s*(?:$|[,.!]|and\b|but\b|so\b|because\b|at all\b|much\b|"
            r"very\b|often\b|or\b))"
        ),
        "Does not {value}",
        said="does not {value}",
        gives={"I never cook": ("Does not cook",)},
        silent=("I don't cook that", "Don't you swim?"),
    ),
    Rule(
        "traits",
        (
            r"(?:i|we) am (?P<what>(?:(?:very|really|pretty|quite|so|not|not very|not that|not "
            r"really|also) )*(?:good|great|terrible|bad|awful|skilled|talented|horrible) (?:at|"
            r"with)) (?P<value>(?!it\b|that\b|this\b|the moment|all\b|remembering|math\?).+)"
        ),
        "Is {what raw} {value}",
        "phrase",
        said="{what raw} {value}",
        gives={"I'm terrible at parallel parking": ("Is terrible at parallel parking",)},
        silent=("I'm good at the moment", "I'm good with that", "Are you good at chess?"),
    ),
    Rule(
        "traits",
        r"(?:i|we) wear (?P<value>glasses|contacts|contact lenses|hearing aids|braces|a hijab|a turban)\b",
        "Wears {value}",
        ended="Used to wear {value}",
        gives={"I wear glasses": ("Wears glasses",)},
        silent=("I wear glasses on my head?",),
    ),
    Rule(
        "possessions",
        (
            r"(?:i|we) (?:have|own|drive|ride|bought|just bought|purchased|recently bought|sail)"
            r" (?P<value>(?:an? |{number} |my own |our own )(?:(?:19|20)\d\d )?{adjective}{0,3}{possession}s?"
            r"(?-i:(?: [A-Z]\w+)?))(?!\w)(?! "
            r"(?:booked|reserved|rental|reservation|for (?:the|a|two|three|one) |to (?:catch|sell|"
            r"do|rent|book|show)|party|key|keys|seat|insurance|payment|accident|trouble|problem|"
            r"that (?:is|was|needs)|in mind|booking|lesson|mate|loan|model|warming))"
        ),
        "Has {value}",
        said="{value}",
        ended="Used to have {value}",
        gives={
            "I drive an old Volvo": ("Has an old Volvo",),
            "I drive a 2012 Honda Civic": ("Has a 2012 Honda Civic",),
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
        (
            r"(?:i|we) (?:own|drive|collect) (?P<value>(?:an? |two |three |my own )(?!lot|bit|"
            r"few|.*(?:business|shop|store|company|restaurant|farm|ranch|bakery|caf|studio|salon)"
            r").+)"
        ),
        "Has {value}",
        "phrase",
        ended="Used to have {value}",
        gives={"I drive a Škoda": ("Has a Škoda",), "we own a loom": ("Has a loom",)},
        silent=("I drive a hard bargain?", "I own a lot of it"),
    ),
    Rule(
        "possessions",
        (
            r"(?:i|we) (?:do not (?:have|own)|have no) (?:an? |any )?(?P<value>car|driver'?s licen[cs]e|"
            r"licen[cs]e|tv|television|house|garden|smartphone|bike|passport)(?=\s*(?:$|[,.!]|"
            r"and\b|but\b|so\b|or\b|i\b|anymore\b|because\b|yet\b|to\b))"
        ),
        "Has no {value}",
        said="no {value}",
        gives={"I don't have a car, so trains it is": ("Has no car",)},
        silent=("I don't have a car preference",),
    ),
    Rule(
        "health",
        (
            r"(?:i|we) (?:have|suffer from|am living with|live with|struggle with|was diagnosed "
            r"with|have been diagnosed with|am recovering from|beat|survived|deal with|battle)"
            r" (?P<value>(?:(?:severe|mild|bad|really bad|chronic|terrible|social|bad) )?{ailment})"
            r"\b(?!-)"
        ),
        "Has {value}",
        said="{value}",
        ended="Used to have {value}",
        gives={"I have asthma": ("Has asthma",), "i was diagnosed with ADHD": ("Has ADHD",)},
        silent=("I don't have asthma", "Do you have asthma?", "I have add-ons"),
    ),
    Rule(
        "health",
        (
            r"(?:i|we) am (?P<value>diabetic|asthmatic|epileptic|in a wheelchair|a wheelchair "
            r"user|a cancer survivor|an? (?:recovering )?(?:alcoholic|addict)|overweight|disabled|"
            r"anemic|hard of hearing)\b"
        ),
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
        (
            r"(?:i|we) have (?P<value>(?:(?:a|an|very|really|natural|naturally|long|short|curly|"
            r"straight|wavy|dark|light|bright|big|beautiful|brown|blonde?|black|red|gray|grey|"
            r"white|blue|green|hazel|ginger|purple|pink|thick|auburn|olive|fair|pale|two|three|"
            r"four|many|several|some|lots of|\d+) ){1,4}(?:hair|eyes|skin|freckles|tattoos?|piercings?|"
            r"dimples|beard|braces))\b"
        ),
        "Has {value}",
        said="{value}",
        ended="Used to have {value}",
        gives={"I have curly red hair": ("Has curly red hair",), "i have two tattoos": ("Has two tattoos",)},
        silent=("I have hair in my soup", "Do you have blue eyes?"),
    ),
    Rule(
        "traits",
        (
            r"my (?P<what>hair|eyes|eye colou?r|hair colou?r|skin) (?:is|are) (?P<value>(?:(?:very|"
            r"really|naturally|dark|light|bright|long|short|curly|straight) )*(?:brown|blonde?|"
            r"black|red|gr[ae]y|white|blue|green|hazel|ginger|purple|pink|curly|long|short|auburn)"
            r")\b"
        ),
        "Has {value} {what}",
        said="{value} {what}",
        gives={"My hair is naturally red": ("Has naturally red hair",)},
        silent=("My eyes are tired",),
    ),
    Rule(
        "traits",
        (
            r"i am (?P<value>(?:about |only |over |almost )?(?:[4-7](?:'| ?f(?:ee|oo)?t ?)\s?(?:\d{1,2}\"?)"
            r"?|1\.\d\d ?m|1\d\d ?cm))(?: tall)?"
        ),
        "Is {value} tall",
        gives={"I'm 6 foot 2 tall": ("Is 6 foot 2 tall",)},
        silent=("I am 5 minutes away",),
    ),
)
