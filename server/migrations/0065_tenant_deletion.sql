-- Tenants are deleted after a waiting time, by a job that can be interrupted anywhere and goes on where it was.

SELECT set_config('rise.scope', 'global', true);

ALTER TABLE tenant
  ADD COLUMN deletion_due_at timestamptz,
  -- The email address of the person who scheduled it.
  ADD COLUMN deletion_requested_by text,
  -- From then on it cannot be called off.
  ADD COLUMN deletion_started_at timestamptz,
  ADD CHECK (deletion_due_at IS NULL OR suspended_at IS NOT NULL),
  ADD CHECK (deletion_started_at IS NULL OR deletion_due_at IS NOT NULL);
CREATE INDEX tenant_deletion_due ON tenant (deletion_due_at) WHERE deletion_due_at IS NOT NULL;

-- By this a server that was not running knows which of its folders to remove, and whoever restores an older backup which
-- tenants not to bring back. It does not name them.
CREATE TABLE tenant_deletion (
  -- SHA-256 of the tenant's id as text.
  tenant_hash bytea PRIMARY KEY CHECK (length(tenant_hash) = 32),
  deleted_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE tenant_deletion ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_deletion FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_deletion_global ON tenant_deletion USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT SELECT, INSERT ON tenant_deletion TO rise_app;

-- The functions below run as the owner, since the application may delete nothing from some tables, such as the audit
-- trail. They refuse every tenant whose deletion has not started, so a mistake in the application deletes no other.
CREATE FUNCTION rise_require_deletion(here uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_config('rise.scope', 'global', true), set_config('rise.tenant', here::text, true);
  PERFORM FROM tenant WHERE id = here AND deletion_started_at IS NOT NULL AND deletion_due_at <= now() FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'The deletion of this tenant has not started'; END IF;
END $$;

-- Mail that names the tenant but is in no tenant's outbox. Before the rows that say which it is.
CREATE FUNCTION rise_purge_mail(here uuid) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  purged integer;
BEGIN
  PERFORM rise_require_deletion(here);
  DELETE FROM mail_outbox m
   WHERE (m.kind = 'invitation' AND split_part(m.slot, ' ', 1) IN (SELECT i.id::text FROM invitation i WHERE i.tenant_id = here))
      OR (m.kind IN ('contact', 'contact-thanks') AND m.slot IN (SELECT c.id::text FROM contact_message c WHERE c.tenant_id = here));
  GET DIAGNOSTICS purged = ROW_COUNT;
  PERFORM set_config('rise.tenant', '', true);
  RETURN purged;
END $$;

-- People who are in no other tenant, and above none, lose everything that says who they are; what they wrote elsewhere
-- before keeps an author without a name. Another sign-in makes another account. Returns how many: 0 once there are none.
CREATE FUNCTION rise_purge_people(here uuid, most integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  people uuid[];
  subjects text[];
BEGIN
  PERFORM rise_require_deletion(here);
  SELECT array_agg(a.id), array_agg(a.subject) INTO people, subjects FROM (
    SELECT a.id, a.subject FROM tenant_user u JOIN account a ON a.id = u.account_id
     WHERE u.tenant_id = here AND NOT a.roles && ARRAY['global.support', 'global.admin']
       AND NOT EXISTS (SELECT FROM tenant_user o WHERE o.account_id = a.id AND o.tenant_id <> here)
     LIMIT most) AS a;
  DELETE FROM mail_outbox m USING account a WHERE a.id = ANY (people) AND a.email <> '' AND lower(m.recipient) = lower(a.email);
  DELETE FROM provider_record WHERE payload ->> 'accountId' = ANY (subjects);
  DELETE FROM session WHERE account_id = ANY (people);
  DELETE FROM api_token WHERE account_id = ANY (people);
  DELETE FROM account_picture WHERE account_id = ANY (people);
  DELETE FROM tenant_user WHERE tenant_id = here AND account_id = ANY (people);
  UPDATE account SET issuer = '', subject = 'deleted ' || id, email = '', first_name = '', last_name = '', avatar = NULL,
    picture = NULL, claimed_roles = '{}', groups = '{}', attributes = '{}', disabled_at = coalesce(disabled_at, now())
   WHERE id = ANY (people);
  PERFORM set_config('rise.tenant', '', true);
  RETURN coalesce(cardinality(people), 0);
END $$;

-- Deletes at most so many rows of one table; returns how many, and -1 where rows of another table have to go first.
CREATE FUNCTION rise_purge_rows(here uuid, of_table text, most integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  purged integer;
BEGIN
  PERFORM rise_require_deletion(here);
  BEGIN
    EXECUTE format('DELETE FROM public.%1$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM public.%1$I WHERE tenant_id = $1 LIMIT $2))', of_table)
      USING here, most;
    GET DIAGNOSTICS purged = ROW_COUNT;
  EXCEPTION WHEN foreign_key_violation THEN
    purged := -1;
  END;
  PERFORM set_config('rise.tenant', '', true);
  RETURN purged;
END $$;

-- Removes the tenant itself and what names it in rows that are not its own, and looks at every column that could hold its
-- id. Fails where one does: then nothing of this step has happened.
CREATE FUNCTION rise_finish_deletion(here uuid) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own_slug text;
  one record;
  is_left boolean;
  checked integer := 0;
BEGIN
  PERFORM rise_require_deletion(here);
  SELECT slug INTO own_slug FROM tenant WHERE id = here;
  DELETE FROM announcement WHERE tenants = ARRAY[here];
  UPDATE announcement SET tenants = array_remove(tenants, here) WHERE here = ANY (tenants);
  UPDATE workspace_template SET tenants = array_remove(tenants, here),
    withdrawn_at = CASE WHEN tenants = ARRAY[here] THEN coalesce(withdrawn_at, now()) ELSE withdrawn_at END
   WHERE here = ANY (tenants);
  UPDATE workspace_template SET source_tenant = NULL, source_workspace = NULL WHERE source_tenant = here;
  DELETE FROM sign_in_attempt
   WHERE expires_at <= now() OR strpos(return_to, here::text) > 0 OR strpos(return_to, own_slug) > 0;
  DELETE FROM tenant WHERE id = here;
  FOR one IN SELECT c.relname AS name, a.attname AS field, a.atttypid = 'uuid[]'::regtype AS is_list
               FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
              WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
                AND a.atttypid IN ('uuid'::regtype, 'uuid[]'::regtype) LOOP
    EXECUTE format(CASE WHEN one.is_list THEN 'SELECT EXISTS (SELECT FROM public.%I WHERE $1 = ANY (%I))'
                        ELSE 'SELECT EXISTS (SELECT FROM public.%I WHERE %I = $1)' END, one.name, one.field) INTO is_left USING here;
    IF is_left THEN RAISE EXCEPTION 'The deleted tenant is still named in %.%', one.name, one.field; END IF;
    checked := checked + 1;
  END LOOP;
  INSERT INTO tenant_deletion (tenant_hash) VALUES (sha256(convert_to(here::text, 'UTF8')));
  PERFORM set_config('rise.tenant', '', true);
  RETURN checked;
END $$;

-- Tables whose rows say which tenant they are of.
CREATE FUNCTION rise_tenant_tables() RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT c.relname::text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
   WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attname = 'tenant_id' AND NOT a.attisdropped
   ORDER BY c.relname COLLATE "C"
$$;

REVOKE EXECUTE ON FUNCTION rise_require_deletion(uuid), rise_purge_mail(uuid), rise_purge_people(uuid, integer),
  rise_purge_rows(uuid, text, integer), rise_finish_deletion(uuid), rise_tenant_tables() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rise_purge_mail(uuid), rise_purge_people(uuid, integer), rise_purge_rows(uuid, text, integer),
  rise_finish_deletion(uuid), rise_tenant_tables() TO rise_app;
