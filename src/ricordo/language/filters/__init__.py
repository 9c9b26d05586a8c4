"""The one filter for what is never learned: secrets, orders to the assistant or its memory, and other voices.

Every extractor and every summary goes through these functions, in `ricordo.learn`. They read text in linear time, and
they err on the side of learning too little: what was said is kept word for word anyway. They know English, German,
Spanish, French, Italian, Portuguese, Japanese and Chinese.
"""

from ricordo.language.filters.orders import claims_authority, describes_user, gives_orders
from ricordo.language.filters.saving import forbids_saving
from ricordo.language.filters.secrets import find_secret_words, holds_secret, mask_secrets, repeats_secret
from ricordo.language.filters.sentences import remove_unsafe_sentences
from ricordo.language.filters.voices import own_words

__all__ = [
    "claims_authority",
    "describes_user",
    "find_secret_words",
    "forbids_saving",
    "gives_orders",
    "holds_secret",
    "mask_secrets",
    "own_words",
    "remove_unsafe_sentences",
    "repeats_secret",
]
