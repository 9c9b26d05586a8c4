-- for how many days a scope keeps each kind, by hash; the names lie beside it
CREATE TABLE IF NOT EXISTS retention (
    exact uuid PRIMARY KEY, turn integer, episodic integer, semantic integer, profile integer, summary integer
);
CREATE TABLE IF NOT EXISTS retention_name (
    exact uuid PRIMARY KEY, place bigint GENERATED ALWAYS AS IDENTITY,
    application text COLLATE "C", agent text COLLATE "C", "user" text COLLATE "C", session text COLLATE "C"
);
ALTER TABLE retention_name
ALTER application SET STATISTICS 0, ALTER agent SET STATISTICS 0, ALTER "user" SET STATISTICS 0,
ALTER session SET STATISTICS 0;
ALTER TABLE retention_name ENABLE ROW LEVEL SECURITY;
ALTER TABLE retention_name FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS asked ON retention_name;
CREATE POLICY asked ON retention_name USING (
    jsonb_strip_nulls(jsonb_build_object(
        'application', application, 'agent', agent, 'user', "user", 'session', session
    )) @> (SELECT nullif(nullif(current_setting('ricordo.scope', true), '')::jsonb, '{}'))
    OR (SELECT current_setting('ricordo.everything', true) = 'on')
);
-- receipts of what was erased because of these rules, by the hash of their scope
CREATE TABLE IF NOT EXISTS receipt (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, exact uuid NOT NULL, erased_at bigint NOT NULL,
    counts text NOT NULL, digest text NOT NULL
);
CREATE INDEX IF NOT EXISTS receipt_exact ON receipt (exact, number);
