"""Learning by a language model, through any MAF chat client."""

from recollect.extractors.model.extractor import ModelExtractor
from recollect.extractors.model.summariser import ModelSummariser

__all__ = ["ModelExtractor", "ModelSummariser"]
