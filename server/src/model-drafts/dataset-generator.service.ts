import type { GeneratedDatasets, ModelTable } from '@rise/contract';
import type { CompiledModel } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import type { ModelService } from '../models/models.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';

/** The tables of a tenant's warehouse, and datasets written for them. */
export class DatasetGeneratorService {
  readonly #models: ModelService;
  readonly #warehouses: WarehouseService;

  constructor({ models, warehouses }: { models: ModelService; warehouses: WarehouseService }) {
    this.#models = models;
    this.#warehouses = warehouses;
  }

  /** In the order of their names; none while the tenant has no data. */
  async tables(actor: TenantActor): Promise<ModelTable[]> {
    const [catalog, active, [newest]] = await Promise.all([
      this.#warehouses.catalog(actor),
      this.#models.active(actor),
      this.#warehouses.loads(actor),
    ]);
    const rows = new Map(Object.entries(newest?.tables ?? {}));
    const usedBy = datasetsByTable(active);
    return Object.entries(catalog ?? {})
      .map(([name, columns]) => ({
        name,
        rows: rows.get(name) ?? null,
        columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
        usedBy: usedBy.get(name) ?? [],
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Reads a table's statistics ahead of `generate`; whether they are remembered. Ends where `signal` is aborted. */
  async profile(actor: TenantActor, table: string, signal: AbortSignal): Promise<{ remembered: boolean }> {
    const remembered = await this.#warehouses.profileTable(actor, table, signal);
    if (remembered === null) throw noData();
    return { remembered };
  }

  async generate(actor: TenantActor, tables: readonly string[]): Promise<GeneratedDatasets> {
    const generated = await this.#warehouses.generateDatasets(actor, tables);
    if (!generated) throw noData();
    return generated;
  }
}

const noData = () => new UserError('WAREHOUSE_UNAVAILABLE', 'No data has been loaded for this tenant yet.');

/** Names of the datasets that read a table, as their own or joined. */
function datasetsByTable(active: CompiledModel | null): Map<string, string[]> {
  const byTable = new Map<string, string[]>();
  for (const { name, query, table, joins } of active?.model.datasets ?? []) {
    const own = query ? [] : [table];
    for (const read of new Set([...own, ...joins.map((join) => join.table)]))
      byTable.set(read, [...(byTable.get(read) ?? []), name]);
  }
  return byTable;
}
