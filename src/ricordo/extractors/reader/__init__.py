"""The bundled reader: a small model that marks what people say about themselves. No language model, no key."""

from ricordo.extractors.reader.extractor import ReaderExtractor
from ricordo.extractors.reader.summary import ExtractiveSummariser

__all__ = ["ExtractiveSummariser", "ReaderExtractor"]
