-- Reports as they were reported: each with its rows and with the versions that they were computed from. Nobody changes
-- or deletes one; all of a tenant's go with the tenant.

CREATE TABLE report_freeze (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  report_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Counts the freezes of the report.
  number integer NOT NULL CHECK (number > 0),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  -- The version that the rows are of; its data is retained as long as there is the freeze.
  data_version integer NOT NULL,
  -- Canonical JSON: who, when, why, versions, values, rights, and the hashes of the rows and of the freeze before.
  manifest text NOT NULL,
  -- SHA-256 of the manifest, hexadecimal.
  hash text NOT NULL CHECK (length(hash) = 64),
  -- JSON in gzip: the document, the selections, and the rows of every tile.
  content bytea NOT NULL,
  PRIMARY KEY (tenant_id, report_id, id),
  UNIQUE (tenant_id, report_id, number),
  UNIQUE (tenant_id, report_id, name),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report,
  FOREIGN KEY (tenant_id, data_version) REFERENCES warehouse_version
);
CREATE INDEX report_freeze_data ON report_freeze (tenant_id, data_version);
ALTER TABLE report_freeze ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_freeze FORCE ROW LEVEL SECURITY;
CREATE POLICY report_freeze_tenant ON report_freeze
  USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT ON report_freeze TO rise_app;
