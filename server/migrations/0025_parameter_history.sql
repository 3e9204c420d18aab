-- Every version of a tenant's values of parameters. A version has all of them and never changes: what stands on its
-- number can be computed again.
CREATE TABLE parameter_version (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  -- As in tenant_terms: by name a value, or {value, changes: [{from, value}]}.
  parameters jsonb NOT NULL CHECK (jsonb_typeof(parameters) = 'object'),
  author text,
  note text NOT NULL CHECK (length(note) <= 1000),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, version)
);

-- The current values are the first version that can be read.
ALTER TABLE tenant_terms NO FORCE ROW LEVEL SECURITY;
INSERT INTO parameter_version (tenant_id, version, parameters, note)
SELECT tenant_id, parameters_version, parameters, '' FROM tenant_terms WHERE parameters_version > 0;
ALTER TABLE tenant_terms FORCE ROW LEVEL SECURITY;

ALTER TABLE parameter_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE parameter_version FORCE ROW LEVEL SECURITY;
CREATE POLICY parameter_version_tenant ON parameter_version
  USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT ON parameter_version TO rise_app;
