import type { Dataset, Model } from '@rise/contract';
import { QueryError } from '../errors.ts';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { joinsOf, kindOf } from '../model/joins.ts';
import { lastKnownOf } from '../model/measures.ts';
import type { AggregatePlan } from '../plan/plan.ts';
import { planRowsOf } from '../planner/query.ts';
import { references } from './references.ts';

/** How many queries can be one in another. */
const MAX_QUERIES = 5;
/** PostgreSQL cuts longer names. */
const MAX_NAME = 63;

/** The datasets that a dataset is computed from. */
function sourcesOf(model: Model, name: string): string[] {
  const dataset = model.datasets.find((item) => item.name === name);
  if (dataset) return dataset.query ? [dataset.query.dataset] : [];
  return model.combined.find((item) => item.name === name)?.facts ?? [];
}

/** The way from a dataset through its sources back to itself; null if there is none. */
function circleOf(model: Model, start: string, name = start, seen: readonly string[] = []): string[] | null {
  for (const source of sourcesOf(model, name)) {
    if (source === start) return [...seen, name, start];
    const circle = seen.includes(source) ? null : circleOf(model, start, source, [...seen, name]);
    if (circle) return circle;
  }
  return null;
}

/** The number of queries one in another that a dataset reads. It is in no circle. */
function queriesIn(model: Model, name: string): number {
  const own = model.datasets.some((item) => item.name === name && item.query) ? 1 : 0;
  return own + Math.max(0, ...sourcesOf(model, name).map((source) => queriesIn(model, source)));
}

const tablesIn = ({ datasets, shared, accounts }: Model): Set<string> =>
  new Set(
    [
      ...datasets.flatMap(({ table, query, joins }) => [...(query ? [] : [table]), ...joins.map((join) => join.table)]),
      ...shared.joins.map(({ table }) => table),
      ...(accounts ? [accounts.table] : []),
    ].map((table) => table.toLowerCase()),
  );

/** What needs a table of the warehouse, which the rows of a query are not. */
function checkParts(dataset: Dataset, at: IssuePath, report: ReportIssue): void {
  const { name, rollups, joins, measures } = dataset;
  if (rollups.length > 0)
    report([...at, 'rollups'], `The rows of '${name}' are computed for each reader, so a rollup cannot store them. Add it to '${dataset.query!.dataset}', whose rollups serve the query.`); // prettier-ignore
  for (const [index, { to, validity }] of joinsOf(dataset).entries())
    if (validity && to === dataset.table)
      report([...at, 'joins', index, kindOf(validity)], `Rows that are valid on a date are looked up for the rows of a table. Join '${joins[index]!.table}' in '${dataset.query!.dataset}', and add what is needed from it as a dimension of the query.`); // prettier-ignore
  for (const [index, { to }] of joinsOf(dataset).entries())
    if (to === dataset.table && joins[index]!.relationship === 'one_to_one')
      report([...at, 'joins', index, 'relationship'], `That no two rows of a query share a row of '${joins[index]!.table}' cannot be checked before it runs. Leave 'relationship' out: each row of '${joins[index]!.table}' then counts once.`); // prettier-ignore
  for (const [index, { table }] of dataset.optional.entries())
    if (table === dataset.table)
      report([...at, 'optional', index], `The columns of a query are always there. List what data may lack in '${dataset.query!.dataset}'.`); // prettier-ignore
  for (const [index, { kind }] of measures.entries())
    if (kind === 'average_balance')
      report([...at, 'measures', index, 'kind'], `Balances of the prior year-end are looked up among a table's rows. Take the average as a measure of '${dataset.query!.dataset}' in the query.`); // prettier-ignore
  for (const [index, measure] of measures.entries())
    if (lastKnownOf(measure))
      report([...at, 'measures', index, 'over', 'per'], `Last known values are those of a table's rows. Leave 'per' out, or take the last known values as a measure of '${dataset.query!.dataset}' in the query.`); // prettier-ignore
}

