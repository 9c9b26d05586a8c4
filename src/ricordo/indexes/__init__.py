"""Indexes beside a store: one package for each kind."""
