import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';
import type { SealedRecord } from './chain.rules.ts';

/** Of the advisory lock under which links are added. */
const SEALING = 4_818_301_163;

const SEALED_COLUMNS = fragment`
  r.id, r.tenant_id AS "tenantId", (extract(epoch FROM r.at) * 1000000)::bigint::text AS at, r.account_id AS "accountId",
  r.via, r.viewed_as AS "viewedAs", r.action, r.outcome, r.target, r.address, r.request_id AS "requestId",
  encode(sha256(convert_to(r.details::text, 'UTF8')), 'hex') AS details`;

export interface LinkRow {
  n: number;
  chain: string;
  ids: string[];
  root: Buffer;
  hash: Buffer;
  droppedAt: Date | null;
}

/** False while another server seals. */
export async function lockSealing(tx: GlobalTx): Promise<boolean> {
  const row = await tx.first<{ locked: boolean }>`SELECT pg_try_advisory_xact_lock(${SEALING}::bigint) AS locked`;
  return row!.locked;
}

/** Where the last round ended, and up to which transaction nothing can still be added. */
export interface SealingRange {
  round: number;
  markXid: string;
  markId: number;
  /** Transactions before it have ended. */
  end: string;
}

export async function sealingRange(tx: GlobalTx): Promise<SealingRange> {
  const row = await tx.first<SealingRange>`
    SELECT coalesce(m.round, 0) AS round, pg_snapshot_xmin(pg_current_snapshot())::text AS end,
           coalesce(m.last_id, 0) AS "markId",
           -- A restored database counts transactions from another number: then every record is looked at once.
           CASE WHEN m.last_xid < pg_snapshot_xmax(pg_current_snapshot()) THEN m.last_xid ELSE '0'::xid8 END::text AS "markXid"
      FROM (SELECT) AS one LEFT JOIN LATERAL (
        SELECT round, last_xid, last_id FROM audit_link WHERE round = (SELECT max(round) FROM audit_link)
         ORDER BY last_xid DESC, last_id DESC LIMIT 1) m ON true`;
  return { ...row!, markXid: row!.markXid ?? '0' };
}

/** A record that no link seals yet. */
export type UnsealedRecord = SealedRecord & { readonly xid: string; readonly time: Date };

/** Records of ended transactions after the mark, in the order of transactions; those of no link only. */
export function listUnsealed(tx: GlobalTx, range: SealingRange, most: number): Promise<UnsealedRecord[]> {
  return tx.rows<UnsealedRecord>`
    SELECT ${SEALED_COLUMNS}, r.xid::text AS xid, r.at AS time FROM audit_record r
     WHERE (r.xid, r.id) > (${range.markXid}::xid8, ${range.markId}::bigint) AND r.xid < ${range.end}::xid8
       AND NOT EXISTS (SELECT FROM audit_link l
                        WHERE l.chain = r.chain AND l.ids[cardinality(l.ids)] >= r.id AND r.id = ANY (l.ids))
     ORDER BY r.xid, r.id LIMIT ${most}`;
}

export interface HeadRow {
  id: number;
  chain: string;
  n: number;
  hash: Buffer;
  sealedAt: Date;
}

/** The last links of all chains, of those after a link only. */
export function listHeads(tx: GlobalTx, after: number): Promise<HeadRow[]> {
  return tx.rows<HeadRow>`
    SELECT DISTINCT ON (chain) id, chain, n, hash, sealed_at AS "sealedAt" FROM audit_link WHERE id > ${after}
     ORDER BY chain, n DESC`;
}

/** The last link of a chain. */
export function findHead(tx: GlobalTx | TenantTx, chain: string): Promise<HeadRow | null> {
  return tx.first<HeadRow>`
    SELECT id, chain, n, hash, sealed_at AS "sealedAt" FROM audit_link WHERE chain = ${chain} ORDER BY n DESC LIMIT 1`;
}

export interface NewLink {
  readonly tenantId: string | null;
  readonly n: number;
  readonly round: number;
  readonly ids: readonly number[];
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly lastXid: string;
  readonly lastId: number;
  readonly root: Buffer;
  readonly hash: Buffer;
}

export async function insertLink(tx: GlobalTx, link: NewLink): Promise<void> {
  await tx.run`
    INSERT INTO audit_link (tenant_id, n, round, ids, first_at, last_at, last_xid, last_id, root, hash)
    VALUES (${link.tenantId}, ${link.n}, ${link.round}, ${link.ids as number[]}::bigint[], ${link.firstAt}, ${link.lastAt},
      ${link.lastXid}::xid8, ${link.lastId}, ${link.root}, ${link.hash})`;
}

/** All chains with a link or a record. */
/** Those of deleted tenants, by the receipts in the trail of the installation: who writes a false one leaves it there. */
export async function filterDeletedChains(tx: GlobalTx, chains: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ chain: string }>`
    SELECT DISTINCT target AS chain FROM audit_record
     WHERE tenant_id IS NULL AND action = 'tenant.deleted' AND target = ANY (${chains}::text[])`;
  return new Set(rows.map(({ chain }) => chain));
}

