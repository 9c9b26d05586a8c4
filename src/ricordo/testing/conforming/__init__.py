"""The parts of the conformance suite, one file a concern."""
