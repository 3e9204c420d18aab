-- Models as documents: each version says who made it, how and why, and may extend a template that stands above the tenants.

-- Read by whoever extends it, written above the tenants only.
CREATE TABLE model_template (
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9_]{0,62}$'),
  version integer NOT NULL CHECK (version > 0),
  -- SHA-256 of the document, in hex.
  hash text NOT NULL,
  document text NOT NULL,
  -- As in model.
  author text,
  origin text NOT NULL CHECK (origin IN ('sample', 'command')),
  message text NOT NULL DEFAULT '' CHECK (length(message) <= 1000),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, version)
);
ALTER TABLE model_template ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_template FORCE ROW LEVEL SECURITY;
CREATE POLICY model_template_global ON model_template USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY model_template_tenant ON model_template FOR SELECT USING (rise_tenant() IS NOT NULL);
GRANT SELECT, INSERT ON model_template TO rise_app;

ALTER TABLE model
  -- Which version of which template the document was laid over; with it the hash covers both documents.
  ADD COLUMN template text,
  ADD COLUMN template_version integer,
  -- An address of e-mail, or an account at the machine where the command was given; null: the server itself.
  ADD COLUMN author text,
  ADD COLUMN origin text NOT NULL DEFAULT 'sample'
    CHECK (origin IN ('sample', 'command', 'person', 'restored', 'template')),
  ADD COLUMN message text NOT NULL DEFAULT '' CHECK (length(message) <= 1000),
  ADD CONSTRAINT model_template_whole CHECK ((template IS NULL) = (template_version IS NULL)),
  ADD FOREIGN KEY (template, template_version) REFERENCES model_template (name, version);
CREATE INDEX model_hash ON model (tenant_id, hash);
CREATE INDEX model_template_used ON model (template, template_version) WHERE template IS NOT NULL;
-- A version never changes.
REVOKE UPDATE, DELETE ON model FROM rise_app;

-- Of which template versions a tenant's administrators were told that their document does not fit: once each.
CREATE TABLE model_template_told (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  template text NOT NULL,
  version integer NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, template, version),
  FOREIGN KEY (template, version) REFERENCES model_template (name, version) ON DELETE CASCADE
);
ALTER TABLE model_template_told ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_template_told FORCE ROW LEVEL SECURITY;
CREATE POLICY model_template_told_tenant ON model_template_told
  USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT ON model_template_told TO rise_app;
