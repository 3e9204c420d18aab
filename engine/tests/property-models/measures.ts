import { OF_AMOUNTS, OF_UNIT_AMOUNTS, WITHIN_AMOUNTS } from './amount-measures.ts';
import type { Fact, GeneratedWarehouse } from './generate-warehouse.ts';
import { oncePerWarehouse } from './once-per-warehouse.ts';
import type { DerivedMeasure, RowMeasure } from './row-measure.ts';

const rows = (
  kind: RowMeasure['kind'],
  of: RowMeasure['of'],
  where: RowMeasure['where'] = null,
  over: RowMeasure['over'] = null,
): RowMeasure => ({ kind, of, where, over });

/** The measures of every fact, by their name there. All facts have a measure `rows`. */
export const ROW_MEASURES: Record<string, RowMeasure> = {
  rows: rows('count', null),
  flagged: rows('count', null, 'flag'),
  money: rows('sum', 'money'),
  big: rows('sum', 'money', 'number'),
  codes: rows('count_distinct', 'code'),
  mean: rows('average', 'money'),
  least: rows('min', 'money', 'flag'),
  most: rows('max', 'money'),
  middle: rows('median', 'number'),
  typical: { ...rows('median', 'number', 'flag'), weight: 'money' },
  first_day: rows('min', 'day', 'flag'),
  variance: rows('variance', 'money'),
  deviation: rows('stddev', 'number', 'flag'),
  last: rows('sum', 'money', null, 'last'),
  first: rows('sum', 'money', 'flag', 'first'),
  daily: rows('sum', 'money', null, 'average'),
  low: rows('sum', 'money', null, 'min'),
  high: rows('count', null, 'flag', 'max'),
  last_codes: rows('count_distinct', 'code', null, 'last'),
  daily_codes: rows('count_distinct', 'code', 'number', 'average'),
  last_rows: rows('count', null, null, 'last'),
};

/** Measures of facts that are joined to a unit, its history and quotes, which several rows share. */
const OF_UNITS: Record<string, RowMeasure> = {
  places: rows('sum', 'unit.places'),
  some_places: rows('sum', 'unit.places', 'flag'),
  mean_places: rows('average', 'unit.places'),
  middle_places: rows('median', 'unit.places', 'number'),
  variance_places: rows('variance', 'unit.places'),
  seats: rows('sum', 'past.seats'),
  mean_seats: rows('average', 'past.seats', 'flag'),
  rates: rows('sum', 'quote.rate'),
  middle_rate: rows('median', 'quote.rate'),
};
/** Measures of the last known value of each code. */
const KNOWN: Record<string, RowMeasure> = {
  known: { ...rows('sum', 'money', null, 'last'), known: 0 },
  known_flagged: { ...rows('count', null, 'flag', 'last'), known: 0 },
  known_first: { ...rows('sum', 'money', null, 'first'), known: 0 },
  known_lately: { ...rows('sum', 'money', null, 'last'), known: 40 },
  known_mean: { ...rows('sum', 'money', null, 'average'), known: 0 },
  known_low: { ...rows('sum', 'money', null, 'min'), known: 0 },
};
/** The average of `last` with the prior year-end. */
const AVERAGES: Record<string, RowMeasure> = { averaged: rows('sum', 'average', null, 'last') };
/** Measures over all days of a period, which the engine computes for ranges of days only. */
export const OVER_KNOWN_DAYS = ['known_mean', 'known_low'];
/** The row measures of a fact, by their name there. */
export const rowMeasuresOf = ({ joined }: Fact) => ({
  ...ROW_MEASURES,
  ...AVERAGES,
  ...KNOWN,
  ...OF_AMOUNTS,
  ...(joined && OF_UNITS),
  ...(joined && OF_UNIT_AMOUNTS),
});

/** Measures derived within one fact. */
const WITHIN: Record<string, DerivedMeasure> = {
  big_part: { kind: 'ratio', top: 'big', bottom: 'money' },
  last_part: { kind: 'ratio', top: 'first', bottom: 'last' },
  a_code: { kind: 'ratio', top: 'money', bottom: 'codes' },
  remaining: {
    kind: 'combine',
    terms: [
      { measure: 'money', factor: 1 },
      { measure: 'big', factor: -0.5 },
    ],
  },
  spread: { kind: 'derived', left: 'most', right: 'mean' },
  ...WITHIN_AMOUNTS,
};

export interface Known {
  measures: Map<string, { fact: number; row: RowMeasure } | { fact: number | null; generated: DerivedMeasure }>;
}

/** A measure's name in the queried dataset; prefixed with the fact where several have it. */
export function calledIn({ facts }: GeneratedWarehouse, fact: number, name: string): string {
  return facts.length > 1 && name === 'rows' ? `fact${fact}_rows` : name === 'rows' ? 'rows' : `${name}_${fact}`;
}
/** The name in its own dataset. */
export const ownName = (fact: number, name: string) => (name === 'rows' ? 'rows' : `${name}_${fact}`);

function renamed(derivedMeasure: DerivedMeasure, name: (measure: string) => string): DerivedMeasure {
  switch (derivedMeasure.kind) {
    case 'ratio':
      return { ...derivedMeasure, top: name(derivedMeasure.top), bottom: name(derivedMeasure.bottom) };
    case 'derived':
      return { ...derivedMeasure, left: name(derivedMeasure.left), right: name(derivedMeasure.right) };
    case 'combine':
      return {
        ...derivedMeasure,
        terms: derivedMeasure.terms.map((term) => ({ ...term, measure: name(term.measure) })),
      };
  }
}

/** Measures derived from several facts. */
export function across(warehouse: GeneratedWarehouse): Record<string, DerivedMeasure> {
  if (warehouse.facts.length === 1) return {};
  const [one, other] = [0, warehouse.facts.length - 1];
  const named = (fact: number, name: string) => calledIn(warehouse, fact, name);
  return {
    cover: { kind: 'ratio', top: named(one, 'last'), bottom: named(other, 'money') },
    all_rows: {
      kind: 'combine',
      terms: warehouse.facts.map((_, fact) => ({ measure: named(fact, 'rows'), factor: 1 })),
    },
    mixed: {
      kind: 'combine',
      terms: [
        { measure: named(one, 'remaining'), factor: 2 },
        { measure: named(other, 'last'), factor: -1 },
      ],
    },
    gap: { kind: 'derived', left: named(one, 'middle'), right: named(other, 'daily') },
    turnover: { kind: 'ratio', top: named(one, 'converted'), bottom: named(other, 'last_amount') },
  };
}

/** Measures derived within a fact, by their name there. */
export const within = (fact: number): Record<string, DerivedMeasure> =>
  Object.fromEntries(
    Object.entries(WITHIN).map(([name, measure]) => [
      ownName(fact, name),
      renamed(measure, (item) => ownName(fact, item)),
    ]),
  );

/** All measures that a warehouse can be queried for. */
export const measuresOf = oncePerWarehouse((warehouse): Known['measures'] => {
  const all: Known['measures'] = new Map();
  for (const [fact, of] of warehouse.facts.entries()) {
    const name = (item: string) => calledIn(warehouse, fact, item);
    for (const [entry, row] of Object.entries(rowMeasuresOf(of))) all.set(name(entry), { fact, row });
    for (const [element, measure] of Object.entries(WITHIN))
      all.set(name(element), { fact, generated: renamed(measure, name) });
  }
  for (const [name, derivedMeasure] of Object.entries(across(warehouse)))
    all.set(name, { fact: null, generated: derivedMeasure });
  return all;
});
