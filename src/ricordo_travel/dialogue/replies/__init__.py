"""Replies of the assistant: offers, questions, suggestions, small talk and excuses.

`search` looks things up for a trip, `presentation` shows them, `asking` asks for a yes.
"""
