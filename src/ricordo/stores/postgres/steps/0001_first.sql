CREATE TABLE meta (name text PRIMARY KEY, value bytea NOT NULL);

-- an owner is the scope that sessions of one person have in common; salt is what its keywords are hashed with,
-- epoch counts the erasures of a part of what it has
CREATE SEQUENCE owner_number MAXVALUE 2147483647;
CREATE TABLE shelf (
    owner bigint PRIMARY KEY, salt bytea NOT NULL, next integer NOT NULL DEFAULT 0,
    revision bigint NOT NULL DEFAULT 0, epoch bigint NOT NULL DEFAULT 0
);
-- the names; exact is a hash of all four, since together they may be longer than an index takes
CREATE TABLE scope (
    exact uuid PRIMARY KEY, id bigint GENERATED ALWAYS AS IDENTITY, owner bigint NOT NULL, whole boolean NOT NULL,
    application text COLLATE "C", agent text COLLATE "C", "user" text COLLATE "C", session text COLLATE "C",
    last_turn integer
);
CREATE INDEX scope_owner ON scope (owner, id);
CREATE INDEX scope_user ON scope ("user") WHERE whole;
CREATE INDEX scope_application ON scope (application) WHERE whole AND "user" IS NULL;
CREATE INDEX scope_everybody ON scope (application, owner) WHERE whole;
CREATE INDEX scope_agent ON scope (agent, owner) WHERE whole AND agent IS NOT NULL;
CREATE INDEX scope_session ON scope (session) WHERE session IS NOT NULL;

-- a document is a turn or a memory; its number counts up inside its owner
CREATE TABLE document (
    owner bigint NOT NULL, number integer NOT NULL, revision bigint NOT NULL, scope bigint NOT NULL,
    kind smallint NOT NULL, voice smallint NOT NULL, state smallint NOT NULL,
    starts bigint NOT NULL, ends bigint NOT NULL, recorded bigint NOT NULL, length integer NOT NULL, successor integer,
    PRIMARY KEY (owner, number)
);
CREATE INDEX document_revision ON document (owner, revision);
CREATE INDEX document_successor ON document (owner, successor) WHERE successor IS NOT NULL;
CREATE TABLE words (
    owner bigint NOT NULL, number integer NOT NULL, id text COLLATE "C" NOT NULL, text text NOT NULL,
    author text, field text, value text, maker text,
    PRIMARY KEY (owner, number)
);
CREATE INDEX words_id ON words (owner, id);
CREATE TABLE evidence (
    owner bigint NOT NULL, number integer NOT NULL, position integer NOT NULL,
    turn_owner bigint NOT NULL, turn integer NOT NULL, start integer NOT NULL, length integer NOT NULL,
    PRIMARY KEY (owner, number, position)
);
CREATE INDEX evidence_turn ON evidence (turn_owner, turn);

-- rewritten with every turn: room on the page keeps the new version beside the old one
CREATE TABLE posting (
    owner bigint NOT NULL, term bigint NOT NULL, block integer NOT NULL, data bytea NOT NULL,
    PRIMARY KEY (owner, term, block)
) WITH (fillfactor = 80);

CREATE TABLE model (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE,
    dimensions integer NOT NULL
);
CREATE TABLE vector (
    owner bigint NOT NULL, model integer NOT NULL, number integer NOT NULL, data halfvec NOT NULL,
    PRIMARY KEY (owner, model, number)
);
-- read in whole and not compressible: it shall lie in the row, not beside it, wherever a page has room
ALTER TABLE vector ALTER COLUMN data SET STORAGE MAIN;

CREATE TABLE job (
    owner bigint NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY, scope bigint NOT NULL,
    first integer NOT NULL, last integer NOT NULL, due bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0, failed boolean NOT NULL DEFAULT false,
    lease text, leased_until bigint, error text,
    PRIMARY KEY (owner, id)
);
CREATE INDEX job_id ON job (id);
CREATE INDEX job_due ON job (due, id) WHERE NOT failed;

-- consent is kept by hash, so that a "no" outlives the name that said it; the names lie beside it
CREATE TABLE consent (
    exact uuid PRIMARY KEY, capture boolean NOT NULL, learning boolean NOT NULL, sharing boolean NOT NULL
);
CREATE INDEX consent_apart ON consent (exact) WHERE NOT sharing;
CREATE TABLE consent_name (
    exact uuid PRIMARY KEY, place bigint GENERATED ALWAYS AS IDENTITY,
    application text COLLATE "C", agent text COLLATE "C", "user" text COLLATE "C", session text COLLATE "C"
);
CREATE INDEX consent_user ON consent_name ("user");
-- what learning cost, by the hashed names of the owner (0 where unset); it outlives the person, without the name
CREATE TABLE usage (
    application bigint NOT NULL, agent bigint NOT NULL, "user" bigint NOT NULL, session bigint NOT NULL,
    day text NOT NULL, calls bigint NOT NULL, input_tokens bigint NOT NULL, output_tokens bigint NOT NULL,
    PRIMARY KEY ("user", application, agent, session, day)
);

