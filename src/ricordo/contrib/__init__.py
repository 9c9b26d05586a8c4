"""A MAF chat client for local GGUF models, for use without an API key."""
