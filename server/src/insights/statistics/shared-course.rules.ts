import { mean, robustDeviation, robustMean } from './quantiles.rules.ts';
import { squares } from './regression.rules.ts';
import { incompleteF } from './student.rules.ts';

export interface Shared {
  /** What each place has that is not a series' own. */
  readonly course: readonly number[];
  /** Degrees of freedom that knowing it took, and by how much it makes a prediction less certain. */
  readonly spent: number;
  readonly doubt: number;
}

export const NOTHING_SHARED = { spent: 0, doubt: 0 } as const;

/** Above this probability, what series did together so far may be chance. */
const CHANCE = 0.05;
/** Standard errors within which what they do now may be. */
const NEAR = 2;
/** Variance of a robust mean of n values, as a multiple of theirs, times n. */
const PRICE = 1.05;
/** Degrees of freedom of noise that many series tell. */
const MANY = 1e4;

/**
 * What series do together at each place, from their parts there; the last place is judged. Null where they do nothing
 * together: to take out what is chance only adds noise to each of them.
 */
export function sharedBySiblings(byPlace: readonly (readonly number[])[]): Shared | null {
  const course = byPlace.map(robustMean);
  const count = byPlace[0]!.length;
  const noise = byPlace.map((parts) => (robustDeviation(parts) ** 2 * PRICE) / count);
  // Where parts are differences, the first place has none.
  const past = course
    .slice(0, -1)
    .flatMap((value, place) => (noise[place]! > 0 ? [{ value, noise: noise[place]! }] : []));
  const freedom = past.length - 2;
  if (freedom > 0) {
    const usual = mean(past.map((item) => item.noise));
    const f = squares(past.map(({ value }) => value)) / usual / freedom;
    const now = Math.abs(course.at(-1)!) / Math.sqrt(noise.at(-1)!);
    if (incompleteF(f, freedom, MANY) > CHANCE && now < NEAR) return null;
  }
  return { course, spent: 0, doubt: PRICE / count };
}
