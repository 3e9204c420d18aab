-- The text of a tenant's model that its administrators edit before they publish it: one for each tenant, valid or not.
CREATE TABLE model_draft (
  tenant_id  uuid PRIMARY KEY REFERENCES tenant (id) ON DELETE CASCADE,
  document   text NOT NULL,
  -- Counts the saves: whoever saves names the revision that they edited.
  revision   integer NOT NULL CHECK (revision > 0),
  -- The model version that it was derived from; null where there was none.
  based_on   integer,
  author     text,
  updated_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE model_draft ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_draft FORCE ROW LEVEL SECURITY;
CREATE POLICY model_draft_tenant ON model_draft USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT, UPDATE, DELETE ON model_draft TO rise_app;
