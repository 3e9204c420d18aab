import { escapeText } from '@rise/contract';
import type { Actor, PendingRecord } from './actor.ts';
import { inTenant } from './actor.ts';
import type { Database } from './database/database.ts';
import type { Sql } from './database/sql.ts';
import { currentOrigin, type Origin, type Via } from './origin.ts';

export interface AuditEntry {
  action: string;
  outcome: 'done' | 'denied' | 'failed';
  target?: string | null;
  requestId?: string | null;
  /** What changed is under `before` and `after`. */
  details?: Record<string, unknown>;
}

/** The tenant in whose trail a record is, and the account that acted. */
export type Author = Pick<Actor, 'tenantId' | 'accountId'> & { readonly kind?: Actor['kind'] };

/** Characters of one text of a record, and of all its details; longer ones are truncated and say so. */
const LONGEST_TEXT = 20_000;
const LONGEST_DETAILS = 200_000;

/**
 * Writes one record of the audit trail, in the actor's tenant where there is one. Never fails because of the entry's
 * contents: text that cannot be stored is escaped, and long text truncated.
 */
export async function audit(database: Database, actor: Actor, entry: AuditEntry): Promise<void> {
  // The record of the whole request is not due yet: this is about one step of it, which may be a denial.
  const author: Actor = { ...actor, record: undefined };
  if (inTenant(author)) await database.withTenant(author, (tx) => writeRecord(tx, author, entry));
  else await database.withGlobal(author, (tx) => writeRecord(tx, author, entry));
}

/** The same inside the transaction of the recorded change: where the record cannot be written, nothing changes. */
export function writeRecord(tx: Pick<Sql, 'run'>, author: Author, entry: AuditEntry): Promise<void> {
  return insertRecord(tx, author, entry, currentOrigin());
}

async function insertRecord(
  tx: Pick<Sql, 'run'>,
  author: Author,
  { action, outcome, target = null, requestId = null, details = {} }: AuditEntry,
  origin: Origin | null,
): Promise<void> {
  const name = target === null ? null : storable(target);
  await tx.run`
    INSERT INTO audit_record (tenant_id, account_id, action, outcome, target, request_id, details, via, viewed_as, address)
    VALUES (${author.tenantId}, ${author.accountId}, ${action}, ${outcome}, ${name},
      ${requestId ?? origin?.requestId ?? null}, ${detailsText(details)}::jsonb, ${viaIn(author, origin)},
      ${origin?.viewedAs ?? null}, ${origin?.address ?? null})`;
}

/** Someone above the tenants who acts inside one is there for support. */
function viaIn({ kind, tenantId }: Author, origin: Origin | null): Via {
  if (origin === null) return 'system';
  return origin.via === 'session' && kind === 'global' && tenantId !== null ? 'support' : origin.via;
}

/** The record of a request: written in the transaction of its first change, or at its end where it changed nothing. */
export class RequestRecord implements PendingRecord {
  readonly #entry: AuditEntry;
  readonly #isGlobal: boolean;
  readonly #origin = currentOrigin();
  #notes: Record<string, unknown> = {};
  #target: string | null = null;
  #isWritten = false;

  /** `isGlobal`: what it is about is above the tenants, also where the actor has entered one. */
  constructor(entry: AuditEntry, isGlobal = false) {
    this.#entry = entry;
    this.#isGlobal = isGlobal;
  }

  note(details: Readonly<Record<string, unknown>>, target?: string): void {
    this.#notes = { ...this.#notes, ...details };
    if (target !== undefined) this.#target = target;
  }

  async writeIn(tx: Sql, actor: Actor, isTenants: boolean): Promise<void> {
    if (this.#isWritten) return;
    this.#isWritten = true;
    const author = this.#isGlobal && !isTenants ? { ...actor, tenantId: null } : actor;
    const details = withoutNoted({ ...this.#entry.details, ...this.#notes });
    const target = this.#entry.target ?? this.#target;
    await insertRecord(tx, author, { ...this.#entry, details, target }, this.#origin);
  }

  onRollback(): void {
    this.#isWritten = false;
  }

  /** Writes the record if no change did. */
  async finish(database: Database, actor: Actor): Promise<void> {
    if (this.#isWritten) return;
    const author: Actor = { ...actor, record: undefined };
    if (this.#isGlobal || !inTenant(author)) await database.withGlobal(author, (tx) => this.writeIn(tx, author, false));
    else await database.withTenant(author, (tx) => this.writeIn(tx, author, true));
  }
}

/** What a service has noted under `after` is not omitted, whatever is said of the body that was sent. */
function withoutNoted({ omitted, ...details }: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(omitted)) return details;
  const { after } = details;
  const left = (omitted as string[]).filter((field) => !(isRecord(after) && field in after));
  return left.length === 0 ? details : { ...details, omitted: left };
}

function detailsText(details: Record<string, unknown>): string {
  const text = JSON.stringify(details, (_key, value: unknown) => {
    if (typeof value === 'string') return storable(value);
    return isRecord(value) ? withStorableKeys(value) : value;
  });
  return text.length <= LONGEST_DETAILS ? text : JSON.stringify({ truncated: storable(text) });
}

function storable(text: string): string {
  const escaped = escapeText(text);
  if (escaped.length <= LONGEST_TEXT) return escaped;
  // Truncating may divide a pair of surrogates, so the rest is escaped again.
  return `${escapeText(escaped.slice(0, LONGEST_TEXT))}… (${text.length} characters)`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withStorableKeys = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [storable(key), value]));
