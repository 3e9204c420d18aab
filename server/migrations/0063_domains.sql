-- Email domains that tenants have proven to be theirs by a DNS record, and people who ask to join by an address there.

SELECT set_config('rise.scope', 'global', true);

CREATE TABLE tenant_domain (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- In its ASCII form, in lower case.
  domain text NOT NULL CHECK (length(domain) BETWEEN 3 AND 253 AND domain = lower(domain)),
  -- What the record has to contain. Not a secret: everybody can read the record.
  token text NOT NULL CHECK (length(token) = 32),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'verified', 'failing', 'expired')),
  state_since timestamptz NOT NULL DEFAULT now(),
  -- Scheduled checks since the proof was started.
  checks integer NOT NULL DEFAULT 0,
  -- Scheduled checks in a row that did not find the record of a verified domain, and when the first of them was.
  misses integer NOT NULL DEFAULT 0,
  missing_since timestamptz,
  -- 'taken': the record is there, and another tenant has proven the domain. 'unknown': DNS gave no answer.
  last_result text CHECK (last_result IN ('found', 'missing', 'taken', 'unknown')),
  last_checked_at timestamptz,
  -- Null: not checked any more.
  next_check_at timestamptz CHECK ((next_check_at IS NULL) = (state = 'expired')),
  -- Who checks it now, until when.
  lease uuid,
  leased_until timestamptz,
  -- Its administrators have to be mailed about its state.
  is_unmailed boolean NOT NULL DEFAULT false,
  join_rule text NOT NULL DEFAULT 'invitation' CHECK (join_rule IN ('automatic', 'approval', 'invitation')),
  role text NOT NULL DEFAULT 'tenant.user' CHECK (role IN ('tenant.user', 'tenant.admin')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Email address at the time.
  created_by text,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, domain)
);
-- The first proof wins: one tenant at a time has a domain, also while its record is missing for some days.
CREATE UNIQUE INDEX tenant_domain_owner ON tenant_domain (domain) WHERE state IN ('verified', 'failing');
CREATE INDEX tenant_domain_due ON tenant_domain (next_check_at) WHERE next_check_at IS NOT NULL;

-- Someone whose verified address is at a domain that admits people on approval.
CREATE TABLE join_request (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  domain_id uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- As the identity provider had verified it.
  email text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- Declined: does not ask again by signing in again. An administrator may still approve.
  declined_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, account_id),
  FOREIGN KEY (tenant_id, domain_id) REFERENCES tenant_domain ON DELETE CASCADE
);
CREATE INDEX join_request_account ON join_request (account_id);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['tenant_domain', 'join_request'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rise_app', name);
  END LOOP;
END $$;
-- A sign-in finds the tenant by its domain, and who checks finds what is due.
CREATE POLICY tenant_domain_global ON tenant_domain FOR SELECT USING (rise_is_global());
-- Someone asks to join before they are in the tenant.
CREATE POLICY join_request_global ON join_request USING (rise_is_global()) WITH CHECK (rise_is_global());

-- Whether another tenant than the transaction's has proven a domain.
CREATE FUNCTION rise_domain_taken(name text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  here uuid := rise_tenant();
  is_taken boolean;
BEGIN
  PERFORM set_config('rise.scope', 'global', true);
  is_taken := EXISTS (SELECT FROM tenant_domain d
                       WHERE d.domain = name AND d.tenant_id <> here AND d.state IN ('verified', 'failing'));
  PERFORM set_config('rise.scope', 'tenant', true);
  RETURN is_taken;
END $$;

-- 'domain': the person's verified address was at a domain of the tenant when they joined. It does not end with the domain.
ALTER TABLE tenant_user DROP CONSTRAINT tenant_user_sources_check,
  ADD CONSTRAINT tenant_user_sources_check CHECK (sources <@ ARRAY['claim', 'rise', 'domain']);
