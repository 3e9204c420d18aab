-- What people of a tenant see who chose nothing themselves, and its logo.

-- Null: the installation's.
ALTER TABLE tenant ADD COLUMN language text CHECK (language IN ('en', 'tr'));
ALTER TABLE tenant ADD COLUMN theme text CHECK (theme ~ '^[a-z]{1,30}$');

CREATE TABLE tenant_logo (
  tenant_id uuid PRIMARY KEY REFERENCES tenant ON DELETE CASCADE,
  -- SHA-256 of the bytes: it is in the logo's address, which therefore changes with it.
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  -- PNG, written by the portal itself.
  bytes bytea NOT NULL
);
-- Compressed already.
ALTER TABLE tenant_logo ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE tenant_logo ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_logo FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_logo_tenant ON tenant_logo USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
-- A session names the logo of its tenant.
CREATE POLICY tenant_logo_global ON tenant_logo FOR SELECT USING (rise_is_global());
GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_logo TO rise_app;

-- The language to write to a person in, about something of a tenant: their own choice, else the tenant's; null: neither.
CREATE FUNCTION rise_language(chosen text, of_tenant uuid) RETURNS text LANGUAGE sql STABLE
RETURN coalesce(chosen, (SELECT t.language FROM tenant t WHERE t.id = of_tenant));
