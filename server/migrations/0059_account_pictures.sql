-- Pictures that people upload of themselves.

CREATE TABLE account_picture (
  account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  media_type text NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg')),
  bytes bytea NOT NULL
);
-- Compressed already.
ALTER TABLE account_picture ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE account_picture ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_picture FORCE ROW LEVEL SECURITY;
CREATE POLICY account_picture_global ON account_picture USING (rise_is_global()) WITH CHECK (rise_is_global());
GRANT SELECT, INSERT, UPDATE, DELETE ON account_picture TO rise_app;

-- The start of the SHA-256 of the uploaded picture: it is in the picture's address, which therefore changes with it.
ALTER TABLE account ADD COLUMN picture text CHECK (picture ~ '^[0-9a-f]{16}$');
-- What avatars show: the uploaded picture, or the provider's.
ALTER TABLE account ADD COLUMN shown_picture text GENERATED ALWAYS AS (
  CASE WHEN picture IS NULL THEN avatar ELSE '/api/v1/people/' || id::text || '/picture?v=' || picture END
) STORED;
