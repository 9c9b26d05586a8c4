-- summaries by conversation: they are erased with its turns
CREATE INDEX document_summary ON document (owner, scope) WHERE kind = 4;
