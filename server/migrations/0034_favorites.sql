-- Reports that a person marked, in a tenant.

CREATE TABLE report_favorite (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  report_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, account_id, report_id),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report ON DELETE CASCADE
);
CREATE INDEX report_favorite_account ON report_favorite (account_id);
CREATE INDEX report_favorite_report ON report_favorite (tenant_id, report_id);

ALTER TABLE report_favorite ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_favorite FORCE ROW LEVEL SECURITY;
CREATE POLICY report_favorite_tenant ON report_favorite
  USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT, DELETE ON report_favorite TO rise_app;
