-- Search: what people find of their tenant's content, and how text is compared.
-- The three extensions are trusted ones: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;

-- Text as it is compared: without accents, in small letters, the four Turkish letters İ, I, ı and i as one.
-- Immutable although unaccent is not declared so: its rules change with the server's files only, and what was
-- folded before is then folded anew by rebuilding the index.
CREATE FUNCTION rise_fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary,
    regexp_replace(normalize(value, NFKD), '[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670]', '', 'g'))
    COLLATE "und-x-icu");

-- The folded words of a text. What parts them is listed, so that no server's locale decides it; no word is so long
-- that a tsvector refuses it.
CREATE FUNCTION rise_words(value text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(SELECT left(word, 100)
    FROM regexp_split_to_table(rise_fold(value), '[\u0001-\u0020!-/:-@\[-`{-\u00BF\u2000-\u206F\u3000-\u303F]+') WITH ORDINALITY AS t (word, place)
    WHERE word <> '' ORDER BY place);

-- Names of an entry (its titles and keywords), one a line, each word with a space before it: '\n net worth\n nwr\n'.
CREATE FUNCTION rise_search_names(title jsonb, keywords text[]) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT string_agg(E'\n ' || array_to_string(rise_words(name), ' '), '') || E'\n'
    FROM unnest(ARRAY[title->>'en', title->>'tr'] || keywords) AS name WHERE name <> '');

-- Every word of an entry as it is written, folded, and the stems that the words have in their own language.
CREATE FUNCTION rise_search_terms(title jsonb, detail jsonb, keywords text[], body jsonb) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT array_to_tsvector(rise_words(coalesce(en, '') || ' ' || coalesce(tr, '') || ' ' || array_to_string(keywords, ' ')))
      || strip(to_tsvector('pg_catalog.english', coalesce(en, ''))) || strip(to_tsvector('pg_catalog.turkish', coalesce(tr, '')))
    FROM (SELECT left(concat_ws(' ', title->>'en', detail->>'en', body->>'en'), 50000) AS en,
                 left(concat_ws(' ', title->>'tr', detail->>'tr', body->>'tr'), 50000) AS tr) texts);

-- Sorted and compared byte by byte: many are, for a text that finds much.
CREATE TABLE search_entry (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  -- The set of results that it is shown in: 'reports', 'data', 'people' …
  kind text COLLATE "C" NOT NULL,
  -- What its slice calls it: a uuid, or 'dataset.measure'.
  id text COLLATE "C" NOT NULL,
  -- Who lacks it does not find the entry.
  permission text COLLATE "C" NOT NULL,
  -- {en, tr}
  title jsonb NOT NULL,
  detail jsonb,
  -- Other names, in whichever language: synonyms, codes, an e-mail address.
  keywords text[] NOT NULL DEFAULT '{}',
  -- {en, tr}: found by, not shown.
  body jsonb,
  -- Where it leads; null where another entry shows it, or nothing does.
  link text,
  icon text,
  -- Ids of entries of the kind 'data' that can be seen there.
  shows text[] NOT NULL DEFAULT '{}',
  names text COLLATE "C" NOT NULL GENERATED ALWAYS AS (rise_search_names(title, keywords)) STORED,
  terms tsvector NOT NULL GENERATED ALWAYS AS (rise_search_terms(title, detail, keywords, body)) STORED,
  PRIMARY KEY (tenant_id, kind, id)
);
-- No pending list: entries change rarely, and who searches shall not pay for it.
CREATE INDEX search_entry_terms ON search_entry USING gin (tenant_id, terms) WITH (fastupdate = off);
CREATE INDEX search_entry_names ON search_entry USING gin (tenant_id, names gin_trgm_ops) WITH (fastupdate = off);