/** Checks that derived datasets read datasets of the model, in no circle, and have no parts that need a table. */
export function checkDerived(model: Model, report: ReportIssue): void {
  const names = [...model.datasets, ...model.combined].map(({ name }) => name);
  const tables = tablesIn(model);
  const reported = new Set<string>();
  for (const [index, dataset] of model.datasets.entries()) {
    const { name, query } = dataset;
    if (!query) continue;
    const at = ['datasets', index];
    const path = [...at, 'query', 'dataset'];
    if (!names.includes(query.dataset))
      report(path, `There is no dataset '${query.dataset}'.${suggestName(query.dataset, names)}`);
    if (tables.has(name))
      report([...at, 'name'], `'${name}' is also a table of the model. A dataset that is a query is no table and cannot be joined: query it, combine it, or derive another dataset from it. Rename one.`); // prettier-ignore
    const circle = circleOf(model, name);
    if (circle && !reported.has(name))
      report(path, `'${name}' is computed from itself: ${circle.map((item) => `'${item}'`).join(' from ')}. Take another dataset in one of their queries.`); // prettier-ignore
    for (const item of circle ?? []) reported.add(item);
    if (!circle && queriesIn(model, name) > MAX_QUERIES)
      report(path, `'${name}' is a query over queries, more than ${MAX_QUERIES} of them one in another. Take a dataset nearer to the tables.`); // prettier-ignore
    checkParts(dataset, at, report);
  }
}

/** Where in the model an issue of the query is. */
const pathOf = (at: IssuePath, field: string): IssuePath => [
  ...at,
  'query',
  ...field.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
];

/** Times are presented in the tenant's time zone, and would be a second time. */
function checkColumns({ columns }: AggregatePlan, dataset: Dataset, at: IssuePath, report: ReportIssue): void {
  const { dimensions } = dataset.query!;
  for (const [place, { name, type }] of columns.entries()) {
    const path = place < dimensions.length ? ['dimensions', place] : ['measures', place - dimensions.length];
    if (type === 'timestamp')
      report([...at, 'query', ...path], `'${name}' is a time, and rows of a query have days. Group by a grain of days or longer, or take a date of it in '${dataset.query!.dataset}'.`); // prettier-ignore
    if (name.length > MAX_NAME)
      report([...at, 'query', ...path], `The column '${name}' has a name of more than ${MAX_NAME} characters. Shorten that of its dimension or measure.`); // prettier-ignore
  }
}

/** The code of ISO 4217 for no currency, so that whatever is converted shows. */
const NO_CURRENCY = 'XXX';

/** Amounts in the reader's currency, or in several, are no values of rows: their figures say what they are in. */
function checkAmounts({ measures }: AggregatePlan, dataset: Dataset, at: IssuePath, report: ReportIssue): void {
  for (const [place, measure] of measures.entries())
    if (measure.kind === 'checked')
      report([...at, 'query', 'measures', place], `'${measure.name}' is converted or has amounts in several currencies, and rows of a query have values in one. Query '${dataset.query!.dataset}' itself, or take a measure in one currency.`); // prettier-ignore
}

/** Checks that the queries of derived datasets are valid, and that these name columns of their results. */
export function checkDerivedRows(compiled: CompiledModel, report: ReportIssue): void {
  const { model } = compiled;
  for (const [index, dataset] of model.datasets.entries()) {
    if (!dataset.query) continue;
    const at = ['datasets', index];
    try {
      const rows = planRowsOf(compiled, { tenant: '', reader: 'system', currency: NO_CURRENCY }, dataset, null)!;
      checkColumns(rows, dataset, at, report);
      checkAmounts(rows, dataset, at, report);
      const known = rows.columns.map(({ name }) => name);
      for (const { path, table, column } of references(model, dataset))
        if (table === dataset.table && column !== null && !known.includes(column))
          report([...at, ...path], `The query of '${dataset.name}' has no column '${column}'.${suggestName(column, known)} Its columns are ${known.join(', ')}.`); // prettier-ignore
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      for (const { field, message } of error.details) report(pathOf(at, field), message);
    }
  }
}
