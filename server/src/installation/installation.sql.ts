import type { GlobalTx, ReadOnly } from '../kernel/database/database.ts';

/** The channel on which servers are notified of a change. */
export const INSTALLATION_CHANNEL = 'rise_installation';

export function findReadOnly(tx: GlobalTx): Promise<ReadOnly | null> {
  return tx.first<ReadOnly>`
    SELECT read_only_since AS since, read_only_reason AS reason FROM installation WHERE read_only_since IS NOT NULL`;
}

/** Stores the fingerprint of the installation's secret where there is none yet; returns the one that is stored. */
export async function keepFingerprint(tx: GlobalTx, fingerprint: string): Promise<string> {
  const row = await tx.first<{ stored: string }>`
    INSERT INTO installation (read_only_reason, secret_fingerprint) VALUES ('', ${fingerprint})
    ON CONFLICT (one) DO UPDATE SET secret_fingerprint = coalesce(installation.secret_fingerprint, excluded.secret_fingerprint)
    RETURNING secret_fingerprint AS stored`;
  return row!.stored;
}

/** Null: that of the next server that starts. */
export async function replaceFingerprint(tx: GlobalTx, fingerprint: string | null): Promise<void> {
  await tx.run`
    INSERT INTO installation (read_only_reason, secret_fingerprint) VALUES ('', ${fingerprint})
    ON CONFLICT (one) DO UPDATE SET secret_fingerprint = excluded.secret_fingerprint`;
}

/** Null switches it off. While it is on, the beginning stays. */
export async function saveReadOnly(tx: GlobalTx, reason: string | null): Promise<void> {
  await tx.run`
    INSERT INTO installation (read_only_since, read_only_reason)
    VALUES (CASE WHEN ${reason}::text IS NOT NULL THEN clock_timestamp() END, coalesce(${reason}, ''))
    ON CONFLICT (one) DO UPDATE SET read_only_reason = excluded.read_only_reason,
      read_only_since = CASE WHEN excluded.read_only_since IS NOT NULL
        THEN coalesce(installation.read_only_since, excluded.read_only_since) END`;
  await tx.run`SELECT pg_notify(${INSTALLATION_CHANNEL}, '')`;
}
