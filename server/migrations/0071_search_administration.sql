-- Administration of the search: what else a question means, what it finds first, what it never finds, what people look
-- for, and rebuilding the index. All of it is the installation's; what it leads to is read with the rights of whoever asks.

SELECT set_config('rise.scope', 'global', true);

-- Grows with each change of the rules below, so that servers know when those that they remember are out of date. Without a
-- row there has been none.
CREATE TABLE search_rules (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  revision bigint NOT NULL
);

CREATE TABLE search_synonym (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Whose word endings apply.
  language text NOT NULL CHECK (language IN ('en', 'tr')),
  from_text text NOT NULL CHECK (length(from_text) BETWEEN 1 AND 100),
  to_text text NOT NULL CHECK (length(to_text) BETWEEN 1 AND 100),
  is_two_way boolean NOT NULL,
  -- Folded as the words of entries are.
  from_words text[] NOT NULL GENERATED ALWAYS AS (rise_words(from_text)) STORED CHECK (cardinality(from_words) BETWEEN 1 AND 8),
  to_words text[] NOT NULL GENERATED ALWAYS AS (rise_words(to_text)) STORED CHECK (cardinality(to_words) BETWEEN 1 AND 8),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (language, from_words, to_words),
  CHECK (from_words <> to_words)
);

-- Results that a term shows first, to those who may open them.
CREATE TABLE search_pin (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  term text NOT NULL CHECK (length(term) BETWEEN 1 AND 100),
  words text[] NOT NULL GENERATED ALWAYS AS (rise_words(term)) STORED CHECK (cardinality(words) BETWEEN 1 AND 8),
  -- The set and the id of the result within it. A tenant's own things are named by their ids alone.
  kind text NOT NULL CHECK (kind IN ('pages', 'reports', 'data', 'documentation')),
  entry text NOT NULL CHECK (length(entry) BETWEEN 1 AND 300),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (words, kind, entry)
);

-- What the search never finds, whoever asks.
CREATE TABLE search_hidden (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('pages', 'reports', 'data', 'documentation')),
  entry text NOT NULL CHECK (length(entry) BETWEEN 1 AND 300),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (kind, entry)
);

-- What people searched for, without who they are or where: neither account nor tenant.
CREATE TABLE search_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  -- With addresses, long numbers and names of people masked.
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 200),
  words text[] NOT NULL GENERATED ALWAYS AS (rise_words(text)) STORED,
  role text NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'tr')),
  results integer NOT NULL CHECK (results >= 0),
  -- The place of the result that was opened, from 1, and its set; null where none was.
  opened_place integer CHECK (opened_place > 0),
  opened_kind text,
  CHECK ((opened_place IS NULL) = (opened_kind IS NULL))
);
CREATE INDEX search_log_at ON search_log (at);

-- Rebuilding all tenants' entries. How far it is follows from search_edition.
CREATE TABLE search_rebuild (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'canceled')),
  requested_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Tenants at its end: rebuilt, and those whose rebuilding failed. Null while it runs.
  rebuilt integer,
  failed integer,
  CHECK ((state = 'running') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX search_rebuild_one ON search_rebuild ((true)) WHERE state = 'running';
CREATE INDEX search_rebuild_newest ON search_rebuild (requested_at);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['search_rules', 'search_synonym', 'search_pin', 'search_hidden', 'search_log', 'search_rebuild'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (rise_is_global()) WITH CHECK (rise_is_global())', name || '_global', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON search_rules TO rise_app;
GRANT SELECT, INSERT, DELETE ON search_pin, search_hidden, search_log TO rise_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON search_synonym TO rise_app;
GRANT SELECT, INSERT, UPDATE ON search_rebuild TO rise_app;

CREATE FUNCTION rise_search_rules_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_rules AS r (revision) VALUES (1) ON CONFLICT (is_only) DO UPDATE SET revision = r.revision + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER search_synonym_changed AFTER INSERT OR UPDATE OR DELETE ON search_synonym FOR EACH STATEMENT EXECUTE FUNCTION rise_search_rules_changed();
CREATE TRIGGER search_pin_changed AFTER INSERT OR UPDATE OR DELETE ON search_pin FOR EACH STATEMENT EXECUTE FUNCTION rise_search_rules_changed();
CREATE TRIGGER search_hidden_changed AFTER INSERT OR UPDATE OR DELETE ON search_hidden FOR EACH STATEMENT EXECUTE FUNCTION rise_search_rules_changed();

-- When a tenant was last indexed as a whole, and when each entry was written.
ALTER TABLE search_edition ADD COLUMN indexed_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE search_entry ADD COLUMN written_at timestamptz NOT NULL DEFAULT now();

-- How much is indexed, by tenant and kind: numbers and times, nothing of what the entries say. Only above the tenants.
CREATE FUNCTION rise_search_counts() RETURNS TABLE (tenant_id uuid, kind text, entries integer, written_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT rise_is_global() THEN RETURN; END IF;
  RETURN QUERY SELECT e.tenant_id, e.kind::text, count(*)::integer, max(e.written_at) FROM search_entry e GROUP BY 1, 2;
END $$;

-- Likewise when each tenant was indexed, and under which edition.
CREATE POLICY search_edition_global ON search_edition FOR SELECT USING (rise_is_global());

-- The first way in which a text finds, without those that forgive: each word as a beginning, or by its stem.
CREATE FUNCTION rise_search_exact(here uuid, query text, permissions text[], most integer)
  RETURNS TABLE (kind text, id text, place integer)
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  words text[] := ARRAY(SELECT DISTINCT w FROM unnest(rise_words(query)) AS w LIMIT 12);
BEGIN
  IF cardinality(words) = 0 THEN RETURN; END IF;
  RETURN QUERY SELECT * FROM rise_search_ranked(here,
    (SELECT string_agg(quote_literal(w) || ':*', ' & ') FROM unnest(words) AS w)::tsquery
      || plainto_tsquery('english', query) || plainto_tsquery('turkish', query),
    array_to_string(rise_words(query), ' '), ARRAY(SELECT '% ' || w || '%' FROM unnest(words) AS w), permissions, most);
END $$;

-- Keys of the entries that a question finds in the transaction's tenant: the first text is the question, the others say
-- it in other words. Each is looked up by itself, so each has the plan of a single one; what several find counts for the
-- first of them, whose number from 1 is `wording`. Only where none finds anything is the question forgiven its slips.
CREATE FUNCTION rise_search_any(texts text[], permissions text[], most integer)
  RETURNS TABLE (kind text, id text, place integer, wording integer)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 30
  SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
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
END $$;

-- Rebuilds the entries of a tenant's people, and deletes those of whoever is no longer in it.
CREATE FUNCTION rise_search_people(of_tenant uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rise_search_person(u.account_id, of_tenant) FROM tenant_user u WHERE u.tenant_id = of_tenant;
  DELETE FROM search_entry e WHERE e.tenant_id = of_tenant AND e.kind = 'people'
     AND NOT EXISTS (SELECT FROM tenant_user u WHERE u.tenant_id = of_tenant AND u.account_id::text = e.id);
END $$;

REVOKE EXECUTE ON FUNCTION rise_search_counts(), rise_search_exact(uuid, text, text[], integer),
  rise_search_any(text[], text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rise_search_counts(), rise_search_any(text[], text[], integer) TO rise_app;
