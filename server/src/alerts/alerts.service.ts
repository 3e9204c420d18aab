import type { Alert } from '@rise/contract';
import { codedFields, type CompiledModel, type Engine, type WarehouseVersion } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database.ts';
import { publish } from '../kernel/events.ts';
import { scopeWith, type Terms } from '../terms/terms.service.ts';
import { alertsOf, type Unlabelled } from './alerts.rules.ts';
import { listAlerts, replaceAlerts } from './alerts.sql.ts';

export interface AlertService {
  list(actor: TenantActor): Promise<Alert[]>;
}

export function createAlerts({ database }: { database: Database }): AlertService {
  return { list: (actor) => database.withTenant(actor, listAlerts, 'reads') };
}

/** Compares what a model and a tenant say of codes with the codes in a version: what is left without a meaning, and where. */
export async function findUnlabelled(
  engine: Engine,
  warehouse: { model: CompiledModel; version: WarehouseVersion; tenantId: string; terms: Terms },
): Promise<Unlabelled[]> {
  const { model, version, tenantId, terms } = warehouse;
  const scope = scopeWith({ tenant: tenantId, policyHash: '', predicates: [], reader: 'system' }, terms);
  const fields = [...model.datasets].flatMap(([dataset, compiled]) =>
    codedFields(model, compiled).map((coded) => ({ dataset, coded })),
  );
  const found = await engine.unlabelledCodes({ model, version, scope, fields });
  return fields.flatMap(({ dataset, coded: { field, type } }, index) => {
    const codes = found[index]!.codes.map(({ code }) => code);
    return codes.length === 0 ? [] : [{ dataset, field, type, codes }];
  });
}

/** The names of the fields, by dataset. */
export function byDataset(found: readonly Unlabelled[]): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (const { dataset, field } of found) {
    names[dataset] ??= [];
    if (!names[dataset].includes(field)) names[dataset].push(field);
  }
  return names;
}

/** Makes these the tenant's alerts, in the transaction that changed what they are about; open pages are told of a change. */
export async function raiseAlerts(tx: TenantTx, found: readonly Unlabelled[]): Promise<void> {
  const changed = await replaceAlerts(tx, alertsOf(found));
  if (changed > 0) await publish(tx, { kind: 'alerts', to: { tenants: [tx.tenantId] } });
}
