-- what only one process does at a time, which one that is, and until when
CREATE TABLE charge (task text COLLATE "C" PRIMARY KEY, worker text COLLATE "C" NOT NULL, until bigint NOT NULL);
