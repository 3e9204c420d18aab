import type { PresentPerson } from '@rise/contract';
import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

/** An open page of a person. */
export interface Visit {
  readonly report: string;
  readonly visit: string;
  readonly account: string;
}

export async function nameOfAccount(tx: GlobalTx, id: string): Promise<string> {
  const row = await tx.first<{ name: string }>`
    SELECT coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) AS name FROM account WHERE id = ${id}`;
  return row?.name ?? '';
}

/** The visit of an id, of any account; null where there is none. Others wait until the transaction has ended. */
export async function lockVisit(
  tx: TenantTx,
  { report, visit }: Pick<Visit, 'report' | 'visit'>,
): Promise<{ account: string; tile: string | null } | null> {
  const row = await tx.first<{ account: string; tile: string | null }>`
    SELECT account_id AS account, tile FROM report_presence
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND visit = ${visit} FOR UPDATE`;
  return row ?? null;
}

export async function putVisit(
  tx: TenantTx,
  { report, visit, account }: Visit,
  { name, tile }: Pick<PresentPerson, 'name' | 'tile'>,
): Promise<void> {
  await tx.run`
    INSERT INTO report_presence AS known (tenant_id, report_id, visit, account_id, name, tile)
    VALUES (${tx.tenantId}, ${report}, ${visit}, ${account}, ${name}, ${tile})
    ON CONFLICT (tenant_id, report_id, visit) DO UPDATE
      SET name = excluded.name, tile = excluded.tile, seen_at = clock_timestamp()
      WHERE known.account_id = excluded.account_id`;
}

/** Removes visits of a report that were not heard of for so many seconds; returns how many. */
export function removeSilent(tx: TenantTx, report: string, seconds: number): Promise<number> {
  return tx.run`
    DELETE FROM report_presence
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report}
       AND seen_at < clock_timestamp() - make_interval(secs => ${seconds}::int)`;
}

/** Returns how many there were. */
export function removeVisit(tx: TenantTx, { report, visit, account }: Visit): Promise<number> {
  return tx.run`
    DELETE FROM report_presence
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND visit = ${visit} AND account_id = ${account}`;
}

/** Everybody but one person, each once with the page heard of last. */
export function listOthers(tx: TenantTx, report: string, account: string, limit: number): Promise<PresentPerson[]> {
  return tx.rows<PresentPerson>`
    SELECT account, name, tile FROM (
      SELECT DISTINCT ON (account_id) account_id AS account, name, tile FROM report_presence
       WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND account_id <> ${account}
       ORDER BY account_id, (tile IS NULL), seen_at DESC) AS person
     ORDER BY name, account LIMIT ${limit}`;
}
