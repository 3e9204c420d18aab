import type { GlobalTx } from '../kernel/database/database.ts';

export interface Use {
  /** Name of the limit. */
  what: string;
  /** A keyed hash of whose use it is. */
  who: Buffer;
}

/** Until the transaction ends, no other one counts uses of this caller. */
export async function lockUses(tx: GlobalTx, { what, who }: Use): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('rise.limit ' || ${what} || encode(${who}, 'hex'), 0))`;
}

/** Deletes all callers' uses that no longer count. */
export async function deleteExpiredUses(tx: GlobalTx, what: string, seconds: number): Promise<void> {
  await tx.run`DELETE FROM limited_use WHERE what = ${what} AND at <= now() - make_interval(secs => ${seconds})`;
}

/** How many of a caller's uses count now, and in how many seconds the oldest of them expires. */
export async function countUses(
  tx: GlobalTx,
  { what, who }: Use,
  seconds: number,
): Promise<{ count: number; freeIn: number }> {
  const row = await tx.first<{ count: number; freeIn: number }>`
    SELECT count(*) AS count, coalesce(ceil(extract(epoch FROM min(at) + make_interval(secs => ${seconds}) - now())), 0)::float8 AS "freeIn"
    FROM limited_use WHERE what = ${what} AND who = ${who} AND at > now() - make_interval(secs => ${seconds})`;
  return row!;
}

export async function insertUse(tx: GlobalTx, { what, who }: Use): Promise<void> {
  await tx.run`INSERT INTO limited_use (what, who) VALUES (${what}, ${who})`;
}

export async function deleteUses(tx: GlobalTx, { what, who }: Use): Promise<void> {
  await tx.run`DELETE FROM limited_use WHERE what = ${what} AND who = ${who}`;
}
