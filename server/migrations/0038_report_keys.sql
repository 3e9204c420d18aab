-- A report's name in files, which stays when its title changes or it moves to another workspace.

-- A key that no report of the tenant has, from a title: 'board-scorecard', 'board-scorecard-2'. One transaction at a
-- time chooses.
CREATE FUNCTION rise_report_key(of_tenant uuid, title text) RETURNS text
  LANGUAGE plpgsql
AS $$
DECLARE
  base text := coalesce(nullif(trim(BOTH '-' FROM left(regexp_replace(rise_fold(title), '[^a-z0-9]+', '-', 'g'), 60)), ''), 'report');
  chosen text := base;
  number integer := 1;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('report keys ' || of_tenant, 0));
  WHILE EXISTS (SELECT FROM report r WHERE r.tenant_id = of_tenant AND r.key = chosen) LOOP
    number := number + 1;
    chosen := base || '-' || number;
  END LOOP;
  RETURN chosen;
END $$;

ALTER TABLE report ADD COLUMN key text CHECK (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(key) <= 80);
ALTER TABLE report ADD UNIQUE (tenant_id, key);

-- The table's owner, whom no policy lets in, writes those of everybody.
ALTER TABLE report NO FORCE ROW LEVEL SECURITY;
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT tenant_id, id, document->'title'->>'en' AS title FROM report ORDER BY created_at, id LOOP
    UPDATE report SET key = rise_report_key(one.tenant_id, one.title) WHERE tenant_id = one.tenant_id AND id = one.id;
  END LOOP;
END $$;
ALTER TABLE report FORCE ROW LEVEL SECURITY;
ALTER TABLE report ALTER COLUMN key SET NOT NULL;
GRANT EXECUTE ON FUNCTION rise_report_key(uuid, text) TO rise_app;
