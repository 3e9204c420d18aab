import type { TenantTx } from '../kernel/database/database.ts';
import type { ParameterSettings } from './tenant-settings.sql.ts';

export interface ParameterVersionRow {
  version: number;
  parameters: ParameterSettings;
  author: string | null;
  note: string;
  createdAt: Date;
}

export async function insertParameterVersion(
  tx: TenantTx,
  { version, parameters, author, note }: Omit<ParameterVersionRow, 'createdAt'>,
): Promise<void> {
  await tx.run`
    INSERT INTO parameter_version (tenant_id, version, parameters, author, note)
    VALUES (${tx.tenantId}, ${version}, ${JSON.stringify(parameters)}::jsonb, ${author}::text, ${note})`;
}

/** The newest versions first. */
export function listParameterVersions(tx: TenantTx, most: number): Promise<ParameterVersionRow[]> {
  return tx.rows<ParameterVersionRow>`
    SELECT version, parameters, author, note, created_at AS "createdAt" FROM parameter_version
    WHERE tenant_id = ${tx.tenantId} ORDER BY version DESC LIMIT ${most}`;
}

export function findParameterVersion(tx: TenantTx, version: number): Promise<ParameterVersionRow | null> {
  return tx.first<ParameterVersionRow>`
    SELECT version, parameters, author, note, created_at AS "createdAt" FROM parameter_version
    WHERE tenant_id = ${tx.tenantId} AND version = ${version}`;
}
