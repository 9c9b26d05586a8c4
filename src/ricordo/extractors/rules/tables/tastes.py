"""Rules for what somebody likes, dislikes, eats and cannot eat."""

from ricordo.extractors.rules.rule import Rule

_LIKE = (
    r"(?:love|like|enjoy|adore|am into|am a (?:big |huge |massive )?fan of|am fond of|am obsessed "
    r"with|am passionate about|am crazy about|am interested in(?! (?:an?|the|your|this|that|"
    r"booking|renting|buying|knowing|"
    r"seeing|hearing|getting)\b)|am addicted to|am keen on|have "
    r"loved|have liked|have enjoyed|have a passion for|have an interest in|love love)"
)
_HATE = (
    r"(?:hate|dislike|detest|despise|loathe|cannot stand|do not (?:like|enjoy|care for)|am not "
    r"(?:into|a (?:big |huge )?fan of|fond of|keen on)|am afraid of|am scared of|am terrified "
    r"of)"
)

TASTES = (
    Rule(
        "diet",
        (
            r"(?:i|we) (?:am|have (?:been|gone)|eat|follow|keep|went|need|require|stick to|cook)"
            r" (?:(?:an?|strictly|only|on an?|mostly|on the) )?(?P<value>{diet})(?: (?:food|foods|"
            r"diet|meals))?(?=\s*(?:$|[,.!]|and\b|but\b|so\b|for\b|too\b|since\b|because\b|now\b|"
            r"diet\b|who\b|only\b|i\b|as\b|by\b|myself\b|actually\b|that\b|what\b|at\b))"
        ),
        "Is {value}",
        ended="Is no longer {value}",
        gives={
            "I'm vegetarian.": ("Is vegetarian",),
            "im a vegan and i have a cat": ("Is vegan", "Has a cat"),
            "I'm not vegetarian any more": ("Is no longer vegetarian",),
            "I eat halal": ("Is halal",),
        },
        silent=(
            "I'm not vegetarian",
            "Are you vegan?",
            "I had a vegan burger",
            "I need a vegan restaurant for tonight",
        ),
    ),
    Rule(
        "diet",
        r"as an? (?P<value>{diet})$",
        "Is {value}",
        opens=True,
        gives={"As a vegetarian I struggle in steak houses": ("Is vegetarian",)},
        silent=("as a vegan would say", "He came as a vegan"),
    ),
    Rule(
        "diet",
        r"(?:i|we) (?:do not|never|cannot) eat (?:any )?(?P<value>.+)",
        "Does not eat {value}",
        "thing",
        said="no {value}",
        gives={"I don't eat pork or shellfish.": ("Does not eat pork", "Does not eat shellfish")},
        silent=("I don't eat out much", "I never eat that"),
    ),
    Rule(
        "diet",
        (
            r"(?:i|we) eat (?P<value>(?:(?:very|mostly) )?(?:healthy|organic|healthily|clean|raw|"
            r"spicy|vegan|kosher|halal)(?: food| foods)?)(?=\s*(?:$|[,.!]|and\b|but\b|so\b|because\b|"
            r"most\b|every\b|to\b))"
        ),
        "Eats {value}",
        gives={"I only eat organic food.": ("Eats organic food",)},
        silent=("I eat raw fish", "Do you eat healthy?"),
    ),
    Rule(
        "allergies",
        (
            r"(?:i|we) (?:am (?:(?:very|severely|deathly|highly|also|terribly|mildly) )?(?:allergic|"
            r"intolerant) to|have (?:an? )?(?:\w+ )?allerg(?:y|ies) to) (?P<value>.+)"
        ),
        "Is allergic to {value}",
        "thing",
        ended="Is no longer allergic to {value}",
        gives={
            "I'm allergic to peanuts and shellfish": ("Is allergic to peanuts", "Is allergic to shellfish"),
            "I have a severe allergy to bee stings": ("Is allergic to bee stings",),
        },
        silent=("I'm not allergic to nuts", "Are you allergic to cats?", "I'm allergic to that"),
    ),
    Rule(
        "allergies",
        (
            r"(?:i|we) have (?:an? )?(?:(?:severe|bad|mild|serious|terrible) )?(?P<value>gluten|"
            r"nut|peanut|tree nut|dairy|lactose|egg|soy|shellfish|seafood|fish|wheat|pollen|cat|"
            r"dog|penicillin|bee|latex|sesame)s? (?:allerg(?:y|ies)|intolerance)\b"
        ),
        "Is allergic to {value}",
        gives={"I have a gluten allergy": ("Is allergic to gluten",)},
        silent=("I have an allergy test",),
    ),
    Rule(
        "diet",
        (
            r"i (?P<what>do not drink or smoke|do not smoke or drink|do not drink(?: alcohol)?|"
            r"do not smoke|never drink(?: alcohol)?|never smoke)(?=\s*(?:$|[,.!]|and\b|or\b|but\b|"
            r"so\b|because\b|at all\b|anymore\b|either\b|i\b))(?P<value>)"
        ),
        "{What}",
        said="{what}",
        gives={"I don't drink, so no bars": ("Does not drink",), "I never smoke": ("Never smokes",)},
        silent=("I don't drink that brand", "Don't you smoke?"),
    ),
    Rule(
        "likes",
        rf"(?:i|we) {_LIKE} (?P<value>(?!to\b|when\b|how\b).+)",
        "Likes {value}",
        "thing",
        ended="Used to like {value}",
        gives={
            "I love hiking and coastal walks": ("Likes hiking", "Likes coastal walks"),
            "I am a budget backpacker who loves hiking and beaches": (
                "Travels as a budget backpacker",
                "Likes hiking",
                "Likes beaches",
            ),
            "i really enjoy jazz a lot": ("Likes jazz",),
            "I'm into pottery, chess and long walks": ("Likes pottery", "Likes chess", "Likes long walks"),
            "Love sailing!": ("Likes sailing",),
            "I love cats and knitting is soothing": ("Likes cats",),
            "I used to like opera": ("Used to like opera",),
        },
        silent=(
            "I love it",
            "I love you",
            "I like your shoes",
            "I would like a window seat",
            "I'd love some tea",
            "I like that one",
            "Do you like hiking?",
            "If I liked hiking I would go",
            "He says I love hiking",
            "I like the second option",
            "I like the sound of that",
            "I wish I liked opera",
            "It feels like rain",
            "Love the idea!",
        ),
    ),
    Rule(
        "likes",
        (
            rf"(?:i|we) (?:{_LIKE}) to (?P<value>(?!be\b|have\b|know\b|see\b|hear\b|think\b|get\b|"
            rf"say\b|go to (?:a|the|this)\b|take (?:a|the)\b|use\b|make sure|keep it|stay at|fly\b|"
            rf"leave\b|find\b|try\b|call\b|rent\b|schedule\b|buy a|meet\b|visit\b|check\b|speak\b|"
            rf"let\b|go\s*$|do\b|live\b|(?:go|travel|come|head|drive) (?:to|from)\b|fix\b|watch "
            rf"a\b|arrange\b|plan a\b|set\b|pick\b|start\b|know\b).+)"
        ),
        "Likes {doing}",
        "doing",
        said="{doing}",
        ended="Used to like {doing}",
        gives={
            "I like to bake and swim": ("Likes baking", "Likes swimming"),
            "i love to play chess": ("Likes playing chess",),
        },
        silent=("I like to think so", "I'd like to book a room", "I like to be early", "I love to hear that"),
    ),
    Rule(
        "preferences",
        (
            r"(?:i|we) (?:prefer|favou?r|would always choose) (?P<value>(?!to\b|not\b|the \w+ "
            r"one).+?)(?: (?:over|to|rather than|instead of) .*)?$"
        ),
        "Prefers {value}",
        "thing",
        gives={
            "I prefer economy cars": ("Prefers economy cars",),
            "We prefer trains over planes": ("Prefers trains",),
        },
        silent=("I prefer that one", "I prefer the 9 am flight", "I would prefer an aisle seat", "I prefer it"),
    ),
    Rule(
        "preferences",
        r"(?:i|we) prefer to (?P<value>(?!go with|fly|travel|be|book|leave|depart|fly on|see|have|get).+)",
        "Prefers to {value}",
        "phrase",
        gives={"I prefer to avoid hotel rooms near lifts": ("Prefers to avoid hotel rooms near lifts",)},
        silent=("I prefer to leave tomorrow", "I prefer to go with the first"),
    ),
    Rule(
        "preferences",
        r"my (?:general |usual |personal )?preferences? (?:is|are) (?:for )?(?P<value>.+)",
        "Prefers {value}",
        "thing",
        gives={"My preference are economy cars when renting a car.": ("Prefers economy cars",)},
        silent=("My preference is the second one", "Her preferences are unclear"),
    ),
    Rule(
        "likes",
        (
            r"(?:my|our) (?:(?:all[ -]time|absolute|personal|other|current) )?(?:fav|fave|favou?rite)"
            r"s? (?P<of>[a-z][\w-]*(?: [a-z][\w-]*){0,2}?)(?: (?:is|are|was|would be|would have "
            r"to be|has to be|include|has always been)|'s) (?:probably |definitely |always |by "
            r"far )?(?P<value>.+)"
        ),
        "Favourite {of} is {value}",
        "thing",
        gives={
            "My favourite colour is teal.": ("Favourite colour is teal",),
            "my fave food is ramen": ("Favourite food is ramen",),
        },
        silent=("My favourite part is when it ends", "What is my favourite colour?", "My favorite thing is that"),
    ),
    Rule(
        "likes",
        (
            r"(?:my|our) (?:(?:all[ -]time|absolute|personal) )?(?:fav|fave|favou?rite)s?(?: (?:one|"
            r"ones|thing))? (?:is|are|would be|has to be) (?:probably |definitely |always )?(?P<value>.+)"
        ),
        "Favourite is {value}",
        "thing",
        gives={"My favourite is lemon sorbet": ("Favourite is lemon sorbet",)},
        silent=("My favourite is that one",),
    ),
    Rule(
        "likes",
        (
            r"(?:yes|yeah|well|oh|and|but|haha|,| )*(?P<value>[a-z][\w'-]*(?: [\w'-]+){0,3}?) "
            r"(?:is|are) (?:(?:definitely|probably|also|one of|by far|really|always) )*(?:$|my "
            r"(?:(?:all[ -]time|absolute|personal) )?(?:fav|fave|favou?rite|passion|hobby|hobbies|"
            r"thing\b|life\b))"
        ),
        "Likes {value}",
        "thing",
        gives={
            "Lemon sorbet is my favourite.": ("Likes Lemon sorbet",),
            "Gardening is my passion": ("Likes Gardening",),
        },
        silent=("What is my favourite?", "That is my favourite", "Yours is my favourite", "She is my life"),
    ),
    Rule(
        "likes",
        (
            r"(?:my|our) (?:(?:main|only|other|biggest|real|favou?rite) )?(?:hobby|hobbies|passions?|"
            r"interests?|pastimes?|favou?rite (?:hobby|pastime|activity)) (?:is|are|include) (?P<value>.+)"
        ),
        "Likes {value}",
        "thing",
        gives={"My hobbies are knitting and birdwatching": ("Likes knitting", "Likes birdwatching")},
        silent=("My hobby is something else",),
    ),
    Rule(
        "dislikes",
        rf"(?:i|we) {_HATE} (?P<value>(?!to\b|when\b|how\b|being\b|that\b).+)",
        "Dislikes {value}",
        "thing",
        gives={
            "I hate crowds and loud music": ("Dislikes crowds", "Dislikes loud music"),
            "I can't stand cilantro": ("Dislikes cilantro",),
            "im not a fan of cruises": ("Dislikes cruises",),
        },
        silent=(
            "I hate that",
            "I hate to say this",
            "I don't like it",
            "I hate when that happens",
            "Do you hate crowds?",
            "I don't like the first one",
        ),
    ),
    Rule(
        "dislikes",
        (
            rf"(?:i|we) {_HATE} to (?P<value>(?!be\b|have\b|say\b|think\b|tell\b|break\b|bother\b|"
            rf"ask\b|admit\b|see\b|hear\b|do\b|get\b|go\s*$).+)"
        ),
        "Dislikes {doing}",
        "doing",
        said="{doing}",
        gives={"I hate to fly": ("Dislikes flying",)},
        silent=("I hate to say it", "I hate to bother you"),
    ),
)
