"""Extraction and summaries by a language model, through any MAF chat client."""

from ricordo.extractors.language_model.extractor import ModelExtractor
from ricordo.extractors.language_model.summariser import ModelSummariser

__all__ = ["ModelExtractor", "ModelSummariser"]
