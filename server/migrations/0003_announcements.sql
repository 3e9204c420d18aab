-- Live events, announcements, and alerts about source codes that nobody has labelled.

-- What people's open pages are told to look at again: written in the transaction that changes the thing, delivered
-- by every server process to its own streams, kept for a while for those who come back after a lost connection.
CREATE TABLE event (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Given at commit, in the order of commits: whoever has read up to one number has missed none below it.
  number bigint UNIQUE,
  at timestamptz NOT NULL DEFAULT now(),
  -- Whom it is for: each that is set must be the reader's own. With none set it is for everybody.
  tenant_id uuid REFERENCES tenant ON DELETE CASCADE,
  account_id uuid,
  session_id uuid,
  kind text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX event_at ON event (at);
CREATE SEQUENCE event_number;

CREATE FUNCTION rise_number_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Held until the transaction is visible to others, so that no smaller number can appear after a greater one.
  PERFORM pg_advisory_xact_lock(hashtextextended('rise.event', 0));
  UPDATE event SET number = nextval('event_number') WHERE key = NEW.key;
  PERFORM pg_notify('rise_event', '');
  RETURN NULL;
END $$;
-- Deferred: the lock is taken when nothing but the commit is left to do, so that nobody waits for work, or in a circle.
CREATE CONSTRAINT TRIGGER event_numbered AFTER INSERT ON event
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rise_number_event();

CREATE TABLE announcement (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  content text CHECK (length(content) BETWEEN 1 AND 4000),
  link_uri text,
  link_text text,
  -- Visible from the first moment until before the second; without a second, until it is withdrawn.
  start_date timestamptz NOT NULL,
  end_date timestamptz,
  -- Null: for the people of every tenant, and for those above the tenants.
  tenants uuid[],
  -- Whether the streams were last told that it is visible. Compared with the dates, it says what is still to be told.
  shown boolean NOT NULL DEFAULT false,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (start_date <= end_date),
  CHECK ((link_uri IS NULL) = (link_text IS NULL))
);
CREATE INDEX announcement_start ON announcement (start_date);

CREATE TABLE announcement_read (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  announcement_id uuid NOT NULL REFERENCES announcement ON DELETE CASCADE,
  read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, announcement_id)
);
CREATE INDEX announcement_read_announcement ON announcement_read (announcement_id);

CREATE TABLE alert (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  -- What there is to configure: the dimension whose codes lack labels.
  configurator_type text NOT NULL,
  -- Distinct codes of the current version for which the newest model has no label.
  unmapped_count integer NOT NULL CHECK (unmapped_count > 0),
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, configurator_type)
);

-- By dataset, the dimensions with codes that the newest model does not label: figures that use them say how many rows.
ALTER TABLE warehouse_version ADD COLUMN unlabelled jsonb NOT NULL DEFAULT '{}';

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['event', 'announcement', 'announcement_read', 'alert'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['event', 'announcement', 'announcement_read'] LOOP
    EXECUTE format('CREATE POLICY %I ON %I USING (rise_is_global()) WITH CHECK (rise_is_global())', name || '_global', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['event', 'alert'] LOOP
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;

GRANT SELECT, INSERT, UPDATE, DELETE ON event, announcement, announcement_read, alert TO rise_app;
GRANT USAGE ON SEQUENCE event_number TO rise_app;
GRANT EXECUTE ON FUNCTION rise_number_event() TO rise_app;
