-- Webhooks: addresses of a tenant to which its alerts and subscriptions send, and what is sent to each.

CREATE TABLE webhook (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  url text NOT NULL CHECK (url LIKE 'https://%'),
  -- Sealed for the webhook's id: signing needs it in full.
  secret bytea NOT NULL,
  paused text CHECK (paused IN ('person', 'gone')),
  created_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE webhook_delivery (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  -- The same through all attempts, so that a receiver knows a second copy.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  webhook_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('test', 'alert', 'subscription')),
  -- What it is about: each is written once, also by a server that repeats its work.
  slot text NOT NULL,
  -- The JSON that is signed and sent; null once it has ended, since it has figures.
  body text,
  attempts integer NOT NULL DEFAULT 0,
  reason text,
  response_status integer,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_at timestamptz,
  -- Given up.
  failed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, webhook_id, slot),
  FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhook ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_newest ON webhook_delivery (tenant_id, webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_due ON webhook_delivery (next_attempt_at) WHERE sent_at IS NULL AND failed_at IS NULL;

ALTER TABLE report_alert ADD COLUMN webhook_id uuid,
  ADD FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhook ON DELETE SET NULL (webhook_id);
CREATE INDEX report_alert_webhook ON report_alert (tenant_id, webhook_id) WHERE webhook_id IS NOT NULL;
ALTER TABLE report_subscription ADD COLUMN webhook_id uuid,
  ADD FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhook ON DELETE SET NULL (webhook_id);
CREATE INDEX report_subscription_webhook ON report_subscription (tenant_id, webhook_id) WHERE webhook_id IS NOT NULL;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['webhook', 'webhook_delivery'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rise_app', name);
  END LOOP;
  -- The server looks for those of all tenants that are due.
  CREATE POLICY webhook_delivery_global ON webhook_delivery FOR SELECT USING (rise_is_global());
END $$;
