"""Words that rules know by heart: relations, animals, trades, places, given names.

A rule that knows its words is right far more often than one that takes any noun. Nothing here has to be complete:
what is missing is not learned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

NUMBERS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty".split()
NUMBER = rf"(?:\d{{1,3}}|{'|'.join(NUMBERS)}|a couple(?: of)?|a few|several|many|lots of|a lot of|a bunch of|both)"

RELATIONS = {
    "wife": "wife", "husband": "husband", "hubby": "husband", "spouse": "spouse", "partner": "partner",
    "fiance": "fiancé", "fiancé": "fiancé", "fiancee": "fiancée", "fiancée": "fiancée", "boyfriend": "boyfriend",
    "bf": "boyfriend", "girlfriend": "girlfriend", "gf": "girlfriend", "son": "son", "daughter": "daughter",
    "kid": "child", "child": "child", "baby": "baby", "toddler": "toddler", "stepson": "stepson",
    "stepdaughter": "stepdaughter", "grandson": "grandson", "granddaughter": "granddaughter",
    "grandchild": "grandchild", "brother": "brother", "sister": "sister", "sibling": "sibling", "twin": "twin",
    "nephew": "nephew", "niece": "niece", "cousin": "cousin", "roommate": "roommate", "flatmate": "flatmate",
    "housemate": "housemate", "best friend": "best friend", "twin brother": "twin brother",
    "twin sister": "twin sister", "baby boy": "baby boy", "baby girl": "baby girl", "boy": "boy", "girl": "girl",
    "newborn": "newborn", "teenager": "teenager", "little brother": "little brother",
    "little sister": "little sister", "older brother": "older brother", "older sister": "older sister",
    "big brother": "big brother", "big sister": "big sister", "younger brother": "younger brother",
    "younger sister": "younger sister", "sons": "sons", "daughters": "daughters", "kids": "children",
    "children": "children", "babies": "babies", "twins": "twins", "boys": "boys", "girls": "girls",
    "grandkids": "grandchildren", "grandchildren": "grandchildren", "grandsons": "grandsons",
    "granddaughters": "granddaughters", "teenagers": "teenagers", "toddlers": "toddlers", "brothers": "brothers",
    "sisters": "sisters", "siblings": "siblings", "nephews": "nephews", "nieces": "nieces", "cousins": "cousins",
    "roommates": "roommates", "triplets": "triplets", "stepchildren": "stepchildren",
    "older brothers": "older brothers", "older sisters": "older sisters", "younger brothers": "younger brothers",
    "younger sisters": "younger sisters",
}  # fmt: skip
PARENTS = {
    "mom": "mother", "mum": "mother", "mother": "mother", "mommy": "mother", "dad": "father", "father": "father",
    "daddy": "father", "parents": "parents", "grandma": "grandmother", "grandmother": "grandmother",
    "grandpa": "grandfather", "grandfather": "grandfather", "grandparents": "grandparents", "uncle": "uncle",
    "aunt": "aunt", "stepmother": "stepmother", "stepfather": "stepfather", "stepmom": "stepmother",
    "stepdad": "stepfather",
}  # fmt: skip
# Everybody may speak of "my boy" or "my girls" and mean somebody else; these need "have".
NOT_BY_MENTION = frozenset(
    "boy girl boys girls baby twin teenager newborn toddler babies cousin cousins partner".split()
)

PETS = """
    dog cat puppy kitten hamster rabbit bunny parrot fish goldfish turtle tortoise snake lizard gecko ferret horse
    pony bird chicken goat pig cow sheep donkey llama alpaca parakeet cockatiel iguana hedgehog chinchilla rat mouse
    poodle labrador beagle corgi dachshund chihuahua pug bulldog greyhound terrier husky collie retriever spaniel
    rottweiler dalmatian boxer pitbull mutt goldendoodle labradoodle tabby axolotl tarantula duck
""".split()
_PET_PLURALS = """
    dogs cats puppies kittens hamsters rabbits bunnies parrots turtles tortoises snakes lizards geckos ferrets horses
    ponies birds chickens goats pigs cows sheep donkeys llamas alpacas parakeets poodles labradors beagles corgis
    dachshunds chihuahuas pugs bulldogs greyhounds terriers huskies collies retrievers spaniels mutts rats mice ducks
    pets
""".split()
PETS_BY_MENTION = """
    dog cat puppy kitten hamster rabbit bunny parrot turtle tortoise ferret horse pony poodle labrador beagle corgi
    dachshund chihuahua pug bulldog greyhound husky dogs cats puppies kittens horses rabbits bunnies
