-- Announcements in two languages, as a tree of allowed nodes, for chosen roles, and as drafts.

DROP POLICY announcement_tenant ON announcement;
ALTER TABLE announcement
  DROP CONSTRAINT announcement_title_check,
  DROP CONSTRAINT announcement_content_check,
  ALTER COLUMN title TYPE jsonb USING jsonb_build_object('en', title),
  -- Plain text becomes a paragraph for each of its lines that is not blank.
  ADD COLUMN formatted jsonb NOT NULL DEFAULT '{"en": null, "tr": null}',
  ALTER COLUMN link_text TYPE jsonb USING jsonb_build_object('en', link_text),
  ADD COLUMN is_draft boolean NOT NULL DEFAULT false,
  -- Those who have one of these roles; null: everyone.
  ADD COLUMN roles text[],
  -- Null in a draft: when it is published.
  ALTER COLUMN start_date DROP NOT NULL;

UPDATE announcement SET formatted = jsonb_build_object('tr', NULL, 'en', (
    SELECT jsonb_agg(jsonb_build_object('type', 'paragraph', 'children',
             jsonb_build_array(jsonb_build_object('type', 'text', 'text', btrim(line)))) ORDER BY place)
      FROM regexp_split_to_table(content, '\n') WITH ORDINALITY AS t (line, place) WHERE btrim(line) <> ''))
 WHERE content IS NOT NULL;

ALTER TABLE announcement DROP COLUMN content;
ALTER TABLE announcement RENAME COLUMN formatted TO content;
ALTER TABLE announcement
  ADD CHECK (jsonb_typeof(title->'en') = 'string' AND length(title->>'en') BETWEEN 1 AND 120),
  ADD CHECK (jsonb_typeof(content) = 'object'),
  ADD CHECK (is_draft OR start_date IS NOT NULL);

-- Inside a tenant: what is published for everybody or for it, to be read only.
CREATE POLICY announcement_tenant ON announcement FOR SELECT
  USING (rise_tenant() IS NOT NULL AND NOT is_draft AND (tenants IS NULL OR rise_tenant() = ANY (tenants)));
