"""The trip that a conversation is about: what is said of it, what memory adds, and what is booked.

`trip` is the state, `reading` fills it from a message, `known` adds what is remembered.
"""
