import type { Cell, LocalizedText, QueryResult, Report, ResolvedChoices } from '@rise/contract';

export type ReportMeasure = Report['fields']['measures'][number];
export type ReportDimension = Report['fields']['dimensions'][number];

/** A measure of the report's dataset; under its mere name where the model no longer has it. */
export function measureNamed(report: Report, name: string): ReportMeasure {
  return report.fields.measures.find((measure) => measure.name === name) ?? unknownMeasure(name);
}

const unknownMeasure = (name: string): ReportMeasure => ({
  name,
  title: { en: name },
  label: null,
  definition: { en: name },
  caveat: null,
  averages: false,
  better: 'neutral',
  format: { unit: 'number', decimals: 2, truncate: false },
  bands: null,
  classifies: null,
});

/** The member that the report is about, for tiles that are drawn only where it has one. */
export function subjectOf({ document }: Report): NonNullable<Report['document']['subject']> {
  if (!document.subject) throw new Error('Only a report about a member has tiles about one.');
  return document.subject;
}

/** Of the report's own dataset if no other is named. */
export const dimensionNamed = (report: Report, name: string, dataset?: string): ReportDimension | undefined =>
  report.fields.dimensions.find((dimension) => dimension.name === name && dimension.dataset === dataset);

type Localize = (text: { en: string; tr?: string | undefined }) => string;

/** Display text of a dimension's value: its label if the model has one. */
export function valueTitle(dimension: ReportDimension | undefined, value: Cell, localize: Localize): string {
  const labeled = dimension?.values?.find((option) => String(option.value) === String(value));
  return labeled ? localize(labeled.title) : String(value ?? '–');
}

/**
 * The title of a column that a result's `meta` names. A comparison has its measures in rows, and a filter's dimension is
 * no column: the report knows their titles.
 */
export function titleOf({ fields }: Report, { columns }: QueryResult, name: string): LocalizedText {
  const measure = fields.measures.find((item) => item.name === name);
  if (measure) return measure.label ?? measure.title;
  const known = columns.find((item) => item.name === name) ?? fields.dimensions.find((item) => item.name === name);
  return known?.title ?? { en: name };
}

/** Rows by column name. */
export function recordsOf(result: QueryResult): Record<string, Cell>[] {
  return result.rows.map((row) =>
    Object.fromEntries(result.columns.map((column, index) => [column.name, row[index] ?? null])),
  );
}

/** A figure as a number for drawing; exact decimals arrive as text. */
export function asNumber(value: Cell | undefined): number | null {
  if (value === null || value === undefined || typeof value === 'boolean' || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** A figure as received, for display. */
export const asFigure = (value: Cell | undefined): string | number | null =>
  typeof value === 'boolean' || value === undefined ? null : value;

/** One row of a benchmark. */
export interface Benchmark {
  value: string | number | null;
  median: string | number | null;
  peers: number | null;
  /** 0–100. */
  percentile: number | null;
  /** 1 = greatest value. */
  rank: number | null;
  /** 1 = least value. */
  rankFromLeast: number | null;
}

export function benchmarkOf(result: QueryResult | undefined, measure: string): Benchmark | null {
  const row = result && recordsOf(result).find((record) => record.measure === measure);
  if (!row) return null;
  return {
    value: asFigure(row.value),
    median: asFigure(row.median),
    peers: asNumber(row.peers),
    percentile: asNumber(row.percentile),
    rank: asNumber(row.rank),
    rankFromLeast: asNumber(row.rank_from_least),
  };
}

/** The band of a value: the first whose lower bound is reached; bands are ordered best first. */
export function bandOf(measure: ReportMeasure, value: Cell | undefined) {
  const number = asNumber(value);
  if (number === null || !measure.bands) return null;
  return measure.bands.find((band) => band.from === null || number >= band.from) ?? null;
}

/** Why the bands do not classify the subject; null where they do. `own` are the subject's values of dimensions. */
export function unclassified(measure: ReportMeasure, own: ResolvedChoices['own'] | undefined) {
  if (!measure.classifies) return null;
  const { dimension, values, otherwise } = measure.classifies;
  const ownValues = own?.[dimension] ?? [];
  return ownValues.length > 0 && ownValues.every((value) => values.includes(value)) ? null : otherwise;
}

/**
 * Symbol of a measure's amounts, '$' for USD in every language; of another currency than the report's own the one that
 * differs from it, and none where each row has its own.
 */
export function currencySymbol({ currency: own }: Pick<ReportMeasure['format'], 'currency'>, report: Report): string {
  if (own === null) return '';
  const currency = own ?? report.currency;
  const currencyDisplay = currency === report.currency ? 'narrowSymbol' : 'symbol';
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}
