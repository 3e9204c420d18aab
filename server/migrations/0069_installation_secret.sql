-- Recognizes SESSION_SECRET without revealing it: servers with different ones would not read each other's sessions,
-- nor what the other has sealed. Null until the first server starts.
ALTER TABLE installation ADD COLUMN secret_fingerprint text CHECK (length(secret_fingerprint) BETWEEN 1 AND 100);
