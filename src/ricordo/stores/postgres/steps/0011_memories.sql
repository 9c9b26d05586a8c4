-- memories alone: they are few among many turns
CREATE INDEX IF NOT EXISTS document_memory ON document (owner, number) WHERE kind <> 0;
