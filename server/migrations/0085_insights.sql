-- What is found in a tenant's data by statistics, under which rights, and what people did with it.

CREATE TABLE insight_due (
  tenant_id    uuid PRIMARY KEY REFERENCES tenant ON DELETE CASCADE,
  -- Another one with each request: a computation that ends removes only what was requested before it began.
  request      uuid NOT NULL DEFAULT gen_random_uuid(),
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- While a server computes; if it is killed, another one does after this moment.
  lease        uuid,
  leased_until timestamptz,
  progress     real NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  attempts     integer NOT NULL DEFAULT 0,
  -- Given up until the next request.
  failed       boolean NOT NULL DEFAULT false
);

CREATE TABLE insight_run (
  tenant_id    uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  -- Of what the model's rules and masks keep from a reader: others must not see what was found.
  signature    text NOT NULL,
  data_version integer NOT NULL,
  as_of        date,
  computed_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  elapsed_ms   integer NOT NULL CHECK (elapsed_ms >= 0),
  examined     jsonb NOT NULL,
  findings     jsonb NOT NULL,
  PRIMARY KEY (tenant_id, signature)
);

CREATE TABLE insight_state (
  tenant_id     uuid NOT NULL,
  account_id    uuid NOT NULL,
  key           text NOT NULL,
  status        text NOT NULL CHECK (status IN ('open', 'snoozed', 'dismissed')),
  snoozed_until timestamptz,
  reason        text,
  -- The period whose anomaly was dismissed or snoozed; null where it is hidden in any.
  occasion      text,
  followed_at   timestamptz,
  -- Under which rights it was followed, what it was then, and what of it was known last.
  signature     text,
  followed      jsonb,
  known         jsonb,
  is_found      boolean NOT NULL DEFAULT true,
  updated_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, account_id, key),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE,
  FOREIGN KEY (account_id) REFERENCES account ON DELETE CASCADE
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['insight_due', 'insight_run', 'insight_state'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
-- The servers take what is due of all tenants.
CREATE POLICY insight_due_global ON insight_due USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT SELECT, INSERT, UPDATE, DELETE ON insight_due, insight_run, insight_state TO rise_app;

-- Figures change with data, model, settings and connection, whoever changes them: a server, the command line, a load.
CREATE FUNCTION rise_request_insights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO insight_due (tenant_id)
  SELECT DISTINCT tenant_id FROM warehouse_version WHERE tenant_id = NEW.tenant_id AND current
  ON CONFLICT (tenant_id) DO UPDATE SET request = gen_random_uuid(), requested_at = now(), attempts = 0, failed = false;
  PERFORM pg_notify('rise_insights', '');
  RETURN NULL;
END $$;
CREATE TRIGGER figures_examined AFTER UPDATE ON figures_revision
  FOR EACH ROW EXECUTE FUNCTION rise_request_insights();

-- Tenants that have data already.
INSERT INTO insight_due (tenant_id) SELECT DISTINCT tenant_id FROM warehouse_version WHERE current;
