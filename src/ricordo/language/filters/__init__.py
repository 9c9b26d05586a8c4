"""The one filter for what is never learned: secrets, orders to the assistant or its memory, and other voices.

Every extractor and every summary goes through these functions, in `ricordo.learn`. They read text in linear time, and
they err on the side of learning too little: what was said is kept word for word anyway.
"""

from ricordo.language.filters.orders import describes_user, gives_orders
from ricordo.language.filters.secrets import holds_secret
from ricordo.language.filters.sentences import remove_unsafe_sentences
from ricordo.language.filters.voices import own_words

__all__ = ["describes_user", "gives_orders", "holds_secret", "own_words", "remove_unsafe_sentences"]
