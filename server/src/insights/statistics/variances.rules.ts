import { mean } from './quantiles.rules.ts';
import { digamma, trigamma } from './student.rules.ts';

/** A variance with its degrees of freedom. */
export interface Variance {
  readonly variance: number;
  readonly freedom: number;
}

/** Too few to learn how variances vary. */
const LEAST = 4;

/** Standard errors that are added to how much variances differ. */
const CAUTION = 0.5;

/** The x whose `trigamma` is `y`. */
function inverseTrigamma(y: number): number {
  let [low, high] = [1e-4, 1e6];
  for (let step = 0; step < 80; step++) {
    const middle = Math.sqrt(low * high);
    if (trigamma(middle) > y) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}

/**
 * Variances of related series, each drawn toward what is usual among them, the more so the more alike they are (empirical
 * Bayes, Smyth 2004): one that is small by chance does not make its series remarkable. All have the same `freedom`.
 */
export function pooledVariances(variances: readonly number[], freedom: number): Variance[] {
  const positive = variances.filter((variance) => variance > 0);
  if (positive.length < LEAST) return variances.map((variance) => ({ variance, freedom }));
  const logs = positive.map((variance) => Math.log(variance) - digamma(freedom / 2) + Math.log(freedom / 2));
  const center = mean(logs);
  const seen = logs.reduce((total, log) => total + (log - center) ** 2, 0) / (logs.length - 1);
  // Of few, how much they differ is itself uncertain: rather more than less.
  const spread = seen * (1 + CAUTION * Math.sqrt(2 / (logs.length - 1))) - trigamma(freedom / 2);
  // They differ less than by chance: all are one.
  const shared = spread > 1e-6 ? 2 * inverseTrigamma(spread) : 1e4;
  const usual = Math.exp(center + digamma(shared / 2) - Math.log(shared / 2));
  // No more is known than all of them together tell.
  const known = Math.min(shared + freedom, positive.length * freedom);
  return variances.map((variance) => ({
    variance: (shared * usual + freedom * variance) / (shared + freedom),
    freedom: known,
  }));
}
