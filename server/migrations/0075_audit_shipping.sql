-- How far the audit trail was shipped to each system outside: everything up to a link of the chains, in their order.

SELECT set_config('rise.scope', 'global', true);

CREATE TABLE audit_sink (
  name text PRIMARY KEY CHECK (name IN ('syslog', 'http')),
  -- Where it is, without credentials.
  target text NOT NULL CHECK (length(target) <= 500),
  -- It is configured; one that is no longer keeps its place.
  active boolean NOT NULL DEFAULT true,
  last_link bigint NOT NULL DEFAULT 0,
  shipped_at timestamptz,
  -- Since when nothing was accepted, and why; null while all is well.
  failing_since timestamptz,
  failure text CHECK (length(failure) <= 200)
);
ALTER TABLE audit_sink ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_sink FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_sink_global ON audit_sink USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT SELECT, INSERT, UPDATE ON audit_sink TO rise_app;
