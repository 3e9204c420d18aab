-- Pictures of reports, by the hash of their bytes. They never change, and stay as long as a report that ever had them:
-- its versions, its freezes and what can be undone show just that picture.

CREATE TABLE report_picture (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  -- SHA-256 of the bytes.
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  media_type text NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg')),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  bytes bytea NOT NULL,
  -- The last time. One that no report has is deleted some days later.
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, hash)
);
-- Compressed already.
ALTER TABLE report_picture ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The pictures that a report or its draft has, or once had.
CREATE TABLE report_picture_use (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  report_id uuid NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (tenant_id, report_id, hash),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, hash) REFERENCES report_picture
);
CREATE INDEX report_picture_use_hash ON report_picture_use (tenant_id, hash);

ALTER TABLE report_picture ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_picture FORCE ROW LEVEL SECURITY;
CREATE POLICY report_picture_tenant ON report_picture USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT, DELETE, UPDATE (uploaded_at) ON report_picture TO rise_app;
ALTER TABLE report_picture_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_picture_use FORCE ROW LEVEL SECURITY;
CREATE POLICY report_picture_use_tenant ON report_picture_use USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT ON report_picture_use TO rise_app;

-- The pictures of each document that is stored exist, and stay.
CREATE FUNCTION rise_use_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  report uuid;
BEGIN
  IF TG_TABLE_NAME = 'report' THEN report := NEW.id; ELSE report := NEW.report_id; END IF;
  INSERT INTO report_picture_use (tenant_id, report_id, hash)
  SELECT DISTINCT NEW.tenant_id, report, hash #>> '{}'
    FROM jsonb_path_query(NEW.document, '$.pages[*].rows[*].tiles[*] ? (@.kind == "image").picture.hash') hash
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER report_pictures AFTER INSERT OR UPDATE OF document ON report
  FOR EACH ROW EXECUTE FUNCTION rise_use_pictures();
CREATE TRIGGER report_draft_pictures AFTER INSERT OR UPDATE OF document ON report_draft
  FOR EACH ROW EXECUTE FUNCTION rise_use_pictures();
