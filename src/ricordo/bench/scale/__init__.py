"""``ricordo bench scale``: the same questions to a store that grows, from a thousand people to a hundred thousand.

One database grows from step to step. Everything that is timed happens in processes of their own that have just been
started, through the public interface. Vectors are made up, since the embedder takes the same time at every size.
"""
