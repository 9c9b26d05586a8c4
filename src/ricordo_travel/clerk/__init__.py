"""The clerk: it carries out what a message asks for, written as commands by a small reader.

`reading` makes commands of a message, `reply` carries them out one after the other: by `searching`, `choosing`,
`answering` and `changing`. `scene` is all that is known when a command is carried out, `thread` the trip that it is
about; `claims` holds what a reply says of memory against memory.
"""
