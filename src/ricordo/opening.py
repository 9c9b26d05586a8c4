"""The composition root: from a URL and options to a store, an embedder and an extractor.

Only this module names concrete classes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar, cast
from urllib.parse import unquote, urlsplit

from ricordo.ports.embedder import Embedder
from ricordo.ports.extractor import Extractor, Summariser
from ricordo.ports.index import Index
from ricordo.ports.judge import Judge
from ricordo.ports.store import Store
from ricordo.values import StoreError

if TYPE_CHECKING:
    from agent_framework import BaseVectorStore, SupportsChatGetResponse, SupportsGetEmbeddings

    AnyChatClient = SupportsChatGetResponse[Any]
    AnyEmbedder = Embedder | SupportsGetEmbeddings[str, Any, Any]


Learning = Literal["background", "inline", "queue", "off"]
LEARNING: tuple[Learning, ...] = ("background", "inline", "queue", "off")


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


class SupportsClose(Protocol):
    """Anything with `aclose`."""

    async def aclose(self) -> None: ...


T = TypeVar("T", bound=SupportsClose)


class Opening(Generic[T]):
    """A memory that is about to be opened: await it, or enter it with `async with`.

    Examples:
        >>> async with Ricordo.open("memory.db") as memory:  # closed at the end of the block
        ...     ...
        >>> memory = await Ricordo.open("memory.db")  # closed by you
        >>> await memory.aclose()
    """

    def __init__(self, connect: Callable[[], Awaitable[T]], name: str) -> None:
        self._connect: Callable[[], Awaitable[T]] | None = connect
        self._name = name
        self._opened: T | None = None

    def __await__(self) -> Generator[Any, None, T]:
        return self._open().__await__()

    async def __aenter__(self) -> T:
        self._opened = await self._open()
        return self._opened

    async def __aexit__(self, *_: object) -> None:
        if self._opened is not None:
            await self._opened.aclose()

    async def _open(self) -> T:
        if self._connect is None:
            raise RuntimeError(f"this was opened already: call {self._name}(…) again for another memory")
        connect, self._connect = self._connect, None
        return await connect()

    @property
    def way_out(self) -> str:
        """The message for somebody who uses this as if it were open."""
        return (
            f"the memory is not open yet: write `async with {self._name}(…) as memory`, "
            f"or `memory = await {self._name}(…)` and later `await memory.aclose()`"
        )

    if not TYPE_CHECKING:  # type checkers report the missing attribute themselves

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            raise TypeError(self.way_out)


def check_url(url: object, name: str = "url") -> None:
    """Raise `TypeError` if `url` is neither a string nor a path."""
    if url is None:
        raise TypeError(f"{name} is None: say which memory to open, such as memory.db or memory://")
    if not isinstance(url, str | Path):
        raise TypeError(f"{name} must be a string or a path, not {type(url).__name__}")


async def open_store(url: str | Path, *, timeout: float, index: str | BaseVectorStore | None = None) -> Store:
    """Open the store at `url`: a path, `sqlite:///path`, `postgresql://…` or `memory://`.

    With PostgreSQL there may be an `index`: `qdrant://…`, or a vector store of MAF.
    """
    text = str(url)
    if text.lower().startswith(("sqlite:", "memory:")) and "://" not in text:
        raise ValueError("url must look like sqlite:///memory.db or memory://, with slashes behind the colon")
    scheme = urlsplit(text).scheme.lower() if "://" in text else "path"
    if index is not None and scheme not in {"postgresql", "postgres"}:
        raise ValueError("an index goes beside a store on postgresql:// only; leave it out, or change the store")
    if scheme == "memory":
        from ricordo.stores.memory import MemoryStore

        return MemoryStore()
    if scheme in {"path", "sqlite"}:
        from ricordo.stores.sqlite import SqliteStore

        return await SqliteStore.open(sqlite_path(text), timeout=timeout)
    if scheme in {"postgresql", "postgres"}:
        return await _open_postgres(text, timeout, None if index is None else open_index(index))
    raise ValueError(
        f"url has the scheme {scheme!r}; give a path, sqlite:///path, postgresql://host/database or memory://"
    )


def open_index(index: str | BaseVectorStore) -> Index:
    """Open an index: `qdrant://…`, or a vector store of MAF."""
    return _open_qdrant(index) if isinstance(index, str) else _wrap_vector_store(index)


def _wrap_vector_store(store: BaseVectorStore) -> Index:
    from agent_framework import BaseVectorStore
    from ricordo.indexes.vector_store import VectorStoreIndex

    if not isinstance(store, BaseVectorStore):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"index must be a URL or a BaseVectorStore of MAF, not {type(store).__name__}")
    return VectorStoreIndex(store)


def _open_qdrant(url: str) -> Index:
    if not url.lower().startswith("qdrant://"):
        raise ValueError("index must look like qdrant://host:6333")
    try:
        from ricordo.indexes.qdrant import QdrantIndex
    except ModuleNotFoundError as error:
        raise StoreError(
            f"an index in Qdrant needs {error.name}, which is not installed: pip install 'ricordo[qdrant]'"
        ) from None
    return QdrantIndex(url)


async def _open_postgres(url: str, timeout: float, index: Index | None) -> Store:
    try:
        from ricordo.stores.postgres import PostgresStore
    except ModuleNotFoundError as error:
        raise StoreError(
            f"a store on PostgreSQL needs {error.name}, which is not installed: pip install 'ricordo[postgres]'"
        ) from None
    return await PostgresStore.open(url, timeout=timeout, index=index)


def sqlite_path(url: str) -> Path:
    """Return the file of a path or an `sqlite:` URL. `sqlite:///memory.db` is relative, four slashes are absolute."""
    if "://" not in url:
        path = url
    else:
        parts = urlsplit(url)
        if parts.netloc or parts.query or parts.fragment:
            raise ValueError("url must look like sqlite:///memory.db or sqlite:////var/lib/memory.db")
        path = unquote(parts.path.removeprefix("/"))
    if not path.strip() or path == ":memory:":
        raise ValueError("url names no file; for a memory that is not kept, use memory://")
    return Path(path).expanduser()


def open_embedder(embedder: AnyEmbedder | None) -> Embedder:
    """Return `embedder`, or a wrapped MAF client, or the bundled model, with a guard around it."""
    from ricordo.embedding.validation import ValidatedEmbedder

    return ValidatedEmbedder(_find_embedder(embedder))


def either_embedder(store: Store, embedder: Embedder, previous: AnyEmbedder | None) -> Embedder:
    """Return `embedder`, preceded by the previous one for as long as its vectors are in use."""
    from ricordo.embedding.switching import SwitchingEmbedder

    return embedder if previous is None else SwitchingEmbedder(store, embedder, open_embedder(previous))


def local_embedder() -> Embedder:
    """Return the bundled model, and start to load it."""
    from ricordo.embedding.bundled import LocalEmbedder

    local = LocalEmbedder()
    local.warm()
    return local


def _find_embedder(embedder: AnyEmbedder | None) -> Embedder:
    if embedder is None:
        return local_embedder()
    if hasattr(embedder, "embed") and hasattr(embedder, "calibration"):
        return embedder  # type: ignore[return-value]  # told apart by its shape, as protocols are
    if hasattr(embedder, "get_embeddings"):
        from ricordo.embedding.client import ClientEmbedder

        return ClientEmbedder(embedder)  # type: ignore[arg-type]
    raise TypeError(f"embedder must be an Embedder or a MAF embedding client, not {type(embedder).__name__}")


def open_extractor(
    chat_client: AnyChatClient | None = None, extractor: Extractor | None = None
) -> tuple[Extractor, Summariser]:
    """Return the extractor and summariser: those given, the chat client's beside the reader, or the reader's.

    An extractor that is a `Summariser`, too, makes the summaries, or none if it returns none.
    """
    if extractor is not None and not hasattr(extractor, "extract"):
        raise TypeError(f"extractor must have extract() and estimate(), not {type(extractor).__name__}")
    from ricordo.extractors.reader import ExtractiveSummariser, ReaderExtractor

    if extractor is not None and hasattr(extractor, "summarise"):
        return extractor, cast("Summariser", extractor)
    if chat_client is None:
        return extractor or ReaderExtractor(), ExtractiveSummariser()
    if not hasattr(chat_client, "get_response"):
        raise TypeError(f"chat_client must be a MAF chat client, not {type(chat_client).__name__}")
    from ricordo.extractors.combined import CombinedExtractor
    from ricordo.extractors.language_model import ModelExtractor, ModelSummariser

    combined = extractor or CombinedExtractor(ModelExtractor(chat_client), ReaderExtractor(), open_judge())
    return combined, ModelSummariser(chat_client)


def open_judge(*, warm: bool = False) -> Judge:
    """Return the bundled judge; with `warm`, start to load its model, which is the reader's too."""
    from ricordo.extractors.reader import BundledJudge

    judge = BundledJudge()
    if warm:
        judge.warm()
    return judge
