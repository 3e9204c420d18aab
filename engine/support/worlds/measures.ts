import type { World } from './world.ts';

/** What a measure of rows is, told once: the model's text and the oracle both go by it. */
export interface RowMeasure {
  kind: 'count' | 'sum' | 'count_distinct' | 'average' | 'min' | 'max' | 'median';
  of: 'money' | 'number' | 'code' | null;
  where: 'flag' | 'number' | null;
  over: 'last' | 'first' | 'average' | 'min' | 'max' | null;
}
export type Made =
  | { kind: 'ratio'; top: string; bottom: string }
  | { kind: 'combine'; terms: { measure: string; factor: number }[] }
  | { kind: 'derived'; left: string; right: string };

const rows = (kind: RowMeasure['kind'], of: RowMeasure['of'], where: RowMeasure['where'] = null, over: RowMeasure['over'] = null): RowMeasure => ({ kind, of, where, over }); // prettier-ignore

/** The measures of every fact, by the name they have there. `rows` is a name that all facts have. */
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
  last: rows('sum', 'money', null, 'last'),
  first: rows('sum', 'money', 'flag', 'first'),
  daily: rows('sum', 'money', null, 'average'),
  low: rows('sum', 'money', null, 'min'),
  high: rows('count', null, 'flag', 'max'),
  last_codes: rows('count_distinct', 'code', null, 'last'),
  daily_codes: rows('count_distinct', 'code', 'number', 'average'),
  last_rows: rows('count', null, null, 'last'),
};

/** Made of a fact's own. */
const WITHIN: Record<string, Made> = {
  big_part: { kind: 'ratio', top: 'big', bottom: 'money' },
  last_part: { kind: 'ratio', top: 'first', bottom: 'last' },
  kept: { kind: 'combine', terms: [{ measure: 'money', factor: 1 }, { measure: 'big', factor: -0.5 }] }, // prettier-ignore
  spread: { kind: 'derived', left: 'most', right: 'mean' },
};

export interface Known {
  measures: Map<string, { fact: number; row: RowMeasure } | { fact: number | null; made: Made }>;
}

/** How a measure of a fact is called by who asks: one name, or the fact's before it where others have it too. */
export function calledIn({ facts }: World, fact: number, name: string): string {
  return facts.length > 1 && name === 'rows' ? `fact${fact}_rows` : name === 'rows' ? 'rows' : `${name}_${fact}`;
}
/** The name in its own dataset. */
export const ownName = (fact: number, name: string) => (name === 'rows' ? 'rows' : `${name}_${fact}`);

function renamed(made: Made, name: (measure: string) => string): Made {
  switch (made.kind) {
    case 'ratio':
      return { ...made, top: name(made.top), bottom: name(made.bottom) };
    case 'derived':
      return { ...made, left: name(made.left), right: name(made.right) };
    case 'combine':
      return { ...made, terms: made.terms.map((term) => ({ ...term, measure: name(term.measure) })) };
  }
}

/** What facts make of each other. */
export function across(world: World): Record<string, Made> {
  if (world.facts.length === 1) return {};
  const [one, other] = [0, world.facts.length - 1];
  const named = (fact: number, name: string) => calledIn(world, fact, name);
  return {
    cover: { kind: 'ratio', top: named(one, 'last'), bottom: named(other, 'money') },
    all_rows: { kind: 'combine', terms: world.facts.map((_, fact) => ({ measure: named(fact, 'rows'), factor: 1 })) },
    mixed: { kind: 'combine', terms: [{ measure: named(one, 'kept'), factor: 2 }, { measure: named(other, 'last'), factor: -1 }] }, // prettier-ignore
    gap: { kind: 'derived', left: named(one, 'middle'), right: named(other, 'daily') },
  };
}

/** What each fact makes of its own, by the names there. */
export const within = (fact: number): Record<string, Made> =>
  Object.fromEntries(
    Object.entries(WITHIN).map(([name, made]) => [ownName(fact, name), renamed(made, (each) => ownName(fact, each))]),
  );

/** Every measure that a world can be asked for. */
export function measuresOf(world: World): Known['measures'] {
  const all: Known['measures'] = new Map();
  for (const fact of world.facts.keys()) {
    const name = (each: string) => calledIn(world, fact, each);
    for (const [each, row] of Object.entries(ROW_MEASURES)) all.set(name(each), { fact, row });
    for (const [each, made] of Object.entries(WITHIN)) all.set(name(each), { fact, made: renamed(made, name) });
  }
  for (const [name, made] of Object.entries(across(world))) all.set(name, { fact: null, made });
  return all;
}
