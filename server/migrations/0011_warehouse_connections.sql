-- Warehouses in servers of their own: how a tenant's is reached, and which versions came from there.

CREATE TABLE warehouse_connection (
  -- Null: of every tenant without one of its own.
  tenant_id uuid UNIQUE NULLS NOT DISTINCT REFERENCES tenant ON DELETE CASCADE,
  -- Another one with each change, so that nothing known of the former is taken for this one.
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  settings jsonb NOT NULL,
  -- Passwords and keys, sealed under a key of the installation's secret; null where there is none.
  secrets bytea,
  connected_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE warehouse_version
  -- The connection's revision whose data this version counts; null: a file of our own.
  ADD COLUMN connection uuid,
  -- What the connection's freshness column held.
  ADD COLUMN freshness text;

ALTER TABLE warehouse_connection ENABLE ROW LEVEL SECURITY;
ALTER TABLE warehouse_connection FORCE ROW LEVEL SECURITY;
CREATE POLICY warehouse_connection_global ON warehouse_connection USING (rise_is_global()) WITH CHECK (rise_is_global());
-- A tenant reads the one that holds for it, and changes none.
CREATE POLICY warehouse_connection_tenant ON warehouse_connection FOR SELECT
  USING (tenant_id = rise_tenant() OR (tenant_id IS NULL AND rise_tenant() IS NOT NULL));
GRANT SELECT, INSERT, UPDATE, DELETE ON warehouse_connection TO rise_app;
