import type { GlobalTx } from '../kernel/database/database.ts';
import type { StoredEvent } from './events.rules.ts';

/** Numbers of the newest event ever and of the oldest that is still stored; null where there is none. */
export async function eventRange(tx: GlobalTx): Promise<{ newest: number; oldest: number | null }> {
  const row = await tx.first<{ newest: number | null; oldest: number | null }>`
    SELECT max(number) AS newest, min(number) AS oldest FROM event`;
  return { newest: row!.newest ?? 0, oldest: row!.oldest };
}

/** Committed events after one number, and up to another (inclusive) where given, in order. */
export function eventsAfter(tx: GlobalTx, after: number, upTo: number | null, limit: number): Promise<StoredEvent[]> {
  return tx.rows<StoredEvent>`
    SELECT number, tenant_id AS "tenantId", account_id AS "accountId", session_id AS "sessionId", kind, data
    FROM event WHERE number > ${after} AND (${upTo}::bigint IS NULL OR number <= ${upTo})
    ORDER BY number LIMIT ${limit}`;
}

/** Removes events that are too old to resume from. The newest stays, since it holds the last number. */
export function pruneEvents(tx: GlobalTx, hours: number): Promise<number> {
  return tx.run`
    DELETE FROM event WHERE at < now() - make_interval(hours => ${hours}::int)
      AND number < (SELECT max(number) FROM event)`;
}
