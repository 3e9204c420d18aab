import type { Cell, QueryResult } from '@rise/contract';
import type { ReportMeasure, PrintContext } from './print-context.ts';

/** Rows by column name. */
export const recordsOf = (result: QueryResult | undefined): Record<string, Cell>[] =>
  (result?.rows ?? []).map((row) =>
    Object.fromEntries(result!.columns.map(({ name }, place) => [name, row[place] ?? null])),
  );

export function asNumber(value: Cell | undefined): number | null {
  if (value === null || value === undefined || typeof value === 'boolean' || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** As received: exact decimals are texts. */
export const asFigure = (value: Cell | undefined): string | number | null =>
  typeof value === 'boolean' || value === undefined ? null : value;

export interface Benchmark {
  readonly value: string | number | null;
  readonly median: string | number | null;
  readonly peers: number | null;
  readonly percentile: number | null;
  /** 1 is the best value. */
  readonly rank: number | null;
}

/** The subject's figure among those of its peers. */
export function benchmarkOf(result: QueryResult | undefined, { name, better }: ReportMeasure): Benchmark | null {
  const row = recordsOf(result).find((record) => record['measure'] === name);
  if (!row) return null;
  return {
    value: asFigure(row['value']),
    median: asFigure(row['median']),
    peers: asNumber(row['peers']),
    percentile: asNumber(row['percentile']),
    rank: asNumber(better === 'lower' ? row['rank_from_least'] : row['rank']),
  };
}

type NamedBand = NonNullable<ReportMeasure['bands']>[number];

/** The band of a value of the subject; null where there is none, or the bands do not classify the subject. */
export function bandOf(measure: ReportMeasure, value: Cell | undefined, context: PrintContext): NamedBand | null {
  const number = asNumber(value);
  if (number === null || !measure.bands || unclassified(measure, context)) return null;
  return measure.bands.find(({ from }) => from === null || number >= from) ?? null;
}

/** Why the bands do not classify the subject; null where they do. */
export function unclassified({ classifies }: ReportMeasure, { resolved }: PrintContext) {
  if (!classifies) return null;
  const own = resolved.own[classifies.dimension] ?? [];
  const isClassified = own.length > 0 && own.every((value) => classifies.values.includes(value));
  return isClassified ? null : classifies.otherwise;
}
