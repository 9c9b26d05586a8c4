"""The rules of the dialogue manager, by what they are about."""
