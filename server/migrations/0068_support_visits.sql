-- People above the tenants enter one for a reason, for some time, and where the tenant lets them.

SELECT set_config('rise.scope', 'global', true);

ALTER TABLE tenant ADD COLUMN support_access text NOT NULL DEFAULT 'consent' CHECK (support_access IN ('always', 'consent', 'never'));

CREATE TABLE support_visit (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Nobody else can use it.
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- Name and email address at the time, for the tenant, which does not see accounts above it.
  person text NOT NULL,
  email text NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 10 AND 500),
  minutes integer NOT NULL CHECK (minutes BETWEEN 1 AND 240),
  requested_at timestamptz NOT NULL DEFAULT now(),
  allowed_at timestamptz,
  -- Null where the standing consent allowed it.
  allowed_by text,
  declined_at timestamptz,
  declined_by text,
  -- The one session in which it is used. It begins with that, once.
  session_id uuid REFERENCES session ON DELETE SET NULL,
  entered_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  PRIMARY KEY (tenant_id, id),
  CHECK (allowed_at IS NULL OR declined_at IS NULL),
  CHECK (entered_at IS NULL OR allowed_at IS NOT NULL),
  CHECK ((entered_at IS NULL) = (ends_at IS NULL)),
  CHECK (ends_at <= entered_at + interval '4 hours')
);
CREATE INDEX support_visit_account ON support_visit (account_id, requested_at);
CREATE INDEX support_visit_session ON support_visit (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX support_visit_newest ON support_visit (tenant_id, requested_at);

ALTER TABLE support_visit ENABLE ROW LEVEL SECURITY;
ALTER TABLE support_visit FORCE ROW LEVEL SECURITY;
CREATE POLICY support_visit_tenant ON support_visit USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
CREATE POLICY support_visit_global ON support_visit USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT SELECT, INSERT, UPDATE ON support_visit TO rise_app;

CREATE FUNCTION rise_support_state(v support_visit) RETURNS text LANGUAGE sql STABLE
RETURN CASE
  WHEN v.declined_at IS NOT NULL THEN 'declined'
  WHEN v.ended_at IS NOT NULL AND v.entered_at IS NULL THEN 'withdrawn'
  WHEN v.ended_at IS NOT NULL OR v.ends_at <= now() THEN 'ended'
  WHEN v.entered_at IS NOT NULL THEN 'active'
  WHEN coalesce(v.allowed_at, v.requested_at) < now() - interval '24 hours' THEN 'expired'
  WHEN v.allowed_at IS NOT NULL THEN 'allowed'
  ELSE 'requested' END;

-- A visit ends with its session, and when the session enters another tenant or none, whatever the reason. Its tenant's
-- pages are notified.
CREATE FUNCTION rise_end_support_visit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH over AS (
    UPDATE support_visit SET ended_at = now()
     WHERE session_id = NEW.id AND ended_at IS NULL AND ends_at > now()
       AND (NEW.ended_at IS NOT NULL OR tenant_id IS DISTINCT FROM NEW.tenant_id)
    RETURNING tenant_id)
  INSERT INTO event (tenant_id, kind, data) SELECT tenant_id, 'session', '{}' FROM over;
  RETURN NULL;
END $$;
CREATE TRIGGER session_support AFTER UPDATE ON session FOR EACH ROW
  WHEN (OLD.ended_at IS DISTINCT FROM NEW.ended_at OR OLD.tenant_id IS DISTINCT FROM NEW.tenant_id)
  EXECUTE FUNCTION rise_end_support_visit();
