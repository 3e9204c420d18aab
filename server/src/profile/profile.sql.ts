import type { Role } from '@rise/contract';
import type { GlobalTx } from '../kernel/database/database.ts';

export interface ProfileRow {
  email: string;
  firstName: string;
  lastName: string;
  issuer: string;
  roles: Role[];
  groups: string[];
  attributes: Record<string, string[]>;
  lastSignInAt: Date | null;
  createdAt: Date;
  /** Address of the uploaded picture. */
  picture: string | null;
}

export function findProfile(tx: GlobalTx, accountId: string): Promise<ProfileRow | null> {
  return tx.first<ProfileRow>`
    SELECT email, first_name AS "firstName", last_name AS "lastName", issuer, roles, groups, attributes,
           last_sign_in_at AS "lastSignInAt", created_at AS "createdAt",
           CASE WHEN picture IS NOT NULL THEN shown_picture END AS picture
    FROM account WHERE id = ${accountId}`;
}

export async function putPicture(
  tx: GlobalTx,
  accountId: string,
  { mediaType, bytes, hash }: { mediaType: string; bytes: Buffer; hash: string },
): Promise<void> {
  await tx.run`
    INSERT INTO account_picture (account_id, media_type, bytes) VALUES (${accountId}, ${mediaType}, ${bytes})
    ON CONFLICT (account_id) DO UPDATE SET media_type = excluded.media_type, bytes = excluded.bytes`;
  await tx.run`UPDATE account SET picture = ${hash} WHERE id = ${accountId}`;
}

export async function deletePicture(tx: GlobalTx, accountId: string): Promise<void> {
  await tx.run`DELETE FROM account_picture WHERE account_id = ${accountId}`;
  await tx.run`UPDATE account SET picture = NULL WHERE id = ${accountId}`;
}

/** The picture of a person whom the reader sees in their tenant, or of the reader; null for all others. */
export function findPicture(
  tx: GlobalTx,
  accountId: string,
  reader: { accountId: string | null; tenantId: string | null },
): Promise<{ mediaType: string; bytes: Buffer } | null> {
  return tx.first<{ mediaType: string; bytes: Buffer }>`
    SELECT media_type AS "mediaType", bytes FROM account_picture p
    WHERE p.account_id = ${accountId}
      AND (p.account_id = ${reader.accountId} OR EXISTS (
        SELECT FROM tenant_user u WHERE u.tenant_id = ${reader.tenantId} AND u.account_id = p.account_id))`;
}

/** Tenants whose members see this person. */
export async function listTenantIds(tx: GlobalTx, accountId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`SELECT tenant_id AS id FROM tenant_user WHERE account_id = ${accountId}`;
  return rows.map(({ id }) => id);
}
