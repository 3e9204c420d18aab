import type { ColumnProfile } from '@rise/contract';
import { BINS } from './profile-sql.ts';
import type { Detail } from './profile-sql.ts';
import type { ProfileSource } from './profile-source.ts';

export interface Basics {
  rows: number;
  filled: number;
  distinct: number;
  min: string | null;
  max: string | null;
}

type Counted = { value: string; rows: number }[] | null;

interface Details {
  distinct?: number;
  top?: Counted;
  number?: {
    mean: number | null;
    zeros: number;
    negatives: number;
    finite: number;
    quantiles: number[] | null;
    bins: { bin: number; rows: number }[] | null;
  };
  date?: { months: Counted; impossible: number };
  text?: { empty: number; blank: number; padded: number; shortest: number | null; longest: number | null };
  patterns?: Counted;
  variants?: { groups: number; examples: string[][] | null } | null;
}

/** Months are shown up to this many; beyond that, years. */
const MAX_MONTHS = 240;

function numberOf(found: NonNullable<Details['number']>, filled: number, exact: boolean): ColumnProfile['number'] {
  const { mean, zeros, negatives, finite, quantiles: q, bins } = found;
  const rowsIn = (bin: number) => bins?.find((item) => item.bin === bin)?.rows ?? 0;
  const common = { mean, zeros, negatives, notFinite: filled - finite, below: rowsIn(-1), above: rowsIn(BINS) };
  if (!q) return { ...common, quantiles: null, bins: [] };
  const [p1, p5, p25, p50, p75, p95, p99] = q as [number, number, number, number, number, number, number];
  const width = (p99 - p1) / BINS;
  // Of a single value there is one bin.
  const places = p1 === p99 ? [0] : Array.from({ length: BINS }, (_, place) => place);
  return {
    ...common,
    quantiles: { exact, p1, p5, p25, p50, p75, p95, p99 },
    bins: places.map((place) => ({
      from: p1 + place * width,
      to: place === BINS - 1 || p1 === p99 ? p99 : p1 + (place + 1) * width,
      rows: rowsIn(place),
    })),
  };
}

const monthIndex = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const firstOf = (index: number) =>
  `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}-01`;

function dateOf({ months, impossible }: NonNullable<Details['date']>): ColumnProfile['date'] {
  const periods = (months ?? []).map(({ value, rows }) => ({ from: value, rows }));
  const gaps = periods.flatMap(({ from }, place) => {
    const next = periods[place + 1];
    if (!next || monthIndex(next.from) === monthIndex(from) + 1) return [];
    return [{ from: firstOf(monthIndex(from) + 1), to: firstOf(monthIndex(next.from) - 1) }];
  });
  if (periods.length <= MAX_MONTHS) return { grain: 'month', periods, gaps, impossible };
  const years = new Map<string, number>();
  for (const { from, rows } of periods) years.set(from.slice(0, 4), (years.get(from.slice(0, 4)) ?? 0) + rows);
  return {
    grain: 'year',
    periods: [...years].map(([year, rows]) => ({ from: `${year}-01-01`, rows })),
    gaps,
    impossible,
  };
}

function textOf({ text, patterns, variants }: Details, allPatterns: boolean): ColumnProfile['text'] {
  if (!text) return null;
  return {
    ...text,
    patterns: patterns ?? [],
    patternsExact: allPatterns,
    variants: variants ? { groups: variants.groups, examples: variants.examples ?? [] } : null,
  };
}

/** A profile from the texts of its statements. `complete`: of all rows, not of a sample. */
export function readProfile(
  { column, kind }: Pick<ProfileSource, 'column' | 'kind'>,
  basics: Basics,
  detailsText: string,
  { grouped, allPatterns, quantiles, complete }: Detail & { complete: boolean },
): ColumnProfile {
  const details = JSON.parse(detailsText) as Details;
  return {
    column,
    kind,
    rows: basics.rows,
    complete,
    nulls: basics.rows - basics.filled,
    distinct: {
      values: details.distinct ?? Math.min(basics.distinct, basics.filled),
      exact: details.distinct !== undefined && complete,
    },
    min: basics.min,
    max: basics.max,
    top: grouped ? (details.top ?? []) : null,
    number: details.number ? numberOf(details.number, basics.filled, quantiles !== 'approximate' && complete) : null,
    date: details.date ? dateOf(details.date) : null,
    text: textOf(details, allPatterns && complete),
  };
}
