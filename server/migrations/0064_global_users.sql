-- Roles above the tenants that are given here, beside those that the identity provider claims, and invitations to them.

SELECT set_config('rise.scope', 'global', true);

-- What counts is the union of both. It is computed with each change, so that nothing that reads roles can forget one source.
CREATE FUNCTION rise_account_roles(claimed text[], given text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN given = '{}' THEN claimed
  ELSE claimed || ARRAY(SELECT role FROM unnest(given) AS role WHERE role <> ALL (claimed) ORDER BY role) END;

DROP TRIGGER account_search ON account;
ALTER TABLE account RENAME COLUMN roles TO claimed_roles;
ALTER TABLE account
  ADD COLUMN global_roles text[] NOT NULL DEFAULT '{}' CHECK (global_roles <@ ARRAY['global.support', 'global.admin']),
  ADD COLUMN roles text[] NOT NULL GENERATED ALWAYS AS (rise_account_roles(claimed_roles, global_roles)) STORED,
  -- As name and address are searched and sorted.
  ADD COLUMN names text NOT NULL GENERATED ALWAYS AS (rise_person_names(first_name, last_name, email)) STORED;
CREATE TRIGGER account_search AFTER UPDATE ON account FOR EACH ROW
  WHEN ((OLD.email, OLD.first_name, OLD.last_name, OLD.roles, OLD.disabled_at) IS DISTINCT FROM
        (NEW.email, NEW.first_name, NEW.last_name, NEW.roles, NEW.disabled_at))
  EXECUTE FUNCTION rise_search_account();
-- Few have a global role, among all who have ever signed in.
CREATE INDEX account_global_people ON account (names, id) WHERE roles && ARRAY['global.support', 'global.admin'];

CREATE TABLE global_invitation (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 320),
  names text NOT NULL GENERATED ALWAYS AS (rise_person_names('', '', email)) STORED,
  -- Of the mail.
  language text NOT NULL CHECK (language IN ('en', 'tr')),
  roles text[] NOT NULL CHECK (roles <@ ARRAY['global.support', 'global.admin'] AND cardinality(roles) > 0),
  -- SHA-256 of the secret in the link. Another one with each mail, so that the links before it are dead.
  token_hash bytea NOT NULL UNIQUE,
  -- The inviter's email address at the time.
  invited_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz
);
CREATE UNIQUE INDEX global_invitation_open ON global_invitation (lower(email)) WHERE accepted_at IS NULL AND revoked_at IS NULL;
ALTER TABLE global_invitation ENABLE ROW LEVEL SECURITY;
ALTER TABLE global_invitation FORCE ROW LEVEL SECURITY;
CREATE POLICY global_invitation_global ON global_invitation USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT SELECT, INSERT, UPDATE ON global_invitation TO rise_app;
