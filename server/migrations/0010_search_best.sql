-- Search: a text that finds much, two letters of it, finds as fast as one that finds little.

-- What matches a query, at most `most` of a kind, best first, as before: one of its names is the phrase; begins with
-- it; its names have every beginning; else its texts have what is wanted. Class and length of the names are one number,
-- and only the best of each kind are put in order: ordering all that matches was most of a search's time.
CREATE OR REPLACE FUNCTION rise_search_ranked(here uuid, wanted tsquery, phrase text, beginnings text[], permissions text[], most integer)
  RETURNS TABLE (kind text, id text, place integer)
  LANGUAGE sql STABLE
BEGIN ATOMIC
  WITH found AS MATERIALIZED (
    SELECT e.kind, e.id, octet_length(e.names) +
             CASE WHEN strpos(e.names, E'\n ' || phrase) = 0
                  THEN CASE WHEN e.names LIKE ALL (beginnings) THEN 2::bigint << 32 ELSE 3::bigint << 32 END
                  WHEN strpos(e.names, E'\n ' || phrase || E'\n') = 0 THEN 1::bigint << 32 ELSE 0 END AS rank
      FROM search_entry e
     WHERE e.tenant_id = here AND e.terms @@ wanted AND e.permission = ANY (permissions))
  SELECT k.kind, best.id, (row_number() OVER (PARTITION BY k.kind ORDER BY best.rank, best.id))::integer
    FROM (SELECT DISTINCT f.kind FROM found f) k CROSS JOIN LATERAL (
         SELECT f.id, f.rank FROM found f WHERE f.kind = k.kind ORDER BY f.rank, f.id LIMIT most) best;
END;
