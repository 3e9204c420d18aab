-- Who has been notified on which day that somebody looked at the data with their rights: once a day, not with each query.
CREATE TABLE view_as_notice (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  viewer uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  viewed uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  day date NOT NULL,
  PRIMARY KEY (tenant_id, viewer, viewed, day)
);
CREATE INDEX view_as_notice_viewer ON view_as_notice (viewer);
CREATE INDEX view_as_notice_viewed ON view_as_notice (viewed);
ALTER TABLE view_as_notice ENABLE ROW LEVEL SECURITY;
ALTER TABLE view_as_notice FORCE ROW LEVEL SECURITY;
CREATE POLICY view_as_notice_tenant ON view_as_notice USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT, DELETE ON view_as_notice TO rise_app;
