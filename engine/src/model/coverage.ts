import type { Dataset, DeliveredRange } from '@rise/contract';
import type { TableColumn } from '../expression/columns.ts';
import { once } from '../expression/once.ts';
import { partsOf } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';
import { tablesByName } from './joins.ts';

/**
 * Which columns a version has, and for which snapshot dates they were delivered: measured by the load that builds it.
 * Names are in lower case.
 */
export interface Coverage {
  /** The column with the snapshot date, in every table that has one; null where the data has no dates. */
  readonly dateColumn: string | null;
  /** The snapshot dates of the data, 'YYYY-MM-DD', ascending. */
  readonly dates: readonly string[];
  /** By table and column: indexes of the dates whose files have the column; null for a column without dates. */
  readonly tables: Readonly<Record<string, Readonly<Record<string, readonly number[] | null>>>>;
}

/** Snapshot dates for which something was delivered, ascending; null for all of them. */
export type DeliveredDates = readonly string[] | null;

/** The columns of a dataset, and when they were delivered. */
export interface DatasetCoverage {
  /** All snapshot dates of the data, ascending; none without snapshots. */
  readonly dates: readonly string[];
  /** The dates for which a column was delivered. `table` is the name of the join. */
  ofColumn(column: TableColumn): DeliveredDates;
  /**
   * The dates for which the columns of an expression were delivered: in a COALESCE those of any value with columns,
   * otherwise of all. Null also for an expression without columns.
   */
  of(expression: Expression): DeliveredDates;
  /** Whether an expression is the snapshot date itself. */
  isDate(expression: Expression | undefined): boolean;
}

function columnIn({ tables }: Coverage, table: string, column: string): readonly number[] | null | undefined {
  return tables[table.toLowerCase()]?.[column.toLowerCase()];
}

/** Whether a version lacks a column. */
export const isAbsent = (coverage: Coverage, { table, column }: TableColumn): boolean =>
  columnIn(coverage, table, column) === undefined;

/** The first and last of the data's dates for which something was delivered. */
export function rangeOf(delivered: readonly string[], dates: readonly string[]): DeliveredRange {
  const last = delivered.at(-1) ?? null;
  return { from: delivered[0] ?? null, until: last === dates.at(-1) ? null : last };
}

/** Since when and until when a column of a table was delivered; null if for all dates, or if these are unknown. */
export function deliveredRange(coverage: Coverage, { table, column }: TableColumn): DeliveredRange | null {
  const { dates } = coverage;
  const places = columnIn(coverage, table, column);
  if (places === undefined) return rangeOf([], dates);
  if (places === null || places.length === dates.length) return null;
  return rangeOf(
    places.map((place) => dates[place]!),
    dates,
  );
}

/** Dates in both; null stands for all. */
export function bothDates(one: DeliveredDates, other: DeliveredDates): DeliveredDates {
  if (one === null || other === null) return one ?? other;
  return one.filter((date) => other.includes(date));
}

export function eitherDates(one: DeliveredDates, other: DeliveredDates): DeliveredDates {
  return one === null || other === null ? null : [...new Set([...one, ...other])].toSorted();
}

const hasColumns = (expression: Expression): boolean =>
  expression.kind === 'name' || expression.kind === 'absent' || partsOf(expression).some(hasColumns);

/**
 * The coverage of a dataset's columns. Dates are those of its snapshots; without them, and where they are of another
 * column than the load's as-of date, there are none, and a column was delivered or not. `time` is the snapshot date.
 */
export function datasetCoverage(coverage: Coverage, dataset: Dataset, time: Expression | undefined): DatasetCoverage {
  const { dateColumn } = coverage;
  const isDate = (expression: Expression | undefined) =>
    expression?.kind === 'name' && expression.name.toLowerCase() === dateColumn;
  const dates = isDate(time) ? coverage.dates : [];
  const tableOf = tablesByName(dataset);
  const ofColumn = ({ table, column }: TableColumn): DeliveredDates => {
    if (dataset.query && table === dataset.table) return null;
    const places = columnIn(coverage, tableOf(table), column);
    if (places === undefined) return [];
    if (dates.length === 0 || places === null || places.length === dates.length) return null;
    return places.map((place) => dates[place]!);
  };
  const of = once((expression: Expression): DeliveredDates => {
    if (expression.kind === 'name')
      return expression.table === null ? null : ofColumn({ table: expression.table, column: expression.name });
    if (expression.kind === 'absent') return [];
    if (expression.kind !== 'call' || expression.function !== 'coalesce')
      return partsOf(expression).map(of).reduce<DeliveredDates>(bothDates, null);
    const fallbacks = expression.arguments.filter(hasColumns).map(of);
    return fallbacks.length === 0 ? null : fallbacks.reduce(eitherDates);
  });
  return { dates, ofColumn, of, isDate };
}
