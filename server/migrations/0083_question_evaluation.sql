-- Questions with what they should be understood as, and the results of runs over them.

CREATE TABLE evaluation_question (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 500),
  language text NOT NULL CHECK (language IN ('en', 'tr')),
  -- A semantic query, and what it is of in words; null: nothing in the data answers the question.
  expected jsonb CHECK (pg_column_size(expected) <= 65536),
  expected_title text CHECK ((expected_title IS NULL) = (expected IS NULL)),
  -- Email address; null: not known.
  author text,
  saved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, language, text)
);

CREATE TABLE evaluation_run (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL,
  question_set text NOT NULL CHECK (question_set IN ('own', 'shipped')),
  mode text NOT NULL CHECK (mode IN ('rules', 'model')),
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'canceled', 'failed')),
  failure text CHECK (failure IN ('budget', 'model', 'data', 'stopped')),
  total integer NOT NULL CHECK (total >= 0),
  -- Of each question so far how it was understood and graded, in their order.
  results jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(results) = 'array'),
  author text,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  renewed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((status = 'running') = (ended_at IS NULL))
);
-- One at a time in a tenant.
CREATE UNIQUE INDEX evaluation_run_running ON evaluation_run (tenant_id) WHERE status = 'running';

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['evaluation_question', 'evaluation_run'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON evaluation_question, evaluation_run TO rise_app;
