import type { VisibleRow } from './aggregate.ts';
import type { DimensionKey, Tree } from './query.ts';
import { keyOf } from './seen-rows.ts';

/** Whether a row satisfies a filter. */
export function passes(row: VisibleRow, tree: Tree): boolean {
  if ('all' in tree) return tree.all.every((item) => passes(row, item));
  if ('any' in tree) return tree.any.some((item) => passes(row, item));
  if ('none' in tree) return !passes(row, tree.none);
  if ('since' in tree) {
    const day = row.day as string | null;
    return day !== null && (!tree.since || day >= tree.since) && (!tree.until || day <= tree.until);
  }
  const value = keyOf(row, tree.field);
  if ('missing' in tree) return (value === null) === tree.missing;
  if ('than' in tree) {
    const other = keyOf(row, tree.other);
    if (value === null || other === null) return false;
    if (tree.than === 'eq' || tree.than === 'ne') return (value === other) === (tree.than === 'eq');
    return value < other === (tree.than === 'lt');
  }
  return (value !== null && tree.is.includes(value)) !== tree.not;
}
/** Whether a condition is about nothing but the day. */
export const isDayCondition = (tree: Tree): boolean => {
  if ('all' in tree) return tree.all.every(isDayCondition);
  if ('any' in tree) return tree.any.every(isDayCondition);
  if ('none' in tree) return isDayCondition(tree.none);
  return 'since' in tree || tree.field === 'day';
};
/** The conditions at the top level of a filter. */
export const topLevelConditions = (tree: Tree | null): Tree[] =>
  tree === null ? [] : 'all' in tree ? tree.all.flatMap(topLevelConditions) : [tree];

/** Whether a dimension is the day or a period of it. */
export const isTime = (name: DimensionKey) => name === 'day' || name === 'month' || name === 'year';
/** A row of which only the day is known, to look at conditions on the day. */
export const rowOfDay = (day: string) => ({ day }) as unknown as VisibleRow;
/** Conditions about the day, and all others. */
export const split = (conditions: readonly Tree[]): [onDays: Tree[], others: Tree[]] => [
  conditions.filter(isDayCondition),
  conditions.filter((item) => !isDayCondition(item)),
];
