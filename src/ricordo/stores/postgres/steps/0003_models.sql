-- which model's vectors answer ('serving'), and whose are being made beside them ('preparing')
CREATE TABLE model_role (role text PRIMARY KEY, model text COLLATE "C" NOT NULL);
SELECT set_config('ricordo.everything', 'on', true);
INSERT INTO model_role
SELECT 'serving', m.name FROM model m JOIN vector v ON v.model = m.id
GROUP BY m.id, m.name ORDER BY count(*) DESC, m.id LIMIT 1;
SELECT set_config('ricordo.everything', '', true);

-- what was stored without a vector of one of these models, until it has one
CREATE TABLE lacking (
    owner bigint NOT NULL, number integer NOT NULL, model text COLLATE "C" NOT NULL,
    PRIMARY KEY (owner, number, model)
);
CREATE INDEX lacking_model ON lacking (model, owner, number);
ALTER TABLE lacking ENABLE ROW LEVEL SECURITY;
ALTER TABLE lacking FORCE ROW LEVEL SECURITY;
CREATE POLICY asked ON lacking USING (
    owner IN (SELECT unnest(nullif(current_setting('ricordo.owners', true), '')::bigint[]))
    OR (SELECT current_setting('ricordo.everything', true) = 'on')
);
