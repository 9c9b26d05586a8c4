-- for each connection, what its last transaction that wrote anything was stamped with
CREATE TABLE stamp (connection text COLLATE "C" PRIMARY KEY, value text COLLATE "C" NOT NULL, at timestamptz NOT NULL);
