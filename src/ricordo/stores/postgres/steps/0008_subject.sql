-- whom a memory is about, NULL for the person, and whether it says that something is not so
ALTER TABLE words ADD COLUMN IF NOT EXISTS subject text;
ALTER TABLE words ADD COLUMN IF NOT EXISTS negated boolean NOT NULL DEFAULT false;
ALTER TABLE words ALTER subject SET STATISTICS 0;
