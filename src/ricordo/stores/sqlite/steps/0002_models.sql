-- which model's vectors answer ('serving'), and whose are being made beside them ('preparing')
CREATE TABLE model_role (role TEXT PRIMARY KEY, model TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO model_role
SELECT 'serving', m.name FROM model m JOIN vector v ON v.model = m.id
GROUP BY m.id ORDER BY count(*) DESC, m.id LIMIT 1;

-- what was stored without a vector of one of these models, until it has one
CREATE TABLE lacking (
    model TEXT NOT NULL, owner INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (model, owner, number)
) WITHOUT ROWID;
