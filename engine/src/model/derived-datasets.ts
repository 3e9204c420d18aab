import { columnOf, MAX_ROWS } from '@rise/contract';
import type { AggregateQuery, Dataset, Dimension, TimeGrain } from '@rise/contract';
import type { Expression } from '../expression/tree.ts';

/** The query whose groups are the rows of a derived dataset; null for a dataset over a table. */
export function queryOfRows({ query }: Pick<Dataset, 'query'>): AggregateQuery | null {
  if (!query) return null;
  const dimensions = query.dimensions.map((request) =>
    typeof request === 'string' ? request : { ...request, fill: false },
  );
  const whole = { calculations: [], order: [], limit: MAX_ROWS, offset: 0, totals: false };
  return { ...query, ...whole, kind: 'aggregate', dimensions };
}

/** The dimension of the source whose members a column of derived rows has, and their grain; null for a measure. */
export function dimensionBehind(
  { dimensions }: Pick<AggregateQuery, 'dimensions'>,
  column: string,
): { field: string; grain: TimeGrain | null } | null {
  const request = dimensions.find((item) => columnOf(item) === column);
  if (request === undefined) return null;
  return typeof request === 'string' ? { field: request, grain: null } : { field: request.field, grain: request.grain };
}

/**
 * Dimensions of a derived dataset whose values are the first days of periods, with the grain of these. `periodsOfSource`
 * has those of the dataset that its query reads.
 */
export function periodsOfRows(
  dataset: Dataset,
  { dimensions, values }: { dimensions: Iterable<Dimension>; values: ReadonlyMap<string, Expression> },
  periodsOfSource: ReadonlyMap<string, TimeGrain>,
): Map<string, TimeGrain> {
  const periods = new Map<string, TimeGrain>();
  const query = queryOfRows(dataset);
  for (const { name } of query ? dimensions : []) {
    const value = values.get(name);
    if (value?.kind !== 'name' || value.table !== dataset.table) continue;
    const behind = dimensionBehind(query!, value.name);
    const grain = behind && (behind.grain ?? periodsOfSource.get(behind.field));
    if (grain) periods.set(name, grain);
  }
  return periods;
}

/** The periods that consist of whole ones of a grain. */
const WHOLE: Partial<Record<TimeGrain, readonly TimeGrain[]>> = {
  week: ['week'],
  month: ['month', 'quarter', 'year', 'fiscal_quarter', 'fiscal_year'],
  quarter: ['quarter', 'year'],
  year: ['year'],
  fiscal_quarter: ['fiscal_quarter', 'fiscal_year'],
  fiscal_year: ['fiscal_year'],
};

/** Whether rows of periods can be grouped by another grain: its periods consist of whole ones. */
export const consistsOf = (grain: TimeGrain, of: TimeGrain): boolean => WHOLE[of]?.includes(grain) ?? true;
