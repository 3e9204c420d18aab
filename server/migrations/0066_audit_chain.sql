-- The audit trail as evidence: who acted through what and from where, records that outlive their tenant, and a chain of
-- links that seals them.

SELECT set_config('rise.scope', 'global', true);

ALTER TABLE audit_record
  -- Records of a deleted tenant stay.
  DROP CONSTRAINT audit_record_tenant_id_fkey,
  -- The time of the event, not of its transaction.
  ALTER COLUMN at SET DEFAULT clock_timestamp(),
  -- Whose chain it belongs to: the tenant's, or the one above the tenants.
  ADD COLUMN chain uuid NOT NULL GENERATED ALWAYS AS (coalesce(tenant_id, '00000000-0000-0000-0000-000000000000')) STORED,
  -- How the actor was recognized. 'unknown': recorded before this was.
  ADD COLUMN via text NOT NULL DEFAULT 'unknown'
    CHECK (via IN ('session', 'support', 'token', 'provider', 'embed', 'anonymous', 'command', 'system', 'unknown')),
  -- The account with whose rights the actor looked at data.
  ADD COLUMN viewed_as uuid,
  ADD COLUMN address text CHECK (length(address) <= 100),
  -- Tells the sealing job which records no running transaction can still add to.
  ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id();
ALTER TABLE audit_record ALTER COLUMN via SET DEFAULT 'system';
DROP INDEX audit_record_tenant;
CREATE INDEX audit_record_chain ON audit_record (chain, id);
CREATE INDEX audit_record_time ON audit_record (chain, at);
CREATE INDEX audit_record_person ON audit_record (chain, account_id, id);
CREATE INDEX audit_record_xid ON audit_record (xid, id);

-- The application states what happened; when, and in which order, the database says.
REVOKE INSERT ON audit_record FROM rise_app;
GRANT INSERT (tenant_id, account_id, action, outcome, target, request_id, details, via, viewed_as, address)
  ON audit_record TO rise_app;

-- One link of a chain seals a block of records: its hash is over the hash of the link before and the records' own.
CREATE TABLE audit_link (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id uuid,
  chain uuid NOT NULL GENERATED ALWAYS AS (coalesce(tenant_id, '00000000-0000-0000-0000-000000000000')) STORED,
  n bigint NOT NULL CHECK (n > 0),
  -- Links that were sealed in one transaction.
  round bigint NOT NULL,
  -- The sealed records, ascending.
  ids bigint[] NOT NULL CHECK (cardinality(ids) > 0),
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- The last record of the block in the order of transactions: where the next round continues.
  last_xid xid8 NOT NULL,
  last_id bigint NOT NULL,
  root bytea NOT NULL CHECK (length(root) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  sealed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Set when the records' time to be kept was over; the link stays.
  dropped_at timestamptz,
  UNIQUE (chain, n)
);
CREATE INDEX audit_link_round ON audit_link (round);
CREATE INDEX audit_link_ids ON audit_link (chain, (ids[cardinality(ids)]));
CREATE INDEX audit_link_age ON audit_link (last_at) WHERE dropped_at IS NULL;

-- What checks of the chains found.
CREATE TABLE audit_verification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id uuid,
  chain uuid NOT NULL GENERATED ALWAYS AS (coalesce(tenant_id, '00000000-0000-0000-0000-000000000000')) STORED,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  links bigint NOT NULL,
  records bigint NOT NULL,
  -- The first link that is broken, and how; null where the chain is whole.
  broken_link bigint,
  problem text
);
CREATE INDEX audit_verification_chain ON audit_verification (chain, id);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['audit_link', 'audit_verification'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (rise_is_global()) WITH CHECK (rise_is_global())', name || '_global', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = rise_tenant()) WITH CHECK (tenant_id = rise_tenant())', name || '_tenant', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT ON audit_link, audit_verification TO rise_app;

-- Deletes the records of whole blocks that are older than so many days, and marks their links; returns how many records.
-- The only way to delete any: the application itself may not, and nothing younger than 90 days goes.
CREATE FUNCTION rise_drop_audit_blocks(keep_days integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  found_ids bigint[];
  total integer;
BEGIN
  IF keep_days IS NULL OR keep_days < 90 THEN
    RAISE EXCEPTION 'records of the audit trail are kept for 90 days at least';
  END IF;
  WITH due AS (
    SELECT id FROM audit_link WHERE dropped_at IS NULL AND last_at < now() - make_interval(days => keep_days)
     ORDER BY last_at LIMIT 200),
  dropped AS (
    UPDATE audit_link l SET dropped_at = clock_timestamp() FROM due WHERE l.id = due.id RETURNING l.ids)
  SELECT array_agg(one) INTO found_ids FROM dropped, unnest(dropped.ids) AS one;
  DELETE FROM audit_record WHERE id = ANY (found_ids);
  GET DIAGNOSTICS total = ROW_COUNT;
  RETURN total;
END $$;
REVOKE ALL ON FUNCTION rise_drop_audit_blocks(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rise_drop_audit_blocks(integer) TO rise_app;
