-- Reports are edited as one draft that all editors share, and published as versions. What is read is the report's own
-- document, which is that of its version; before the first one it is the draft's.

-- Of its published version; 0: none yet.
ALTER TABLE report ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version >= 0);
-- Of the last change of any of its drafts, so that a revision never means two documents.
ALTER TABLE report ADD COLUMN draft_revision integer NOT NULL DEFAULT 0;

CREATE TABLE report_version (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  report_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  document jsonb NOT NULL,
  -- How it differs from the version before; null for the first one.
  changes jsonb,
  note text NOT NULL CHECK (length(note) <= 500),
  -- Email address of the account when it was published; null for the server itself.
  author text,
  published_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, report_id, number),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report ON DELETE CASCADE
);

CREATE TABLE report_draft (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  report_id uuid NOT NULL,
  document jsonb NOT NULL,
  revision integer NOT NULL,
  PRIMARY KEY (tenant_id, report_id),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report ON DELETE CASCADE
);

CREATE TABLE report_change (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  report_id uuid NOT NULL,
  -- Chosen by the client, which may send a change again.
  id uuid NOT NULL,
  account_id uuid REFERENCES account ON DELETE SET NULL,
  author text,
  -- Of what is dropped, the effect stays as it is, and the person can neither undo nor redo it.
  state text NOT NULL CHECK (state IN ('done', 'undone', 'dropped')),
  -- The draft's, when the change was last done or undone.
  revision integer NOT NULL,
  -- What does it, and what undoes it: each the exact inverse of the other when that was last applied.
  operations jsonb NOT NULL,
  inverse jsonb NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, report_id, id),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report_draft ON DELETE CASCADE
);
CREATE INDEX report_change_account ON report_change (account_id);
CREATE INDEX report_change_revision ON report_change (tenant_id, report_id, revision);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['report_version', 'report_draft', 'report_change'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT ON report_version TO rise_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON report_draft TO rise_app;
GRANT SELECT, INSERT, UPDATE ON report_change TO rise_app;

-- What is there is a first version. The table's owner, whom no policy lets in, reads and writes those of everybody.
ALTER TABLE report NO FORCE ROW LEVEL SECURITY;
ALTER TABLE report_version NO FORCE ROW LEVEL SECURITY;
INSERT INTO report_version (tenant_id, report_id, number, document, note, published_at)
SELECT tenant_id, id, 1, document, '', updated_at FROM report;
ALTER TABLE report FORCE ROW LEVEL SECURITY;
ALTER TABLE report_version FORCE ROW LEVEL SECURITY;
