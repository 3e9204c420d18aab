-- People of a tenant as its administrators manage them: where a membership comes from, what it gives beside the claims of
-- the identity provider, when it was last used, and invitations.

SELECT set_config('rise.scope', 'global', true);

-- 'claim': the identity provider names the tenant. 'rise': an administrator of the tenant invited the person. Each
-- source ends only its own; none is left where a person was removed, or disabled and then no longer named.
ALTER TABLE tenant_user
  ADD COLUMN sources text[] NOT NULL DEFAULT '{}' CHECK (sources <@ ARRAY['claim', 'rise']),
  -- What an administrator has given, beside what is claimed.
  ADD COLUMN roles text[] NOT NULL DEFAULT '{}' CHECK (roles <@ ARRAY['tenant.user', 'tenant.admin']),
  ADD COLUMN groups text[] NOT NULL DEFAULT '{}',
  ADD COLUMN attributes jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(attributes) = 'object'),
  ADD COLUMN last_seen_at timestamptz,
  -- A removed person stays out also where the identity provider still names the tenant.
  ADD COLUMN removed_at timestamptz,
  ADD CHECK (removed_at IS NULL OR disabled_at IS NOT NULL),
  -- Name and address as they are searched and sorted. Written by triggers: they are the account's.
  ADD COLUMN names text NOT NULL DEFAULT '';
UPDATE tenant_user SET sources = ARRAY[source];
ALTER TABLE tenant_user DROP COLUMN source;

