-- The currency that a tenant reports in, ISO 4217; null is its model's. It was the symbol of amounts before, and is one of
-- the settings that figures depend on now: amounts are converted to it.
ALTER TABLE tenant_terms ADD COLUMN currency char(3);
-- The tables' owner, whom no policy lets in, copies the currencies of all tenants.
ALTER TABLE tenant NO FORCE ROW LEVEL SECURITY;
ALTER TABLE tenant_terms NO FORCE ROW LEVEL SECURITY;
INSERT INTO tenant_terms (tenant_id, currency)
  SELECT id, currency FROM tenant WHERE currency <> 'USD'
  ON CONFLICT (tenant_id) DO UPDATE SET currency = excluded.currency;
ALTER TABLE tenant_terms FORCE ROW LEVEL SECURITY;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
ALTER TABLE tenant DROP COLUMN currency;
