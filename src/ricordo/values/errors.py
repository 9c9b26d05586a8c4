"""The errors that Ricordo raises.

    RicordoError
    ├── ScopeError (also a ValueError)   the scope is empty or malformed
    ├── NotFound (also a LookupError)    no such turn or memory in this scope
    ├── StoreError                       the database failed: locked, full, damaged, too new, closed
    ├── ModelError                       an embedder or a language model failed
    └── ConsentError                     the person does not allow this

Bad arguments raise the built-in `ValueError` or `TypeError`. Messages name the argument and the way out, and never
quote what anybody said.
"""


class RicordoError(Exception):
    """The base of all errors that Ricordo raises."""


class ScopeError(RicordoError, ValueError):
    """The scope is empty, or one of its names is not valid."""


class NotFound(RicordoError, LookupError):
    """There is no turn or memory with this id in the scope."""


class StoreError(RicordoError):
    """The database failed or is closed. Nothing was half-written."""


class ConcurrentUpdate(StoreError):
    """The basis of a change was changed or erased since it was read. Read it again and decide anew."""


class MissingEvidence(RicordoError, ValueError):
    """A quote in a memory's evidence, at ``position``, that is not in its turn."""

    def __init__(self, position: int) -> None:
        super().__init__(f"evidence[{position}] of the memory is not a quote from its turn")
        self.position = position


class TurnConflict(RicordoError, ValueError):
    """A turn, at ``position`` of those given, whose id is stored in its scope with another text."""

    def __init__(self, position: int) -> None:
        super().__init__(
            f"turns[{position}].id is already stored in this scope with another text: a turn never changes, "
            "give this one another id"
        )
        self.position = position


class DimensionMismatch(StoreError):
    """A vector with another number of dimensions than those stored under its model's name."""

    def __init__(self, model: str, before: int, now: int) -> None:
        super().__init__(
            f"the embedder {model!r} made vectors of {before} dimensions before and of {now} now; give it another name"
        )


class ModelInUse(RicordoError, ValueError):
    """The model whose vectors answer queries cannot be dropped."""

    def __init__(self, model: str) -> None:
        super().__init__(
            f"the vectors of {model!r} answer queries and cannot be dropped; change the embedder first, with "
            "`ricordo migrate --embedder`"
        )


class ModelNotPrepared(RicordoError, ValueError):
    """The store has no complete vectors of this embedding model, so it cannot answer queries by it."""

    def __init__(self, model: str) -> None:
        super().__init__(
            f"the vectors of {model!r} are not being prepared, or were dropped meanwhile, and cannot answer queries; "
            "make them with `ricordo migrate --embedder`"
        )


class ModelError(RicordoError):
    """An embedding or language model failed, or its answer is not valid."""


class ConsentError(RicordoError):
    """The person does not allow this. Nothing was stored."""