""".split()
ALL_PETS = [*PETS, *_PET_PLURALS, "guinea pig", "guinea pigs", "pet"]

TRADES = """
    accountant actor actress administrator analyst animator apprentice archaeologist architect artist astronaut
    attorney auditor author baker banker barber barista bartender biologist blacksmith blogger boilermaker bookkeeper
    botanist bricklayer broker builder butcher butler caregiver carer carpenter cashier ceo cfo cto chef chemist
    choreographer cleaner clerk coach comedian composer conductor consultant contractor controller cook cop copywriter
    counselor counsellor courier cpa curator custodian dancer dentist dermatologist designer detective developer
    dietitian dietician director diver dj doctor driver drummer economist editor educator electrician engineer
    entrepreneur estimator farmer farmhand fashionista filmmaker firefighter fireman fisherman florist foreman
    freelancer gardener geologist geophysicist graphic-designer groomer guard guide guitarist gymnast hairdresser
    hairstylist handyman historian homemaker host hostess housekeeper housewife illustrator inspector instructor
    interpreter intern inventor investor janitor jeweler jeweller jockey journalist judge laborer labourer landscaper
    lawyer lecturer librarian lifeguard linguist logger logistician machinist magician mailman maid manager marine
    masseuse mathematician mechanic mechanist medic merchant meteorologist midwife miner minister model musician nanny
    neurologist neuroscientist notary novelist nurse nutritionist officer operator optician optometrist painter
    paralegal paramedic pastor pathologist pediatrician paediatrician pensioner pharmacist philosopher photographer
    physicist physician physiotherapist pianist pilot plumber podcaster poet policeman policewoman politician postman
    potter preacher priest principal producer professor programmer proofreader psychiatrist psychologist publicist
    publisher rancher ranger realtor receptionist recruiter referee reporter researcher retiree roofer sailor salesman
    salesperson saleswoman scientist screenwriter sculptor seamstress secretary seller server shopkeeper singer
    skipper soldier solicitor songwriter specialist statistician steward stewardess stockbroker stripper stylist
    supervisor surgeon surveyor tailor teacher technician teller therapist trader trainer translator trucker
    truck-driver tutor upholsterer vet veteran veterinarian veterinary videographer vlogger waiter waitress warden
    watchmaker weaver welder woodworker worker writer youtuber zookeeper zoologist postdoc stay-at-home-mom
    stay-at-home-dad assistant associate aide agent executive representative planner programmer
""".split()
ADJECTIVE = (
    r"(?!(?:not|no|never|like|with|of|to|in|at|for|as|and|or|your|his|her|the|that|what|than|"
    r"but|so|too|about|going|trying|looking|having|"
    r"being|doing|talking|married|dating|sure|glad|happy|sorry|afraid|from|on|is|just|who|"
    r"where|because|a|an|it|you|i|my|see|hope) )[a-z][\w&'/-]* "
)
TRADE = rf"(?:(?:{ADJECTIVE}){{0,3}}(?:{'|'.join(sorted(set(TRADES), key=len, reverse=True))}))"
STUDENTS = rf"(?:{ADJECTIVE}){{0,3}}(?:student|major|undergraduate|undergrad|freshman|sophomore)"

# People who do something for its own sake; said of oneself it is what one does, not what one earns a living with.
DOERS = """
    runner swimmer hiker climber cyclist skier snowboarder surfer gamer skateboarder walker jogger bowler golfer
    reader bookworm knitter crafter quilter birdwatcher camper kayaker rower dancer volunteer hunter angler fisherman
    collector vegetarian bodybuilder weightlifter wrestler boxer player minimalist feminist hoarder homebody hippie
""".split()
TRAVELLERS = (
    r"(?:backpacker|traveller|traveler|adventurer|explorer|globetrotter|nomad|(?:adventure|thrill|"
    r"luxury|sun|culture|experience)[ -]seeker)"
)

DIETS = (
    r"(?:(?:strict |mostly |lacto-ovo |lifelong )?(?:vegetarian|vegan|pescatarian|pescetarian|"
    r"flexitarian)|gluten[ -]free|dairy[ -]free|"
    r"lactose[ -]intolerant|halal|kosher|keto|paleo|carnivore|omnivore|celiac|coeliac|plant[ "
    r"-]based|low[ -]carb|nut[ -]free)"
)
NATIONALITIES = """
    american british english scottish welsh irish canadian australian german french italian spanish portuguese dutch
    belgian swiss austrian swedish norwegian danish finnish icelandic polish czech hungarian romanian bulgarian greek
    turkish russian ukrainian serbian croatian chinese japanese korean vietnamese thai filipino indonesian malaysian
    indian pakistani bangladeshi nepali egyptian moroccan nigerian kenyan ghanaian ethiopian somali mexican brazilian
    argentinian colombian chilean peruvian venezuelan cuban jamaican puerto-rican israeli iranian persian iraqi
    lebanese syrian singaporean taiwanese hawaiian texan
