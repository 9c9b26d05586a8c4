"""Learning offline: what people say about themselves in English, found by rules that are data."""

from recollect.extractors.rules.extractor import RulesExtractor
from recollect.extractors.rules.summary import ExtractiveSummariser

__all__ = ["ExtractiveSummariser", "RulesExtractor"]
