-- Selections of a report under a name, of a person or for everybody who may open it, and which one it opens with.

CREATE TABLE report_view (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  report_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- Email address of the account when it was saved.
  author text,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  state jsonb NOT NULL CHECK (jsonb_typeof(state) = 'object'),
  shared boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, report_id, id),
  UNIQUE (tenant_id, report_id, account_id, name),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report ON DELETE CASCADE
);
CREATE INDEX report_view_account ON report_view (account_id);

CREATE TABLE report_default_view (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  report_id uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  view_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, report_id, account_id),
  FOREIGN KEY (tenant_id, report_id, view_id) REFERENCES report_view ON DELETE CASCADE
);
CREATE INDEX report_default_view_account ON report_default_view (account_id);
CREATE INDEX report_default_view_view ON report_default_view (tenant_id, report_id, view_id);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['report_view', 'report_default_view'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON report_view, report_default_view TO rise_app;