-- By which edition of the rules a tenant's entries were made; older ones are made again when the server starts.
CREATE TABLE search_edition (
  tenant_id uuid PRIMARY KEY REFERENCES tenant ON DELETE CASCADE,
  edition integer NOT NULL
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['search_entry', 'search_edition'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
-- Under a policy PostgreSQL uses no index for text conditions, since it cannot know that they leak nothing. The
-- look-up below therefore runs as the owner, who may read the entries, and names the tenant itself. It answers keys
-- alone; the rows are read by the application under its own policy, so that this one decides what leaves the database.
CREATE POLICY search_entry_look_up ON search_entry FOR SELECT TO CURRENT_USER USING (true);

-- Keys of the entries that a text finds in the transaction's tenant, at most `most` of a kind, best first: one of its
-- names is the text; begins with it; each word begins a word of its names; each is in its texts, as a beginning or by
-- its stem. Where that finds nothing: the text is inside a name. Where that does not either: each word is like one.
CREATE FUNCTION rise_search(query text, permissions text[], most integer)
  RETURNS TABLE (kind text, id text, place integer)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 30
  SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  here uuid := rise_tenant();
  words text[] := ARRAY(SELECT DISTINCT w FROM unnest(rise_words(query)) AS w LIMIT 12);
  phrase text := array_to_string(rise_words(query), ' ');
  beginnings text[] := ARRAY(SELECT '% ' || w || '%' FROM unnest(words) AS w);
  long_words text[] := ARRAY(SELECT w FROM unnest(words) AS w WHERE length(w) >= 4 ORDER BY length(w) DESC, w);
  alike CONSTANT real := 0.4;
  wanted tsquery;
BEGIN
  IF cardinality(words) = 0 THEN
    RETURN;
  END IF;
  wanted := (SELECT string_agg(quote_literal(w) || ':*', ' & ') FROM unnest(words) AS w)::tsquery
    || plainto_tsquery('english', query) || plainto_tsquery('turkish', query);
  RETURN QUERY
    SELECT r.kind, r.id, r.place::integer FROM (
      SELECT e.kind, e.id, row_number() OVER (PARTITION BY e.kind ORDER BY
               CASE WHEN NOT e.names LIKE ALL (beginnings) THEN 4
                    WHEN strpos(e.names, E'\n ' || phrase || E'\n') > 0 THEN 1
                    WHEN strpos(e.names, E'\n ' || phrase) > 0 THEN 2 ELSE 3 END,
               octet_length(e.names), e.id) AS place
        FROM search_entry e
       WHERE e.tenant_id = here AND e.terms @@ wanted AND e.permission = ANY (permissions)) r
     WHERE r.place <= most;
  IF NOT FOUND AND length(phrase) >= 3 THEN
    RETURN QUERY
      SELECT r.kind, r.id, r.place::integer FROM (
        SELECT e.kind, e.id, row_number() OVER (PARTITION BY e.kind ORDER BY octet_length(e.names), e.id) AS place
          FROM search_entry e
         WHERE e.tenant_id = here AND e.names LIKE '%' || phrase || '%' AND e.permission = ANY (permissions)) r
       WHERE r.place <= most;
  END IF;
  IF NOT FOUND AND cardinality(long_words) > 0 THEN
    -- The longest word is looked up; the others are compared in what it finds.
    PERFORM set_config('pg_trgm.word_similarity_threshold', alike::text, true);
    RETURN QUERY
      SELECT r.kind, r.id, r.place::integer FROM (
        SELECT e.kind, e.id, row_number() OVER (PARTITION BY e.kind ORDER BY w.likeness DESC, octet_length(e.names), e.id) AS place
          FROM search_entry e CROSS JOIN LATERAL (
               SELECT min(likeness) AS least, avg(likeness) AS likeness FROM (
                 SELECT word_similarity(word, e.names) AS likeness FROM unnest(long_words) AS word OFFSET 0) each) w
         WHERE e.tenant_id = here AND long_words[1] <% e.names AND e.permission = ANY (permissions) AND w.least >= alike) r
       WHERE r.place <= most;
  END IF;
END $$;

-- People are entries of each tenant that they may enter. The triggers see to it wherever an account or a membership
-- changes, in the same transaction; an account is above the tenants, so the function sets scope and tenant itself.
CREATE FUNCTION rise_search_person(person uuid, of_tenant uuid) RETURNS void
  LANGUAGE plpgsql
AS $$
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
     AND cardinality(a.roles) > 0 AND a.first_name || a.last_name || a.email <> '';
  PERFORM set_config('rise.scope', coalesce(scope, ''), true), set_config('rise.tenant', coalesce(tenant, ''), true);
END $$;

CREATE FUNCTION rise_search_account() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM rise_search_person(NEW.id, u.tenant_id) FROM tenant_user u WHERE u.account_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER account_search AFTER UPDATE ON account FOR EACH ROW
  WHEN ((OLD.email, OLD.first_name, OLD.last_name, OLD.roles, OLD.disabled_at) IS DISTINCT FROM
        (NEW.email, NEW.first_name, NEW.last_name, NEW.roles, NEW.disabled_at))
  EXECUTE FUNCTION rise_search_account();

CREATE FUNCTION rise_search_membership() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM rise_search_person(OLD.account_id, OLD.tenant_id);
  ELSE
    PERFORM rise_search_person(NEW.account_id, NEW.tenant_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tenant_user_search AFTER INSERT OR DELETE ON tenant_user FOR EACH ROW
  EXECUTE FUNCTION rise_search_membership();
CREATE TRIGGER tenant_user_search_again AFTER UPDATE ON tenant_user FOR EACH ROW
  WHEN (OLD.disabled_at IS DISTINCT FROM NEW.disabled_at)
  EXECUTE FUNCTION rise_search_membership();

GRANT SELECT, INSERT, UPDATE, DELETE ON search_entry, search_edition TO rise_app;
REVOKE EXECUTE ON FUNCTION rise_search(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rise_search(text, text[], integer) TO rise_app;

-- Those who are here already.
SELECT set_config('rise.scope', 'global', true);
SELECT rise_search_person(account_id, tenant_id) FROM tenant_user;
