"""What turns text into vectors: the model that comes with the package, and any MAF embedding client."""
