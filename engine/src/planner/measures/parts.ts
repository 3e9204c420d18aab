import type { Measure } from '@rise/contract';
import type { CompiledDataset } from '../../model/compiled-model.ts';
import { measuresIn } from '../../model/read-expressions.ts';
import { add, multiply } from '../../plan/exact-decimal.ts';
import type { PlanTerm } from '../../plan/measures.ts';

/** Expands terms to sums and counts: factors multiplied, duplicates merged. */
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
  return [...factors].map(([aggregate, factor]) => ({ aggregate, factor }));
}

/** Measures over rows that a measure is computed from. */
export function rowMeasuresBehind(
  { from }: { from: Pick<CompiledDataset, 'measures' | 'expressions'> },
  measure: Measure,
): string[] {
  const inner = (name: string) => rowMeasuresBehind({ from }, from.measures.get(name)!);
  switch (measure.kind) {
    case 'combine':
      return flattenTerms(from, measure.terms).map(({ aggregate }) => aggregate);
    case 'ratio':
      return [...measure.numerator, ...measure.denominator].flatMap((term) => inner(term.measure));
    case 'derived':
      return measuresIn(from.expressions.values.get(measure.name)!).flatMap(inner);
    default:
      return [measure.name];
  }
}
