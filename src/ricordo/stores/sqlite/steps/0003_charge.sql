-- what only one process does at a time, which one that is, and until when
CREATE TABLE charge (task TEXT PRIMARY KEY, worker TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
