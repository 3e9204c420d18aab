-- A copy of a report remembers the version of the report that it has the changes of, so that later ones can be merged.

CREATE TABLE report_origin (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  report_id uuid NOT NULL,
  origin_id uuid NOT NULL,
  -- Version of the origin whose changes the copy's published document has.
  base integer NOT NULL,
  -- The latest version that the copy's editors do not want to be shown.
  dismissed integer,
  PRIMARY KEY (tenant_id, report_id),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, origin_id, base) REFERENCES report_version ON DELETE CASCADE
);
CREATE INDEX report_origin_origin ON report_origin (tenant_id, origin_id, base);

ALTER TABLE report_origin ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_origin FORCE ROW LEVEL SECURITY;
CREATE POLICY report_origin_tenant ON report_origin USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT, UPDATE ON report_origin TO rise_app;

-- Version of the origin whose changes the draft has; null: the same as the published document.
ALTER TABLE report_draft ADD COLUMN base integer;
-- Of a change that merged a version: the draft's base without it and with it; an undo takes back both.
ALTER TABLE report_change ADD COLUMN base_before integer;
ALTER TABLE report_change ADD COLUMN base_after integer;
