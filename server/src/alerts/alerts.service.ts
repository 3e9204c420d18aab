import type { Alert } from '@rise/contract';
import type { CompiledModel, Engine, WarehouseVersion } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database.ts';
import { publish } from '../kernel/events.ts';
import { alertsOf, type Unlabelled } from './alerts.rules.ts';
import { listAlerts, replaceAlerts } from './alerts.sql.ts';

export interface AlertService {
  list(actor: TenantActor): Promise<Alert[]>;
}

export function createAlerts({ database }: { database: Database }): AlertService {
  return { list: (actor) => database.withTenant(actor, listAlerts, 'reads') };
}

/** Compares the labels of a model with the codes in a version: what is left without a label, and where. */
export async function findUnlabelled(
  engine: Engine,
  warehouse: { model: CompiledModel; version: WarehouseVersion; tenantId: string },
): Promise<Unlabelled[]> {
  const { model, version, tenantId } = warehouse;
  const scope = { tenant: tenantId, policyHash: '', predicates: [], reader: 'system' as const };
  const found: Unlabelled[] = [];
  for (const { dataset, dimensions } of model.datasets.values()) {
    for (const dimension of dimensions.values()) {
      const codes = await engine.unlabelledCodes({ model, version, scope, dataset: dataset.name, dimension });
      if (codes.length > 0) found.push({ dataset: dataset.name, dimension: dimension.name, codes });
    }
  }
  return found;
}

/** The names of the dimensions, by dataset. */
export function byDataset(found: readonly Unlabelled[]): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (const { dataset, dimension } of found) (names[dataset] ??= []).push(dimension);
  return names;
}

/** Makes these the tenant's alerts, in the transaction that changed what they are about; open pages are told of a change. */
export async function raiseAlerts(tx: TenantTx, found: readonly Unlabelled[]): Promise<void> {
  const changed = await replaceAlerts(tx, alertsOf(found));
  if (changed > 0) await publish(tx, { kind: 'alerts', to: { tenants: [tx.tenantId] } });
}
