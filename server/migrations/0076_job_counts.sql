-- How many background jobs of a tenant ended each day, and how many of them were given up. The jobs' own rows go: exports
-- after a day, runs with their subscription. Counted where a job ends, in its transaction.

SELECT set_config('rise.scope', 'global', true);

CREATE TABLE job_count (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('load', 'copy', 'export', 'subscription', 'mail')),
  -- In UTC.
  day date NOT NULL,
  done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  failed integer NOT NULL DEFAULT 0 CHECK (failed >= 0),
  PRIMARY KEY (tenant_id, kind, day)
);
ALTER TABLE job_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE job_count FORCE ROW LEVEL SECURITY;
CREATE POLICY job_count_tenant ON job_count USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
-- Mail ends above the tenants.
CREATE POLICY job_count_global ON job_count USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT SELECT, INSERT, UPDATE, DELETE ON job_count TO rise_app;

-- Arguments: the kind, and 'done' or 'failed'. The first of a day removes what is more than a year old.
CREATE FUNCTION rise_count_job() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  total integer;
BEGIN
  INSERT INTO job_count AS c (tenant_id, kind, day, done, failed)
  VALUES (NEW.tenant_id, TG_ARGV[0], today, (TG_ARGV[1] = 'done')::integer, (TG_ARGV[1] = 'failed')::integer)
  ON CONFLICT (tenant_id, kind, day) DO UPDATE SET done = c.done + excluded.done, failed = c.failed + excluded.failed
  RETURNING done + failed INTO total;
  IF total = 1 THEN
    DELETE FROM job_count WHERE tenant_id = NEW.tenant_id AND kind = TG_ARGV[0] AND day < today - 400;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER data_import_done AFTER UPDATE OF status ON data_import
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status = 'loaded') EXECUTE FUNCTION rise_count_job('load', 'done');
CREATE TRIGGER data_import_failed AFTER UPDATE OF status ON data_import
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status = 'failed') EXECUTE FUNCTION rise_count_job('load', 'failed');

CREATE TRIGGER copy_run_done AFTER UPDATE OF status ON copy_run
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status IN ('loaded', 'unchanged')) EXECUTE FUNCTION rise_count_job('copy', 'done');
CREATE TRIGGER copy_run_failed AFTER UPDATE OF status ON copy_run
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status = 'failed') EXECUTE FUNCTION rise_count_job('copy', 'failed');

CREATE TRIGGER report_export_done AFTER UPDATE OF status ON report_export
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status = 'ready') EXECUTE FUNCTION rise_count_job('export', 'done');
CREATE TRIGGER report_export_failed AFTER UPDATE OF status ON report_export
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status = 'failed') EXECUTE FUNCTION rise_count_job('export', 'failed');

CREATE TRIGGER report_subscription_run_done AFTER UPDATE OF status ON report_subscription_run
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status = 'sent') EXECUTE FUNCTION rise_count_job('subscription', 'done');
CREATE TRIGGER report_subscription_run_failed AFTER UPDATE OF status ON report_subscription_run
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status = 'failed') EXECUTE FUNCTION rise_count_job('subscription', 'failed');

CREATE TRIGGER mail_outbox_done AFTER UPDATE OF sent_at ON mail_outbox
  FOR EACH ROW WHEN (NEW.tenant_id IS NOT NULL AND OLD.sent_at IS NULL AND NEW.sent_at IS NOT NULL) EXECUTE FUNCTION rise_count_job('mail', 'done');
-- Mail that was stopped without an attempt has not failed.
CREATE TRIGGER mail_outbox_failed AFTER UPDATE OF failed_at ON mail_outbox
  FOR EACH ROW WHEN (NEW.tenant_id IS NOT NULL AND OLD.failed_at IS NULL AND NEW.failed_at IS NOT NULL AND NEW.attempts > OLD.attempts)
  EXECUTE FUNCTION rise_count_job('mail', 'failed');

-- What is still there of the last days.
INSERT INTO job_count (tenant_id, kind, day, done, failed)
SELECT tenant_id, kind, (ended_at AT TIME ZONE 'UTC')::date, count(*) FILTER (WHERE is_done), count(*) FILTER (WHERE NOT is_done)
  FROM (
    SELECT tenant_id, 'load' AS kind, finished_at AS ended_at, status = 'loaded' AS is_done
      FROM data_import WHERE status IN ('loaded', 'failed')
    UNION ALL
    SELECT tenant_id, 'copy', finished_at, status <> 'failed' FROM copy_run WHERE status IN ('loaded', 'unchanged', 'failed')
    UNION ALL
    SELECT tenant_id, 'export', renewed_at, status = 'ready' FROM report_export WHERE status IN ('ready', 'failed')
    UNION ALL
    SELECT tenant_id, 'subscription', finished_at, status = 'sent' FROM report_subscription_run WHERE status IN ('sent', 'failed')
    UNION ALL
    SELECT tenant_id, 'mail', coalesce(sent_at, failed_at), sent_at IS NOT NULL
      FROM mail_outbox WHERE tenant_id IS NOT NULL AND NOT held AND coalesce(sent_at, failed_at) IS NOT NULL) AS ended
 WHERE ended_at > now() - interval '31 days'
 GROUP BY 1, 2, 3;
