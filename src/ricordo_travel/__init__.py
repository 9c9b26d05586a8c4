"""A travel assistant that remembers you: what this memory is for, as an application. Needs ``ricordo[demo]``."""
