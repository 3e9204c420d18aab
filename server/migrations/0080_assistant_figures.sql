-- What an answer with figures is of: the query and the choices that were offered. The figures themselves are computed
-- again whenever the answer is shown, with the rights of that moment.
ALTER TABLE assistant_message ADD COLUMN data jsonb CHECK (pg_column_size(data) <= 65536);
