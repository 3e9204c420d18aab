import type { Measure } from '@rise/contract';
import { partsOf } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';

/**
 * Limits of a formula with the formulas of its measures written out in their places, as it is in SQL. Formulas that use
 * one another several times multiply: three of 200 terms are eight million.
 */
const MAX_PARTS = 2000;
const MAX_LEVELS = 100;

interface Size {
  parts: number;
  levels: number;
}

const ONE: Size = { parts: 1, levels: 1 };

function around(sizes: readonly Size[]): Size {
  return {
    parts: 1 + sizes.reduce((sum, { parts }) => sum + parts, 0),
    levels: 1 + sizes.reduce((most, { levels }) => Math.max(most, levels), 0),
  };
}

const namesOf = (measure: Measure): string[] => {
  if (measure.kind === 'combine') return measure.terms.map((term) => term.measure);
  if (measure.kind === 'ratio') return [...measure.numerator, ...measure.denominator].map((term) => term.measure);
  return [];
};

/**
 * What is wrong with a formula over measures that is too large once it is written out; null if it is not. `measureOf`
 * and `formulaOf` find the measures and formulas of a dataset by name.
 */
export function tooLargeWrittenOut(
  formula: Expression,
  measureOf: (name: string) => Measure | undefined,
  formulaOf: (name: string) => Expression | null | undefined,
): string | null {
  const known = new Map<string, Size>();
  const sizeOf = (name: string): Size => {
    const found = known.get(name);
    if (found) return found;
    // Counts once inside of itself: circles are reported elsewhere.
    known.set(name, ONE);
    const measure = measureOf(name);
    const inner = measure?.kind === 'derived' ? formulaOf(name) : null;
    const size = inner ? sizeIn(inner) : measure ? around(namesOf(measure).map(sizeOf)) : ONE;
    known.set(name, size);
    return size;
  };
  const sizeIn = (item: Expression): Size =>
    item.kind === 'name' ? sizeOf(item.name) : around(partsOf(item).map(sizeIn));
  const { parts, levels } = sizeIn(formula);
  if (parts <= MAX_PARTS && levels <= MAX_LEVELS) return null;
  return `With the formulas of its measures written out, this formula has more than ${MAX_PARTS} parts or ${MAX_LEVELS} levels. Use fewer measures that are formulas themselves, or compute a column in each row.`;
}
