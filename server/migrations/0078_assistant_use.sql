-- What the assistant used, by question, and how much of a language model a tenant may use in a month.

CREATE TABLE assistant_use (
  tenant_id uuid NOT NULL REFERENCES tenant ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Null: the person's account was deleted.
  account_id uuid REFERENCES account ON DELETE SET NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- While an answer is being written, the most that it may take. Null: no language model was used.
  input_tokens integer CHECK (input_tokens >= 0),
  output_tokens integer CHECK (output_tokens >= 0),
  -- In millionths of a US dollar.
  cost_micros bigint NOT NULL DEFAULT 0 CHECK (cost_micros >= 0),
  PRIMARY KEY (tenant_id, id),
  CHECK ((input_tokens IS NULL) = (output_tokens IS NULL))
);
CREATE INDEX assistant_use_time ON assistant_use (tenant_id, asked_at);
CREATE INDEX assistant_use_account ON assistant_use (account_id);

ALTER TABLE assistant_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE assistant_use FORCE ROW LEVEL SECURITY;
CREATE POLICY assistant_use_tenant ON assistant_use USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant());
GRANT SELECT, INSERT, UPDATE, DELETE ON assistant_use TO rise_app;

-- Of a calendar month in UTC; null: no limit.
ALTER TABLE tenant
  ADD COLUMN assistant_tokens integer CHECK (assistant_tokens BETWEEN 1 AND 2000000000),
  -- In US dollars.
  ADD COLUMN assistant_cost integer CHECK (assistant_cost BETWEEN 1 AND 1000000);
