-- A report has pages of rows of tiles. What was one list of tiles becomes one page: a row holds as many as fit into its
-- twelve columns. A table's dimension becomes the first of several.
CREATE FUNCTION pg_temp.rise_report_pages(document jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  tile jsonb;
  width integer;
  used integer := 0;
  tiles jsonb := '[]';
  result jsonb := '[]';
BEGIN
  FOR tile IN SELECT value FROM jsonb_array_elements(document->'tiles') LOOP
    width := coalesce((tile->>'width')::integer, 12);
    IF tile->>'kind' = 'table' THEN
      tile := (tile - 'dimension') || jsonb_build_object('dimensions', jsonb_build_array(tile->'dimension'),
        'of', 'peers', 'subtotals', false);
    END IF;
    IF used + width > 12 THEN
      result := result || jsonb_build_object('id', 'row-' || jsonb_array_length(result) + 1, 'tiles', tiles);
      tiles := '[]';
      used := 0;
    END IF;
    tiles := tiles || tile;
    used := used + width;
  END LOOP;
  IF used > 0 THEN
    result := result || jsonb_build_object('id', 'row-' || jsonb_array_length(result) + 1, 'tiles', tiles);
  END IF;
  RETURN (document - 'tiles') || jsonb_build_object('pages', jsonb_build_array(
    jsonb_build_object('id', 'page-1', 'title', document->'title', 'rows', result)));
END $$;

-- The table's owner, whom no policy lets in, changes those of everybody.
ALTER TABLE report NO FORCE ROW LEVEL SECURITY;
UPDATE report SET document = pg_temp.rise_report_pages(document) WHERE document ? 'tiles';
ALTER TABLE report FORCE ROW LEVEL SECURITY;
DROP FUNCTION pg_temp.rise_report_pages(jsonb);
