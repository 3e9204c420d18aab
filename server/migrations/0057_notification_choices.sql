-- Notifications that people switched off, in a tenant, by kind and channel.

CREATE TABLE muted_notification (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- A kind of the contract; one that it no longer has mutes nothing.
  kind text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('portal', 'mail')),
  PRIMARY KEY (tenant_id, account_id, kind, channel)
);
CREATE INDEX muted_notification_account ON muted_notification (account_id);
CREATE INDEX muted_notification_kind ON muted_notification (tenant_id, kind, channel);

ALTER TABLE muted_notification ENABLE ROW LEVEL SECURITY;
ALTER TABLE muted_notification FORCE ROW LEVEL SECURITY;
CREATE POLICY muted_notification_tenant ON muted_notification
  USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT, DELETE ON muted_notification TO rise_app;
