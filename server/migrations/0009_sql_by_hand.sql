-- Who may ask in SQL, and what the identity provider says of people that a model's rights may ask for.

-- Who of a tenant may write SQL by hand; null leaves it to the roles: administrators.
ALTER TABLE tenant ADD COLUMN sql_access text CHECK (sql_access IN ('nobody', 'administrators', 'everyone'));

-- Taken over at each sign-in, as roles are. Attributes are lists of texts by name: {"branch": ["north", "south"]}.
ALTER TABLE account
  ADD COLUMN groups text[] NOT NULL DEFAULT '{}',
  ADD COLUMN attributes jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(attributes) = 'object');
