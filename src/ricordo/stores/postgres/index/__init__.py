"""Keeping an index beside PostgreSQL in step with the records."""
