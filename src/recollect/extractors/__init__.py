"""What learns from turns: by rules, offline, or by a language model."""
