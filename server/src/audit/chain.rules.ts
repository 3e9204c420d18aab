import { createHash } from 'node:crypto';

/** The chain of what is above the tenants. */
export const GLOBAL_CHAIN = '00000000-0000-0000-0000-000000000000';

/** The chain in which a tenant's records are sealed; null: those above the tenants. */
export const chainOf = (tenantId: string | null): string => tenantId ?? GLOBAL_CHAIN;
/** The tenant of a chain; null for the one above the tenants. */
export const tenantOf = (chain: string): string | null => (chain === GLOBAL_CHAIN ? null : chain);

/** What a record's hash is over: everything that it states. */
export interface SealedRecord {
  readonly id: number;
  readonly tenantId: string | null;
  /** Microseconds since the epoch: a timestamp's text would depend on the session's time zone. */
  readonly at: string;
  readonly accountId: string | null;
  readonly via: string;
  readonly viewedAs: string | null;
  readonly action: string;
  readonly outcome: string;
  readonly target: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  /** SHA-256 of the details' text, in hex: details can be large. */
  readonly details: string;
}

/** The hash of the link before the first. */
export const NO_LINK = Buffer.alloc(32);

const sha256 = (parts: readonly unknown[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

function hashRecord(record: SealedRecord): Buffer {
  const { id, tenantId, at, accountId, via, viewedAs, action, outcome, target, address, requestId, details } = record;
  return sha256([id, tenantId, at, accountId, via, viewedAs, action, outcome, target, address, requestId, details]);
}

/** The hash of a block's records, in the order of their ids. */
export function rootOf(records: readonly SealedRecord[]): Buffer {
  const root = createHash('sha256');
  for (const record of records.toSorted((a, b) => a.id - b.id)) root.update(hashRecord(record));
  return root.digest();
}

/** `previous`: the hash of the link before. */
export function hashLink(previous: Buffer, chain: string, n: number, root: Buffer): Buffer {
  return sha256([previous.toString('hex'), chain, n, root.toString('hex')]);
}

/** The end of a chain at some time, as it was stored outside the database. */
export interface ChainHead {
  readonly chain: string;
  readonly n: number;
  /** In hex. */
  readonly hash: string;
}

/** The head in a line of a file of heads; null for anything else. */
export function readHead(line: string): ChainHead | null {
  try {
    const { chain, n, hash } = JSON.parse(line) as Record<string, unknown>;
    const isHead = typeof chain === 'string' && Number.isSafeInteger(n) && typeof hash === 'string';
    return isHead ? { chain, n: n as number, hash } : null;
  } catch {
    return null;
  }
}

/** How a chain is broken at a link. */
export type ChainProblem =
  /** A record was changed or removed, or one was added to the block. */
  | 'records'
  /** The link does not follow from the one before. */
  | 'link'
  /** A link between two others, or the first, is missing. */
  | 'missing-link'
  /** The chain is shorter than it was, or other than it was: it was cut or written again. */
  | 'head'
  /** There are more records than the links seal: one was added to the past. */
  | 'unsealed-records';
