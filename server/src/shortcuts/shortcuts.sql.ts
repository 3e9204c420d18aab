import type { NewShortcut, Shortcut } from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';

const SHORTCUT_COLUMNS = fragment`id, label, description, icon, link, use_router AS "useRouter"`;

export function listShortcuts(tx: TenantTx, accountId: string): Promise<Shortcut[]> {
  return tx.rows<Shortcut>`
    SELECT ${SHORTCUT_COLUMNS} FROM shortcut
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} ORDER BY number`;
}

/** The person's number of shortcuts. Until the transaction ends, no other one adds any. */
export async function lockAndCount(tx: TenantTx, accountId: string): Promise<number> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('shortcut ' || ${tx.tenantId}::text || ${accountId}::text, 0))`;
  const row = await tx.first<{ count: number }>`
    SELECT count(*) AS count FROM shortcut WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId}`;
  return row!.count;
}

export async function insertShortcut(tx: TenantTx, accountId: string, shortcut: NewShortcut): Promise<Shortcut> {
  const row = await tx.first<Shortcut>`
    INSERT INTO shortcut (tenant_id, account_id, label, description, icon, link, use_router)
    VALUES (${tx.tenantId}, ${accountId}, ${shortcut.label}, ${shortcut.description}, ${shortcut.icon}, ${shortcut.link}, ${shortcut.useRouter})
    RETURNING ${SHORTCUT_COLUMNS}`;
  return row!;
}

/** The shortcut, locked until the transaction ends. */
export function lockShortcut(tx: TenantTx, accountId: string, id: string): Promise<Shortcut | null> {
  return tx.first<Shortcut>`
    SELECT ${SHORTCUT_COLUMNS} FROM shortcut
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND id = ${id} FOR UPDATE`;
}

export async function updateShortcut(tx: TenantTx, accountId: string, shortcut: Shortcut): Promise<void> {
  await tx.run`
    UPDATE shortcut SET label = ${shortcut.label}, description = ${shortcut.description}, icon = ${shortcut.icon},
      link = ${shortcut.link}, use_router = ${shortcut.useRouter}
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND id = ${shortcut.id}`;
}

export function deleteShortcut(tx: TenantTx, accountId: string, id: string): Promise<Shortcut | null> {
  return tx.first<Shortcut>`
    DELETE FROM shortcut WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND id = ${id}
    RETURNING ${SHORTCUT_COLUMNS}`;
}
