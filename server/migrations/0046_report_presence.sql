-- Who has the builder of a report open now. A visit that is not heard of again is gone.

CREATE TABLE report_presence (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  report_id uuid NOT NULL,
  -- An open page, by an id that it chose.
  visit uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- Of the account when the page was last heard of.
  name text NOT NULL,
  -- Of the report's document, which may lose it; null where none is selected.
  tile text CHECK (length(tile) <= 100),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, report_id, visit),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report ON DELETE CASCADE
);
CREATE INDEX report_presence_account ON report_presence (account_id);

ALTER TABLE report_presence ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_presence FORCE ROW LEVEL SECURITY;
CREATE POLICY report_presence_tenant ON report_presence USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT, UPDATE, DELETE ON report_presence TO rise_app;
