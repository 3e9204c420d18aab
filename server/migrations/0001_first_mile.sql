-- Tenants, people, sessions, and what a tenant owns: models, warehouse versions, reports.
-- Every table has FORCE ROW LEVEL SECURITY. The application's role sees a row only through the two settings
-- that its one door to the database makes for each transaction: rise.scope ('global' or 'tenant') and rise.tenant.

CREATE FUNCTION rise_is_global() RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN current_setting('rise.scope', true) = 'global';

CREATE FUNCTION rise_tenant() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN NULLIF(current_setting('rise.tenant', true), '')::uuid;

CREATE TABLE tenant (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z][a-z0-9-]{0,62}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  currency char(3) NOT NULL DEFAULT 'USD',
  -- The member (for the NCUA sample: the charter) whose figures reports open with.
  home_member text,
  suspended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE account (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  issuer text NOT NULL,
  subject text NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  avatar text,
  -- Roles as the identity provider gave them last, after mapping.
  roles text[] NOT NULL DEFAULT '{}',
  disabled_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- An e-mail address identifies nobody: the same one from another issuer is another person.
  UNIQUE (issuer, subject)
);
CREATE INDEX account_email ON account (lower(email));

CREATE TABLE tenant_user (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- 'claim': the identity provider says so at each sign-in; 'rise': granted here and kept.
  source text NOT NULL CHECK (source IN ('claim', 'rise')),
  default_landing_page text,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, account_id),
  UNIQUE (tenant_id, id)
);
CREATE INDEX tenant_user_account ON tenant_user (account_id);

CREATE TABLE global_user (
  account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  default_landing_page text
);

CREATE TABLE session (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- SHA-256 of the cookie's value: the table alone opens no session.
  token_hash bytea NOT NULL UNIQUE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  tenant_id uuid REFERENCES tenant ON DELETE SET NULL,
  -- The provider's own session, for sign-out that starts there.
  provider_session text,
  id_token text,
  device text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX session_account ON session (account_id);
CREATE INDEX session_provider_session ON session (provider_session) WHERE provider_session IS NOT NULL;

CREATE TABLE sign_in_attempt (
  state_hash bytea PRIMARY KEY,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  return_to text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE TABLE api_token (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL UNIQUE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  tenant_id uuid REFERENCES tenant ON DELETE CASCADE,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz
);

CREATE TABLE audit_record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  tenant_id uuid REFERENCES tenant ON DELETE CASCADE,
  account_id uuid,
  action text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('done', 'denied', 'failed')),
  target text,
  request_id text,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_record_tenant ON audit_record (tenant_id, at);

-- State of the embedded identity provider (development only): its grants, codes, sessions.
CREATE TABLE provider_record (
  kind text NOT NULL,
  id text NOT NULL,
  payload jsonb NOT NULL,
  grant_id text,
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  PRIMARY KEY (kind, id)
);
CREATE INDEX provider_record_grant ON provider_record (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX provider_record_uid ON provider_record (kind, uid) WHERE uid IS NOT NULL;

CREATE TABLE model (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  -- SHA-256 of the document, in hex: names the compiled model and is part of each cache key.
  hash text NOT NULL,
  document text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, version)
);

CREATE TABLE warehouse_version (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  number integer NOT NULL CHECK (number > 0),
  source text NOT NULL,
  as_of date,
  tables jsonb NOT NULL DEFAULT '{}',
  loaded_at timestamptz NOT NULL DEFAULT now(),
  -- A version exists here only once its file is whole; the greatest current one answers.
  current boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, number)
);
CREATE UNIQUE INDEX warehouse_version_current ON warehouse_version (tenant_id) WHERE current;

CREATE TABLE report (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The template this report came from and still follows; null for a tenant's own.
  template text,
  document jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, template)
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['tenant', 'account', 'tenant_user', 'global_user', 'session', 'sign_in_attempt', 'api_token',
                              'audit_record', 'provider_record', 'model', 'warehouse_version', 'report'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
  -- Above the tenants: seen by global transactions only.
  FOREACH name IN ARRAY ARRAY['tenant', 'account', 'tenant_user', 'global_user', 'session', 'sign_in_attempt', 'api_token',
                              'audit_record', 'provider_record'] LOOP
    EXECUTE format('CREATE POLICY %I ON %I USING (rise_is_global()) WITH CHECK (rise_is_global())', name || '_global', name);
  END LOOP;
  -- A tenant's own: seen by that tenant's transactions only, and by no global one unless listed above too.
  FOREACH name IN ARRAY ARRAY['tenant_user', 'audit_record', 'model', 'warehouse_version', 'report'] LOOP
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
CREATE POLICY tenant_own ON tenant FOR SELECT USING (id = rise_tenant());

GRANT SELECT, INSERT, UPDATE, DELETE ON
  tenant, account, tenant_user, global_user, session, sign_in_attempt, api_token, provider_record, model, warehouse_version, report
  TO rise_app;
-- The audit trail is written and read, never changed.
GRANT SELECT, INSERT ON audit_record TO rise_app;
GRANT EXECUTE ON FUNCTION rise_is_global(), rise_tenant() TO rise_app;
