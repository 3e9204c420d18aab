-- The health of the installation: what its servers say of themselves, and background jobs that were given up.

SELECT set_config('rise.scope', 'global', true);

-- Written by each server several times a minute; the row goes when it ends regularly.
CREATE TABLE server_report (
  -- As its lease is named.
  process text PRIMARY KEY CHECK (length(process) BETWEEN 1 AND 200),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  host text NOT NULL CHECK (length(host) <= 255),
  pid integer NOT NULL,
  version text NOT NULL CHECK (length(version) <= 50),
  started_at timestamptz NOT NULL,
  reported_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  figures jsonb NOT NULL CHECK (jsonb_typeof(figures) = 'object')
);

-- A job that was given up and that an operator has seen to. It is listed again once it fails later than that.
CREATE TABLE job_dismissal (
  kind text NOT NULL CHECK (length(kind) <= 50),
  job_id uuid NOT NULL,
  tenant_id uuid REFERENCES tenant ON DELETE CASCADE,
  dismissed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (kind, job_id)
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['server_report', 'job_dismissal'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (rise_is_global()) WITH CHECK (rise_is_global())', name || '_global', name);
  END LOOP;
  -- Jobs of all tenants are counted.
  FOREACH name IN ARRAY ARRAY['data_import', 'report_export'] LOOP
    EXECUTE format('CREATE POLICY %I ON %I FOR SELECT USING (rise_is_global())', name || '_global', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON server_report, job_dismissal TO rise_app;
