-- People and groups that a tenant's identity provider describes by SCIM, the tokens by which it does, and the roles that
-- groups give.

SELECT set_config('rise.scope', 'global', true);

CREATE TABLE scim_setting (
  tenant_id uuid PRIMARY KEY REFERENCES tenant ON DELETE CASCADE,
  -- What of a provisioned person equals which claim of their sign-in. Never an email address.
  subject_attribute text NOT NULL DEFAULT 'externalId' CHECK (subject_attribute IN ('externalId', 'userName')),
  subject_claim text NOT NULL DEFAULT 'sub' CHECK (subject_claim IN ('sub', 'oid')),
  -- Whether everyone who is provisioned and active is a user of the tenant, in whatever groups they are.
  admits_all boolean NOT NULL DEFAULT true
);

CREATE TABLE scim_token (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- SHA-256 of the token.
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Email address at the time.
  created_by text,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
-- A token does not name its tenant.
CREATE INDEX scim_token_hash ON scim_token (token_hash);

CREATE TABLE scim_user (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_name text NOT NULL,
  -- Two names that differ only in case are one.
  user_key text NOT NULL GENERATED ALWAYS AS (lower(user_name)) STORED,
  external_id text,
  is_active boolean NOT NULL DEFAULT true,
  -- The rest of what the provider says: core and enterprise attributes.
  document jsonb NOT NULL CHECK (jsonb_typeof(document) = 'object'),
  -- Of the person, from their first sign-in on.
  account_id uuid REFERENCES account ON DELETE SET NULL,
  bound_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  modified_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, user_key),
  UNIQUE (tenant_id, account_id)
);
CREATE INDEX scim_user_listed ON scim_user (tenant_id, created_at, id);
-- A sign-in does not name its tenants.
CREATE INDEX scim_user_external ON scim_user (external_id);
CREATE INDEX scim_user_name ON scim_user (user_name);
CREATE INDEX scim_user_account ON scim_user (account_id) WHERE account_id IS NOT NULL;

CREATE TABLE scim_group (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  display_name text NOT NULL,
  name_key text NOT NULL GENERATED ALWAYS AS (lower(display_name)) STORED,
  external_id text,
  -- What its members have in the tenant; above the tenants a group gives nothing.
  role text CHECK (role IN ('tenant.user', 'tenant.admin')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  modified_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name_key)
);

CREATE TABLE scim_member (
  tenant_id uuid NOT NULL,
  group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, group_id, user_id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES scim_group ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES scim_user ON DELETE CASCADE
);
CREATE INDEX scim_member_user ON scim_member (tenant_id, user_id);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['scim_setting', 'scim_token', 'scim_user', 'scim_group', 'scim_member'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rise_app', name);
  END LOOP;
END $$;
-- A token finds its tenant, and a sign-in the people that it may be.
CREATE POLICY scim_token_global ON scim_token FOR SELECT USING (rise_is_global());
CREATE POLICY scim_setting_global ON scim_setting FOR SELECT USING (rise_is_global());
CREATE POLICY scim_user_global ON scim_user FOR SELECT USING (rise_is_global());

-- 'scim': the tenant's provider describes the person as active. What its groups give is apart from what administrators
-- give, so that neither takes away what is the other's; what counts is both.
ALTER TABLE tenant_user DROP CONSTRAINT tenant_user_sources_check,
  ADD CONSTRAINT tenant_user_sources_check CHECK (sources <@ ARRAY['claim', 'rise', 'domain', 'scim']);
DROP TRIGGER tenant_user_search_again ON tenant_user;
ALTER TABLE tenant_user RENAME COLUMN roles TO given_roles;
ALTER TABLE tenant_user
  ADD COLUMN scim_roles text[] NOT NULL DEFAULT '{}' CHECK (scim_roles <@ ARRAY['tenant.user', 'tenant.admin']),
  ADD COLUMN roles text[] NOT NULL GENERATED ALWAYS AS (rise_account_roles(given_roles, scim_roles)) STORED,
  -- Disabled by the provider, which also ends it.
  ADD COLUMN scim_disabled boolean NOT NULL DEFAULT false,
  ADD CHECK (NOT scim_disabled OR disabled_at IS NOT NULL);
CREATE TRIGGER tenant_user_search_again AFTER UPDATE ON tenant_user FOR EACH ROW
  WHEN ((OLD.disabled_at, OLD.sources, OLD.roles) IS DISTINCT FROM (NEW.disabled_at, NEW.sources, NEW.roles))
  EXECUTE FUNCTION rise_search_membership();

-- The roles that a provisioned person's groups give now.
CREATE FUNCTION rise_scim_roles(of_tenant uuid, of_user uuid) RETURNS text[] LANGUAGE sql STABLE
RETURN ARRAY(
  SELECT g.role FROM scim_member m JOIN scim_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id
   WHERE m.tenant_id = of_tenant AND m.user_id = of_user AND g.role IS NOT NULL
   UNION SELECT 'tenant.user' WHERE coalesce((SELECT s.admits_all FROM scim_setting s WHERE s.tenant_id = of_tenant), true)
   ORDER BY 1);

-- Makes a person a member of the transaction's tenant, beside whatever else makes them one. Who was disabled by an
-- administrator stays so; who was removed comes back only if they were provisioned since. Returns whether they are in it.
-- Names of a new member are their account's, which is global.
CREATE FUNCTION rise_provision_member(person uuid, given text[], provisioned_at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  here uuid := rise_tenant();
  is_member boolean;
BEGIN
  PERFORM set_config('rise.scope', 'global', true);
  INSERT INTO tenant_user AS u (tenant_id, account_id, sources, scim_roles) VALUES (here, person, '{scim}', given)
  ON CONFLICT (tenant_id, account_id) DO UPDATE SET
    sources = CASE WHEN 'scim' = ANY (u.sources) THEN u.sources ELSE u.sources || excluded.sources END,
    scim_roles = excluded.scim_roles,
    disabled_at = CASE WHEN u.removed_at IS NULL AND NOT u.scim_disabled THEN u.disabled_at END,
    scim_disabled = false, removed_at = NULL
    WHERE u.removed_at IS NULL OR u.removed_at < provisioned_at;
  is_member := FOUND;
  PERFORM set_config('rise.scope', 'tenant', true);
  RETURN is_member;
END $$;

-- The last requests of a provider.
CREATE INDEX audit_record_scim ON audit_record (chain, id) WHERE action LIKE 'scim.%';
