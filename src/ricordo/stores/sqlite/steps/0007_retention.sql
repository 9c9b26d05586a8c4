-- for how many days a scope keeps each kind, by hash; the names lie in scope
CREATE TABLE retention (
    exact INTEGER PRIMARY KEY, names INTEGER NOT NULL,
    turn INTEGER, episodic INTEGER, semantic INTEGER, profile INTEGER, summary INTEGER
);
-- receipts of what was erased because of these rules, by the hash of their scope
CREATE TABLE receipt (
    number INTEGER PRIMARY KEY, exact INTEGER NOT NULL, erased_at INTEGER NOT NULL,
    counts TEXT NOT NULL, digest TEXT NOT NULL
);
CREATE INDEX receipt_exact ON receipt (exact);
