-- Changes of mappings that another administrator decides on, where a tenant has that switched on.

ALTER TABLE code_mapping
  -- Null: saved without approval.
  ADD COLUMN approved_by text;

CREATE TABLE mapping_approval (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  -- '*': all types.
  type text NOT NULL CHECK (type ~ '^([a-z][a-z0-9_]{0,62}|\*)$'),
  PRIMARY KEY (tenant_id, type)
);

CREATE TABLE mapping_proposal (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  type text NOT NULL CHECK (type ~ '^[a-z][a-z0-9_]{0,62}$'),
  number integer NOT NULL CHECK (number > 0),
  based_on integer NOT NULL CHECK (based_on >= 0),
  -- As the contract's mappingChanges.
  changes jsonb NOT NULL CHECK (jsonb_typeof(changes) = 'object'),
  message text NOT NULL CHECK (length(message) <= 1000),
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'refused', 'withdrawn')),
  decided_by text,
  decided_at timestamptz,
  reason text CHECK (length(reason) <= 1000),
  version integer,
  PRIMARY KEY (tenant_id, type, number),
  CHECK ((state = 'open') = (decided_at IS NULL))
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['mapping_approval', 'mapping_proposal'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, DELETE ON mapping_approval TO rise_app;
GRANT SELECT, INSERT, UPDATE ON mapping_proposal TO rise_app;
