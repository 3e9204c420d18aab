-- What the migrations make, in one place. Written by 'npm run schema -w server', compared by a test; nothing runs it.

CREATE EXTENSION btree_gin;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;
CREATE SEQUENCE event_number;
GRANT USAGE ON SEQUENCE event_number TO rise_app;

CREATE OR REPLACE FUNCTION public.rise_account_roles(claimed text[], given text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (given = '{}'::text[]) THEN claimed ELSE (claimed || ARRAY(SELECT role.role FROM unnest(rise_account_roles.given) role(role) WHERE (role.role <> ALL (rise_account_roles.claimed)) ORDER BY role.role)) END
;

CREATE OR REPLACE FUNCTION public.rise_administrators()
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
DECLARE
  here uuid := rise_tenant();
  found_accounts uuid[];
BEGIN
  PERFORM set_config('rise.scope', 'global', true);
  found_accounts := ARRAY(
    SELECT u.account_id FROM tenant_user u JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL
      JOIN tenant t ON t.id = u.tenant_id
     WHERE u.tenant_id = here AND u.disabled_at IS NULL AND rise_admits(t.sign_in, t.id, a.provider_tenant_id)
       AND ('tenant.admin' = ANY (u.roles) OR ('claim' = ANY (u.sources) AND 'tenant.admin' = ANY (a.roles))));
  PERFORM set_config('rise.scope', 'tenant', true);
  RETURN found_accounts;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_admits(sign_in text, tenant uuid, provider_tenant uuid)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (provider_tenant IS NULL) THEN (sign_in <> 'own'::text) ELSE ((provider_tenant = tenant) AND (sign_in <> 'shared'::text)) END
;

CREATE OR REPLACE FUNCTION public.rise_all_tables()
 RETURNS TABLE(name text, pages bigint, columns integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT c.relname::text, pg_relation_size(c.oid) / current_setting('block_size')::bigint,
         (SELECT count(*)::integer FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
   ORDER BY c.relname COLLATE "C"
$function$
;

CREATE OR REPLACE FUNCTION public.rise_attributes(claimed jsonb, sources text[], given jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((sources IS NULL) OR (('claim'::text = ANY (sources)) AND (given = '{}'::jsonb))) THEN claimed WHEN ('claim'::text = ANY (sources)) THEN (SELECT jsonb_object_agg(merged.name, merged.list) AS jsonb_object_agg FROM (SELECT one.name, jsonb_agg(DISTINCT v.value ORDER BY v.value) AS list FROM ((SELECT c.key AS name, c.value AS list FROM jsonb_each(rise_attributes.claimed) c(key, value) UNION ALL SELECT g.key, g.value FROM jsonb_each(rise_attributes.given) g(key, value)) one CROSS JOIN LATERAL jsonb_array_elements(one.list) v(value)) GROUP BY one.name) merged) ELSE given END
;

CREATE OR REPLACE FUNCTION public.rise_confine_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  scope text := coalesce(current_setting('rise.scope', true), '');
  is_foreign boolean;
BEGIN
  PERFORM set_config('rise.scope', 'global', true);
  is_foreign := EXISTS (SELECT FROM account a WHERE a.id = NEW.account_id AND a.provider_tenant_id <> NEW.tenant_id);
  PERFORM set_config('rise.scope', scope, true);
  IF is_foreign THEN
    RAISE EXCEPTION 'An account of the identity provider of one tenant cannot be a member of another' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_count_job()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_definitions(of_tenant uuid)
 RETURNS TABLE(model text, parameters jsonb, mappings jsonb, settings jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT (SELECT m.hash FROM model m WHERE m.tenant_id = of_tenant ORDER BY m.version DESC LIMIT 1),
         coalesce(t.parameters, '{}'), coalesce(t.mappings, '{}'), jsonb_build_array(t.calendar, t.currency)
    FROM (SELECT of_tenant) one LEFT JOIN tenant_terms t ON t.tenant_id = of_tenant
$function$
;

CREATE OR REPLACE FUNCTION public.rise_domain_taken(name text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  here uuid := rise_tenant();
  is_taken boolean;
BEGIN
  PERFORM set_config('rise.scope', 'global', true);
  is_taken := EXISTS (SELECT FROM tenant_domain d
                       WHERE d.domain = name AND d.tenant_id <> here AND d.state IN ('verified', 'failing'));
  PERFORM set_config('rise.scope', 'tenant', true);
  RETURN is_taken;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_drop_audit_blocks(keep_days integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  found_ids bigint[];
  total integer;
BEGIN
  IF keep_days IS NULL OR keep_days < 90 THEN
    RAISE EXCEPTION 'records of the audit trail are kept for 90 days at least';
  END IF;
  WITH due AS (
    SELECT id FROM audit_link WHERE dropped_at IS NULL AND last_at < now() - make_interval(days => keep_days)
     ORDER BY last_at LIMIT 200),
  dropped AS (
    UPDATE audit_link l SET dropped_at = clock_timestamp() FROM due WHERE l.id = due.id RETURNING l.ids)
  SELECT array_agg(one) INTO found_ids FROM dropped, unnest(dropped.ids) AS one;
  DELETE FROM audit_record WHERE id = ANY (found_ids);
  GET DIAGNOSTICS total = ROW_COUNT;
  RETURN total;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_end_access(person uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  here uuid := rise_tenant();
BEGIN
  PERFORM set_config('rise.scope', 'global', true);
  UPDATE session SET ended_at = now(), id_token = NULL WHERE account_id = person AND tenant_id = here AND ended_at IS NULL;
  UPDATE api_token SET revoked_at = now() WHERE account_id = person AND tenant_id = here AND revoked_at IS NULL;
  PERFORM set_config('rise.scope', 'tenant', true);
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_end_support_visit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  WITH over AS (
    UPDATE support_visit SET ended_at = now()
     WHERE session_id = NEW.id AND ended_at IS NULL AND ends_at > now()
       AND (NEW.ended_at IS NOT NULL OR tenant_id IS DISTINCT FROM NEW.tenant_id)
    RETURNING tenant_id)
  INSERT INTO event (tenant_id, kind, data) SELECT tenant_id, 'session', '{}' FROM over;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_finish_deletion(here uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_first_figures_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO figures_revision (tenant_id) VALUES (NEW.id);
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower((unaccent('unaccent'::regdictionary, regexp_replace(NORMALIZE(value, NFKD), '[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670]'::text, ''::text, 'g'::text)) COLLATE "und-x-icu"))
;

CREATE OR REPLACE FUNCTION public.rise_groups(claimed text[], sources text[], given text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((sources IS NULL) OR (('claim'::text = ANY (sources)) AND (given = '{}'::text[]))) THEN claimed WHEN ('claim'::text = ANY (sources)) THEN ARRAY(SELECT DISTINCT name.name FROM unnest((rise_groups.given || rise_groups.claimed)) name(name) ORDER BY name.name) ELSE given END
;

CREATE OR REPLACE FUNCTION public.rise_is_global()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (current_setting('rise.scope'::text, true) = 'global'::text)
;

CREATE OR REPLACE FUNCTION public.rise_language(chosen text, of_tenant uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN COALESCE(chosen, (SELECT t.language FROM tenant t WHERE (t.id = rise_language.of_tenant)))
;

CREATE OR REPLACE FUNCTION public.rise_name_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.names := coalesce((SELECT rise_person_names(a.first_name, a.last_name, a.email) FROM account a WHERE a.id = NEW.account_id), '');
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_number_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Held until the transaction is visible to others, so that no smaller number can appear after a greater one.
  PERFORM pg_advisory_xact_lock(hashtextextended('rise.event', 0));
  UPDATE event SET number = nextval('event_number') WHERE key = NEW.key;
  PERFORM pg_notify('rise_event', '');
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_page_is_open(of_tenant uuid, of_source uuid, of_page text, address text, groups text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM ((knowledge_page p
              JOIN knowledge_space s ON (((s.tenant_id = rise_page_is_open.of_tenant) AND (s.source_id = rise_page_is_open.of_source) AND (s.key = p.space_key))))
              JOIN knowledge_source o ON (((o.tenant_id = rise_page_is_open.of_tenant) AND (o.id = rise_page_is_open.of_source))))
           WHERE ((p.tenant_id = rise_page_is_open.of_tenant) AND (p.source_id = rise_page_is_open.of_source) AND (p.id = rise_page_is_open.of_page) AND (COALESCE(o.complete_at, o.created_at) > (now() - '3 days'::interval)) AND (s.is_public OR COALESCE((rise_page_is_open.address = ANY (s.readers)), false) OR ((rise_page_is_open.groups || o.common_groups) && s.reader_groups)) AND (NOT (EXISTS ( SELECT
                    FROM (unnest((p.ancestors || p.id)) step(id)
                      LEFT JOIN knowledge_page a ON (((a.tenant_id = rise_page_is_open.of_tenant) AND (a.source_id = rise_page_is_open.of_source) AND (a.id = step.id))))
                   WHERE ((a.id IS NULL) OR (a.restriction = 'unknown'::text) OR ((a.restriction = 'listed'::text) AND (NOT COALESCE((rise_page_is_open.address = ANY (a.readers)), false)) AND (NOT ((rise_page_is_open.groups || o.common_groups) && a.reader_groups)))))))))) AS "exists";
END
;

CREATE OR REPLACE FUNCTION public.rise_person_names(first_name text, last_name text, email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN rise_fold(TRIM(BOTH FROM ((((first_name || ' '::text) || last_name) || ' '::text) || email)))
;

CREATE OR REPLACE FUNCTION public.rise_provision_member(person uuid, given text[], provisioned_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  here uuid := rise_tenant();
  is_member boolean;
BEGIN
  PERFORM set_config('rise.scope', 'global', true);
  INSERT INTO tenant_user AS u (tenant_id, account_id, sources, scim_roles) VALUES (here, person, '{scim}', given)
  ON CONFLICT (tenant_id, account_id) DO UPDATE SET
    sources = CASE WHEN 'scim' = ANY (u.sources) THEN u.sources ELSE u.sources || excluded.sources END,
    scim_roles = excluded.scim_roles,
    disabled_at = CASE WHEN u.removed_at IS NULL AND NOT u.scim_disabled THEN u.disabled_at END,
    scim_disabled = false, removed_at = NULL
    WHERE u.removed_at IS NULL OR u.removed_at < provisioned_at;
  is_member := FOUND;
  PERFORM set_config('rise.scope', 'tenant', true);
  RETURN is_member;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_purge_mail(here uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_purge_people(here uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  people uuid[];
  subjects text[];
BEGIN
  PERFORM rise_require_deletion(here);
  SELECT array_agg(a.id), array_agg(a.subject) FILTER (WHERE a.provider_tenant_id IS NULL) INTO people, subjects FROM (
    SELECT a.id, a.subject, a.provider_tenant_id FROM account a
     WHERE (a.provider_tenant_id = here OR a.id IN (SELECT u.account_id FROM tenant_user u WHERE u.tenant_id = here))
       AND NOT a.roles && ARRAY['global.support', 'global.admin']
       AND NOT EXISTS (SELECT FROM tenant_user o WHERE o.account_id = a.id AND o.tenant_id <> here)
     LIMIT most) AS a;
  DELETE FROM mail_outbox m USING account a WHERE a.id = ANY (people) AND a.email <> '' AND lower(m.recipient) = lower(a.email);
  DELETE FROM provider_record WHERE payload ->> 'accountId' = ANY (subjects);
  DELETE FROM session WHERE account_id = ANY (people);
  DELETE FROM api_token WHERE account_id = ANY (people);
  DELETE FROM account_picture WHERE account_id = ANY (people);
  DELETE FROM tenant_user WHERE tenant_id = here AND account_id = ANY (people);
  UPDATE account SET issuer = '', subject = 'deleted ' || id, subject_claim = 'sub', provider_tenant_id = NULL, email = '',
    first_name = '', last_name = '', avatar = NULL,
    picture = NULL, claimed_roles = '{}', groups = '{}', attributes = '{}', disabled_at = coalesce(disabled_at, now())
   WHERE id = ANY (people);
  PERFORM set_config('rise.tenant', '', true);
  RETURN coalesce(cardinality(people), 0);
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_purge_rows(here uuid, of_table text, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_refuse_beyond_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF rise_seats_left(NEW.tenant_id) < 0 THEN
    RAISE EXCEPTION 'The tenant has no seat left' USING ERRCODE = 'RS001';
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_rename_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE tenant_user SET names = rise_person_names(NEW.first_name, NEW.last_name, NEW.email) WHERE account_id = NEW.id;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_renew_figures_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  changed uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.tenant_id ELSE NEW.tenant_id END;
BEGIN
  -- A connection without a tenant is that of all tenants.
  UPDATE figures_revision SET revision = gen_random_uuid() WHERE changed IS NULL OR tenant_id = changed;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_report_key(of_tenant uuid, title text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_request_insights()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO insight_due (tenant_id)
  SELECT DISTINCT tenant_id FROM warehouse_version WHERE tenant_id = NEW.tenant_id AND current
  ON CONFLICT (tenant_id) DO UPDATE SET request = gen_random_uuid(), requested_at = now(), attempts = 0, failed = false;
  PERFORM pg_notify('rise_insights', '');
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_request_model_tests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO model_test_due (tenant_id, data_version)
  SELECT tenant_id, number FROM warehouse_version WHERE tenant_id = NEW.tenant_id AND current
  ON CONFLICT (tenant_id, data_version) DO UPDATE SET request = gen_random_uuid(), requested_at = now();
  PERFORM pg_notify('rise_model_test', '');
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_request_parameter_table()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO parameter_table (tenant_id)
  SELECT NEW.tenant_id FROM (
    SELECT settings FROM warehouse_connection WHERE tenant_id = NEW.tenant_id OR tenant_id IS NULL
    ORDER BY tenant_id NULLS LAST LIMIT 1
  ) active WHERE active.settings ? 'parameterTable'
  ON CONFLICT (tenant_id) DO UPDATE SET due_at = now(), request = gen_random_uuid();
  IF FOUND THEN
    PERFORM pg_notify('rise_parameter_table', '');
  ELSE
    DELETE FROM parameter_table WHERE tenant_id = NEW.tenant_id;
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_require_deletion(here uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM set_config('rise.scope', 'global', true), set_config('rise.tenant', here::text, true);
  PERFORM FROM tenant WHERE id = here AND deletion_started_at IS NOT NULL AND deletion_due_at <= now() FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'The deletion of this tenant has not started'; END IF;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_roles(claimed text[], sources text[], given text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((sources IS NULL) OR (('claim'::text = ANY (sources)) AND (given = '{}'::text[]))) THEN claimed ELSE ARRAY(SELECT DISTINCT role.role FROM unnest((rise_roles.given || rise_roles.claimed)) role(role) WHERE ((role.role = ANY (rise_roles.given)) OR (role.role ~~ 'global.%'::text) OR ('claim'::text = ANY (rise_roles.sources))) ORDER BY role.role) END
;

CREATE OR REPLACE FUNCTION public.rise_scim_roles(of_tenant uuid, of_user uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
RETURN ARRAY(SELECT g.role FROM (scim_member m JOIN scim_group g ON (((g.tenant_id = m.tenant_id) AND (g.id = m.group_id)))) WHERE ((m.tenant_id = rise_scim_roles.of_tenant) AND (m.user_id = rise_scim_roles.of_user) AND (g.role IS NOT NULL)) UNION SELECT 'tenant.user'::text WHERE COALESCE((SELECT s.admits_all FROM scim_setting s WHERE (s.tenant_id = rise_scim_roles.of_tenant)), true) ORDER BY 1)
;

CREATE OR REPLACE FUNCTION public.rise_search(query text, permissions text[], most integer)
 RETURNS TABLE(kind text, id text, place integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.word_similarity_threshold" TO '0.4'
AS $function$
DECLARE
  here uuid := rise_tenant();
  words text[] := ARRAY(SELECT DISTINCT w FROM unnest(rise_words(query)) AS w LIMIT 12);
  phrase text := array_to_string(rise_words(query), ' ');
  wanted tsquery;
  slips text[] := ARRAY(SELECT w FROM unnest(words) AS w WHERE length(w) >= 4 AND w !~ '\d');
  codes tsquery := (SELECT string_agg(quote_literal(w) || ':*', ' & ') FROM unnest(words) AS w WHERE w ~ '\d')::tsquery;
  meant text[];
BEGIN
  IF cardinality(words) = 0 THEN
    RETURN;
  END IF;
  wanted := (SELECT string_agg(quote_literal(w) || ':*', ' & ') FROM unnest(words) AS w)::tsquery
    || plainto_tsquery('english', query) || plainto_tsquery('turkish', query);
  RETURN QUERY SELECT * FROM rise_search_ranked(here, wanted, phrase,
    ARRAY(SELECT '% ' || w || '%' FROM unnest(words) AS w), permissions, most);
  IF NOT FOUND AND length(phrase) >= 3 THEN
    RETURN QUERY
      SELECT r.kind, r.id, r.place::integer FROM (
        SELECT e.kind, e.id, row_number() OVER (PARTITION BY e.kind ORDER BY octet_length(e.names), e.id) AS place
          FROM search_entry e
         WHERE e.tenant_id = here AND e.names LIKE '%' || phrase || '%' AND e.permission = ANY (permissions)) r
       WHERE r.place <= most;
  END IF;
  IF NOT FOUND AND cardinality(slips) > 0 THEN
    -- Wanted of each word: one of those like it. Meant by it: the likest.
    SELECT string_agg(alike.words, ' & ')::tsquery, array_agg(alike.likest) INTO wanted, meant
      FROM unnest(slips) AS slip CROSS JOIN LATERAL (
           SELECT '(' || string_agg(quote_literal(l.word), ' | ') || ')' AS words,
                  (array_agg(l.word ORDER BY l.likeness DESC, l.word))[1] AS likest
             FROM (SELECT DISTINCT v.word, word_similarity(slip, v.word) AS likeness FROM search_word v
                    WHERE v.tenant_id = here AND v.permission = ANY (permissions) AND slip <% v.word
                    ORDER BY likeness DESC, v.word LIMIT 30) l) alike
     WHERE alike.likest IS NOT NULL;
    IF cardinality(meant) = cardinality(slips) THEN
      RETURN QUERY SELECT * FROM rise_search_ranked(here, CASE WHEN codes IS NULL THEN wanted ELSE wanted && codes END,
        array_to_string(meant, ' '), ARRAY(SELECT '% ' || w || '%' FROM unnest(meant) AS w), permissions, most);
    END IF;
  END IF;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_search_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM rise_search_person(NEW.id, u.tenant_id) FROM tenant_user u WHERE u.account_id = NEW.id;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_search_any(texts text[], permissions text[], most integer)
 RETURNS TABLE(kind text, id text, place integer, wording integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  here uuid := rise_tenant();
BEGIN
  IF cardinality(texts) > 1 THEN
    RETURN QUERY
      SELECT f.kind, f.id, (row_number() OVER (PARTITION BY f.kind ORDER BY f.wording, f.place))::integer, f.wording::integer FROM (
        SELECT DISTINCT ON (r.kind, r.id) r.kind, r.id, r.place, t.wording
          FROM unnest(texts) WITH ORDINALITY AS t (text, wording) CROSS JOIN LATERAL rise_search_exact(here, t.text, permissions, most) r
         ORDER BY r.kind, r.id, t.wording) f;
  END IF;
  IF NOT FOUND THEN
    RETURN QUERY SELECT s.kind, s.id, s.place, 1 FROM rise_search(texts[1], permissions, most) s;
  END IF;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_search_counts()
 RETURNS TABLE(tenant_id uuid, kind text, entries integer, written_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT rise_is_global() THEN RETURN; END IF;
  RETURN QUERY SELECT e.tenant_id, e.kind::text, count(*)::integer, max(e.written_at) FROM search_entry e GROUP BY 1, 2;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_search_deleted(here uuid, own_slug text, of_table text, from_page bigint, pages integer)
 RETURNS TABLE(searched bigint, ids bigint, slugs bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM tenant_deletion WHERE tenant_hash = sha256(convert_to(here::text, 'UTF8'));
  IF NOT FOUND OR EXISTS (SELECT FROM tenant WHERE id = here) THEN RAISE EXCEPTION 'This tenant is not deleted'; END IF;
  PERFORM FROM rise_all_tables() t WHERE t.name = of_table;
  IF NOT FOUND THEN RAISE EXCEPTION 'There is no such table'; END IF;
  PERFORM set_config('rise.scope', 'operator', true);
  RETURN QUERY EXECUTE format(
    'SELECT count(*), count(*) FILTER (WHERE strpos(lower(t::text), $1) > 0), count(*) FILTER (WHERE strpos(lower(t::text), $2) > 0)
       FROM public.%I t WHERE t.ctid >= $3 AND t.ctid < $4', of_table)
    USING here::text, lower(own_slug), format('(%s,0)', from_page)::tid, format('(%s,0)', from_page + pages)::tid;
  PERFORM set_config('rise.scope', 'global', true);
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_search_exact(here uuid, query text, permissions text[], most integer)
 RETURNS TABLE(kind text, id text, place integer)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  words text[] := ARRAY(SELECT DISTINCT w FROM unnest(rise_words(query)) AS w LIMIT 12);
BEGIN
  IF cardinality(words) = 0 THEN RETURN; END IF;
  RETURN QUERY SELECT * FROM rise_search_ranked(here,
    (SELECT string_agg(quote_literal(w) || ':*', ' & ') FROM unnest(words) AS w)::tsquery
      || plainto_tsquery('english', query) || plainto_tsquery('turkish', query),
    array_to_string(rise_words(query), ' '), ARRAY(SELECT '% ' || w || '%' FROM unnest(words) AS w), permissions, most);
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_search_forget(here uuid, of_permission text, words text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  gone text;
BEGIN
  FOREACH gone IN ARRAY words LOOP
    DELETE FROM search_word w
     WHERE w.tenant_id = here AND w.permission = of_permission AND w.word = gone
       AND NOT EXISTS (SELECT FROM search_entry e WHERE e.tenant_id = here AND e.permission = of_permission
                                                    AND e.terms @@ quote_literal(gone)::tsquery);
  END LOOP;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_search_forget_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM rise_search_forget(OLD.tenant_id, OLD.permission, ARRAY(SELECT v.word FROM rise_search_vocabulary(OLD.names) v ORDER BY 1));
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_search_forget_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM rise_search_forget(f.tenant_id, f.permission, array_agg(DISTINCT v.word ORDER BY v.word))
     FROM former f CROSS JOIN LATERAL rise_search_vocabulary(f.names) v GROUP BY f.tenant_id, f.permission;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_search_learn()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO search_word (tenant_id, permission, word)
  SELECT DISTINCT e.tenant_id, e.permission, v.word FROM written e CROSS JOIN LATERAL rise_search_vocabulary(e.names) v ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_search_membership()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM rise_search_person(OLD.account_id, OLD.tenant_id);
  ELSE
    PERFORM rise_search_person(NEW.account_id, NEW.tenant_id);
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_search_names(title jsonb, keywords text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (string_agg(('
 '::text || array_to_string(rise_words(name.name), ' '::text)), ''::text) || '
'::text) FROM unnest((ARRAY[(rise_search_names.title ->> 'en'::text), (rise_search_names.title ->> 'tr'::text)] || rise_search_names.keywords)) name(name) WHERE (name.name <> ''::text))
;

CREATE OR REPLACE FUNCTION public.rise_search_people(of_tenant uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM rise_search_person(u.account_id, of_tenant) FROM tenant_user u WHERE u.tenant_id = of_tenant;
  DELETE FROM search_entry e WHERE e.tenant_id = of_tenant AND e.kind = 'people'
     AND NOT EXISTS (SELECT FROM tenant_user u WHERE u.tenant_id = of_tenant AND u.account_id::text = e.id);
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_search_person(person uuid, of_tenant uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  scope text := current_setting('rise.scope', true);
  tenant text := current_setting('rise.tenant', true);
BEGIN
  PERFORM set_config('rise.scope', 'global', true), set_config('rise.tenant', of_tenant::text, true);
  DELETE FROM search_entry WHERE tenant_id = of_tenant AND kind = 'people' AND id = person::text;
  INSERT INTO search_entry (tenant_id, kind, id, permission, title, detail, keywords, link, icon)
  SELECT of_tenant, 'people', person::text, 'shell.use', jsonb_build_object('en', coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email)),
         jsonb_build_object('en', a.email), ARRAY[a.email],
         CASE WHEN a.email ~ '^[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+$' THEN 'mailto:' || a.email END, 'user'
    FROM account a JOIN tenant_user u ON u.account_id = a.id
   WHERE a.id = person AND u.tenant_id = of_tenant AND a.disabled_at IS NULL AND u.disabled_at IS NULL
     AND cardinality(rise_roles(a.roles, u.sources, u.roles)) > 0 AND a.first_name || a.last_name || a.email <> '';
  PERFORM set_config('rise.scope', coalesce(scope, ''), true), set_config('rise.tenant', coalesce(tenant, ''), true);
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_search_ranked(here uuid, wanted tsquery, phrase text, beginnings text[], permissions text[], most integer)
 RETURNS TABLE(kind text, id text, place integer)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH found AS MATERIALIZED (
          SELECT e.kind,
             e.id,
             (octet_length(e.names) +
                 CASE
                     WHEN (strpos(e.names, ('
 '::text || rise_search_ranked.phrase)) = 0) THEN
                     CASE
                         WHEN (e.names ~~ ALL (rise_search_ranked.beginnings)) THEN ((2)::bigint << 32)
                         ELSE ((3)::bigint << 32)
                     END
                     WHEN (strpos(e.names, (('
 '::text || rise_search_ranked.phrase) || '
'::text)) = 0) THEN ((1)::bigint << 32)
                     ELSE (0)::bigint
                 END) AS rank
            FROM search_entry e
           WHERE ((e.tenant_id = rise_search_ranked.here) AND (e.terms @@ rise_search_ranked.wanted) AND (e.permission = ANY (rise_search_ranked.permissions)))
         )
  SELECT k.kind,
     best.id,
     (row_number() OVER (PARTITION BY k.kind ORDER BY best.rank, best.id))::integer AS row_number
    FROM (( SELECT DISTINCT f.kind
            FROM found f) k
      CROSS JOIN LATERAL ( SELECT f.id,
             f.rank
            FROM found f
           WHERE (f.kind = k.kind)
           ORDER BY f.rank, f.id
          LIMIT rise_search_ranked.most) best);
END
;

CREATE OR REPLACE FUNCTION public.rise_search_rules_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO search_rules AS r (revision) VALUES (1) ON CONFLICT (is_only) DO UPDATE SET revision = r.revision + 1;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_search_terms(title jsonb, detail jsonb, keywords text[], body jsonb)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT ((array_to_tsvector(rise_words(((((COALESCE(texts.en, ''::text) || ' '::text) || COALESCE(texts.tr, ''::text)) || ' '::text) || array_to_string(rise_search_terms.keywords, ' '::text)))) || strip(to_tsvector('english'::regconfig, COALESCE(texts.en, ''::text)))) || strip(to_tsvector('turkish'::regconfig, COALESCE(texts.tr, ''::text)))) FROM (SELECT "left"(concat_ws(' '::text, (rise_search_terms.title ->> 'en'::text), (rise_search_terms.detail ->> 'en'::text), (rise_search_terms.body ->> 'en'::text)), 50000) AS en, "left"(concat_ws(' '::text, (rise_search_terms.title ->> 'tr'::text), (rise_search_terms.detail ->> 'tr'::text), (rise_search_terms.body ->> 'tr'::text)), 50000) AS tr) texts)
;

CREATE OR REPLACE FUNCTION public.rise_search_vocabulary(names text)
 RETURNS TABLE(word text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT DISTINCT w.w
    FROM string_to_table(translate(rise_search_vocabulary.names, '
'::text, ' '::text), ' '::text) w(w)
   WHERE ((length(w.w) >= 3) AND (w.w !~ '\d'::text));
END
;

CREATE OR REPLACE FUNCTION public.rise_seats_left(here uuid)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  most integer;
BEGIN
  SELECT user_limit INTO most FROM tenant WHERE id = here;
  IF most IS NULL THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('seats ' || here, 0));
  RETURN most - (SELECT count(*) FROM tenant_user WHERE tenant_id = here AND disabled_at IS NULL);
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_support_state(v support_visit)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN CASE WHEN ((v).declined_at IS NOT NULL) THEN 'declined'::text WHEN (((v).ended_at IS NOT NULL) AND ((v).entered_at IS NULL)) THEN 'withdrawn'::text WHEN (((v).ended_at IS NOT NULL) OR ((v).ends_at <= now())) THEN 'ended'::text WHEN ((v).entered_at IS NOT NULL) THEN 'active'::text WHEN (COALESCE((v).allowed_at, (v).requested_at) < (now() - '24:00:00'::interval)) THEN 'expired'::text WHEN ((v).allowed_at IS NOT NULL) THEN 'allowed'::text ELSE 'requested'::text END
;

CREATE OR REPLACE FUNCTION public.rise_tenant()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('rise.tenant'::text, true), ''::text))::uuid
;

CREATE OR REPLACE FUNCTION public.rise_tenant_tables()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT c.relname::text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
   WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attname = 'tenant_id' AND NOT a.attisdropped
   ORDER BY c.relname COLLATE "C"
$function$
;

CREATE OR REPLACE FUNCTION public.rise_use_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  report uuid;
BEGIN
  IF TG_TABLE_NAME = 'report' THEN report := NEW.id; ELSE report := NEW.report_id; END IF;
  INSERT INTO report_picture_use (tenant_id, report_id, hash)
  SELECT DISTINCT NEW.tenant_id, report, hash #>> '{}'
    FROM jsonb_path_query(NEW.document, '$.pages[*].rows[*].tiles[*] ? (@.kind == "image").picture.hash') hash
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.rise_words(value text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT "left"(t.word, 100) AS "left" FROM regexp_split_to_table(rise_fold(rise_words.value), '[\u0001-\u0020!-/:-@\[-`{-\u00BF\u2000-\u206F\u3000-\u303F]+'::text) WITH ORDINALITY t(word, place) WHERE (t.word <> ''::text) ORDER BY t.place)
;

CREATE TABLE account (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  issuer text NOT NULL,
  subject text NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL DEFAULT ''::text,
  last_name text NOT NULL DEFAULT ''::text,
  avatar text,
  claimed_roles text[] NOT NULL DEFAULT '{}'::text[],
  disabled_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  status text NOT NULL DEFAULT 'online'::text,
  scheme text,
  theme text,
  layout text,
  language text,
  groups text[] NOT NULL DEFAULT '{}'::text[],
  attributes jsonb NOT NULL DEFAULT '{}'::jsonb,
  picture text,
  shown_picture text GENERATED ALWAYS AS (
CASE
    WHEN (picture IS NULL) THEN avatar
    ELSE ((('/api/v1/people/'::text || (id)::text) || '/picture?v='::text) || picture)
END),
  global_roles text[] NOT NULL DEFAULT '{}'::text[],
  roles text[] GENERATED ALWAYS AS (rise_account_roles(claimed_roles, global_roles)) NOT NULL,
  names text GENERATED ALWAYS AS (rise_person_names(first_name, last_name, email)) NOT NULL,
  provider_tenant_id uuid,
  subject_claim text NOT NULL DEFAULT 'sub'::text,
  CONSTRAINT account_pkey PRIMARY KEY (id),
  CONSTRAINT account_identity UNIQUE NULLS NOT DISTINCT (issuer, subject, provider_tenant_id, subject_claim),
  CONSTRAINT account_attributes_check CHECK ((jsonb_typeof(attributes) = 'object'::text)),
  CONSTRAINT account_confined CHECK (((provider_tenant_id IS NULL) OR ((claimed_roles <@ ARRAY['tenant.user'::text, 'tenant.admin'::text]) AND (global_roles = '{}'::text[])))),
  CONSTRAINT account_global_roles_check CHECK ((global_roles <@ ARRAY['global.support'::text, 'global.admin'::text])),
  CONSTRAINT account_picture_check CHECK ((picture ~ '^[0-9a-f]{16}$'::text)),
  CONSTRAINT account_status_check CHECK ((status = ANY (ARRAY['online'::text, 'away'::text, 'busy'::text, 'invisible'::text]))),
  CONSTRAINT account_subject_claim CHECK (((provider_tenant_id IS NOT NULL) OR (subject_claim = 'sub'::text))),
  CONSTRAINT account_provider_tenant_id_fkey FOREIGN KEY (provider_tenant_id) REFERENCES tenant(id)
);
CREATE INDEX account_email ON public.account USING btree (lower(email));
CREATE INDEX account_global_people ON public.account USING btree (names, id) WHERE (roles && ARRAY['global.support'::text, 'global.admin'::text]);
CREATE INDEX account_provider ON public.account USING btree (provider_tenant_id) WHERE (provider_tenant_id IS NOT NULL);
ALTER TABLE account ENABLE ROW LEVEL SECURITY;
ALTER TABLE account FORCE ROW LEVEL SECURITY;
CREATE POLICY account_global ON account FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY operator ON account FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE TRIGGER account_names AFTER UPDATE ON public.account FOR EACH ROW WHEN ((((old.first_name IS DISTINCT FROM new.first_name) OR (old.last_name IS DISTINCT FROM new.last_name)) OR (old.email IS DISTINCT FROM new.email))) EXECUTE FUNCTION rise_rename_member();
CREATE TRIGGER account_search AFTER UPDATE ON public.account FOR EACH ROW WHEN ((((((old.email IS DISTINCT FROM new.email) OR (old.first_name IS DISTINCT FROM new.first_name)) OR (old.last_name IS DISTINCT FROM new.last_name)) OR (old.roles IS DISTINCT FROM new.roles)) OR (old.disabled_at IS DISTINCT FROM new.disabled_at))) EXECUTE FUNCTION rise_search_account();
GRANT DELETE, INSERT, SELECT, UPDATE ON account TO rise_app;

CREATE TABLE account_picture (
  account_id uuid NOT NULL,
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT account_picture_pkey PRIMARY KEY (account_id),
  CONSTRAINT account_picture_media_type_check CHECK ((media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text]))),
  CONSTRAINT account_picture_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
ALTER TABLE account_picture ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_picture FORCE ROW LEVEL SECURITY;
CREATE POLICY account_picture_global ON account_picture FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY operator ON account_picture FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON account_picture TO rise_app;

CREATE TABLE alert (
  tenant_id uuid NOT NULL,
  configurator_type text NOT NULL,
  unmapped_count integer NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT alert_pkey PRIMARY KEY (tenant_id, configurator_type),
  CONSTRAINT alert_unmapped_count_check CHECK ((unmapped_count > 0)),
  CONSTRAINT alert_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE alert ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert FORCE ROW LEVEL SECURITY;
CREATE POLICY alert_tenant ON alert FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON alert FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON alert TO rise_app;

CREATE TABLE announcement (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  title jsonb NOT NULL,
  link_uri text,
  link_text jsonb,
  start_date timestamp with time zone,
  end_date timestamp with time zone,
  tenants uuid[],
  shown boolean NOT NULL DEFAULT false,
  created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  content jsonb NOT NULL DEFAULT '{"en": null, "tr": null}'::jsonb,
  is_draft boolean NOT NULL DEFAULT false,
  roles text[],
  CONSTRAINT announcement_pkey PRIMARY KEY (id),
  CONSTRAINT announcement_check CHECK ((start_date <= end_date)),
  CONSTRAINT announcement_check1 CHECK (((link_uri IS NULL) = (link_text IS NULL))),
  CONSTRAINT announcement_check2 CHECK ((is_draft OR (start_date IS NOT NULL))),
  CONSTRAINT announcement_content_check CHECK ((jsonb_typeof(content) = 'object'::text)),
  CONSTRAINT announcement_title_check CHECK (((jsonb_typeof((title -> 'en'::text)) = 'string'::text) AND ((length((title ->> 'en'::text)) >= 1) AND (length((title ->> 'en'::text)) <= 120))))
);
CREATE INDEX announcement_start ON public.announcement USING btree (start_date);
ALTER TABLE announcement ENABLE ROW LEVEL SECURITY;
ALTER TABLE announcement FORCE ROW LEVEL SECURITY;
CREATE POLICY announcement_global ON announcement FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY announcement_tenant ON announcement FOR SELECT USING (((rise_tenant() IS NOT NULL) AND (NOT is_draft) AND ((tenants IS NULL) OR (rise_tenant() = ANY (tenants))))) WITH CHECK ();
CREATE POLICY operator ON announcement FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON announcement TO rise_app;

CREATE TABLE announcement_read (
  account_id uuid NOT NULL,
  announcement_id uuid NOT NULL,
  read_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT announcement_read_pkey PRIMARY KEY (account_id, announcement_id),
  CONSTRAINT announcement_read_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT announcement_read_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcement(id) ON DELETE CASCADE
);
CREATE INDEX announcement_read_announcement ON public.announcement_read USING btree (announcement_id);
ALTER TABLE announcement_read ENABLE ROW LEVEL SECURITY;
ALTER TABLE announcement_read FORCE ROW LEVEL SECURITY;
CREATE POLICY announcement_read_global ON announcement_read FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY operator ON announcement_read FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON announcement_read TO rise_app;

CREATE TABLE api_token (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL,
  account_id uuid NOT NULL,
  tenant_id uuid,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  scopes text[] NOT NULL DEFAULT '{}'::text[],
  permissions text[],
  CONSTRAINT api_token_pkey PRIMARY KEY (id),
  CONSTRAINT api_token_token_hash_key UNIQUE (token_hash),
  CONSTRAINT api_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT api_token_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX api_token_account ON public.api_token USING btree (account_id);
ALTER TABLE api_token ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_token FORCE ROW LEVEL SECURITY;
CREATE POLICY api_token_global ON api_token FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY operator ON api_token FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON api_token TO rise_app;

CREATE TABLE assistant_chat (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  title text,
  pinned_at timestamp with time zone,
  deleted_at timestamp with time zone,
  shared_at timestamp with time zone,
  shared_messages integer,
  CONSTRAINT assistant_chat_pkey PRIMARY KEY (tenant_id, account_id, id),
  CONSTRAINT assistant_chat_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT assistant_chat_check CHECK (((shared_at IS NULL) = (shared_messages IS NULL))),
  CONSTRAINT assistant_chat_shared_messages_check CHECK ((shared_messages > 0)),
  CONSTRAINT assistant_chat_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120))),
  CONSTRAINT assistant_chat_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT assistant_chat_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE assistant_chat ENABLE ROW LEVEL SECURITY;
ALTER TABLE assistant_chat FORCE ROW LEVEL SECURITY;
CREATE POLICY assistant_chat_tenant ON assistant_chat FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON assistant_chat FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON assistant_chat TO rise_app;

CREATE TABLE assistant_message (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  chat_id uuid NOT NULL,
  place integer NOT NULL,
  role text NOT NULL,
  content text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  sources jsonb,
  rating text,
  rating_reason text,
  rated_at timestamp with time zone,
  data jsonb,
  CONSTRAINT assistant_message_pkey PRIMARY KEY (tenant_id, account_id, chat_id, place),
  CONSTRAINT assistant_message_check CHECK (((rating IS NULL) = (rated_at IS NULL))),
  CONSTRAINT assistant_message_check1 CHECK (((rating_reason IS NULL) OR (rating = 'unhelpful'::text))),
  CONSTRAINT assistant_message_check2 CHECK (((rating IS NULL) OR (role = 'assistant'::text))),
  CONSTRAINT assistant_message_content_check CHECK (((length(content) >= 1) AND (length(content) <= 6000))),
  CONSTRAINT assistant_message_data_check CHECK ((pg_column_size(data) <= 65536)),
  CONSTRAINT assistant_message_place_check CHECK ((place >= 0)),
  CONSTRAINT assistant_message_rating_check CHECK ((rating = ANY (ARRAY['helpful'::text, 'unhelpful'::text]))),
  CONSTRAINT assistant_message_rating_reason_check CHECK ((rating_reason = ANY (ARRAY['wrong'::text, 'off-topic'::text, 'outdated'::text, 'unclear'::text]))),
  CONSTRAINT assistant_message_role_check CHECK ((role = ANY (ARRAY['user'::text, 'assistant'::text]))),
  CONSTRAINT assistant_message_sources_check CHECK ((jsonb_typeof(sources) = 'array'::text)),
  CONSTRAINT assistant_message_tenant_id_account_id_chat_id_fkey FOREIGN KEY (tenant_id, account_id, chat_id) REFERENCES assistant_chat(tenant_id, account_id, id) ON DELETE CASCADE
);
ALTER TABLE assistant_message ENABLE ROW LEVEL SECURITY;
ALTER TABLE assistant_message FORCE ROW LEVEL SECURITY;
CREATE POLICY assistant_message_tenant ON assistant_message FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON assistant_message FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON assistant_message TO rise_app;

CREATE TABLE assistant_use (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid,
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  input_tokens integer,
  output_tokens integer,
  cost_micros bigint NOT NULL DEFAULT 0,
  CONSTRAINT assistant_use_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT assistant_use_check CHECK (((input_tokens IS NULL) = (output_tokens IS NULL))),
  CONSTRAINT assistant_use_cost_micros_check CHECK ((cost_micros >= 0)),
  CONSTRAINT assistant_use_input_tokens_check CHECK ((input_tokens >= 0)),
  CONSTRAINT assistant_use_output_tokens_check CHECK ((output_tokens >= 0)),
  CONSTRAINT assistant_use_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT assistant_use_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX assistant_use_account ON public.assistant_use USING btree (account_id);
CREATE INDEX assistant_use_time ON public.assistant_use USING btree (tenant_id, asked_at);
ALTER TABLE assistant_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE assistant_use FORCE ROW LEVEL SECURITY;
CREATE POLICY assistant_use_tenant ON assistant_use FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON assistant_use FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON assistant_use TO rise_app;

CREATE TABLE audit_link (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  tenant_id uuid,
  chain uuid GENERATED ALWAYS AS (COALESCE(tenant_id, '00000000-0000-0000-0000-000000000000'::uuid)) NOT NULL,
  n bigint NOT NULL,
  round bigint NOT NULL,
  ids bigint[] NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  last_xid xid8 NOT NULL,
  last_id bigint NOT NULL,
  root bytea NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  dropped_at timestamp with time zone,
  CONSTRAINT audit_link_pkey PRIMARY KEY (id),
  CONSTRAINT audit_link_chain_n_key UNIQUE (chain, n),
  CONSTRAINT audit_link_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT audit_link_ids_check CHECK ((cardinality(ids) > 0)),
  CONSTRAINT audit_link_n_check CHECK ((n > 0)),
  CONSTRAINT audit_link_root_check CHECK ((length(root) = 32))
);
CREATE INDEX audit_link_age ON public.audit_link USING btree (last_at) WHERE (dropped_at IS NULL);
CREATE INDEX audit_link_ids ON public.audit_link USING btree (chain, (ids[cardinality(ids)]));
CREATE INDEX audit_link_round ON public.audit_link USING btree (round);
ALTER TABLE audit_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_link FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_link_global ON audit_link FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY audit_link_tenant ON audit_link FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON audit_link FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT INSERT, SELECT ON audit_link TO rise_app;

CREATE TABLE audit_record (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  tenant_id uuid,
  account_id uuid,
  action text NOT NULL,
  outcome text NOT NULL,
  target text,
  request_id text,
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  chain uuid GENERATED ALWAYS AS (COALESCE(tenant_id, '00000000-0000-0000-0000-000000000000'::uuid)) NOT NULL,
  via text NOT NULL DEFAULT 'system'::text,
  viewed_as uuid,
  address text,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT audit_record_pkey PRIMARY KEY (id),
  CONSTRAINT audit_record_address_check CHECK ((length(address) <= 100)),
  CONSTRAINT audit_record_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'denied'::text, 'failed'::text]))),
  CONSTRAINT audit_record_via_check CHECK ((via = ANY (ARRAY['session'::text, 'support'::text, 'token'::text, 'provider'::text, 'embed'::text, 'anonymous'::text, 'command'::text, 'system'::text, 'unknown'::text])))
);
CREATE INDEX audit_record_chain ON public.audit_record USING btree (chain, id);
CREATE INDEX audit_record_person ON public.audit_record USING btree (chain, account_id, id);
CREATE INDEX audit_record_scim ON public.audit_record USING btree (chain, id) WHERE (action ~~ 'scim.%'::text);
CREATE INDEX audit_record_time ON public.audit_record USING btree (chain, at);
CREATE INDEX audit_record_xid ON public.audit_record USING btree (xid, id);
ALTER TABLE audit_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_record FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_record_global ON audit_record FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY audit_record_tenant ON audit_record FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON audit_record FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT SELECT ON audit_record TO rise_app;
GRANT INSERT (tenant_id, account_id, action, outcome, target, request_id, details, via, viewed_as, address) ON audit_record TO rise_app;

CREATE TABLE audit_sink (
  name text NOT NULL,
  target text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  last_link bigint NOT NULL DEFAULT 0,
  shipped_at timestamp with time zone,
  failing_since timestamp with time zone,
  failure text,
  CONSTRAINT audit_sink_pkey PRIMARY KEY (name),
  CONSTRAINT audit_sink_failure_check CHECK ((length(failure) <= 200)),
  CONSTRAINT audit_sink_name_check CHECK ((name = ANY (ARRAY['syslog'::text, 'http'::text]))),
  CONSTRAINT audit_sink_target_check CHECK ((length(target) <= 500))
);
ALTER TABLE audit_sink ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_sink FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_sink_global ON audit_sink FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY operator ON audit_sink FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT INSERT, SELECT, UPDATE ON audit_sink TO rise_app;

CREATE TABLE audit_verification (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  tenant_id uuid,
  chain uuid GENERATED ALWAYS AS (COALESCE(tenant_id, '00000000-0000-0000-0000-000000000000'::uuid)) NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  links bigint NOT NULL,
  records bigint NOT NULL,
  broken_link bigint,
  problem text,
  CONSTRAINT audit_verification_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_verification_chain ON public.audit_verification USING btree (chain, id);
ALTER TABLE audit_verification ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_verification FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_verification_global ON audit_verification FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY audit_verification_tenant ON audit_verification FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON audit_verification FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT INSERT, SELECT ON audit_verification TO rise_app;

CREATE TABLE chat (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  lower_account_id uuid NOT NULL,
  upper_account_id uuid NOT NULL,
  last_message text NOT NULL,
  last_message_at timestamp with time zone NOT NULL,
  CONSTRAINT chat_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT chat_tenant_id_lower_account_id_upper_account_id_key UNIQUE (tenant_id, lower_account_id, upper_account_id),
  CONSTRAINT chat_check CHECK ((lower_account_id < upper_account_id)),
  CONSTRAINT chat_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE chat ENABLE ROW LEVEL SECURITY;
ALTER TABLE chat FORCE ROW LEVEL SECURITY;
CREATE POLICY chat_tenant ON chat FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON chat FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON chat TO rise_app;

CREATE TABLE chat_message (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  chat_id uuid NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  author_id uuid NOT NULL,
  value text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT chat_message_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT chat_message_value_check CHECK (((length(value) >= 1) AND (length(value) <= 4000))),
  CONSTRAINT chat_message_tenant_id_chat_id_fkey FOREIGN KEY (tenant_id, chat_id) REFERENCES chat(tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX chat_message_order ON public.chat_message USING btree (tenant_id, chat_id, number);
ALTER TABLE chat_message ENABLE ROW LEVEL SECURITY;
ALTER TABLE chat_message FORCE ROW LEVEL SECURITY;
CREATE POLICY chat_message_tenant ON chat_message FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON chat_message FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON chat_message TO rise_app;

CREATE TABLE chat_person (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  chat_id uuid NOT NULL,
  name text NOT NULL,
  unread_count integer NOT NULL DEFAULT 0,
  muted boolean NOT NULL DEFAULT false,
  last_read_at timestamp with time zone,
  CONSTRAINT chat_person_pkey PRIMARY KEY (tenant_id, account_id, chat_id),
  CONSTRAINT chat_person_unread_count_check CHECK ((unread_count >= 0)),
  CONSTRAINT chat_person_tenant_id_chat_id_fkey FOREIGN KEY (tenant_id, chat_id) REFERENCES chat(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX chat_person_chat ON public.chat_person USING btree (tenant_id, chat_id);
ALTER TABLE chat_person ENABLE ROW LEVEL SECURITY;
ALTER TABLE chat_person FORCE ROW LEVEL SECURITY;
CREATE POLICY chat_person_tenant ON chat_person FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON chat_person FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON chat_person TO rise_app;

CREATE TABLE code_mapping (
  tenant_id uuid NOT NULL,
  type text NOT NULL,
  version integer NOT NULL,
  codes jsonb NOT NULL,
  author text,
  message text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  categories jsonb NOT NULL DEFAULT '[]'::jsonb,
  rules jsonb NOT NULL DEFAULT '[]'::jsonb,
  approved_by text,
  CONSTRAINT code_mapping_pkey PRIMARY KEY (tenant_id, type, version),
  CONSTRAINT code_mapping_categories_check CHECK ((jsonb_typeof(categories) = 'array'::text)),
  CONSTRAINT code_mapping_codes_check CHECK ((jsonb_typeof(codes) = 'array'::text)),
  CONSTRAINT code_mapping_message_check CHECK ((length(message) <= 1000)),
  CONSTRAINT code_mapping_rules_check CHECK ((jsonb_typeof(rules) = 'array'::text)),
  CONSTRAINT code_mapping_type_check CHECK ((type ~ '^[a-z][a-z0-9_]{0,62}$'::text)),
  CONSTRAINT code_mapping_version_check CHECK ((version > 0)),
  CONSTRAINT code_mapping_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE code_mapping ENABLE ROW LEVEL SECURITY;
ALTER TABLE code_mapping FORCE ROW LEVEL SECURITY;
CREATE POLICY code_mapping_tenant ON code_mapping FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON code_mapping FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT INSERT, SELECT ON code_mapping TO rise_app;

CREATE TABLE column_profile (
  tenant_id uuid NOT NULL,
  table_name text NOT NULL,
  content text NOT NULL,
  column_name text NOT NULL,
  profile jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT column_profile_pkey PRIMARY KEY (tenant_id, table_name, content, column_name),
  CONSTRAINT column_profile_column_name_check CHECK ((column_name <> ''::text)),
  CONSTRAINT column_profile_content_check CHECK ((content <> ''::text)),
  CONSTRAINT column_profile_profile_check CHECK ((jsonb_typeof(profile) = 'object'::text)),
  CONSTRAINT column_profile_table_name_check CHECK ((table_name <> ''::text)),
  CONSTRAINT column_profile_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE column_profile ENABLE ROW LEVEL SECURITY;
ALTER TABLE column_profile FORCE ROW LEVEL SECURITY;
CREATE POLICY column_profile_tenant ON column_profile FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON column_profile FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT ON column_profile TO rise_app;

CREATE TABLE contact_message (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid,
  tenant_id uuid,
  name text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  language text NOT NULL,
  request_id text NOT NULL,
  mailed boolean NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT contact_message_pkey PRIMARY KEY (id),
  CONSTRAINT contact_message_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT contact_message_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX contact_message_account ON public.contact_message USING btree (account_id);
CREATE INDEX contact_message_tenant ON public.contact_message USING btree (tenant_id);
ALTER TABLE contact_message ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_message FORCE ROW LEVEL SECURITY;
CREATE POLICY contact_message_global ON contact_message FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY operator ON contact_message FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON contact_message TO rise_app;

CREATE TABLE copy_mark (
  tenant_id uuid NOT NULL,
  copy uuid NOT NULL,
  table_name text NOT NULL,
  column_name text NOT NULL,
  version integer NOT NULL,
  value text NOT NULL,
  CONSTRAINT copy_mark_pkey PRIMARY KEY (tenant_id, copy, table_name, version),
  CONSTRAINT copy_mark_tenant_id_copy_fkey FOREIGN KEY (tenant_id, copy) REFERENCES data_copy(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT copy_mark_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE copy_mark ENABLE ROW LEVEL SECURITY;
ALTER TABLE copy_mark FORCE ROW LEVEL SECURITY;
CREATE POLICY copy_mark_tenant ON copy_mark FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON copy_mark FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON copy_mark TO rise_app;

CREATE TABLE copy_run (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  copy uuid NOT NULL,
  status text NOT NULL DEFAULT 'waiting'::text,
  scheduled boolean NOT NULL,
  started_by text,
  attempt integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  progress jsonb,
  process text,
  import_id uuid,
  marks jsonb NOT NULL DEFAULT '[]'::jsonb,
  version integer,
  results jsonb NOT NULL DEFAULT '[]'::jsonb,
  failure jsonb,
  CONSTRAINT copy_run_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT copy_run_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'loaded'::text, 'unchanged'::text, 'stopped'::text, 'failed'::text, 'canceled'::text]))),
  CONSTRAINT copy_run_tenant_id_copy_fkey FOREIGN KEY (tenant_id, copy) REFERENCES data_copy(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT copy_run_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX copy_run_active ON public.copy_run USING btree (tenant_id, copy) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX copy_run_import ON public.copy_run USING btree (tenant_id, import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX copy_run_newest ON public.copy_run USING btree (tenant_id, copy, created_at DESC, id DESC);
ALTER TABLE copy_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE copy_run FORCE ROW LEVEL SECURITY;
CREATE POLICY copy_run_global ON copy_run FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY copy_run_tenant ON copy_run FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON copy_run FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE TRIGGER copy_run_done AFTER UPDATE OF status ON public.copy_run FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = ANY (ARRAY['loaded'::text, 'unchanged'::text])))) EXECUTE FUNCTION rise_count_job('copy', 'done');
CREATE TRIGGER copy_run_failed AFTER UPDATE OF status ON public.copy_run FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = 'failed'::text))) EXECUTE FUNCTION rise_count_job('copy', 'failed');
GRANT DELETE, INSERT, SELECT, UPDATE ON copy_run TO rise_app;

CREATE TABLE copy_source (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  settings jsonb NOT NULL,
  secrets bytea,
  connected_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT copy_source_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT copy_source_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT copy_source_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX copy_source_name ON public.copy_source USING btree (tenant_id, lower(name));
ALTER TABLE copy_source ENABLE ROW LEVEL SECURITY;
ALTER TABLE copy_source FORCE ROW LEVEL SECURITY;
CREATE POLICY copy_source_global ON copy_source FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY copy_source_tenant ON copy_source FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON copy_source FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON copy_source TO rise_app;

CREATE TABLE data_copy (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  source uuid,
  content jsonb NOT NULL,
  schedule jsonb,
  paused boolean NOT NULL DEFAULT false,
  next_run_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text,
  runs_as jsonb,
  reads text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT data_copy_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT data_copy_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT data_copy_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT data_copy_tenant_id_source_fkey FOREIGN KEY (tenant_id, source) REFERENCES copy_source(tenant_id, id)
);
CREATE INDEX data_copy_due ON public.data_copy USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);
CREATE UNIQUE INDEX data_copy_name ON public.data_copy USING btree (tenant_id, lower(name));
ALTER TABLE data_copy ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_copy FORCE ROW LEVEL SECURITY;
CREATE POLICY data_copy_global ON data_copy FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY data_copy_tenant ON data_copy FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON data_copy FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON data_copy TO rise_app;

CREATE TABLE data_import (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  status text NOT NULL,
  origin text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  note text NOT NULL DEFAULT ''::text,
  reject_limit double precision NOT NULL DEFAULT 0.01,
  files jsonb NOT NULL DEFAULT '[]'::jsonb,
  tables jsonb NOT NULL DEFAULT '[]'::jsonb,
  progress jsonb,
  results jsonb NOT NULL DEFAULT '[]'::jsonb,
  failure jsonb,
  rejected bigint NOT NULL DEFAULT 0,
  version integer,
  process text,
  run_key text,
  CONSTRAINT data_import_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT data_import_note_check CHECK ((length(note) <= 500)),
  CONSTRAINT data_import_origin_check CHECK ((origin = ANY (ARRAY['upload'::text, 'command'::text, 'folder'::text, 'copy'::text]))),
  CONSTRAINT data_import_reject_limit_check CHECK (((reject_limit >= (0)::double precision) AND (reject_limit <= (1)::double precision))),
  CONSTRAINT data_import_status_check CHECK ((status = ANY (ARRAY['inspecting'::text, 'draft'::text, 'waiting'::text, 'running'::text, 'loaded'::text, 'failed'::text, 'canceled'::text]))),
  CONSTRAINT data_import_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX data_import_newest ON public.data_import USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX data_import_run_key ON public.data_import USING btree (tenant_id, run_key) WHERE (run_key IS NOT NULL);
CREATE UNIQUE INDEX data_import_running ON public.data_import USING btree (tenant_id) WHERE (status = 'running'::text);
ALTER TABLE data_import ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_import FORCE ROW LEVEL SECURITY;
CREATE POLICY data_import_global ON data_import FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY data_import_tenant ON data_import FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON data_import FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE TRIGGER data_import_done AFTER UPDATE OF status ON public.data_import FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = 'loaded'::text))) EXECUTE FUNCTION rise_count_job('load', 'done');
CREATE TRIGGER data_import_failed AFTER UPDATE OF status ON public.data_import FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = 'failed'::text))) EXECUTE FUNCTION rise_count_job('load', 'failed');
GRANT DELETE, INSERT, SELECT, UPDATE ON data_import TO rise_app;

CREATE TABLE embed_key (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  origins text[] NOT NULL,
  secret bytea NOT NULL,
  created_by text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT embed_key_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT embed_key_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  CONSTRAINT embed_key_origins_check CHECK (((cardinality(origins) >= 1) AND (cardinality(origins) <= 20))),
  CONSTRAINT embed_key_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX embed_key_id ON public.embed_key USING btree (id);
ALTER TABLE embed_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE embed_key FORCE ROW LEVEL SECURITY;
CREATE POLICY embed_key_global ON embed_key FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY embed_key_tenant ON embed_key FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON embed_key FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON embed_key TO rise_app;

CREATE TABLE evaluation_question (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  text text NOT NULL,
  language text NOT NULL,
  expected jsonb,
  expected_title text,
  author text,
  saved_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT evaluation_question_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT evaluation_question_tenant_id_language_text_key UNIQUE (tenant_id, language, text),
  CONSTRAINT evaluation_question_check CHECK (((expected_title IS NULL) = (expected IS NULL))),
  CONSTRAINT evaluation_question_expected_check CHECK ((pg_column_size(expected) <= 65536)),
  CONSTRAINT evaluation_question_language_check CHECK ((language = ANY (ARRAY['en'::text, 'tr'::text]))),
  CONSTRAINT evaluation_question_text_check CHECK (((length(text) >= 1) AND (length(text) <= 500))),
  CONSTRAINT evaluation_question_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE evaluation_question ENABLE ROW LEVEL SECURITY;
ALTER TABLE evaluation_question FORCE ROW LEVEL SECURITY;
CREATE POLICY evaluation_question_tenant ON evaluation_question FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON evaluation_question FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON evaluation_question TO rise_app;

CREATE TABLE evaluation_run (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  question_set text NOT NULL,
  mode text NOT NULL,
  status text NOT NULL DEFAULT 'running'::text,
  failure text,
  total integer NOT NULL,
  results jsonb NOT NULL DEFAULT '[]'::jsonb,
  author text,
  started_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  renewed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamp with time zone,
  CONSTRAINT evaluation_run_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT evaluation_run_check CHECK (((status = 'running'::text) = (ended_at IS NULL))),
  CONSTRAINT evaluation_run_failure_check CHECK ((failure = ANY (ARRAY['budget'::text, 'model'::text, 'data'::text, 'stopped'::text]))),
  CONSTRAINT evaluation_run_mode_check CHECK ((mode = ANY (ARRAY['rules'::text, 'model'::text]))),
  CONSTRAINT evaluation_run_question_set_check CHECK ((question_set = ANY (ARRAY['own'::text, 'shipped'::text]))),
  CONSTRAINT evaluation_run_results_check CHECK ((jsonb_typeof(results) = 'array'::text)),
  CONSTRAINT evaluation_run_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'canceled'::text, 'failed'::text]))),
  CONSTRAINT evaluation_run_total_check CHECK ((total >= 0)),
  CONSTRAINT evaluation_run_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX evaluation_run_running ON public.evaluation_run USING btree (tenant_id) WHERE (status = 'running'::text);
ALTER TABLE evaluation_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE evaluation_run FORCE ROW LEVEL SECURITY;
CREATE POLICY evaluation_run_tenant ON evaluation_run FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON evaluation_run FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON evaluation_run TO rise_app;

CREATE TABLE event (
  key bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  number bigint,
  at timestamp with time zone NOT NULL DEFAULT now(),
  tenant_id uuid,
  account_id uuid,
  session_id uuid,
  kind text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT event_pkey PRIMARY KEY (key),
  CONSTRAINT event_number_key UNIQUE (number),
  CONSTRAINT event_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX event_at ON public.event USING btree (at);
ALTER TABLE event ENABLE ROW LEVEL SECURITY;
ALTER TABLE event FORCE ROW LEVEL SECURITY;
CREATE POLICY event_global ON event FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY event_tenant ON event FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON event FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE CONSTRAINT TRIGGER event_numbered AFTER INSERT ON public.event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rise_number_event();
GRANT DELETE, INSERT, SELECT, UPDATE ON event TO rise_app;

CREATE TABLE figures_revision (
  tenant_id uuid NOT NULL,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT figures_revision_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT figures_revision_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE figures_revision ENABLE ROW LEVEL SECURITY;
ALTER TABLE figures_revision FORCE ROW LEVEL SECURITY;
CREATE POLICY figures_revision_global ON figures_revision FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY figures_revision_tenant ON figures_revision FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON figures_revision FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE TRIGGER figures_examined AFTER UPDATE ON public.figures_revision FOR EACH ROW EXECUTE FUNCTION rise_request_insights();
CREATE TRIGGER figures_parameter_table AFTER UPDATE ON public.figures_revision FOR EACH ROW EXECUTE FUNCTION rise_request_parameter_table();
CREATE TRIGGER figures_tested AFTER UPDATE ON public.figures_revision FOR EACH ROW EXECUTE FUNCTION rise_request_model_tests();
GRANT INSERT, SELECT, UPDATE ON figures_revision TO rise_app;

CREATE TABLE global_invitation (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  names text GENERATED ALWAYS AS (rise_person_names(''::text, ''::text, email)) NOT NULL,
  language text NOT NULL,
  roles text[] NOT NULL,
  token_hash bytea NOT NULL,
  invited_by text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  sent_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT global_invitation_pkey PRIMARY KEY (id),
  CONSTRAINT global_invitation_token_hash_key UNIQUE (token_hash),
  CONSTRAINT global_invitation_email_check CHECK (((length(email) >= 3) AND (length(email) <= 320))),
  CONSTRAINT global_invitation_language_check CHECK ((language = ANY (ARRAY['en'::text, 'tr'::text]))),
  CONSTRAINT global_invitation_roles_check CHECK (((roles <@ ARRAY['global.support'::text, 'global.admin'::text]) AND (cardinality(roles) > 0)))
);
CREATE UNIQUE INDEX global_invitation_open ON public.global_invitation USING btree (lower(email)) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
ALTER TABLE global_invitation ENABLE ROW LEVEL SECURITY;
ALTER TABLE global_invitation FORCE ROW LEVEL SECURITY;
CREATE POLICY global_invitation_global ON global_invitation FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY operator ON global_invitation FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT INSERT, SELECT, UPDATE ON global_invitation TO rise_app;

CREATE TABLE global_user (
  account_id uuid NOT NULL,
  default_landing_page text,
  CONSTRAINT global_user_pkey PRIMARY KEY (account_id),
  CONSTRAINT global_user_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
ALTER TABLE global_user ENABLE ROW LEVEL SECURITY;
ALTER TABLE global_user FORCE ROW LEVEL SECURITY;
CREATE POLICY global_user_global ON global_user FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY operator ON global_user FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON global_user TO rise_app;

CREATE TABLE home_report (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  report_id uuid NOT NULL,
  CONSTRAINT home_report_pkey PRIMARY KEY (tenant_id, account_id),
  CONSTRAINT home_report_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT home_report_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT home_report_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX home_report_account ON public.home_report USING btree (account_id);
CREATE INDEX home_report_report ON public.home_report USING btree (tenant_id, report_id);
ALTER TABLE home_report ENABLE ROW LEVEL SECURITY;
ALTER TABLE home_report FORCE ROW LEVEL SECURITY;
CREATE POLICY home_report_tenant ON home_report FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON home_report FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON home_report TO rise_app;

CREATE TABLE identity_provider (
  tenant_id uuid NOT NULL,
  label text NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  secret bytea,
  scopes text[] NOT NULL,
  subject_claim text NOT NULL,
  roles_claim text,
  role_map jsonb NOT NULL DEFAULT '[]'::jsonb,
  default_role text,
  groups_claim text,
  connection uuid NOT NULL DEFAULT gen_random_uuid(),
  tested_connection uuid,
  tested_at timestamp with time zone,
  tested_by text,
  test_failure text,
  test_claims jsonb,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_by text,
  CONSTRAINT identity_provider_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT identity_provider_check CHECK (((tested_at IS NULL) = (tested_connection IS NULL))),
  CONSTRAINT identity_provider_client_id_check CHECK (((length(client_id) >= 1) AND (length(client_id) <= 200))),
  CONSTRAINT identity_provider_default_role_check CHECK ((default_role = 'tenant.user'::text)),
  CONSTRAINT identity_provider_groups_claim_check CHECK (((length(groups_claim) >= 1) AND (length(groups_claim) <= 200))),
  CONSTRAINT identity_provider_issuer_check CHECK (((length(issuer) >= 1) AND (length(issuer) <= 500))),
  CONSTRAINT identity_provider_label_check CHECK (((length(label) >= 1) AND (length(label) <= 60))),
  CONSTRAINT identity_provider_role_map_check CHECK ((jsonb_typeof(role_map) = 'array'::text)),
  CONSTRAINT identity_provider_roles_claim_check CHECK (((length(roles_claim) >= 1) AND (length(roles_claim) <= 200))),
  CONSTRAINT identity_provider_scopes_check CHECK ((('openid'::text = ANY (scopes)) AND (cardinality(scopes) <= 20))),
  CONSTRAINT identity_provider_subject_claim_check CHECK (((length(subject_claim) >= 1) AND (length(subject_claim) <= 200))),
  CONSTRAINT identity_provider_test_claims_check CHECK ((jsonb_typeof(test_claims) = 'object'::text)),
  CONSTRAINT identity_provider_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE identity_provider ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_provider FORCE ROW LEVEL SECURITY;
CREATE POLICY identity_provider_global ON identity_provider FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY identity_provider_tenant ON identity_provider FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON identity_provider FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON identity_provider TO rise_app;

CREATE TABLE import_source (
  tenant_id uuid NOT NULL,
  table_name text NOT NULL,
  titles text[] NOT NULL,
  choices jsonb NOT NULL,
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT import_source_pkey PRIMARY KEY (tenant_id, table_name, titles),
  CONSTRAINT import_source_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE import_source ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_source FORCE ROW LEVEL SECURITY;
CREATE POLICY import_source_tenant ON import_source FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON import_source FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON import_source TO rise_app;

CREATE TABLE inbox_item (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  title jsonb NOT NULL,
  description jsonb NOT NULL,
  icon text,
  image text,
  link text,
  use_router boolean NOT NULL DEFAULT false,
  "time" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  read boolean NOT NULL DEFAULT false,
  seen boolean NOT NULL DEFAULT false,
  CONSTRAINT inbox_item_pkey PRIMARY KEY (tenant_id, account_id, id),
  CONSTRAINT inbox_item_check CHECK (((NOT use_router) OR (link ~~ '/%'::text))),
  CONSTRAINT inbox_item_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'notification'::text]))),
  CONSTRAINT inbox_item_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT inbox_item_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX inbox_item_newest ON public.inbox_item USING btree (tenant_id, account_id, kind, "time" DESC, number DESC);
ALTER TABLE inbox_item ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbox_item FORCE ROW LEVEL SECURITY;
CREATE POLICY inbox_item_tenant ON inbox_item FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON inbox_item FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON inbox_item TO rise_app;

CREATE TABLE insight_due (
  tenant_id uuid NOT NULL,
  request uuid NOT NULL DEFAULT gen_random_uuid(),
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  lease uuid,
  leased_until timestamp with time zone,
  progress real NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  failed boolean NOT NULL DEFAULT false,
  CONSTRAINT insight_due_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT insight_due_progress_check CHECK (((progress >= (0)::double precision) AND (progress <= (1)::double precision))),
  CONSTRAINT insight_due_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE insight_due ENABLE ROW LEVEL SECURITY;
ALTER TABLE insight_due FORCE ROW LEVEL SECURITY;
CREATE POLICY insight_due_global ON insight_due FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY insight_due_tenant ON insight_due FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON insight_due FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON insight_due TO rise_app;

CREATE TABLE insight_run (
  tenant_id uuid NOT NULL,
  signature text NOT NULL,
  data_version integer NOT NULL,
  as_of date,
  computed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  elapsed_ms integer NOT NULL,
  examined jsonb NOT NULL,
  findings jsonb NOT NULL,
  CONSTRAINT insight_run_pkey PRIMARY KEY (tenant_id, signature),
  CONSTRAINT insight_run_elapsed_ms_check CHECK ((elapsed_ms >= 0)),
  CONSTRAINT insight_run_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE insight_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE insight_run FORCE ROW LEVEL SECURITY;
CREATE POLICY insight_run_tenant ON insight_run FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON insight_run FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON insight_run TO rise_app;

CREATE TABLE insight_state (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  key text NOT NULL,
  status text NOT NULL,
  snoozed_until timestamp with time zone,
  reason text,
  occasion text,
  followed_at timestamp with time zone,
  signature text,
  followed jsonb,
  known jsonb,
  is_found boolean NOT NULL DEFAULT true,
  updated_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT insight_state_pkey PRIMARY KEY (tenant_id, account_id, key),
  CONSTRAINT insight_state_status_check CHECK ((status = ANY (ARRAY['open'::text, 'snoozed'::text, 'dismissed'::text]))),
  CONSTRAINT insight_state_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT insight_state_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE insight_state ENABLE ROW LEVEL SECURITY;
ALTER TABLE insight_state FORCE ROW LEVEL SECURITY;
CREATE POLICY insight_state_tenant ON insight_state FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON insight_state FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON insight_state TO rise_app;

CREATE TABLE installation (
  one boolean NOT NULL DEFAULT true,
  read_only_since timestamp with time zone,
  read_only_reason text NOT NULL,
  secret_fingerprint text,
  CONSTRAINT installation_pkey PRIMARY KEY (one),
  CONSTRAINT installation_check CHECK (((read_only_since IS NOT NULL) OR (read_only_reason = ''::text))),
  CONSTRAINT installation_one_check CHECK (one),
  CONSTRAINT installation_read_only_reason_check CHECK ((length(read_only_reason) <= 200)),
  CONSTRAINT installation_secret_fingerprint_check CHECK (((length(secret_fingerprint) >= 1) AND (length(secret_fingerprint) <= 100)))
);
ALTER TABLE installation ENABLE ROW LEVEL SECURITY;
ALTER TABLE installation FORCE ROW LEVEL SECURITY;
CREATE POLICY installation_global ON installation FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY operator ON installation FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT INSERT, SELECT, UPDATE ON installation TO rise_app;

CREATE TABLE invitation (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  names text GENERATED ALWAYS AS (rise_person_names(''::text, ''::text, email)) NOT NULL,
  language text NOT NULL,
  roles text[] NOT NULL,
  groups text[] NOT NULL DEFAULT '{}'::text[],
  attributes jsonb NOT NULL DEFAULT '{}'::jsonb,
  token_hash bytea NOT NULL,
  invited_by text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  sent_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT invitation_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT invitation_attributes_check CHECK ((jsonb_typeof(attributes) = 'object'::text)),
  CONSTRAINT invitation_email_check CHECK (((length(email) >= 3) AND (length(email) <= 320))),
  CONSTRAINT invitation_language_check CHECK ((language = ANY (ARRAY['en'::text, 'tr'::text]))),
  CONSTRAINT invitation_roles_check CHECK (((roles <@ ARRAY['tenant.user'::text, 'tenant.admin'::text]) AND (cardinality(roles) > 0))),
  CONSTRAINT invitation_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX invitation_open ON public.invitation USING btree (tenant_id, lower(email)) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX invitation_sorted ON public.invitation USING btree (tenant_id, names, id) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX invitation_token ON public.invitation USING btree (token_hash);
ALTER TABLE invitation ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitation FORCE ROW LEVEL SECURITY;
CREATE POLICY invitation_global ON invitation FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY invitation_tenant ON invitation FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON invitation FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT INSERT, SELECT, UPDATE ON invitation TO rise_app;

CREATE TABLE job_count (
  tenant_id uuid NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  done integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  CONSTRAINT job_count_pkey PRIMARY KEY (tenant_id, kind, day),
  CONSTRAINT job_count_done_check CHECK ((done >= 0)),
  CONSTRAINT job_count_failed_check CHECK ((failed >= 0)),
  CONSTRAINT job_count_kind_check CHECK ((kind = ANY (ARRAY['load'::text, 'copy'::text, 'export'::text, 'subscription'::text, 'mail'::text]))),
  CONSTRAINT job_count_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE job_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE job_count FORCE ROW LEVEL SECURITY;
CREATE POLICY job_count_global ON job_count FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY job_count_tenant ON job_count FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON job_count FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON job_count TO rise_app;

CREATE TABLE job_dismissal (
  kind text NOT NULL,
  job_id uuid NOT NULL,
  tenant_id uuid,
  dismissed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT job_dismissal_pkey PRIMARY KEY (kind, job_id),
  CONSTRAINT job_dismissal_kind_check CHECK ((length(kind) <= 50)),
  CONSTRAINT job_dismissal_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE job_dismissal ENABLE ROW LEVEL SECURITY;
ALTER TABLE job_dismissal FORCE ROW LEVEL SECURITY;
CREATE POLICY job_dismissal_global ON job_dismissal FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY operator ON job_dismissal FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON job_dismissal TO rise_app;

CREATE TABLE join_request (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  domain_id uuid NOT NULL,
  account_id uuid NOT NULL,
  email text NOT NULL,
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  declined_at timestamp with time zone,
  CONSTRAINT join_request_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT join_request_tenant_id_account_id_key UNIQUE (tenant_id, account_id),
  CONSTRAINT join_request_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT join_request_tenant_id_domain_id_fkey FOREIGN KEY (tenant_id, domain_id) REFERENCES tenant_domain(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT join_request_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX join_request_account ON public.join_request USING btree (account_id);
ALTER TABLE join_request ENABLE ROW LEVEL SECURITY;
ALTER TABLE join_request FORCE ROW LEVEL SECURITY;
CREATE POLICY join_request_global ON join_request FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY join_request_tenant ON join_request FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON join_request FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON join_request TO rise_app;

CREATE TABLE knowledge_document (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  kind text NOT NULL,
  bytes integer NOT NULL,
  permission text NOT NULL,
  author text,
  uploaded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  source_id uuid,
  page_id text,
  attachment_id text,
  url text,
  version integer,
  path text,
  digest bytea,
  CONSTRAINT knowledge_document_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT knowledge_document_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT knowledge_document_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT knowledge_document_kind_check CHECK ((kind = ANY (ARRAY['markdown'::text, 'text'::text, 'pdf'::text, 'page'::text]))),
  CONSTRAINT knowledge_document_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT knowledge_document_origin CHECK (
CASE
    WHEN (source_id IS NULL) THEN ((num_nonnulls(page_id, attachment_id, url, version, path, digest) = 0) AND (kind <> 'page'::text))
    WHEN (path IS NULL) THEN ((num_nonnulls(page_id, url, version) = 3) AND (digest IS NULL))
    ELSE ((num_nonnulls(page_id, attachment_id, url, version) = 0) AND (digest IS NOT NULL) AND (kind = 'markdown'::text))
END),
  CONSTRAINT knowledge_document_path_check CHECK (((length(path) >= 1) AND (length(path) <= 1000))),
  CONSTRAINT knowledge_document_permission_check CHECK ((permission = ANY (ARRAY['assistant.use'::text, 'tenant.administer'::text]))),
  CONSTRAINT knowledge_document_url_check CHECK ((url ~~ 'https://%'::text)),
  CONSTRAINT knowledge_document_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT knowledge_document_tenant_id_source_id_fkey FOREIGN KEY (tenant_id, source_id) REFERENCES knowledge_source(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT knowledge_document_tenant_id_source_id_page_id_fkey FOREIGN KEY (tenant_id, source_id, page_id) REFERENCES knowledge_page(tenant_id, source_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX knowledge_document_file ON public.knowledge_document USING btree (tenant_id, source_id, path) WHERE (path IS NOT NULL);
CREATE UNIQUE INDEX knowledge_document_name ON public.knowledge_document USING btree (tenant_id, name) WHERE (source_id IS NULL);
CREATE UNIQUE INDEX knowledge_document_remote ON public.knowledge_document USING btree (tenant_id, source_id, page_id, COALESCE(attachment_id, ''::text)) WHERE (page_id IS NOT NULL);
ALTER TABLE knowledge_document ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_document FORCE ROW LEVEL SECURITY;
CREATE POLICY knowledge_document_tenant ON knowledge_document FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON knowledge_document FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON knowledge_document TO rise_app;

CREATE TABLE knowledge_page (
  tenant_id uuid NOT NULL,
  source_id uuid NOT NULL,
  id text NOT NULL,
  space_key text NOT NULL,
  ancestors text[] NOT NULL,
  restriction text NOT NULL,
  readers text[] NOT NULL DEFAULT '{}'::text[],
  reader_groups text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT knowledge_page_pkey PRIMARY KEY (tenant_id, source_id, id),
  CONSTRAINT knowledge_page_id_check CHECK (((length(id) >= 1) AND (length(id) <= 64))),
  CONSTRAINT knowledge_page_restriction_check CHECK ((restriction = ANY (ARRAY['none'::text, 'listed'::text, 'unknown'::text]))),
  CONSTRAINT knowledge_page_tenant_id_source_id_space_key_fkey FOREIGN KEY (tenant_id, source_id, space_key) REFERENCES knowledge_space(tenant_id, source_id, key) ON DELETE CASCADE
);
CREATE INDEX knowledge_page_space ON public.knowledge_page USING btree (tenant_id, source_id, space_key);
ALTER TABLE knowledge_page ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_page FORCE ROW LEVEL SECURITY;
CREATE POLICY knowledge_page_tenant ON knowledge_page FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON knowledge_page FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON knowledge_page TO rise_app;

CREATE TABLE knowledge_passage (
  tenant_id uuid NOT NULL,
  document_id uuid NOT NULL,
  place integer NOT NULL,
  heading text NOT NULL,
  text text NOT NULL,
  terms tsvector GENERATED ALWAYS AS ((((setweight(to_tsvector('english'::regconfig, rise_fold(heading)), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, rise_fold(heading)), 'A'::"char")) || setweight(to_tsvector('english'::regconfig, rise_fold(text)), 'D'::"char")) || setweight(to_tsvector('simple'::regconfig, rise_fold(text)), 'D'::"char"))) NOT NULL,
  links jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT knowledge_passage_pkey PRIMARY KEY (tenant_id, document_id, place),
  CONSTRAINT knowledge_passage_place_check CHECK ((place >= 0)),
  CONSTRAINT knowledge_passage_text_check CHECK ((text <> ''::text)),
  CONSTRAINT knowledge_passage_tenant_id_document_id_fkey FOREIGN KEY (tenant_id, document_id) REFERENCES knowledge_document(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX knowledge_passage_heading ON public.knowledge_passage USING gin (rise_fold(heading) gin_trgm_ops);
CREATE INDEX knowledge_passage_terms ON public.knowledge_passage USING gin (terms);
ALTER TABLE knowledge_passage ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_passage FORCE ROW LEVEL SECURITY;
CREATE POLICY knowledge_passage_tenant ON knowledge_passage FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON knowledge_passage FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON knowledge_passage TO rise_app;

CREATE TABLE knowledge_run (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  source_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'waiting'::text,
  is_complete boolean NOT NULL,
  started_by text,
  is_canceled boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  added integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  removed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  skips jsonb NOT NULL DEFAULT '[]'::jsonb,
  failure text,
  CONSTRAINT knowledge_run_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT knowledge_run_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'canceled'::text]))),
  CONSTRAINT knowledge_run_tenant_id_source_id_fkey FOREIGN KEY (tenant_id, source_id) REFERENCES knowledge_source(tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX knowledge_run_active ON public.knowledge_run USING btree (tenant_id, source_id) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX knowledge_run_newest ON public.knowledge_run USING btree (tenant_id, source_id, created_at DESC, id DESC);
ALTER TABLE knowledge_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_run FORCE ROW LEVEL SECURITY;
CREATE POLICY knowledge_run_tenant ON knowledge_run FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON knowledge_run FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON knowledge_run TO rise_app;

CREATE TABLE knowledge_source (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  kind text NOT NULL,
  url text,
  email text,
  token bytea,
  common_groups text[] NOT NULL DEFAULT '{}'::text[],
  next_run_at timestamp with time zone NOT NULL DEFAULT now(),
  complete_at timestamp with time zone,
  created_by text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT knowledge_source_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT knowledge_source_access CHECK ((num_nonnulls(url, token) =
CASE
    WHEN (kind = 'folder'::text) THEN 0
    ELSE 2
END)),
  CONSTRAINT knowledge_source_kind_check CHECK ((kind = ANY (ARRAY['cloud'::text, 'data-center'::text, 'folder'::text]))),
  CONSTRAINT knowledge_source_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT knowledge_source_url_check CHECK ((url ~~ 'https://%'::text)),
  CONSTRAINT knowledge_source_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX knowledge_source_due ON public.knowledge_source USING btree (next_run_at);
CREATE UNIQUE INDEX knowledge_source_name ON public.knowledge_source USING btree (tenant_id, lower(name), ((kind = 'folder'::text)));
ALTER TABLE knowledge_source ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_source FORCE ROW LEVEL SECURITY;
CREATE POLICY knowledge_source_global ON knowledge_source FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY knowledge_source_tenant ON knowledge_source FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON knowledge_source FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON knowledge_source TO rise_app;

CREATE TABLE knowledge_space (
  tenant_id uuid NOT NULL,
  source_id uuid NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  is_public boolean NOT NULL DEFAULT false,
  readers text[] NOT NULL DEFAULT '{}'::text[],
  reader_groups text[] NOT NULL DEFAULT '{}'::text[],
  read_to timestamp with time zone,
  CONSTRAINT knowledge_space_pkey PRIMARY KEY (tenant_id, source_id, key),
  CONSTRAINT knowledge_space_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
  CONSTRAINT knowledge_space_tenant_id_source_id_fkey FOREIGN KEY (tenant_id, source_id) REFERENCES knowledge_source(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE knowledge_space ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_space FORCE ROW LEVEL SECURITY;
CREATE POLICY knowledge_space_tenant ON knowledge_space FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON knowledge_space FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON knowledge_space TO rise_app;

CREATE TABLE limited_use (
  what text NOT NULL,
  who bytea NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now()
);
CREATE INDEX limited_use_who ON public.limited_use USING btree (what, who, at);
ALTER TABLE limited_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE limited_use FORCE ROW LEVEL SECURITY;
CREATE POLICY limited_use_global ON limited_use FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY operator ON limited_use FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT ON limited_use TO rise_app;

CREATE TABLE loaded_part (
  tenant_id uuid NOT NULL,
  table_name text NOT NULL,
  sha256 text NOT NULL,
  part text NOT NULL,
  settings text NOT NULL,
  version integer NOT NULL,
  replaced boolean NOT NULL,
  loaded_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT loaded_part_pkey PRIMARY KEY (tenant_id, table_name, sha256, part, settings, version),
  CONSTRAINT loaded_part_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE loaded_part ENABLE ROW LEVEL SECURITY;
ALTER TABLE loaded_part FORCE ROW LEVEL SECURITY;
CREATE POLICY loaded_part_tenant ON loaded_part FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON loaded_part FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON loaded_part TO rise_app;

CREATE TABLE mail_attachment (
  mail_id uuid NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  content bytea NOT NULL,
  tenant_id uuid,
  content_id text,
  CONSTRAINT mail_attachment_pkey PRIMARY KEY (mail_id, name),
  CONSTRAINT mail_attachment_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mail_outbox(id) ON DELETE CASCADE,
  CONSTRAINT mail_attachment_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE mail_attachment ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_attachment FORCE ROW LEVEL SECURITY;
CREATE POLICY mail_attachment_global ON mail_attachment FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY mail_attachment_tenant ON mail_attachment FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON mail_attachment FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON mail_attachment TO rise_app;

CREATE TABLE mail_outbox (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  slot text NOT NULL,
  message_id text NOT NULL,
  recipient text NOT NULL,
  reply_to jsonb,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now(),
  last_error text,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  unsubscribe text,
  tenant_id uuid,
  held boolean NOT NULL DEFAULT false,
  files text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT mail_outbox_pkey PRIMARY KEY (id),
  CONSTRAINT mail_outbox_kind_slot_key UNIQUE (kind, slot),
  CONSTRAINT mail_outbox_message_id_key UNIQUE (message_id),
  CONSTRAINT mail_outbox_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX mail_outbox_due ON public.mail_outbox USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL) AND (NOT held));
CREATE INDEX mail_outbox_recipient ON public.mail_outbox USING btree (kind, lower(recipient), created_at);
CREATE INDEX mail_outbox_tenant ON public.mail_outbox USING btree (tenant_id, created_at DESC, id DESC) WHERE (tenant_id IS NOT NULL);
ALTER TABLE mail_outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY mail_outbox_global ON mail_outbox FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY mail_outbox_tenant ON mail_outbox FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON mail_outbox FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE TRIGGER mail_outbox_done AFTER UPDATE OF sent_at ON public.mail_outbox FOR EACH ROW WHEN (((new.tenant_id IS NOT NULL) AND (old.sent_at IS NULL) AND (new.sent_at IS NOT NULL))) EXECUTE FUNCTION rise_count_job('mail', 'done');
CREATE TRIGGER mail_outbox_failed AFTER UPDATE OF failed_at ON public.mail_outbox FOR EACH ROW WHEN (((new.tenant_id IS NOT NULL) AND (old.failed_at IS NULL) AND (new.failed_at IS NOT NULL) AND (new.attempts > old.attempts))) EXECUTE FUNCTION rise_count_job('mail', 'failed');
GRANT DELETE, INSERT, SELECT, UPDATE ON mail_outbox TO rise_app;

CREATE TABLE mail_unsubscription (
  tenant_id uuid NOT NULL,
  address text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT mail_unsubscription_pkey PRIMARY KEY (tenant_id, address),
  CONSTRAINT mail_unsubscription_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE mail_unsubscription ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_unsubscription FORCE ROW LEVEL SECURITY;
CREATE POLICY mail_unsubscription_tenant ON mail_unsubscription FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON mail_unsubscription FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON mail_unsubscription TO rise_app;

CREATE TABLE mapping_approval (
  tenant_id uuid NOT NULL,
  type text NOT NULL,
  CONSTRAINT mapping_approval_pkey PRIMARY KEY (tenant_id, type),
  CONSTRAINT mapping_approval_type_check CHECK ((type ~ '^([a-z][a-z0-9_]{0,62}|\*)$'::text)),
  CONSTRAINT mapping_approval_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE mapping_approval ENABLE ROW LEVEL SECURITY;
ALTER TABLE mapping_approval FORCE ROW LEVEL SECURITY;
CREATE POLICY mapping_approval_tenant ON mapping_approval FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON mapping_approval FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT ON mapping_approval TO rise_app;

CREATE TABLE mapping_draft (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  type text NOT NULL,
  changes jsonb NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT mapping_draft_pkey PRIMARY KEY (tenant_id, account_id, type),
  CONSTRAINT mapping_draft_changes_check CHECK ((jsonb_typeof(changes) = 'object'::text)),
  CONSTRAINT mapping_draft_type_check CHECK ((type ~ '^[a-z][a-z0-9_]{0,62}$'::text)),
  CONSTRAINT mapping_draft_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT mapping_draft_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE mapping_draft ENABLE ROW LEVEL SECURITY;
ALTER TABLE mapping_draft FORCE ROW LEVEL SECURITY;
CREATE POLICY mapping_draft_tenant ON mapping_draft FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON mapping_draft FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON mapping_draft TO rise_app;

CREATE TABLE mapping_proposal (
  tenant_id uuid NOT NULL,
  type text NOT NULL,
  number integer NOT NULL,
  based_on integer NOT NULL,
  changes jsonb NOT NULL,
  message text NOT NULL,
  account_id uuid NOT NULL,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'open'::text,
  decided_by text,
  decided_at timestamp with time zone,
  reason text,
  version integer,
  CONSTRAINT mapping_proposal_pkey PRIMARY KEY (tenant_id, type, number),
  CONSTRAINT mapping_proposal_based_on_check CHECK ((based_on >= 0)),
  CONSTRAINT mapping_proposal_changes_check CHECK ((jsonb_typeof(changes) = 'object'::text)),
  CONSTRAINT mapping_proposal_check CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  CONSTRAINT mapping_proposal_message_check CHECK ((length(message) <= 1000)),
  CONSTRAINT mapping_proposal_number_check CHECK ((number > 0)),
  CONSTRAINT mapping_proposal_reason_check CHECK ((length(reason) <= 1000)),
  CONSTRAINT mapping_proposal_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text]))),
  CONSTRAINT mapping_proposal_type_check CHECK ((type ~ '^[a-z][a-z0-9_]{0,62}$'::text)),
  CONSTRAINT mapping_proposal_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT mapping_proposal_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE mapping_proposal ENABLE ROW LEVEL SECURITY;
ALTER TABLE mapping_proposal FORCE ROW LEVEL SECURITY;
CREATE POLICY mapping_proposal_tenant ON mapping_proposal FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON mapping_proposal FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT INSERT, SELECT, UPDATE ON mapping_proposal TO rise_app;

CREATE TABLE mapping_rejection (
  tenant_id uuid NOT NULL,
  type text NOT NULL,
  code text NOT NULL,
  value text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT mapping_rejection_pkey PRIMARY KEY (tenant_id, type, code, value),
  CONSTRAINT mapping_rejection_type_check CHECK ((type ~ '^[a-z][a-z0-9_]{0,62}$'::text)),
  CONSTRAINT mapping_rejection_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE mapping_rejection ENABLE ROW LEVEL SECURITY;
ALTER TABLE mapping_rejection FORCE ROW LEVEL SECURITY;
CREATE POLICY mapping_rejection_tenant ON mapping_rejection FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON mapping_rejection FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT ON mapping_rejection TO rise_app;

CREATE TABLE model (
  tenant_id uuid NOT NULL,
  version integer NOT NULL,
  hash text NOT NULL,
  document text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  template text,
  template_version integer,
  author text,
  origin text NOT NULL DEFAULT 'sample'::text,
  message text NOT NULL DEFAULT ''::text,
  CONSTRAINT model_pkey PRIMARY KEY (tenant_id, version),
  CONSTRAINT model_message_check CHECK ((length(message) <= 1000)),
  CONSTRAINT model_origin_check CHECK ((origin = ANY (ARRAY['sample'::text, 'command'::text, 'person'::text, 'restored'::text, 'template'::text]))),
  CONSTRAINT model_template_whole CHECK (((template IS NULL) = (template_version IS NULL))),
  CONSTRAINT model_version_check CHECK ((version > 0)),
  CONSTRAINT model_template_template_version_fkey FOREIGN KEY (template, template_version) REFERENCES model_template(name, version),
  CONSTRAINT model_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX model_hash ON public.model USING btree (tenant_id, hash);
CREATE INDEX model_template_used ON public.model USING btree (template, template_version) WHERE (template IS NOT NULL);
ALTER TABLE model ENABLE ROW LEVEL SECURITY;
ALTER TABLE model FORCE ROW LEVEL SECURITY;
CREATE POLICY model_tenant ON model FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON model FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE TRIGGER model_figures AFTER INSERT OR DELETE OR UPDATE ON public.model FOR EACH ROW EXECUTE FUNCTION rise_renew_figures_revision();
GRANT INSERT, SELECT ON model TO rise_app;

CREATE TABLE model_draft (
  tenant_id uuid NOT NULL,
  document text NOT NULL,
  revision integer NOT NULL,
  based_on integer,
  author text,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT model_draft_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT model_draft_revision_check CHECK ((revision > 0)),
  CONSTRAINT model_draft_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE model_draft ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_draft FORCE ROW LEVEL SECURITY;
CREATE POLICY model_draft_tenant ON model_draft FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON model_draft FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON model_draft TO rise_app;

CREATE TABLE model_template (
  name text NOT NULL,
  version integer NOT NULL,
  hash text NOT NULL,
  document text NOT NULL,
  author text,
  origin text NOT NULL,
  message text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT model_template_pkey PRIMARY KEY (name, version),
  CONSTRAINT model_template_message_check CHECK ((length(message) <= 1000)),
  CONSTRAINT model_template_name_check CHECK ((name ~ '^[a-z][a-z0-9_]{0,62}$'::text)),
  CONSTRAINT model_template_origin_check CHECK ((origin = ANY (ARRAY['sample'::text, 'command'::text]))),
  CONSTRAINT model_template_version_check CHECK ((version > 0))
);
ALTER TABLE model_template ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_template FORCE ROW LEVEL SECURITY;
CREATE POLICY model_template_global ON model_template FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY model_template_tenant ON model_template FOR SELECT USING ((rise_tenant() IS NOT NULL)) WITH CHECK ();
CREATE POLICY operator ON model_template FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT INSERT, SELECT ON model_template TO rise_app;

CREATE TABLE model_template_told (
  tenant_id uuid NOT NULL,
  template text NOT NULL,
  version integer NOT NULL,
  told_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT model_template_told_pkey PRIMARY KEY (tenant_id, template, version),
  CONSTRAINT model_template_told_template_version_fkey FOREIGN KEY (template, version) REFERENCES model_template(name, version) ON DELETE CASCADE,
  CONSTRAINT model_template_told_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE model_template_told ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_template_told FORCE ROW LEVEL SECURITY;
CREATE POLICY model_template_told_tenant ON model_template_told FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON model_template_told FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT INSERT, SELECT ON model_template_told TO rise_app;

CREATE TABLE model_test_due (
  tenant_id uuid NOT NULL,
  data_version integer NOT NULL,
  request uuid NOT NULL DEFAULT gen_random_uuid(),
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  leased_until timestamp with time zone,
  CONSTRAINT model_test_due_pkey PRIMARY KEY (tenant_id, data_version),
  CONSTRAINT model_test_due_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE model_test_due ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_test_due FORCE ROW LEVEL SECURITY;
CREATE POLICY model_test_due_global ON model_test_due FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY model_test_due_tenant ON model_test_due FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON model_test_due FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON model_test_due TO rise_app;

CREATE TABLE model_test_run (
  tenant_id uuid NOT NULL,
  data_version integer NOT NULL,
  model_version integer NOT NULL,
  ran_at timestamp with time zone NOT NULL DEFAULT now(),
  passed integer NOT NULL,
  failed integer NOT NULL,
  not_run integer NOT NULL,
  outcomes jsonb NOT NULL,
  CONSTRAINT model_test_run_pkey PRIMARY KEY (tenant_id, data_version),
  CONSTRAINT model_test_run_failed_check CHECK ((failed >= 0)),
  CONSTRAINT model_test_run_not_run_check CHECK ((not_run >= 0)),
  CONSTRAINT model_test_run_passed_check CHECK ((passed >= 0)),
  CONSTRAINT model_test_run_tenant_id_data_version_fkey FOREIGN KEY (tenant_id, data_version) REFERENCES warehouse_version(tenant_id, number) ON DELETE CASCADE,
  CONSTRAINT model_test_run_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE model_test_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_test_run FORCE ROW LEVEL SECURITY;
CREATE POLICY model_test_run_tenant ON model_test_run FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON model_test_run FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT, UPDATE ON model_test_run TO rise_app;

CREATE TABLE muted_notification (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  kind text NOT NULL,
  channel text NOT NULL,
  CONSTRAINT muted_notification_pkey PRIMARY KEY (tenant_id, account_id, kind, channel),
  CONSTRAINT muted_notification_channel_check CHECK ((channel = ANY (ARRAY['portal'::text, 'mail'::text]))),
  CONSTRAINT muted_notification_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT muted_notification_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX muted_notification_account ON public.muted_notification USING btree (account_id);
CREATE INDEX muted_notification_kind ON public.muted_notification USING btree (tenant_id, kind, channel);
ALTER TABLE muted_notification ENABLE ROW LEVEL SECURITY;
ALTER TABLE muted_notification FORCE ROW LEVEL SECURITY;
CREATE POLICY muted_notification_tenant ON muted_notification FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE POLICY operator ON muted_notification FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
GRANT DELETE, INSERT, SELECT ON muted_notification TO rise_app;

CREATE TABLE parameter_table (
  tenant_id uuid NOT NULL,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  request uuid NOT NULL DEFAULT gen_random_uuid(),
  leased_until timestamp with time zone,
  content text,
  written_at timestamp with time zone,
  issue text,
  failures integer NOT NULL DEFAULT 0,
  CONSTRAINT parameter_table_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT parameter_table_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX parameter_table_due ON public.parameter_table USING btree (due_at);
ALTER TABLE parameter_table ENABLE ROW LEVEL SECURITY;
ALTER TABLE parameter_table FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON parameter_table FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY parameter_table_global ON parameter_table FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY parameter_table_tenant ON parameter_table FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON parameter_table TO rise_app;

CREATE TABLE parameter_version (
  tenant_id uuid NOT NULL,
  version integer NOT NULL,
  parameters jsonb NOT NULL,
  author text,
  note text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT parameter_version_pkey PRIMARY KEY (tenant_id, version),
  CONSTRAINT parameter_version_note_check CHECK ((length(note) <= 1000)),
  CONSTRAINT parameter_version_parameters_check CHECK ((jsonb_typeof(parameters) = 'object'::text)),
  CONSTRAINT parameter_version_version_check CHECK ((version > 0)),
  CONSTRAINT parameter_version_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE parameter_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE parameter_version FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON parameter_version FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY parameter_version_tenant ON parameter_version FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT INSERT, SELECT ON parameter_version TO rise_app;

CREATE TABLE provider_record (
  kind text NOT NULL,
  id text NOT NULL,
  payload jsonb NOT NULL,
  grant_id text,
  uid text,
  expires_at timestamp with time zone,
  consumed_at timestamp with time zone,
  CONSTRAINT provider_record_pkey PRIMARY KEY (kind, id)
);
CREATE INDEX provider_record_grant ON public.provider_record USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX provider_record_uid ON public.provider_record USING btree (kind, uid) WHERE (uid IS NOT NULL);
ALTER TABLE provider_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_record FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON provider_record FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY provider_record_global ON provider_record FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT DELETE, INSERT, SELECT, UPDATE ON provider_record TO rise_app;

CREATE TABLE query_log (
  tenant_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  dataset text NOT NULL,
  dimensions jsonb NOT NULL,
  measures text[] NOT NULL,
  filters jsonb NOT NULL,
  restricted boolean NOT NULL,
  rollups text[] NOT NULL,
  data_version integer NOT NULL,
  cache text NOT NULL,
  elapsed_ms real NOT NULL,
  row_count integer NOT NULL,
  CONSTRAINT query_log_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT query_log_cache_check CHECK ((cache = ANY (ARRAY['hit'::text, 'miss'::text, 'shared'::text]))),
  CONSTRAINT query_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE query_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE query_log FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON query_log FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY query_log_tenant ON query_log FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT ON query_log TO rise_app;

CREATE TABLE report (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  template text,
  document jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  workspace_id uuid NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  archived_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  draft_revision integer NOT NULL DEFAULT 0,
  key text NOT NULL,
  CONSTRAINT report_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_tenant_id_key_key UNIQUE (tenant_id, key),
  CONSTRAINT report_tenant_id_template_key UNIQUE (tenant_id, template),
  CONSTRAINT report_key_check CHECK (((key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(key) <= 80))),
  CONSTRAINT report_version_check CHECK ((version >= 0)),
  CONSTRAINT report_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_tenant_id_workspace_id_fkey FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspace(tenant_id, id)
);
CREATE INDEX report_workspace ON public.report USING btree (tenant_id, workspace_id);
ALTER TABLE report ENABLE ROW LEVEL SECURITY;
ALTER TABLE report FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_tenant ON report FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE TRIGGER report_pictures AFTER INSERT OR UPDATE OF document ON public.report FOR EACH ROW EXECUTE FUNCTION rise_use_pictures();
GRANT DELETE, INSERT, SELECT, UPDATE ON report TO rise_app;

CREATE TABLE report_alert (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  report_id uuid NOT NULL,
  account_id uuid NOT NULL,
  tile text NOT NULL,
  measure text NOT NULL,
  state jsonb NOT NULL,
  title text NOT NULL,
  condition jsonb NOT NULL,
  quiet jsonb,
  mail boolean NOT NULL,
  figure jsonb NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  is_paused boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'new'::text,
  failure text,
  is_firing boolean NOT NULL DEFAULT false,
  value double precision,
  period text,
  reference double precision,
  data_version integer,
  checked_at timestamp with time zone,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  notified text NOT NULL DEFAULT 'new'::text,
  notice_at timestamp with time zone,
  mail_check uuid,
  checked_revision uuid,
  next_check_at timestamp with time zone NOT NULL,
  attempt integer NOT NULL DEFAULT 0,
  retry_at timestamp with time zone,
  lease uuid,
  lease_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  webhook_id uuid,
  scope jsonb NOT NULL,
  members jsonb NOT NULL DEFAULT '[]'::jsonb,
  member_summary jsonb,
  CONSTRAINT report_alert_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_alert_condition_check CHECK ((jsonb_typeof(condition) = 'object'::text)),
  CONSTRAINT report_alert_figure_check CHECK ((jsonb_typeof(figure) = 'object'::text)),
  CONSTRAINT report_alert_member_summary_check CHECK ((jsonb_typeof(member_summary) = 'object'::text)),
  CONSTRAINT report_alert_members_check CHECK ((jsonb_typeof(members) = 'array'::text)),
  CONSTRAINT report_alert_quiet_check CHECK ((jsonb_typeof(quiet) = 'object'::text)),
  CONSTRAINT report_alert_scope_check CHECK ((jsonb_typeof(scope) = 'object'::text)),
  CONSTRAINT report_alert_state_check CHECK ((jsonb_typeof(state) = 'object'::text)),
  CONSTRAINT report_alert_status_check CHECK ((status = ANY (ARRAY['new'::text, 'ok'::text, 'firing'::text, 'no-data'::text, 'failed'::text, 'no-access'::text]))),
  CONSTRAINT report_alert_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120))),
  CONSTRAINT report_alert_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT report_alert_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_alert_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_alert_tenant_id_webhook_id_fkey FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhook(tenant_id, id) ON DELETE SET NULL (webhook_id)
);
CREATE INDEX report_alert_account ON public.report_alert USING btree (account_id);
CREATE INDEX report_alert_due ON public.report_alert USING btree (next_check_at) WHERE (NOT is_paused);
CREATE INDEX report_alert_mail ON public.report_alert USING btree (tenant_id) WHERE (mail_check IS NOT NULL);
CREATE INDEX report_alert_notice ON public.report_alert USING btree (notice_at) WHERE (notice_at IS NOT NULL);
CREATE INDEX report_alert_report ON public.report_alert USING btree (tenant_id, report_id);
CREATE INDEX report_alert_webhook ON public.report_alert USING btree (tenant_id, webhook_id) WHERE (webhook_id IS NOT NULL);
ALTER TABLE report_alert ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_alert FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_alert FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_alert_global ON report_alert FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY report_alert_tenant ON report_alert FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_alert TO rise_app;

CREATE TABLE report_alert_check (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  alert_id uuid NOT NULL,
  slot text NOT NULL,
  status text NOT NULL,
  failure text,
  value double precision,
  period text,
  reference double precision,
  data_version integer,
  is_change boolean NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  member_summary jsonb,
  CONSTRAINT report_alert_check_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_alert_check_member_summary_check CHECK ((jsonb_typeof(member_summary) = 'object'::text)),
  CONSTRAINT report_alert_check_status_check CHECK ((status = ANY (ARRAY['ok'::text, 'firing'::text, 'no-data'::text, 'failed'::text, 'no-access'::text]))),
  CONSTRAINT report_alert_check_tenant_id_alert_id_fkey FOREIGN KEY (tenant_id, alert_id) REFERENCES report_alert(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_alert_check_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX report_alert_check_newest ON public.report_alert_check USING btree (tenant_id, alert_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX report_alert_check_slot ON public.report_alert_check USING btree (tenant_id, alert_id, slot);
ALTER TABLE report_alert_check ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_alert_check FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_alert_check FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_alert_check_tenant ON report_alert_check FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_alert_check TO rise_app;

CREATE TABLE report_change (
  tenant_id uuid NOT NULL,
  report_id uuid NOT NULL,
  id uuid NOT NULL,
  account_id uuid,
  author text,
  state text NOT NULL,
  revision integer NOT NULL,
  operations jsonb NOT NULL,
  inverse jsonb NOT NULL,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  base_before integer,
  base_after integer,
  CONSTRAINT report_change_pkey PRIMARY KEY (tenant_id, report_id, id),
  CONSTRAINT report_change_state_check CHECK ((state = ANY (ARRAY['done'::text, 'undone'::text, 'dropped'::text]))),
  CONSTRAINT report_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT report_change_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_change_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report_draft(tenant_id, report_id) ON DELETE CASCADE
);
CREATE INDEX report_change_account ON public.report_change USING btree (account_id);
CREATE INDEX report_change_revision ON public.report_change USING btree (tenant_id, report_id, revision);
ALTER TABLE report_change ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_change FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_change FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_change_tenant ON report_change FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT INSERT, SELECT, UPDATE ON report_change TO rise_app;

CREATE TABLE report_comment (
  tenant_id uuid NOT NULL,
  report_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_id uuid,
  author text NOT NULL,
  text text NOT NULL,
  mentions jsonb NOT NULL DEFAULT '[]'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  CONSTRAINT report_comment_pkey PRIMARY KEY (tenant_id, report_id, thread_id, id),
  CONSTRAINT report_comment_check CHECK (((deleted_at IS NULL) OR (text = ''::text))),
  CONSTRAINT report_comment_mentions_check CHECK ((jsonb_typeof(mentions) = 'array'::text)),
  CONSTRAINT report_comment_text_check CHECK ((length(text) <= 2000)),
  CONSTRAINT report_comment_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT report_comment_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_comment_tenant_id_report_id_thread_id_fkey FOREIGN KEY (tenant_id, report_id, thread_id) REFERENCES report_comment_thread(tenant_id, report_id, id) ON DELETE CASCADE
);
CREATE INDEX report_comment_account ON public.report_comment USING btree (account_id);
ALTER TABLE report_comment ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_comment FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_comment FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_comment_tenant ON report_comment FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_comment TO rise_app;

CREATE TABLE report_comment_thread (
  tenant_id uuid NOT NULL,
  report_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tile text,
  place jsonb,
  seen jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  resolved_at timestamp with time zone,
  resolved_by text,
  CONSTRAINT report_comment_thread_pkey PRIMARY KEY (tenant_id, report_id, id),
  CONSTRAINT report_comment_thread_place_check CHECK ((jsonb_typeof(place) = 'object'::text)),
  CONSTRAINT report_comment_thread_seen_check CHECK ((jsonb_typeof(seen) = 'object'::text)),
  CONSTRAINT report_comment_thread_tile_check CHECK ((length(tile) <= 100)),
  CONSTRAINT report_comment_thread_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_comment_thread_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE report_comment_thread ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_comment_thread FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_comment_thread FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_comment_thread_tenant ON report_comment_thread FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_comment_thread TO rise_app;

CREATE TABLE report_default_view (
  tenant_id uuid NOT NULL,
  report_id uuid NOT NULL,
  account_id uuid NOT NULL,
  view_id uuid NOT NULL,
  CONSTRAINT report_default_view_pkey PRIMARY KEY (tenant_id, report_id, account_id),
  CONSTRAINT report_default_view_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT report_default_view_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_default_view_tenant_id_report_id_view_id_fkey FOREIGN KEY (tenant_id, report_id, view_id) REFERENCES report_view(tenant_id, report_id, id) ON DELETE CASCADE
);
CREATE INDEX report_default_view_account ON public.report_default_view USING btree (account_id);
CREATE INDEX report_default_view_view ON public.report_default_view USING btree (tenant_id, report_id, view_id);
ALTER TABLE report_default_view ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_default_view FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_default_view FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_default_view_tenant ON report_default_view FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_default_view TO rise_app;

CREATE TABLE report_draft (
  tenant_id uuid NOT NULL,
  report_id uuid NOT NULL,
  document jsonb NOT NULL,
  revision integer NOT NULL,
  base integer,
  CONSTRAINT report_draft_pkey PRIMARY KEY (tenant_id, report_id),
  CONSTRAINT report_draft_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_draft_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE report_draft ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_draft FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_draft FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_draft_tenant ON report_draft FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE TRIGGER report_draft_pictures AFTER INSERT OR UPDATE OF document ON public.report_draft FOR EACH ROW EXECUTE FUNCTION rise_use_pictures();
GRANT DELETE, INSERT, SELECT, UPDATE ON report_draft TO rise_app;

CREATE TABLE report_export (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  report_id uuid NOT NULL,
  title jsonb NOT NULL,
  format text NOT NULL,
  status text NOT NULL DEFAULT 'running'::text,
  bytes bigint NOT NULL DEFAULT 0,
  name text,
  content_type text,
  failure jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  renewed_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT report_export_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_export_format_check CHECK ((format = ANY (ARRAY['xlsx'::text, 'pdf'::text, 'pptx'::text]))),
  CONSTRAINT report_export_status_check CHECK ((status = ANY (ARRAY['running'::text, 'ready'::text, 'failed'::text]))),
  CONSTRAINT report_export_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT report_export_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_export_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX report_export_account ON public.report_export USING btree (account_id);
CREATE INDEX report_export_expiry ON public.report_export USING btree (expires_at);
ALTER TABLE report_export ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_export FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_export FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_export_global ON report_export FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY report_export_tenant ON report_export FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE TRIGGER report_export_done AFTER UPDATE OF status ON public.report_export FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = 'ready'::text))) EXECUTE FUNCTION rise_count_job('export', 'done');
CREATE TRIGGER report_export_failed AFTER UPDATE OF status ON public.report_export FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = 'failed'::text))) EXECUTE FUNCTION rise_count_job('export', 'failed');
GRANT DELETE, INSERT, SELECT, UPDATE ON report_export TO rise_app;

CREATE TABLE report_export_part (
  tenant_id uuid NOT NULL,
  export_id uuid NOT NULL,
  place integer NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT report_export_part_pkey PRIMARY KEY (tenant_id, export_id, place),
  CONSTRAINT report_export_part_tenant_id_export_id_fkey FOREIGN KEY (tenant_id, export_id) REFERENCES report_export(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_export_part_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE report_export_part ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_export_part FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_export_part FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_export_part_tenant ON report_export_part FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_export_part TO rise_app;

CREATE TABLE report_favorite (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  report_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT report_favorite_pkey PRIMARY KEY (tenant_id, account_id, report_id),
  CONSTRAINT report_favorite_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT report_favorite_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_favorite_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX report_favorite_account ON public.report_favorite USING btree (account_id);
CREATE INDEX report_favorite_report ON public.report_favorite USING btree (tenant_id, report_id);
ALTER TABLE report_favorite ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_favorite FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_favorite FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_favorite_tenant ON report_favorite FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT ON report_favorite TO rise_app;

CREATE TABLE report_freeze (
  tenant_id uuid NOT NULL,
  report_id uuid NOT NULL,
  id uuid NOT NULL,
  number integer NOT NULL,
  name text NOT NULL,
  data_version integer NOT NULL,
  manifest text NOT NULL,
  hash text NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT report_freeze_pkey PRIMARY KEY (tenant_id, report_id, id),
  CONSTRAINT report_freeze_tenant_id_report_id_name_key UNIQUE (tenant_id, report_id, name),
  CONSTRAINT report_freeze_tenant_id_report_id_number_key UNIQUE (tenant_id, report_id, number),
  CONSTRAINT report_freeze_hash_check CHECK ((length(hash) = 64)),
  CONSTRAINT report_freeze_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  CONSTRAINT report_freeze_number_check CHECK ((number > 0)),
  CONSTRAINT report_freeze_tenant_id_data_version_fkey FOREIGN KEY (tenant_id, data_version) REFERENCES warehouse_version(tenant_id, number),
  CONSTRAINT report_freeze_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_freeze_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id)
);
CREATE INDEX report_freeze_data ON public.report_freeze USING btree (tenant_id, data_version);
ALTER TABLE report_freeze ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_freeze FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_freeze FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_freeze_tenant ON report_freeze FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT INSERT, SELECT ON report_freeze TO rise_app;

CREATE TABLE report_link (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  report_id uuid NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  filters jsonb NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_by text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT report_link_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_link_filters_check CHECK ((jsonb_typeof(filters) = 'object'::text)),
  CONSTRAINT report_link_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  CONSTRAINT report_link_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_link_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX report_link_report ON public.report_link USING btree (tenant_id, report_id);
CREATE INDEX report_link_secret ON public.report_link USING btree (secret_hash);
ALTER TABLE report_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_link FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_link FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_link_global ON report_link FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY report_link_tenant ON report_link FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_link TO rise_app;

CREATE TABLE report_origin (
  tenant_id uuid NOT NULL,
  report_id uuid NOT NULL,
  origin_id uuid NOT NULL,
  base integer NOT NULL,
  dismissed integer,
  CONSTRAINT report_origin_pkey PRIMARY KEY (tenant_id, report_id),
  CONSTRAINT report_origin_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_origin_tenant_id_origin_id_base_fkey FOREIGN KEY (tenant_id, origin_id, base) REFERENCES report_version(tenant_id, report_id, number) ON DELETE CASCADE,
  CONSTRAINT report_origin_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX report_origin_origin ON public.report_origin USING btree (tenant_id, origin_id, base);
ALTER TABLE report_origin ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_origin FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_origin FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_origin_tenant ON report_origin FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT INSERT, SELECT, UPDATE ON report_origin TO rise_app;

CREATE TABLE report_picture (
  tenant_id uuid NOT NULL,
  hash text NOT NULL,
  media_type text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes bytea NOT NULL,
  uploaded_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT report_picture_pkey PRIMARY KEY (tenant_id, hash),
  CONSTRAINT report_picture_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT report_picture_height_check CHECK ((height > 0)),
  CONSTRAINT report_picture_media_type_check CHECK ((media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text]))),
  CONSTRAINT report_picture_width_check CHECK ((width > 0)),
  CONSTRAINT report_picture_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE report_picture ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_picture FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_picture FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_picture_tenant ON report_picture FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT ON report_picture TO rise_app;
GRANT UPDATE (uploaded_at) ON report_picture TO rise_app;

CREATE TABLE report_picture_use (
  tenant_id uuid NOT NULL,
  report_id uuid NOT NULL,
  hash text NOT NULL,
  CONSTRAINT report_picture_use_pkey PRIMARY KEY (tenant_id, report_id, hash),
  CONSTRAINT report_picture_use_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_picture_use_tenant_id_hash_fkey FOREIGN KEY (tenant_id, hash) REFERENCES report_picture(tenant_id, hash),
  CONSTRAINT report_picture_use_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX report_picture_use_hash ON public.report_picture_use USING btree (tenant_id, hash);
ALTER TABLE report_picture_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_picture_use FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_picture_use FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_picture_use_tenant ON report_picture_use FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT INSERT, SELECT ON report_picture_use TO rise_app;

CREATE TABLE report_presence (
  tenant_id uuid NOT NULL,
  report_id uuid NOT NULL,
  visit uuid NOT NULL,
  account_id uuid NOT NULL,
  name text NOT NULL,
  tile text,
  seen_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT report_presence_pkey PRIMARY KEY (tenant_id, report_id, visit),
  CONSTRAINT report_presence_tile_check CHECK ((length(tile) <= 100)),
  CONSTRAINT report_presence_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT report_presence_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_presence_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX report_presence_account ON public.report_presence USING btree (account_id);
ALTER TABLE report_presence ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_presence FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_presence FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_presence_tenant ON report_presence FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_presence TO rise_app;

CREATE TABLE report_subscription (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  report_id uuid NOT NULL,
  account_id uuid,
  owner text NOT NULL,
  title text NOT NULL,
  rule jsonb NOT NULL,
  state jsonb NOT NULL,
  attachments text[] NOT NULL,
  only_new boolean NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  paused text,
  next_run_at timestamp with time zone,
  last_version integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  webhook_id uuid,
  outside_filters jsonb,
  outside_language text,
  CONSTRAINT report_subscription_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_subscription_attachments_check CHECK ((attachments <@ ARRAY['pdf'::text, 'xlsx'::text])),
  CONSTRAINT report_subscription_check CHECK (((paused IS NULL) = (next_run_at IS NOT NULL))),
  CONSTRAINT report_subscription_check1 CHECK (((outside_filters IS NULL) = (outside_language IS NULL))),
  CONSTRAINT report_subscription_outside_filters_check CHECK (((jsonb_typeof(outside_filters) = 'object'::text) AND (outside_filters <> '{}'::jsonb))),
  CONSTRAINT report_subscription_outside_language_check CHECK ((outside_language = ANY (ARRAY['en'::text, 'tr'::text]))),
  CONSTRAINT report_subscription_paused_check CHECK ((paused = ANY (ARRAY['person'::text, 'archived'::text, 'owner'::text]))),
  CONSTRAINT report_subscription_rule_check CHECK ((jsonb_typeof(rule) = 'object'::text)),
  CONSTRAINT report_subscription_state_check CHECK ((jsonb_typeof(state) = 'object'::text)),
  CONSTRAINT report_subscription_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120))),
  CONSTRAINT report_subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT report_subscription_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_subscription_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_subscription_tenant_id_webhook_id_fkey FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhook(tenant_id, id) ON DELETE SET NULL (webhook_id)
);
CREATE INDEX report_subscription_account ON public.report_subscription USING btree (account_id);
CREATE INDEX report_subscription_due ON public.report_subscription USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);
CREATE INDEX report_subscription_report ON public.report_subscription USING btree (tenant_id, report_id);
CREATE INDEX report_subscription_webhook ON public.report_subscription USING btree (tenant_id, webhook_id) WHERE (webhook_id IS NOT NULL);
ALTER TABLE report_subscription ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_subscription FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_subscription FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_subscription_global ON report_subscription FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY report_subscription_tenant ON report_subscription FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_subscription TO rise_app;

CREATE TABLE report_subscription_address (
  tenant_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  address text NOT NULL,
  CONSTRAINT report_subscription_address_pkey PRIMARY KEY (tenant_id, subscription_id, address),
  CONSTRAINT report_subscription_address_address_check CHECK ((address = lower(address))),
  CONSTRAINT report_subscription_address_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_subscription_address_tenant_id_subscription_id_fkey FOREIGN KEY (tenant_id, subscription_id) REFERENCES report_subscription(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE report_subscription_address ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_subscription_address FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_subscription_address FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_subscription_address_tenant ON report_subscription_address FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_subscription_address TO rise_app;

CREATE TABLE report_subscription_delivery (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  account_id uuid,
  email text NOT NULL,
  status text NOT NULL,
  skipped text,
  failure text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  recipient text NOT NULL,
  CONSTRAINT report_subscription_delivery_pkey PRIMARY KEY (tenant_id, run_id, recipient),
  CONSTRAINT report_subscription_delivery_check CHECK ((recipient = COALESCE((account_id)::text, lower(email)))),
  CONSTRAINT report_subscription_delivery_status_check CHECK ((status = ANY (ARRAY['sent'::text, 'skipped'::text, 'failed'::text]))),
  CONSTRAINT report_subscription_delivery_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT report_subscription_delivery_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_subscription_delivery_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES report_subscription_run(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX report_subscription_delivery_account ON public.report_subscription_delivery USING btree (account_id);
ALTER TABLE report_subscription_delivery ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_subscription_delivery FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_subscription_delivery FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_subscription_delivery_tenant ON report_subscription_delivery FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_subscription_delivery TO rise_app;

CREATE TABLE report_subscription_recipient (
  tenant_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  account_id uuid NOT NULL,
  CONSTRAINT report_subscription_recipient_pkey PRIMARY KEY (tenant_id, subscription_id, account_id),
  CONSTRAINT report_subscription_recipient_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT report_subscription_recipient_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_subscription_recipient_tenant_id_subscription_id_fkey FOREIGN KEY (tenant_id, subscription_id) REFERENCES report_subscription(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX report_subscription_recipient_account ON public.report_subscription_recipient USING btree (account_id);
ALTER TABLE report_subscription_recipient ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_subscription_recipient FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_subscription_recipient FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_subscription_recipient_tenant ON report_subscription_recipient FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_subscription_recipient TO rise_app;

CREATE TABLE report_subscription_run (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  subscription_id uuid NOT NULL,
  slot timestamp with time zone NOT NULL,
  only_to uuid,
  status text NOT NULL DEFAULT 'waiting'::text,
  skipped text,
  failure text,
  data_version integer,
  attempt integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  lease uuid,
  lease_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  CONSTRAINT report_subscription_run_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_subscription_run_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'sent'::text, 'skipped'::text, 'failed'::text]))),
  CONSTRAINT report_subscription_run_only_to_fkey FOREIGN KEY (only_to) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT report_subscription_run_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_subscription_run_tenant_id_subscription_id_fkey FOREIGN KEY (tenant_id, subscription_id) REFERENCES report_subscription(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX report_subscription_run_newest ON public.report_subscription_run USING btree (tenant_id, subscription_id, slot DESC, id DESC);
CREATE INDEX report_subscription_run_only_to ON public.report_subscription_run USING btree (only_to) WHERE (only_to IS NOT NULL);
CREATE INDEX report_subscription_run_open ON public.report_subscription_run USING btree (due_at) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE UNIQUE INDEX report_subscription_run_slot ON public.report_subscription_run USING btree (tenant_id, subscription_id, slot) WHERE (only_to IS NULL);
ALTER TABLE report_subscription_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_subscription_run FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_subscription_run FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_subscription_run_global ON report_subscription_run FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY report_subscription_run_tenant ON report_subscription_run FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE TRIGGER report_subscription_run_done AFTER UPDATE OF status ON public.report_subscription_run FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = 'sent'::text))) EXECUTE FUNCTION rise_count_job('subscription', 'done');
CREATE TRIGGER report_subscription_run_failed AFTER UPDATE OF status ON public.report_subscription_run FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = 'failed'::text))) EXECUTE FUNCTION rise_count_job('subscription', 'failed');
GRANT DELETE, INSERT, SELECT, UPDATE ON report_subscription_run TO rise_app;

CREATE TABLE report_verification (
  tenant_id uuid NOT NULL,
  report_id uuid NOT NULL,
  version integer NOT NULL,
  author text,
  note text NOT NULL,
  verified_at timestamp with time zone NOT NULL DEFAULT now(),
  model text,
  parameters jsonb NOT NULL,
  mappings jsonb NOT NULL,
  settings jsonb NOT NULL,
  CONSTRAINT report_verification_pkey PRIMARY KEY (tenant_id, report_id),
  CONSTRAINT report_verification_note_check CHECK ((length(note) <= 500)),
  CONSTRAINT report_verification_version_check CHECK ((version > 0)),
  CONSTRAINT report_verification_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_verification_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE report_verification ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_verification FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_verification FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_verification_tenant ON report_verification FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_verification TO rise_app;

CREATE TABLE report_version (
  tenant_id uuid NOT NULL,
  report_id uuid NOT NULL,
  number integer NOT NULL,
  document jsonb NOT NULL,
  changes jsonb,
  note text NOT NULL,
  author text,
  published_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT report_version_pkey PRIMARY KEY (tenant_id, report_id, number),
  CONSTRAINT report_version_note_check CHECK ((length(note) <= 500)),
  CONSTRAINT report_version_number_check CHECK ((number > 0)),
  CONSTRAINT report_version_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_version_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE report_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_version FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_version FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_version_tenant ON report_version FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT INSERT, SELECT ON report_version TO rise_app;

CREATE TABLE report_view (
  tenant_id uuid NOT NULL,
  report_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL,
  author text,
  name text NOT NULL,
  state jsonb NOT NULL,
  shared boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT report_view_pkey PRIMARY KEY (tenant_id, report_id, id),
  CONSTRAINT report_view_tenant_id_report_id_account_id_name_key UNIQUE (tenant_id, report_id, account_id, name),
  CONSTRAINT report_view_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  CONSTRAINT report_view_state_check CHECK ((jsonb_typeof(state) = 'object'::text)),
  CONSTRAINT report_view_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT report_view_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT report_view_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX report_view_account ON public.report_view USING btree (account_id);
ALTER TABLE report_view ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_view FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON report_view FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY report_view_tenant ON report_view FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_view TO rise_app;

CREATE TABLE saved_query (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL,
  author text,
  name text NOT NULL,
  description text NOT NULL,
  sql text NOT NULL,
  parameters jsonb NOT NULL DEFAULT '[]'::jsonb,
  shared boolean NOT NULL DEFAULT false,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT saved_query_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT saved_query_description_check CHECK ((length(description) <= 1000)),
  CONSTRAINT saved_query_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  CONSTRAINT saved_query_parameters_check CHECK ((jsonb_typeof(parameters) = 'array'::text)),
  CONSTRAINT saved_query_sql_check CHECK (((length(sql) >= 1) AND (length(sql) <= 20000))),
  CONSTRAINT saved_query_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT saved_query_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX saved_query_account ON public.saved_query USING btree (tenant_id, account_id);
ALTER TABLE saved_query ENABLE ROW LEVEL SECURITY;
ALTER TABLE saved_query FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON saved_query FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY saved_query_tenant ON saved_query FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON saved_query TO rise_app;

CREATE TABLE schema_migration (
  number integer NOT NULL,
  name text NOT NULL,
  hash text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migration_pkey PRIMARY KEY (number)
);
GRANT  ON schema_migration TO rise_app;

CREATE TABLE scim_group (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  display_name text NOT NULL,
  name_key text GENERATED ALWAYS AS (lower(display_name)) NOT NULL,
  external_id text,
  role text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  modified_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT scim_group_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT scim_group_tenant_id_name_key_key UNIQUE (tenant_id, name_key),
  CONSTRAINT scim_group_role_check CHECK ((role = ANY (ARRAY['tenant.user'::text, 'tenant.admin'::text]))),
  CONSTRAINT scim_group_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE scim_group ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_group FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON scim_group FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY scim_group_tenant ON scim_group FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON scim_group TO rise_app;

CREATE TABLE scim_member (
  tenant_id uuid NOT NULL,
  group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT scim_member_pkey PRIMARY KEY (tenant_id, group_id, user_id),
  CONSTRAINT scim_member_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES scim_group(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT scim_member_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES scim_user(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX scim_member_user ON public.scim_member USING btree (tenant_id, user_id);
ALTER TABLE scim_member ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_member FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON scim_member FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY scim_member_tenant ON scim_member FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON scim_member TO rise_app;

CREATE TABLE scim_setting (
  tenant_id uuid NOT NULL,
  subject_attribute text NOT NULL DEFAULT 'externalId'::text,
  subject_claim text NOT NULL DEFAULT 'sub'::text,
  admits_all boolean NOT NULL DEFAULT true,
  CONSTRAINT scim_setting_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT scim_setting_subject_attribute_check CHECK ((subject_attribute = ANY (ARRAY['externalId'::text, 'userName'::text]))),
  CONSTRAINT scim_setting_subject_claim_check CHECK ((subject_claim = ANY (ARRAY['sub'::text, 'oid'::text]))),
  CONSTRAINT scim_setting_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE scim_setting ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_setting FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON scim_setting FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY scim_setting_global ON scim_setting FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY scim_setting_tenant ON scim_setting FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON scim_setting TO rise_app;

CREATE TABLE scim_token (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text,
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT scim_token_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT scim_token_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT scim_token_token_hash_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT scim_token_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX scim_token_hash ON public.scim_token USING btree (token_hash);
ALTER TABLE scim_token ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_token FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON scim_token FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY scim_token_global ON scim_token FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY scim_token_tenant ON scim_token FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON scim_token TO rise_app;

CREATE TABLE scim_user (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_name text NOT NULL,
  user_key text GENERATED ALWAYS AS (lower(user_name)) NOT NULL,
  external_id text,
  is_active boolean NOT NULL DEFAULT true,
  document jsonb NOT NULL,
  account_id uuid,
  bound_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  modified_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT scim_user_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT scim_user_tenant_id_account_id_key UNIQUE (tenant_id, account_id),
  CONSTRAINT scim_user_tenant_id_user_key_key UNIQUE (tenant_id, user_key),
  CONSTRAINT scim_user_document_check CHECK ((jsonb_typeof(document) = 'object'::text)),
  CONSTRAINT scim_user_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT scim_user_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX scim_user_account ON public.scim_user USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX scim_user_external ON public.scim_user USING btree (external_id);
CREATE INDEX scim_user_listed ON public.scim_user USING btree (tenant_id, created_at, id);
CREATE INDEX scim_user_name ON public.scim_user USING btree (user_name);
ALTER TABLE scim_user ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_user FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON scim_user FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY scim_user_global ON scim_user FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY scim_user_tenant ON scim_user FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON scim_user TO rise_app;

CREATE TABLE search_edition (
  tenant_id uuid NOT NULL,
  edition integer NOT NULL,
  indexed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT search_edition_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT search_edition_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE search_edition ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_edition FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON search_edition FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY search_edition_global ON search_edition FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY search_edition_tenant ON search_edition FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON search_edition TO rise_app;

CREATE TABLE search_entry (
  tenant_id uuid NOT NULL,
  kind text NOT NULL,
  id text NOT NULL,
  permission text NOT NULL,
  title jsonb NOT NULL,
  detail jsonb,
  keywords text[] NOT NULL DEFAULT '{}'::text[],
  body jsonb,
  link text,
  icon text,
  shows text[] NOT NULL DEFAULT '{}'::text[],
  names text GENERATED ALWAYS AS (rise_search_names(title, keywords)) NOT NULL,
  terms tsvector GENERATED ALWAYS AS (rise_search_terms(title, detail, keywords, body)) NOT NULL,
  synonyms jsonb,
  written_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT search_entry_pkey PRIMARY KEY (tenant_id, kind, id),
  CONSTRAINT search_entry_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX search_entry_names ON public.search_entry USING gin (tenant_id, names gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX search_entry_terms ON public.search_entry USING gin (tenant_id, terms) WITH (fastupdate=off);
ALTER TABLE search_entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_entry FORCE ROW LEVEL SECURITY;
CREATE POLICY search_entry_look_up ON search_entry FOR SELECT TO rise_owner USING (true) WITH CHECK ();
CREATE POLICY search_entry_tenant ON search_entry FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE TRIGGER search_entry_forget AFTER DELETE ON public.search_entry REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION rise_search_forget_deleted();
CREATE TRIGGER search_entry_forget_changed AFTER UPDATE ON public.search_entry FOR EACH ROW WHEN (((old.names IS DISTINCT FROM new.names) OR (old.permission IS DISTINCT FROM new.permission))) EXECUTE FUNCTION rise_search_forget_changed();
CREATE TRIGGER search_entry_learn AFTER INSERT ON public.search_entry REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION rise_search_learn();
CREATE TRIGGER search_entry_learn_again AFTER UPDATE ON public.search_entry REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION rise_search_learn();
GRANT DELETE, INSERT, SELECT, UPDATE ON search_entry TO rise_app;

CREATE TABLE search_hidden (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  entry text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT search_hidden_pkey PRIMARY KEY (id),
  CONSTRAINT search_hidden_kind_entry_key UNIQUE (kind, entry),
  CONSTRAINT search_hidden_entry_check CHECK (((length(entry) >= 1) AND (length(entry) <= 300))),
  CONSTRAINT search_hidden_kind_check CHECK ((kind = ANY (ARRAY['pages'::text, 'reports'::text, 'data'::text, 'documentation'::text])))
);
ALTER TABLE search_hidden ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_hidden FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON search_hidden FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY search_hidden_global ON search_hidden FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE TRIGGER search_hidden_changed AFTER INSERT OR DELETE OR UPDATE ON public.search_hidden FOR EACH STATEMENT EXECUTE FUNCTION rise_search_rules_changed();
GRANT DELETE, INSERT, SELECT ON search_hidden TO rise_app;

CREATE TABLE search_log (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  text text NOT NULL,
  words text[] GENERATED ALWAYS AS (rise_words(text)) NOT NULL,
  role text NOT NULL,
  language text NOT NULL,
  results integer NOT NULL,
  opened_place integer,
  opened_kind text,
  CONSTRAINT search_log_pkey PRIMARY KEY (id),
  CONSTRAINT search_log_check CHECK (((opened_place IS NULL) = (opened_kind IS NULL))),
  CONSTRAINT search_log_language_check CHECK ((language = ANY (ARRAY['en'::text, 'tr'::text]))),
  CONSTRAINT search_log_opened_place_check CHECK ((opened_place > 0)),
  CONSTRAINT search_log_results_check CHECK ((results >= 0)),
  CONSTRAINT search_log_text_check CHECK (((length(text) >= 1) AND (length(text) <= 200)))
);
CREATE INDEX search_log_at ON public.search_log USING btree (at);
ALTER TABLE search_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_log FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON search_log FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY search_log_global ON search_log FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT DELETE, INSERT, SELECT ON search_log TO rise_app;

CREATE TABLE search_pin (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  term text NOT NULL,
  words text[] GENERATED ALWAYS AS (rise_words(term)) NOT NULL,
  kind text NOT NULL,
  entry text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT search_pin_pkey PRIMARY KEY (id),
  CONSTRAINT search_pin_words_kind_entry_key UNIQUE (words, kind, entry),
  CONSTRAINT search_pin_entry_check CHECK (((length(entry) >= 1) AND (length(entry) <= 300))),
  CONSTRAINT search_pin_kind_check CHECK ((kind = ANY (ARRAY['pages'::text, 'reports'::text, 'data'::text, 'documentation'::text]))),
  CONSTRAINT search_pin_term_check CHECK (((length(term) >= 1) AND (length(term) <= 100))),
  CONSTRAINT search_pin_words_check CHECK (((cardinality(words) >= 1) AND (cardinality(words) <= 8)))
);
ALTER TABLE search_pin ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_pin FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON search_pin FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY search_pin_global ON search_pin FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE TRIGGER search_pin_changed AFTER INSERT OR DELETE OR UPDATE ON public.search_pin FOR EACH STATEMENT EXECUTE FUNCTION rise_search_rules_changed();
GRANT DELETE, INSERT, SELECT ON search_pin TO rise_app;

CREATE TABLE search_rebuild (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  state text NOT NULL DEFAULT 'running'::text,
  requested_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  rebuilt integer,
  failed integer,
  CONSTRAINT search_rebuild_pkey PRIMARY KEY (id),
  CONSTRAINT search_rebuild_check CHECK (((state = 'running'::text) = (ended_at IS NULL))),
  CONSTRAINT search_rebuild_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'canceled'::text])))
);
CREATE INDEX search_rebuild_newest ON public.search_rebuild USING btree (requested_at);
CREATE UNIQUE INDEX search_rebuild_one ON public.search_rebuild USING btree ((true)) WHERE (state = 'running'::text);
ALTER TABLE search_rebuild ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_rebuild FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON search_rebuild FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY search_rebuild_global ON search_rebuild FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT INSERT, SELECT, UPDATE ON search_rebuild TO rise_app;

CREATE TABLE search_rules (
  is_only boolean NOT NULL DEFAULT true,
  revision bigint NOT NULL,
  CONSTRAINT search_rules_pkey PRIMARY KEY (is_only),
  CONSTRAINT search_rules_is_only_check CHECK (is_only)
);
ALTER TABLE search_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON search_rules FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY search_rules_global ON search_rules FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT INSERT, SELECT, UPDATE ON search_rules TO rise_app;

CREATE TABLE search_synonym (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  language text NOT NULL,
  from_text text NOT NULL,
  to_text text NOT NULL,
  is_two_way boolean NOT NULL,
  from_words text[] GENERATED ALWAYS AS (rise_words(from_text)) NOT NULL,
  to_words text[] GENERATED ALWAYS AS (rise_words(to_text)) NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT search_synonym_pkey PRIMARY KEY (id),
  CONSTRAINT search_synonym_language_from_words_to_words_key UNIQUE (language, from_words, to_words),
  CONSTRAINT search_synonym_check CHECK ((from_words <> to_words)),
  CONSTRAINT search_synonym_from_text_check CHECK (((length(from_text) >= 1) AND (length(from_text) <= 100))),
  CONSTRAINT search_synonym_from_words_check CHECK (((cardinality(from_words) >= 1) AND (cardinality(from_words) <= 8))),
  CONSTRAINT search_synonym_language_check CHECK ((language = ANY (ARRAY['en'::text, 'tr'::text]))),
  CONSTRAINT search_synonym_to_text_check CHECK (((length(to_text) >= 1) AND (length(to_text) <= 100))),
  CONSTRAINT search_synonym_to_words_check CHECK (((cardinality(to_words) >= 1) AND (cardinality(to_words) <= 8)))
);
ALTER TABLE search_synonym ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_synonym FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON search_synonym FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY search_synonym_global ON search_synonym FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE TRIGGER search_synonym_changed AFTER INSERT OR DELETE OR UPDATE ON public.search_synonym FOR EACH STATEMENT EXECUTE FUNCTION rise_search_rules_changed();
GRANT DELETE, INSERT, SELECT, UPDATE ON search_synonym TO rise_app;

CREATE TABLE search_word (
  tenant_id uuid NOT NULL,
  permission text NOT NULL,
  word text NOT NULL,
  CONSTRAINT search_word_pkey PRIMARY KEY (tenant_id, permission, word),
  CONSTRAINT search_word_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX search_word_alike ON public.search_word USING gin (tenant_id, word gin_trgm_ops) WITH (fastupdate=off);
ALTER TABLE search_word ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_word FORCE ROW LEVEL SECURITY;
CREATE POLICY search_word_keeper ON search_word FOR ALL TO rise_owner USING (true) WITH CHECK (true);
GRANT  ON search_word TO rise_app;

CREATE TABLE server_report (
  process text NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  reported_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  figures jsonb NOT NULL,
  CONSTRAINT server_report_pkey PRIMARY KEY (process),
  CONSTRAINT server_report_figures_check CHECK ((jsonb_typeof(figures) = 'object'::text)),
  CONSTRAINT server_report_host_check CHECK ((length(host) <= 255)),
  CONSTRAINT server_report_process_check CHECK (((length(process) >= 1) AND (length(process) <= 200))),
  CONSTRAINT server_report_version_check CHECK ((length(version) <= 50))
);
ALTER TABLE server_report ENABLE ROW LEVEL SECURITY;
ALTER TABLE server_report FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON server_report FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY server_report_global ON server_report FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT DELETE, INSERT, SELECT, UPDATE ON server_report TO rise_app;

CREATE TABLE session (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL,
  account_id uuid NOT NULL,
  tenant_id uuid,
  provider_session text,
  id_token text,
  device text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_seen_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  address text,
  CONSTRAINT session_pkey PRIMARY KEY (id),
  CONSTRAINT session_token_hash_key UNIQUE (token_hash),
  CONSTRAINT session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT session_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE SET NULL
);
CREATE INDEX session_account ON public.session USING btree (account_id);
CREATE INDEX session_provider_session ON public.session USING btree (provider_session) WHERE (provider_session IS NOT NULL);
ALTER TABLE session ENABLE ROW LEVEL SECURITY;
ALTER TABLE session FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON session FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY session_global ON session FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE TRIGGER session_support AFTER UPDATE ON public.session FOR EACH ROW WHEN (((old.ended_at IS DISTINCT FROM new.ended_at) OR (old.tenant_id IS DISTINCT FROM new.tenant_id))) EXECUTE FUNCTION rise_end_support_visit();
GRANT DELETE, INSERT, SELECT, UPDATE ON session TO rise_app;

CREATE TABLE shortcut (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  label text NOT NULL,
  description text NOT NULL,
  icon text NOT NULL,
  link text NOT NULL,
  use_router boolean NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  CONSTRAINT shortcut_pkey PRIMARY KEY (tenant_id, account_id, id),
  CONSTRAINT shortcut_check CHECK (((NOT use_router) OR (link ~~ '/%'::text))),
  CONSTRAINT shortcut_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT shortcut_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE shortcut ENABLE ROW LEVEL SECURITY;
ALTER TABLE shortcut FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON shortcut FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY shortcut_tenant ON shortcut FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON shortcut TO rise_app;

CREATE TABLE sign_in_attempt (
  state_hash bytea NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  return_to text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  invitation_hash bytea,
  provider_tenant_id uuid,
  provider_connection uuid,
  tester_id uuid,
  CONSTRAINT sign_in_attempt_pkey PRIMARY KEY (state_hash),
  CONSTRAINT sign_in_attempt_check CHECK (((provider_tenant_id IS NULL) = (provider_connection IS NULL))),
  CONSTRAINT sign_in_attempt_check1 CHECK (((tester_id IS NULL) OR (provider_tenant_id IS NOT NULL))),
  CONSTRAINT sign_in_attempt_provider_tenant_id_fkey FOREIGN KEY (provider_tenant_id) REFERENCES identity_provider(tenant_id) ON DELETE CASCADE,
  CONSTRAINT sign_in_attempt_tester_id_fkey FOREIGN KEY (tester_id) REFERENCES account(id) ON DELETE CASCADE
);
ALTER TABLE sign_in_attempt ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_in_attempt FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON sign_in_attempt FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY sign_in_attempt_global ON sign_in_attempt FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT DELETE, INSERT, SELECT, UPDATE ON sign_in_attempt TO rise_app;

CREATE TABLE sql_run (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  sql text NOT NULL,
  parameters jsonb NOT NULL,
  kind text NOT NULL,
  outcome text NOT NULL,
  problem text,
  started_at timestamp with time zone NOT NULL,
  elapsed_ms double precision NOT NULL,
  row_count integer,
  truncated boolean NOT NULL DEFAULT false,
  data_version integer NOT NULL,
  CONSTRAINT sql_run_pkey PRIMARY KEY (tenant_id, account_id, number),
  CONSTRAINT sql_run_kind_check CHECK ((kind = ANY (ARRAY['run'::text, 'export'::text]))),
  CONSTRAINT sql_run_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'failed'::text, 'canceled'::text]))),
  CONSTRAINT sql_run_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT sql_run_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE sql_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE sql_run FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON sql_run FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY sql_run_tenant ON sql_run FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT ON sql_run TO rise_app;

CREATE TABLE sql_tab (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  title text NOT NULL,
  sql text NOT NULL,
  parameters jsonb NOT NULL DEFAULT '[]'::jsonb,
  saved_query uuid,
  revision integer NOT NULL DEFAULT 1,
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sql_tab_pkey PRIMARY KEY (tenant_id, account_id, id),
  CONSTRAINT sql_tab_parameters_check CHECK ((jsonb_typeof(parameters) = 'array'::text)),
  CONSTRAINT sql_tab_sql_check CHECK ((length(sql) <= 20000)),
  CONSTRAINT sql_tab_title_check CHECK ((length(title) <= 80)),
  CONSTRAINT sql_tab_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT sql_tab_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE sql_tab ENABLE ROW LEVEL SECURITY;
ALTER TABLE sql_tab FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON sql_tab FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY sql_tab_tenant ON sql_tab FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON sql_tab TO rise_app;

CREATE TABLE support_visit (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL,
  person text NOT NULL,
  email text NOT NULL,
  reason text NOT NULL,
  minutes integer NOT NULL,
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  allowed_at timestamp with time zone,
  allowed_by text,
  declined_at timestamp with time zone,
  declined_by text,
  session_id uuid,
  entered_at timestamp with time zone,
  ends_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by text,
  CONSTRAINT support_visit_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT support_visit_check CHECK (((allowed_at IS NULL) OR (declined_at IS NULL))),
  CONSTRAINT support_visit_check1 CHECK (((entered_at IS NULL) OR (allowed_at IS NOT NULL))),
  CONSTRAINT support_visit_check2 CHECK (((entered_at IS NULL) = (ends_at IS NULL))),
  CONSTRAINT support_visit_check3 CHECK ((ends_at <= (entered_at + '04:00:00'::interval))),
  CONSTRAINT support_visit_minutes_check CHECK (((minutes >= 1) AND (minutes <= 240))),
  CONSTRAINT support_visit_reason_check CHECK (((length(reason) >= 10) AND (length(reason) <= 500))),
  CONSTRAINT support_visit_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT support_visit_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE SET NULL,
  CONSTRAINT support_visit_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX support_visit_account ON public.support_visit USING btree (account_id, requested_at);
CREATE INDEX support_visit_newest ON public.support_visit USING btree (tenant_id, requested_at);
CREATE INDEX support_visit_session ON public.support_visit USING btree (session_id) WHERE (session_id IS NOT NULL);
ALTER TABLE support_visit ENABLE ROW LEVEL SECURITY;
ALTER TABLE support_visit FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON support_visit FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY support_visit_global ON support_visit FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY support_visit_tenant ON support_visit FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT INSERT, SELECT, UPDATE ON support_visit TO rise_app;

CREATE TABLE tenant (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  slug text NOT NULL,
  name text NOT NULL,
  home_member text,
  suspended_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  chat_enabled boolean,
  sql_access text,
  insights_enabled boolean,
  deletion_due_at timestamp with time zone,
  deletion_requested_by text,
  deletion_started_at timestamp with time zone,
  support_access text NOT NULL DEFAULT 'consent'::text,
  user_limit integer,
  storage_limit_mb integer,
  query_percent smallint,
  sign_in text NOT NULL DEFAULT 'shared'::text,
  assistant_tokens integer,
  assistant_cost integer,
  language text,
  theme text,
  chatbot_enabled boolean,
  CONSTRAINT tenant_pkey PRIMARY KEY (id),
  CONSTRAINT tenant_slug_key UNIQUE (slug),
  CONSTRAINT tenant_assistant_cost_check CHECK (((assistant_cost >= 1) AND (assistant_cost <= 1000000))),
  CONSTRAINT tenant_assistant_tokens_check CHECK (((assistant_tokens >= 1) AND (assistant_tokens <= 2000000000))),
  CONSTRAINT tenant_check CHECK (((deletion_due_at IS NULL) OR (suspended_at IS NOT NULL))),
  CONSTRAINT tenant_check1 CHECK (((deletion_started_at IS NULL) OR (deletion_due_at IS NOT NULL))),
  CONSTRAINT tenant_language_check CHECK ((language = ANY (ARRAY['en'::text, 'tr'::text]))),
  CONSTRAINT tenant_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT tenant_query_percent_check CHECK (((query_percent >= 1) AND (query_percent <= 100))),
  CONSTRAINT tenant_sign_in_check CHECK ((sign_in = ANY (ARRAY['shared'::text, 'any'::text, 'own'::text]))),
  CONSTRAINT tenant_slug_check CHECK ((slug ~ '^[a-z][a-z0-9-]{0,62}$'::text)),
  CONSTRAINT tenant_sql_access_check CHECK ((sql_access = ANY (ARRAY['nobody'::text, 'administrators'::text, 'everyone'::text]))),
  CONSTRAINT tenant_storage_limit_mb_check CHECK ((storage_limit_mb > 0)),
  CONSTRAINT tenant_support_access_check CHECK ((support_access = ANY (ARRAY['always'::text, 'consent'::text, 'never'::text]))),
  CONSTRAINT tenant_theme_check CHECK ((theme ~ '^[a-z]{1,30}$'::text)),
  CONSTRAINT tenant_user_limit_check CHECK (((user_limit >= 1) AND (user_limit <= 1000000)))
);
CREATE INDEX tenant_deletion_due ON public.tenant USING btree (deletion_due_at) WHERE (deletion_due_at IS NOT NULL);
ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON tenant FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY tenant_global ON tenant FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY tenant_own ON tenant FOR SELECT USING ((id = rise_tenant())) WITH CHECK ();
CREATE TRIGGER tenant_figures AFTER INSERT ON public.tenant FOR EACH ROW EXECUTE FUNCTION rise_first_figures_revision();
GRANT DELETE, INSERT, SELECT, UPDATE ON tenant TO rise_app;

CREATE TABLE tenant_deletion (
  tenant_hash bytea NOT NULL,
  deleted_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT tenant_deletion_pkey PRIMARY KEY (tenant_hash),
  CONSTRAINT tenant_deletion_tenant_hash_check CHECK ((length(tenant_hash) = 32))
);
ALTER TABLE tenant_deletion ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_deletion FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON tenant_deletion FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY tenant_deletion_global ON tenant_deletion FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT INSERT, SELECT ON tenant_deletion TO rise_app;

CREATE TABLE tenant_domain (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  domain text NOT NULL,
  token text NOT NULL,
  state text NOT NULL DEFAULT 'pending'::text,
  state_since timestamp with time zone NOT NULL DEFAULT now(),
  checks integer NOT NULL DEFAULT 0,
  misses integer NOT NULL DEFAULT 0,
  missing_since timestamp with time zone,
  last_result text,
  last_checked_at timestamp with time zone,
  next_check_at timestamp with time zone,
  lease uuid,
  leased_until timestamp with time zone,
  is_unmailed boolean NOT NULL DEFAULT false,
  join_rule text NOT NULL DEFAULT 'invitation'::text,
  role text NOT NULL DEFAULT 'tenant.user'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text,
  CONSTRAINT tenant_domain_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT tenant_domain_tenant_id_domain_key UNIQUE (tenant_id, domain),
  CONSTRAINT tenant_domain_check CHECK (((next_check_at IS NULL) = (state = 'expired'::text))),
  CONSTRAINT tenant_domain_domain_check CHECK ((((length(domain) >= 3) AND (length(domain) <= 253)) AND (domain = lower(domain)))),
  CONSTRAINT tenant_domain_join_rule_check CHECK ((join_rule = ANY (ARRAY['automatic'::text, 'approval'::text, 'invitation'::text]))),
  CONSTRAINT tenant_domain_last_result_check CHECK ((last_result = ANY (ARRAY['found'::text, 'missing'::text, 'taken'::text, 'unknown'::text]))),
  CONSTRAINT tenant_domain_role_check CHECK ((role = ANY (ARRAY['tenant.user'::text, 'tenant.admin'::text]))),
  CONSTRAINT tenant_domain_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'verified'::text, 'failing'::text, 'expired'::text]))),
  CONSTRAINT tenant_domain_token_check CHECK ((length(token) = 32)),
  CONSTRAINT tenant_domain_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX tenant_domain_due ON public.tenant_domain USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE UNIQUE INDEX tenant_domain_owner ON public.tenant_domain USING btree (domain) WHERE (state = ANY (ARRAY['verified'::text, 'failing'::text]));
ALTER TABLE tenant_domain ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_domain FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON tenant_domain FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY tenant_domain_global ON tenant_domain FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY tenant_domain_tenant ON tenant_domain FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON tenant_domain TO rise_app;

CREATE TABLE tenant_embedding (
  tenant_id uuid NOT NULL,
  embedding boolean NOT NULL DEFAULT false,
  public_links boolean NOT NULL DEFAULT false,
  export_links boolean NOT NULL DEFAULT true,
  CONSTRAINT tenant_embedding_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT tenant_embedding_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE tenant_embedding ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_embedding FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON tenant_embedding FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY tenant_embedding_global ON tenant_embedding FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY tenant_embedding_tenant ON tenant_embedding FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON tenant_embedding TO rise_app;

CREATE TABLE tenant_logo (
  tenant_id uuid NOT NULL,
  hash text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT tenant_logo_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT tenant_logo_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT tenant_logo_height_check CHECK ((height > 0)),
  CONSTRAINT tenant_logo_width_check CHECK ((width > 0)),
  CONSTRAINT tenant_logo_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE tenant_logo ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_logo FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON tenant_logo FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY tenant_logo_global ON tenant_logo FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY tenant_logo_tenant ON tenant_logo FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON tenant_logo TO rise_app;

CREATE TABLE tenant_mail (
  tenant_id uuid NOT NULL,
  domains text[] NOT NULL,
  CONSTRAINT tenant_mail_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT tenant_mail_domains_check CHECK ((cardinality(domains) <= 50)),
  CONSTRAINT tenant_mail_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE tenant_mail ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_mail FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON tenant_mail FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY tenant_mail_tenant ON tenant_mail FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON tenant_mail TO rise_app;

CREATE TABLE tenant_terms (
  tenant_id uuid NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  parameters jsonb NOT NULL DEFAULT '{}'::jsonb,
  parameters_version integer NOT NULL DEFAULT 0,
  mappings jsonb NOT NULL DEFAULT '{}'::jsonb,
  calendar jsonb,
  currency character(3),
  CONSTRAINT tenant_terms_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT tenant_terms_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE tenant_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_terms FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON tenant_terms FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY tenant_terms_tenant ON tenant_terms FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE TRIGGER tenant_terms_figures AFTER INSERT OR DELETE OR UPDATE ON public.tenant_terms FOR EACH ROW EXECUTE FUNCTION rise_renew_figures_revision();
GRANT INSERT, SELECT, UPDATE ON tenant_terms TO rise_app;

CREATE TABLE tenant_user (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  default_landing_page text,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  sources text[] NOT NULL DEFAULT '{}'::text[],
  given_roles text[] NOT NULL DEFAULT '{}'::text[],
  groups text[] NOT NULL DEFAULT '{}'::text[],
  attributes jsonb NOT NULL DEFAULT '{}'::jsonb,
  last_seen_at timestamp with time zone,
  removed_at timestamp with time zone,
  names text NOT NULL DEFAULT ''::text,
  scim_roles text[] NOT NULL DEFAULT '{}'::text[],
  roles text[] GENERATED ALWAYS AS (rise_account_roles(given_roles, scim_roles)) NOT NULL,
  scim_disabled boolean NOT NULL DEFAULT false,
  CONSTRAINT tenant_user_pkey PRIMARY KEY (tenant_id, account_id),
  CONSTRAINT tenant_user_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT tenant_user_attributes_check CHECK ((jsonb_typeof(attributes) = 'object'::text)),
  CONSTRAINT tenant_user_check CHECK (((removed_at IS NULL) OR (disabled_at IS NOT NULL))),
  CONSTRAINT tenant_user_check1 CHECK (((NOT scim_disabled) OR (disabled_at IS NOT NULL))),
  CONSTRAINT tenant_user_roles_check CHECK ((given_roles <@ ARRAY['tenant.user'::text, 'tenant.admin'::text])),
  CONSTRAINT tenant_user_scim_roles_check CHECK ((scim_roles <@ ARRAY['tenant.user'::text, 'tenant.admin'::text])),
  CONSTRAINT tenant_user_sources_check CHECK ((sources <@ ARRAY['claim'::text, 'rise'::text, 'domain'::text, 'scim'::text])),
  CONSTRAINT tenant_user_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT tenant_user_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX tenant_user_account ON public.tenant_user USING btree (account_id);
CREATE INDEX tenant_user_sorted ON public.tenant_user USING btree (tenant_id, names, account_id) WHERE (removed_at IS NULL);
ALTER TABLE tenant_user ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_user FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON tenant_user FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY tenant_user_global ON tenant_user FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY tenant_user_tenant ON tenant_user FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE TRIGGER tenant_user_confined BEFORE INSERT OR UPDATE OF tenant_id, account_id ON public.tenant_user FOR EACH ROW EXECUTE FUNCTION rise_confine_member();
CREATE TRIGGER tenant_user_names BEFORE INSERT ON public.tenant_user FOR EACH ROW EXECUTE FUNCTION rise_name_member();
CREATE TRIGGER tenant_user_search AFTER INSERT OR DELETE ON public.tenant_user FOR EACH ROW EXECUTE FUNCTION rise_search_membership();
CREATE TRIGGER tenant_user_search_again AFTER UPDATE ON public.tenant_user FOR EACH ROW WHEN ((((old.disabled_at IS DISTINCT FROM new.disabled_at) OR (old.sources IS DISTINCT FROM new.sources)) OR (old.roles IS DISTINCT FROM new.roles))) EXECUTE FUNCTION rise_search_membership();
CREATE TRIGGER tenant_user_seat AFTER INSERT ON public.tenant_user FOR EACH ROW WHEN ((new.disabled_at IS NULL)) EXECUTE FUNCTION rise_refuse_beyond_seats();
CREATE TRIGGER tenant_user_seat_again AFTER UPDATE ON public.tenant_user FOR EACH ROW WHEN (((old.disabled_at IS NOT NULL) AND (new.disabled_at IS NULL))) EXECUTE FUNCTION rise_refuse_beyond_seats();
GRANT DELETE, INSERT, SELECT, UPDATE ON tenant_user TO rise_app;

CREATE TABLE upload (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  bytes bigint NOT NULL,
  received bigint NOT NULL DEFAULT 0,
  sha256 text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT upload_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT upload_bytes_check CHECK ((bytes >= 0)),
  CONSTRAINT upload_check CHECK (((received >= 0) AND (received <= bytes))),
  CONSTRAINT upload_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  CONSTRAINT upload_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE upload ENABLE ROW LEVEL SECURITY;
ALTER TABLE upload FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON upload FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY upload_tenant ON upload FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON upload TO rise_app;

CREATE TABLE version_retention (
  tenant_id uuid NOT NULL,
  versions integer,
  days integer,
  CONSTRAINT version_retention_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT version_retention_days_check CHECK ((days > 0)),
  CONSTRAINT version_retention_versions_check CHECK ((versions > 0)),
  CONSTRAINT version_retention_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE version_retention ENABLE ROW LEVEL SECURITY;
ALTER TABLE version_retention FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON version_retention FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY version_retention_tenant ON version_retention FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON version_retention TO rise_app;

CREATE TABLE view_as_notice (
  tenant_id uuid NOT NULL,
  viewer uuid NOT NULL,
  viewed uuid NOT NULL,
  day date NOT NULL,
  CONSTRAINT view_as_notice_pkey PRIMARY KEY (tenant_id, viewer, viewed, day),
  CONSTRAINT view_as_notice_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT view_as_notice_viewed_fkey FOREIGN KEY (viewed) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT view_as_notice_viewer_fkey FOREIGN KEY (viewer) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX view_as_notice_viewed ON public.view_as_notice USING btree (viewed);
CREATE INDEX view_as_notice_viewer ON public.view_as_notice USING btree (viewer);
ALTER TABLE view_as_notice ENABLE ROW LEVEL SECURITY;
ALTER TABLE view_as_notice FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON view_as_notice FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY view_as_notice_tenant ON view_as_notice FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT ON view_as_notice TO rise_app;

CREATE TABLE warehouse_connection (
  tenant_id uuid,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  settings jsonb NOT NULL,
  secrets bytea,
  connected_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT warehouse_connection_tenant_id_key UNIQUE NULLS NOT DISTINCT (tenant_id),
  CONSTRAINT warehouse_connection_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE warehouse_connection ENABLE ROW LEVEL SECURITY;
ALTER TABLE warehouse_connection FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON warehouse_connection FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY warehouse_connection_global ON warehouse_connection FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY warehouse_connection_tenant ON warehouse_connection FOR SELECT USING (((tenant_id = rise_tenant()) OR ((tenant_id IS NULL) AND (rise_tenant() IS NOT NULL)))) WITH CHECK ();
CREATE TRIGGER warehouse_connection_figures AFTER INSERT OR DELETE OR UPDATE ON public.warehouse_connection FOR EACH ROW EXECUTE FUNCTION rise_renew_figures_revision();
GRANT DELETE, INSERT, SELECT, UPDATE ON warehouse_connection TO rise_app;

CREATE TABLE warehouse_version (
  tenant_id uuid NOT NULL,
  number integer NOT NULL,
  source text NOT NULL,
  as_of date,
  tables jsonb NOT NULL DEFAULT '{}'::jsonb,
  loaded_at timestamp with time zone NOT NULL DEFAULT now(),
  current boolean NOT NULL DEFAULT false,
  unlabelled jsonb NOT NULL DEFAULT '{}'::jsonb,
  connection uuid,
  freshness text,
  rollups jsonb NOT NULL DEFAULT '[]'::jsonb,
  coverage jsonb,
  file text,
  restored_from integer,
  segments jsonb NOT NULL DEFAULT '{}'::jsonb,
  loaded_by text,
  origin text NOT NULL DEFAULT 'sample'::text,
  import_id uuid,
  note text NOT NULL DEFAULT ''::text,
  totals jsonb NOT NULL DEFAULT '{}'::jsonb,
  pinned text,
  removed_at timestamp with time zone,
  CONSTRAINT warehouse_version_pkey PRIMARY KEY (tenant_id, number),
  CONSTRAINT warehouse_version_note_check CHECK ((length(note) <= 500)),
  CONSTRAINT warehouse_version_number_check CHECK ((number > 0)),
  CONSTRAINT warehouse_version_origin_check CHECK ((origin = ANY (ARRAY['import'::text, 'sample'::text, 'command'::text, 'copy'::text, 'restore'::text, 'external'::text]))),
  CONSTRAINT warehouse_version_pinned_check CHECK (((length(pinned) >= 1) AND (length(pinned) <= 100))),
  CONSTRAINT warehouse_version_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX warehouse_version_current ON public.warehouse_version USING btree (tenant_id) WHERE current;
CREATE UNIQUE INDEX warehouse_version_pinned ON public.warehouse_version USING btree (tenant_id, lower(pinned)) WHERE (pinned IS NOT NULL);
ALTER TABLE warehouse_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE warehouse_version FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON warehouse_version FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY warehouse_version_tenant ON warehouse_version FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
CREATE TRIGGER warehouse_version_figures AFTER INSERT OR DELETE OR UPDATE ON public.warehouse_version FOR EACH ROW EXECUTE FUNCTION rise_renew_figures_revision();
GRANT DELETE, INSERT, SELECT, UPDATE ON warehouse_version TO rise_app;

CREATE TABLE webhook (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  url text NOT NULL,
  secret bytea NOT NULL,
  paused text,
  created_by text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhook_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhook_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  CONSTRAINT webhook_paused_check CHECK ((paused = ANY (ARRAY['person'::text, 'gone'::text]))),
  CONSTRAINT webhook_url_check CHECK ((url ~~ 'https://%'::text)),
  CONSTRAINT webhook_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE webhook ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON webhook FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY webhook_tenant ON webhook FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook TO rise_app;

CREATE TABLE webhook_delivery (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  webhook_id uuid NOT NULL,
  kind text NOT NULL,
  slot text NOT NULL,
  body text,
  attempts integer NOT NULL DEFAULT 0,
  reason text,
  response_status integer,
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now(),
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhook_delivery_tenant_id_webhook_id_slot_key UNIQUE (tenant_id, webhook_id, slot),
  CONSTRAINT webhook_delivery_kind_check CHECK ((kind = ANY (ARRAY['test'::text, 'alert'::text, 'subscription'::text]))),
  CONSTRAINT webhook_delivery_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT webhook_delivery_tenant_id_webhook_id_fkey FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhook(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX webhook_delivery_newest ON public.webhook_delivery USING btree (tenant_id, webhook_id, created_at DESC, id DESC);
ALTER TABLE webhook_delivery ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_delivery FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON webhook_delivery FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY webhook_delivery_global ON webhook_delivery FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY webhook_delivery_tenant ON webhook_delivery FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_delivery TO rise_app;

CREATE TABLE workspace (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  template text,
  name jsonb NOT NULL,
  description jsonb,
  icon text NOT NULL,
  color text NOT NULL,
  everyone text,
  "position" integer NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  archived_at timestamp with time zone,
  CONSTRAINT workspace_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT workspace_tenant_id_template_key UNIQUE (tenant_id, template),
  CONSTRAINT workspace_everyone_check CHECK ((everyone = ANY (ARRAY['view'::text, 'edit'::text]))),
  CONSTRAINT workspace_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
ALTER TABLE workspace ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON workspace FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY workspace_tenant ON workspace FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON workspace TO rise_app;

CREATE TABLE workspace_member (
  tenant_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid,
  group_name text,
  role text NOT NULL,
  CONSTRAINT workspace_member_pkey PRIMARY KEY (tenant_id, workspace_id, id),
  CONSTRAINT workspace_member_tenant_id_workspace_id_account_id_key UNIQUE (tenant_id, workspace_id, account_id),
  CONSTRAINT workspace_member_tenant_id_workspace_id_group_name_key UNIQUE (tenant_id, workspace_id, group_name),
  CONSTRAINT workspace_member_check CHECK ((num_nonnulls(account_id, group_name) = 1)),
  CONSTRAINT workspace_member_group_name_check CHECK (((length(group_name) >= 1) AND (length(group_name) <= 200))),
  CONSTRAINT workspace_member_role_check CHECK ((role = ANY (ARRAY['view'::text, 'edit'::text, 'manage'::text]))),
  CONSTRAINT workspace_member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT workspace_member_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT workspace_member_tenant_id_workspace_id_fkey FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspace(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX workspace_member_account ON public.workspace_member USING btree (account_id);
ALTER TABLE workspace_member ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_member FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON workspace_member FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY workspace_member_tenant ON workspace_member FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT DELETE, INSERT, SELECT, UPDATE ON workspace_member TO rise_app;

CREATE TABLE workspace_template (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  version integer NOT NULL DEFAULT 1,
  name jsonb NOT NULL,
  description jsonb NOT NULL,
  icon text NOT NULL,
  color text NOT NULL,
  reports jsonb NOT NULL,
  history jsonb NOT NULL,
  tenants uuid[],
  source_tenant uuid,
  source_workspace uuid,
  withdrawn_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  pictures jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT workspace_template_pkey PRIMARY KEY (id),
  CONSTRAINT workspace_template_source_tenant_source_workspace_key UNIQUE (source_tenant, source_workspace),
  CONSTRAINT workspace_template_source_tenant_fkey FOREIGN KEY (source_tenant) REFERENCES tenant(id) ON DELETE SET NULL
);
ALTER TABLE workspace_template ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_template FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON workspace_template FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY workspace_template_global ON workspace_template FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
CREATE POLICY workspace_template_tenant ON workspace_template FOR SELECT USING (((rise_tenant() IS NOT NULL) AND (withdrawn_at IS NULL) AND (source_tenant IS DISTINCT FROM rise_tenant()) AND ((tenants IS NULL) OR (rise_tenant() = ANY (tenants))))) WITH CHECK ();
GRANT INSERT, SELECT, UPDATE ON workspace_template TO rise_app;

CREATE TABLE workspace_template_report (
  template_id uuid NOT NULL,
  source_report uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT workspace_template_report_pkey PRIMARY KEY (template_id, source_report),
  CONSTRAINT workspace_template_report_id_key UNIQUE (id),
  CONSTRAINT workspace_template_report_template_id_fkey FOREIGN KEY (template_id) REFERENCES workspace_template(id) ON DELETE CASCADE
);
ALTER TABLE workspace_template_report ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_template_report FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON workspace_template_report FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY workspace_template_report_global ON workspace_template_report FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT INSERT, SELECT ON workspace_template_report TO rise_app;

CREATE TABLE workspace_template_use (
  tenant_id uuid NOT NULL,
  template_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  version integer NOT NULL,
  CONSTRAINT workspace_template_use_pkey PRIMARY KEY (tenant_id, template_id),
  CONSTRAINT workspace_template_use_template_id_fkey FOREIGN KEY (template_id) REFERENCES workspace_template(id),
  CONSTRAINT workspace_template_use_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CONSTRAINT workspace_template_use_tenant_id_workspace_id_fkey FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspace(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX workspace_template_use_template ON public.workspace_template_use USING btree (template_id);
ALTER TABLE workspace_template_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_template_use FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON workspace_template_use FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY workspace_template_use_global ON workspace_template_use FOR SELECT USING (rise_is_global()) WITH CHECK ();
CREATE POLICY workspace_template_use_tenant ON workspace_template_use FOR ALL USING ((tenant_id = rise_tenant())) WITH CHECK ((tenant_id = rise_tenant()));
GRANT INSERT, SELECT, UPDATE ON workspace_template_use TO rise_app;

CREATE TABLE workspace_template_version (
  template_id uuid NOT NULL,
  number integer NOT NULL,
  name jsonb NOT NULL,
  description jsonb NOT NULL,
  reports jsonb NOT NULL,
  note text NOT NULL,
  author text,
  published_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT workspace_template_version_pkey PRIMARY KEY (template_id, number),
  CONSTRAINT workspace_template_version_number_check CHECK ((number > 0)),
  CONSTRAINT workspace_template_version_template_id_fkey FOREIGN KEY (template_id) REFERENCES workspace_template(id) ON DELETE CASCADE
);
ALTER TABLE workspace_template_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_template_version FORCE ROW LEVEL SECURITY;
CREATE POLICY operator ON workspace_template_version FOR SELECT TO rise_owner USING ((current_setting('rise.scope'::text, true) = 'operator'::text)) WITH CHECK ();
CREATE POLICY workspace_template_version_global ON workspace_template_version FOR ALL USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT INSERT, SELECT ON workspace_template_version TO rise_app;
