import { semanticQuery } from '@rise/contract';
import type { AggregateQuery, Cell } from '@rise/contract';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import type { CompiledModel, Scope } from '../../src/index.ts';
import { AUDITOR, bookingsText, columnOf, openClientBookings } from './client-bookings.ts';
import { numbers } from './engine-pair.ts';
import type { GeneratedWarehouse } from './generated-warehouse.ts';
import { guideExamples } from './model-guide.ts';
import { derived, dimension, measure } from './model-text.ts';

const [yaml] = guideExamples('Derived datasets', 'yaml');
/** The example of the documentation: one row for each client and month. */
export const EXAMPLE = yaml
  .replace('datasets:\n', '')
  .replaceAll(/ … \}( #.*)?$/gm, ' title: { en: T }, definition: { en: D }, format: { unit: number } }')
  .trimEnd();

/** A column of a derived dataset as a dimension. */
export const own = (name: string, type: string, dataset: string, of = name) => columnOf(dataset, name, type, of);

export const BOOKINGS = bookingsText({
  dimensions: [
    dimension('kind', 'string', 'column: { table: booking, column: kind }, mapping: kind'),
    dimension('cards', 'integer', `per: { key: client, take: count, where: "kind = 'card'" }`),
    dimension('late', 'boolean', 'expression: amount > :least'),
  ],
  measures: [
    measure('bookings', 'kind: count'),
    measure('amount', 'kind: sum, expression: amount'),
    measure('mean_amount', 'kind: average, expression: amount'),
    measure('balance', 'kind: sum, expression: amount, over: { time: day, take: last }'),
    measure('known', 'kind: sum, expression: amount, over: { time: day, take: last, per: account, order: id }'),
    measure('first_day', 'kind: min, expression: day', 'date'),
    measure('of_cards', `kind: sum, expression: amount, where: "MAPPED(kind, 'kind') = 'plastic'"`),
  ],
  more: ['asOf: { table: booking, column: day }'],
});

export const HEAD = `
name: bank
title: { en: Bank }
description: { en: D }
parameters: [{ name: least, title: { en: L }, type: integer, default: 40 }]
mappings: [{ name: kind, title: { en: K } }]
datasets:`;

export const modelOf = (...datasets: string[]) => compileModel(parseModel([HEAD, ...datasets].join('\n'), 'bank.yaml'));

/** Every kind of measure in the query, a condition of the query's own, and rights of its own. */
export const CLIENTS = derived(
  'clients',
  `
      dataset: bookings
      dimensions: [client, branch]
      measures: [amount, mean_amount, first_day, balance, known, large, large_share]
      customMeasures:
        - { name: large, kind: filtered, measure: bookings, filter: { field: late, op: in, values: [true] } }
        - { name: large_share, kind: formula, expression: large / bookings }
      filter: { any: [{ field: client, op: isNotNull }, { field: client, op: isNull }] }`,
  [
    own('client', 'integer', 'clients'),
    own('branch', 'string', 'clients'),
    own('first_day', 'date', 'clients'),
    own('last_known', 'decimal', 'clients', 'known'),
    dimension(
      'size',
      'string',
      'expression: amount, bands: [{ value: small, from: 0, title: { en: S } }, { value: big, from: 150, title: { en: B } }]',
    ),
    dimension('branches', 'integer', 'per: { key: client, take: count }'),
  ],
  [
    measure('rows', 'kind: count'),
    measure('amount', 'kind: sum, expression: amount'),
    measure('balance', 'kind: sum, expression: balance'),
    measure('known', 'kind: sum, expression: known'),
    measure('large', 'kind: sum, expression: large'),
    measure('mean', 'kind: average, expression: mean_amount'),
    measure('spread', 'kind: stddev, expression: amount'),
    measure('latest', 'kind: max, expression: first_day', 'date'),
    measure('large_clients', 'kind: count_distinct, expression: client, where: large_share >= 0.5'),
    measure('per_row', 'kind: ratio, numerator: [{ measure: amount }], denominator: [{ measure: rows }]'),
    measure('twice', 'kind: derived, expression: amount * 2'),
  ],
  [
    'hierarchies: [{ name: h, title: { en: H }, levels: [branch, client] }]',
    'rules: [{ name: small, title: { en: Small only }, appliesTo: { groups: [juniors] }, where: amount < 150 }]',
    'masks: [{ name: sums, title: { en: Sums }, appliesTo: { groups: [juniors] }, columns: [{ table: clients, column: known }] }]',
  ],
);
/** A query over a query. */
export const BRANCHES = derived(
  'branches',
  '{ dataset: clients, dimensions: [branch], measures: [amount, rows, mean], having: { measure: rows, op: gt, values: [1] } }',
  [own('branch', 'string', 'branches')],
  [measure('branches', 'kind: count'), measure('mean_amount', 'kind: average, expression: amount')],
);

/** The rows of `clients` in plain SQL. */
export const SHORT = `SELECT client, branch, sum(amount) AS amount, avg(amount) AS mean_amount, min(day) AS first_day,
  sum(amount) FILTER (day = (SELECT max(day) FROM seen)) AS balance, count(*) FILTER (amount > 40) AS large, count(*) AS bookings FROM seen GROUP BY ALL`;

const example = modelOf(BOOKINGS, EXAMPLE);
/** All of these datasets. */
export const rich = modelOf(BOOKINGS, CLIENTS, BRANCHES, EXAMPLE);

/** A reader to whom the rules and masks of `clients` apply. */
export const JUNIOR = { reader: { roles: ['auditor'], groups: ['juniors'], attributes: {} } };

export interface DerivedBank {
  warehouse: GeneratedWarehouse;
  /** The rows of a query of the example's dataset, or of the one that it names. */
  rowsOf(query: object, scope?: Partial<Scope>, model?: CompiledModel): Promise<Cell[][]>;
  /** The rows of a query of a dataset, all of which are in the model. */
  of(dataset: string, query: object, scope?: Partial<Scope>): Promise<Cell[][]>;
  /** Plain SQL over `seen`, the tenant's rows that a reader may see, and `m`, the months of clients. */
  sql(select: string, rule?: string): Promise<Cell[][]>;
  context(scope: Partial<Scope>): {
    model: CompiledModel;
    version: GeneratedWarehouse['versions']['duckdb'];
    scope: Scope;
  };
  /** The explanation of a query's first measure. */
  explained(
    dataset: string,
    measures: string[],
    scope: Partial<Scope>,
    dimensions?: string[],
  ): ReturnType<GeneratedWarehouse['engine']['explanations']['explain']>;
  close(): Promise<void>;
}

/** The bookings of clients and what is derived from them, on every engine. */
export async function openDerivedBank(): Promise<DerivedBank> {
  const { warehouse, plain, close } = await openClientBookings();
  const rowsOf: DerivedBank['rowsOf'] = async (query, scope = AUDITOR, model = example) =>
    numbers((await warehouse.runQuery(model, { dataset: 'client_months', ...query }, scope)).rows);
  const context: DerivedBank['context'] = (scope) => ({
    model: rich,
    version: warehouse.versions.duckdb,
    scope: { tenant: 'alder', ...scope },
  });
  return {
    warehouse,
    rowsOf,
    of: (name, query, scope = AUDITOR) => rowsOf({ dataset: name, ...query }, scope, rich),
    sql: (select, rule = 'TRUE') =>
      plain(`WITH seen AS (SELECT * FROM booking WHERE tenant_id = 'alder' AND ${rule}),
        m AS (SELECT client, CAST(date_trunc('month', day) AS DATE) AS month, count(*) AS bookings, sum(amount) AS amount, town
          FROM seen LEFT JOIN client ON client.id = seen.client AND client.tenant_id = 'alder'
          WHERE client IS NOT NULL GROUP BY ALL HAVING sum(amount) > 10) ${select}`),
    context,
    explained: (name, measures, scope, dimensions = []) =>
      warehouse.engine.explanations.explain({
        ...context(scope),
        query: semanticQuery.parse({ dataset: name, dimensions, measures }) as AggregateQuery,
        measure: measures[0]!,
      }),
    close,
  };
}
