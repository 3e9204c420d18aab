import { indexCatalog } from '../model/catalog.ts';
import type { Catalog } from '../model/catalog.ts';
import { columnsIn } from '../expression/columns.ts';
import type { PlanFact } from '../plan/plan.ts';
import { columnsOf } from '../plan/references.ts';
import { planUnmappedCodes, planUnmappedRows } from '../planner/unmapped.ts';
import type { MappedField } from '../planner/unmapped.ts';
import { rowsOfBody } from '../results/result-body.ts';
import type { CatalogService } from './catalog-service.ts';
import { resultKey } from './query-planner.ts';
import type { QueryPlanner } from './query-planner.ts';
import type { QueryContext, QueryRequest } from '../requests/query-request.ts';
import type { QueryRunner } from './query-runner.ts';

export interface UnmappedCodes {
  codes: { code: string; rows: number }[];
  /** True if there are more. */
  truncated: boolean;
}

/** Of rows with codes: their number, and for each field the number with an unmapped code. */
export interface UnmappedRows {
  rows: number;
  unmapped: number[];
  /** Additive measures: the figure over all rows, and over the rows with an unmapped code in each field. */
  figures: { measure: string; all: number | null; parts: (number | null)[] }[];
}

interface UnmappedServiceOptions {
  planner: QueryPlanner;
  runner: QueryRunner;
  catalogs: CatalogService;
}

/** Finds unmapped codes. */
export class UnmappedService {
  readonly #planner: QueryPlanner;
  readonly #runner: QueryRunner;
  readonly #catalogs: CatalogService;

  constructor({ planner, runner, catalogs }: UnmappedServiceOptions) {
    this.#planner = planner;
    this.#runner = runner;
    this.#catalogs = catalogs;
  }

  /**
   * The unmapped codes of each of these fields in a version, most frequent first, at most 10,000; none for a field
   * whose columns the version lacks.
   */
  async listCodes({
    fields,
    ...context
  }: QueryContext & { fields: readonly { dataset: string; coded: MappedField }[] }): Promise<UnmappedCodes[]> {
    if (fields.length === 0) return [];
    const catalog = await this.#catalogs.read(context.version);
    // One at a time: nobody waits for these, and readers' queries have priority.
    const lists: UnmappedCodes[] = [];
    for (const field of fields) lists.push(await this.#codesOf(field, context, catalog));
    return lists;
  }

  async #codesOf(
    field: { dataset: string; coded: MappedField },
    context: QueryContext,
    catalog: Catalog,
  ): Promise<UnmappedCodes> {
    const { model, version, scope, signal } = context;
    const plan = planUnmappedCodes(model, scope, { ...field, asOf: version.asOf });
    if (!plan.facts.every((fact) => hasColumnsOf(catalog, fact))) return { codes: [], truncated: false };
    const { body, truncated } = await this.#runner.run(context, plan, signal);
    const codes = rowsOfBody(body).map(([code, rows]) => ({ code: String(code), rows: Number(rows) }));
    return { codes, truncated };
  }

  /** For the rows behind a query: their number, and for each of these fields the number with an unmapped code. */
  async countRows({ fields, ...request }: QueryRequest & { fields: readonly string[] }): Promise<UnmappedRows> {
    const { model, scope, version } = request;
    const { planWithoutRollups } = this.#planner.plan(request);
    const plan = planUnmappedRows(model, scope, planWithoutRollups, { fields, asOf: version.asOf });
    const { body } = await this.#runner.cachedBody(request, resultKey(request, plan), plan);
    const [rows, ...counts] = rowsOfBody(body)[0] as number[];
    const figures = plan.figures.map(({ name: measure }, index) => {
      const start = fields.length + index * (fields.length + 1);
      const [all, ...parts] = counts.slice(start, start + fields.length + 1) as (number | null)[];
      return { measure, all: all ?? null, parts };
    });
    return { rows: rows!, unmapped: counts.slice(0, fields.length), figures };
  }
}

/** Whether a version has all tables and columns that a fact is grouped by, and those that its rows are derived from. */
export function hasColumnsOf(catalog: Catalog, { source, fields, filter }: PlanFact): boolean {
  if (source.rows && !source.rows.facts.every((fact) => hasColumnsOf(catalog, fact))) return false;
  const tables = new Map([
    ...(source.rows ? [] : [[source.table, source.table] as const]),
    ...source.joins.map(({ name, table }) => [name, table] as const),
  ]);
  const index = indexCatalog(catalog);
  if ([...tables.values()].some((table) => !index.columns(table))) return false;
  const columns = [...fields.flatMap(({ value }) => columnsIn(value)), ...columnsOf(filter)];
  return columns
    .filter(({ table }) => tables.has(table))
    .every(({ table, column }) => index.columns(tables.get(table)!)!.has(column.toLowerCase()));
}
