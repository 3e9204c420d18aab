import { laterPeriod } from './days.ts';
import type { Value } from './aggregate.ts';

// Periods without rows, as the reference evaluator understands them.

/**
 * Groups with those of every period of a range, for each combination of their other keys that occurs with a period. The
 * first key is the period. An open range is that of the groups.
 */
export function filledGroups(
  groups: readonly Value[][],
  grain: 'month' | 'year',
  { keys: count, first: from, last: to }: { keys: number; first: string | null; last: string | null },
): Value[][] {
  const dated = groups.filter(([period]) => period !== null);
  const periods = dated.map(([period]) => period as string).toSorted();
  const [first, last] = [from ?? periods[0], to ?? periods.at(-1)];
  const combinations = new Map(dated.map(([, ...others]) => [JSON.stringify(others), others]));
  if (count === 1) combinations.set('[]', []);
  const all = new Map(groups.map((keys) => [JSON.stringify(keys), keys]));
  if (first === undefined || last === undefined) return [...groups];
  for (let period = first; period <= last; period = laterPeriod(period, grain, 1))
    for (const others of combinations.values()) {
      const keys = [period, ...others];
      if (!all.has(JSON.stringify(keys))) all.set(JSON.stringify(keys), keys);
    }
  return [...all.values()];
}
