"""A travel assistant that remembers you, as an example application. Needs `ricordo[demo]`."""
