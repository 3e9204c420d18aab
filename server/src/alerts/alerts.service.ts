import type { Alert } from '@rise/contract';
import { mappedFields, type CompiledModel, type Engine, type WarehouseVersion } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { withTenantSettings, type TenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import { toAlerts, type UnmappedField } from './alerts.rules.ts';
import { listAlerts, replaceAlerts } from './alerts.sql.ts';

export type { UnmappedField };

/** A tenant's alerts. */
export class AlertService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  list(actor: TenantActor): Promise<Alert[]> {
    return this.#database.withTenant(actor, listAlerts, 'reads');
  }
}

/** Fields of a version with codes that neither the model nor the tenant's mappings label. */
export async function findUnmappedFields(
  engine: Engine,
  warehouse: { model: CompiledModel; version: WarehouseVersion; tenantId: string; tenantSettings: TenantSettings },
): Promise<UnmappedField[]> {
  const { model, version, tenantId, tenantSettings } = warehouse;
  const scope = withTenantSettings({ tenant: tenantId, reader: 'system' }, tenantSettings);
  const fields = [...model.datasets].flatMap(([dataset, compiled]) =>
    mappedFields(model, compiled).map((coded) => ({ dataset, coded })),
  );
  const unmapped = await engine.unmapped.listCodes({ model, version, scope, fields });
  return fields.flatMap(({ dataset, coded: { field, type } }, index) => {
    const codes = unmapped[index]!.codes.map(({ code }) => code);
    return codes.length === 0 ? [] : [{ dataset, field, type, codes }];
  });
}

/** Field names by dataset. */
export function groupByDataset(fields: readonly UnmappedField[]): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (const { dataset, field } of fields) {
    names[dataset] ??= [];
    if (!names[dataset].includes(field)) names[dataset].push(field);
  }
  return names;
}

/** Replaces the tenant's alerts in the transaction that changed data, model or mappings; open pages fetch them again. */
export async function raiseAlerts(tx: TenantTx, fields: readonly UnmappedField[]): Promise<void> {
  const changed = await replaceAlerts(tx, toAlerts(fields));
  if (changed > 0) await publish(tx, { kind: 'alerts', to: { tenants: [tx.tenantId] } });
}
