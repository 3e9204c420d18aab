import type { GlobalTx } from '../kernel/database/database.ts';

export interface DueTenant {
  id: string;
  slug: string;
  name: string;
  requestedBy: string | null;
}

/** Schedules it in so many days. 0 where it is not suspended, or is scheduled already. */
export function scheduleDeletion(
  tx: GlobalTx,
  id: string,
  { days, requestedBy }: { days: number; requestedBy: string | null },
): Promise<number> {
  return tx.run`
    UPDATE tenant SET deletion_due_at = now() + make_interval(days => ${days}), deletion_requested_by = ${requestedBy}
     WHERE id = ${id} AND suspended_at IS NOT NULL AND deletion_due_at IS NULL`;
}

/** 0 where nothing is scheduled, or it has begun. */
export function cancelDeletion(tx: GlobalTx, id: string): Promise<number> {
  return tx.run`
    UPDATE tenant SET deletion_due_at = NULL, deletion_requested_by = NULL
     WHERE id = ${id} AND deletion_due_at IS NOT NULL AND deletion_started_at IS NULL`;
}

/** Those whose day has come, and those that an interrupted job left. From then on they cannot be called off. */
export function startDue(tx: GlobalTx): Promise<DueTenant[]> {
  return tx.rows<DueTenant>`
    UPDATE tenant SET deletion_started_at = coalesce(deletion_started_at, now())
     WHERE deletion_due_at <= now() AND suspended_at IS NOT NULL
    RETURNING id, slug, name, deletion_requested_by AS "requestedBy"`;
}

export async function purgeMail(tx: GlobalTx, id: string): Promise<number> {
  return (await tx.first<{ count: number }>`SELECT rise_purge_mail(${id}) AS count`)!.count;
}

/** Returns how many it has purged; 0 once nobody is left. */
export async function purgePeople(tx: GlobalTx, id: string, most: number): Promise<number> {
  return (await tx.first<{ count: number }>`SELECT rise_purge_people(${id}, ${most}) AS count`)!.count;
}

export async function listTenantTables(tx: GlobalTx): Promise<string[]> {
  return (await tx.rows<{ name: string }>`SELECT rise_tenant_tables() AS name`).map(({ name }) => name);
}

/** Returns how many rows it has deleted; -1 where rows of another table have to go first. */
export async function purgeRows(tx: GlobalTx, id: string, table: string, most: number): Promise<number> {
  return (await tx.first<{ count: number }>`SELECT rise_purge_rows(${id}, ${table}, ${most}) AS count`)!.count;
}

/** Returns how many columns it has looked at for what might be left. */
export async function finishDeletion(tx: GlobalTx, id: string): Promise<number> {
  return (await tx.first<{ checked: number }>`SELECT rise_finish_deletion(${id}) AS checked`)!.checked;
}

/** Whether another server has finished it meanwhile. */
export async function isDeleted(tx: GlobalTx, id: string): Promise<boolean> {
  return (await tx.first`SELECT FROM tenant WHERE id = ${id}`) === null;
}

/** Which of these hashes are those of deleted tenants. */
export async function filterDeleted(tx: GlobalTx, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await tx.rows<{ hash: Buffer }>`
    SELECT tenant_hash AS hash FROM tenant_deletion WHERE tenant_hash = ANY (${hashes as Buffer[]}::bytea[])`;
  return rows.map(({ hash }) => hash);
}
