-- Where a version's rows are: its own file and those of earlier loads, which it shares. A restored version has the file
-- of another one. Without segments, all tables are in the version's own file, as before.
ALTER TABLE warehouse_version
  ADD COLUMN file text,
  ADD COLUMN restored_from integer,
  ADD COLUMN segments jsonb NOT NULL DEFAULT '{}';
