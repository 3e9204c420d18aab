-- Workspaces hold a tenant's reports. Who may do what there: everybody, a person, or a group of the identity provider.

CREATE TABLE workspace (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The template that it follows; null for a tenant's own.
  template text,
  -- {en, tr}; a person writes one text, in their own language, which all see.
  name jsonb NOT NULL,
  description jsonb,
  icon text NOT NULL,
  color text NOT NULL,
  -- What everybody in the tenant may do there; null: only members find it.
  everyone text CHECK (everyone IN ('view', 'edit')),
  position integer NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  archived_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, template)
);

CREATE TABLE workspace_member (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid REFERENCES account ON DELETE CASCADE,
  group_name text CHECK (length(group_name) BETWEEN 1 AND 200),
  role text NOT NULL CHECK (role IN ('view', 'edit', 'manage')),
  PRIMARY KEY (tenant_id, workspace_id, id),
  FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspace ON DELETE CASCADE,
  CHECK (num_nonnulls(account_id, group_name) = 1),
  UNIQUE (tenant_id, workspace_id, account_id),
  UNIQUE (tenant_id, workspace_id, group_name)
);
CREATE INDEX workspace_member_account ON workspace_member (account_id);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['workspace', 'workspace_member'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON workspace, workspace_member TO rise_app;

-- Reports that are there belong to the workspace of the sample, which completes its texts at the next start. The
-- table's owner, whom no policy lets in, changes those of everybody.
ALTER TABLE report ADD COLUMN workspace_id uuid;
ALTER TABLE report ADD COLUMN revision integer NOT NULL DEFAULT 1;
ALTER TABLE report ADD COLUMN archived_at timestamptz;
ALTER TABLE report NO FORCE ROW LEVEL SECURITY;
ALTER TABLE workspace NO FORCE ROW LEVEL SECURITY;
INSERT INTO workspace (tenant_id, template, name, icon, color, everyone, position)
SELECT DISTINCT tenant_id, 'ncua-2025q4', '{"en": "Call report", "tr": "5300 raporu"}'::jsonb, 'bank', 'primary', 'view', 1 FROM report;
UPDATE report r SET workspace_id = w.id FROM workspace w WHERE w.tenant_id = r.tenant_id;
ALTER TABLE report FORCE ROW LEVEL SECURITY;
ALTER TABLE workspace FORCE ROW LEVEL SECURITY;
ALTER TABLE report ALTER COLUMN workspace_id SET NOT NULL;
ALTER TABLE report ADD FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspace;
CREATE INDEX report_workspace ON report (tenant_id, workspace_id);
