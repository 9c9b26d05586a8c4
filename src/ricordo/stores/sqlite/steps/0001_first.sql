CREATE TABLE meta (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('erasures', 0);

-- words: the names of a scope, and the salt that its owner's keywords are hashed with
CREATE TABLE scope (
    id INTEGER PRIMARY KEY, salt BLOB, application TEXT, agent TEXT, user TEXT, session TEXT
);
-- the same as salted hashes; an owner is the scope that sessions of one person have in common
CREATE TABLE scope_key (
    scope INTEGER PRIMARY KEY, owner INTEGER NOT NULL, exact INTEGER NOT NULL UNIQUE,
    application INTEGER, agent INTEGER, user INTEGER, session INTEGER,
    last_turn INTEGER
);
CREATE INDEX owner_by_user ON scope_key (user, application, agent) WHERE scope = owner;
CREATE INDEX owner_by_application ON scope_key (application, agent) WHERE scope = owner;
CREATE INDEX owner_by_agent ON scope_key (agent) WHERE scope = owner;
CREATE INDEX scope_by_session ON scope_key (session) WHERE session IS NOT NULL;
CREATE INDEX scope_by_owner ON scope_key (owner);

CREATE TABLE shelf (owner INTEGER PRIMARY KEY, next INTEGER NOT NULL, revision INTEGER NOT NULL);
-- a document is a turn or a memory; its number counts up inside its owner, its words lie under ref
CREATE TABLE document (
    owner INTEGER NOT NULL, number INTEGER NOT NULL, revision INTEGER NOT NULL, scope INTEGER NOT NULL,
    ref INTEGER NOT NULL, kind INTEGER NOT NULL, voice INTEGER NOT NULL, state INTEGER NOT NULL,
    starts INTEGER NOT NULL, ends INTEGER NOT NULL, recorded INTEGER NOT NULL, length INTEGER NOT NULL,
    successor INTEGER,
    PRIMARY KEY (owner, number)
) WITHOUT ROWID;
CREATE INDEX document_revision ON document (owner, revision);
CREATE INDEX document_successor ON document (owner, successor) WHERE successor IS NOT NULL;
CREATE TABLE identity (
    owner INTEGER NOT NULL, hash INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (owner, hash, number)
) WITHOUT ROWID;

-- words
CREATE TABLE turn (ref INTEGER PRIMARY KEY, id TEXT, author TEXT, text TEXT);
-- words
CREATE TABLE memory (ref INTEGER PRIMARY KEY, id TEXT, content TEXT, field TEXT, value TEXT, maker TEXT);
CREATE TABLE evidence (
    owner INTEGER NOT NULL, number INTEGER NOT NULL, position INTEGER NOT NULL,
    turn_owner INTEGER NOT NULL, turn INTEGER NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL,
    PRIMARY KEY (owner, number, position)
) WITHOUT ROWID;
CREATE INDEX evidence_turn ON evidence (turn_owner, turn);

CREATE TABLE posting (
    owner INTEGER NOT NULL, term INTEGER NOT NULL, block INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (owner, term, block)
) WITHOUT ROWID;

CREATE TABLE model (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, dimensions INTEGER NOT NULL);
-- words, in a way: a text can be guessed from its vector
CREATE TABLE vector (ref INTEGER PRIMARY KEY, owner INTEGER, model INTEGER, number INTEGER, data BLOB);
CREATE UNIQUE INDEX vector_place ON vector (owner, model, number) WHERE owner IS NOT NULL;
CREATE INDEX vector_model ON vector (model) WHERE model IS NOT NULL;

CREATE TABLE job (
    id INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER NOT NULL, scope INTEGER NOT NULL,
    first INTEGER NOT NULL, last INTEGER NOT NULL, due INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,
    lease TEXT, leased_until INTEGER, error TEXT
);
CREATE INDEX job_due ON job (failed, due);
CREATE INDEX job_owner ON job (owner);

-- consent is kept by hash: the names lie in scope and are blanked when the person is forgotten
CREATE TABLE consent (
    exact INTEGER PRIMARY KEY, names INTEGER NOT NULL, user INTEGER,
    capture INTEGER NOT NULL, learning INTEGER NOT NULL, sharing INTEGER NOT NULL
);
CREATE INDEX consent_user ON consent (user);
-- what learning cost, by the hashed names of the owner (0 where unset); it outlives the person, without the name
CREATE TABLE usage (
    application INTEGER NOT NULL, agent INTEGER NOT NULL, user INTEGER NOT NULL, session INTEGER NOT NULL,
    day TEXT NOT NULL,
    calls INTEGER NOT NULL, input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL,
    PRIMARY KEY (application, agent, user, session, day)
) WITHOUT ROWID;
CREATE INDEX usage_user ON usage (user);
