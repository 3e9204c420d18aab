-- Reports by mail to addresses outside: where a tenant allows them to go, to whom they go, and who wants none.

-- A tenant without a row allows no domain.
CREATE TABLE tenant_mail (
  tenant_id uuid PRIMARY KEY REFERENCES tenant ON DELETE CASCADE,
  domains text[] NOT NULL CHECK (cardinality(domains) <= 50)
);

-- Addresses that get no reports of the tenant any more, in lower case.
CREATE TABLE mail_unsubscription (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, address)
);

-- Which rows addresses outside get, and in which language; null where there are none.
ALTER TABLE report_subscription
  ADD COLUMN outside_filters jsonb CHECK (jsonb_typeof(outside_filters) = 'object' AND outside_filters <> '{}'),
  ADD COLUMN outside_language text CHECK (outside_language IN ('en', 'tr')),
  ADD CHECK ((outside_filters IS NULL) = (outside_language IS NULL));

CREATE TABLE report_subscription_address (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  subscription_id uuid NOT NULL,
  -- In lower case.
  address text NOT NULL CHECK (address = lower(address)),
  PRIMARY KEY (tenant_id, subscription_id, address),
  FOREIGN KEY (tenant_id, subscription_id) REFERENCES report_subscription ON DELETE CASCADE
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['tenant_mail', 'mail_unsubscription', 'report_subscription_address'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rise_app', name);
  END LOOP;
END $$;

-- To whom a delivery was: the id of an account, or an address outside.
ALTER TABLE report_subscription_delivery NO FORCE ROW LEVEL SECURITY;
ALTER TABLE report_subscription_delivery ADD COLUMN recipient text;
UPDATE report_subscription_delivery SET recipient = account_id::text;
ALTER TABLE report_subscription_delivery
  ALTER COLUMN recipient SET NOT NULL,
  DROP CONSTRAINT report_subscription_delivery_pkey,
  ADD PRIMARY KEY (tenant_id, run_id, recipient),
  ALTER COLUMN account_id DROP NOT NULL,
  ADD CHECK (recipient = coalesce(account_id::text, lower(email)));
ALTER TABLE report_subscription_delivery FORCE ROW LEVEL SECURITY;

-- The page on which the recipient unsubscribes; null for mail to people with an account.
ALTER TABLE mail_outbox ADD COLUMN unsubscribe text;
