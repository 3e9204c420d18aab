import type { Calendar } from '@rise/contract';
import type { ParameterSetting } from '@rise/engine';
import type { TenantTx } from '../kernel/database/database.ts';
import type { MappingContent } from './mappings.rules.ts';

/** By the parameter's name. */
export type ParameterSettings = Readonly<Record<string, ParameterSetting>>;
/** The active version by the mapping's name. */
export type MappingVersions = Readonly<Record<string, number>>;

export interface TenantSettingsRow {
  /** Counts every change; 0: never changed. */
  revision: number;
  parameters: ParameterSettings;
  /** Counts the changes of parameters. */
  parametersVersion: number;
  mappings: MappingVersions;
  /** Null: weeks from Monday, calendar years and UTC. */
  calendar: Calendar | null;
  /** ISO 4217; null: the model's. */
  currency: string | null;
}

export const NO_SETTINGS: TenantSettingsRow = {
  revision: 0,
  parameters: {},
  parametersVersion: 0,
  mappings: {},
  calendar: null,
  currency: null,
};

export async function findTenantSettings(tx: TenantTx): Promise<TenantSettingsRow> {
  const row = await tx.first<TenantSettingsRow>`
    SELECT revision, parameters, parameters_version AS "parametersVersion", mappings, calendar, currency
    FROM tenant_terms WHERE tenant_id = ${tx.tenantId}`;
  return row ?? NO_SETTINGS;
}

export async function saveTenantSettings(tx: TenantTx, settings: Omit<TenantSettingsRow, 'revision'>): Promise<void> {
  const { parameters, parametersVersion, mappings, calendar, currency } = settings;
  await tx.run`
    INSERT INTO tenant_terms (tenant_id, parameters, parameters_version, mappings, calendar, currency)
    VALUES (${tx.tenantId}, ${JSON.stringify(parameters)}::jsonb, ${parametersVersion}, ${JSON.stringify(mappings)}::jsonb,
      ${calendar === null ? null : JSON.stringify(calendar)}::jsonb, ${currency})
    ON CONFLICT (tenant_id) DO UPDATE SET revision = tenant_terms.revision + 1, parameters = excluded.parameters,
      parameters_version = excluded.parameters_version, mappings = excluded.mappings,
      calendar = excluded.calendar, currency = excluded.currency`;
}

/** The codes, categories and rules of these versions. */
export function findContents(
  tx: TenantTx,
  versions: MappingVersions,
): Promise<(MappingContent & { type: string; version: number })[]> {
  return tx.rows`
    SELECT type, version, codes, categories, rules FROM code_mapping m
    WHERE tenant_id = ${tx.tenantId} AND EXISTS (
      SELECT FROM jsonb_each_text(${JSON.stringify(versions)}::jsonb) w WHERE w.key = m.type AND w.value::int = m.version)`;
}
