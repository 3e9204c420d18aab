-- What a tenant's plan includes; null: no limit of its own.

ALTER TABLE tenant
  ADD COLUMN user_limit integer CHECK (user_limit BETWEEN 1 AND 1000000),
  ADD COLUMN storage_limit_mb integer CHECK (storage_limit_mb > 0),
  -- The part of each server's concurrent queries that it may have, in percent.
  ADD COLUMN query_percent smallint CHECK (query_percent BETWEEN 1 AND 100);

-- Members that are not disabled. Each new one waits here for others, so that none is beyond the limit.
CREATE FUNCTION rise_seats_left(here uuid) RETURNS integer
  LANGUAGE plpgsql AS $$
DECLARE
  most integer;
BEGIN
  SELECT user_limit INTO most FROM tenant WHERE id = here;
  IF most IS NULL THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('seats ' || here, 0));
  RETURN most - (SELECT count(*) FROM tenant_user WHERE tenant_id = here AND disabled_at IS NULL);
END $$;

-- The last barrier: each way to become a member asks before, and says why it is refused.
CREATE FUNCTION rise_refuse_beyond_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF rise_seats_left(NEW.tenant_id) < 0 THEN
    RAISE EXCEPTION 'The tenant has no seat left' USING ERRCODE = 'RS001';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tenant_user_seat AFTER INSERT ON tenant_user
  FOR EACH ROW WHEN (NEW.disabled_at IS NULL) EXECUTE FUNCTION rise_refuse_beyond_seats();
CREATE TRIGGER tenant_user_seat_again AFTER UPDATE ON tenant_user
  FOR EACH ROW WHEN (OLD.disabled_at IS NOT NULL AND NEW.disabled_at IS NULL) EXECUTE FUNCTION rise_refuse_beyond_seats();
