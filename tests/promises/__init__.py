"""The promises of the design, each with tests that fail when it is broken."""