-- The planner's samples of a column are kept in the catalogue, where no erasure reaches them: none are taken of words.
ALTER TABLE words
ALTER id SET STATISTICS 0, ALTER text SET STATISTICS 0, ALTER author SET STATISTICS 0,
ALTER field SET STATISTICS 0, ALTER value SET STATISTICS 0, ALTER maker SET STATISTICS 0;
ALTER TABLE vector ALTER data SET STATISTICS 0;
ALTER TABLE posting ALTER data SET STATISTICS 0;
ALTER TABLE consent_name
ALTER application SET STATISTICS 0, ALTER agent SET STATISTICS 0, ALTER "user" SET STATISTICS 0,
ALTER session SET STATISTICS 0;

-- The second wall: without saying whose rows it wants, a statement sees none. What was said is in three settings
-- that last for one transaction: numbers of owners, the names of a scope, or that the work is about the whole store.
-- They are spelled out in each policy: called as functions they would cost as much as the statement.
ALTER TABLE shelf ENABLE ROW LEVEL SECURITY;
ALTER TABLE shelf FORCE ROW LEVEL SECURITY;
CREATE POLICY asked ON shelf USING (
    owner IN (SELECT unnest(nullif(current_setting('ricordo.owners', true), '')::bigint[]))
    OR (SELECT current_setting('ricordo.everything', true) = 'on')
);
ALTER TABLE document ENABLE ROW LEVEL SECURITY;
ALTER TABLE document FORCE ROW LEVEL SECURITY;
CREATE POLICY asked ON document USING (
    owner IN (SELECT unnest(nullif(current_setting('ricordo.owners', true), '')::bigint[]))
    OR (SELECT current_setting('ricordo.everything', true) = 'on')
);
ALTER TABLE words ENABLE ROW LEVEL SECURITY;
ALTER TABLE words FORCE ROW LEVEL SECURITY;
CREATE POLICY asked ON words USING (
    owner IN (SELECT unnest(nullif(current_setting('ricordo.owners', true), '')::bigint[]))
    OR (SELECT current_setting('ricordo.everything', true) = 'on')
);
ALTER TABLE posting ENABLE ROW LEVEL SECURITY;
ALTER TABLE posting FORCE ROW LEVEL SECURITY;
CREATE POLICY asked ON posting USING (
    owner IN (SELECT unnest(nullif(current_setting('ricordo.owners', true), '')::bigint[]))
    OR (SELECT current_setting('ricordo.everything', true) = 'on')
);
ALTER TABLE vector ENABLE ROW LEVEL SECURITY;
ALTER TABLE vector FORCE ROW LEVEL SECURITY;
CREATE POLICY asked ON vector USING (
    owner IN (SELECT unnest(nullif(current_setting('ricordo.owners', true), '')::bigint[]))
    OR (SELECT current_setting('ricordo.everything', true) = 'on')
);
ALTER TABLE job ENABLE ROW LEVEL SECURITY;
ALTER TABLE job FORCE ROW LEVEL SECURITY;
CREATE POLICY asked ON job USING (
    owner IN (SELECT unnest(nullif(current_setting('ricordo.owners', true), '')::bigint[]))
    OR (SELECT current_setting('ricordo.everything', true) = 'on')
);
ALTER TABLE evidence ENABLE ROW LEVEL SECURITY;
ALTER TABLE evidence FORCE ROW LEVEL SECURITY;
CREATE POLICY asked ON evidence USING (
    owner IN (SELECT unnest(nullif(current_setting('ricordo.owners', true), '')::bigint[]))
    OR turn_owner IN (SELECT unnest(nullif(current_setting('ricordo.owners', true), '')::bigint[]))
    OR (SELECT current_setting('ricordo.everything', true) = 'on')
);
ALTER TABLE scope ENABLE ROW LEVEL SECURITY;
ALTER TABLE scope FORCE ROW LEVEL SECURITY;
CREATE POLICY asked ON scope USING (
    owner IN (SELECT unnest(nullif(current_setting('ricordo.owners', true), '')::bigint[]))
    OR jsonb_strip_nulls(jsonb_build_object(
        'application', application, 'agent', agent, 'user', "user", 'session', session
    )) @> (SELECT nullif(nullif(current_setting('ricordo.scope', true), '')::jsonb, '{}'))
    OR (SELECT current_setting('ricordo.everything', true) = 'on')
);
ALTER TABLE consent_name ENABLE ROW LEVEL SECURITY;
ALTER TABLE consent_name FORCE ROW LEVEL SECURITY;
CREATE POLICY asked ON consent_name USING (
    jsonb_strip_nulls(jsonb_build_object(
        'application', application, 'agent', agent, 'user', "user", 'session', session
    )) @> (SELECT nullif(nullif(current_setting('ricordo.scope', true), '')::jsonb, '{}'))
    OR (SELECT current_setting('ricordo.everything', true) = 'on')
);
