import { mean, sum } from './quantiles.rules.ts';
import { fitLine, squares } from './regression.rules.ts';
import { incompleteF } from './student.rules.ts';

/** Below this probability a pattern that repeats is a season. */
const SURE = 0.01;

/** What each place of a cycle adds, in the order of the values; null: there is no season, or too little to see one. */
export function seasonOf(values: readonly number[], cycle: number): number[] | null {
  if (cycle < 2 || values.length < 2 * cycle - 1) return null;
  const line = fitLine(values);
  const places = Array.from({ length: cycle }, (_, place) =>
    line.residuals.filter((__, index) => index % cycle === place),
  );
  if (places.some((found) => found.length === 0)) return null;
  const raw = places.map(mean);
  const center = sum(raw) / cycle;
  const season = raw.map((value) => value - center);
  const rest = fitLine(values.map((value, index) => value - season[index % cycle]!));
  const freedom = values.length - cycle - 1;
  if (freedom < 3) return null;
  const [without, within] = [squares(line.residuals), squares(rest.residuals)];
  if (without <= 1e-24) return null;
  const f = (without - within) / (cycle - 1) / Math.max(within / freedom, without * 1e-12);
  return incompleteF(f, cycle - 1, freedom) < SURE ? season : null;
}
