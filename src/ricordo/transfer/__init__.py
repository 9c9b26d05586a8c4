"""Export and import memories, and copy one store to another."""
