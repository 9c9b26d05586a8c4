-- memories alone: they are few among many turns
CREATE INDEX document_memory ON document (owner, number) WHERE kind > 0;