""".split()
LANGUAGES = """
    english french german spanish italian portuguese dutch swedish norwegian danish finnish polish czech hungarian
    romanian bulgarian greek turkish russian ukrainian serbian croatian mandarin cantonese chinese japanese korean
    vietnamese thai tagalog indonesian malay hindi urdu bengali tamil telugu punjabi gujarati marathi nepali arabic
    hebrew farsi persian swahili amharic somali yoruba zulu afrikaans welsh irish gaelic catalan basque galician latin
    esperanto klingon sign-language asl icelandic estonian latvian lithuanian slovak slovenian albanian
""".split()

POSSESSIONS = (
    r"(?:car|truck|pickup|pick-up|van|mini ?van|motorbike|motorcycle|scooter|bike|bicycle|"
    r"boat|sailboat|yacht|kayak|canoe|camper|"
    r"camper van|campervan|rv|caravan|jeep|tractor|house|farmhouse|home|apartment|flat|condo|"
    r"cabin|cottage|farm|ranch|garden|pool|piano|guitar|"
    r"violin|drum kit|drum set|telescope|library|motorhome|tesla|toyota|honda|ford|mustang|"
    r"bmw|mercedes|audi|porsche|ferrari|"
    r"volvo|subaru|corvette|harley|camaro|chevy|lamborghini|prius|vespa|convertible|pickup "
    r"truck|beach house|holiday home|"
    r"vineyard|orchard|greenhouse|"
    r"youtube channel|blog|podcast|collection)"
)
AILMENTS = (
    r"(?:diabetes|asthma|arthritis|adhd|add|autism|epilepsy|anxiety|depression|insomnia|ptsd|"
    r"migraines|bipolar(?: disorder)?|ocd|"
    r"dyslexia|cancer|high blood pressure|low blood pressure|celiac disease|coeliac disease|"
    r"crohn's|ibs|lupus|ms|multiple sclerosis|"
    r"parkinson's|tinnitus|vertigo|scoliosis|sleep apn(?:o)?ea|a (?:heart condition|bad back|"
    r"bad knee|limp|prosthetic leg)|"
    r"(?:type (?:1|2|one|two) )diabetes|chronic (?:pain|fatigue|migraines)|back pain|bad (?:knees|eyesight|vision))"
)
CREEDS = (
    r"(?:christian|catholic|muslim|jewish|hindu|buddhist|sikh|mormon|protestant|baptist|lutheran|"
    r"orthodox|atheist|agnostic|"
    r"religious|left[ -]handed|right[ -]handed|color[ -]?blind|colour[ -]?blind|deaf|blind|"
    r"hard of hearing|dyslexic|autistic|"
    r"gay|lesbian|bisexual|trans(?:gender)?|non-?binary|bilingual|colou?rblind|bald|pregnant|adopted|an only child|"
    r"introverted|extroverted|tall|shy|a blonde|blonde|skinny|easy ?going|an introvert|an "
    r"extrovert|a night owl|an early bird|a morning person|a feminist|near-?sighted)"
)

PLACES = frozenset(
    """
    afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahamas bahrain
    bangladesh barbados belarus belgium belize bhutan bolivia bosnia botswana brazil bulgaria cambodia cameroon canada
    chile china colombia congo croatia cuba cyprus czechia denmark ecuador egypt england estonia ethiopia fiji finland
    france georgia germany ghana greece greenland guatemala haiti holland honduras hungary iceland india indonesia
    iran iraq ireland israel italy jamaica japan jordan kazakhstan kenya korea kuwait laos latvia lebanon libya
    lithuania luxembourg madagascar malaysia maldives malta mauritius mexico moldova monaco mongolia montenegro
    morocco mozambique myanmar namibia nepal netherlands nicaragua nigeria norway oman pakistan panama paraguay peru
    philippines poland portugal qatar romania russia rwanda samoa scotland senegal serbia seychelles singapore
    slovakia slovenia somalia spain sudan sweden switzerland syria taiwan tanzania thailand tibet tunisia turkey
    uganda ukraine uruguay uzbekistan vanuatu venezuela vietnam wales yemen zambia zimbabwe usa uk america europe asia
    africa antarctica tasmania bali hawaii sicily sardinia corsica crete santorini ibiza majorca mallorca tuscany
    provence bavaria patagonia scandinavia alaska alabama arizona arkansas california colorado connecticut delaware
    florida idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota
    mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont
    virginia washington wisconsin wyoming queensland victoria quebec ontario alberta london paris rome berlin madrid
    barcelona lisbon porto amsterdam brussels vienna prague budapest warsaw krakow athens istanbul moscow kyiv dublin
    edinburgh glasgow manchester liverpool oxford cambridge copenhagen oslo bergen stockholm helsinki reykjavik zurich
    geneva milan venice florence naples munich hamburg cologne frankfurt lyon nice marseille seville valencia granada
    tokyo kyoto osaka seoul beijing shanghai bangkok hanoi manila jakarta delhi mumbai bangalore kolkata chennai
    kathmandu dubai doha cairo marrakesh marrakech casablanca nairobi lagos accra johannesburg sydney melbourne
    brisbane perth adelaide hobart darwin auckland wellington queenstown toronto vancouver montreal ottawa calgary
    boston chicago seattle portland denver dallas houston austin atlanta miami orlando tampa philadelphia detroit
    cleveland phoenix sacramento nashville memphis brooklyn manhattan nyc vegas pittsburgh baltimore minneapolis
    milwaukee honolulu anchorage havana lima bogota medellin quito santiago
    """.split()
) | {
    "new york", "new york city", "new zealand", "new jersey", "new mexico", "new hampshire", "new orleans",
    "new england", "north carolina", "south carolina", "north dakota", "south dakota", "west virginia",
    "rhode island", "los angeles", "san francisco", "san diego", "las vegas", "salt lake city", "hong kong",
    "south africa", "south korea", "north korea", "costa rica", "sri lanka", "saudi arabia", "puerto rico",
    "great britain", "united states", "the united states", "the us", "the usa", "the uk", "the united kingdom",
    "the netherlands", "the philippines", "the bahamas", "the maldives", "buenos aires", "rio de janeiro",
    "sao paulo", "mexico city", "cape town", "tel aviv", "kuala lumpur", "ho chi minh city",
    "the great barrier reef", "northern ireland", "the midwest", "the east coast", "the west coast", "the south",
    "the north", "the alps", "the grand canyon", "south america", "central america", "north america", "abu dhabi",
    "st louis", "washington dc", "nova scotia", "disney world", "the caribbean", "the southwest",
    "the pacific northwest", "the blue mountains",
}  # fmt: skip

CAPITALS = frozenset("usa uk us nyc la uae dc nz nj sf atlanta's".split())

NAMES = frozenset(
    """
    aaron abigail adam adrian ahmed aisha alan albert alex alexander alexandra alexis alice alicia alison amanda amber
    amir amy ana andrea andrew andy angela anita ann anna anne annie anthony antonio arthur ashley barbara ben
    benjamin bernard beth betty bill billy bob bobby brad brandon brenda brian bruce bryan caleb cameron carl carla
    carlos carmen carol caroline catherine cathy charles charlie charlotte chloe chris christina christine christopher
    cindy claire clara connor craig cynthia dan daniel daniela danny dave david deborah debbie denise dennis derek
    diana diane diego donald donna doug douglas dylan ed eddie edward elena eli elijah elizabeth ella ellen ellie
    emily emma eric erica erik erin ethan eva evan evelyn fatima felix fiona frank fred gabriel gary george gina
    gloria grace greg gregory hannah harold harry heather helen henry holly howard hugo ian ingrid irene isaac isabel
    isabella ivan jack jackie jackson jacob jake james jamie jan jane janet jason jay jean jeff jeffrey jen jenna
    jennifer jenny jeremy jerry jesse jessica jessie jill jim jimmy joan joanna joe joel john johnny jonathan jordan
    jose joseph josh joshua joyce juan judith judy julia julian julie justin karen karl kate katherine kathleen kathy
    katie keith kelly ken kenneth kevin kim kimberly kyle larry laura lauren laurie leah lee leo leon leonard liam
    linda lisa lori louis louise lucas lucia lucy luis luke lynn manuel marcus margaret maria marie marilyn mario mark
    marta martha martin mary matt matthew megan mei melanie melissa mia michael michelle miguel mike mohammed molly
    monica nancy naomi natalie nathan neil nicholas nick nicole nina noah nora oliver olivia oscar owen pablo pamela
    patricia patrick paul paula pedro peter phil philip phillip priya rachel ralph raymond rebecca regina ricardo
    richard rick rob robert roberta roger ron ronald rosa ross russell ruth ryan sally sam samantha samuel sandra sara
    sarah scott sean sergio shannon sharon sheila shirley simon sofia sophia sophie stacy stanley stella stephanie
    stephen steve steven sue susan suzanne sylvia tamara tanya tara taylor ted teresa terry theo theresa thomas
    tiffany tim timothy tina todd tom tommy tony tracy tyler vanessa veronica vicky victor vincent virginia walter
    wanda wayne wendy wesley william yuki yusuf zachary zoe
    """.split()
)


def either(words: Iterable[str]) -> str:
    """Return a regular expression for one of ``words``, the longest first."""
    spelled = sorted(set(words), key=lambda word: (-len(word), word))
    return "(?:" + "|".join(re.escape(word) for word in spelled) + ")"
