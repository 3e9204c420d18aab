import { LRUCache } from 'lru-cache';
import { isReadable } from '../checks/keys.ts';
import { WarehouseUnavailable } from '../errors.ts';
import { indexCatalog } from '../model/catalog.ts';
import type { CatalogIndex } from '../model/catalog.ts';
import type { CompiledDataset, CompiledModel } from '../model/compiled-model.ts';
import { conditionOn, joinsOf, tablesByName } from '../model/joins.ts';
import type { DeclaredJoin } from '../model/joins.ts';
import { joinMatchesSql } from '../sql/join-matches.ts';
import type { JoinSides } from '../sql/join-matches.ts';
import type { Warehouses, WarehouseVersion } from '../warehouses/warehouses.ts';
import type { CatalogService } from './catalog-service.ts';

/** How the rows of one side of a join are matched. */
export interface JoinSide {
  rows: number;
  /** Rows with at least one partner. */
  matched: number;
  /** Keys that several rows have. */
  repeated: number;
}

/** A join as it is in the data: `from` is what it is joined to, and `most` the most rows that a key has in `to`. */
export interface JoinMatches {
  from: JoinSide;
  to: JoinSide;
  most: number;
}

export interface MeasuredJoin extends DeclaredJoin {
  dataset: string;
  /** The table in the warehouse that it is joined to. */
  toTable: string;
  /** Whether only rows that meet a condition are joined. */
  conditional: boolean;
  /** Null where it could not be measured. */
  matches: JoinMatches | null;
  /** Why not: the data lacks a table or column, its columns do not fit, there was no time, or it has no columns at all. */
  unmeasured: 'missing' | 'failed' | 'time' | 'keyless' | null;
}

interface JoinsRequest {
  model: CompiledModel;
  version: WarehouseVersion;
  tenant: string;
  signal: AbortSignal;
  /** For how long joins are started; what is measured by then is known the next time. */
  budgetMs: number;
}

/** Measures what joins declare: all rows of the tenant count, as where keys are checked, and only numbers leave. */
export class JoinService {
  readonly #warehouses: Warehouses;
  readonly #catalogs: CatalogService;
  readonly #known = new LRUCache<string, JoinMatches>({ max: 1000 });

  constructor({ warehouses, catalogs }: { warehouses: Warehouses; catalogs: CatalogService }) {
    this.#warehouses = warehouses;
    this.#catalogs = catalogs;
  }

  /** All joins of a model, in its order. */
  async measure(request: JoinsRequest): Promise<MeasuredJoin[]> {
    const catalog = indexCatalog(await this.#catalogs.read(request.version));
    const until = Date.now() + request.budgetMs;
    const measured: MeasuredJoin[] = [];
    for (const dataset of request.model.model.datasets) {
      if (dataset.query) continue;
      const { expressions } = request.model.datasets.get(dataset.name)!;
      const tableOf = tablesByName(dataset);
      for (const join of joinsOf(dataset)) {
        const toTable = tableOf(join.to);
        const sides = sidesOf(expressions, join, toTable);
        const conditional = sides.to.where !== undefined;
        const result = await this.#measure(request, sides, catalog, until);
        measured.push({ ...join, dataset: dataset.name, toTable, conditional, ...result });
      }
    }
    return measured;
  }

  async #measure(
    { version, tenant, signal }: JoinsRequest,
    sides: JoinSides,
    catalog: CatalogIndex,
    until: number,
  ): Promise<Pick<MeasuredJoin, 'matches' | 'unmeasured'>> {
    if (sides.to.columns.length === 0) return { matches: null, unmeasured: 'keyless' };
    if (!isReadable(sides.from, catalog) || !isReadable(sides.to, catalog))
      return { matches: null, unmeasured: 'missing' };
    // The rows of a file never change.
    const key = 'file' in version ? JSON.stringify([version.file, version.segments ?? null, tenant, sides]) : null;
    const known = key === null ? undefined : this.#known.get(key);
    if (known) return { matches: known, unmeasured: null };
    const left = until - Date.now();
    if (left <= 0) return { matches: null, unmeasured: 'time' };
    const timeout = AbortSignal.timeout(left);
    const warehouse = this.#warehouses.of(version, tenant);
    try {
      const statement = joinMatchesSql(sides, tenant, warehouse.dialect);
      const [answer] = await warehouse.query([statement], AbortSignal.any([signal, timeout]));
      const matches = toMatches((JSON.parse(answer!.rows) as [(number | string)[]])[0].map(Number));
      if (key !== null) this.#known.set(key, matches);
      return { matches, unmeasured: null };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof WarehouseUnavailable) throw error;
      return { matches: null, unmeasured: timeout.aborted ? 'time' : 'failed' };
    }
  }
}

function sidesOf(
  expressions: CompiledDataset['expressions'],
  { name, table, on }: DeclaredJoin,
  toTable: string,
): JoinSides {
  const where = expressions.joins.get(name);
  return {
    from: { table: toTable, columns: on.map(({ column }) => column) },
    to: { table, columns: on.map(({ key }) => key), ...(where && { where: conditionOn(where, table) }) },
  };
}

function toMatches(numbers: readonly number[]): JoinMatches {
  const [ours, matched, repeated, theirs, matchedTo, repeatedTo, most] = numbers as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    from: { rows: ours, matched, repeated },
    to: { rows: theirs, matched: matchedTo, repeated: repeatedTo },
    most,
  };
}
