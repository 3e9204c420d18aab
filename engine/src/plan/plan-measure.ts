import type { Measure, ResultColumn } from '@rise/contract';
import type { CompiledDataset } from '../model/compile-model.ts';
import { measuresIn } from '../model/read-expressions.ts';
import { add, multiply } from './exact-decimal.ts';
import type { BoundDataset, BoundFact } from './bound-dataset.ts';
import { daysOfClock, standingOn } from './plan-clock.ts';
import type { PlanAtom, PlanMeasure, PlanTerm } from './plan.ts';

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
export function flattenTerms(
  from: Pick<CompiledDataset, 'measures'>,
  terms: readonly { measure: string; factor: number }[],
): PlanTerm[] {
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

/** Plans one measure and notes what has to be aggregated for it, and of which fact. */
export function planMeasure(bound: BoundDataset, measure: Measure): PlanMeasure {
  const { from } = bound;
  const { name } = measure;
  const valueOf = (of: string) => bound.factOf(of).bind(from.expressions.values.get(of)!);
  const whereOf = (of: string) => {
    const fact = bound.factOf(of);
    const condition = from.expressions.conditions.get(of);
    const where = condition ? fact.bind(condition) : null;
    const over = overOf(from.measures.get(of)!);
    return over ? standingOn(fact.clocks.add(over.time), over.take, where) : where;
  };
  const add = (of: string, atom: PlanAtom) => bound.factOf(of).atoms.add(atom);
  const note = (terms: PlanTerm[]) => {
    for (const { atom } of terms) add(atom, atomOf(atom));
    return terms;
  };
  const atomOf = (of: string): PlanAtom => {
    const { kind } = from.measures.get(of)!;
    const where = whereOf(of);
    if (kind === 'count') return { name: of, kind, where };
    return { name: of, kind: kind === 'count_distinct' ? 'distinct' : 'sum', value: valueOf(of), where };
  };
  const cut = () => {
    const { decimals, truncate, unit } = measure.format;
    return truncate ? decimals + (unit === 'percent' ? 2 : 0) : null;
  };
  const over = overOf(measure);
  if (over && over.take !== 'last' && over.take !== 'first')
    return planOverDays(bound.factOf(name), atomOf(name), { time: over.time, take: over.take }, cut());
  switch (measure.kind) {
    case 'sum':
    case 'count':
      return { name, kind: 'linear', terms: note(one(name)) };
    case 'combine':
      return { name, kind: 'linear', terms: note(flattenTerms(from, measure.terms)) };
    case 'ratio': {
      const numerator = note(flattenTerms(from, measure.numerator));
      return {
        name,
        kind: 'ratio',
        numerator,
        denominator: note(flattenTerms(from, measure.denominator)),
        months: measure.annualise ? noteMonths(bound.factOf(numerator[0]!.atom)) : null,
        cutAt: cut(),
      };
    }
    case 'average': {
      const [value, where] = [valueOf(name), whereOf(name)];
      const sum = add(name, { name: `${name} sum`, kind: 'sum', value, where });
      const values = add(name, { name: `${name} values`, kind: 'filled', value, where });
      return { name, kind: 'ratio', numerator: one(sum), denominator: one(values), months: null, cutAt: cut() };
    }
    case 'count_distinct':
      return { name, kind: 'plain', atom: add(name, atomOf(name)) };
    case 'min':
    case 'max':
      return {
        name,
        kind: 'plain',
        atom: add(name, { name, kind: measure.kind, value: valueOf(name), where: whereOf(name) }),
      };
    case 'median':
    case 'percentile': {
      const share = measure.kind === 'median' ? 0.5 : measure.share;
      const atom: PlanAtom = { name, kind: 'quantile', value: valueOf(name), share, where: whereOf(name) };
      return { name, kind: 'plain', atom: add(name, atom) };
    }
    case 'derived': {
      const value = bound.facts[0]!.bind(from.expressions.values.get(name)!);
      const of = measuresIn(value).map((each) => planMeasure(bound, from.measures.get(each)!));
      return { name, kind: 'derived', value, of };
    }
  }
}

/** What stands for several days of a measure, where it does not simply add up over them. */
export const overOf = (measure: Measure) => ('over' in measure ? measure.over : undefined);

function noteMonths({ atoms, from }: BoundFact): string {
  // The months of each fact are its own.
  return atoms.add({
    name: `${from.dataset.name}: months of income`,
    kind: 'months',
    // A model whose income has no day is not valid.
    column: { ...from.dataset.asOf! },
  });
}

/**
 * A figure made of each day's: the least or the greatest of them, or their sum ÷ the number of days that have data,
 * which is one number for all groups, so that the averages of groups add up to that of all.
 */
function planOverDays(
  { atoms, clocks }: BoundFact,
  atom: PlanAtom,
  { time, take }: { time: string; take: 'average' | 'min' | 'max' },
  cutAt: number | null,
): PlanMeasure {
  const { name } = atom;
  const clock = clocks.add(time);
  const daily = (kind: 'sum' | 'min' | 'max'): string =>
    atoms.add({ name, kind: 'daily', clock: clock.name, take: kind, of: { ...atom, name: 'figure' } });
  if (take !== 'average') return { name, kind: 'plain', atom: daily(take) };
  const sum = atom.kind === 'distinct' ? daily('sum') : atoms.add({ ...atom, name: `${name} sum` });
  const days = atoms.add({ name: clock.name, kind: 'max', value: daysOfClock(clock), where: null });
  return { name, kind: 'ratio', numerator: one(sum), denominator: one(days), months: null, cutAt };
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
  const type = overOf(measure)?.take === 'average' ? 'number' : TYPES[kind];
  return { name, title: label ?? title, role: 'measure', type, format };
}

/** The names of the atoms that a measure is made of. */
export function atomsBehind(measure: PlanMeasure): string[] {
  switch (measure.kind) {
    case 'plain':
      return [measure.atom];
    case 'linear':
      return measure.terms.map(({ atom }) => atom);
    case 'derived':
      return measure.of.flatMap(atomsBehind);
    case 'ratio':
      return [
        ...[...measure.numerator, ...measure.denominator].map(({ atom }) => atom),
        ...(measure.months === null ? [] : [measure.months]),
      ];
  }
}
