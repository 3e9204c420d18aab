-- Documents of a tenant that the assistant answers from, and their passages.

CREATE TABLE knowledge_document (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN ('markdown', 'text')),
  bytes integer NOT NULL CHECK (bytes > 0),
  -- Who may read it and get answers from it.
  permission text NOT NULL CHECK (permission IN ('assistant.use', 'tenant.administer')),
  -- Email address; null: the server itself.
  author text,
  uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name)
);

CREATE TABLE knowledge_passage (
  tenant_id uuid NOT NULL,
  document_id uuid NOT NULL,
  -- From 0, in the order of the document.
  place integer NOT NULL CHECK (place >= 0),
  -- The headings above it, outermost first, with what stands between them in menus; empty where there is none.
  heading text NOT NULL,
  text text NOT NULL CHECK (text <> ''),
  terms tsvector NOT NULL GENERATED ALWAYS AS (
    setweight(to_tsvector('english', rise_fold(heading)), 'A') || setweight(to_tsvector('simple', rise_fold(heading)), 'A')
    || setweight(to_tsvector('english', rise_fold(text)), 'D') || setweight(to_tsvector('simple', rise_fold(text)), 'D')
  ) STORED,
  PRIMARY KEY (tenant_id, document_id, place),
  FOREIGN KEY (tenant_id, document_id) REFERENCES knowledge_document ON DELETE CASCADE
);
CREATE INDEX knowledge_passage_terms ON knowledge_passage USING gin (terms);
CREATE INDEX knowledge_passage_heading ON knowledge_passage USING gin (rise_fold(heading) gin_trgm_ops);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['knowledge_document', 'knowledge_passage'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_document, knowledge_passage TO rise_app;
