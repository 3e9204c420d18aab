import type { MappedCode } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';

export interface MappingRow {
  type: string;
  version: number;
  author: string | null;
  message: string;
  createdAt: Date;
  /** Distinct codes that it maps. */
  codes: number;
}

/** Versions of one mapping, or of all where null, without their codes; newest first. */
export function listVersions(tx: TenantTx, type: string | null): Promise<MappingRow[]> {
  return tx.rows<MappingRow>`
    SELECT type, version, author, message, created_at AS "createdAt",
           (SELECT count(DISTINCT code ->> 'code')::int FROM jsonb_array_elements(codes) AS code) AS codes
    FROM code_mapping WHERE tenant_id = ${tx.tenantId} AND (type = ${type}::text OR ${type}::text IS NULL)
    ORDER BY type, version DESC`;
}

export async function findCodes(tx: TenantTx, type: string, version: number): Promise<MappedCode[] | null> {
  const row = await tx.first<{ codes: MappedCode[] }>`
    SELECT codes FROM code_mapping WHERE tenant_id = ${tx.tenantId} AND type = ${type} AND version = ${version}`;
  return row?.codes ?? null;
}

export interface NewMapping {
  readonly type: string;
  readonly version: number;
  readonly codes: readonly MappedCode[];
  readonly author: string | null;
  readonly message: string;
}

export async function insertMapping(tx: TenantTx, mapping: NewMapping): Promise<void> {
  await tx.run`
    INSERT INTO code_mapping (tenant_id, type, version, codes, author, message)
    VALUES (${tx.tenantId}, ${mapping.type}, ${mapping.version}, ${JSON.stringify(mapping.codes)}::jsonb,
            ${mapping.author}::text, ${mapping.message})`;
}
