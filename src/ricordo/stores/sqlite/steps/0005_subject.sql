-- whom a memory is about, NULL for the person, and whether it says that something is not so
ALTER TABLE memory ADD COLUMN subject TEXT;
ALTER TABLE memory ADD COLUMN negated INTEGER NOT NULL DEFAULT 0;
