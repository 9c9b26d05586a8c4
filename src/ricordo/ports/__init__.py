"""The seams of the system: what a store and an embedder have to offer. Nothing here names a vendor."""
