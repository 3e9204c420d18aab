import type { GlobalTx } from '../kernel/database/database.ts';

/** A person's name, or their address where they have none. */
export async function personName(tx: GlobalTx, accountId: string): Promise<string> {
  const row = await tx.first<{ name: string }>`
    SELECT coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) AS name FROM account WHERE id = ${accountId}`;
  return row?.name ?? '';
}
