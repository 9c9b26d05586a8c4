"""A conversation in its own words: the few sentences that carry most of it."""


class ExtractiveSummariser:
    name = "extract/1"
