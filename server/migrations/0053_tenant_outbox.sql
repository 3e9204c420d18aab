-- The outbox by tenant, so that its administrators see what was mailed or would be, and pictures within mails.

-- Null for mail of the installation, such as contact messages.
ALTER TABLE mail_outbox ADD COLUMN tenant_id uuid REFERENCES tenant ON DELETE CASCADE,
  -- Written while no mail server was set up: only a person sends it.
  ADD COLUMN held boolean NOT NULL DEFAULT false,
  -- Names of the files that it has or had.
  ADD COLUMN files text[] NOT NULL DEFAULT '{}';
CREATE INDEX mail_outbox_tenant ON mail_outbox (tenant_id, created_at DESC, id DESC) WHERE tenant_id IS NOT NULL;
DROP INDEX mail_outbox_due;
CREATE INDEX mail_outbox_due ON mail_outbox (next_attempt_at) WHERE sent_at IS NULL AND failed_at IS NULL AND NOT held;

ALTER TABLE mail_attachment ADD COLUMN tenant_id uuid REFERENCES tenant ON DELETE CASCADE,
  -- Of a picture within the mail; null for a file beside it.
  ADD COLUMN content_id text;

CREATE POLICY mail_outbox_tenant ON mail_outbox USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
CREATE POLICY mail_attachment_tenant ON mail_attachment USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
