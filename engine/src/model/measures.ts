import type { Measure } from '@rise/contract';

type Over = NonNullable<Extract<Measure, { kind: 'sum' }>['over']>;
/** A semi-additive measure of last known values. */
export type LastKnown = Over & { per: readonly string[] };

/** The type of a measure that is a day or a time; null for one that is a number. */
export function pointInTime({ format }: Pick<Measure, 'format'>): 'date' | 'timestamp' | null {
  if (format.unit === 'date') return 'date';
  return format.unit === 'time' ? 'timestamp' : null;
}

/** How a semi-additive measure aggregates over days; undefined if it is additive. */
export const overOf = (measure: Measure): Over | undefined => ('over' in measure ? measure.over : undefined);

/** Whose last known values a measure takes, and for how long they are known; null if it takes the rows of a day. */
export function lastKnownOf(measure: Measure): LastKnown | null {
  const over = overOf(measure);
  if (over?.per === undefined) return null;
  return { ...over, per: typeof over.per === 'string' ? [over.per] : over.per };
}
