-- Pictures of the reports of templates, which a tenant stores with the reports that it takes over. They never change.

CREATE TABLE workspace_template_picture (
  template_id uuid NOT NULL REFERENCES workspace_template ON DELETE CASCADE,
  -- SHA-256 of the bytes.
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  media_type text NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg')),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  bytes bytea NOT NULL,
  PRIMARY KEY (template_id, hash)
);
ALTER TABLE workspace_template_picture ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE workspace_template_picture ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_template_picture FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace_template_picture_global ON workspace_template_picture
  USING (rise_is_global()) WITH CHECK (rise_is_global());
-- Those of templates that the tenant may see: their own policies decide.
CREATE POLICY workspace_template_picture_tenant ON workspace_template_picture FOR SELECT
  USING (rise_tenant() IS NOT NULL AND EXISTS (SELECT 1 FROM workspace_template t WHERE t.id = template_id));
GRANT SELECT, INSERT ON workspace_template_picture TO rise_app;
