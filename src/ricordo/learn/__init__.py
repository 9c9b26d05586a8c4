"""Learning from turns: extraction jobs, verification, reconciliation, profiles, summaries and reviews.

Nothing here names a vendor or a store. Jobs come from the port of the store, candidates from that of the extractor.
"""
