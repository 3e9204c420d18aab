-- The proof that a deletion left nothing looks at every column of every table as text, also at rows of other tenants. In
-- parts, since one statement of the application has a time limit.

SELECT set_config('rise.scope', 'global', true);

-- Tables with their size in pages and the number of their columns.
CREATE FUNCTION rise_all_tables() RETURNS TABLE (name text, pages bigint, columns integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT c.relname::text, pg_relation_size(c.oid) / current_setting('block_size')::bigint,
         (SELECT count(*)::integer FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
   ORDER BY c.relname COLLATE "C"
$$;

-- In so many pages of a table: how many rows there are, and how many have the id or the slug of a tenant that was deleted
-- in this transaction or before. Only the numbers leave it. As the operator, whom no policy keeps from a row.
CREATE FUNCTION rise_search_deleted(here uuid, own_slug text, of_table text, from_page bigint, pages integer)
  RETURNS TABLE (searched bigint, ids bigint, slugs bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
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
END $$;

REVOKE EXECUTE ON FUNCTION rise_all_tables(), rise_search_deleted(uuid, text, text, bigint, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rise_all_tables(), rise_search_deleted(uuid, text, text, bigint, integer) TO rise_app;
