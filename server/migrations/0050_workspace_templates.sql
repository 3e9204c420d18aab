-- Workspaces that a global user publishes for other tenants, and the tenants that use them.

-- Its latest version: all that a tenant may see of a template stands in this row.
CREATE TABLE workspace_template (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version integer NOT NULL DEFAULT 1,
  name jsonb NOT NULL,
  description jsonb NOT NULL,
  icon text NOT NULL,
  color text NOT NULL,
  -- [{id, key, document}]; the ids are the template's own.
  reports jsonb NOT NULL,
  -- [{number, note, publishedAt}], the latest first.
  history jsonb NOT NULL,
  -- Who may add it; null: all tenants.
  tenants uuid[],
  -- Where it is published from.
  source_tenant uuid REFERENCES tenant ON DELETE SET NULL,
  source_workspace uuid,
  -- Tenants that use it keep what they have.
  withdrawn_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (source_tenant, source_workspace)
);

CREATE TABLE workspace_template_version (
  template_id uuid NOT NULL REFERENCES workspace_template ON DELETE CASCADE,
  number integer NOT NULL CHECK (number > 0),
  name jsonb NOT NULL,
  description jsonb NOT NULL,
  reports jsonb NOT NULL,
  note text NOT NULL,
  author text,
  published_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (template_id, number)
);

-- Which report of the source a report of the template is: no tenant gets to see the ids of another one.
CREATE TABLE workspace_template_report (
  template_id uuid NOT NULL REFERENCES workspace_template ON DELETE CASCADE,
  source_report uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (template_id, source_report),
  UNIQUE (id)
);

CREATE TABLE workspace_template_use (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  template_id uuid NOT NULL REFERENCES workspace_template,
  workspace_id uuid NOT NULL,
  -- The version that the tenant has taken over.
  version integer NOT NULL,
  PRIMARY KEY (tenant_id, template_id),
  FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspace ON DELETE CASCADE
);
CREATE INDEX workspace_template_use_template ON workspace_template_use (template_id);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['workspace_template', 'workspace_template_version', 'workspace_template_report', 'workspace_template_use'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['workspace_template', 'workspace_template_version', 'workspace_template_report'] LOOP
    EXECUTE format('CREATE POLICY %I ON %I USING (rise_is_global()) WITH CHECK (rise_is_global())', name || '_global', name);
  END LOOP;
END $$;
-- The tenant that it comes from has the original.
CREATE POLICY workspace_template_tenant ON workspace_template FOR SELECT
  USING (rise_tenant() IS NOT NULL AND withdrawn_at IS NULL AND source_tenant IS DISTINCT FROM rise_tenant()
    AND (tenants IS NULL OR rise_tenant() = ANY (tenants)));
CREATE POLICY workspace_template_use_tenant ON workspace_template_use
  USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
CREATE POLICY workspace_template_use_global ON workspace_template_use FOR SELECT USING (rise_is_global());
GRANT SELECT, INSERT, UPDATE ON workspace_template, workspace_template_use TO rise_app;
GRANT SELECT, INSERT ON workspace_template_version, workspace_template_report TO rise_app;
