-- Copies of vectors and keywords in an index beside this database: one is ready, another may be in the making, and
-- then filled tells up to which owner. As long as there is any, every change is written to the outbox as well.
CREATE TABLE generation (
    number integer PRIMARY KEY, shards integer NOT NULL, ready boolean NOT NULL, filled bigint NOT NULL DEFAULT -1
);
CREATE UNIQUE INDEX generation_one_each ON generation (ready);
-- one collection of the index a model; it is entered before it is made
CREATE TABLE collection (
    generation integer NOT NULL, model integer NOT NULL, made boolean NOT NULL DEFAULT false,
    PRIMARY KEY (generation, model)
);

-- Documents that the index does not know as they are now; the number -1 stands for all that an erased owner had.
-- What was removed is removed once more later, in case that somebody who was held up put it back: it is then repeated.
CREATE SEQUENCE outbox_entry;
CREATE SEQUENCE outbox_version;
CREATE TABLE outbox (
    owner bigint NOT NULL, number integer NOT NULL, entry bigint NOT NULL DEFAULT nextval('outbox_entry'),
    due timestamptz NOT NULL DEFAULT now(), repeated boolean NOT NULL DEFAULT false,
    PRIMARY KEY (owner, number)
);
CREATE INDEX outbox_due ON outbox (due, entry);

ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY asked ON outbox USING (
    owner IN (SELECT unnest(nullif(current_setting('ricordo.owners', true), '')::bigint[]))
    OR (SELECT current_setting('ricordo.everything', true) = 'on')
);
