-- What a token may do of what its owner may; words that the application does not know grant nothing. Existing tokens
-- keep what they could do, those of one tenant inside it.
ALTER TABLE api_token ADD COLUMN scopes text[] NOT NULL DEFAULT '{}';
-- The table's owner, whom no policy lets in, changes those of everybody.
ALTER TABLE api_token NO FORCE ROW LEVEL SECURITY;
UPDATE api_token SET scopes =
  CASE WHEN tenant_id IS NULL THEN '{read,write,administer,global}'::text[] ELSE '{read,write,administer}'::text[] END;
ALTER TABLE api_token FORCE ROW LEVEL SECURITY;

-- Pictures of the identity provider are on its own host, which no page contacts.
ALTER TABLE account NO FORCE ROW LEVEL SECURITY;
UPDATE account SET avatar = NULL WHERE avatar IS NOT NULL;
ALTER TABLE account FORCE ROW LEVEL SECURITY;
