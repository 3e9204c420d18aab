import type { Measure, ResultColumn } from '@rise/contract';
import type { CompiledDataset } from '../model/compile-model.ts';
import { measuresIn } from '../model/read-expressions.ts';
import { add, multiply } from './exact-decimal.ts';
import type { Bound } from './bound.ts';
import type { PlanAtom, PlanMeasure, PlanTerm } from './plan.ts';

/** Not a name a model can use, so it never meets a measure's. */
export const MONTHS = 'months of income';

/** Collects what has to be aggregated for a set of measures, each atom once. */
export interface Atoms {
  readonly list: PlanAtom[];
  add(atom: PlanAtom): string;
}

export function collectAtoms(): Atoms {
  const byName = new Map<string, PlanAtom>();
  const list: PlanAtom[] = [];
  return {
    list,
    add(atom) {
      if (!byName.has(atom.name)) {
        byName.set(atom.name, atom);
        list.push(atom);
      }
      return atom.name;
    },
  };
}

/** Terms down to sums and counts, the factors multiplied through, each atom once. */
export function flattenTerms(from: CompiledDataset, terms: readonly { measure: string; factor: number }[]): PlanTerm[] {
  const factors = new Map<string, string>();
  const walk = (list: readonly { measure: string; factor: number }[], outer: string) => {
    for (const term of list) {
      const factor = multiply(outer, String(term.factor));
      const measure = from.measures.get(term.measure)!;
      if (measure.kind === 'combine') walk(measure.terms, factor);
      else factors.set(measure.name, add(factors.get(measure.name) ?? '0', factor));
    }
  };
  walk(terms, '1');
  return [...factors].map(([atom, factor]) => ({ atom, factor }));
}

const one = (atom: string): PlanTerm[] => [{ atom, factor: '1' }];

/** Plans one measure and notes the atoms it needs. */
export function planMeasure(bound: Bound, measure: Measure, atoms: Atoms): PlanMeasure {
  const { from, bind } = bound;
  const { name } = measure;
  const valueOf = (field: string) => bind(from.expressions.values.get(field)!);
  const whereOf = (field: string) => {
    const condition = from.expressions.conditions.get(field);
    return condition ? bind(condition) : null;
  };
  const note = (terms: PlanTerm[]) => {
    for (const { atom } of terms) {
      const where = whereOf(atom);
      if (from.measures.get(atom)!.kind === 'count') atoms.add({ name: atom, kind: 'count', where });
      else atoms.add({ name: atom, kind: 'sum', value: valueOf(atom), where });
    }
    return terms;
  };
  const cut = () => {
    const { decimals, truncate, unit } = measure.format;
    return truncate ? decimals + (unit === 'percent' ? 2 : 0) : null;
  };
  switch (measure.kind) {
    case 'sum':
    case 'count':
      return { name, kind: 'linear', terms: note(one(name)) };
    case 'combine':
      return { name, kind: 'linear', terms: note(flattenTerms(from, measure.terms)) };
    case 'ratio':
      if (measure.annualise) atoms.add({ name: MONTHS, kind: 'months', column: { ...from.dataset.asOf } });
      return {
        name,
        kind: 'ratio',
        numerator: note(flattenTerms(from, measure.numerator)),
        denominator: note(flattenTerms(from, measure.denominator)),
        annualise: measure.annualise,
        cutAt: cut(),
      };
    case 'average': {
      const [value, where] = [valueOf(name), whereOf(name)];
      const sum = atoms.add({ name: `${name} sum`, kind: 'sum', value, where });
      const values = atoms.add({ name: `${name} values`, kind: 'filled', value, where });
      return { name, kind: 'ratio', numerator: one(sum), denominator: one(values), annualise: false, cutAt: cut() };
    }
    case 'count_distinct':
      return {
        name,
        kind: 'plain',
        atom: atoms.add({ name, kind: 'distinct', value: valueOf(name), where: whereOf(name) }),
      };
    case 'min':
    case 'max':
      return {
        name,
        kind: 'plain',
        atom: atoms.add({ name, kind: measure.kind, value: valueOf(name), where: whereOf(name) }),
      };
    case 'median':
    case 'percentile': {
      const share = measure.kind === 'median' ? 0.5 : measure.share;
      const atom: PlanAtom = { name, kind: 'quantile', value: valueOf(name), share, where: whereOf(name) };
      return { name, kind: 'plain', atom: atoms.add(atom) };
    }
    case 'derived': {
      const value = valueOf(name);
      const of = measuresIn(value).map((each) => planMeasure(bound, from.measures.get(each)!, atoms));
      return { name, kind: 'derived', value, of };
    }
  }
}

const TYPES = {
  sum: 'decimal',
  combine: 'decimal',
  min: 'decimal',
  max: 'decimal',
  count: 'integer',
  count_distinct: 'integer',
  ratio: 'number',
  average: 'number',
  median: 'number',
  percentile: 'number',
  derived: 'number',
} as const satisfies Record<Measure['kind'], ResultColumn['type']>;

/** How a measure travels: what is divided or interpolated as a double, counts as integers, the rest exactly. */
export function measureColumn(measure: Measure): ResultColumn {
  const { name, title, label, kind, format } = measure;
  return { name, title: label ?? title, role: 'measure', type: TYPES[kind], format };
}
