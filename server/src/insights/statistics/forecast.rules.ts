import { mean, quantile } from './quantiles.rules.ts';
import { squares } from './regression.rules.ts';
import { criticalT } from './student.rules.ts';

/** Errors of the past without which no interval is as wide as it says. */
const LEAST_ERRORS = 16;
/** Part of future values that the interval is to hold. */
export const COVERAGE = 0.9;

export interface ForecastPoint {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Predicts `ahead` steps after `past`. */
type Method = (past: readonly number[], ahead: number) => number;

/** The value of the same season before, and how much it changed since on average. */
const seasonal =
  (cycle: number): Method =>
  (past, ahead) => {
    const changes = past.slice(cycle).map((value, index) => value - past[index]!);
    const back = ((ahead - 1) % cycle) + 1;
    const cycles = Math.ceil(ahead / cycle);
    return past[past.length - cycle - 1 + back]! + mean(changes) * cycles;
  };

/** A smoothed level and a damped trend, as exponential smoothing has them. */
const smoothing =
  (alpha: number, beta: number): Method =>
  (past, ahead) => {
    const damping = 0.95;
    let [level, trend] = [past[0]!, mean(past.slice(1, 5).map((value, index) => value - past[index]!))];
    for (const value of past.slice(1)) {
      const next = alpha * value + (1 - alpha) * (level + damping * trend);
      trend = beta * (next - level) + (1 - beta) * damping * trend;
      level = next;
    }
    let [total, factor] = [level, 1];
    for (let step = 0; step < ahead; step++) total += trend * (factor *= damping);
    return total;
  };

const SMOOTHING = [0.3, 0.6, 0.9].flatMap((alpha) => [0.05, 0.3].map((beta) => smoothing(alpha, beta)));

/** Errors of a method at each moment of the past, with what was known then. */
function errorsOf(method: Method, values: readonly number[], ahead: number, from: number): number[] {
  const errors: number[] = [];
  for (let end = from; end + ahead <= values.length; end++)
    errors.push(values[end + ahead - 1]! - method(values.slice(0, end), ahead));
  return errors;
}

/**
 * The next values with intervals that held `COVERAGE` of past ones, by the method that predicted those best; null where the
 * past is too short to tell. `cycle`: periods of a season, 1 without any.
 */
export function forecast(values: readonly number[], cycle: number, steps: number): ForecastPoint[] | null {
  const hasSeason = cycle > 1 && values.length >= 2 * cycle + 4;
  const from = hasSeason ? cycle + 2 : 6;
  if (values.length - from - steps + 1 < LEAST_ERRORS) return null;
  const methods = [...(hasSeason ? [seasonal(cycle)] : []), seasonal(1), ...SMOOTHING];
  const scored = methods.map((method) => ({ method, error: squares(errorsOf(method, values, 1, from)) }));
  const { method } = scored.reduce((best, item) => (item.error < best.error ? item : best));
  return Array.from({ length: steps }, (_, index) => {
    const ahead = index + 1;
    const errors = errorsOf(method, values, ahead, from).map(Math.abs);
    // The next error is one more: the rank that holds it, too. Errors of one method follow one another, so they say less
    // than as many independent ones would.
    const conformal = quantile(errors, Math.min(1, (COVERAGE * (errors.length + 1)) / errors.length));
    const even = criticalT(1 - COVERAGE, errors.length / 4) * Math.sqrt(squares(errors) / errors.length);
    const reach = Math.max(conformal, even);
    const value = method(values, ahead);
    return { value, low: value - reach, high: value + reach };
  });
}
