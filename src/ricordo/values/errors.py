"""Everything that Ricordo raises on purpose.

    RicordoError
    ├── ScopeError (also a ValueError)   the scope is empty or malformed
    ├── NotFound (also a LookupError)    no such turn or memory in this scope
    ├── StoreError                       the database refused: locked, full, damaged, too new
    ├── ModelError                       an embedder or a language model failed
    └── ConsentError                     the person does not allow this

Bad arguments raise the built-in ``ValueError`` or ``TypeError``. Messages name the argument and the way out, and hold
nothing that anybody said.
"""


class RicordoError(Exception):
    """Base of every error that Ricordo raises on purpose."""


class ScopeError(RicordoError, ValueError):
    """A scope that names nobody, or a part of one that cannot be a name."""


class NotFound(RicordoError, LookupError):
    """No turn or memory with this id in the given scope."""


class StoreError(RicordoError):
    """The database could not do what was asked; nothing was half-written."""


class ChangedMeanwhile(StoreError):
    """Somebody else changed the memory since it was read; read it again and decide anew."""


class MissingEvidence(RicordoError, ValueError):
    """A memory cites, at ``position`` of its evidence, what does not stand in a turn that it can see."""

    def __init__(self, position: int) -> None:
        super().__init__(f"evidence[{position}] of the memory does not stand in its turn")
        self.position = position


class OtherText(RicordoError, ValueError):
    """The id of a turn, at ``position`` of those given, is taken in its scope: a turn never changes."""

    def __init__(self, position: int) -> None:
        super().__init__(
            f"turns[{position}].id is already stored in this scope with another text: a turn never changes, "
            "give this one another id"
        )
        self.position = position


class OtherSize(StoreError):
    """An embedder makes vectors of another size than those that lie under its name."""

    def __init__(self, model: str, before: int, now: int) -> None:
        super().__init__(
            f"the embedder {model!r} made vectors of {before} numbers before and of {now} now; give it another name"
        )


class StillServing(RicordoError, ValueError):
    """The vectors of a model cannot be let go of while questions are answered by them."""

    def __init__(self, model: str) -> None:
        super().__init__(
            f"the vectors of {model!r} answer questions and cannot be dropped; change the embedder first, with "
            "`ricordo migrate --embedder`"
        )


class NotPrepared(RicordoError, ValueError):
    """A model cannot serve whose vectors nobody is making: they may have been dropped."""

    def __init__(self, model: str) -> None:
        super().__init__(
            f"the vectors of {model!r} are not being prepared, or were dropped meanwhile, and cannot answer questions; "
            "make them with `ricordo migrate --embedder`"
        )


class ModelError(RicordoError):
    """An embedding or language model failed or answered nonsense."""


class ConsentError(RicordoError):
    """The person has switched this off; nothing was stored."""
