import { mean, robustDeviation, robustMean } from './quantiles.rules.ts';
import { squares } from './regression.rules.ts';
import { fitSeasonLine, type Placed } from './season-line.rules.ts';
import { incompleteF } from './student.rules.ts';

export interface Shared {
  /** What each place has that is not a series' own. */
  readonly course: readonly number[];
  /** Degrees of freedom that knowing it took from each series, and by how much it makes a prediction less certain. */
  readonly spent: number;
  readonly doubt: number;
}

export const NOTHING_SHARED = { spent: 0, doubt: 0 } as const;

/** Above this probability, what series did together so far may be chance: about where taking it out costs what it gains. */
const CHANCE = 0.01;
/** Standard errors within which what they do now may be chance. */
const NEAR = 2.5;
/** Variance of a robust mean of n values, as a multiple of theirs, times n. */
const PRICE = 1.05;
/** Degrees of freedom of noise that many series tell. */
const MANY = 1e4;
/** With fewer, nothing can be distinguished from chance. */
const LEAST_FREEDOM = 5;

/** What is said to explain what series do together: its value at a place, and the variance of that, in units of the noise. */
interface Explanation {
  readonly at: (place: number) => { readonly value: number; readonly factor: number } | null;
  readonly parameters: number;
}

/** What series do together, place by place, and the variance of each such value. */
interface Together {
  readonly past: readonly Placed[];
  readonly now: Placed;
  readonly noise: number;
}

/** That they do nothing together. Their own lines, apart from which they are seen, end with the past. */
const nothing = ({ past }: Together): Explanation => ({
  at: () => ({ value: 0, factor: 4 / past.length }),
  parameters: 2,
});

/** Whether what it leaves of the past and of now may be chance. */
function explains({ at, parameters }: Explanation, { past, now, noise }: Together): boolean {
  const [freedom, expected] = [past.length - parameters, at(now.place)];
  if (freedom < LEAST_FREEDOM || expected === null) return false;
  const rest = squares(past.map(({ place, value }) => value - at(place)!.value)) / freedom;
  const off = Math.abs(now.value - expected.value) / Math.sqrt(noise * (1 + expected.factor));
  return incompleteF(rest / noise, freedom, MANY) > CHANCE && off < NEAR;
}

/**
 * What series do together at each place, from their parts there; the last place is judged. Null where they do nothing
 * together: to take out what is chance only adds noise to each of them. Where it is a season, that is known from all
 * cycles, and thus more exactly than from one place. `cycle`: periods of a season, 1 without any.
 */
export function sharedBySiblings(byPlace: readonly (readonly number[])[], cycle: number): Shared | null {
  const count = byPlace[0]!.length;
  const course = byPlace.map(robustMean);
  const placed = course.map((value, place) => ({ value, place }));
  const noises = byPlace.map((parts) => (robustDeviation(parts) ** 2 * PRICE) / count);
  // Where parts are differences, the first place has none.
  const past = placed.slice(0, -1).filter(({ place }) => noises[place]! > 0);
  const noise = mean(past.map(({ place }) => noises[place]!));
  const together = { past, now: placed.at(-1)!, noise };
  if (explains(nothing(together), together)) return null;
  if (cycle > 1 && explains(fitSeasonLine(past, cycle), together)) {
    const season = fitSeasonLine([...past, together.now], cycle);
    return {
      course: placed.map(({ place, value }) => season.at(place)?.value ?? value),
      spent: season.parameters / count,
      doubt: (PRICE / count) * season.at(together.now.place)!.factor,
    };
  }
  return { course, spent: course.length / count, doubt: PRICE / count };
}
