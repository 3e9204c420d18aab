import type { StoredPicture } from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';

/** A stored picture with its bytes. */
export interface PictureRow extends Omit<StoredPicture, 'data'> {
  bytes: Buffer;
}

/** Of one that no report has: a person may still be about to save the tile that shows it. */
const UNUSED = fragment`interval '7 days'`;
const COLUMNS = fragment`hash, media_type AS "mediaType", width, height, bytes`;

/** One that is there already stays as it is. */
export async function putPicture(tx: TenantTx, { hash, mediaType, width, height, bytes }: PictureRow): Promise<void> {
  await tx.run`
    INSERT INTO report_picture (tenant_id, hash, media_type, width, height, bytes)
    VALUES (${tx.tenantId}, ${hash}, ${mediaType}, ${width}, ${height}, ${bytes})
    ON CONFLICT (tenant_id, hash) DO UPDATE SET uploaded_at = now()`;
}

export async function deleteUnused(tx: TenantTx): Promise<void> {
  await tx.run`
    DELETE FROM report_picture picture
     WHERE tenant_id = ${tx.tenantId} AND uploaded_at < now() - ${UNUSED}
       AND NOT EXISTS (SELECT 1 FROM report_picture_use used
                        WHERE used.tenant_id = picture.tenant_id AND used.hash = picture.hash)`;
}

/** Bytes of all pictures of the tenant. */
export async function storedBytes(tx: TenantTx): Promise<number> {
  const row = await tx.first<{ bytes: number }>`
    SELECT coalesce(sum(octet_length(bytes)), 0)::float8 AS bytes FROM report_picture WHERE tenant_id = ${tx.tenantId}`;
  return row!.bytes;
}

/** A picture that a report has, or once had. */
export function pictureOfReport(tx: TenantTx, report: string, hash: string): Promise<PictureRow | null> {
  return tx.first<PictureRow>`
    SELECT ${COLUMNS} FROM report_picture WHERE tenant_id = ${tx.tenantId} AND hash = ${hash}
       AND EXISTS (SELECT 1 FROM report_picture_use used
                    WHERE used.tenant_id = ${tx.tenantId} AND used.report_id = ${report} AND used.hash = ${hash})`;
}

export function pictures(tx: TenantTx, hashes: readonly string[]): Promise<PictureRow[]> {
  return tx.rows<PictureRow>`
    SELECT ${COLUMNS} FROM report_picture WHERE tenant_id = ${tx.tenantId} AND hash = ANY(${hashes})`;
}

export function pictureSizes(
  tx: TenantTx,
  hashes: readonly string[],
): Promise<Pick<PictureRow, 'hash' | 'width' | 'height'>[]> {
  return tx.rows<Pick<PictureRow, 'hash' | 'width' | 'height'>>`
    SELECT hash, width, height FROM report_picture WHERE tenant_id = ${tx.tenantId} AND hash = ANY(${hashes})`;
}
