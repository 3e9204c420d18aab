-- Tokens that people create themselves, and from where sessions are used.

-- The only permissions that a token may use; null for no such choice.
ALTER TABLE api_token ADD COLUMN permissions text[];
CREATE INDEX api_token_account ON api_token (account_id);

-- Of the last use that was recorded; null for sessions from before.
ALTER TABLE session ADD COLUMN address text;
