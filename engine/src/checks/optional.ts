import type { Dataset, OptionalColumn } from '@rise/contract';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { columnsIn } from '../expression/columns.ts';
import type { TableColumn } from '../expression/columns.ts';
import { suggestName } from '../expression/suggest-name.ts';
import { columnsOfJoin, joinsOf, tablesByName } from '../model/joins.ts';
import { lastKnownOf } from '../model/measures.ts';
import type { DatasetExpressions } from '../model/read-expressions.ts';

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Whether a column of a table, or with null the whole table, is listed as optional. */
export function isOptional(optional: readonly OptionalColumn[], table: string, column: string | null): boolean {
  return optional.some(
    (item) =>
      sameName(item.table, table) &&
      (column === null ? item.column === undefined : item.column !== undefined && sameName(item.column, column)),
  );
}

/** Columns without which a dataset's rows cannot be found, matched or hidden from readers, and what they are for. */
function neededColumns(
  dataset: Dataset,
  { joins, rules, values }: DatasetExpressions,
): (TableColumn & { use: string })[] {
  const { snapshots } = dataset;
  const time = snapshots === undefined ? undefined : values.get(snapshots);
  const orders = dataset.measures.flatMap((measure) => lastKnownOf(measure)?.order ?? []);
  const named = (use: string, columns: readonly TableColumn[]) => columns.map((column) => ({ ...column, use }));
  const tableOf = tablesByName(dataset);
  // Keys of an optional table are missing with it.
  const keys = joinsOf(dataset).flatMap(columnsOfJoin);
  return [
    ...named('a join', keys),
    ...named('the as-of date', dataset.asOf ? [dataset.asOf] : []),
    ...named('the snapshot date', time ? columnsIn(time) : []),
    ...named('a row rule', [...rules.values()].flatMap(columnsIn)),
    ...named('the condition of a join', [...joins.values()].flatMap(columnsIn)),
    ...named(
      'the order of last known values',
      orders.map((column) => ({ table: dataset.table, column })),
    ),
  ].map((item) => ({ ...item, table: tableOf(item.table) }));
}

/** Checks that optional tables are joined, and that rows can be found, matched and hidden without what is optional. */
export function checkOptional(
  dataset: Dataset,
  expressions: DatasetExpressions,
  at: IssuePath,
  report: ReportIssue,
): void {
  const needed = neededColumns(dataset, expressions);
  const tables = [dataset.table, ...dataset.joins.map(({ table }) => table)];
  for (const [index, { table, column }] of dataset.optional.entries()) {
    const path = [...at, 'optional', index];
    if (!tables.some((name) => sameName(name, table))) {
      const known = suggestName(table, tables);
      report(
        [...path, 'table'],
        `The table '${table}' is not part of '${dataset.name}'. Name one that is joined.${known}`,
      );
      continue;
    }
    if (column === undefined) {
      const isFact = sameName(table, dataset.table);
      const ruled = needed.find((item) => item.use === 'a row rule' && sameName(item.table, table));
      if (isFact) report(path, `'${table}' has the rows of '${dataset.name}'. Name a column of it, or leave it out.`);
      else if (ruled) report(path, `A row rule depends on '${table}', so data needs it. Leave it out.`);
      continue;
    }
    const use = needed.find((item) => sameName(item.table, table) && sameName(item.column, column))?.use;
    if (use !== undefined)
      report(
        [...path, 'column'],
        `${use[0]!.toUpperCase()}${use.slice(1)} depends on '${column}', so data needs it. Leave it out.`,
      );
  }
}
