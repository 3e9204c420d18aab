-- Confluence spaces that the assistant answers from: where they are, who may read what there, and each run that reads them.

CREATE TABLE knowledge_source (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  kind text NOT NULL CHECK (kind IN ('cloud', 'data-center')),
  -- Without a slash at its end.
  url text NOT NULL CHECK (url LIKE 'https://%'),
  -- The account of an API token; null for a personal access token.
  email text,
  -- Sealed for the source's id.
  token bytea NOT NULL,
  -- Groups of Confluence, in lower case, of which everyone in the tenant counts as a member.
  common_groups text[] NOT NULL DEFAULT '{}',
  next_run_at timestamptz NOT NULL DEFAULT now(),
  -- When the last complete pass that succeeded began: who may read was right then.
  complete_at timestamptz,
  created_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX knowledge_source_name ON knowledge_source (tenant_id, lower(name));
CREATE INDEX knowledge_source_due ON knowledge_source (next_run_at);

CREATE TABLE knowledge_space (
  tenant_id uuid NOT NULL,
  source_id uuid NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  name text NOT NULL,
  -- Who may read it, as far as it is known: anyone, email addresses and groups in lower case.
  is_public boolean NOT NULL DEFAULT false,
  readers text[] NOT NULL DEFAULT '{}',
  reader_groups text[] NOT NULL DEFAULT '{}',
  -- Changes until then have been read; null before the first complete pass.
  read_to timestamptz,
  PRIMARY KEY (tenant_id, source_id, key),
  FOREIGN KEY (tenant_id, source_id) REFERENCES knowledge_source ON DELETE CASCADE
);

-- Pages, and folders above pages.
CREATE TABLE knowledge_page (
  tenant_id uuid NOT NULL,
  source_id uuid NOT NULL,
  -- Confluence's.
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 64),
  space_key text NOT NULL,
  -- All that are above it.
  ancestors text[] NOT NULL,
  -- Of the page's own restriction. 'unknown' closes it and all beneath it.
  restriction text NOT NULL CHECK (restriction IN ('none', 'listed', 'unknown')),
  readers text[] NOT NULL DEFAULT '{}',
  reader_groups text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (tenant_id, source_id, id),
  FOREIGN KEY (tenant_id, source_id, space_key) REFERENCES knowledge_space ON DELETE CASCADE
);
CREATE INDEX knowledge_page_space ON knowledge_page (tenant_id, source_id, space_key);

-- Documents of pages and their attachments. One without passages has no text that can be read; its version says that it
-- was read.
ALTER TABLE knowledge_document
  ADD COLUMN source_id uuid,
  ADD COLUMN page_id text,
  ADD COLUMN attachment_id text,
  ADD COLUMN url text CHECK (url LIKE 'https://%'),
  ADD COLUMN version integer,
  DROP CONSTRAINT knowledge_document_kind_check,
  ADD CONSTRAINT knowledge_document_kind_check CHECK (kind IN ('markdown', 'text', 'pdf', 'page')),
  DROP CONSTRAINT knowledge_document_tenant_id_name_key,
  ADD CONSTRAINT knowledge_document_origin CHECK (
    num_nonnulls(source_id, page_id, url, version) IN (0, 4)
    AND (attachment_id IS NULL OR source_id IS NOT NULL) AND (kind <> 'page' OR source_id IS NOT NULL)),
  ADD FOREIGN KEY (tenant_id, source_id, page_id) REFERENCES knowledge_page ON DELETE CASCADE;
CREATE UNIQUE INDEX knowledge_document_name ON knowledge_document (tenant_id, name) WHERE source_id IS NULL;
CREATE UNIQUE INDEX knowledge_document_remote
  ON knowledge_document (tenant_id, source_id, page_id, coalesce(attachment_id, '')) WHERE source_id IS NOT NULL;

CREATE TABLE knowledge_run (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  source_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done', 'failed', 'canceled')),
  -- Whether it reads all ids and restrictions, not only what changed.
  is_complete boolean NOT NULL,
  -- Email address; null: the schedule.
  started_by text,
  -- A person has canceled it, and it ends at its next step.
  is_canceled boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Pages, of those that are known so far.
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  -- Documents.
  added integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  removed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  -- The first of them, with reasons.
  skips jsonb NOT NULL DEFAULT '[]',
  failure text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, source_id) REFERENCES knowledge_source ON DELETE CASCADE
);
CREATE UNIQUE INDEX knowledge_run_active ON knowledge_run (tenant_id, source_id) WHERE status IN ('waiting', 'running');
CREATE INDEX knowledge_run_newest ON knowledge_run (tenant_id, source_id, created_at DESC, id DESC);

-- Whether a page may be read by a person with this email address and these groups, both in lower case: its space, each
-- page above it and its own restriction have to allow it. What is not known is closed, and so is all of a source whose
-- restrictions could not be read for three days.
CREATE FUNCTION rise_page_is_open(of_tenant uuid, of_source uuid, of_page text, address text, groups text[])
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT EXISTS (
    SELECT FROM knowledge_page p
      JOIN knowledge_space s ON s.tenant_id = of_tenant AND s.source_id = of_source AND s.key = p.space_key
      JOIN knowledge_source o ON o.tenant_id = of_tenant AND o.id = of_source
     WHERE p.tenant_id = of_tenant AND p.source_id = of_source AND p.id = of_page
       AND coalesce(o.complete_at, o.created_at) > now() - interval '3 days'
       AND (s.is_public OR coalesce(address = ANY (s.readers), false) OR (groups || o.common_groups) && s.reader_groups)
       AND NOT EXISTS (
         SELECT FROM unnest(p.ancestors || p.id) AS step (id)
           LEFT JOIN knowledge_page a ON a.tenant_id = of_tenant AND a.source_id = of_source AND a.id = step.id
          WHERE a.id IS NULL OR a.restriction = 'unknown'
             OR (a.restriction = 'listed' AND NOT coalesce(address = ANY (a.readers), false)
                 AND NOT (groups || o.common_groups) && a.reader_groups)));
END;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['knowledge_source', 'knowledge_space', 'knowledge_page', 'knowledge_run'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rise_app', name);
  END LOOP;
  -- The server looks for those of all tenants that are due.
  CREATE POLICY knowledge_source_global ON knowledge_source FOR SELECT USING (rise_is_global());
END $$;
