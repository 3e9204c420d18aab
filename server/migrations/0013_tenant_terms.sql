-- What a tenant says for itself of its model: values of parameters, and what its source codes mean.

-- Versions of mappings. A version never changes.
CREATE TABLE code_mapping (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  type text NOT NULL CHECK (type ~ '^[a-z][a-z0-9_]{0,62}$'),
  version integer NOT NULL CHECK (version > 0),
  -- As the contract's mappedCode, ordered by code and day.
  codes jsonb NOT NULL CHECK (jsonb_typeof(codes) = 'array'),
  -- As in model.
  author text,
  message text NOT NULL DEFAULT '' CHECK (length(message) <= 1000),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, type, version)
);

-- What is in force, in one row, so that a query finds it at once.
CREATE TABLE tenant_terms (
  tenant_id uuid PRIMARY KEY REFERENCES tenant ON DELETE CASCADE,
  -- Counts every change.
  revision integer NOT NULL DEFAULT 1,
  -- By the parameter's name; one that is not here has its default.
  parameters jsonb NOT NULL DEFAULT '{}',
  -- Counts the changes of parameters.
  parameters_version integer NOT NULL DEFAULT 0,
  -- By the mapping's name, the version in force.
  mappings jsonb NOT NULL DEFAULT '{}'
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['code_mapping', 'tenant_terms'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT ON code_mapping TO rise_app;
GRANT SELECT, INSERT, UPDATE ON tenant_terms TO rise_app;
