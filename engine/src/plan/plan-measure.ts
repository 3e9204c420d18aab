import type { Measure, ResultColumn } from '@rise/contract';
import type { CompiledDataset } from '../model/compile-model.ts';
import { add, multiply } from './exact-decimal.ts';
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

function addAtom(from: CompiledDataset, name: string, atoms: Atoms): void {
  const measure = from.measures.get(name)!;
  if (measure.kind === 'count') atoms.add({ name, kind: 'count' });
  if (measure.kind === 'sum') {
    atoms.add({ name, kind: 'sum', columns: measure.columns.map(({ table, column }) => ({ table, column })) });
  }
}

/** Plans one measure and notes the atoms it needs. */
export function planMeasure(from: CompiledDataset, measure: Measure, atoms: Atoms): PlanMeasure {
  const note = (terms: PlanTerm[]) => {
    for (const term of terms) addAtom(from, term.atom, atoms);
    return terms;
  };
  if (measure.kind !== 'ratio') {
    const terms = measure.kind === 'combine' ? measure.terms : [{ measure: measure.name, factor: 1 }];
    return { name: measure.name, kind: 'linear', terms: note(flattenTerms(from, terms)) };
  }
  if (measure.annualise) atoms.add({ name: MONTHS, kind: 'months', column: { ...from.dataset.asOf } });
  const { decimals, truncate, unit } = measure.format;
  return {
    name: measure.name,
    kind: 'ratio',
    numerator: note(flattenTerms(from, measure.numerator)),
    denominator: note(flattenTerms(from, measure.denominator)),
    annualise: measure.annualise,
    cutAt: truncate ? decimals + (unit === 'percent' ? 2 : 0) : null,
  };
}

/** How a measure travels: ratios as doubles, counts as integers, everything added up exactly. */
export function measureColumn(measure: Measure): ResultColumn {
  const type = measure.kind === 'ratio' ? 'number' : measure.kind === 'count' ? 'integer' : 'decimal';
  return { name: measure.name, title: measure.label ?? measure.title, role: 'measure', type, format: measure.format };
}
