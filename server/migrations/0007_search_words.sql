-- Slips of the hand are forgiven by the words that a tenant's names are made of, not name by name; announcements are
-- kept apart by policy; limits are counted here.

-- The words of names in which a slip is forgiven: none with a digit, since a code with a slip is another code.
CREATE FUNCTION rise_search_vocabulary(names text) RETURNS TABLE (word text)
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
  SELECT DISTINCT w FROM string_to_table(translate(names, E'\n', ' '), ' ') AS w WHERE length(w) >= 3 AND w !~ '\d';
END;

-- By permission, so that what somebody may not find changes nothing of what they do find.
CREATE TABLE search_word (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  permission text COLLATE "C" NOT NULL,
  word text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, permission, word)
);
CREATE INDEX search_word_alike ON search_word USING gin (tenant_id, word gin_trgm_ops) WITH (fastupdate = off);
ALTER TABLE search_word ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_word FORCE ROW LEVEL SECURITY;
-- The application has no right to it at all: the functions below run as the owner.
CREATE POLICY search_word_keeper ON search_word TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE FUNCTION rise_search_learn() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO search_word (tenant_id, permission, word)
  SELECT DISTINCT e.tenant_id, e.permission, v.word FROM written e CROSS JOIN LATERAL rise_search_vocabulary(e.names) v ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER search_entry_learn AFTER INSERT ON search_entry
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION rise_search_learn();
CREATE TRIGGER search_entry_learn_again AFTER UPDATE ON search_entry
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION rise_search_learn();

-- Forgets those words that no entry has any more. One that another transaction writes at this very moment may be
-- forgotten too: it is then found as it is spelt, and forgiven again once a name with it is written.
CREATE FUNCTION rise_search_forget(here uuid, of_permission text, words text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  gone text;
BEGIN
  FOREACH gone IN ARRAY words LOOP
    DELETE FROM search_word w
     WHERE w.tenant_id = here AND w.permission = of_permission AND w.word = gone
       AND NOT EXISTS (SELECT FROM search_entry e WHERE e.tenant_id = here AND e.permission = of_permission
                                                    AND e.terms @@ quote_literal(gone)::tsquery);
  END LOOP;
END $$;

CREATE FUNCTION rise_search_forget_deleted() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  PERFORM rise_search_forget(f.tenant_id, f.permission, array_agg(DISTINCT v.word ORDER BY v.word))
     FROM former f CROSS JOIN LATERAL rise_search_vocabulary(f.names) v GROUP BY f.tenant_id, f.permission;
  RETURN NULL;
END $$;
CREATE TRIGGER search_entry_forget AFTER DELETE ON search_entry
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION rise_search_forget_deleted();

CREATE FUNCTION rise_search_forget_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  PERFORM rise_search_forget(OLD.tenant_id, OLD.permission, ARRAY(SELECT v.word FROM rise_search_vocabulary(OLD.names) v ORDER BY 1));
  RETURN NULL;
END $$;
CREATE TRIGGER search_entry_forget_changed AFTER UPDATE ON search_entry FOR EACH ROW
  WHEN ((OLD.names, OLD.permission) IS DISTINCT FROM (NEW.names, NEW.permission))
  EXECUTE FUNCTION rise_search_forget_changed();

-- What matches a query, at most `most` of a kind, best first: one of its names is the phrase; begins with it; its names
-- have every beginning; else its texts have what is wanted.
CREATE FUNCTION rise_search_ranked(here uuid, wanted tsquery, phrase text, beginnings text[], permissions text[], most integer)
  RETURNS TABLE (kind text, id text, place integer)
  LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT r.kind, r.id, r.place::integer FROM (
    SELECT e.kind, e.id, row_number() OVER (PARTITION BY e.kind ORDER BY
             CASE WHEN NOT e.names LIKE ALL (beginnings) THEN 4
                  WHEN strpos(e.names, E'\n ' || phrase || E'\n') > 0 THEN 1
                  WHEN strpos(e.names, E'\n ' || phrase) > 0 THEN 2 ELSE 3 END,
             octet_length(e.names), e.id) AS place
      FROM search_entry e
     WHERE e.tenant_id = here AND e.terms @@ wanted AND e.permission = ANY (permissions)) r
   WHERE r.place <= most;
END;

-- As before, but for its last resort: each word becomes the words of names that are like it, and that query is asked.
CREATE OR REPLACE FUNCTION rise_search(query text, permissions text[], most integer)
  RETURNS TABLE (kind text, id text, place integer)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 30
  SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_custom_plan
  SET pg_trgm.word_similarity_threshold = 0.4
AS $$
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
END $$;

REVOKE EXECUTE ON FUNCTION rise_search_ranked(uuid, tsquery, text, text[], text[], integer),
  rise_search_forget(uuid, text, text[]), rise_search_learn(), rise_search_forget_deleted(), rise_search_forget_changed() FROM PUBLIC;

INSERT INTO search_word (tenant_id, permission, word)
SELECT DISTINCT e.tenant_id, e.permission, v.word FROM search_entry e CROSS JOIN LATERAL rise_search_vocabulary(e.names) v;

-- Inside a tenant: announcements for everybody and for it, to be read only.
CREATE POLICY announcement_tenant ON announcement FOR SELECT
  USING (rise_tenant() IS NOT NULL AND (tenants IS NULL OR rise_tenant() = ANY (tenants)));

-- Uses of what is limited for one caller, whichever server process they come to.
CREATE TABLE limited_use (
  what text NOT NULL,
  -- A keyed hash of who it is.
  who bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX limited_use_who ON limited_use (what, who, at);
ALTER TABLE limited_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE limited_use FORCE ROW LEVEL SECURITY;
CREATE POLICY limited_use_global ON limited_use USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT SELECT, INSERT, DELETE ON limited_use TO rise_app;
