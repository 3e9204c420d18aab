import type { TenantTx } from '../kernel/database/database.ts';
import type { MappingContent } from './mappings.rules.ts';

export interface MappingRow {
  type: string;
  version: number;
  author: string | null;
  approvedBy: string | null;
  message: string;
  createdAt: Date;
  /** Distinct codes that it maps. */
  codes: number;
}

/** Versions of one mapping, or of all where null, without their codes; newest first. */
export function listVersions(tx: TenantTx, type: string | null): Promise<MappingRow[]> {
  return tx.rows<MappingRow>`
    SELECT type, version, author, approved_by AS "approvedBy", message, created_at AS "createdAt",
           (SELECT count(DISTINCT code -> 'code')::int FROM jsonb_array_elements(codes) AS code) AS codes
    FROM code_mapping WHERE tenant_id = ${tx.tenantId} AND (type = ${type}::text OR ${type}::text IS NULL)
    ORDER BY type, version DESC`;
}

export function findContent(tx: TenantTx, type: string, version: number): Promise<MappingContent | null> {
  return tx.first<MappingContent>`
    SELECT codes, categories, rules FROM code_mapping
    WHERE tenant_id = ${tx.tenantId} AND type = ${type} AND version = ${version}`;
}

/** The newest value that each of these codes had in a version before this one, with that version's number. */
export function findEarlierValues(
  tx: TenantTx,
  type: string,
  version: number,
): Promise<{ code: string; value: string; version: number }[]> {
  return tx.rows`
    SELECT DISTINCT ON (entry ->> 'code') entry ->> 'code' AS code, entry ->> 'value' AS value, m.version
    FROM (SELECT version, codes FROM code_mapping
          WHERE tenant_id = ${tx.tenantId} AND type = ${type} AND version < ${version}
          ORDER BY version DESC LIMIT 20) m, jsonb_array_elements(m.codes) AS entry
    WHERE entry ->> 'code' IS NOT NULL
    ORDER BY entry ->> 'code', m.version DESC`;
}

export interface NewMapping extends MappingContent {
  readonly type: string;
  readonly version: number;
  readonly author: string | null;
  readonly approvedBy: string | null;
  readonly message: string;
}

export async function insertMapping(tx: TenantTx, mapping: NewMapping): Promise<void> {
  await tx.run`
    INSERT INTO code_mapping (tenant_id, type, version, codes, categories, rules, author, approved_by, message)
    VALUES (${tx.tenantId}, ${mapping.type}, ${mapping.version}, ${JSON.stringify(mapping.codes)}::jsonb,
            ${JSON.stringify(mapping.categories)}::jsonb, ${JSON.stringify(mapping.rules)}::jsonb,
            ${mapping.author}::text, ${mapping.approvedBy}::text, ${mapping.message})`;
}
