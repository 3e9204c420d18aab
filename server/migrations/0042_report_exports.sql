-- Reports that the server writes as files in the background, for one person each, until they expire.

CREATE TABLE report_export (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  report_id uuid NOT NULL,
  title jsonb NOT NULL,
  format text NOT NULL CHECK (format IN ('xlsx', 'pdf')),
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'ready', 'failed')),
  bytes bigint NOT NULL DEFAULT 0,
  -- Of a ready one.
  name text,
  content_type text,
  -- Of a failed one.
  failure jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When its server last wrote to it: one that has stood still for long has lost its server.
  renewed_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report ON DELETE CASCADE
);
CREATE INDEX report_export_account ON report_export (account_id);
CREATE INDEX report_export_expiry ON report_export (expires_at);

CREATE TABLE report_export_part (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  export_id uuid NOT NULL,
  place integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (tenant_id, export_id, place),
  FOREIGN KEY (tenant_id, export_id) REFERENCES report_export ON DELETE CASCADE
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['report_export', 'report_export_part'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rise_app', name);
  END LOOP;
END $$;
