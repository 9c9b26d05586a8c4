"""Keeping a search index beside PostgreSQL up to date with the records."""
