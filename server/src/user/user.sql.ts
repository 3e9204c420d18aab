import type { Status } from '@rise/contract';
import type { GlobalTx } from '../kernel/database/database.ts';

export interface UserRow {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  avatar: string | null;
  status: Status;
}

export function userById(tx: GlobalTx, accountId: string): Promise<UserRow | null> {
  return tx.first<UserRow>`
    SELECT id, email, first_name AS "firstName", last_name AS "lastName", avatar, status FROM account WHERE id = ${accountId}`;
}

/** Tenants whose members see this person. */
export async function listTenantIds(tx: GlobalTx, accountId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    SELECT tenant_id AS id FROM tenant_user WHERE account_id = ${accountId} AND disabled_at IS NULL`;
  return rows.map(({ id }) => id);
}

export function setStatus(tx: GlobalTx, accountId: string, status: Status): Promise<UserRow | null> {
  return tx.first<UserRow>`
    UPDATE account SET status = ${status} WHERE id = ${accountId}
    RETURNING id, email, first_name AS "firstName", last_name AS "lastName", avatar, status`;
}
