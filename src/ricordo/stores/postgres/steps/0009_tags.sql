-- the tags of a turn, and a memory's own; those of the turns that it rests on are not stored again
ALTER TABLE words ADD COLUMN IF NOT EXISTS tags text;
ALTER TABLE words ALTER tags SET STATISTICS 0;
-- the same as hashes with the owner's salt
CREATE TABLE IF NOT EXISTS tag (
    owner bigint NOT NULL, number integer NOT NULL, hash bigint NOT NULL, PRIMARY KEY (owner, number, hash)
);
CREATE INDEX IF NOT EXISTS tag_hash ON tag (owner, hash);
ALTER TABLE tag ENABLE ROW LEVEL SECURITY;
ALTER TABLE tag FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS asked ON tag;
CREATE POLICY asked ON tag USING (
    owner IN (SELECT unnest(nullif(current_setting('ricordo.owners', true), '')::bigint[]))
    OR (SELECT current_setting('ricordo.everything', true) = 'on')
);
