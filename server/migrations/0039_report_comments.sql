-- Threads of comments on reports, on their tiles, and on points of these.

CREATE TABLE report_comment_thread (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  report_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Of the report's document, which may lose it; null for the report as a whole.
  tile text CHECK (length(tile) <= 100),
  -- A point of the tile.
  place jsonb CHECK (jsonb_typeof(place) = 'object'),
  -- The value that the author saw there, and of which data.
  seen jsonb CHECK (jsonb_typeof(seen) = 'object'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  resolved_at timestamptz,
  -- Name of the person at the time.
  resolved_by text,
  PRIMARY KEY (tenant_id, report_id, id),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report ON DELETE CASCADE
);

CREATE TABLE report_comment (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  report_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Their order.
  number bigint GENERATED ALWAYS AS IDENTITY,
  account_id uuid REFERENCES account ON DELETE SET NULL,
  -- Name of the account when it was written.
  author text NOT NULL,
  text text NOT NULL CHECK (length(text) <= 2000),
  -- [{"account": …, "name": …}], with the names that the text has.
  mentions jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(mentions) = 'array'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  edited_at timestamptz,
  -- Stays without its text while there are replies to it.
  deleted_at timestamptz,
  CHECK (deleted_at IS NULL OR text = ''),
  PRIMARY KEY (tenant_id, report_id, thread_id, id),
  FOREIGN KEY (tenant_id, report_id, thread_id) REFERENCES report_comment_thread ON DELETE CASCADE
);
CREATE INDEX report_comment_account ON report_comment (account_id);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['report_comment_thread', 'report_comment'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON report_comment_thread, report_comment TO rise_app;
