"""What all stores share: columns, postings, times, search, the cache of an owner."""
