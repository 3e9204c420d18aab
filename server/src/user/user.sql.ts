import type { Status } from '@rise/contract';
import { fragment, type GlobalTx } from '../kernel/database/database.ts';

export interface UserRow {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  avatar: string | null;
  status: Status;
}

const USER_COLUMNS = fragment`id, email, first_name AS "firstName", last_name AS "lastName", shown_picture AS avatar, status`;

export function userById(tx: GlobalTx, accountId: string): Promise<UserRow | null> {
  return tx.first<UserRow>`
    SELECT ${USER_COLUMNS} FROM account WHERE id = ${accountId}`;
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
    RETURNING ${USER_COLUMNS}`;
}
