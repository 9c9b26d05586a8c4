"""Taking memories out and in: records, export and import, copying one store to another."""
