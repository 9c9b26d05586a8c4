"""Everything that Recollect raises on purpose.

    RecollectError
    ├── ScopeError (also a ValueError)   the scope is empty or malformed
    ├── NotFound (also a LookupError)    no such turn or memory in this scope
    ├── StoreError                       the database refused: locked, full, damaged, too new
    ├── ModelError                       an embedder or a language model failed
    └── ConsentError                     the person does not allow this

Bad arguments raise the built-in ``ValueError`` or ``TypeError``. Messages name the argument and the way out, and hold
nothing that anybody said.
"""


class RecollectError(Exception):
    """Base of every error that Recollect raises on purpose."""


class ScopeError(RecollectError, ValueError):
    """A scope that names nobody, or a part of one that cannot be a name."""


class NotFound(RecollectError, LookupError):
    """No turn or memory with this id in the given scope."""


class StoreError(RecollectError):
    """The database could not do what was asked; nothing was half-written."""


class ChangedMeanwhile(StoreError):
    """Somebody else changed the memory since it was read; read it again and decide anew."""


class ModelError(RecollectError):
    """An embedding or language model failed or answered nonsense."""


class ConsentError(RecollectError):
    """The person has switched this off; nothing was stored."""
