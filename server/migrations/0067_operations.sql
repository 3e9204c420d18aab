-- What concerns the whole installation: one row at most.
CREATE TABLE installation (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  read_only_since timestamptz,
  read_only_reason text NOT NULL CHECK (length(read_only_reason) <= 200),
  CHECK (read_only_since IS NOT NULL OR read_only_reason = '')
);
ALTER TABLE installation ENABLE ROW LEVEL SECURITY;
ALTER TABLE installation FORCE ROW LEVEL SECURITY;
CREATE POLICY installation_global ON installation USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT SELECT, INSERT, UPDATE ON installation TO rise_app;
