import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

/** The channel on which the database notifies of tables to write. */
export const TABLE_CHANNEL = 'rise_parameter_table';

export interface DueTable {
  tenantId: string;
  request: string;
  /** Hash of what was last written. */
  content: string | null;
  /** Why the last attempt failed. */
  issue: string | null;
  failures: number;
}

/** Takes what has been due for longest, for as long as a write may take; null: nothing is due. */
export function takeDue(tx: GlobalTx): Promise<DueTable | null> {
  return tx.first<DueTable>`
    UPDATE parameter_table p SET leased_until = now() + interval '2 minutes'
    FROM (
      SELECT p.tenant_id FROM parameter_table p JOIN tenant t ON t.id = p.tenant_id
      WHERE p.due_at <= now() AND (p.leased_until IS NULL OR p.leased_until < now()) AND t.suspended_at IS NULL
      ORDER BY p.due_at LIMIT 1 FOR UPDATE OF p SKIP LOCKED
    ) next
    WHERE p.tenant_id = next.tenant_id
    RETURNING p.tenant_id AS "tenantId", p.request, p.content, p.issue, p.failures`;
}

export interface WriteOutcome {
  /** Hash of what the table has now; null: unknown. */
  readonly content: string | null;
  /** Whether the rows were written, rather than found to be there. */
  readonly written: boolean;
  readonly issue: string | null;
  readonly failures: number;
  /** When it is looked at again, unless something changes. */
  readonly nextMs: number;
}

/** What was requested meanwhile stays due. */
export async function saveOutcome(tx: TenantTx, { request }: DueTable, outcome: WriteOutcome): Promise<void> {
  const { content, written, issue, failures, nextMs } = outcome;
  await tx.run`
    UPDATE parameter_table SET content = ${content}::text, issue = ${issue}::text, failures = ${failures}, leased_until = NULL,
      written_at = CASE WHEN ${written} THEN now() ELSE written_at END,
      due_at = CASE WHEN request = ${request} THEN now() + ${nextMs}::float8 * interval '1 millisecond' ELSE due_at END
    WHERE tenant_id = ${tx.tenantId}`;
}

/** Leaves it to the next turn, here or in another process. */
export async function releaseDue(tx: GlobalTx, { tenantId }: DueTable, nextMs: number): Promise<void> {
  await tx.run`
    UPDATE parameter_table SET leased_until = NULL, due_at = now() + ${nextMs}::float8 * interval '1 millisecond'
    WHERE tenant_id = ${tenantId}`;
}

export async function removeTable(tx: TenantTx): Promise<void> {
  await tx.run`DELETE FROM parameter_table WHERE tenant_id = ${tx.tenantId}`;
}

/** Requests that all rows are written again. */
export async function requestWrite(tx: TenantTx): Promise<void> {
  await tx.run`
    INSERT INTO parameter_table (tenant_id) VALUES (${tx.tenantId})
    ON CONFLICT (tenant_id) DO UPDATE SET due_at = now(), request = gen_random_uuid(), content = NULL, issue = NULL`;
  await tx.run`SELECT pg_notify(${TABLE_CHANNEL}, '')`;
}

export interface TableState {
  dueAt: Date;
  isDue: boolean;
  writtenAt: Date | null;
  issue: string | null;
}

export function findTableState(tx: TenantTx): Promise<TableState | null> {
  return tx.first<TableState>`
    SELECT due_at AS "dueAt", due_at <= now() OR leased_until > now() AS "isDue", written_at AS "writtenAt", issue
    FROM parameter_table WHERE tenant_id = ${tx.tenantId}`;
}
