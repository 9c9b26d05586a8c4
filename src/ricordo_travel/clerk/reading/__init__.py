"""From the words of a message to commands that hold against them.

A small model writes the commands (`reader`). `checks` sets them right where the words say otherwise; each other
module knows one way in which a reading goes wrong, or one kind of value. `slots` makes a trip of what the commands
say.
"""
