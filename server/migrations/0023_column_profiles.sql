-- What the values of a table's columns are like. Versions that share all rows of a table share its profiles, which are
-- found by its content: the files and segments that hold its rows. They never change.
CREATE TABLE column_profile (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  table_name text NOT NULL CHECK (table_name <> ''),
  content text NOT NULL CHECK (content <> ''),
  column_name text NOT NULL CHECK (column_name <> ''),
  -- As the contract's columnProfile.
  profile jsonb NOT NULL CHECK (jsonb_typeof(profile) = 'object'),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, table_name, content, column_name)
);
ALTER TABLE column_profile ENABLE ROW LEVEL SECURITY;
ALTER TABLE column_profile FORCE ROW LEVEL SECURITY;
CREATE POLICY column_profile_tenant ON column_profile USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT, DELETE ON column_profile TO rise_app;
