import type { BrandingChange } from '@rise/contract';
import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';
import type { StoredBranding } from './branding.rules.ts';

/** Before a change of them: one after the other. */
export async function lockDefaults(tx: GlobalTx, tenantId: string): Promise<Omit<StoredBranding, 'logo'>> {
  const row = await tx.first<Omit<StoredBranding, 'logo'>>`
    SELECT language, theme FROM tenant WHERE id = ${tenantId} FOR UPDATE`;
  return row!;
}

export async function findBranding(tx: TenantTx): Promise<StoredBranding> {
  const row = await tx.first<StoredBranding>`
    SELECT t.language, t.theme, l.hash AS logo
    FROM tenant t LEFT JOIN tenant_logo l ON l.tenant_id = ${tx.tenantId} WHERE t.id = ${tx.tenantId}`;
  return row!;
}

/** Sets what `change` has; null follows the installation. */
export async function saveDefaults(tx: GlobalTx, tenantId: string, change: BrandingChange): Promise<void> {
  await tx.run`
    UPDATE tenant SET
      language = CASE WHEN c ? 'language' THEN c ->> 'language' ELSE language END,
      theme = CASE WHEN c ? 'theme' THEN c ->> 'theme' ELSE theme END
    FROM (SELECT ${JSON.stringify(change)}::jsonb AS c) AS change WHERE id = ${tenantId}`;
}

/** A stored logo, which is always a PNG. */
export interface LogoRow {
  readonly hash: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

export async function putLogo(tx: TenantTx, { hash, width, height, bytes }: LogoRow): Promise<void> {
  await tx.run`
    INSERT INTO tenant_logo (tenant_id, hash, width, height, bytes)
    VALUES (${tx.tenantId}, ${hash}, ${width}, ${height}, ${bytes})
    ON CONFLICT (tenant_id) DO UPDATE
      SET hash = excluded.hash, width = excluded.width, height = excluded.height, bytes = excluded.bytes`;
}

export async function deleteLogo(tx: TenantTx): Promise<void> {
  await tx.run`DELETE FROM tenant_logo WHERE tenant_id = ${tx.tenantId}`;
}

export function findLogo(tx: TenantTx): Promise<LogoRow | null> {
  return tx.first<LogoRow>`SELECT hash, width, height, bytes FROM tenant_logo WHERE tenant_id = ${tx.tenantId}`;
}
