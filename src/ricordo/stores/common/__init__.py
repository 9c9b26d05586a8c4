"""Code that the stores share: keys, hashes, codes, rules, records, postings, search and the cache of owners."""
