-- words: the tags of a turn, and a memory's own; those of the turns that it rests on are not stored again
ALTER TABLE turn ADD COLUMN tags TEXT;
ALTER TABLE memory ADD COLUMN tags TEXT;
-- the same as hashes with the owner's salt
CREATE TABLE tag (
    owner INTEGER NOT NULL, number INTEGER NOT NULL, hash INTEGER NOT NULL, PRIMARY KEY (owner, number, hash)
) WITHOUT ROWID;
CREATE INDEX tag_hash ON tag (owner, hash);
