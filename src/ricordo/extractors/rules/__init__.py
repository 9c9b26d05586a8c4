"""Learning offline: what people say about themselves in English, found by rules that are data."""

from ricordo.extractors.rules.extractor import RulesExtractor
from ricordo.extractors.rules.summary import ExtractiveSummariser

__all__ = ["ExtractiveSummariser", "RulesExtractor"]
