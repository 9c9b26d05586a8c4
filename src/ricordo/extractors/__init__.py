"""What learns from turns: rules for English, without a model and without a key."""
