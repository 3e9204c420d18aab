-- Rollups that a version's file has, each with the hash of what its rows depend on.
ALTER TABLE warehouse_version ADD COLUMN rollups jsonb NOT NULL DEFAULT '[]';

-- What was asked of a tenant's figures lately, for suggesting rollups. No values of filters: they may be about people.
CREATE TABLE query_log (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  dataset text NOT NULL,
  -- Names, and dates with the periods that they were cut to.
  dimensions jsonb NOT NULL,
  measures text[] NOT NULL,
  -- Fields of conditions; of dates also the longest period at whose borders the conditions lie.
  filters jsonb NOT NULL,
  -- Whether row rules or masks limited the answer.
  restricted boolean NOT NULL,
  rollups text[] NOT NULL,
  data_version integer NOT NULL,
  cache text NOT NULL CHECK (cache IN ('hit', 'miss', 'shared')),
  elapsed_ms real NOT NULL,
  row_count integer NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
ALTER TABLE query_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE query_log FORCE ROW LEVEL SECURITY;
CREATE POLICY query_log_tenant ON query_log USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT, DELETE ON query_log TO rise_app;
