-- Copies into the embedded warehouse: the servers that they read, what they copy and when, their runs, and how far each
-- version has brought a table.

CREATE TABLE copy_source (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  settings jsonb NOT NULL,
  -- Passwords and keys, sealed for the tenant; null where there are none.
  secrets bytea,
  connected_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX copy_source_name ON copy_source (tenant_id, lower(name));

CREATE TABLE data_copy (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- Null: a file at an address.
  source uuid,
  -- Documents of the copies service.
  content jsonb NOT NULL,
  schedule jsonb,
  paused boolean NOT NULL DEFAULT false,
  -- Null: by hand only.
  next_run_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, source) REFERENCES copy_source (tenant_id, id)
);
CREATE UNIQUE INDEX data_copy_name ON data_copy (tenant_id, lower(name));
CREATE INDEX data_copy_due ON data_copy (next_run_at) WHERE next_run_at IS NOT NULL;

CREATE TABLE copy_run (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  copy uuid NOT NULL,
  status text NOT NULL DEFAULT 'waiting'
    CHECK (status IN ('waiting', 'running', 'loaded', 'unchanged', 'stopped', 'failed', 'canceled')),
  scheduled boolean NOT NULL,
  -- An address of e-mail; null: the schedule.
  started_by text,
  -- How often it began: a killed one begins again, but not forever.
  attempt integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  progress jsonb,
  -- The process that runs it: its id and start.
  process text,
  import_id uuid,
  -- By table of the warehouse, how far it was before and how far its rows bring it.
  marks jsonb NOT NULL DEFAULT '[]',
  version integer,
  results jsonb NOT NULL DEFAULT '[]',
  failure jsonb,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, copy) REFERENCES data_copy (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX copy_run_newest ON copy_run (tenant_id, copy, created_at DESC, id DESC);
-- One at a time.
CREATE UNIQUE INDEX copy_run_active ON copy_run (tenant_id, copy) WHERE status IN ('waiting', 'running');
CREATE INDEX copy_run_import ON copy_run (tenant_id, import_id) WHERE import_id IS NOT NULL;

-- The greatest value of a table's column in the rows that a version brought.
CREATE TABLE copy_mark (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  copy uuid NOT NULL,
  table_name text NOT NULL,
  column_name text NOT NULL,
  version integer NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (tenant_id, copy, table_name, version),
  FOREIGN KEY (tenant_id, copy) REFERENCES data_copy (tenant_id, id) ON DELETE CASCADE
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['copy_source', 'data_copy', 'copy_run', 'copy_mark'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rise_app', name);
  END LOOP;
  -- The server looks for those of all tenants that are due or wait, and for servers whose rows another tenant reads.
  FOREACH name IN ARRAY ARRAY['copy_source', 'data_copy', 'copy_run'] LOOP
    EXECUTE format('CREATE POLICY %I ON %I FOR SELECT USING (rise_is_global())', name || '_global', name);
  END LOOP;
END $$;

ALTER TABLE data_import DROP CONSTRAINT data_import_origin_check;
ALTER TABLE data_import ADD CONSTRAINT data_import_origin_check CHECK (origin IN ('upload', 'command', 'folder', 'copy'));
