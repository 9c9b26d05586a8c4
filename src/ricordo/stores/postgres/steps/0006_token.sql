-- A database that was restored from a backup gives numbers again; the token, which is in the names of collections, not.
-- Collections from before have names without one: they go, and the index is filled anew.
DO $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM information_schema.columns
        WHERE table_schema = current_schema AND table_name = 'generation' AND column_name = 'token'
    ) THEN
        DELETE FROM collection;
        DELETE FROM generation;
        ALTER TABLE generation ADD COLUMN token text NOT NULL DEFAULT left(gen_random_uuid()::text, 8);
    END IF;
END
$$;
