-- An identity provider of a tenant's own, beside the one of the installation.

SELECT set_config('rise.scope', 'global', true);

-- Through which provider the tenant's people sign in: the installation's, the tenant's or the installation's, or the
-- tenant's own alone.
ALTER TABLE tenant ADD COLUMN sign_in text NOT NULL DEFAULT 'shared' CHECK (sign_in IN ('shared', 'any', 'own'));

CREATE TABLE identity_provider (
  tenant_id uuid PRIMARY KEY REFERENCES tenant ON DELETE CASCADE,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  issuer text NOT NULL CHECK (length(issuer) BETWEEN 1 AND 500),
  client_id text NOT NULL CHECK (length(client_id) BETWEEN 1 AND 200),
  -- Sealed, with the tenant's id as its owner. Null for a public client.
  secret bytea,
  scopes text[] NOT NULL CHECK ('openid' = ANY (scopes) AND cardinality(scopes) <= 20),
  subject_claim text NOT NULL CHECK (length(subject_claim) BETWEEN 1 AND 200),
  roles_claim text CHECK (length(roles_claim) BETWEEN 1 AND 200),
  -- A list of objects with a value of that claim and the role that it gives.
  role_map jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(role_map) = 'array'),
  -- Of people to whom no value gives one; null: they may not enter.
  default_role text CHECK (default_role IN ('tenant.user')),
  groups_claim text CHECK (length(groups_claim) BETWEEN 1 AND 200),
  -- Another one with each change of what leads to the provider: a test holds for the connection that it used.
  connection uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The last test: a whole sign-in of an administrator.
  tested_connection uuid,
  tested_at timestamptz,
  -- Email address at the time.
  tested_by text,
  -- Why it failed; null where it passed.
  test_failure text,
  test_claims jsonb CHECK (jsonb_typeof(test_claims) = 'object'),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  CHECK ((tested_at IS NULL) = (tested_connection IS NULL))
);
ALTER TABLE identity_provider ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_provider FORCE ROW LEVEL SECURITY;
CREATE POLICY identity_provider_tenant ON identity_provider USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
-- A sign-in finds it before its person is in the tenant.
CREATE POLICY identity_provider_global ON identity_provider FOR SELECT USING (rise_is_global());
GRANT SELECT, INSERT, UPDATE, DELETE ON identity_provider TO rise_app;

ALTER TABLE sign_in_attempt
  -- The tenant whose own provider it leads to; null: the installation's.
  ADD COLUMN provider_tenant_id uuid REFERENCES identity_provider ON DELETE CASCADE,
  ADD COLUMN provider_connection uuid,
  -- The administrator who tests the provider by it; null for a sign-in.
  ADD COLUMN tester_id uuid REFERENCES account ON DELETE CASCADE,
  ADD CHECK ((provider_tenant_id IS NULL) = (provider_connection IS NULL)),
  ADD CHECK (tester_id IS NULL OR provider_tenant_id IS NOT NULL);

-- An account of a tenant's own provider is another one than that of the same issuer and subject at the installation's
-- provider or at another tenant's: whoever administers a provider decides who its subjects are.
ALTER TABLE account
  ADD COLUMN provider_tenant_id uuid REFERENCES tenant,
  -- The claim whose value is the subject.
  ADD COLUMN subject_claim text NOT NULL DEFAULT 'sub',
  DROP CONSTRAINT account_issuer_subject_key,
  ADD CONSTRAINT account_identity UNIQUE NULLS NOT DISTINCT (issuer, subject, provider_tenant_id, subject_claim),
  ADD CONSTRAINT account_subject_claim CHECK (provider_tenant_id IS NOT NULL OR subject_claim = 'sub'),
  -- It can be given no right above the tenants.
  ADD CONSTRAINT account_confined CHECK (provider_tenant_id IS NULL
    OR (claimed_roles <@ ARRAY['tenant.user', 'tenant.admin'] AND global_roles = '{}'));
