"""The bundled reader and judge: a small model that marks what people say about themselves. No key, no cost."""

from ricordo.extractors.reader.extractor import ReaderExtractor
from ricordo.extractors.reader.judge import BundledJudge
from ricordo.extractors.reader.summary import ExtractiveSummariser

__all__ = ["BundledJudge", "ExtractiveSummariser", "ReaderExtractor"]
