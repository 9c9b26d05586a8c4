"""A dialogue manager without a language model: rules that read messages, call tools and reply."""
