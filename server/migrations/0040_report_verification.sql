-- The mark that a version of a report was verified, and what its figures were defined by at that moment: the mark holds
-- while both are the same.

-- What the figures of a tenant's reports are defined by; data is not part of it.
CREATE FUNCTION rise_definitions(of_tenant uuid)
  RETURNS TABLE (model text, parameters jsonb, mappings jsonb, settings jsonb)
  LANGUAGE sql STABLE
AS $$
  SELECT (SELECT m.hash FROM model m WHERE m.tenant_id = of_tenant ORDER BY m.version DESC LIMIT 1),
         coalesce(t.parameters, '{}'), coalesce(t.mappings, '{}'), jsonb_build_array(t.calendar, t.currency)
    FROM (SELECT of_tenant) one LEFT JOIN tenant_terms t ON t.tenant_id = of_tenant
$$;
GRANT EXECUTE ON FUNCTION rise_definitions(uuid) TO rise_app;

CREATE TABLE report_verification (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  report_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- Email address of the account at the time.
  author text,
  note text NOT NULL CHECK (length(note) <= 500),
  verified_at timestamptz NOT NULL DEFAULT now(),
  -- Hash of the model's documents; null where there was none.
  model text,
  parameters jsonb NOT NULL,
  -- Versions by type.
  mappings jsonb NOT NULL,
  -- Calendar and currency.
  settings jsonb NOT NULL,
  PRIMARY KEY (tenant_id, report_id),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report ON DELETE CASCADE
);
ALTER TABLE report_verification ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_verification FORCE ROW LEVEL SECURITY;
CREATE POLICY report_verification_tenant ON report_verification
  USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT, UPDATE, DELETE ON report_verification TO rise_app;
