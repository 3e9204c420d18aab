-- Parameters of tenants in tables of their warehouses, for other tools: what is due, and how the last write went.

CREATE TABLE parameter_table (
  tenant_id    uuid PRIMARY KEY REFERENCES tenant ON DELETE CASCADE,
  due_at       timestamptz NOT NULL DEFAULT now(),
  -- Another one with each request: a write that ends leaves due what was requested after it began.
  request      uuid NOT NULL DEFAULT gen_random_uuid(),
  -- While a server writes; if it is killed, another one does after this moment.
  leased_until timestamptz,
  -- Hash of the table's place and the rows that were last written; null: they are written, whatever they are.
  content      text,
  written_at   timestamptz,
  -- Why the last attempt failed; null: it did not.
  issue        text,
  -- Failures since the last write.
  failures     integer NOT NULL DEFAULT 0
);
CREATE INDEX parameter_table_due ON parameter_table (due_at);

ALTER TABLE parameter_table ENABLE ROW LEVEL SECURITY;
ALTER TABLE parameter_table FORCE ROW LEVEL SECURITY;
CREATE POLICY parameter_table_tenant ON parameter_table USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
-- The servers take what is due of all tenants, and a connection may be that of all.
CREATE POLICY parameter_table_global ON parameter_table USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT SELECT, INSERT, UPDATE, DELETE ON parameter_table TO rise_app;

-- Values, model, as-of date and connection: whatever changes them, changes the revision.
CREATE FUNCTION rise_request_parameter_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO parameter_table (tenant_id)
  SELECT NEW.tenant_id FROM (
    SELECT settings FROM warehouse_connection WHERE tenant_id = NEW.tenant_id OR tenant_id IS NULL
    ORDER BY tenant_id NULLS LAST LIMIT 1
  ) active WHERE active.settings ? 'parameterTable'
  ON CONFLICT (tenant_id) DO UPDATE SET due_at = now(), request = gen_random_uuid();
  IF FOUND THEN
    PERFORM pg_notify('rise_parameter_table', '');
  ELSE
    DELETE FROM parameter_table WHERE tenant_id = NEW.tenant_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER figures_parameter_table AFTER UPDATE ON figures_revision
  FOR EACH ROW EXECUTE FUNCTION rise_request_parameter_table();