export async function listChains(tx: GlobalTx): Promise<string[]> {
  // Looked up chain by chain in the index, not in every record.
  const rows = await tx.rows<{ chain: string }>`
    WITH RECURSIVE found AS (
      (SELECT chain FROM audit_record ORDER BY chain LIMIT 1)
      UNION ALL
      SELECT (SELECT r.chain FROM audit_record r WHERE r.chain > found.chain ORDER BY r.chain LIMIT 1)
        FROM found WHERE found.chain IS NOT NULL)
    SELECT chain FROM found WHERE chain IS NOT NULL
    UNION SELECT DISTINCT chain FROM audit_link WHERE n = 1 ORDER BY chain`;
  return rows.map(({ chain }) => chain);
}

/** Links of a chain after a number, in order. */
export function listLinks(tx: GlobalTx, chain: string, after: number, most: number): Promise<LinkRow[]> {
  return tx.rows<LinkRow>`
    SELECT n, chain, ids, root, hash, dropped_at AS "droppedAt" FROM audit_link
     WHERE chain = ${chain} AND n > ${after} ORDER BY n LIMIT ${most}`;
}

export async function isDropped(tx: GlobalTx, chain: string, n: number): Promise<boolean> {
  const row = await tx.first`
    SELECT FROM audit_link WHERE chain = ${chain} AND n = ${n} AND dropped_at IS NOT NULL`;
  return row !== null;
}

export function listSealed(tx: GlobalTx, ids: readonly number[]): Promise<SealedRecord[]> {
  return tx.rows<SealedRecord>`SELECT ${SEALED_COLUMNS} FROM audit_record r WHERE r.id = ANY (${ids as number[]}::bigint[])`;
}

/** How many records of a chain lie before the mark, beyond those that its links seal. */
export async function countExtra(tx: GlobalTx, chain: string): Promise<number> {
  const row = await tx.first<{ extra: number }>`
    WITH mark AS (
      SELECT last_xid, last_id FROM audit_link WHERE round = (SELECT max(round) FROM audit_link)
       ORDER BY last_xid DESC, last_id DESC LIMIT 1)
    SELECT (SELECT count(*) FROM audit_record r, mark WHERE r.chain = ${chain} AND (r.xid, r.id) <= (mark.last_xid, mark.last_id))
      - coalesce((SELECT sum(cardinality(ids)) FROM audit_link WHERE chain = ${chain} AND dropped_at IS NULL), 0)::bigint AS extra`;
  return row!.extra;
}

export interface NewVerification {
  readonly tenantId: string | null;
  readonly links: number;
  readonly records: number;
  readonly brokenLink: number | null;
  readonly problem: string | null;
}

export async function insertVerification(tx: GlobalTx, found: NewVerification): Promise<void> {
  await tx.run`
    INSERT INTO audit_verification (tenant_id, links, records, broken_link, problem)
    VALUES (${found.tenantId}, ${found.links}, ${found.records}, ${found.brokenLink}, ${found.problem})`;
}

export interface VerificationRow {
  at: Date;
  links: number;
  records: number;
  brokenLink: number | null;
  problem: string | null;
}

export function findVerification(tx: GlobalTx | TenantTx, chain: string): Promise<VerificationRow | null> {
  return tx.first<VerificationRow>`
    SELECT at, links, records, broken_link AS "brokenLink", problem FROM audit_verification
     WHERE chain = ${chain} ORDER BY id DESC LIMIT 1`;
}

/** When the last check of all chains was; null before the first. */
export async function lastVerified(tx: GlobalTx): Promise<Date | null> {
  const row = await tx.first<{ at: Date }>`SELECT at FROM audit_verification ORDER BY id DESC LIMIT 1`;
  return row?.at ?? null;
}

/** Records that are not sealed yet: how many, and since when. */
export async function countUnsealed(
  tx: GlobalTx | TenantTx,
  chain: string,
): Promise<{ waiting: number; since: Date | null }> {
  const row = await tx.first<{ waiting: number; since: Date | null }>`
    SELECT count(*)::integer AS waiting, min(r.at) AS since FROM audit_record r
     WHERE r.chain = ${chain}
       AND r.id > coalesce((SELECT max(l.ids[cardinality(l.ids)]) FROM audit_link l WHERE l.chain = ${chain}), 0)`;
  return row!;
}

/** The age in seconds of the oldest record after the last round, of any chain; null where all are sealed. */
export async function sealingLag(tx: GlobalTx): Promise<number | null> {
  const row = await tx.first<{ seconds: number | null }>`
    SELECT extract(epoch FROM clock_timestamp() - min(at))::integer AS seconds FROM (
      SELECT at FROM audit_record WHERE xid > coalesce((
        SELECT last_xid FROM audit_link WHERE round = (SELECT max(round) FROM audit_link)
         ORDER BY last_xid DESC, last_id DESC LIMIT 1), '0'::xid8) ORDER BY xid, id LIMIT 100) AS waiting`;
  return row!.seconds;
}

/** Deletes records of whole blocks that are older than so many days; returns how many. */
export async function dropBlocks(tx: GlobalTx, days: number): Promise<number> {
  const row = await tx.first<{ dropped: number }>`SELECT rise_drop_audit_blocks(${days}) AS dropped`;
  return row!.dropped;
}
