-- What a tenant's figures are computed from has a revision: another one with each change of its data version, model,
-- settings or connection, in the transaction of the change. A server that knows what a revision stands for does not
-- read it again.
CREATE TABLE figures_revision (
  tenant_id uuid PRIMARY KEY REFERENCES tenant ON DELETE CASCADE,
  revision uuid NOT NULL DEFAULT gen_random_uuid()
);
-- The tables' owner, whom no policy lets in, adds those of all tenants.
ALTER TABLE tenant NO FORCE ROW LEVEL SECURITY;
INSERT INTO figures_revision (tenant_id) SELECT id FROM tenant;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;

ALTER TABLE figures_revision ENABLE ROW LEVEL SECURITY;
ALTER TABLE figures_revision FORCE ROW LEVEL SECURITY;
CREATE POLICY figures_revision_tenant ON figures_revision USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
-- Read together with the person who sends a request, and changed with a connection.
CREATE POLICY figures_revision_global ON figures_revision USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT SELECT, INSERT, UPDATE ON figures_revision TO rise_app;

CREATE FUNCTION rise_first_figures_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figures_revision (tenant_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER tenant_figures AFTER INSERT ON tenant FOR EACH ROW EXECUTE FUNCTION rise_first_figures_revision();

CREATE FUNCTION rise_renew_figures_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.tenant_id ELSE NEW.tenant_id END;
BEGIN
  -- A connection without a tenant is that of all tenants.
  UPDATE figures_revision SET revision = gen_random_uuid() WHERE changed IS NULL OR tenant_id = changed;
  RETURN NULL;
END $$;
CREATE TRIGGER model_figures AFTER INSERT OR UPDATE OR DELETE ON model
  FOR EACH ROW EXECUTE FUNCTION rise_renew_figures_revision();
CREATE TRIGGER tenant_terms_figures AFTER INSERT OR UPDATE OR DELETE ON tenant_terms
  FOR EACH ROW EXECUTE FUNCTION rise_renew_figures_revision();
CREATE TRIGGER warehouse_connection_figures AFTER INSERT OR UPDATE OR DELETE ON warehouse_connection
  FOR EACH ROW EXECUTE FUNCTION rise_renew_figures_revision();
CREATE TRIGGER warehouse_version_figures AFTER INSERT OR UPDATE OR DELETE ON warehouse_version
  FOR EACH ROW EXECUTE FUNCTION rise_renew_figures_revision();
