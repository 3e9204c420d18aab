-- Alerts of people on figures of reports: when they fire, their state, and each check of them.

CREATE TABLE report_alert (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  report_id uuid NOT NULL,
  -- Whose it is: it is judged with their rights, and they get its notices.
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  tile text NOT NULL,
  measure text NOT NULL,
  state jsonb NOT NULL CHECK (jsonb_typeof(state) = 'object'),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  condition jsonb NOT NULL CHECK (jsonb_typeof(condition) = 'object'),
  quiet jsonb CHECK (jsonb_typeof(quiet) = 'object'),
  mail boolean NOT NULL,
  -- What the figure is called and how it is written, as of the last time that it was computed.
  figure jsonb NOT NULL CHECK (jsonb_typeof(figure) = 'object'),
  revision integer NOT NULL DEFAULT 1,
  is_paused boolean NOT NULL DEFAULT false,

  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'ok', 'firing', 'no-data', 'failed', 'no-access')),
  failure text,
  -- Whether it fired when it was last judged; what could not be judged since leaves it as it is.
  is_firing boolean NOT NULL DEFAULT false,
  value double precision,
  period text,
  reference double precision,
  data_version integer,
  checked_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now(),

  -- The status that the owner knows of, and when they are notified of another one.
  notified text NOT NULL DEFAULT 'new',
  notice_at timestamptz,
  -- The check whose mail is not in the outbox yet.
  mail_check uuid,

  -- What the figures were computed from at the last check, as in figures_revision; null: to be checked now.
  checked_revision uuid,
  -- The next daily check.
  next_check_at timestamptz NOT NULL,
  -- Attempts of the check that is due.
  attempt integer NOT NULL DEFAULT 0,
  retry_at timestamptz,
  -- Of the server that checks it. Past its end another one may.
  lease uuid,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report ON DELETE CASCADE
);
CREATE INDEX report_alert_report ON report_alert (tenant_id, report_id);
CREATE INDEX report_alert_account ON report_alert (account_id);
CREATE INDEX report_alert_due ON report_alert (next_check_at) WHERE NOT is_paused;
CREATE INDEX report_alert_notice ON report_alert (notice_at) WHERE notice_at IS NOT NULL;
CREATE INDEX report_alert_mail ON report_alert (tenant_id) WHERE mail_check IS NOT NULL;

CREATE TABLE report_alert_check (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  alert_id uuid NOT NULL,
  -- What made it due: the day, or what the figures were computed from.
  slot text NOT NULL,
  status text NOT NULL CHECK (status IN ('ok', 'firing', 'no-data', 'failed', 'no-access')),
  failure text,
  value double precision,
  period text,
  reference double precision,
  data_version integer,
  is_change boolean NOT NULL,
  checked_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES report_alert ON DELETE CASCADE
);
-- Each slot once, however many servers find it due.
CREATE UNIQUE INDEX report_alert_check_slot ON report_alert_check (tenant_id, alert_id, slot);
CREATE INDEX report_alert_check_newest ON report_alert_check (tenant_id, alert_id, created_at DESC, id DESC);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['report_alert', 'report_alert_check'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rise_app', name);
  END LOOP;
END $$;
-- The server looks for those of all tenants that are due.
CREATE POLICY report_alert_global ON report_alert FOR SELECT USING (rise_is_global());
