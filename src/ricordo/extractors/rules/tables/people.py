"""Whom somebody has: family, partners, friends, pets."""

from ricordo.extractors.rules.rule import Rule

PEOPLE = (
    Rule(
        "family",
        (
            r"(?:i|we) (?:also )?have (?P<value>(?:an? |{number} ){adjective}{0,2}?{relation})"
            r"\b(?!')(?: (?:called|named|whose name is) (?P<called>[^\W\d_]\w+))?"
        ),
        "Has {value}{named}",
        said="{value}{named}",
        gives={
            "I have two daughters.": ("Has two daughters",),
            "i ve a son named Pio": ("Has a son called Pio",),
            "We have three kids and a dog": ("Has three children", "Has a dog"),
        },
        silent=(
            "I have a sister act ticket?",
            "Do you have kids?",
            "I don't know if I have a brother",
            "I wish I had a sister",
        ),
    ),
    Rule(
        "family",
        r"(?:i|we) have (?P<value>{relation})\b(?! (?:menu|meal|room|seat)s?\b)(?<!kid)(?<!child)",
        "Has {value}",
        gives={"I have kids, so mornings are busy": ("Has children",)},
        silent=("I have kid gloves",),
    ),
    Rule(
        "family",
        (
            r"(?:i|we) (?:do not have|have no|have not)(?: any| a)? (?P<value>kids|children|siblings|"
            r"brothers or sisters|pets|family|husband|wife|boyfriend|girlfriend|brothers|sisters|"
            r"kids or pets)(?: (?:yet|of my own|at all))?(?=\s*(?:$|[,.!]|and\b|but\b|or\b|so\b|"
            r"i\b|just\b|to\b))"
        ),
        "Has no {value}",
        said="no {value}",
        gives={"I don't have any kids yet.": ("Has no children",), "i have no siblings": ("Has no siblings",)},
        silent=("I don't have kids menus here", "I have no idea"),
    ),
    Rule(
        "family",
        r"(?:i|we) am (?:(?:happily|newly|recently|still) )?(?P<value>married|engaged|divorced|"
        r"single|widowed|a widow|a widower|separated|in a (?:long[ -]distance |new |serious "
        r"|happy )?relationship|a (?:single |proud |new |working )?(?:mom|mum|mother|dad|father|"
        r"parent|grandmother|grandfather|grandma|grandpa)|an only child|pregnant|expecting)"
        r"\b"
        r"(?! (?:to (?:see|hear|be|help|say)|with (?:work|the)|out|handed|most|ladies))",
        "Is {value}",
        ended="Is no longer {value}",
        gives={
            "I'm happily married.": ("Is married",),
            "I am a single mum": ("Is a single mother",),
            "I'm not married any more": ("Is no longer married",),
        },
        silent=("I'm not married", "Are you married?", "I wish I was married"),
    ),
    Rule(
        "family",
        r"(?:i|we) (?:have )?(?:got married|been married|was married|married my)\b(?P<value>)(?! (?:before|once))",
        "Is married",
        said="married",
        gives={"I've been married for twelve years": ("Is married",)},
        silent=("I have never been married",),
    ),
    Rule(
        "family",
        (
            r"(?:my|our) (?P<value>{relation}|{parent})(?:'s|s)? (?:name is|names are|name's|is "
            r"called|is named|are called|are named) (?P<called>[^\W\d_]\w+)"
        ),
        "{Value} is called {called}",
        said="{value} {called}",
        gives={"My wife's name is Ilse": ("Wife is called Ilse",), "my son is called pio": ("Son is called Pio",)},
        silent=("My dog's collar name is lost?", "My wife is called away?"),
    ),
    Rule(
        "family",
        (
            r"(?:my|our) (?P<value>{relation}|{parent})(?: is|'s|s| was) (?P<what>(?:now |only "
            r"|just |almost )?{age}|[1-9])(?: years? old| now)?(?=\s*(?:$|[,.!]|and\b|but\b|so\b|"
            r"years))"
        ),
        "{Value} is {what}",
        said="{value} is {what}",
        gives={"My daughter is 7 years old.": ("Daughter is 7",)},
        silent=("His daughter is 7",),
    ),
    Rule(
        "family",
        (
            r"(?:my|our) (?P<value>{relation}|{parent})(?: (?P<was>is|was|are|were|'s)|s) (?:(?:also|"
            r"actually|both) )?(?P<what>(?:an? |the )?(?:retired )?{trade}s?)\b(?=\s*(?:$|[,.!]|"
            r"and\b|but\b|so\b|in\b|at\b|for\b|too\b|who\b|i\b|when\b|as\b))"
        ),
        "{Value} {was} {what}",
        said="{value} {was} {what}",
        gives={
            "My husband is an electrician.": ("Husband is an electrician",),
            "my dad was a miner": ("Father was a miner",),
        },
        silent=("Is your husband an electrician?",),
    ),
    Rule(
        "family",
        (
            r"(?:my|our) (?P<value>{relation}|{parent}|family) (?P<was>is|are|was|were) (?:(?:also|"
            r"both|all|originally|very|still|currently) )*(?P<what>from [^,]+|divorced|separated|"
            r"retired|deceased|married|in the (?:army|navy|military|air force|marines)|in (?:college|"
            r"high school|kindergarten|the hospital|prison|jail))(?=\s*(?:$|[,.!]|and\b|but\b|"
            r"so\b|for\b|who\b|i\b|because\b))"
        ),
        "{Value} {was} {what}",
        said="{value} {was} {what}",
        gives={
            "My parents are divorced": ("Parents are divorced",),
            "my family is from Kenya": ("Family is from Kenya",),
        },
        silent=("My parents are here", "Are my parents divorced?"),
    ),
    Rule(
        "family",
        (
            r"(?:my|our) (?P<value>{relation}|{parent}|family) (?:(?:also|really|always|usually|"
            r"still|currently|now) )?(?P<verb>works? (?:at|in|for|as|with)|lives? (?:in|on|near|"
            r"with)|loves?|likes?|owns?|plays?|runs?|teach(?:es)?|hates?|stud(?:y|ies)|drives?|"
            r"speaks?|collects?|sells?|worked (?:at|in|for|as)|owned|taught|left) (?P<what>(?!you|"
            r"it|that|this|me\b|him|her\b|them|to (?:be|say|think)|when|out|away).+)"
        ),
        "{Value} {verb} {what phrase}",
        said="{value} {verb} {what phrase}",
        gives={
            "My brother works at a garage": ("Brother works at a garage",),
            "my kids love dinosaurs": ("Children love dinosaurs",),
        },
        silent=("His brother works at a garage", "if my brother lives in Rome we can stay there"),
    ),
    Rule(
        "family",
        (
            r"(?:i|we) (?:am )?(?:still )?liv(?:e|ing) (?P<value>alone|by myself|on my own|at "
            r"home|with (?:my |our |an? |two |three |some )?(?:parents|mom|mum|mother|dad|father|"
            r"family|wife|husband|partner|boyfriend|girlfriend|roommates?|flatmates?|grandparents|"
            r"grandmother|grandma|son|daughter|sister|brother|kids|children|dog|cat|best friend|"
            r"friends))\b"
        ),
        "Lives {value}",
        said="lives {value}",
        ended="Used to live {value}",
        gives={
            "I live with two roommates": ("Lives with two roommates",),
            "i still live with my parents": ("Lives with parents",),
        },
        silent=("I live with regret", "Do you live alone?"),
    ),
    Rule(
        "family",
        (
            r"(?:my|our) (?P<value>{relation}|{parent}) (?:(?:has|have|had|recently|just|sadly)"
            r" )?(?:died|passed(?: away)?|is dead|are dead|is no longer (?:alive|with us))\b"
        ),
        "{Value} has died",
        said="{value} has died",
        gives={"My father passed away last spring": ("Father has died",)},
        silent=("My father nearly died laughing",),
    ),
    Rule(
        "family",
        r"(?:my|our) (?P<count>)(?P<value>{relation}),? (?-i:(?P<called>[A-Z][a-z]+))(?=\s*(?:$|"
        r"[,.!]|and\b|is\b|has\b|was\b|just\b|"
        r"who\b|in\b|to\b|lives\b|works\b|loves\b|likes\b|will\b|are\b|for\b|on\b|at\b))",
        "Has {mine}{named}",
        said="{mine}{named}",
        gives={"My daughter Emma just started school": ("Has a daughter called Emma",)},
        silent=("My Son of Saturn poster", "My daughter, I hope, is well?"),
    ),
    Rule(
        "family",
        (
            r"(?:my|our) (?:(?:lovely|beautiful|wonderful|dear|sweet|dearest|own|amazing) )?(?P<count>(?:(?:two|"
            r"three|four|five|six|seven|\d) )?(?:(?:oldest|youngest|older|younger|eldest|little|"
            r"big|twin) )?)(?P<value>{my relation})\b(?!'|s\b|-| (?:said|says|in law))(?! (?:of|"
            r"to be)\b|.{0,40}(?:left me|died|passed|broke up))"
        ),
        "Has {mine}",
        said="{mine}",
        explicit=False,
        gives={
            "I went sailing with my wife": ("Has a wife",),
            "my two sons keep me busy": ("Has two sons",),
        },
        silent=("My sister's friend sings", "if my wife were here", "my friends are great", "my ex-wife left"),
    ),
    Rule(
        "pets",
        (
            r"(?:i|we) (?:also )?(?:have|own|adopted|rescued|raise|keep|breed|just adopted) (?P<value>(?:(?:an? "
            r"|{number} |some |our |another ){adjective}{0,3}?)?{pet})\b(?!'s|-| (?:food|hair|"
            r"person|lover|fan|allergy|walker|day|theme|show|costume|tank|photos?|at\b))(?:,? "
            r"(?:called|named|whose name is|name is) (?P<called>[^\W\d_]\w+))?"
        ),
        "Has {value}{named}",
        said="{value}{named}",
        ended="Used to have {value}{named}",
        gives={
            "I have a dog called Rex.": ("Has a dog called Rex",),
            "we adopted two rescue greyhounds": ("Has two rescue greyhounds",),
            "I used to have a cat": ("Used to have a cat",),
            "I've got a hamster": ("Has a hamster",),
        },
        silent=(
            "I have a dog-eared book",
            "Do you have a cat?",
            "I don't have a dog",
            "I have dog hair on my coat",
            "I want a dog",
        ),
    ),
    Rule(
        "pets",
        (
            r"(?:my|our) (?P<value>{adjective}{0,2}?{my pet})(?:'s|s)?(?: (?:name is|name's|is "
            r"called|is named|called|named)) (?P<called>[^\W\d_]\w+)"
        ),
        "Has {a} {value}{named}",
        said="{value}{named}",
        gives={
            "My dog's name is Rex": ("Has a dog called Rex",),
            "our cat is called Olive": ("Has a cat called Olive",),
        },
        silent=("My dog is called to dinner?",),
    ),
    Rule(
        "pets",
        (
            r"(?:my|our) (?P<count>(?:(?:two|three|four|five|six|\d) )?)(?P<value>{my pet})\b(?!'|"
            r"s\b|-| (?:food|hair|died|passed|person|lover|ran away))"
        ),
        "Has {mine}",
        said="{mine}",
        explicit=False,
        gives={"I am walking my dog": ("Has a dog",), "my three cats sleep all day": ("Has three cats",)},
        silent=("my dog's vet called", "my dog died"),
    ),
)
