"""Search indexes that run beside a store, one package for each kind."""
