-- What belongs to one person: messages, notifications and shortcuts inside a tenant; status and appearance everywhere.

CREATE TABLE inbox_item (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('message', 'notification')),
  -- A string in the writer's own words, or {en, tr} from the portal itself, told in the reader's language.
  title jsonb NOT NULL,
  description jsonb NOT NULL,
  icon text,
  image text,
  link text,
  use_router boolean NOT NULL DEFAULT false,
  time timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Tells items of the same time apart: the later one is the newer one.
  number bigint GENERATED ALWAYS AS IDENTITY,
  read boolean NOT NULL DEFAULT false,
  seen boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, account_id, id),
  CHECK (NOT use_router OR link LIKE '/%')
);
CREATE INDEX inbox_item_newest ON inbox_item (tenant_id, account_id, kind, time DESC, number DESC);

CREATE TABLE shortcut (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  label text NOT NULL,
  description text NOT NULL,
  icon text NOT NULL,
  link text NOT NULL,
  use_router boolean NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (tenant_id, account_id, id),
  CHECK (NOT use_router OR link LIKE '/%')
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['inbox_item', 'shortcut'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON inbox_item, shortcut TO rise_app;

ALTER TABLE account
  ADD COLUMN status text NOT NULL DEFAULT 'online' CHECK (status IN ('online', 'away', 'busy', 'invisible')),
  -- The person's own choices; null where they made none and the installation's default counts.
  ADD COLUMN scheme text,
  ADD COLUMN theme text,
  ADD COLUMN layout text,
  ADD COLUMN language text;
