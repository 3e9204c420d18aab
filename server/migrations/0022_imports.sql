-- Uploaded files, imports of them, what of them has been loaded, and which versions of the data are retained.

-- Its bytes are in the data directory. `received` are safely there; more may be, of a part that was cut off.
CREATE TABLE upload (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  bytes bigint NOT NULL CHECK (bytes >= 0),
  received bigint NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND bytes),
  -- In hex; null until it was computed over the whole file.
  sha256 text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE data_import (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  status text NOT NULL CHECK (status IN ('inspecting', 'draft', 'waiting', 'running', 'loaded', 'failed', 'canceled')),
  origin text NOT NULL CHECK (origin IN ('upload', 'command', 'folder')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- An address of e-mail, or an account at the machine where the command was given; null: the server itself.
  created_by text,
  started_at timestamptz,
  finished_at timestamptz,
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  reject_limit double precision NOT NULL DEFAULT 0.01 CHECK (reject_limit BETWEEN 0 AND 1),
  -- Documents of the imports service.
  files jsonb NOT NULL DEFAULT '[]',
  tables jsonb NOT NULL DEFAULT '[]',
  progress jsonb,
  results jsonb NOT NULL DEFAULT '[]',
  failure jsonb,
  rejected bigint NOT NULL DEFAULT 0,
  version integer,
  -- The process that inspects, queues or runs it: its id and start. Null where none does.
  process text,
  -- The Idempotency-Key of the request that ran it.
  run_key text,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX data_import_newest ON data_import (tenant_id, created_at DESC, id DESC);
-- One at a time.
CREATE UNIQUE INDEX data_import_running ON data_import (tenant_id) WHERE status = 'running';
CREATE UNIQUE INDEX data_import_run_key ON data_import (tenant_id, run_key) WHERE run_key IS NOT NULL;

-- The parts of files, read by some settings, that came into a table with a version.
CREATE TABLE loaded_part (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  table_name text NOT NULL,
  -- Of the file, in hex.
  sha256 text NOT NULL,
  part text NOT NULL,
  -- Of the settings, in hex.
  settings text NOT NULL,
  version integer NOT NULL,
  -- Whether the version replaced the whole table: of parts that came before, no row is left.
  replaced boolean NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, table_name, sha256, part, settings, version)
);

-- How files of a kind were loaded, for the next one: by its table and the titles of its columns.
CREATE TABLE import_source (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  table_name text NOT NULL,
  titles text[] NOT NULL,
  -- A document of the imports service.
  choices jsonb NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, table_name, titles)
);

-- Which versions' data is removed: those beyond both limits; null is no limit.
CREATE TABLE version_retention (
  tenant_id uuid PRIMARY KEY REFERENCES tenant ON DELETE CASCADE,
  versions integer CHECK (versions > 0),
  days integer CHECK (days > 0)
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['upload', 'data_import', 'loaded_part', 'import_source', 'version_retention'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rise_app', name);
  END LOOP;
END $$;

ALTER TABLE warehouse_version
  -- As of an import.
  ADD COLUMN loaded_by text,
  ADD COLUMN origin text NOT NULL DEFAULT 'sample'
    CHECK (origin IN ('import', 'sample', 'command', 'copy', 'restore', 'external')),
  ADD COLUMN import_id uuid,
  ADD COLUMN note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  -- By table and column, the sum of its amounts: exact decimals.
  ADD COLUMN totals jsonb NOT NULL DEFAULT '{}',
  -- The name under which it is pinned: its data is never removed.
  ADD COLUMN pinned text CHECK (length(pinned) BETWEEN 1 AND 100),
  -- When its data was removed; the record stays.
  ADD COLUMN removed_at timestamptz;
CREATE UNIQUE INDEX warehouse_version_pinned ON warehouse_version (tenant_id, lower(pinned)) WHERE pinned IS NOT NULL;
-- The table's owner, whom no policy lets in, changes those of all tenants.
ALTER TABLE warehouse_version NO FORCE ROW LEVEL SECURITY;
UPDATE warehouse_version SET origin = 'restore' WHERE restored_from IS NOT NULL;
UPDATE warehouse_version SET origin = 'external' WHERE connection IS NOT NULL;
ALTER TABLE warehouse_version FORCE ROW LEVEL SECURITY;
