import type { NotificationChannel, NotificationKind } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';

export function listMuted(tx: TenantTx, accountId: string): Promise<{ kind: string; channel: NotificationChannel }[]> {
  return tx.rows`
    SELECT kind, channel FROM muted_notification WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId}`;
}

/** Everyone in the tenant who switched a kind off for a channel. */
export async function listMuting(
  tx: TenantTx,
  kind: NotificationKind,
  channel: NotificationChannel,
): Promise<string[]> {
  const rows = await tx.rows<{ accountId: string }>`
    SELECT account_id AS "accountId" FROM muted_notification
     WHERE tenant_id = ${tx.tenantId} AND kind = ${kind} AND channel = ${channel}`;
  return rows.map(({ accountId }) => accountId);
}

export async function mute(
  tx: TenantTx,
  accountId: string,
  { kind, channel }: { kind: NotificationKind; channel: NotificationChannel },
): Promise<void> {
  await tx.run`
    INSERT INTO muted_notification (tenant_id, account_id, kind, channel)
    VALUES (${tx.tenantId}, ${accountId}, ${kind}, ${channel}) ON CONFLICT DO NOTHING`;
}

export async function unmute(
  tx: TenantTx,
  accountId: string,
  { kind, channel }: { kind: NotificationKind; channel: NotificationChannel },
): Promise<void> {
  await tx.run`
    DELETE FROM muted_notification
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId} AND kind = ${kind} AND channel = ${channel}`;
}
