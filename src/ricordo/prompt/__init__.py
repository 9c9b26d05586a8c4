"""The block an agent is given: selection, order, escaping, token count."""
