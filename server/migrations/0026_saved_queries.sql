-- The SQL page of a person in a tenant: open tabs, what was run, and saved queries, which can be shared with the tenant.

CREATE TABLE sql_tab (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  title text NOT NULL CHECK (length(title) <= 80),
  sql text NOT NULL CHECK (length(sql) <= 20000),
  -- [{name, type, text}], as entered.
  parameters jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(parameters) = 'array'),
  saved_query uuid,
  -- Counts the changes.
  revision integer NOT NULL DEFAULT 1,
  number bigint GENERATED ALWAYS AS IDENTITY,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, account_id, id)
);

CREATE TABLE sql_run (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  number bigint GENERATED ALWAYS AS IDENTITY,
  sql text NOT NULL,
  -- By name, as bound.
  parameters jsonb NOT NULL,
  kind text NOT NULL CHECK (kind IN ('run', 'export')),
  outcome text NOT NULL CHECK (outcome IN ('done', 'failed', 'canceled')),
  problem text,
  started_at timestamptz NOT NULL,
  elapsed_ms double precision NOT NULL,
  row_count integer,
  truncated boolean NOT NULL DEFAULT false,
  data_version integer NOT NULL,
  PRIMARY KEY (tenant_id, account_id, number)
);

CREATE TABLE saved_query (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- Email address of the account when it was saved.
  author text,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  description text NOT NULL CHECK (length(description) <= 1000),
  sql text NOT NULL CHECK (length(sql) BETWEEN 1 AND 20000),
  parameters jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(parameters) = 'array'),
  shared boolean NOT NULL DEFAULT false,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX saved_query_account ON saved_query (tenant_id, account_id);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['sql_tab', 'sql_run', 'saved_query'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON sql_tab, saved_query TO rise_app;
GRANT SELECT, INSERT, DELETE ON sql_run TO rise_app;
