-- Reports outside of the portal: what a tenant allows, the keys that sites sign with, and public links.

-- A tenant without a row allows nothing.
CREATE TABLE tenant_embedding (
  tenant_id uuid PRIMARY KEY REFERENCES tenant ON DELETE CASCADE,
  embedding boolean NOT NULL DEFAULT false,
  public_links boolean NOT NULL DEFAULT false
);

CREATE TABLE embed_key (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  origins text[] NOT NULL CHECK (cardinality(origins) BETWEEN 1 AND 20),
  -- Sealed for the key's id: checking a signature needs it in full.
  secret bytea NOT NULL,
  created_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  -- Kept, so that frames on its sites can say that it is over.
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX embed_key_id ON embed_key (id);

CREATE TABLE report_link (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  report_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  -- Of the secret in its address, which is random.
  secret_hash bytea NOT NULL,
  filters jsonb NOT NULL CHECK (jsonb_typeof(filters) = 'object'),
  expires_at timestamptz NOT NULL,
  created_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report ON DELETE CASCADE
);
CREATE INDEX report_link_report ON report_link (tenant_id, report_id);
CREATE INDEX report_link_secret ON report_link (secret_hash);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['tenant_embedding', 'embed_key', 'report_link'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
    -- Who sends a token is known before the tenant is.
    EXECUTE format('CREATE POLICY %I ON %I FOR SELECT USING (rise_is_global())', name || '_global', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rise_app', name);
  END LOOP;
END $$;
