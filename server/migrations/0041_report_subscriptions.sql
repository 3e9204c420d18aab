-- Reports sent by mail on a schedule: what is sent to whom, each run, and what became of it for each recipient.

CREATE TABLE report_subscription (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  report_id uuid NOT NULL,
  -- Who set it up, and their email address then; null where there is no such account any more.
  account_id uuid REFERENCES account ON DELETE SET NULL,
  owner text NOT NULL,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  rule jsonb NOT NULL CHECK (jsonb_typeof(rule) = 'object'),
  state jsonb NOT NULL CHECK (jsonb_typeof(state) = 'object'),
  attachments text[] NOT NULL CHECK (attachments <@ ARRAY['pdf', 'xlsx']),
  only_new boolean NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  paused text CHECK (paused IN ('person', 'archived', 'owner')),
  -- Null while it is paused.
  next_run_at timestamptz,
  CHECK ((paused IS NULL) = (next_run_at IS NOT NULL)),
  -- The data version of the last one sent on schedule; null before the first.
  last_version integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report ON DELETE CASCADE
);
CREATE INDEX report_subscription_report ON report_subscription (tenant_id, report_id);
CREATE INDEX report_subscription_account ON report_subscription (account_id);
CREATE INDEX report_subscription_due ON report_subscription (next_run_at) WHERE next_run_at IS NOT NULL;

CREATE TABLE report_subscription_recipient (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  subscription_id uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  PRIMARY KEY (tenant_id, subscription_id, account_id),
  FOREIGN KEY (tenant_id, subscription_id) REFERENCES report_subscription ON DELETE CASCADE
);
CREATE INDEX report_subscription_recipient_account ON report_subscription_recipient (account_id);

CREATE TABLE report_subscription_run (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  subscription_id uuid NOT NULL,
  -- The time it was due, or at which a person started it.
  slot timestamptz NOT NULL,
  -- To whom a person had it sent, which is themselves; null for all recipients on schedule.
  only_to uuid REFERENCES account ON DELETE CASCADE,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'sent', 'skipped', 'failed')),
  skipped text,
  failure text,
  data_version integer,
  -- How often it began.
  attempt integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Of the server that runs it. Past its end another one may take the run.
  lease uuid,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, subscription_id) REFERENCES report_subscription ON DELETE CASCADE
);
-- Each slot once, however many servers find it due.
CREATE UNIQUE INDEX report_subscription_run_slot ON report_subscription_run (tenant_id, subscription_id, slot) WHERE only_to IS NULL;
CREATE INDEX report_subscription_run_newest ON report_subscription_run (tenant_id, subscription_id, slot DESC, id DESC);
CREATE INDEX report_subscription_run_open ON report_subscription_run (due_at) WHERE status IN ('waiting', 'running');
CREATE INDEX report_subscription_run_only_to ON report_subscription_run (only_to) WHERE only_to IS NOT NULL;

-- What became of a run for a recipient. 'sent': the mail is in the outbox, under the run's and the account's id.
CREATE TABLE report_subscription_delivery (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  run_id uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  email text NOT NULL,
  status text NOT NULL CHECK (status IN ('sent', 'skipped', 'failed')),
  skipped text,
  failure text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, run_id, account_id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES report_subscription_run ON DELETE CASCADE
);
CREATE INDEX report_subscription_delivery_account ON report_subscription_delivery (account_id);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['report_subscription', 'report_subscription_recipient', 'report_subscription_run', 'report_subscription_delivery'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rise_app', name);
  END LOOP;
  -- The server looks for those of all tenants that are due.
  FOREACH name IN ARRAY ARRAY['report_subscription', 'report_subscription_run'] LOOP
    EXECUTE format('CREATE POLICY %I ON %I FOR SELECT USING (rise_is_global())', name || '_global', name);
  END LOOP;
END $$;

-- The files of a mail, until the mail server has accepted it.
CREATE TABLE mail_attachment (
  mail_id uuid NOT NULL REFERENCES mail_outbox ON DELETE CASCADE,
  name text NOT NULL,
  content_type text NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (mail_id, name)
);
ALTER TABLE mail_attachment ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_attachment FORCE ROW LEVEL SECURITY;
CREATE POLICY mail_attachment_global ON mail_attachment USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_attachment TO rise_app;
