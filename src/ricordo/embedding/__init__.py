"""Embedders: the bundled model, any MAF embedding client, and changing from one model to another."""
