-- Tests of a tenant's model: which of its data versions are due for them, and what the last run on each version found.

CREATE TABLE model_test_due (
  tenant_id    uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  data_version integer NOT NULL,
  -- Another one with each request: a run that ends removes only what was requested before it began.
  request      uuid NOT NULL DEFAULT gen_random_uuid(),
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- While a server runs the tests; if it is killed, another one does after this moment.
  leased_until timestamptz,
  PRIMARY KEY (tenant_id, data_version)
);

ALTER TABLE model_test_due ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_test_due FORCE ROW LEVEL SECURITY;
CREATE POLICY model_test_due_tenant ON model_test_due USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
-- The servers take what is due of all tenants.
CREATE POLICY model_test_due_global ON model_test_due USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT SELECT, INSERT, UPDATE, DELETE ON model_test_due TO rise_app;

CREATE TABLE model_test_run (
  tenant_id     uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  data_version  integer NOT NULL,
  model_version integer NOT NULL,
  ran_at        timestamptz NOT NULL DEFAULT now(),
  passed        integer NOT NULL CHECK (passed >= 0),
  failed        integer NOT NULL CHECK (failed >= 0),
  not_run       integer NOT NULL CHECK (not_run >= 0),
  -- What each test found, in the model's order.
  outcomes      jsonb NOT NULL,
  PRIMARY KEY (tenant_id, data_version),
  FOREIGN KEY (tenant_id, data_version) REFERENCES warehouse_version (tenant_id, number) ON DELETE CASCADE
);

ALTER TABLE model_test_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_test_run FORCE ROW LEVEL SECURITY;
CREATE POLICY model_test_run_tenant ON model_test_run USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT, UPDATE, DELETE ON model_test_run TO rise_app;

-- Figures change with data, model, settings and connection, whoever changes them: a server, the command line, a load.
CREATE FUNCTION rise_request_model_tests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO model_test_due (tenant_id, data_version)
  SELECT tenant_id, number FROM warehouse_version WHERE tenant_id = NEW.tenant_id AND current
  ON CONFLICT (tenant_id, data_version) DO UPDATE SET request = gen_random_uuid(), requested_at = now();
  PERFORM pg_notify('rise_model_test', '');
  RETURN NULL;
END $$;
CREATE TRIGGER figures_tested AFTER UPDATE ON figures_revision
  FOR EACH ROW EXECUTE FUNCTION rise_request_model_tests();
