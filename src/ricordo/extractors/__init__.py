"""Extractors, which learn from turns: rules for English, without a model and without a key."""