CREATE INDEX account_provider ON account (provider_tenant_id) WHERE provider_tenant_id IS NOT NULL;

-- Nor can it be a member of another tenant, whatever the application does.
CREATE FUNCTION rise_confine_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scope text := coalesce(current_setting('rise.scope', true), '');
  is_foreign boolean;
BEGIN
  PERFORM set_config('rise.scope', 'global', true);
  is_foreign := EXISTS (SELECT FROM account a WHERE a.id = NEW.account_id AND a.provider_tenant_id <> NEW.tenant_id);
  PERFORM set_config('rise.scope', scope, true);
  IF is_foreign THEN
    RAISE EXCEPTION 'An account of the identity provider of one tenant cannot be a member of another' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tenant_user_confined BEFORE INSERT OR UPDATE OF tenant_id, account_id ON tenant_user
  FOR EACH ROW EXECUTE FUNCTION rise_confine_member();

-- Whether a tenant lets in an account of this provider: its own, or the installation's (null).
CREATE FUNCTION rise_admits(sign_in text, tenant uuid, provider_tenant uuid) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN provider_tenant IS NULL THEN sign_in <> 'own' ELSE provider_tenant = tenant AND sign_in <> 'shared' END;

-- Those who administer the transaction's tenant now, and can sign in to it.
CREATE OR REPLACE FUNCTION rise_administrators() RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  here uuid := rise_tenant();
  found_accounts uuid[];
BEGIN
  PERFORM set_config('rise.scope', 'global', true);
  found_accounts := ARRAY(
    SELECT u.account_id FROM tenant_user u JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL
      JOIN tenant t ON t.id = u.tenant_id
     WHERE u.tenant_id = here AND u.disabled_at IS NULL AND rise_admits(t.sign_in, t.id, a.provider_tenant_id)
       AND ('tenant.admin' = ANY (u.roles) OR ('claim' = ANY (u.sources) AND 'tenant.admin' = ANY (a.roles))));
  PERFORM set_config('rise.scope', 'tenant', true);
  RETURN found_accounts;
END $$;

-- Also accounts of the tenant's own provider that are no members any more.
CREATE OR REPLACE FUNCTION rise_purge_people(here uuid, most integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  people uuid[];
  subjects text[];
BEGIN
  PERFORM rise_require_deletion(here);
  SELECT array_agg(a.id), array_agg(a.subject) FILTER (WHERE a.provider_tenant_id IS NULL) INTO people, subjects FROM (
    SELECT a.id, a.subject, a.provider_tenant_id FROM account a
     WHERE (a.provider_tenant_id = here OR a.id IN (SELECT u.account_id FROM tenant_user u WHERE u.tenant_id = here))
       AND NOT a.roles && ARRAY['global.support', 'global.admin']
       AND NOT EXISTS (SELECT FROM tenant_user o WHERE o.account_id = a.id AND o.tenant_id <> here)
     LIMIT most) AS a;
  DELETE FROM mail_outbox m USING account a WHERE a.id = ANY (people) AND a.email <> '' AND lower(m.recipient) = lower(a.email);
  DELETE FROM provider_record WHERE payload ->> 'accountId' = ANY (subjects);
  DELETE FROM session WHERE account_id = ANY (people);
  DELETE FROM api_token WHERE account_id = ANY (people);
  DELETE FROM account_picture WHERE account_id = ANY (people);
  DELETE FROM tenant_user WHERE tenant_id = here AND account_id = ANY (people);
  UPDATE account SET issuer = '', subject = 'deleted ' || id, subject_claim = 'sub', provider_tenant_id = NULL, email = '',
    first_name = '', last_name = '', avatar = NULL,
    picture = NULL, claimed_roles = '{}', groups = '{}', attributes = '{}', disabled_at = coalesce(disabled_at, now())
   WHERE id = ANY (people);
  PERFORM set_config('rise.tenant', '', true);
  RETURN coalesce(cardinality(people), 0);
END $$;
