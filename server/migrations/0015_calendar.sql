-- How a tenant counts days, weeks and years, as the contract's calendar; null is weeks from Monday, calendar years and UTC.
ALTER TABLE tenant_terms ADD COLUMN calendar jsonb;