-- Rights in a tenant: claimed ones count where the claim names the tenant, and for global users, who have no membership.
CREATE FUNCTION rise_roles(claimed text[], sources text[], given text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN sources IS NULL OR ('claim' = ANY (sources) AND given = '{}') THEN claimed
  ELSE ARRAY(SELECT DISTINCT role FROM unnest(given || claimed) AS role
              WHERE role = ANY (given) OR role LIKE 'global.%' OR 'claim' = ANY (sources) ORDER BY role) END;

CREATE FUNCTION rise_groups(claimed text[], sources text[], given text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN sources IS NULL OR ('claim' = ANY (sources) AND given = '{}') THEN claimed
  WHEN 'claim' = ANY (sources) THEN ARRAY(SELECT DISTINCT name FROM unnest(given || claimed) AS name ORDER BY name)
  ELSE given END;

-- The values of both under each name.
CREATE FUNCTION rise_attributes(claimed jsonb, sources text[], given jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN sources IS NULL OR ('claim' = ANY (sources) AND given = '{}') THEN claimed
  WHEN 'claim' = ANY (sources) THEN (
    SELECT jsonb_object_agg(merged.name, merged.list) FROM (
      SELECT one.name, jsonb_agg(DISTINCT v.value ORDER BY v.value) AS list
        FROM (SELECT c.key AS name, c.value AS list FROM jsonb_each(claimed) AS c
              UNION ALL SELECT g.key, g.value FROM jsonb_each(given) AS g) AS one
        CROSS JOIN LATERAL jsonb_array_elements(one.list) AS v GROUP BY one.name) AS merged)
  ELSE given END;

CREATE FUNCTION rise_person_names(first_name text, last_name text, email text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN rise_fold(trim(first_name || ' ' || last_name || ' ' || email));

CREATE FUNCTION rise_name_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.names := coalesce((SELECT rise_person_names(a.first_name, a.last_name, a.email) FROM account a WHERE a.id = NEW.account_id), '');
  RETURN NEW;
END $$;
CREATE TRIGGER tenant_user_names BEFORE INSERT ON tenant_user FOR EACH ROW EXECUTE FUNCTION rise_name_member();

CREATE FUNCTION rise_rename_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tenant_user SET names = rise_person_names(NEW.first_name, NEW.last_name, NEW.email) WHERE account_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER account_names AFTER UPDATE ON account FOR EACH ROW
  WHEN ((OLD.first_name, OLD.last_name, OLD.email) IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.email))
  EXECUTE FUNCTION rise_rename_member();

UPDATE tenant_user u SET names = rise_person_names(a.first_name, a.last_name, a.email) FROM account a WHERE a.id = u.account_id;
CREATE INDEX tenant_user_sorted ON tenant_user (tenant_id, names, account_id) WHERE removed_at IS NULL;

-- Whether somebody is found by their colleagues depends on their rights in the tenant.
DO $$
DECLARE
  body text := pg_get_functiondef('rise_search_person(uuid, uuid)'::regprocedure);
BEGIN
  ASSERT position('cardinality(a.roles) > 0' IN body) > 0;
  EXECUTE replace(body, 'cardinality(a.roles) > 0', 'cardinality(rise_roles(a.roles, u.sources, u.roles)) > 0');
END $$;
DROP TRIGGER tenant_user_search_again ON tenant_user;
CREATE TRIGGER tenant_user_search_again AFTER UPDATE ON tenant_user FOR EACH ROW
  WHEN ((OLD.disabled_at, OLD.sources, OLD.roles) IS DISTINCT FROM (NEW.disabled_at, NEW.sources, NEW.roles))
  EXECUTE FUNCTION rise_search_membership();

CREATE TABLE invitation (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 320),
  -- As it is searched and sorted.
  names text NOT NULL GENERATED ALWAYS AS (rise_person_names('', '', email)) STORED,
  -- Of the mail.
  language text NOT NULL CHECK (language IN ('en', 'tr')),
  roles text[] NOT NULL CHECK (roles <@ ARRAY['tenant.user', 'tenant.admin'] AND cardinality(roles) > 0),
  groups text[] NOT NULL DEFAULT '{}',
  attributes jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(attributes) = 'object'),
  -- SHA-256 of the secret in the link. Another one with each mail, so that the links before it are dead.
  token_hash bytea NOT NULL,
  -- The inviter's email address at the time.
  invited_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX invitation_open ON invitation (tenant_id, lower(email)) WHERE accepted_at IS NULL AND revoked_at IS NULL;
-- A link does not name its tenant.
CREATE INDEX invitation_token ON invitation (token_hash);
CREATE INDEX invitation_sorted ON invitation (tenant_id, names, id) WHERE accepted_at IS NULL AND revoked_at IS NULL;
ALTER TABLE invitation ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitation FORCE ROW LEVEL SECURITY;
CREATE POLICY invitation_tenant ON invitation USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
-- It is accepted before its person is in the tenant.
CREATE POLICY invitation_global ON invitation USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT SELECT, INSERT, UPDATE ON invitation TO rise_app;

-- The invitation that a sign-in accepts.
ALTER TABLE sign_in_attempt ADD COLUMN invitation_hash bytea;

-- Ends what a person has open in the transaction's tenant: sessions there, and tokens for it. Accounts and sessions are
-- global, so it looks at them with that scope, at those of the tenant only.
CREATE FUNCTION rise_end_access(person uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  here uuid := rise_tenant();
BEGIN
  PERFORM set_config('rise.scope', 'global', true);
  UPDATE session SET ended_at = now(), id_token = NULL WHERE account_id = person AND tenant_id = here AND ended_at IS NULL;
  UPDATE api_token SET revoked_at = now() WHERE account_id = person AND tenant_id = here AND revoked_at IS NULL;
  PERFORM set_config('rise.scope', 'tenant', true);
END $$;

-- Those who administer the transaction's tenant now.
CREATE FUNCTION rise_administrators() RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  here uuid := rise_tenant();
  found_accounts uuid[];
BEGIN
  PERFORM set_config('rise.scope', 'global', true);
  found_accounts := ARRAY(
    SELECT u.account_id FROM tenant_user u JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL
     WHERE u.tenant_id = here AND u.disabled_at IS NULL
       AND ('tenant.admin' = ANY (u.roles) OR ('claim' = ANY (u.sources) AND 'tenant.admin' = ANY (a.roles))));
  PERFORM set_config('rise.scope', 'tenant', true);
  RETURN found_accounts;
END $$;
