-- Direct messages between people of one tenant; messages to the operators; and mail on its way out.

-- Whether its people may write to each other; null leaves it to the installation.
ALTER TABLE tenant ADD COLUMN chat_enabled boolean;

-- A chat is a pair of accounts. They are not foreign keys: what was written stays readable for the one when the other
-- leaves the tenant, or is removed altogether.
CREATE TABLE chat (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  lower_account_id uuid NOT NULL,
  upper_account_id uuid NOT NULL,
  last_message text NOT NULL,
  last_message_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, lower_account_id, upper_account_id),
  CHECK (lower_account_id < upper_account_id)
);

-- What each of the two has of the chat for themselves.
CREATE TABLE chat_person (
  tenant_id uuid NOT NULL,
  account_id uuid NOT NULL,
  chat_id uuid NOT NULL,
  -- Their name when the chat began, for when there is no account any more to ask.
  name text NOT NULL,
  unread_count integer NOT NULL DEFAULT 0 CHECK (unread_count >= 0),
  muted boolean NOT NULL DEFAULT false,
  last_read_at timestamptz,
  PRIMARY KEY (tenant_id, account_id, chat_id),
  FOREIGN KEY (tenant_id, chat_id) REFERENCES chat ON DELETE CASCADE
);
CREATE INDEX chat_person_chat ON chat_person (tenant_id, chat_id);

CREATE TABLE chat_message (
  tenant_id uuid NOT NULL,
  -- Made by the sender, so that a message that is sent again is known.
  id uuid NOT NULL,
  chat_id uuid NOT NULL,
  -- In the order of writing: writers of one chat wait for each other.
  number bigint GENERATED ALWAYS AS IDENTITY,
  author_id uuid NOT NULL,
  value text NOT NULL CHECK (length(value) BETWEEN 1 AND 4000),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, chat_id) REFERENCES chat ON DELETE CASCADE
);
CREATE UNIQUE INDEX chat_message_order ON chat_message (tenant_id, chat_id, number);

CREATE TABLE contact_message (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Null for a visitor.
  account_id uuid REFERENCES account ON DELETE SET NULL,
  tenant_id uuid REFERENCES tenant ON DELETE CASCADE,
  name text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  language text NOT NULL,
  request_id text NOT NULL,
  -- Whether mail was configured when it came: what is not mailed is only here.
  mailed boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX contact_message_account ON contact_message (account_id);
CREATE INDEX contact_message_tenant ON contact_message (tenant_id);

-- Mail that a transaction decided to send, written in that transaction.
CREATE TABLE mail_outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- What it is and what it is about: each is written once, whoever asks for it again.
  kind text NOT NULL,
  slot text NOT NULL,
  -- Kept through all attempts, so that a receiver knows a second copy for the same mail.
  message_id text NOT NULL UNIQUE,
  recipient text NOT NULL,
  -- Address and name to answer to.
  reply_to jsonb,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  sent_at timestamptz,
  -- Given up: refused for good, or tried for too long.
  failed_at timestamptz,
  UNIQUE (kind, slot)
);
CREATE INDEX mail_outbox_due ON mail_outbox (next_attempt_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX mail_outbox_recipient ON mail_outbox (kind, lower(recipient), created_at);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['chat', 'chat_person', 'chat_message', 'contact_message', 'mail_outbox'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['chat', 'chat_person', 'chat_message'] LOOP
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['contact_message', 'mail_outbox'] LOOP
    EXECUTE format('CREATE POLICY %I ON %I USING (rise_is_global()) WITH CHECK (rise_is_global())', name || '_global', name);
  END LOOP;
END $$;

GRANT SELECT, INSERT, UPDATE, DELETE ON chat, chat_person, chat_message, contact_message, mail_outbox TO rise_app;
