-- What belongs to a mapping beside its codes, and what people prepare for one.

ALTER TABLE code_mapping
  -- As the contract's mappingCategory: the tenant's own categories, where the model has no targets.
  ADD COLUMN categories jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(categories) = 'array'),
  -- As the contract's mappingRule, in the order in which they are tried.
  ADD COLUMN rules jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(rules) = 'array');

-- Changes of a mapping that a person has not saved yet.
CREATE TABLE mapping_draft (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  type text NOT NULL CHECK (type ~ '^[a-z][a-z0-9_]{0,62}$'),
  -- As the contract's draft.
  changes jsonb NOT NULL CHECK (jsonb_typeof(changes) = 'object'),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, account_id, type)
);

-- Suggestions that somebody rejected: they are not made again.
CREATE TABLE mapping_rejection (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  type text NOT NULL CHECK (type ~ '^[a-z][a-z0-9_]{0,62}$'),
  code text NOT NULL,
  value text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, type, code, value)
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['mapping_draft', 'mapping_rejection'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON mapping_draft TO rise_app;
GRANT SELECT, INSERT, DELETE ON mapping_rejection TO rise_app;
