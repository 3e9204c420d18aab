import type { AggregateQuery, Cell, Filter, QueryResult, SemanticQuery } from '@rise/contract';
import { MAX_ROWS } from '@rise/contract';
import {
  EngineBusy,
  toQueryResult,
  WarehouseUnavailable,
  type Engine,
  type QueryRequest,
  type Scope,
} from '@rise/engine';
import type { Warehouse } from '../warehouse/warehouse.service.ts';

/** Queries at the same time: others' queries share the engine. */
const CONCURRENT = 2;
/** Pages of one result. */
const MOST_PAGES = 5;

export interface Reading {
  readonly columns: QueryResult['columns'];
  readonly rows: QueryResult['rows'];
  readonly unmapped: QueryResult['meta']['unmapped'];
}

export type ExaminedQuery = Pick<AggregateQuery, 'dataset' | 'dimensions' | 'measures'> & {
  readonly filter?: Filter | undefined;
  readonly order?: AggregateQuery['order'];
  readonly limit?: number;
};

/** A whole query of what is read. */
export const queryOf = ({ filter, order = [], limit = 1000, ...query }: ExaminedQuery): AggregateQuery => ({
  kind: 'aggregate',
  calculations: [],
  customMeasures: [],
  offset: 0,
  totals: false,
  ...query,
  ...(filter && { filter }),
  order,
  limit,
});

/** Reads figures for one reader, so many at a time, and counts how far it is. */
export class Readings {
  readonly #engine: Engine;
  readonly #context: Omit<QueryRequest, 'query'>;
  readonly #asOf: { dataVersion: number; asOf: string | null };
  readonly #signal: AbortSignal;

  constructor(
    engine: Engine,
    { model, version }: Pick<Warehouse, 'model' | 'version'>,
    { scope, signal }: { scope: Scope; signal: AbortSignal },
  ) {
    this.#engine = engine;
    this.#context = { model, version, scope, signal };
    this.#asOf = { dataVersion: version.number, asOf: version.asOf };
    this.#signal = signal;
  }

  /** Each result in the order of the queries; null for one that has no meaning, such as a measure that is not by a dimension. */
  async all(queries: readonly ExaminedQuery[]): Promise<(Reading | null)[]> {
    const results: (Reading | null)[] = [];
    for (let start = 0; start < queries.length; start += CONCURRENT)
      results.push(...(await Promise.all(queries.slice(start, start + CONCURRENT).map((query) => this.#one(query)))));
    return results;
  }

  async #one(query: ExaminedQuery): Promise<Reading | null> {
    const limit = Math.min(query.limit ?? MAX_ROWS, MAX_ROWS);
    try {
      const first = await this.#page({ ...queryOf(query), limit });
      const rows = [...first.rows];
      for (let page = 1; query.limit === undefined && rows.length === page * limit && page < MOST_PAGES; page++)
        rows.push(...(await this.#page({ ...queryOf(query), limit, offset: page * limit })).rows);
      return { columns: first.columns, rows, unmapped: first.meta.unmapped };
    } catch (error) {
      this.#signal.throwIfAborted();
      // Another attempt may succeed; anything else is of this query alone.
      if (error instanceof EngineBusy || error instanceof WarehouseUnavailable) throw error;
      return null;
    }
  }

  async #page(query: SemanticQuery): Promise<QueryResult> {
    const answer = await this.#engine.queries.run({ ...this.#context, query });
    return toQueryResult(answer, { ...this.#asOf, unmapped: [] });
  }
}

/** A figure as a number; null without a value. */
export function numberOf(cell: Cell | undefined): number | null {
  if (cell === null || cell === undefined || typeof cell === 'boolean') return null;
  const value = Number(cell);
  return Number.isFinite(value) ? value : null;
}

/** The place of a column, by name; -1 where the result lacks it. */
export const placeOf = ({ columns }: Reading, name: string): number =>
  columns.findIndex((column) => column.name === name);
