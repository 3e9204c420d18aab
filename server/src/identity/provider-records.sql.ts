import type { AdapterPayload } from 'oidc-provider';
import type { GlobalTx } from '../kernel/database/database.ts';

export interface ProviderRecord {
  payload: AdapterPayload;
  /** Epoch seconds. */
  consumed: number | null;
}

export async function upsertRecord(
  tx: GlobalTx,
  record: {
    kind: string;
    id: string;
    payload: string;
    grantId: string | null;
    uid: string | null;
    seconds: number | null;
  },
): Promise<void> {
  await tx.run`DELETE FROM provider_record WHERE expires_at < now()`;
  await tx.run`
    INSERT INTO provider_record (kind, id, payload, grant_id, uid, expires_at)
    VALUES (${record.kind}, ${record.id}, ${record.payload}::jsonb, ${record.grantId}, ${record.uid},
            now() + make_interval(secs => ${record.seconds}))
    ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
      expires_at = excluded.expires_at`;
}

export function findRecord(tx: GlobalTx, kind: string, id: string): Promise<ProviderRecord | null> {
  return tx.first<ProviderRecord>`
    SELECT payload, extract(epoch FROM consumed_at)::int AS consumed FROM provider_record
    WHERE kind = ${kind} AND id = ${id} AND (expires_at IS NULL OR expires_at > now())`;
}

export function findRecordByUid(tx: GlobalTx, kind: string, uid: string): Promise<ProviderRecord | null> {
  return tx.first<ProviderRecord>`
    SELECT payload, extract(epoch FROM consumed_at)::int AS consumed FROM provider_record
    WHERE kind = ${kind} AND uid = ${uid} AND (expires_at IS NULL OR expires_at > now())`;
}

/** False where the record was consumed before, or does not exist. */
export async function consumeRecord(tx: GlobalTx, kind: string, id: string): Promise<boolean> {
  const changed = await tx.run`
    UPDATE provider_record SET consumed_at = now() WHERE kind = ${kind} AND id = ${id} AND consumed_at IS NULL`;
  return changed === 1;
}

export async function deleteRecord(tx: GlobalTx, kind: string, id: string): Promise<void> {
  await tx.run`DELETE FROM provider_record WHERE kind = ${kind} AND id = ${id}`;
}

export async function deleteGranted(tx: GlobalTx, grantId: string): Promise<void> {
  await tx.run`DELETE FROM provider_record WHERE grant_id = ${grantId}`;
}

export async function deleteAllRecords(tx: GlobalTx): Promise<void> {
  await tx.run`DELETE FROM provider_record`;
}
