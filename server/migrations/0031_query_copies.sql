-- Copies of the rows of a saved query.

-- The person whose rights the statement has, with the email address of that time; null where it is no query.
ALTER TABLE data_copy ADD COLUMN runs_as jsonb;
-- The tables that the statement read when the copy was saved: a load of one of them makes it due.
ALTER TABLE data_copy ADD COLUMN reads text[] NOT NULL DEFAULT '{}';
