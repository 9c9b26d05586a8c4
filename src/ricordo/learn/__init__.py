"""From what was said to what is known: evidence is checked, candidates reconciled, profiles filled.

Nothing here names a vendor or a store: jobs come from the store's port, candidates from the extractor's.
"""
