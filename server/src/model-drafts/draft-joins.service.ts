import type { Cardinality, ModelJoin } from '@rise/contract';
import type { Engine, JoinMatches, MeasuredJoin } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import type { ModelService } from '../models/models.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';

/** For how long a request measures; what is measured by then is known when it is sent again. */
const BUDGET_MS = 20_000;

export interface DraftJoins {
  datasets: { name: string; table: string }[];
  joins: ModelJoin[];
  dataVersion: number;
}

/** The joins of a model text and what the tenant's rows say about them. */
export class DraftJoinsService {
  readonly #engine: Engine;
  readonly #models: ModelService;
  readonly #warehouses: WarehouseService;

  constructor(options: { engine: Engine; models: ModelService; warehouses: WarehouseService }) {
    this.#engine = options.engine;
    this.#models = options.models;
    this.#warehouses = options.warehouses;
  }

  /** Also of a text that publishing would refuse for its joins: that is when they have to be looked at. */
  async measure(actor: TenantActor, document: string, signal: AbortSignal): Promise<DraftJoins> {
    const compiled = await this.#models.compile(actor, document);
    const data = await this.#warehouses.preview(actor, compiled);
    if (!data) throw new UserError('WAREHOUSE_UNAVAILABLE', 'No data has been loaded for this tenant yet.');
    const { version } = data;
    const request = { model: compiled, version, tenant: actor.tenantId, signal, budgetMs: BUDGET_MS };
    const joins = await this.#engine.joins.measure(request);
    const overTables = compiled.model.datasets.filter(({ query }) => !query);
    return {
      datasets: overTables.map(({ name, table }) => ({ name, table })),
      joins: joins.map(toJoin),
      dataVersion: version.number,
    };
  }
}

function toJoin(join: MeasuredJoin): ModelJoin {
  const { dataset, name, table, to, toTable, on, relationship, validity, conditional, matches, unmeasured } = join;
  const dated = validity !== undefined;
  return {
    dataset,
    name,
    table,
    to,
    toTable,
    on,
    declared: relationship,
    dated,
    conditional,
    measured: matches && {
      ...matches,
      cardinality: cardinalityOf(matches),
      agrees: (dated || matches.to.repeated === 0) && (relationship === 'many_to_one' || matches.from.repeated === 0),
    },
    unmeasured,
  };
}

function cardinalityOf({ from, to }: JoinMatches): Cardinality {
  if (to.repeated === 0) return from.repeated === 0 ? 'one_to_one' : 'many_to_one';
  return from.repeated === 0 ? 'one_to_many' : 'many_to_many';
}
