-- Conversations with the assistant: each is one person's own, inside one tenant.

CREATE TABLE assistant_chat (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, account_id, id)
);

CREATE TABLE assistant_message (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  chat_id uuid NOT NULL,
  -- From 0, one more for each message.
  place integer NOT NULL CHECK (place >= 0),
  role text NOT NULL CHECK (role IN ('user', 'assistant')),
  content text NOT NULL CHECK (length(content) BETWEEN 1 AND 6000),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, account_id, chat_id, place),
  FOREIGN KEY (tenant_id, account_id, chat_id) REFERENCES assistant_chat ON DELETE CASCADE
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['assistant_chat', 'assistant_message'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON assistant_chat, assistant_message TO rise_app;
