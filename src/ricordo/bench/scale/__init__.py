"""``ricordo bench scale``: the same questions to a store that grows, from a thousand people to a hundred thousand.

One database grows from step to step. Everything that is timed happens in processes of their own that have just been
started, through the product's door; only vectors are made up, since the embedder's time is the same at every size.
"""
