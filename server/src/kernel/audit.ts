import { escapeText } from '@rise/contract';
import type { Actor, PendingRecord } from './actor.ts';
import { inTenant } from './actor.ts';
import type { Database } from './database/database.ts';
import type { Sql } from './database/sql.ts';

export interface AuditEntry {
  action: string;
  outcome: 'done' | 'denied' | 'failed';
  target?: string | null;
  requestId?: string | null;
  details?: Record<string, unknown>;
}

/** Characters of one text of a record, and of all its details; longer ones are truncated and say so. */
const LONGEST_TEXT = 20_000;
const LONGEST_DETAILS = 200_000;

/**
 * Writes one record of the audit trail, in the actor's tenant where there is one. Never fails because of the entry's
 * contents: text that cannot be stored is escaped, and long text truncated.
 */
export async function audit(database: Database, actor: Actor, entry: AuditEntry): Promise<void> {
  if (inTenant(actor)) await database.withTenant(actor, (tx) => writeRecord(tx, actor, entry));
  else await database.withGlobal(actor, (tx) => writeRecord(tx, actor, entry));
}

/** The same inside the transaction of the recorded change: where the record cannot be written, nothing changes. */
export async function writeRecord(
  tx: Pick<Sql, 'run'>,
  actor: Pick<Actor, 'tenantId' | 'accountId'>,
  { action, outcome, target = null, requestId = null, details = {} }: AuditEntry,
): Promise<void> {
  const name = target === null ? null : storable(target);
  await tx.run`
    INSERT INTO audit_record (tenant_id, account_id, action, outcome, target, request_id, details)
    VALUES (${actor.tenantId}, ${actor.accountId}, ${action}, ${outcome}, ${name}, ${requestId}, ${detailsText(details)}::jsonb)`;
}

/** The record of a request: written in the transaction of its first change, or at its end where it changed nothing. */
export class RequestRecord implements PendingRecord {
  readonly #entry: AuditEntry;
  #isWritten = false;

  constructor(entry: AuditEntry) {
    this.#entry = entry;
  }

  async writeIn(tx: Sql, actor: Actor): Promise<void> {
    if (this.#isWritten) return;
    this.#isWritten = true;
    await writeRecord(tx, actor, this.#entry);
  }

  onRollback(): void {
    this.#isWritten = false;
  }

  /** Writes the record if no change did. */
  async finish(database: Database, actor: Actor): Promise<void> {
    if (!this.#isWritten) await audit(database, actor, this.#entry);
  }
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
