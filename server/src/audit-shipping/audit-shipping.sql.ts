import type { GlobalTx } from '../kernel/database/database.ts';

export type SinkName = 'syslog' | 'http';

/** Marks those that are configured; the others keep their place, and are not shipped to. */
export async function saveSinks(tx: GlobalTx, sinks: readonly { name: SinkName; target: string }[]): Promise<void> {
  await tx.run`UPDATE audit_sink SET active = false WHERE NOT name = ANY (${sinks.map(({ name }) => name)}::text[])`;
  for (const { name, target } of sinks)
    await tx.run`
      INSERT INTO audit_sink (name, target) VALUES (${name}, ${target})
      ON CONFLICT (name) DO UPDATE SET target = excluded.target, active = true`;
}

export async function findCursor(tx: GlobalTx, name: SinkName): Promise<number> {
  const row = await tx.first<{ last: number }>`SELECT last_link AS last FROM audit_sink WHERE name = ${name}`;
  return row?.last ?? 0;
}

export async function saveCursor(tx: GlobalTx, name: SinkName, link: number): Promise<void> {
  await tx.run`
    UPDATE audit_sink SET last_link = ${link}, shipped_at = clock_timestamp(), failing_since = NULL, failure = NULL
     WHERE name = ${name}`;
}

export async function saveFailure(tx: GlobalTx, name: SinkName, failure: string): Promise<void> {
  await tx.run`
    UPDATE audit_sink SET failing_since = coalesce(failing_since, clock_timestamp()), failure = ${failure.slice(0, 200)}
     WHERE name = ${name}`;
}

export interface ShippedLink {
  id: number;
  chain: string;
  n: number;
  hash: Buffer;
  sealedAt: Date;
  records: number;
}

/** The links after one, in the order in which they were sealed: with so many records together, at least one link. */
export function listLinks(tx: GlobalTx, after: number, mostRecords: number): Promise<ShippedLink[]> {
  return tx.rows<ShippedLink>`
    SELECT id, chain, n, hash, sealed_at AS "sealedAt", records FROM (
      SELECT l.id, l.chain, l.n, l.hash, l.sealed_at, cardinality(l.ids) AS records,
             sum(cardinality(l.ids)) OVER (ORDER BY l.id) - cardinality(l.ids) AS before
        FROM (SELECT * FROM audit_link WHERE id > ${after} ORDER BY id LIMIT 200) AS l) AS counted
     WHERE before < ${mostRecords} ORDER BY id`;
}

export interface ShippedRecord {
  link: number;
  id: number;
  at: Date;
  tenant: string | null;
  account: string | null;
  via: string;
  viewedAs: string | null;
  action: string;
  outcome: string;
  target: string | null;
  address: string | null;
  requestId: string | null;
  /** As JSON. */
  details: string;
}

/** The records of links; those past their retention are missing. */
export function listRecords(tx: GlobalTx, links: readonly number[]): Promise<ShippedRecord[]> {
  return tx.rows<ShippedRecord>`
    SELECT l.id AS link, r.id, r.at, r.tenant_id AS tenant, r.account_id AS account, r.via, r.viewed_as AS "viewedAs",
           r.action, r.outcome, r.target, r.address, r.request_id AS "requestId", r.details::text AS details
      FROM audit_link l CROSS JOIN LATERAL unnest(l.ids) AS one JOIN audit_record r ON r.id = one
     WHERE l.id = ANY (${links as number[]}::bigint[]) ORDER BY l.id, r.id`;
}

export interface SinkState {
  name: SinkName;
  target: string;
  /** Age of the oldest link that was not accepted yet; null where all were. */
  lagSeconds: number | null;
  failure: string | null;
}

export function listSinks(tx: GlobalTx): Promise<SinkState[]> {
  return tx.rows<SinkState>`
    SELECT s.name, s.target, s.failure,
           (SELECT extract(epoch FROM clock_timestamp() - l.sealed_at)::integer FROM audit_link l WHERE l.id > s.last_link
             ORDER BY l.id LIMIT 1) AS "lagSeconds"
      FROM audit_sink s WHERE s.active ORDER BY s.name`;
}
