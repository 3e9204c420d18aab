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

/** Deletes the tenant itself. Fails where a column with ids still has its id; returns how many it has looked at. */
export async function finishDeletion(tx: GlobalTx, id: string): Promise<number> {
  return (await tx.first<{ checked: number }>`SELECT rise_finish_deletion(${id}) AS checked`)!.checked;
}

/** What a search for a deleted tenant has found in all columns of all tables, as text. */
export interface Proof {
  readonly checkedColumns: number;
  readonly searchedRows: number;
  /** Rows that name its id, by table; without those of the audit trail. */
  readonly left: Readonly<Record<string, number>>;
  /**
   * Rows that have its slug, by table, and records of the audit trail that have its id: others may have written the same
   * word, and the trail keeps what was done, so these are for a person to judge.
   */
  readonly mentions: Readonly<Record<string, number>>;
}

/** Pages that one statement reads: some megabytes, within its time limit. */
const PAGES = 2000;

/** Searches for a tenant after `finishDeletion`, in the same transaction. */
export async function searchDeleted(tx: GlobalTx, { id, slug }: { id: string; slug: string }): Promise<Proof> {
  const tables = await tx.rows<{ name: string; pages: number; columns: number }>`
    SELECT name, pages, columns FROM rise_all_tables()`;
  const left: Record<string, number> = {};
  const mentions: Record<string, number> = {};
  let searchedRows = 0;
  for (const { name, pages } of tables)
    for (let from = 0; from < pages; from += PAGES) {
      const found = await tx.first<{ searched: number; ids: number; slugs: number }>`
        SELECT searched, ids, slugs FROM rise_search_deleted(${id}, ${slug}, ${name}, ${from}, ${PAGES})`;
      const { searched, ids, slugs } = found!;
      searchedRows += searched;
      const isTrail = name === 'audit_record';
      if (ids > 0 && !isTrail) left[name] = (left[name] ?? 0) + ids;
      const named = isTrail ? Math.max(ids, slugs) : slugs;
      if (named > 0) mentions[name] = (mentions[name] ?? 0) + named;
    }
  const checkedColumns = tables.reduce((sum, { columns }) => sum + columns, 0);
  return { checkedColumns, searchedRows, left, mentions };
}

/** Whether another server has finished it meanwhile. */
export async function isDeleted(tx: GlobalTx, id: string): Promise<boolean> {
  return (await tx.first`SELECT FROM tenant WHERE id = ${id}`) === null;
}

export interface DeletedTenant {
  /** SHA-256 of the tenant's id. */
  hash: Buffer;
  deletedAt: Date;
}

export function listDeleted(tx: GlobalTx): Promise<DeletedTenant[]> {
  return tx.rows<DeletedTenant>`
    SELECT tenant_hash AS hash, deleted_at AS "deletedAt" FROM tenant_deletion ORDER BY deleted_at, tenant_hash`;
}

/** Remembers deletions of tenants that this database does not have. */
export async function rememberDeleted(tx: GlobalTx, deleted: readonly DeletedTenant[]): Promise<void> {
  for (const { hash, deletedAt } of deleted)
    await tx.run`
      INSERT INTO tenant_deletion (tenant_hash, deleted_at) SELECT ${hash}, ${deletedAt}
       WHERE NOT EXISTS (SELECT FROM tenant WHERE sha256(convert_to(id::text, 'UTF8')) = ${hash}) ON CONFLICT DO NOTHING`;
}

/**
 * Suspends those of these tenants that the database has, and makes their deletion due now. One that was created after the
 * deletion is another one with the same id, such as a sample.
 */
export async function deleteAgain(
  tx: GlobalTx,
  deleted: readonly DeletedTenant[],
): Promise<{ id: string; slug: string; name: string }[]> {
  const found: { id: string; slug: string; name: string }[] = [];
  for (const { hash, deletedAt } of deleted)
    found.push(
      ...(await tx.rows<{ id: string; slug: string; name: string }>`
        UPDATE tenant SET suspended_at = coalesce(suspended_at, now()),
          deletion_due_at = least(coalesce(deletion_due_at, now()), now()),
          deletion_requested_by = coalesce(deletion_requested_by, 'rise restore')
         WHERE sha256(convert_to(id::text, 'UTF8')) = ${hash} AND created_at <= ${deletedAt}
        RETURNING id, slug, name`),
    );
  return found;
}

/** Which of these hashes are those of deleted tenants. */
export async function filterDeleted(tx: GlobalTx, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await tx.rows<{ hash: Buffer }>`
    SELECT tenant_hash AS hash FROM tenant_deletion WHERE tenant_hash = ANY (${hashes as Buffer[]}::bytea[])`;
  return rows.map(({ hash }) => hash);
}
