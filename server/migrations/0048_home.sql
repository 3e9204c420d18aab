-- The report that a person chose for their start page, in a tenant.

CREATE TABLE home_report (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  report_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, account_id),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report ON DELETE CASCADE
);
CREATE INDEX home_report_account ON home_report (account_id);
CREATE INDEX home_report_report ON home_report (tenant_id, report_id);

ALTER TABLE home_report ENABLE ROW LEVEL SECURITY;
ALTER TABLE home_report FORCE ROW LEVEL SECURITY;
CREATE POLICY home_report_tenant ON home_report
  USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT, UPDATE, DELETE ON home_report TO rise_app;

-- Slides are prepared in the background, too.
ALTER TABLE report_export DROP CONSTRAINT report_export_format_check;
ALTER TABLE report_export ADD CONSTRAINT report_export_format_check CHECK (format IN ('xlsx', 'pdf', 'pptx'));
