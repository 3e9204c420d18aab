-- For which snapshot dates a version's columns were delivered, as the engine's coverage; null is unknown.
ALTER TABLE warehouse_version ADD COLUMN coverage jsonb;
